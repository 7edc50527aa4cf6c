package rain_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// world is a rig with the scheduler awake.
type world struct {
	*rig.Rig
	n int
}

func inWorld(t *testing.T, f func(w *world)) {
	t.Helper()
	rig.Run(t, func(_ *testing.T, r *rig.Rig) {
		w := &world{Rig: r}
		f(w)
		w.sound()
	})
}

func (w *world) key() string { w.n++; return "k" + strconv.Itoa(w.n) }

// create makes a round of 2,000 cents in 200 packets; it falls 9 s later at the latest.
func (w *world) create(packets int) store.RoomID {
	w.Helper()
	c, err := rain.Open(w.Context(), w.Engine, w.Dir, rain.Create{Key: w.key(), PoolCents: 2000, Packets: packets,
		DurationMS: protocol.RainMS})
	if err != nil {
		w.Fatal(err)
	}
	return c.ID
}

// falling makes a round and waits until its first packet has fallen.
func (w *world) falling(packets int) store.RoomID {
	w.Helper()
	id := w.create(packets)
	time.Sleep(5 * time.Second)
	w.Settle()
	w.untilMS(w.view(id, 0).Round.StartsAtMS)
	return id
}

func (w *world) untilMS(ms int64) {
	w.Helper()
	time.Sleep(time.Until(time.UnixMilli(ms)))
	w.Settle()
}

func (w *world) view(id store.RoomID, p store.PlayerID) rain.Seen {
	w.Helper()
	return rig.Do[rain.Seen](w.Rig, rain.Kind, room.ID(id), rain.View{Viewer: p})
}

func (w *world) packet(id store.RoomID, p store.PlayerID, slot int) string {
	w.Helper()
	return w.view(id, p).Packets[slot].ID
}

func (w *world) claim(id store.RoomID, c rain.Claim) (rain.Claimed, error) {
	return rig.Ask[rain.Claimed](w.Rig, rain.Kind, room.ID(id), c)
}

func (w *world) must(id store.RoomID, c rain.Claim) rain.Claimed {
	w.Helper()
	v, err := w.claim(id, c)
	if err != nil {
		w.Fatalf("%+v: %v", c, err)
	}
	return v
}

// refused asserts a number and that no op was made.
func (w *world) refused(id store.RoomID, c rain.Claim, want protocol.Code) {
	w.Helper()
	before := len(w.Ops(rain.KindClaim))
	_, err := w.claim(id, c)
	w.Refused(err, want)
	if after := len(w.Ops(rain.KindClaim)); after != before {
		w.Fatalf("refused with %d, and %d ops came of it", want, after-before)
	}
}

// sound checks each round's money against the journal: nothing beyond the pool, nothing left in escrow.
func (w *world) sound() {
	w.Helper()
	into, out := map[store.AccountID]int64{}, map[store.AccountID]int64{}
	for _, op := range w.Ops("rain.create", rain.KindClaim, "rain.end") {
		for _, p := range op.Postings {
			if op.Kind == "rain.create" {
				into[p.Credit] += p.AmountCents
			} else {
				out[p.Debit] += p.AmountCents
			}
		}
	}
	for account, cents := range into {
		if out[account] > cents {
			w.Errorf("escrow %d got %d and paid %d", account, cents, out[account])
		}
	}
	open, err := w.Engine.OpenRooms(w.Context(), rain.Kind)
	if err != nil {
		w.Fatal(err)
	}
	for _, rec := range open {
		stake, err := rain.Spec.Stake(rec)
		held, _ := w.Engine.Balance(w.Context(), store.RoomEscrow(rec.ID))
		if err != nil || stake.Cents != held {
			w.Errorf("round %d holds %d, should hold %d (%v)", rec.ID, held, stake.Cents, err)
		}
	}
}

