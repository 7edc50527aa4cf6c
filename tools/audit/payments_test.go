package audit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/audit"
)

// empty is a directory without actors.
type empty struct{ directory.Directory }

func (empty) Post(string, string, any, func(any, error)) {}

// bought makes an order, and pays it.
func bought(t *testing.T, e *memory.Engine, p store.PlayerID, paid bool) payment.Order {
	t.Helper()
	service := &payment.Service{Store: e, Directory: empty{}, Now: clock}
	o, err := service.Open(t.Context(), p, fmt.Sprint("buy", paid), payment.ChannelDesktop, 1_000,
		func(string) bool { return true })
	if err == nil {
		o, err = service.Begin(t.Context(), o, payment.Begun{Reference: "r"})
	}
	if err == nil && paid {
		o, err = service.Settle(t.Context(), o.Provider, payment.ProviderEvent{ID: "e", Order: o.Name(), Reference: "r",
			AmountCents: o.PriceCents, Currency: o.Currency, Paid: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// credit is an op as a service makes them, of any amount.
func credit(p store.PlayerID, order store.OpID, gems int64) *store.Op {
	body, _ := json.Marshal(payment.Recharge{Player: p, Order: order, PriceCents: 1_000, GemsCents: gems})
	return &store.Op{Player: p, Key: fmt.Sprintf("pay:%d", order), Kind: payment.KindCredit, Result: body,
		Postings: []store.Posting{{Debit: store.Account(0, store.ClassProvider), Credit: store.PlayerGems(p),
			AmountCents: gems}}}
}

func TestSeesGemsThatNobodyPaid(t *testing.T) {
	for name, c := range map[string]struct {
		op   func(p store.PlayerID, waiting payment.Order) *store.Op
		want int
	}{
		"nothing wrong": {func(store.PlayerID, payment.Order) *store.Op { return nil }, 0},
		"gems from a provider, anyhow": {func(p store.PlayerID, _ payment.Order) *store.Op {
			op := credit(p, 1, 5)
			op.Key, op.Kind = "gift", "gift"
			return op
		}, 1},
		// and no event
		"an order that does not exist": {func(p store.PlayerID, _ payment.Order) *store.Op {
			return credit(p, 77,
				1_000)
		}, 2},
		"an order that nobody paid": {func(p store.PlayerID, o payment.Order) *store.Op {
			op := credit(p, o.ID, o.GemsCents)
			op.Result, _ = json.Marshal(payment.Recharge{Player: p, Order: o.ID, PriceCents: o.PriceCents,
				GemsCents: o.GemsCents, BonusCents: o.BonusCents})
			op.Postings = append(op.Postings, store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(p),
				AmountCents: o.BonusCents})
			return op
		}, 1},
		"more than was ordered": {func(p store.PlayerID, o payment.Order) *store.Op {
			return credit(p, o.ID,
				o.GemsCents+1)
		}, 2},
		"other entries than it says": {func(p store.PlayerID, o payment.Order) *store.Op {
			op := credit(p, o.ID, o.GemsCents)
			op.Postings[0].AmountCents++
			return op
		}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			e := memory.New(memory.Options{})
			players, _, _ := play(t, e)
			bought(t, e, players[0], true)
			if op := c.op(players[1], bought(t, e, players[1], false)); op != nil {
				op.At = at
				if _, err := e.Commit(t.Context(), op); err != nil {
					t.Fatal(err)
				}
			}
			if r := check(t, e, audit.Options{}); r.Counts[audit.Payments] != c.want || r.Total() != c.want {
				t.Errorf("%d: %+v", r.Counts[audit.Payments], r.Violations)
			}
		})
	}
}

// takeBack has the provider take an order back, as it says so.
func takeBack(t *testing.T, e *memory.Engine, p store.PlayerID, o payment.Order, after time.Duration) {
	t.Helper()
	service := &payment.Service{Store: e, Directory: empty{}, Now: func() time.Time { return at.Add(after) }}
	o, err := service.Settle(t.Context(), o.Provider, payment.ProviderEvent{ID: "back", Order: o.Name(), Reference: "r",
		AmountCents: o.PriceCents, Currency: o.Currency})
	if err != nil || o.State != payment.TakenBack || o.Player != p {
		t.Fatalf("%+v, %v", o, err)
	}
}

// recovery is an op as a service makes them, of any amount and place.
func recovery(p store.PlayerID, n int64, before, taken payment.Gems) *store.Op {
	body, _ := json.Marshal(payment.Recovery{Player: p, N: n, Before: before, Taken: taken})
	return &store.Op{Player: p, Key: fmt.Sprint("pay:back:", n), Kind: store.KindRecovered, Result: body,
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.Account(0, store.ClassProvider),
			AmountCents: taken.BoughtCents}}}
}

