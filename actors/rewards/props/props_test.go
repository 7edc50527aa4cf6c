package props_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

func register(r *rig.Rig) {
	r.Helper()
	registerSlow(r, 0)
}

// registerSlow is register with longer pauses between two looks, for tests that are days long.
func registerSlow(r *rig.Rig, every time.Duration) {
	r.Helper()
	r.Dir.Register(props.Register(props.Ports{Store: r.Engine, Catalog: r.Catalog, Directory: r.Dir, Now: time.Now,
		Log: zerolog.Nop(), Every: every})(nil))
	r.Dir.Post(props.Kind, props.ID, directory.Wake{}, nil)
	r.Settle()
}

func setSteps(r *rig.Rig, steps []props.Step, orders ...props.Order) {
	r.Helper()
	put(r, props.Setting, props.Settings{Steps: steps})
	put(r, props.OrdersSetting, props.Orders{Orders: orders})
}

func put(r *rig.Rig, s settings.Any, value any) {
	r.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = settingstest.Put(r.Context(), r.Engine, s, text)
	}
	if err != nil {
		r.Fatal(err)
	}
}

func open(r *rig.Rig, p store.PlayerID, key string, count int) {
	r.Helper()
	rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: key, Box: 1, Count: count,
		PriceCents: rig.BoxCents})
}

// got lists what the player's backpack has by gift, newest first.
func got(r *rig.Rig, p store.PlayerID) []store.Item {
	r.Helper()
	items, _, err := r.Engine.Items(r.Context(), store.ItemQuery{Owner: p, Sources: []store.ItemSource{store.FromDrop},
		Page: store.Page{Limit: 50}})
	if err != nil {
		r.Fatal(err)
	}
	return items
}

// published lists what was published on the player's own topic.
func published(r *rig.Rig, p store.PlayerID) []protocol.PropsDrop {
	r.Helper()
	var list []protocol.PropsDrop
	for _, e := range r.Hub.Events(publish.PlayerTopic(p)) {
		if e.Type != protocol.EventPropsDrop {
			continue
		}
		var d protocol.PropsDrop
		if _, err := d.UnmarshalMsg(e.Body); err != nil {
			r.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

func name(r *rig.Rig, p store.PlayerID) string {
	r.Helper()
	rec, err := r.Engine.LoadPlayer(r.Context(), p)
	if err != nil {
		r.Fatal(err)
	}
	return rec.Name
}

// steps of the tests: 60 cents for 300 spent (item 4, of two for 50 the first), 100 for 500 (item 2, for 80).
var steps = []props.Step{{SpentCents: 300, ValueCents: 60}, {SpentCents: 500, ValueCents: 100}}

func TestAStepOfADayGivesOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setSteps(r, steps)
		p, q := r.Player(10_000), r.Player(10_000)
		register(r)
		open(r, p, "a", 2)
		open(r, q, "b", 1)
		time.Sleep(10 * time.Second)
		if len(got(r, p))+len(got(r, q)) != 0 {
			t.Fatalf("given before a step: %+v %+v", got(r, p), got(r, q))
		}
		open(r, p, "c", 1) // 300
		time.Sleep(protocol.ReelMS*time.Millisecond + 900*time.Millisecond)
		if len(got(r, p)) != 0 {
			t.Error("given while the reel turns")
		}
		time.Sleep(3 * time.Second)
		items, news := got(r, p), published(r, p)
		if len(items) != 1 || items[0].Def != 4 || items[0].ValueCents != 50 ||
			items[0].Status != store.ItemInBackpack {
			t.Fatalf("%+v", items)
		}
		if len(news) != 1 || len(news[0].Items) != 1 ||
			news[0].Items[0] != (protocol.PropsItem{ID: fmt.Sprint(items[0].ID), Def: 4, ValueCents: 50}) {
			t.Errorf("told %+v of %+v", news, items)
		}
		if w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}); w.BagCount != 4 ||
			w.GemsCents != 10_000-300 {
			t.Errorf("the wallet shows %+v", w)
		}
		open(r, p, "d", 5) // 800: the second step, and the first is not given again
		time.Sleep(10 * time.Second)
		if items = got(r, p); len(items) != 2 || items[0].Def != 2 {
			t.Errorf("%+v", items)
		}
		if today := rig.Do[props.Progress](r, props.Kind, props.ID,
			props.Today{Account: name(r, p)}); today.SpentCents != 800 || len(today.Steps) != 2 ||
			today.Steps[1].Def != 2 {
			t.Errorf("%+v", today)
		}
		if len(got(r, q)) != 0 || len(published(r, q)) != 0 {
			t.Error("somebody else was given the same")
		}

		time.Sleep(24 * time.Hour)
		if today := rig.Do[props.Progress](r, props.Kind, props.ID,
			props.Today{Account: name(r, p)}); today.SpentCents != 0 {
			t.Errorf("the next day begins with %+v", today)
		}
		open(r, p, "e", 3)
		time.Sleep(10 * time.Second)
		if items = got(r, p); len(items) != 3 {
			t.Errorf("the next day: %+v", items)
		}
	})
}