func (w *world) proven(id string, skipped int) {
	w.Helper()
	b, key, err := rain.Bundle(w.Context(), w.Engine, id)
	if err != nil || key == "" {
		w.Fatalf("bundle %s: %v", id, err)
	}
	report := fairness.Verify(b)
	n := 0
	for _, c := range report.Checks {
		if c.Skipped {
			n++
		}
	}
	if !report.OK || n != skipped {
		w.Errorf("bundle %s: %d skipped, %+v", id, n, report)
	}
}

func TestARainGoesFromItsPoolToItsProof(t *testing.T) {
	inWorld(t, func(w *world) {
		p, q := w.Player(1), w.Player(1)
		id := w.create(200)
		if v := w.view(id, p); v.Round.Status != protocol.RainStatusSoon || len(v.Packets) != 0 || v.Round.Root != "" {
			t.Errorf("before the beacon: %+v", v)
		}
		time.Sleep(5 * time.Second)
		v := w.view(id, p)
		if v.Round.Status != protocol.RainStatusFalling || v.Round.Root == "" ||
			time.UnixMilli(v.Round.StartsAtMS).Before(time.Now()) || len(v.Packets) != protocol.RainClaimsMax {
			t.Fatalf("after the beacon: %+v", v)
		}
		if len(w.view(id, 0).Packets) != 0 {
			t.Error("a visitor has packets")
		}
		w.untilMS(v.Round.StartsAtMS)
		first := w.must(id, rain.Claim{Key: "a", Player: p, Packet: v.Packets[0].ID})
		if first.Place != 0 || first.ValueCents < 1 || first.Claims != 1 || w.Balance(p) != 1+first.ValueCents {
			t.Errorf("%+v, balance %d", first, w.Balance(p))
		}
		w.must(id, rain.Claim{Key: "a", Player: q, Packet: w.packet(id, q, 0)}) // a key is a player's own
		w.proven(fmt.Sprintf("rain-%d-0", id), 5)                               // key and log
		if _, _, err := rain.Bundle(w.Context(), w.Engine, fmt.Sprintf("rain-%d", id)); err == nil {
			t.Error("a whole round is proven while it falls")
		}
		w.untilMS(v.Round.EndsAtMS + 2000)
		if v := w.view(id, p); v.Round.Status != protocol.RainStatusOver || v.Round.Claimed != 2 ||
			v.TotalCents != first.ValueCents {
			t.Errorf("at the end: %+v", v)
		}
		if held, _ := w.Engine.Balance(w.Context(), store.RoomEscrow(id)); held != 0 {
			t.Errorf("%d cents stay in escrow", held)
		}
		w.proven(fmt.Sprintf("rain-%d-0", id), 2) // log
		w.proven(fmt.Sprintf("rain-%d", id), 2)
	})
}

func TestEveryPlayerHasTheSamePackets(t *testing.T) {
	inWorld(t, func(w *world) {
		fast, late := w.Player(1), w.Player(1)
		id := w.falling(800) // small ones, so that no player reaches the cap
		got := map[store.PlayerID]int{}
		for slot := range protocol.RainClaimsMax {
			packets := w.view(id, fast).Packets
			w.untilMS(packets[slot].OpensAtMS)
			w.must(id, rain.Claim{Key: w.key(), Player: fast, Packet: packets[slot].ID})
			got[fast]++
			if slot+1 < len(packets) { // no click is accepted ahead of the server's clock
				w.refused(id, rain.Claim{Key: w.key(), Player: fast, Packet: packets[slot+1].ID},
					protocol.CodeRainEarly)
			}
		}
		w.untilMS(w.view(id, late).Round.EndsAtMS - 100) // a tab that was hidden comes back in the last moment
		for _, p := range w.view(id, late).Packets {
			w.must(id, rain.Claim{Key: w.key(), Player: late, Packet: p.ID})
			got[late]++
		}
		if got[fast] != got[late] || got[fast] != protocol.RainClaimsMax {
			t.Errorf("%v", got)
		}
	})
}

func TestWrongClaimsAreRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		p, q := w.Player(1), w.Player(1)
		id := w.create(200)
		w.refused(id, rain.Claim{Key: "x", Player: p, Packet: "0" + fmt.Sprintf("%024x", 1)}, protocol.CodeRainPacket)
		time.Sleep(5 * time.Second)
		mine := w.view(id, p).Packets
		// during the countdown
		w.refused(id, rain.Claim{Key: "x", Player: p, Packet: mine[0].ID}, protocol.CodeRainEarly)
		w.untilMS(w.view(id, p).Round.StartsAtMS)
		for name, packet := range map[string]string{"foreign": w.packet(id, q, 0), "invented": "0" +
			fmt.Sprintf("%024x", 77), "empty": "", "another slot's": "1" + mine[0].ID[1:],
			"beyond": "9" + mine[0].ID[1:], "not hex": "zzzz", "long": mine[0].ID + mine[0].ID} {
			t.Log(name)
			w.refused(id, rain.Claim{Key: w.key(), Player: p, Packet: packet}, protocol.CodeRainPacket)
		}
		first := w.must(id, rain.Claim{Key: "mine", Player: p, Packet: mine[0].ID})
		repeated := first
		repeated.Repeated = true
		w.refused(id, rain.Claim{Key: "other", Player: p, Packet: mine[0].ID}, protocol.CodeRainSpent)
		again := w.must(id, rain.Claim{Key: "mine", Player: p, Packet: mine[0].ID})
		if first.Repeated || again != repeated {
			t.Errorf("the same command: %+v and %+v", first, again)
		}
		if n := len(w.Ops(rain.KindClaim)); n != 1 {
			t.Errorf("%d ops for one packet", n)
		}
		w.untilMS(w.view(id, p).Round.EndsAtMS + 2000)
		w.refused(id, rain.Claim{Key: "late", Player: p, Packet: mine[1].ID}, protocol.CodeRainOver)
		if again := w.must(id, rain.Claim{Key: "mine", Player: p, Packet: mine[0].ID}); again != repeated {
			t.Errorf("the same command after the end: %+v and %+v", first, again)
		}
		w.refused(12345, rain.Claim{Key: "x", Player: p, Packet: mine[0].ID}, protocol.CodeRainOver) // no such round
	})
}

// 2,000 cents in 40 packets are 50 each, and no player gets more than 100.
func TestAShareIsAtMostFivePerCentOfThePool(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		id := w.falling(40)
		w.untilMS(w.view(id, p).Round.EndsAtMS - 1)
		for _, packet := range w.view(id, p).Packets { // eight of forty small enough for all are rare, and no defect
			if _, err := w.claim(id, rain.Claim{Key: w.key(), Player: p, Packet: packet.ID}); err != nil {
				w.Refused(err, protocol.CodeRainCap)
			}
		}
		if v := w.view(id, p); v.TotalCents > v.Round.CapCents || w.Balance(p) != 1+v.TotalCents {
			t.Errorf("%d of %d cents, balance %d", v.TotalCents, v.Round.CapCents, w.Balance(p))
		}
	})
}

// The first claimant's wallet is not read from the store while other claims are pending.
func TestAWalletShowsAPacketHalfASecondAfterItsAnswer(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		id := w.falling(800) // small ones: of forty one in thirty is above the cap
		wallet := func() int64 {
			w.Settle()
			return rig.Do[protocol.Wallet](w.Rig, player.Kind, player.ID(p), player.Wallet{}).GemsCents
		}
		before := wallet()
		got := w.must(id, rain.Claim{Key: "k", Player: p, Packet: w.packet(id, p, 0)}).ValueCents
		time.Sleep(499 * time.Millisecond)
		if now := wallet(); got == 0 || now != before {
			w.Errorf("at once %d cents, before %d, claimed %d", now, before, got)
		}
		time.Sleep(time.Millisecond)
		if now := wallet(); now != before+got {
			w.Errorf("later %d cents, before %d, claimed %d", now, before, got)
		}
	})
}