func TestSeesDebtsThatNobodyOwes(t *testing.T) {
	reversal := func(p store.PlayerID, o payment.Order, bought int64) *store.Op {
		body, _ := json.Marshal(payment.Reversal{Player: p, Order: o.ID, Gems: payment.Gems{BoughtCents: bought,
			BonusCents: o.BonusCents}})
		return &store.Op{Player: p, Key: payment.ReversedKey(o.ID), Kind: store.KindReversed, Result: body}
	}
	bit := payment.Gems{BoughtCents: 1}
	for name, c := range map[string]struct {
		back bool // the provider takes it back, and all of it is there
		op   func(p store.PlayerID, o payment.Order) *store.Op
		want int
	}{
		"taken back": {true, nil, 0},
		"nobody has said so": {false, func(p store.PlayerID, o payment.Order) *store.Op {
			return reversal(p, o,
				o.GemsCents)
		}, 1},
		// and no op says so
		"more than was bought": {false, func(p store.PlayerID, o payment.Order) *store.Op {
			return reversal(p, o,
				o.GemsCents+1)
		}, 2},
		"nothing is owed": {false, func(p store.PlayerID, o payment.Order) *store.Op {
			return recovery(p, 0,
				payment.Gems{}, bit)
		}, 1},
		"more than is owed": {true, func(p store.PlayerID, o payment.Order) *store.Op {
			return recovery(p, 1, payment.Gems{BoughtCents: o.GemsCents, BonusCents: o.BonusCents}, bit)
		}, 1},
		"a gap": {true, func(p store.PlayerID, o payment.Order) *store.Op {
			return recovery(p, 2, payment.Gems{BoughtCents: o.GemsCents - 1, BonusCents: o.BonusCents}, bit)
		}, 1},
		"another start than the end": {true, func(p store.PlayerID, _ payment.Order) *store.Op {
			return recovery(p, 1,
				payment.Gems{}, bit)
		}, 1},
		"other entries than it says": {false, func(p store.PlayerID, _ payment.Order) *store.Op {
			op := recovery(p, 0, payment.Gems{}, bit)
			op.Postings[0].AmountCents++
			return op
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e := memory.New(memory.Options{})
			players, _, _ := play(t, e)
			p := players[0]
			o := bought(t, e, p, true)
			if _, err := e.Commit(t.Context(), &store.Op{Player: p, Key: "rich", Kind: "test", At: at,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p),
					AmountCents: 5_000}}}); err != nil {
				t.Fatal(err)
			}
			if c.back {
				takeBack(t, e, p, o, 2*time.Minute)
			}
			if c.op != nil {
				op := c.op(p, o)
				op.At = at.Add(3 * time.Minute)
				if _, err := e.Commit(t.Context(), op); err != nil {
					t.Fatal(err)
				}
			}
			if r := check(t, e, audit.Options{}); r.Counts[audit.Payments] != c.want || r.Total() != c.want {
				t.Errorf("%d: %+v", r.Counts[audit.Payments], r.Violations)
			}
		})
	}
}

