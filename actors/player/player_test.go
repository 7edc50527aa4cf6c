package player_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

func open(key string, count int) player.Open {
	return player.Open{Key: key, Box: 1, Count: count, PriceCents: rig.BoxCents}
}

func TestAnOpeningPaysAndDrawsItsItems(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		seeds := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		if seeds.Epoch != 1 || seeds.NextServerHash != "" || seeds.Commit == "" {
			t.Fatalf("a commitment and no seed before the beacon: %+v", seeds)
		}
		o := rig.Do[player.Opened](r, player.Kind, id, open("k1", 3)) // waits for the beacon by itself
		if len(o.Results) != 3 || o.BalanceCents != 700 || o.BagCount != 3 || r.Balance(p) != 700 || o.Next.Nonce != 3 {
			t.Fatalf("%+v, balance %d", o, r.Balance(p))
		}
		again := rig.Do[player.Opened](r, player.Kind, id, open("k2", 1))
		if again.Results[0].ServerHash != o.Next.ServerHash || again.Results[0].N != 3 {
			t.Errorf("the next server hash was %s, the seed drawn has %s", o.Next.ServerHash,
				again.Results[0].ServerHash)
		}
		items, total, err := r.Engine.Items(t.Context(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 10}})
		if err != nil || total != 4 {
			t.Fatalf("%d items, %v", total, err)
		}
		for i, it := range items[1:] {
			if want := o.Results[2-i]; it.ID != want.Item || it.ValueCents != want.ValueCents ||
				it.Source != store.FromBox {
				t.Errorf("item %+v, told %+v", it, want)
			}
		}
		events := r.Hub.Events(publish.PlayerTopic(p))
		var w protocol.Wallet
		if _, err := w.UnmarshalMsg(events[len(events)-1].Body); err != nil || w.GemsCents != 600 || w.BagCount != 4 ||
			w.OpID != fmt.Sprint(again.Op) {
			t.Errorf("wallet event %+v, %v", w, err)
		}
		verify(r, o)
	})
}

// verify checks the bundles of an opening, with the key hidden and then revealed.
func verify(r *rig.Rig, o player.Opened) {
	r.Helper()
	for i := range o.Results {
		b, err := player.Bundle(r.Context(), r.Engine, r.Catalog, o.Op, i)
		if err != nil {
			r.Fatal(err)
		}
		if b.Key != "" {
			r.Error("an active key stands in a bundle")
		}
		if report := fairness.Verify(b); !report.OK {
			r.Errorf("%+v", report)
		}
	}
	op, _ := r.Engine.Op(r.Context(), o.Op)
	rig.Do[player.Rotated](r, player.Kind, player.ID(op.Player), player.Rotate{Key: fmt.Sprintf("rotate-%d", o.Op)})
	b, err := player.Bundle(r.Context(), r.Engine, r.Catalog, o.Op, 0)
	if err != nil || b.Key == "" {
		r.Fatalf("after the epoch: %v", err)
	}
	for _, c := range fairness.Verify(b).Checks {
		if c.Name == fairness.CheckServerSeed && !c.OK {
			r.Errorf("with the key: %+v", c)
		}
	}
}

func TestRefusedOpeningsChangeNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(150)
		for name, c := range map[string]struct {
			msg  player.Open
			want protocol.Code
		}{
			"stale price": {player.Open{Key: "a", Box: 1, Count: 1, PriceCents: 99}, protocol.CodePriceChanged},
			"stale odds": {player.Open{Key: "o", Box: 1, Count: 1, PriceCents: 100, OddsHash: "of yesterday"},
				protocol.CodePriceChanged},
			"unknown box":  {player.Open{Key: "b", Box: 99, Count: 1, PriceCents: 100}, protocol.CodeBoxUnknown},
			"disabled box": {player.Open{Key: "c", Box: 3, Count: 1, PriceCents: 100}, protocol.CodeBoxDisabled},
			"none":         {player.Open{Key: "d", Box: 1, Count: 0, PriceCents: 100}, protocol.CodeCount},
			"six":          {player.Open{Key: "e", Box: 1, Count: 6, PriceCents: 100}, protocol.CodeCount},
			"too dear":     {open("f", 2), protocol.CodeFunds},
			"no key":       {open("", 1), protocol.CodeKeyMissing},
			"long key":     {open(strings.Repeat("k", 81), 1), protocol.CodeKeyMissing},
		} {
			asked := time.Now()
			if _, err := rig.Ask[player.Opened](r, player.Kind, player.ID(p), c.msg); apierr.Code(err) != c.want {
				t.Errorf("%s: %v, want %d", name, err, c.want)
			}
			if waited := time.Since(asked); waited > 0 {
				t.Errorf("%s: refused after %s: it has no beacon to wait for", name, waited)
			}
		}
		if ops := r.Ops(player.KindOpen, "box.void"); len(ops) != 0 || r.Balance(p) != 150 {
			t.Errorf("refusals left %d ops and %d cents", len(ops), r.Balance(p))
		}
		_, err := rig.Ask[player.Opened](r, player.Kind, "99", open("k", 1))
		r.Refused(err, protocol.CodeNotFound)
		_, err = rig.Ask[player.Opened](r, player.Kind, "zero", open("k", 1))
		r.Refused(err, protocol.CodeNotFound)
	})
}

