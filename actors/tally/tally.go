// Package tally counts what a player has done since some moment, for the requirements of roll rooms.
//
// It reads the journal, so that nothing has to be counted while nobody asks: a question costs the player's ops since then.
// Deliberately absent: counters that are kept.
package tally

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"jadebox/actors/battle"
	"jadebox/actors/catalog"
	"jadebox/actors/directory"
	"jadebox/actors/fault"
	"jadebox/actors/luckycard"
	"jadebox/actors/payment"
	"jadebox/actors/player"
	"jadebox/actors/wish"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name under which the directory knows tallies; the id is the decimal player id.
const Kind = "tally"

// Count asks how much of each task a player has done since a moment; the answer is a []int64 in the order of Tasks.
type Count struct {
	Player store.PlayerID
	Since  time.Time
	Tasks  []int32 // protocol.Task…
}

// Store is what counting reads.
type Store interface {
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
	PlayerRooms(ctx context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int, error)
}

// Ports of a tally.
type Ports struct {
	Store   Store
	Catalog *catalog.Catalog
}

const idle = 2 * time.Second

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, cell directory.Cell) directory.Handler { return &desk{Ports: p, cell: cell} }}
}

// Countable says whether anything counts a task today.
func Countable(task int32) bool {
	switch task {
	case protocol.TaskUpgradeCents, protocol.TaskUpgradeCount, protocol.TaskBattleCents, protocol.TaskBattleCount, protocol.TaskAssists, protocol.TaskSoldCents, protocol.TaskSpentCents,
		protocol.TaskClassicOpens, protocol.TaskHashOpens, protocol.TaskRecharge:
		return true
	}
	return false
}

type desk struct {
	Ports
	cell  directory.Cell
	timer *directory.Timer
}

// Receive implements directory.Handler.
func (d *desk) Receive(r directory.Request) {
	d.timer.Stop()
	d.timer = d.cell.After(idle, func() { d.cell.Passivate() })
	m, ok := r.Msg.(Count)
	if !ok {
		r.Reply(nil, fault.New(protocol.CodeUnsupported))
		return
	}
	d.cell.Go(func() func() {
		done, err := d.count(context.Background(), m)
		return func() { r.Reply(done, fault.FromStore(err)) }
	})
}

// Stop implements directory.Handler.
func (d *desk) Stop() { d.timer.Stop() }

const (
	pageSize = 200
	pagesMax = 50 // 10,000 ops; whoever has more has done enough of anything
)

func (d *desk) count(ctx context.Context, m Count) ([]int64, error) {
	sum := map[int32]int64{}
	if err := d.ops(ctx, m, sum); err != nil {
		return nil, fmt.Errorf("tally: %w", err)
	}
	if err := d.battles(ctx, m, sum); err != nil {
		return nil, fmt.Errorf("tally: %w", err)
	}
	if err := d.wishes(ctx, m, sum); err != nil {
		return nil, fmt.Errorf("tally: %w", err)
	}
	done := make([]int64, len(m.Tasks))
	for i, t := range m.Tasks {
		done[i] = sum[t]
	}
	return done, nil
}

// counted are the ops that count for something.
var counted = []string{player.KindOpen, player.KindSell, player.KindUpgrade, luckycard.KindFlip, payment.KindCredit}

// ops counts what the player's own ops were: openings, sales, upgrades, flips, recharges.
func (d *desk) ops(ctx context.Context, m Count, sum map[int32]int64) error {
	for page := range pagesMax {
		ops, total, err := d.Store.Ops(ctx, store.OpQuery{Player: m.Player, Kinds: counted,
			Page: store.Page{Offset: page * pageSize, Limit: pageSize}})
		if err != nil {
			return err
		}
		for _, op := range ops {
			if op.At.Before(m.Since) {
				return nil // newest first
			}
			if err := d.op(op, sum); err != nil {
				return err
			}
		}
		if (page+1)*pageSize >= total {
			return nil
		}
	}
	return nil
}

