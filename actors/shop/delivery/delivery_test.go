package delivery_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// bot is a platform that lives longer than the server: it counts the trades that it has made, by key.
type bot struct {
	mu     sync.Mutex
	ends   delivery.State
	err    error // instead of an answer, after the trade was made
	asked  map[string]int
	link   string
	hidden bool
}

func (b *bot) Check(context.Context, string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.hidden {
		return delivery.ErrPrivate
	}
	return nil
}

func (b *bot) Trade(_ context.Context, o delivery.Offer) (delivery.State, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked == nil {
		b.asked = map[string]int{}
	}
	b.asked[o.Key]++
	b.link = o.TradeURL
	return b.ends, b.err
}

func (b *bot) set(ends delivery.State, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ends, b.err = ends, err
}

func (b *bot) trades() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.asked)
}

const link = "https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdefgh"

// service is a process with a worker that has looked once; after a crash it is made again.
func service(r *rig.Rig, b *bot) *delivery.Service { return slowService(r, b, 0) }

func slowService(r *rig.Rig, b *bot, every time.Duration) *delivery.Service {
	r.Dir.Register(delivery.Register(delivery.Ports{Store: r.Engine, Bot: b, Now: time.Now, Log: zerolog.Nop(),
		Every: every, Owes: func(ctx context.Context, who store.PlayerID) (int64, error) {
			return debts(r).Owes(ctx, who)
		}}))
	r.Dir.Post(delivery.WorkerKind, delivery.WorkerID, directory.Wake{}, nil)
	r.Settle()
	return &delivery.Service{Store: r.Engine, Contacts: r.Engine, Directory: r.Dir, Bot: b, Now: time.Now}
}

// owner is a player with a trade link and n items.
func owner(r *rig.Rig, n int) (store.PlayerID, []store.ItemID) {
	r.Helper()
	p := r.Player(10_000)
	url := link
	if err := r.Engine.SetContact(r.Context(), p, store.ContactChange{TradeURL: &url}); err != nil {
		r.Fatal(err)
	}
	var ids []store.ItemID
	for i := range n {
		o := rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: fmt.Sprint("open", i), Box: 2,
			Count: 1, PriceCents: rig.TieBoxCents})
		ids = append(ids, o.Results[0].Item)
	}
	return p, ids
}

func status(r *rig.Rig, id store.ItemID) store.ItemStatus {
	r.Helper()
	items, err := r.Engine.ItemsByID(r.Context(), []store.ItemID{id})
	if err != nil || len(items) != 1 {
		r.Fatal(items, err)
	}
	return items[0].Status
}

func setDelivery(r *rig.Rig, t delivery.Settings) {
	r.Helper()
	text, err := json.Marshal(t)
	if err == nil {
		err = settingstest.Put(r.Context(), r.Engine, delivery.Setting, text)
	}
	if err != nil {
		r.Fatal(err)
	}
}

func TestAnItemIsShipped(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		b := &bot{ends: delivery.Pending}
		d := service(r, b)
		p, ids := owner(r, 2)
		rec, err := d.Request(r.Context(), p, "a", ids[:1])
		if err != nil || len(rec.Items) != 1 || status(r, ids[0]) != store.ItemAwaitingDelivery {
			t.Fatalf("%+v, %v", rec, err)
		}
		if again, err := d.Request(r.Context(), p, "a", ids[:1]); err != nil || again.ID != rec.ID {
			t.Errorf("the same key: %+v, %v", again, err)
		}
		if _, err := d.Request(r.Context(), p, "a", ids[1:]); apierr.Code(err) != protocol.CodeKeyReused {
			t.Error(err)
		}
		if _, err := d.Request(r.Context(), p, "b", ids); apierr.Code(err) != protocol.CodeItemState {
			t.Error(err)
		}
		time.Sleep(5 * time.Minute)
		if status(r, ids[0]) != store.ItemAwaitingDelivery || b.trades() != 1 || b.link != link {
			t.Errorf("pending: status %d, %d trades", status(r, ids[0]), b.trades())
		}
		b.set(delivery.Shipped, nil)
		time.Sleep(2 * time.Minute)
		if status(r, ids[0]) != store.ItemRetrieved || status(r, ids[1]) != store.ItemInBackpack || b.trades() != 1 {
			t.Errorf("status %d, %d trades", status(r, ids[0]), b.trades())
		}
		for _, id := range []store.RoomID{rec.ID, rec.ID + 99} {
			if _, err := delivery.Fail(r.Context(), r.Engine, time.Now(), id, delivery.Failed, ""); err == nil {
				t.Error("a shipped or unknown order failed")
			}
		}
		if w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}); w.BagCount != 1 {
			t.Errorf("%+v", w)
		}
	})
}