func TestSameKeySameAnswer(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100)
		id := player.ID(p)
		first := rig.Do[player.Opened](r, player.Kind, id, open("k", 1))
		again := rig.Do[player.Opened](r, player.Kind, id, open("k", 1)) // the balance would not allow a second
		if first.Op != again.Op || first.Results[0] != again.Results[0] {
			t.Errorf("%+v and then %+v", first, again)
		}
		_, err := rig.Ask[player.Opened](r, player.Kind, id, open("k", 2))
		r.Refused(err, protocol.CodeKeyReused)
		sold := rig.Do[player.Sold](r, player.Kind, id,
			player.Sell{Key: "s", Items: []store.ItemID{first.Results[0].Item}})
		resold := rig.Do[player.Sold](r, player.Kind, id,
			player.Sell{Key: "s", Items: []store.ItemID{first.Results[0].Item}})
		if sold != resold || r.Balance(p) != first.Results[0].ValueCents {
			t.Errorf("%+v and then %+v", sold, resold)
		}
		r.Crash()
		if after := rig.Do[player.Opened](r, player.Kind, id, open("k", 1)); after.Op != first.Op {
			t.Error("a restart forgot the key")
		}
	})
}

// A repeated key changes nothing in memory either: neither the balance that is shown nor the nonce that comes next.
func TestRepeatedKeyLeavesMemoryAlone(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		id := player.ID(r.Player(1000))
		first := rig.Do[player.Opened](r, player.Kind, id, open("k", 2))
		events := len(r.Hub.Events(publish.PlayerTopic(1)))
		again := rig.Do[player.Opened](r, player.Kind, id, open("k", 2))
		if again.BalanceCents != first.BalanceCents || again.BagCount != first.BagCount || again.Next != first.Next {
			t.Errorf("%+v and then %+v", first, again)
		}
		if n := len(r.Hub.Events(publish.PlayerTopic(1))); n != events {
			t.Errorf("%d further events", n-events)
		}
	})
}

// parallel sends n requests at once and counts the codes of the answers.
func parallel(r *rig.Rig, id string, n int, msg func(i int) any) map[protocol.Code]int {
	codes := map[protocol.Code]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			_, err := r.Dir.Request(r.Context(), player.Kind, id, msg(i))
			mu.Lock()
			defer mu.Unlock()
			codes[apierr.Code(err)]++
		})
	}
	wg.Wait()
	return codes
}

func TestTwoHundredOpeningsAtOnceAreKept(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(190)
		id := player.ID(p)
		if codes := parallel(r, id, 200, func(int) any { return open("same", 1) }); codes[protocol.OK] != 200 {
			t.Errorf("identical opens: %v", codes)
		}
		if n := len(r.Ops(player.KindOpen)); n != 1 || r.Balance(p) != 90 {
			t.Errorf("%d ops, %d cents", n, r.Balance(p))
		}
		item := rig.Do[player.Opened](r, player.Kind, id, open("same", 1)).Results[0]
		codes := parallel(r, id, 200, func(i int) any {
			return player.Sell{Key: fmt.Sprint("s", i),
				Items: []store.ItemID{item.Item}}
		})
		if codes[protocol.OK] != 1 || codes[protocol.CodeItemState] != 199 {
			t.Errorf("distinct sells: %v", codes)
		}
		if r.Balance(p) != 90+item.ValueCents {
			t.Errorf("%d cents after one sale of %d", r.Balance(p), item.ValueCents)
		}
		p = r.Player(150)
		codes = parallel(r, player.ID(p), 200, func(i int) any { return open(fmt.Sprint("o", i), 1) })
		if codes[protocol.OK] != 1 || codes[protocol.CodeFunds] != 199 {
			t.Errorf("distinct opens with money for one: %v", codes)
		}
		if n := len(r.Ops("box.void")); n != 0 {
			t.Errorf("%d voids: money was not checked before the draw", n)
		}
	})
}