func TestManyClaimsAreFewOpsAndTheLastPacketIsTheLast(t *testing.T) {
	inWorld(t, func(w *world) {
		const players, packets = 300, 250
		id := w.falling(packets)
		var wg sync.WaitGroup
		var mu sync.Mutex
		paid, codes := int64(0), map[protocol.Code]int{}
		for range players {
			p := w.Player(1)
			packet := w.packet(id, p, 0)
			wg.Go(func() {
				v, err := w.claim(id, rain.Claim{Key: "k", Player: p, Packet: packet})
				mu.Lock()
				defer mu.Unlock()
				codes[apierr.Code(err)]++
				paid += v.ValueCents
			})
		}
		wg.Wait()
		ops := len(w.Ops(rain.KindClaim))
		if codes[protocol.OK] != packets || codes[protocol.CodeRainEmpty] != players-packets || paid != 2000 {
			t.Errorf("%v, %d cents paid", codes, paid)
		}
		if ops > 5 {
			t.Errorf("%d ops for %d claims", ops, packets)
		}
	})
}

// A process that is killed while packets fall: what was answered stays, what was not is claimed again, once.
func TestAKilledServerGoesOn(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		id := w.create(200)
		w.Crash() // before the beacon
		time.Sleep(6 * time.Second)
		w.untilMS(w.view(id, p).Round.StartsAtMS)
		mine := w.view(id, p).Packets
		first := w.must(id, rain.Claim{Key: "a", Player: p, Packet: mine[0].ID})
		w.Crash()
		first.Repeated = true
		if again := w.must(id, rain.Claim{Key: "a", Player: p, Packet: mine[0].ID}); again != first {
			t.Errorf("%+v and %+v", first, again)
		}
		w.untilMS(mine[1].OpensAtMS)
		for name, f := range map[string]memory.Fault{"lost before": memory.UnknownNotApplied,
			"lost after": memory.UnknownApplied} {
			t.Log(name)
			hit := false
			w.SetFault(func(op *store.Op) memory.Fault {
				if op.Kind == rain.KindClaim && !hit {
					hit = true
					return f
				}
				return memory.NoFault
			})
			_, _ = w.claim(id, rain.Claim{Key: "b", Player: p, Packet: mine[1].ID})
			w.SetFault(nil)
			w.Crash()
		}
		second := w.must(id, rain.Claim{Key: "b", Player: p, Packet: mine[1].ID})
		if w.Balance(p) != 1+first.ValueCents+second.ValueCents || second.Claims != 2 {
			t.Errorf("balance %d after %d and %d", w.Balance(p), first.ValueCents, second.ValueCents)
		}
		w.untilMS(w.view(id, p).Round.EndsAtMS - 5)
		w.Crash()
		time.Sleep(3 * time.Second)
		if v := w.view(id, p); v.Round.Status != protocol.RainStatusOver {
			t.Errorf("%+v", v.Round)
		}
		w.proven(fmt.Sprintf("rain-%d", id), 2)
		if n := len(w.Ops("rain.end")); n != 1 {
			t.Errorf("ended %d times", n)
		}
	})
}

// A rain of every day falls on the site's clock, and shares out of what was spent on the site's day before.
func TestDailyRainsFallOnTheSitesClock(t *testing.T) {
	inWorld(t, func(w *world) {
		tokyo, err := period.Named("Asia/Tokyo")
		if err != nil {
			t.Fatal(err)
		}
		ask := func() protocol.RainSnapshot {
			return rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		}
		ask()
		put(w, period.Setting, "Asia/Tokyo")
		at := time.Now().In(tokyo).Truncate(time.Minute).Add(3 * time.Minute)
		w.setRain(rain.Settings{Daily: []string{at.Format("15:04")}})
		time.Sleep(3 * time.Second)
		if v := ask(); v.NextAtMS != at.UnixMilli() {
			t.Errorf("the next at %v, want %v", time.UnixMilli(v.NextAtMS).In(tokyo), at)
		}
	})
}