// What a failure leaves of an item, by how often it came back: spec §3's statuses 4 and 7 to 9.
func TestItemsOfAFailedRetrievalComeBack(t *testing.T) {
	for outcome, want := range map[delivery.State][]store.ItemStatus{
		delivery.Failed:   {store.ItemRetrievalFailed, store.ItemRetrievalFailed, store.ItemRepeatedFailures},
		delivery.Declined: {store.ItemRejected, store.ItemOffersRejected},
		delivery.Private: {store.ItemRetrievalFailed, store.ItemRetrievalFailed, store.ItemRetrievalFailed,
			store.ItemRetrievalFailed},
	} {
		t.Run(string(outcome), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				b := &bot{ends: outcome}
				d := service(r, b)
				p, ids := owner(r, 1)
				for i, after := range want {
					if _, err := d.Request(r.Context(), p, fmt.Sprint("try", i), ids); err != nil {
						t.Fatalf("try %d: %v", i, err)
					}
					time.Sleep(10300 * time.Millisecond) // between two looks
					if got := status(r, ids[0]); got != after || b.trades() != i+1 {
						t.Fatalf("try %d leaves status %d, not %d; %d trades", i, got, after, b.trades())
					}
				}
				last := want[len(want)-1]
				_, err := d.Request(r.Context(), p, "more", ids)
				_, sold := rig.Ask[player.Sold](r, player.Kind, player.ID(p), player.Sell{Key: "sell", Items: ids})
				if blocked := last == store.ItemRepeatedFailures || last == store.ItemOffersRejected; blocked {
					r.Refused(err, protocol.CodeItemState)
					r.Refused(sold, protocol.CodeItemState)
					if _, err := delivery.Release(r.Context(), r.Engine, time.Now(), ids[0]); err != nil ||
						status(r, ids[0]) != store.ItemInBackpack {
						t.Errorf("released: %v, status %d", err, status(r, ids[0]))
					}
					if _, err := delivery.Release(r.Context(), r.Engine, time.Now(), ids[0]); !errors.Is(err,
						delivery.ErrStep) {
						t.Errorf("released twice: %v", err)
					}
					if _, err = d.Request(r.Context(), p, "anew", ids); err != nil {
						t.Fatal(err)
					}
					time.Sleep(10300 * time.Millisecond) // between two looks
					if got := status(r, ids[0]); got != want[0] {
						t.Errorf("after the release a failure counts as the %d-th: status %d", len(want), got)
					}
				} else if err != nil || sold == nil {
					t.Errorf("asked again: %v; sold meanwhile: %v", err, sold)
				}
			})
		})
	}
}

func TestAFailedItemCanBeSold(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		b := &bot{ends: delivery.Failed}
		d := service(r, b)
		p, ids := owner(r, 2)
		if _, err := d.Request(r.Context(), p, "a", ids); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10300 * time.Millisecond) // between two looks
		if s := rig.Do[player.Sold](r, player.Kind, player.ID(p),
			player.Sell{Key: "s", Items: ids}); s.SoldCents != 100 || s.BagCount != 0 {
			t.Errorf("%+v", s)
		}
	})
}

func TestWhoeverDoesNotOwnAnItemCannotRetrieveIt(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		b := &bot{ends: delivery.Shipped}
		d := service(r, b)
		p, ids := owner(r, 1)
		q, other := owner(r, 1)
		none := ""
		for _, tt := range []struct {
			who  store.PlayerID
			ids  []store.ItemID
			code protocol.Code
		}{
			{p, other, protocol.CodeItemForeign}, {p, append(ids, other...), protocol.CodeItemForeign},
			{p, []store.ItemID{1}, protocol.CodeItemForeign},
			{p, nil, protocol.CodeItemCount}, {p, []store.ItemID{ids[0], ids[0]}, protocol.CodeItemCount},
			{p, make([]store.ItemID, 51), protocol.CodeItemCount},
		} {
			_, err := d.Request(r.Context(), tt.who, "k", tt.ids)
			r.Refused(err, tt.code)
		}
		b.hidden = true
		_, err := d.Request(r.Context(), p, "k", ids)
		r.Refused(err, protocol.CodePrivate)
		if err := r.Engine.SetContact(r.Context(), q, store.ContactChange{TradeURL: &none}); err != nil {
			t.Fatal(err)
		}
		_, err = d.Request(r.Context(), q, "k", other)
		r.Refused(err, protocol.CodeTradeLink)
		time.Sleep(time.Minute)
		if b.trades() != 0 || status(r, ids[0]) != store.ItemInBackpack || len(r.Ops(delivery.KindRequest)) != 0 {
			t.Error("a refused request had an effect")
		}
	})
}