// An op of a machine whose clock ran a month ahead made the giver drop what all players had spent today, and counted
// for a day that had yet to come.
func TestAnOpFromTheFutureIsOfToday(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setSteps(r, steps)
		p, q := r.Player(10_000), r.Player(10_000)
		register(r)
		open(r, p, "a", 2)
		time.Sleep(10 * time.Second)
		drop := publish.OutboxEvent(protocol.Drop{PlayerName: name(r, q), BoxID: 1, Def: 1, ValueCents: 10,
			Source: uint8(store.FromBox)})
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: "ahead", Kind: "test",
			At: time.Now().Add(30 * 24 * time.Hour), Events: []store.NewEvent{drop}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		for who, want := range map[store.PlayerID]int64{p: 200, q: 100} {
			if today := rig.Do[props.Progress](r, props.Kind, props.ID,
				props.Today{Account: name(r, who)}); today.SpentCents != want {
				t.Errorf("player %d has spent %d today, want %d", who, today.SpentCents, want)
			}
		}
		open(r, p, "b", 1)
		time.Sleep(10 * time.Second)
		if n := len(got(r, p)); n != 1 {
			t.Errorf("%d gifts for 300 spent", n)
		}
	})
}

// Whatever the store answers and whenever the process is killed, a step is one gift.
func TestAStepIsGivenOnce(t *testing.T) {
	for _, fault := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		for _, wait := range []time.Duration{2 * time.Second, 6 * time.Second, 30 * time.Second} {
			t.Run(fmt.Sprint(fault, wait), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					setSteps(r, steps)
					p := r.Player(10_000)
					register(r)
					times := 0
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind != props.KindGive {
							return memory.NoFault
						}
						if times++; times > 2 {
							return memory.NoFault
						}
						return fault
					})
					open(r, p, "a", 5)
					time.Sleep(wait)
					r.Crash()
					register(r)
					time.Sleep(time.Minute)
					r.Crash()
					register(r)
					time.Sleep(time.Minute)
					if items := got(r, p); len(items) != 2 || len(r.Ops(props.KindGive)) != 2 {
						t.Errorf("%d items, %d gifts", len(items), len(r.Ops(props.KindGive)))
					}
				})
			})
		}
	}
}

func TestAnOrderIsCarriedOutOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(100), r.Player(100)
		register(r)
		order := func(id, account string, ago time.Duration, defs ...store.DefID) props.Order {
			return props.Order{ID: id, AtMS: time.Now().Add(-ago).UnixMilli(), Account: account, Defs: defs}
		}
		// neither keeps the next from being carried out
		setSteps(r, []props.Step{}, order("1", "nobody", 0, 1), order("2", name(r, p), 0, 99),
			order("3", name(r, p), 0, 1, 3), order("4", name(r, p), 2*time.Hour, 1),
			order("5", name(r, q), -time.Minute, 1))
		time.Sleep(5 * time.Second)
		if items, news := got(r, p), published(r, p); len(items) != 2 || len(news) != 1 || len(news[0].Items) != 2 ||
			news[0].OpID == "" {
			t.Errorf("%+v, told %+v", items, news)
		}
		if len(got(r, q)) != 0 {
			t.Error("given before its time")
		}
		r.Crash()
		register(r)
		time.Sleep(2 * time.Minute)
		if len(got(r, p)) != 2 || len(got(r, q)) != 1 || len(published(r, p)) != 0 {
			t.Errorf("after a crash: %d and %d items, told %+v", len(got(r, p)), len(got(r, q)), published(r, p))
		}
	})
}