func TestTheSchedulerFollowsTheSettings(t *testing.T) {
	inWorld(t, func(w *world) {
		ask := func() protocol.RainSnapshot {
			return rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		}
		if v := ask(); v.Round != nil || v.NextAtMS != 0 {
			t.Errorf("without settings: %+v", v)
		}
		at := time.Now().UTC().Truncate(time.Minute).Add(3 * time.Minute)
		w.setRain(rain.Settings{Daily: []string{at.Format("15:04")}})
		w.order(rain.Orders{Orders: []rain.Order{{ID: "one", AtMS: at.Add(10 * time.Minute).UnixMilli(),
			PoolCents: 5000}}})
		time.Sleep(3 * time.Second)
		if v := ask(); v.NextAtMS != at.UnixMilli() {
			t.Errorf("%+v", v)
		}
		w.untilMS(at.UnixMilli())
		v := ask()
		if v.Round == nil || v.Round.StartsAtMS != at.UnixMilli() || v.Round.PoolCents != 2000 ||
			v.Round.Packets != 200 || v.NextAtMS != at.Add(10*time.Minute).UnixMilli() {
			t.Fatalf("%+v of %+v", v.Round, v)
		}
		w.Crash() // and the same rain is not begun again
		w.untilMS(v.Round.EndsAtMS + 3000)
		if v := ask(); v.Round != nil || v.Last == nil || v.Last.Status != protocol.RainStatusOver {
			t.Errorf("after the end: %+v", v)
		}
		w.untilMS(at.Add(10*time.Minute + 2*time.Second).UnixMilli())
		if v := ask(); v.Round == nil || v.Round.PoolCents != 5000 {
			t.Errorf("the order: %+v", v)
		}
		if n := len(w.Ops("rain.create")); n != 2 {
			t.Errorf("%d rains", n)
		}
		var types []uint16
		for _, e := range w.Hub.Events(protocol.TopicRain) {
			types = append(types, e.Type)
		}
		if len(types) == 0 || types[0] != protocol.EventRainOver && types[0] != protocol.EventRainComing {
			t.Errorf("told %v", types)
		}
	})
}

// A round that a clock of next month has made holds up no other one.
func TestTheSchedulerDoesNotWaitForAClockThatHasJumped(t *testing.T) {
	inWorld(t, func(w *world) {
		far, err := rain.Open(w.Context(), w.Engine, w.Dir, rain.Create{Key: "far", PoolCents: 2000, Packets: 200,
			DurationMS: protocol.RainMS,
			StartsAtMS: time.Now().AddDate(0, 0, 30).UnixMilli()})
		if err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(time.Minute)
		w.order(rain.Orders{Orders: []rain.Order{{ID: "one", AtMS: at.UnixMilli(), PoolCents: 5000}}})
		w.Dir.Post(rain.SchedulerKind, rain.SchedulerID, directory.Wake{}, nil)
		w.untilMS(at.UnixMilli() + 2000)
		v := rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		if v.Round == nil || v.Round.PoolCents != 5000 || v.Round.StartsAtMS < at.UnixMilli() {
			t.Errorf("%+v", v)
		}
		if n := len(w.Ops("rain.create")); n != 2 || w.view(far.ID, 0).Round.Claimed != 0 {
			t.Errorf("%d rounds", n)
		}
	})
}