func TestLargeOrdersWaitForAReviewer(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setDelivery(r, delivery.Settings{AutoCents: 49, FailuresMost: 3, OffersMost: 2}) // the items are worth 50
		b := &bot{ends: delivery.Shipped}
		d := service(r, b)
		p, ids := owner(r, 3)
		var orders []delivery.Record
		for i := range ids {
			rec, err := d.Request(r.Context(), p, fmt.Sprint(i), ids[i:i+1])
			if err != nil {
				t.Fatal(err)
			}
			orders = append(orders, rec)
		}
		time.Sleep(time.Minute)
		if b.trades() != 0 {
			t.Fatal("the bot learned of an order that nobody has reviewed")
		}
		if _, err := delivery.Ship(r.Context(), r.Engine, time.Now(), orders[0].ID, ""); !errors.Is(err,
			delivery.ErrStep) {
			t.Errorf("shipped without a review: %v", err)
		}
		if _, err := delivery.Approve(r.Context(), r.Engine, time.Now(), orders[0].ID, "fine"); err != nil {
			t.Fatal(err)
		}
		if _, err := delivery.Approve(r.Context(), r.Engine, time.Now(), orders[0].ID, "fine"); !errors.Is(err,
			delivery.ErrStep) {
			t.Errorf("approved twice: %v", err)
		}
		if _, err := delivery.Fail(r.Context(), r.Engine, time.Now(), orders[1].ID, delivery.Refused,
			"no"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10300 * time.Millisecond) // between two looks
		if status(r, ids[0]) != store.ItemRetrieved || status(r, ids[1]) != store.ItemRejected ||
			status(r, ids[2]) != store.ItemAwaitingDelivery || b.trades() != 1 {
			t.Errorf("%d %d %d, %d trades", status(r, ids[0]), status(r, ids[1]), status(r, ids[2]), b.trades())
		}
	})
}

// What one order may not take out unseen, many small ones may not either: of one player and day so much goes out
// without a person, the rest waits for one, or for the next day. What a person has approved does not count, and what
// one player takes out is not taken off another's day.
func TestSmallOrdersWaitForAReviewerWhenADayHasHadEnough(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setDelivery(r, delivery.Settings{AutoCents: 50, DayCents: 120, FailuresMost: 3, OffersMost: 2})
		b := &bot{ends: delivery.Shipped}
		d := slowService(r, b, 4*time.Second)
		p, ids := owner(r, 5) // worth 50 each
		q, other := owner(r, 1)
		ask := func(who store.PlayerID, id store.ItemID) store.RoomID {
			rec, err := d.Request(r.Context(), who, fmt.Sprint(id), []store.ItemID{id})
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second) // between two looks
			return rec.ID
		}
		sent := func() (n int) {
			for _, id := range ids {
				if status(r, id) == store.ItemRetrieved {
					n++
				}
			}
			return n
		}
		first := ask(p, ids[0])
		second := ask(p, ids[1])
		third := ask(p, ids[2])
		if n := sent(); n != 2 {
			t.Fatalf("%d of three orders of 50 went out unseen, of a day of 120", n)
		}
		if ask(q, other[0]); status(r, other[0]) != store.ItemRetrieved {
			t.Error("another player's order waits, too")
		}
		if _, err := delivery.Approve(r.Context(), r.Engine, time.Now(), third, "seen"); err != nil {
			t.Fatal(err)
		}
		ask(p, ids[3])
		if n := sent(); n != 3 || status(r, ids[2]) != store.ItemRetrieved {
			t.Errorf("%d went out, the approved one is in status %d", n, status(r, ids[2]))
		}
		for id, want := range map[store.RoomID]bool{first: true, second: true, third: false} {
			room, err := r.Engine.Room(r.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if o, err := delivery.ReadOrder(room); err != nil || o.Unseen != want {
				t.Errorf("order %d: unseen is %t, %v", id, o.Unseen, err)
			}
		}
		time.Sleep(24 * time.Hour)
		ask(p, ids[4])
		if n := sent(); n != 5 {
			t.Errorf("%d of five went out, the last two on the next day", n)
		}
	})
}

