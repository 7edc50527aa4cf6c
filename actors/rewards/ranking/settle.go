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
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/store"
)

// KindSettle is the op kind of a day's payment.
const KindSettle = "ranking.settle"

// payRetry is the pause after a payment that the store did not take.
const payRetry = 10 * time.Second

// settle pays the oldest day that is over and not paid. It is called when the outbox has been read to its end, and goes
// by when that reading began.
func (a *ranking) settle() {
	if a.paying || a.steadyAt.IsZero() || a.wholeAt.Before(a.steadyAt.Add(steadyFor)) {
		return
	}
	for _, day := range a.outbox.State.days.all() {
		if day >= a.date(a.wholeAt.Add(-settleAfter)) {
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

// due is for how long the oldest day that is over has been due, and not paid; 0: none is.
func (a *ranking) due(now time.Time) time.Duration {
	all := a.outbox.State.days.all()
	if len(all) == 0 {
		return 0
	}
	span, err := a.span(all[0])
	if err != nil {
		return 0 // a day that this program has named
	}
	return max(0, now.Sub(span.End.Add(settleAfter)))
}

// winner is a row that is paid.
type winner struct {
	player store.PlayerID
	cents  int64
}

func (a *ranking) pay(day, name string) {
	rows, asks := a.outbox.State.days.of(day, name).list(a.awards(day)), a.asks(day)
	a.paying = true
	a.activation.Go(func() func() {
		winners, err := a.winners(context.Background(), day, rows, asks)
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

// winners are those who are paid. A player who is not eligible keeps the place, without its reward.
func (a *ranking) winners(ctx context.Context, day string, rows []protocol.RankRow, asks Asks) ([]winner, error) {
	span, err := a.span(day)
	if err != nil {
		return nil, err
	}
	var w []winner
	paid := map[store.PlayerID]bool{}
	for i := range rows {
		row := &rows[i]
		if row.AwardCents == 0 {
			continue
		}
		p, err := a.Store.PlayerByName(ctx, row.Name)
		if err != nil {
			return nil, fmt.Errorf("winner %q: %w", row.Name, err)
		}
		given, err := a.given(ctx, p.ID, span, asks)
		if err != nil {
			return nil, fmt.Errorf("winner %q: %w", row.Name, err)
		}
		// A player with a better place under another name is paid once: a release that did not tell of changes of names
		// may have run in the day.
		if !given || paid[p.ID] {
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

// given reports whether a player may have a reward of a day: not one who is shut out meanwhile (docs/rules.md,
// "Responsible play"), nor one who has not what the day asks for (docs/rules.md, "Eligibility").
func (a *ranking) given(ctx context.Context, who store.PlayerID, day period.Span, asks Asks) (bool, error) {
	out, err := limits.ShutOut(ctx, a.Store, who, a.Now())
	if err != nil || out {
		return false, err
	}
	if asks.Identity {
		known, err := eligibility.Identified(ctx, a.Store, who)
		if err != nil || !known {
			return false, err
		}
	}
	if asks.SpentCents == 0 {
		return true, nil
	}
	spent, err := eligibility.Ports{Directory: a.Directory}.Spent(ctx, who, day)
	return spent >= asks.SpentCents, err
}

// span is a day by its name, in the zone of now.
func (a *ranking) span(day string) (period.Span, error) {
	at, err := time.ParseInLocation(time.DateOnly, day, period.In(a.Settings, a.Now()).Location())
	return period.Day(at), err
}

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