// A rain's draw is named as the rain begins, so it cannot be taken back: neither an order that is gone by then, nor
// what releases wrote that could end a round in which nothing fell yet, nor jadebox rooms cancel before it is stuck.
func TestARainThatHasBegunEndsAsCommitted(t *testing.T) {
	inWorld(t, func(w *world) {
		rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		order := rain.Order{ID: "one", AtMS: time.Now().UnixMilli(), PoolCents: 5000}
		w.order(rain.Orders{Orders: []rain.Order{order}})
		time.Sleep(2 * time.Second)
		v := rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		if v.Round == nil || v.Round.PoolCents != 5000 {
			t.Fatalf("%+v", v)
		}
		id, err := room.ParseID(v.Round.ID)
		if err != nil {
			t.Fatal(err)
		}
		w.SetMustEnd(func(store.RoomID) string { return room.ReasonOperator })
		old := fmt.Sprintf(`{"orders":[],"cancelled":[{"id":%d,"atMs":1}]}`, id)
		put(w, rain.OrdersSetting, json.RawMessage(old))
		for range 3 { // waiting for its beacon, counting down, falling
			w.Dir.Post(rain.Kind, room.ID(id), directory.Wake{}, nil)
			time.Sleep(4 * time.Second)
			if got := w.view(id, 0).Round.Status; got == protocol.RainStatusVoid {
				t.Fatalf("the rain is %s", got)
			}
		}
		w.untilMS(w.view(id, 0).Round.EndsAtMS + 3000)
		if got := w.view(id, 0).Round.Status; got != protocol.RainStatusOver || len(w.Ops("rain.end")) != 1 {
			t.Errorf("the rain is %s, with %d ends", got, len(w.Ops("rain.end")))
		}
	})
}

// setRain and order set what an operator would.
func (w *world) setRain(p rain.Settings) { put(w, rain.Setting, p) }

func (w *world) order(o rain.Orders) { put(w, rain.OrdersSetting, o) }

func put(w *world, s settings.Any, value any) {
	w.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = settingstest.Put(w.Context(), w.Engine, s, text)
	}
	if err != nil {
		w.Fatal(err)
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	for _, text := range []string{`{`, `{"daily":["25:00"]}`, `{"durationMs":1}`,
		`{"pool":{"sharePpm":1,"leastCents":2,"mostCents":1}}`, `{"each":{"claims":9,"capPpm":1}}`,
		`{"each":{"claims":1,"capPpm":0}}`, `{"each":{"claims":1,"capPpm":1000001}}`} {
		if _, err := rain.Setting.Parse([]byte(text)); err == nil {
			t.Errorf("accepted %s", text)
		}
	}
	for _, text := range []string{`{"orders":[{"id":"","atMs":1}]}`,
		`{"orders":[{"id":"a","atMs":1,"poolCents":-1}]}`} {
		if _, err := rain.OrdersSetting.Parse([]byte(text)); err == nil {
			t.Errorf("accepted %s", text)
		}
	}
}

// A pool is a share of what was spent on play the day before. Gems that come back do not fill it, however often they go
// around: those of trade-ins and of purchases whose items are sold again.
func TestGemsThatComeBackFillNoPool(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1_000_000_00)
		for i, op := range []struct {
			kind  string
			cents int64
		}{{player.KindOpen, 10_000_00}, {player.KindTrade, 100_000_00}, {player.KindBuy, 100_000_00}} {
			if _, err := w.Engine.Commit(w.Context(), &store.Op{Player: p, Key: strconv.Itoa(i), Kind: op.kind,
				At: time.Now().Add(-time.Hour),
				Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House,
					AmountCents: op.cents}}}); err != nil {
				t.Fatal(err)
			}
		}
		w.order(rain.Orders{Orders: []rain.Order{{ID: "one", AtMS: time.Now().UnixMilli()}}})
		rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		time.Sleep(8 * time.Second)
		if v := rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID,
			rain.Now{}).Round; v == nil || v.PoolCents != 50_00 {
			t.Fatalf("%+v", v)
		}
	})
}