func TestSeesWithdrawalsThatDoNotAddUp(t *testing.T) {
	for name, c := range map[string]struct {
		paid, back int64
		step       string
		want       int
	}{
		"in review": {1_000, 0, "", 0}, "given back": {1_000, 1_000, payment.KindRefund, 0},
		"paid out":                {1_000, 0, payment.KindPaid, 0},
		"paid out and given back": {1_000, 1_000, payment.KindPaid, 1}, "more comes back": {1_000, 1_001,
			payment.KindRefund, 1}, "nothing was taken": {0, 1_000, payment.KindRefund, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e := memory.New(memory.Options{})
			players, _, _ := play(t, e)
			p := players[0]
			id, err := e.NewRoomID(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			result := func(cents int64) []byte {
				text, _ := json.Marshal(payment.Requested{ID: id, AmountCents: cents})
				return text
			}
			request := &store.Op{Player: p, Key: "ask", Kind: payment.KindRequest, Result: result(c.paid),
				Room: &store.RoomWrite{Room: id, Kind: payment.KindWithdrawal, Epoch: 1, Status: store.RoomOpen,
					State: []byte("s"), Deadline: at.Add(time.Hour), Member: p}}
			if c.paid > 0 {
				request.Postings = []store.Posting{{Debit: store.PlayerReal(p), Credit: store.HouseReal,
					AmountCents: c.paid}}
			} else {
				request.Kind = "test"
			}
			ops := []*store.Op{{Key: "rich", Kind: "test",
				Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(p), AmountCents: 2_000}}},
				request}
			if c.step != "" {
				end := &store.Op{Player: p, Key: "end", Kind: c.step, Result: result(c.back),
					Room: &store.RoomWrite{Room: id, Kind: payment.KindWithdrawal, Epoch: 1, FromVersion: 1,
						FromStatus: store.RoomOpen, Status: store.RoomVoid, State: []byte("v")}}
				if c.step == payment.KindPaid {
					end.Result = result(c.paid)
				}
				if c.back > 0 {
					end.Postings = []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(p),
						AmountCents: c.back}}
				}
				ops = append(ops, end)
			}
			for _, op := range ops {
				op.At = at
				if _, err := e.Commit(t.Context(), op); err != nil {
					t.Fatal(err)
				}
			}
			if r := check(t, e, audit.Options{}); r.Counts[audit.Payments] != c.want || r.Total() != c.want {
				t.Errorf("%d: %+v", r.Counts[audit.Payments], r.Violations)
			}
		})
	}
}

// Money of an excluded player's payer, credited to another account all the same: by a release that does not look, or by
// hand. A service refuses it, and its refusal is nothing wrong.
func TestSeesACreditByThePayerOfAnExcludedPlayer(t *testing.T) {
	for name, c := range map[string]struct {
		blind bool          // the service sees no exclusion
		until time.Duration // of it, from the credit
		want  int
	}{"refused": {false, time.Hour, 0}, "credited": {true, time.Hour, 1},
		"credited when it was over": {true, -time.Minute, 0}} {
		t.Run(name, func(t *testing.T) {
			e := memory.New(memory.Options{})
			players, _, _ := play(t, e)
			first, other := players[0], players[1]
			now := at.Add(time.Minute)
			var from payment.Store = e
			pay := func(p store.PlayerID, key string) error {
				service := &payment.Service{Store: from, Directory: empty{}, Now: func() time.Time { return now }}
				o, err := service.Open(t.Context(), p, key, payment.ChannelDesktop, 1_000,
					func(string) bool { return true })
				if err == nil {
					o, err = service.Begin(t.Context(), o, payment.Begun{Reference: key})
				}
				if err != nil {
					t.Fatal(err)
				}
				_, err = service.Settle(t.Context(), o.Provider, payment.ProviderEvent{ID: key,
					Order: o.Name(), Reference: key,
					AmountCents: o.PriceCents, Currency: o.Currency, Paid: true, Payer: "F"})
				return err
			}
			if err := pay(first, "own"); err != nil {
				t.Fatal(err)
			}
			credit := now.Add(10 * time.Minute)
			op := limits.Begin(first, now)
			if _, err := e.Commit(t.Context(), op); err != nil {
				t.Fatal(err)
			}
			held, err := limits.Read(t.Context(), e, first)
			if err != nil {
				t.Fatal(err)
			}
			result, err := json.Marshal(limits.State{ExcludedMS: credit.Add(c.until).UnixMilli(),
				AtMS: now.UnixMilli()})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Commit(t.Context(), &store.Op{Player: first, Key: "gone", Kind: limits.KindSet, At: now,
				Result: result, Moves: []store.ItemMove{limits.Pass(first, held.Lock)},
				NewItems: []store.NewItem{limits.NewLock(first)}}); err != nil {
				t.Fatal(err)
			}
			now = credit
			if c.blind {
				from = blind{e}
			}
			if err := pay(other, "gift"); errors.Is(err, payment.ErrPayer) == c.blind {
				t.Fatal(err)
			}
			r := check(t, e, audit.Options{Now: func() time.Time { return now.Add(time.Minute) }})
			if r.Counts[audit.Payments] != c.want || r.Total() != c.want {
				t.Errorf("%d: %+v", r.Counts[audit.Payments], r.Violations)
			}
		})
	}
}

// blind is a store that shows no promise.
type blind struct{ *memory.Engine }

func (b blind) Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	if slices.Contains(q.Kinds, limits.KindSet) {
		return nil, 0, nil
	}
	return b.Engine.Ops(ctx, q)
}
