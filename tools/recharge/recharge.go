// Package recharge takes back an order whose money went back: the operator's command. Deliberately absent: a way to do
// this over the network, any other change of orders that were already made, and what gems cost, which is the setting
// pay.
package recharge

import (
	"context"
	"fmt"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox recharge`.
type Command struct {
	operator.Database
	operator.By
	Reverse Reverse `cmd:"" help:"Take back an order, as its provider's webhook would: for money that went back in a way that no webhook tells."`
}

// Reverse takes an order back.
type Reverse struct {
	Order int64 `arg:"" help:"Number of the order."`
}

// nobody is a directory without players: the running server reads it from the outbox.
type nobody struct{ directory.Directory }

func (nobody) Post(string, string, any, func(any, error)) {}

// worth declares what the order had brought.
func (r Reverse) worth(ctx context.Context, db operator.Ledger, service *payment.Service) error {
	o, err := service.Find(ctx, 0, store.OpID(r.Order))
	if err != nil {
		return err
	}
	return operator.Above(ctx, db, o.GemsCents+o.BonusCents)
}

// Run takes the order back.
func (r Reverse) Run(ctx context.Context, s *operator.Session, c *Command) error {
	if r.Order < 1 {
		return fmt.Errorf("order %d is no number of an order", r.Order)
	}
	return s.Act(ctx, c.Database, c.By, func(db operator.Ledger) error {
		service := &payment.Service{Store: db, Directory: nobody{}, Now: s.Now}
		if err := r.worth(ctx, db, service); err != nil {
			return err
		}
		o, err := service.TakeBack(ctx, store.OpID(r.Order))
		if err != nil {
			return err
		}
		owes, err := service.Owes(ctx, o.Player)
		if err == nil {
			s.Printf("order %d of player %d is taken back: %d cents of gems, %d of them still owed with all that was before\n", o.ID, o.Player, o.GemsCents+o.BonusCents, owes)
		}
		return err
	})
}