func TestItemsAreSoldOnceByTheirOwner(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, other := r.Player(1000), r.Player(1000)
		id := player.ID(p)
		_, err := rig.Ask[player.Sold](r, player.Kind, id, player.SellAll{Key: "empty"})
		r.Refused(err, protocol.CodeEmptyBag)
		mine := rig.Do[player.Opened](r, player.Kind, id, open("k", 5))
		theirs := rig.Do[player.Opened](r, player.Kind, player.ID(other), open("k", 1)).Results[0].Item
		for want, ids := range map[protocol.Code][]store.ItemID{
			protocol.CodeItemForeign: {mine.Results[0].Item, theirs},
			protocol.CodeItemCount:   {mine.Results[0].Item, mine.Results[0].Item},
		} {
			_, err := rig.Ask[player.Sold](r, player.Kind, id, player.Sell{Key: fmt.Sprint("x", want), Items: ids})
			r.Refused(err, want)
		}
		_, err = rig.Ask[player.Sold](r, player.Kind, id, player.Sell{Key: "y", Items: make([]store.ItemID, 51)})
		r.Refused(err, protocol.CodeItemCount)
		if r.Balance(p) != 500 || len(r.Ops(player.KindSell)) != 0 {
			t.Fatal("a refused sale had an effect")
		}
		var worth int64
		for _, it := range mine.Results {
			worth += it.ValueCents
		}
		sold := rig.Do[player.Sold](r, player.Kind, id, player.SellAll{Key: "all"})
		if sold.Count != 5 || sold.SoldCents != worth || sold.BagCount != 0 || sold.BalanceCents != 500+worth ||
			r.Balance(p) != 500+worth {
			t.Errorf("%+v, worth %d", sold, worth)
		}
	})
}

// A draw that the store refuses must not disappear: its nonce is published as void.
func TestRefusedDrawIsVoid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("k1", 1))
		r.SetFault(func(op *store.Op) memory.Fault {
			if op.Kind == player.KindOpen {
				return memory.RefuseBefore
			}
			return memory.NoFault
		})
		_, err := rig.Ask[player.Opened](r, player.Kind, id, open("k2", 2))
		r.Refused(err, protocol.CodeBusy)
		r.SetFault(nil)
		voids := r.Ops("box.void")
		if len(voids) != 1 || voids[0].Nonce.From != 1 || voids[0].Nonce.Count != 2 || len(voids[0].Postings) != 0 {
			t.Fatalf("%+v", voids)
		}
		var keys []string
		for _, l := range voids[0].Leaves {
			keys = append(keys, l.Key)
		}
		scope := fairness.SoloScope(int64(p), 1)
		want := fmt.Sprint([]string{"ticket:" + scope + ":n1", "ticket:" + scope + ":n2", "void:" + scope + ":n1",
			"void:" + scope + ":n2"})
		if fmt.Sprint(keys) != want {
			t.Errorf("leaves %v, want %s", keys, want)
		}
		if o := rig.Do[player.Opened](r, player.Kind, id, open("k2", 2)); o.Results[0].N != 3 || r.Balance(p) != 700 {
			t.Errorf("after the void: %+v, %d cents", o.Results[0], r.Balance(p))
		}
	})
}

// A store that takes the void of a refused draw only later gets it later: no nonce is drawn again meanwhile.
func TestAVoidIsKeptThoughTheStoreRefusesItAgainAndAgain(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id, refused := player.ID(p), map[string]int{}
		rig.Do[player.Opened](r, player.Kind, id, open("k1", 1))
		r.SetFault(func(op *store.Op) memory.Fault {
			if refused[op.Kind]++; op.Kind == player.KindOpen || op.Kind == "box.void" && refused[op.Kind] <= 4 {
				return memory.RefuseConflict
			}
			return memory.NoFault
		})
		_, err := rig.Ask[player.Opened](r, player.Kind, id, open("k2", 2))
		r.Refused(err, protocol.CodeBusy)
		r.SetFault(nil)
		if voids := r.Ops("box.void"); len(voids) != 1 || voids[0].Nonce.From != 1 || voids[0].Nonce.Count != 2 {
			t.Errorf("%+v", voids)
		}
		if o := rig.Do[player.Opened](r, player.Kind, id, open("k2", 2)); o.Results[0].N != 3 {
			t.Errorf("nonce %d is drawn after 1 and 2 were refused", o.Results[0].N)
		}
	})
}

// A process that may write no more keeps no void: it answers, and does not try for ever.
func TestADrawOfANodeThatIsLostIsRefusedAndNotVoided(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id, voids := player.ID(p), 0
		rig.Do[player.Opened](r, player.Kind, id, open("k1", 1))
		node, err := r.Engine.EnterNode(t.Context(), store.NodeEntry{Name: "node"}, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		r.Engine.Guard(node)
		r.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind == "box.void" {
				voids++
			}
		})
		time.Sleep(2 * time.Second)
		began := time.Now()
		_, err = rig.Ask[player.Opened](r, player.Kind, id, open("k2", 1))
		r.Refused(err, protocol.CodeBusy)
		if took := time.Since(began); took > 0 || voids > 0 {
			t.Errorf("refused after %s and %d voids", took, voids)
		}
	})
}

