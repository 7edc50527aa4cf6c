package ranking

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/durable"
	"jadebox/protocol"
	"jadebox/store"
)

// KindSettle is the op kind of a day's payment.
const KindSettle = "ranking.settle"

// payRetry is the pause after a payment that the store did not take.
const payRetry = 10 * time.Second

// settle pays the oldest day that is over and not paid. It is called when the outbox has been read to its end.
func (a *ranking) settle() {
	if a.paying {
		return
	}
	for _, day := range a.outbox.State.days.all() {
		if day >= a.date(a.Now().Add(-settleAfter)) {
			return // not over for long enough, and the days that follow are younger
		}
		for _, name := range boards {
			if a.outbox.State.days.of(day, name) != nil {
				a.pay(day, name)
				return
			}
		}
	}
}

// winner is a row that is paid.
type winner struct {
	player store.PlayerID
	cents  int64
}

func (a *ranking) pay(day, name string) {
	rows := a.outbox.State.days.of(day, name).list(a.awards(day))
	a.paying = true
	a.activation.Go(func() func() {
		winners, err := a.winners(rows)
		return func() {
			if err != nil {
				a.unpaid(day, name, err)
				return
			}
			op, err := payment(day, name, rows, winners, a.Now())
			if err != nil {
				a.unpaid(day, name, err)
				return
			}
			durable.Commit(a.activation, a.Store, op, func(rec store.Receipt, err error) {
				a.paid(day, name, winners,
					rec, err)
			})
		}
	})
}

// winners are those who are paid. A player who is shut out meanwhile keeps the place, without its reward
// (docs/rules.md, "Responsible play"), and so does whoever has a better one under another name: a release that did not
// tell of changes of names may have run in the day.
func (a *ranking) winners(rows []protocol.RankRow) ([]winner, error) {
	var w []winner
	paid := map[store.PlayerID]bool{}
	for i := range rows {
		row := &rows[i]
		if row.AwardCents == 0 {
			continue
		}
		p, err := a.Store.PlayerByName(context.Background(), row.Name)
		if err != nil {
			return nil, fmt.Errorf("winner %q: %w", row.Name, err)
		}
		out, err := limits.ShutOut(context.Background(), a.Store, p.ID, a.Now())
		if err != nil {
			return nil, fmt.Errorf("winner %q: %w", row.Name, err)
		}
		if out || paid[p.ID] {
			row.AwardCents = 0
			continue
		}
		paid[p.ID] = true
		w = append(w, winner{p.ID, row.AwardCents})
	}
	return w, nil
}

// settleKey is the key of a day's payment, in the house's key space.
func settleKey(board, day string) string { return "ranking:" + board + ":" + day }

// payment is the one op of a day and board. Its request is the day's name alone: the first payment of a day is the only
// one, whatever a later count would say.
func payment(day, name string, rows []protocol.RankRow, winners []winner, now time.Time) (*store.Op, error) {
	key := settleKey(name, day)
	result, err := json.Marshal(closed{day, rows})
	op := &store.Op{Key: key, Kind: KindSettle, Request: sha256.Sum256([]byte(key)), At: now, Result: result}
	for _, w := range winners {
		op.Postings = append(op.Postings, store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(w.player),
			AmountCents: w.cents})
	}
	return op, err
}

func (a *ranking) paid(day, name string, winners []winner, rec store.Receipt, err error) {
	var c closed
	if err == nil {
		err = json.Unmarshal(rec.Result, &c)
	}
	if err != nil {
		a.unpaid(day, name, err)
		return
	}
	a.paying = false
	a.outbox.State.Closed[name] = c
	a.outbox.State.days.forget(day, name)
	a.outbox.Changed()
	for _, w := range winners {
		a.Directory.Post(player.Kind, player.ID(w.player), player.Credited{}, nil)
	}
	a.Log.Info().Str("board", name).Str("day", day).Int("winners", len(winners)).Msg("ranking paid")
	a.settle()
}

func (a *ranking) unpaid(day, name string, err error) {
	if !errors.Is(err, store.ErrFull) {
		a.Log.Error().Err(err).Str("board", name).Str("day", day).Msg("ranking not paid")
	}
	a.activation.After(payRetry, func() {
		a.paying = false
		a.settle()
	})
}