func (d *desk) op(op store.OpRecord, sum map[int32]int64) error {
	switch op.Kind {
	case payment.KindCredit:
		var bought payment.Recharge
		if err := json.Unmarshal(op.Result, &bought); err != nil {
			return fmt.Errorf("op %d: %w", op.ID, err)
		}
		sum[protocol.TaskRecharge] += bought.GemsCents // what was paid for, without the bonus
		return nil
	case player.KindSell:
		var sold player.Sold
		if err := json.Unmarshal(op.Result, &sold); err != nil {
			return fmt.Errorf("op %d: %w", op.ID, err)
		}
		sum[protocol.TaskSoldCents] += sold.SoldCents
		return nil
	}
	sum[protocol.TaskSpentCents] += spent(op)
	switch op.Kind {
	case player.KindUpgrade:
		u, err := player.ReadUpgraded(op.ID, op.Result)
		if err != nil {
			return err
		}
		sum[protocol.TaskUpgradeCount]++
		sum[protocol.TaskUpgradeCents] += u.StakeCents()
		return nil
	case player.KindOpen:
		return d.opening(op, sum)
	}
	return nil
}

// spent is what an op took from its player.
func spent(op store.OpRecord) (cents int64) {
	for _, p := range op.Postings {
		if p.Debit == store.PlayerGems(op.Player) {
			cents += p.AmountCents
		}
	}
	return cents
}

func (d *desk) opening(op store.OpRecord, sum map[int32]int64) error {
	opened, err := player.ReadOpened(op.ID, op.Result)
	if err != nil {
		return err
	}
	n := int64(len(opened.Results))
	task := protocol.TaskClassicOpens
	if box, ok := d.Catalog.Box(opened.Box); ok && box.Type == "hash" {
		task = protocol.TaskHashOpens
	}
	sum[task] += n
	return nil
}

// battles counts those that were played to their end: a refunded entry was not spent.
func (d *desk) battles(ctx context.Context, m Count, sum map[int32]int64) error {
	for page := range pagesMax {
		rooms, total, err := d.Store.PlayerRooms(ctx, battle.Kind, m.Player, store.Page{Offset: page * pageSize, Limit: pageSize})
		if err != nil {
			return err
		}
		for _, rec := range rooms {
			if rec.At.Before(m.Since.Add(-battle.WaitMax)) {
				return nil // newest first, and none waits longer
			}
			if rec.Status != store.RoomSettled || rec.Updated.Before(m.Since) {
				continue
			}
			card, err := battle.CardOf(rec)
			if err != nil {
				return err
			}
			if !seated(card, m.Player) {
				continue // left before the start
			}
			sum[protocol.TaskBattleCount]++
			sum[protocol.TaskBattleCents] += card.EntryCents
			sum[protocol.TaskSpentCents] += card.EntryCents
		}
		if (page+1)*pageSize >= total {
			return nil
		}
	}
	return nil
}

// wishes counts bottles of rooms that were drawn: what a void room gave back was not spent.
func (d *desk) wishes(ctx context.Context, m Count, sum map[int32]int64) error {
	for page := range pagesMax {
		rooms, total, err := d.Store.PlayerRooms(ctx, wish.Kind, m.Player, store.Page{Offset: page * pageSize, Limit: pageSize})
		if err != nil {
			return err
		}
		for _, rec := range rooms {
			if rec.At.Before(m.Since.Add(-wish.LifeMax)) {
				return nil // newest first, and none is open longer
			}
			if rec.Status != store.RoomSettled || rec.Updated.Before(m.Since) {
				continue
			}
			row, err := wish.RecordOf(rec, m.Player)
			if err != nil {
				return err
			}
			sum[protocol.TaskSpentCents] += row.SpentCents
		}
		if (page+1)*pageSize >= total {
			return nil
		}
	}
	return nil
}

func seated(c protocol.BattleCard, p store.PlayerID) bool {
	for _, s := range c.Seats {
		if s.PlayerID == player.ID(p) {
			return true
		}
	}
	return false
}