func TestUnknownOutcomeIsResolved(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("k0", 1))
		for i, f := range []memory.Fault{memory.UnknownApplied, memory.UnknownNotApplied} {
			times := 2
			r.SetFault(func(op *store.Op) memory.Fault {
				if times--; times < 0 {
					return memory.NoFault
				}
				return f
			})
			o := rig.Do[player.Opened](r, player.Kind, id, open(fmt.Sprint("u", i), 1))
			if o.BalanceCents != r.Balance(p) || o.BalanceCents != 1000-int64(i+2)*100 {
				t.Errorf("fault %d: told %d, has %d", f, o.BalanceCents, r.Balance(p))
			}
		}
	})
}

// The next epoch is committed ahead, so that crossing into it takes no time at all. Nothing is drawn by it for a player
// who was shown the commitment of the one that is used up.
func TestRolloverDoesNotStall(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(200_000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("first", 4)) // 4, so that the last opening does not fit
		shown := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}).Commit
		time.Sleep(time.Minute)
		for i := range 199 {
			if i == 190 { // well after the commitment ahead
				time.Sleep(5 * time.Second)
			}
			rig.Do[player.Opened](r, player.Kind, id, open(fmt.Sprint("k", i), 5))
		}
		if _, err := r.Engine.Kept(t.Context(), "seed.next."+id); err != nil {
			t.Errorf("no epoch is prepared: %v", err)
		}
		before, cents := time.Now(), r.Balance(p)
		over := open("over", 5)
		over.Commit = shown // a player who names a commitment has seen no other one
		_, err := rig.Ask[player.Opened](r, player.Kind, id, over)
		if r.Refused(err, protocol.CodePriceChanged); r.Balance(p) != cents {
			t.Errorf("%d cents were taken under the commitment of the next epoch", cents-r.Balance(p))
		}
		over.Commit = rig.Do[player.Seeds](r, player.Kind, id, player.Seed{}).Commit
		o := rig.Do[player.Opened](r, player.Kind, id, over)
		if o.Epoch != 2 || o.Results[0].N != 0 || time.Since(before) > time.Second/2 {
			t.Errorf("epoch %d nonce %d after %s", o.Epoch, o.Results[0].N, time.Since(before))
		}
		if e, err := r.Engine.SeedEpoch(t.Context(), p, 1); err != nil || e.RevealedAt.IsZero() ||
			fairness.Key(e.Key).Commit() != e.Commit {
			t.Errorf("epoch 1 is not open: %+v %v", e, err)
		}
		if b, err := r.Engine.Kept(t.Context(), "seed.next."+id); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the prepared epoch is kept after it began: %s %v", b, err)
		}
		if n := len(r.Ops("seed.open")); n != 2 {
			t.Errorf("%d epoch-open leaves", n)
		}
	})
}

// However fast boxes are opened, the end of an epoch only delays them: the next one was committed a hundred nonces
// before, and its beacon may still be on its way.
func TestBurstsAcrossTheEndOfAnEpochAreNeverRefused(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(300_000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("first", 4)) // 4, so that no opening ends with the epoch
		for i := range 179 {
			rig.Do[player.Opened](r, player.Kind, id, open(fmt.Sprint("k", i), 5))
		}
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				o, err := rig.Ask[player.Opened](r, player.Kind, id, open(fmt.Sprint("burst", i), 5))
				if err != nil || len(o.Results) != 5 {
					t.Errorf("opening %d of the burst: %+v, %v", i, o, err)
				}
			})
		}
		all.Wait()
		o := rig.Do[player.Opened](r, player.Kind, id, open("last", 1))
		if o.Epoch != 2 || o.Results[0].N != 100 {
			t.Errorf("epoch %d, nonce %d", o.Epoch, o.Results[0].N)
		}
	})
}

func TestARotationRevealsTheSeedOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		seeds := rig.Do[player.Seeds](r, player.Kind, id, player.Seed{})
		o := rig.Do[player.Opened](r, player.Kind, id, open("k", 1))
		rot := rig.Do[player.Rotated](r, player.Kind, id, player.Rotate{Key: "r"})
		if key := fairness.Key(rot.Revealed.Key); key.Commit() != seeds.Commit || rot.Revealed.Epoch != 1 ||
			rot.Current.Epoch != 2 {
			t.Fatalf("%+v", rot)
		}
		again := rig.Do[player.Rotated](r, player.Kind, id, player.Rotate{Key: "r"})
		if again.Revealed.Epoch != 1 || again.Current.Epoch != 2 {
			t.Errorf("the same key rotated again: %+v", again)
		}
		next := rig.Do[player.Opened](r, player.Kind, id, open("k2", 1))
		if next.Epoch != 2 || next.Results[0].N != 0 || next.Results[0].ServerSeed == o.Results[0].ServerSeed {
			t.Errorf("%+v", next)
		}
	})
}