func TestStepsWithoutSenseAreRefused(t *testing.T) {
	for text, good := range map[string]bool{
		"":   true,
		"{}": true,
		`{"steps":[{"spentCents":100,"valueCents":2},{"spentCents":200,"valueCents":4}]}`: true,
		`{"steps":[{"spentCents":200,"valueCents":2},{"spentCents":100,"valueCents":4}]}`: false,
		`{"steps":[{"spentCents":100,"valueCents":101}]}`:                                 false,
		`{"steps":[{"spentCents":0,"valueCents":0}]}`:                                     false,
		`[]`: false,
	} {
		if _, err := props.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
	for text, good := range map[string]bool{
		`{"orders":[{"id":"a","account":"x","defs":[1]}]}`:                                    true,
		`{"orders":[{"id":"a","account":"x","defs":[]}]}`:                                     false,
		`{"orders":[{"id":"","account":"x","defs":[1]}]}`:                                     false,
		`{"orders":[{"id":"a","account":"","defs":[1]}]}`:                                     false,
		`{"orders":[{"id":"a","account":"x","defs":[1,1,1,1,1,1,1,1,1,1,1]}]}`:                false,
		`{"orders":[{"id":"a","account":"x","defs":[1]},{"id":"b","account":"x","defs":[]}]}`: false,
	} {
		if _, err := props.OrdersSetting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestEveryPrizeOfAnOrderIsGivenOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100)
		register(r)
		setSteps(r, []props.Step{}, props.Order{ID: "1", AtMS: time.Now().UnixMilli(), Account: name(r, p),
			Prizes: []prize.Prize{{Kind: prize.Debris, Num: 40}, {Kind: prize.Diamond, Num: 7},
				{Kind: prize.TrendChart, Num: 2}}})
		time.Sleep(5 * time.Second)
		r.Crash()
		register(r)
		time.Sleep(2 * time.Minute)
		rec, err := r.Engine.LoadPlayer(r.Context(), p)
		if err != nil || rec.Fragments != 40 || rec.GemsCents != 107 || rec.Vouchers != 2 || rec.BagCount != 0 ||
			len(r.Ops(props.KindGive)) != 1 {
			t.Errorf("%+v %v", rec, err)
		}
		if len(published(r, p)) != 0 {
			t.Error("a popup about no item")
		}
	})
}

// Days that are over are forgotten with the first opening of a later one: what is kept does not grow with time.
func TestDaysThatAreOverAreForgotten(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setSteps(r, steps)
		p := r.Player(10_000)
		registerSlow(r, time.Minute)
		for day := range 5 {
			open(r, p, fmt.Sprint("day ", day), 1)
			if day == 0 {
				rename(r, p, true)
			}
			time.Sleep(24 * time.Hour)
		}
		text, err := r.Engine.Kept(r.Context(), "props.position.rows")
		if err != nil || strings.Contains(string(text), `"names"`) {
			t.Errorf("days after its change a name of before is kept: %s, %v", text, err)
		}
		rows, err := r.Engine.KeptRows(r.Context(), "props.position.rows")
		if err != nil || len(rows) != 3 {
			t.Errorf("one opening a day keeps %d days, not the last three: %v, %v", len(rows), rows, err)
		}
	})
}

// late has of the outbox what another process read a while ago.
type late struct{ *memory.Engine }

func (s late) Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error) {
	events, cursor, err := s.Engine.Events(ctx, from, n)
	time.Sleep(3 * time.Second)
	return events, cursor, err
}

// Of two processes one reads late, and keeps after the other. A restart counts every opening once all the same.
func TestTwoProcessesCountWhatWasSpentOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r)
		first := r.Dir
		time.Sleep(2 * time.Second)
		r.Start()
		r.Dir.Register(props.Register(props.Ports{Store: late{r.Engine}, Catalog: r.Catalog, Directory: r.Dir,
			Now: time.Now, Log: zerolog.Nop()})(nil))
		r.Dir.Post(props.Kind, props.ID, directory.Wake{}, nil)
		for i := range 30 {
			time.Sleep(time.Second)
			drop := publish.OutboxEvent(protocol.Drop{PlayerName: fmt.Sprint("player", i), BoxID: 1, Def: 1,
				ValueCents: 10, Source: uint8(store.FromBox)})
			if _, err := r.Engine.Commit(t.Context(), &store.Op{Key: fmt.Sprint("draw", i), Kind: "test.draw",
				At: time.Now(), Events: []store.NewEvent{drop}}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second / 2) // after the second has kept, and before the first does again
		ends, cancel := context.WithCancel(t.Context())
		cancel()
		first.Drain(ends)
		r.Crash()
		register(r)
		time.Sleep(20 * time.Second)
		for i := range 30 {
			name := fmt.Sprint("player", i)
			if spent := rig.Do[props.Progress](r, props.Kind, props.ID,
				props.Today{Account: name}).SpentCents; spent != rig.BoxCents {
				t.Errorf("%s has spent %d", name, spent)
			}
		}
	})
}