// What a rain gives, and to one player, is the settings': three packets, a tenth of a pool of 50 gems, and so a
// hundred of them, for twenty seconds.
func TestTheSettingsSayWhatARainGives(t *testing.T) {
	inWorld(t, func(w *world) {
		w.setRain(rain.Settings{DurationMS: 20_000, Pool: rain.PoolRules{SharePPM: 1, LeastCents: 5000,
			MostCents: 6000},
			Each: rain.EachRules{Claims: 3, CapPPM: 100_000}})
		w.order(rain.Orders{Orders: []rain.Order{{ID: "one", AtMS: time.Now().UnixMilli()}}})
		rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{})
		time.Sleep(8 * time.Second)
		v := rig.Do[protocol.RainSnapshot](w.Rig, rain.SchedulerKind, rain.SchedulerID, rain.Now{}).Round
		if v == nil || v.ClaimsMax != 3 || v.CapCents != 500 || v.PoolCents != 5000 || v.DurationMS != 20_000 ||
			v.Packets != 100 {
			t.Fatalf("%+v", v)
		}
		p := w.Player(1)
		id, err := strconv.ParseInt(v.ID, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seen := w.view(store.RoomID(id), p)
		if len(seen.Packets) != 3 ||
			seen.Packets[2].OpensAtMS-seen.Packets[0].OpensAtMS != 2*(20_000-protocol.RainLifeMS)/3 {
			t.Errorf("%+v", seen.Packets)
		}
	})
}

// Two processes own one round in turn: the one with an older state than the store's is refused until later, and
// never that a key of its own was used (found by the simulator).
func TestTwoProcessesMakeOneRound(t *testing.T) {
	inWorld(t, func(w *world) {
		p, q := w.Player(1), w.Player(1)
		id := w.falling(200)
		first := w.Dir
		w.Start()
		second := w.Dir
		defer func() {
			w.Dir = first
			w.Drain()
			w.Dir = second
		}()
		mine, theirs := w.packet(id, p, 0), w.packet(id, q, 0) // the second one has loaded the round, before any claim
		claim := func(dir *directory.Embedded, p store.PlayerID, packet string) rain.Claimed {
			t.Helper()
			w.Dir = dir
			_, err := w.claim(id, rain.Claim{Key: "k", Player: p, Packet: packet})
			w.Refused(err, protocol.CodeBusy)
			time.Sleep(time.Second)
			w.Settle()
			return w.must(id, rain.Claim{Key: "k", Player: p, Packet: packet})
		}
		a := claim(first, p, mine)
		b := claim(second, q, theirs)
		if a.Place != 0 || b.Place != 1 || w.Balance(p) != 1+a.ValueCents || w.Balance(q) != 1+b.ValueCents ||
			len(w.Ops(rain.KindClaim)) != 2 {
			t.Errorf("%+v and %+v, balances %d and %d", a, b, w.Balance(p), w.Balance(q))
		}
	})
}

// Two servers have a scheduler each: every rain is made once, and both announce it.
func TestTwoServersAnnounceEachRain(t *testing.T) {
	inWorld(t, func(w *world) {
		const rains = 8
		first, hubs := w.Dir, []*rig.Hub{w.Hub}
		w.Start()
		hubs = append(hubs, w.Hub)
		var o rain.Orders
		for i := range rains {
			o.Orders = append(o.Orders, rain.Order{ID: fmt.Sprint("rain", i), PoolCents: 5000,
				AtMS: time.Now().Add(time.Duration(i+1) * time.Minute).UnixMilli()})
		}
		w.order(o)
		for _, d := range []*directory.Embedded{first, w.Dir} {
			d.Post(rain.SchedulerKind, rain.SchedulerID, directory.Wake{}, nil)
		}
		time.Sleep((rains + 2) * time.Minute)
		first.Drain(w.Context())
		if n := len(w.Ops(rain.KindCreate)); n != rains {
			t.Errorf("%d rains were made", n)
		}
		for i, hub := range hubs {
			count := map[uint16]map[string]int{protocol.EventRainComing: {}, protocol.EventRainOver: {}}
			for _, e := range hub.Events(protocol.TopicRain) {
				var v protocol.RainRound
				if _, err := v.UnmarshalMsg(e.Body); err != nil {
					t.Fatal(err)
				}
				count[e.Type][v.ID]++
			}
			if len(count[protocol.EventRainComing]) != rains || len(count[protocol.EventRainOver]) != rains {
				t.Errorf("server %d announced %v", i, count)
			}
			for id, n := range count[protocol.EventRainOver] {
				if n != 1 {
					t.Errorf("server %d told the end of %s %d times", i, id, n)
				}
			}
		}
	})
}