func TestUserSeedAppliesFromTheNextNonce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		_, err := rig.Ask[player.Seeds](r, player.Kind, id, player.SetUserSeed{Seed: "no spaces"})
		r.Refused(err, protocol.CodeSeedFormat)
		first := rig.Do[player.Opened](r, player.Kind, id, open("k", 1))
		rig.Do[player.Seeds](r, player.Kind, id, player.SetUserSeed{Seed: "Mine1"})
		second := rig.Do[player.Opened](r, player.Kind, id, open("k2", 1))
		if first.Results[0].UserSeed != "seed" || second.Results[0].UserSeed != "Mine1" || second.Results[0].N != 1 {
			t.Errorf("%q then %q", first.Results[0].UserSeed, second.Results[0].UserSeed)
		}
	})
}

func TestAPanicReloadsThePlayer(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("k", 1))
		panics := 1
		r.SetBeforeSubmit(func(op *store.Op) {
			if op.Kind == player.KindOpen && panics > 0 {
				panics--
				panic("planted")
			}
		})
		_, err := rig.Ask[player.Opened](r, player.Kind, id, open("k2", 1))
		r.Refused(err, protocol.CodeTimeout)
		if o := rig.Do[player.Opened](r, player.Kind, id, open("k2", 1)); o.Results[0].N != 1 || r.Balance(p) != 800 {
			t.Errorf("%+v, %d cents", o, r.Balance(p))
		}
	})
}

func TestAnIdlePlayerLeavesMemory(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		rig.Do[player.Opened](r, player.Kind, id, open("k", 1))
		if r.Dir.Active() != 1 {
			t.Fatal("not in memory")
		}
		time.Sleep(6 * time.Minute)
		r.Settle()
		if n := r.Dir.Active(); n != 0 {
			t.Errorf("%d actors after six idle minutes", n)
		}
		if w := rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{}); w.GemsCents != 900 || w.BagCount != 1 {
			t.Errorf("%+v", w)
		}
	})
}

func TestAPlayerLooksAgainAfterACredit(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(50)
		id := player.ID(p)
		rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{})
		if _, err := r.Engine.Commit(t.Context(), &store.Op{Key: "gift", Kind: "test.gift", At: time.Now(),
			Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p),
				AmountCents: 100}}}); err != nil {
			t.Fatal(err)
		}
		rig.Do[player.Opened](r, player.Kind, id, open("k", 1)) // no notice came: it looks before it refuses
		r.Dir.Post(player.Kind, id, player.Credited{}, nil)
		r.Settle()
		if w := rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{}); w.GemsCents != 50 {
			t.Errorf("%+v", w)
		}
	})
}

// Two gifts one after the other: each is read again, not only the first of an activation.
func TestEveryCreditIsSeen(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(50)
		id := player.ID(p)
		rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{})
		for i, want := range []int64{150, 250, 350} {
			if _, err := r.Engine.Commit(t.Context(), &store.Op{Key: fmt.Sprint("gift", i), Kind: "test.gift",
				At: time.Now(),
				Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p),
					AmountCents: 100}}}); err != nil {
				t.Fatal(err)
			}
			r.Dir.Post(player.Kind, id, player.Credited{}, nil)
			r.Settle()
			if w := rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{}); w.GemsCents != want {
				t.Errorf("after gift %d: %d cents, want %d", i, w.GemsCents, want)
			}
		}
	})
}

