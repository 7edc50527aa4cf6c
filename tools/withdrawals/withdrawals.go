// Package withdrawals reviews withdrawals of R$: the operator's command.
//
// It writes beside a running server; each step is guarded, so that two operators never take it twice. Deliberately
// absent: a way to do this over the network, and the payment itself, which an operator makes at a bank and notes here.
package withdrawals

import (
	"context"
	"errors"

	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox withdrawals`.
type Command struct {
	operator.Database
	operator.By
	List    List    `cmd:"" help:"What waits for a review or is in progress, oldest first."`
	Approve Approve `cmd:"" help:"Reviewed: the payment is being made."`
	Pay     Pay     `cmd:"" help:"Paid; the note is the bank's number."`
	Fail    Fail    `cmd:"" help:"Not paid: the amount goes back to the player."`
}

// Steps of the command.
type (
	List    struct{}
	Approve struct {
		ID string `arg:"" help:"Number of the withdrawal."`
	}
	Pay  struct{ operator.Noted }
	Fail struct{ operator.Noted }
)

// Run lists.
func (List) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		return operator.Waiting(ctx, db, payment.KindWithdrawal, payment.ReadWithdrawal,
			func(w payment.Withdrawal) { show(ctx, s, db, w) })
	})
}

// Run approves.
func (a Approve) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.decide(ctx, s, payment.Approve, operator.Noted{ID: a.ID})
}

// Run notes a payment.
func (a Pay) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.decide(ctx, s, payment.Pay, a.Noted)
}

// Run gives back.
func (a Fail) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return c.decide(ctx, s, payment.GiveBack, a.Noted)
}

func (c *Command) decide(ctx context.Context, s *operator.Session, step string, of operator.Noted) error {
	id, note, err := of.Read("r")
	if err != nil {
		return err
	}
	return s.Act(ctx, c.Database, c.By.Because(note), func(db operator.Ledger) error {
		w, err := c.worth(ctx, db, id, step)
		if err == nil {
			w, err = payment.Decide(ctx, db, s.Now(), id, step, note)
		}
		if err == nil {
			show(ctx, s, db, w)
		}
		return err
	})
}

// worth declares what an approval lets out of the house, or a failure gives back; a payment was approved before.
func (c *Command) worth(ctx context.Context, db operator.Ledger, id store.RoomID, step string) (w payment.Withdrawal,
	err error) {
	r, err := db.Room(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return w, nil // Decide says so
	}
	if err == nil {
		w, err = payment.ReadWithdrawal(r)
	}
	if err != nil {
		return w, err
	}
	if step == payment.Pay {
		operator.Free(db)
		return w, nil
	}
	return w, operator.Above(ctx, db, w.AmountCents)
}

var steps = map[store.RoomStatus]string{store.RoomOpen: "review", store.RoomRunning: "in progress",
	store.RoomSettled: "paid", store.RoomVoid: "given back"}

func show(ctx context.Context, s *operator.Session, db operator.View, w payment.Withdrawal) {
	s.Printf("r%d\t%s\tR$ %s\tplayer %d\t%s\t%s\t%s\t%s\n", w.ID, steps[w.Step], protocol.Gems(w.AmountCents),
		w.Player, w.PixKey, operator.Stamp(w.AtMS), w.Note,
		operator.AccountState(ctx, db, w.Player, s.Now()))
}