// A recharge that is taken back after the request leaves a debt: until it is paid no order leaves without a person, who
// may still pass it on. An order whose debt cannot be read waits, too.
func TestADebtorsOrdersWaitForAReviewer(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		b := &bot{ends: delivery.Shipped}
		d := service(r, b)
		p, ids := owner(r, 2)
		q, other := owner(r, 1)
		var orders []store.RoomID
		for i, id := range append(ids, other...) {
			who := p
			if i == 2 {
				who = q
			}
			rec, err := d.Request(r.Context(), who, fmt.Sprint(id), []store.ItemID{id})
			if err != nil {
				t.Fatal(err)
			}
			orders = append(orders, rec.ID)
		}
		owe(r, p, 700)
		where := func(want ...store.ItemStatus) {
			t.Helper()
			time.Sleep(10300 * time.Millisecond) // between two looks
			if got := []store.ItemStatus{status(r, ids[0]), status(r, ids[1]),
				status(r, other[0])}; !slices.Equal(got, want) {
				t.Errorf("statuses %v, want %v", got, want)
			}
		}
		where(store.ItemAwaitingDelivery, store.ItemAwaitingDelivery, store.ItemRetrieved)
		if rec, err := r.Engine.Room(r.Context(), orders[0]); err != nil || rec.Status != store.RoomOpen {
			t.Errorf("status %d, %v", rec.Status, err)
		}
		if _, err := delivery.Approve(r.Context(), r.Engine, time.Now(), orders[0], "seen"); err != nil {
			t.Fatal(err)
		}
		where(store.ItemRetrieved, store.ItemAwaitingDelivery, store.ItemRetrieved)
		r.Gift(p, prize.Prize{Kind: prize.Diamond, Num: 700})
		if left, err := debts(r).Collect(r.Context(), p); err != nil || left != 0 {
			t.Fatal(left, err)
		}
		where(store.ItemRetrieved, store.ItemRetrieved, store.ItemRetrieved)
	})
}

// debts are the site's, as the worker asks about them.
func debts(r *rig.Rig) *payment.Service {
	return &payment.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}
}

// owe has a recharge of a player taken back, who has spent everything.
func owe(r *rig.Rig, p store.PlayerID, cents int64) {
	r.Helper()
	spent := &store.Op{Player: p, Key: "spent", Kind: "test.spend", At: time.Now(), Postings: []store.Posting{
		{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: r.Balance(p)}}}
	back := &store.Op{Player: p, Key: payment.ReversedKey(4), Kind: store.KindReversed, At: time.Now(),
		Result: fmt.Appendf(nil, `{"player":%d,"order":4,"boughtCents":%d}`, p, cents)}
	for _, op := range []*store.Op{spent, back} {
		if _, err := r.Engine.Commit(r.Context(), op); err != nil {
			r.Fatal(err)
		}
	}
}

func TestWhatNobodyReviewsComesBack(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setDelivery(r, delivery.Settings{FailuresMost: 3, OffersMost: 2})
		b := &bot{ends: delivery.Shipped}
		d := slowService(r, b, 12*time.Hour)
		p, ids := owner(r, 1)
		if _, err := d.Request(r.Context(), p, "a", ids); err != nil {
			t.Fatal(err)
		}
		for _, want := range []store.ItemStatus{store.ItemAwaitingDelivery, store.ItemRejected} {
			r.Drain() // the rest of the process need not live through a month of seconds
			time.Sleep(16 * 24 * time.Hour)
			r.Start()
			slowService(r, b, 12*time.Hour)
			time.Sleep(time.Second)
			if got := status(r, ids[0]); got != want || b.trades() != 0 {
				t.Errorf("status %d, not %d; %d trades", got, want, b.trades())
			}
		}
	})
}

// Whatever the store and the bot answer and whenever the process is killed, an order is one trade and ends once.
func TestFaultsAndCrashesLeaveOneTrade(t *testing.T) {
	kinds := []string{delivery.KindRequest, delivery.KindApprove, delivery.KindAsk, delivery.KindShip}
	for _, kind := range kinds {
		for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
			t.Run(fmt.Sprint(kind, f), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					b := &bot{ends: delivery.Shipped, err: errors.New("lost on the way back")}
					d := service(r, b)
					p, ids := owner(r, 1)
					times := 0
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind != kind {
							return memory.NoFault
						}
						if times++; times > 2 {
							return memory.NoFault
						}
						return f
					})
					for try := 0; try < 5; try++ { // a client repeats what had no definite answer, with its key
						if _, err := d.Request(r.Context(), p, "a", ids); err == nil {
							break
						}
						time.Sleep(time.Second)
					}
					for _, wait := range []time.Duration{0, 1100 * time.Millisecond, 3 * time.Second} {
						time.Sleep(wait)
						r.Crash()
						service(r, b)
					}
					time.Sleep(time.Minute)
					b.set(delivery.Shipped, nil)
					time.Sleep(3 * time.Minute)
					if status(r, ids[0]) != store.ItemRetrieved || b.trades() != 1 {
						t.Errorf("status %d, %d trades", status(r, ids[0]), b.trades())
					}
					for _, kind := range kinds {
						if n := len(r.Ops(kind)); n != 1 {
							t.Errorf("%s: %d times", kind, n)
						}
					}
				})
			})
		}
	}
}

func TestSettingsWithoutSenseAreRefused(t *testing.T) {
	for text, good := range map[string]bool{"{}": true, `{"autoCents":0}`: true, `{"failuresMost":0}`: false,
		`{"offersMost":51}`: false, `{"autoCents":-1}`: false,
		`{"dayCents":0}`: true, `{"dayCents":-1}`: false, "x": false} {
		if got, err := delivery.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}