// What the store is found to have is read again where it differs, and told; a read keeps no player in memory.
func TestAPlayerReadsAgainWhatTheStoreIsFoundToHave(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(50)
		id := player.ID(p)
		rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{})
		look := func() {
			t.Helper()
			list, err := r.Engine.Holdings(t.Context(), []store.PlayerID{p})
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			r.Dir.Post(player.Kind, id, player.Stored{Holding: list[0]}, nil)
			r.Settle()
		}
		told := func() int { return len(r.Hub.Events(publish.PlayerTopic(p))) }
		before := told()
		look()
		if told() != before {
			t.Error("the wallet was told although nothing has changed")
		}
		for i, want := range []int64{150, 250} {
			if _, err := r.Engine.Commit(t.Context(), &store.Op{Key: fmt.Sprint("gift", i), Kind: "test.gift",
				At: time.Now(), Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p),
					AmountCents: 100}}}); err != nil {
				t.Fatal(err)
			}
			look()
			if w := rig.Do[protocol.Wallet](r, player.Kind, id, player.Wallet{}); w.GemsCents != want ||
				told() != before+i+1 {
				t.Errorf("after gift %d: %+v, told %d times", i, w, told()-before)
			}
		}
		for range 7 {
			time.Sleep(time.Minute)
			r.Settle() // it may leave at this very moment, and a look would bring it back
			if r.Dir.InMemory(player.Kind, id) {
				look()
			}
		}
		if r.Dir.InMemory(player.Kind, id) {
			t.Error("looks keep it in memory")
		}
		look() // it left a moment before
		time.Sleep(6 * time.Minute)
		r.Settle()
		if ids := r.Dir.IDs(player.Kind); len(ids) != 0 {
			t.Errorf("%v stay in memory", ids)
		}
	})
}

// slack is a store that does not answer who a player is for so many times, and takes a millisecond for a profile.
type slack struct {
	*memory.Engine
	away *atomic.Int64
}

func (s slack) LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error) {
	if s.away.Add(-1) >= 0 {
		return store.Player{}, store.ErrAway
	}
	return s.Engine.LoadPlayer(ctx, id)
}

func (s slack) SetProfile(ctx context.Context, id store.PlayerID, c store.ProfileChange) error {
	time.Sleep(time.Millisecond)
	return s.Engine.SetProfile(ctx, id, c)
}

// What another process has drawn is answered again with the balance that it left: by a process that has read the player
// before, whether its rules allow the request now or not, and not before it has read the player again.
func TestARepetitionTellsNoBalanceOfBefore(t *testing.T) {
	for name, sells := range map[string]func(*rig.Rig) *catalog.Catalog{
		"that would be drawn now":   func(r *rig.Rig) *catalog.Catalog { return r.Catalog },
		"that would be refused now": func(r *rig.Rig) *catalog.Catalog { return catalog.New(r.Engine, time.Now) },
	} {
		t.Run(name, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				p := r.Player(1000)
				id := player.ID(p)
				rig.Do[player.Opened](r, player.Kind, id, open("before", 1))
				var away atomic.Int64
				d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
				defer d.Drain(t.Context())
				d.Register(player.Register(player.Ports{Store: slack{r.Engine, &away}, Catalog: sells(r),
					Beacon: r.Beacon, Publish: &rig.Hub{}, Now: time.Now, Rand: rand.Reader, Log: zerolog.Nop()}))
				_, err := directory.Ask[protocol.Wallet](t.Context(), d, player.Kind, id, player.Wallet{})
				if err != nil {
					t.Fatal(err)
				}
				first := rig.Do[player.Opened](r, player.Kind, id, open("key", 1))
				away.Store(1)
				_, err = directory.Ask[player.Opened](t.Context(), d, player.Kind, id, open("key", 1))
				r.Refused(err, protocol.CodeBusy)
				again, err := directory.Ask[player.Opened](t.Context(), d, player.Kind, id, open("key", 1))
				if err != nil || again.Op != first.Op || again.BalanceCents != 800 {
					t.Errorf("told %d of op %d, %v; %d of op %d is there", again.BalanceCents, again.Op, err,
						r.Balance(p), first.Op)
				}
			})
		})
	}
}

// A change by another process is reported once and not again.
func TestWhatCouldNotBeReadAgainIsReadLater(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(50)
		id := player.ID(p)
		var away atomic.Int64
		d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		defer d.Drain(t.Context())
		d.Register(player.Register(player.Ports{Store: slack{r.Engine, &away}, Catalog: r.Catalog, Beacon: r.Beacon,
			Publish: &rig.Hub{}, Now: time.Now, Rand: rand.Reader, Log: zerolog.Nop()}))
		has := func() int64 {
			w, err := directory.Ask[protocol.Wallet](t.Context(), d, player.Kind, id, player.Wallet{})
			if err != nil {
				t.Fatal(err)
			}
			return w.GemsCents
		}
		gift := func(key string, first func()) {
			t.Helper()
			if _, err := r.Engine.Commit(t.Context(), &store.Op{Key: key, Kind: "test.gift", At: time.Now(),
				Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p),
					AmountCents: 100}}}); err != nil {
				t.Fatal(err)
			}
			list, err := r.Engine.Holdings(t.Context(), []store.PlayerID{p})
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			first()
			d.Post(player.Kind, id, player.Stored{Holding: list[0]}, nil)
			r.Settle()
		}
		comes := func(want int64) {
			t.Helper()
			if n := has(); n != want-100 {
				t.Fatalf("%d cents are there at once", n)
			}
			time.Sleep(6 * time.Second)
			r.Settle()
			if n := has(); n != want {
				t.Errorf("%d cents, want %d", n, want)
			}
		}
		has()
		r.Settle()
		gift("from a store that is away", func() { away.Store(1) })
		comes(150)
		gift("while as much waits as may", func() {
			for range 300 {
				d.Post(player.Kind, id, player.SetUserSeed{Seed: "abc"}, nil)
			}
		})
		comes(250)
	})
}

func TestSnapshotIsForTheOwner(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(50)
		_, err := rig.Ask[publish.Snapshot](r, player.Kind, player.ID(p), publish.SnapshotRequest{Viewer: p + 1})
		r.Refused(err, protocol.CodeTopic)
		s := rig.Do[publish.Snapshot](r, player.Kind, player.ID(p), publish.SnapshotRequest{Viewer: p})
		var w protocol.Wallet
		if _, err := w.UnmarshalMsg(s.Body); err != nil || w.GemsCents != 50 || s.Type != protocol.EventPlayerSnapshot {
			t.Errorf("%+v %v", w, err)
		}
	})
}

// Of two processes that commit a player's next epoch at once, one's key is kept and the other's commitment may be the
// published one. Nothing is drawn from such an epoch: the next one takes its place.
func TestNothingIsDrawnFromAnEpochWhoseCommitmentIsAnothers(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		rig.Do[player.Opened](r, player.Kind, player.ID(p), open("first", 1))
		other, err := fairness.SoloContext{Player: int64(p), Epoch: 2, Commit: strings.Repeat("ab", 32),
			BeaconSource: r.Beacon.Source(), BeaconRound: 100, OpenedAtMS: time.Now().UnixMilli()}.Leaf()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Engine.Commit(t.Context(), &store.Op{Player: p, Key: "seed.open:2", Kind: "seed.open",
			Request: sha256.Sum256(other), At: time.Now(), Leaves: []store.LogLeaf{{
				Key: "open:" + fairness.SoloScope(int64(p), 2), Data: other}}}); err != nil {
			t.Fatal(err)
		}
		rig.Do[player.Rotated](r, player.Kind, player.ID(p), player.Rotate{Key: "rotate"})
		time.Sleep(10 * time.Second)
		rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "open", Box: 1, Count: 2,
			PriceCents: rig.BoxCents})
		published := map[store.Epoch]string{}
		for _, op := range r.Ops("seed.open") {
			c, err := fairness.ParseSoloContext(string(op.Leaves[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			published[store.Epoch(c.Epoch)] = c.Commit
		}
		for _, op := range r.Ops(player.KindOpen) {
			e, err := r.Engine.SeedEpoch(t.Context(), p, uint32(op.Nonce.Epoch))
			if err != nil || published[e.Epoch] != e.Commit {
				t.Errorf(
					"drawn from epoch %d committed as %s, published %s: %v", e.Epoch, e.Commit, published[e.Epoch], err)
			}
		}
		for _, op := range r.Ops("seed.reveal") {
			if strings.Contains(string(op.Leaves[0].Data), fairness.SoloScope(int64(p), 2)) {
				t.Errorf("a key is revealed that was never committed: %s", op.Leaves[0].Data)
			}
		}
	})
}

// behind is what another process has of an epoch that is committed ahead at the same time: nothing yet.
type behind struct {
	*memory.Engine
	looks *int // that find nothing
}

func (s behind) Kept(ctx context.Context, key string) ([]byte, error) {
	if *s.looks--; *s.looks >= 0 && strings.HasPrefix(key, "seed.next.") {
		return nil, store.ErrNotFound
	}
	return s.Engine.Kept(ctx, key)
}

// Of two processes that commit a player's next epoch ahead at once both take the key of the first, whose commitment is
// the published one; one whose record is old takes nothing away.
func TestTwoProcessesCommitAheadToOneKey(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_000)
		id := player.ID(p)
		key := "seed.next." + id
		rig.Do[player.Opened](r, player.Kind, id, open("first", 1))
		for i := range 181 { // all but a hundred nonces
			rig.Do[player.Opened](r, player.Kind, id, open(fmt.Sprint("k", i), 5))
		}
		r.Settle()
		kept, err := r.Engine.Kept(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		looks := 1
		var said strings.Builder
		second := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		defer second.Drain(t.Context())
		second.Register(player.Register(player.Ports{Store: behind{r.Engine, &looks}, Catalog: r.Catalog,
			Beacon: r.Beacon, Publish: &rig.Hub{}, Now: time.Now, Rand: rand.Reader, Log: zerolog.New(&said)}))
		if _, err := directory.Ask[player.Opened](t.Context(), second, player.Kind, id, open("other", 1)); err != nil {
			t.Fatal(err)
		}
		r.Settle()
		if now, err := r.Engine.Kept(t.Context(), key); err != nil || !bytes.Equal(now, kept) || looks > 0 ||
			said.Len() > 0 {
			t.Errorf("kept was %s, is %s, %v; it said %s", kept, now, err, said.String())
		}
		ahead := bytes.Replace(kept, []byte(`"epoch":2`), []byte(`"epoch":3`), 1)
		if err := r.Engine.PutKept(t.Context(), key, ahead); err != nil {
			t.Fatal(err)
		}
		if _, err := directory.Ask[player.Opened](t.Context(), second, player.Kind, id, open("old", 1)); err != nil {
			t.Fatal(err)
		}
		r.Settle()
		if now, err := r.Engine.Kept(t.Context(), key); err != nil || !bytes.Equal(now, ahead) {
			t.Errorf("epoch 3 was prepared as %s, and is %s, %v", ahead, now, err)
		}
	})
}

// meanwhile is a store in which another process commits epoch 3 ahead while this one opens epoch 2.
type meanwhile struct {
	*memory.Engine
	key   string
	ahead []byte // nil: it does not
}

func (s meanwhile) OpenSeedEpoch(ctx context.Context, e store.SeedEpoch) error {
	err := s.Engine.OpenSeedEpoch(ctx, e)
	if err == nil && s.ahead != nil && e.Epoch == 2 {
		err = s.PutKept(ctx, s.key, s.ahead)
	}
	return err
}

// The key of a commitment that another process has published is not deleted with the one that was used.
func TestOfKeysThatWereCommittedAheadTheUsedOneGoes(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		for _, ahead := range [][]byte{nil, []byte(`{"epoch":3}`)} {
			p := r.Player(1000)
			id := player.ID(p)
			s := meanwhile{r.Engine, "seed.next." + id, ahead}
			d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
			defer d.Drain(t.Context())
			d.Register(player.Register(player.Ports{Store: s, Catalog: r.Catalog, Beacon: r.Beacon,
				Publish: &rig.Hub{}, Now: time.Now, Rand: rand.Reader, Log: zerolog.Nop()}))
			_, err := directory.Ask[player.Seeds](t.Context(), d, player.Kind, id, player.Seed{})
			if err != nil {
				t.Fatal(err)
			}
			key, err := fairness.NewKey(rand.Reader)
			if err != nil {
				t.Fatal(err)
			}
			now := time.Now().UnixMilli()
			if err := r.Engine.PutKept(t.Context(), s.key, fmt.Appendf(nil,
				`{"epoch":2,"key":%q,"beaconSource":%q,"beaconRound":%d,"openedAtMs":%d}`, key.Reveal(),
				r.Beacon.Source(), r.Beacon.RoundAfter(now), now)); err != nil {
				t.Fatal(err)
			}
			if _, err := directory.Ask[player.Rotated](t.Context(), d, player.Kind, id,
				player.Rotate{Key: "rotate"}); err != nil {
				t.Fatal(err)
			}
			e, err := r.Engine.SeedEpoch(t.Context(), p, 2)
			if err != nil || e.Commit != key.Commit() {
				t.Errorf("epoch 2 is committed to %s, %v", e.Commit, err)
			}
			if now, err := r.Engine.Kept(t.Context(), s.key); !bytes.Equal(now, ahead) ||
				(ahead == nil) != errors.Is(err, store.ErrNotFound) {
				t.Errorf("kept is %s, %v; want %s", now, err, ahead)
			}
		}
	})
}

// A storm of claims asks this of all players at once: it must cost no question to the store.
func TestWhetherTheHousePlaysIsKnownWithoutTheLevel(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		levels := 0
		r.Badge = func(context.Context, store.PlayerID) (int, time.Time, error) {
			levels++
			return 1, time.Now().Add(time.Hour), nil
		}
		r.Crash() // players are told of it when they start
		house, err := r.Engine.Register(t.Context(), store.NewPlayer{Name: "house", UserSeed: "s",
			SpreadCode: "house", Bot: true, At: time.Now()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		guest := r.Player(1)
		if rig.Do[bool](r, player.Kind, player.ID(guest), player.Housed{}) ||
			!rig.Do[bool](r, player.Kind, player.ID(house.ID), player.Housed{}) || levels != 0 {
			t.Errorf("the house plays the other one, or %d levels were read", levels)
		}
		rig.Do[player.Profile](r, player.Kind, player.ID(guest), player.GetProfile{})
		if levels != 1 {
			t.Errorf("%d levels read for a profile", levels)
		}
	})
}
