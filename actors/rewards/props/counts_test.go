package props_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/rewards/props"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/period"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// Only what a player spends on a box that there is counts: no bot's openings, and no drops of anything else.
func TestOnlyAPlayersOpeningsOfBoxesCount(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setSteps(r, steps)
		names := map[string]string{}
		counted := protocol.Drop{BoxID: 1, Def: 1, ValueCents: 10, Source: uint8(store.FromBox)}
		register(r)
		for what, change := range map[string]func(*protocol.Drop){
			"an opening":        func(*protocol.Drop) {},
			"a bot's opening":   func(d *protocol.Drop) { d.Bot = true },
			"a battle's drop":   func(d *protocol.Drop) { d.Source = uint8(store.FromBattle) },
			"an extra drop":     func(d *protocol.Drop) { d.Source = uint8(store.FromDrop) },
			"a box of nobody's": func(d *protocol.Drop) { d.BoxID = 99 },
		} {
			d := counted
			change(&d)
			d.PlayerName = name(r, r.Player(1))
			names[what] = d.PlayerName
			op := &store.Op{Key: what, Kind: "test.draw", At: time.Now()}
			for range 3 { // as many as the first step asks for
				op.Events = append(op.Events, publish.OutboxEvent(d))
			}
			if _, err := r.Engine.Commit(r.Context(), op); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(30 * time.Second)
		for what, account := range names {
			want := int64(0)
			if what == "an opening" {
				want = 3 * rig.BoxCents
			}
			if today := rig.Do[props.Progress](r, props.Kind, props.ID,
				props.Today{Account: account}); today.SpentCents != want {
				t.Errorf("%s: %d spent, want %d", what, today.SpentCents, want)
			}
		}
		if n := len(r.Ops(props.KindGive)); n != 1 {
			t.Errorf("%d gifts, want that of the player who opened", n)
		}
	})
}

// What was spent counts until the site's midnight, which is told as the day's end.
func TestADayOfStepsEndsAtTheSitesMidnight(t *testing.T) {
	for _, zone := range []string{"UTC", "Asia/Shanghai"} {
		t.Run(zone, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				put(r, period.Setting, zone)
				if err := r.Settings.Refresh(r.Context()); err != nil {
					t.Fatal(err)
				}
				in, err := time.LoadLocation(zone)
				if err != nil {
					t.Fatal(err)
				}
				y, m, d := time.Now().In(in).Date()
				end := time.Date(y, m, d+1, 0, 0, 0, 0, in)
				ahead := time.Until(end) - time.Minute
				now := func() time.Time { return time.Now().Add(ahead) }
				setSteps(r, steps)
				p := r.Player(10_000)
				r.Dir.Register(props.Register(props.Ports{Store: r.Engine, Catalog: r.Catalog, Directory: r.Dir,
					Settings: r.Settings, Now: now, Log: zerolog.Nop()})(nil))
				r.Dir.Post(props.Kind, props.ID, directory.Wake{}, nil)
				open(r, p, "a", 2)
				for i, at := range []time.Time{end.Add(-time.Millisecond), end} {
					time.Sleep(at.Sub(now()))
					got := rig.Do[props.Progress](r, props.Kind, props.ID, props.Today{Account: name(r, p)})
					want := []string{fmt.Sprint(200, end.UnixMilli()), fmt.Sprint(0, end.AddDate(0, 0, 1).UnixMilli())}
					if text := fmt.Sprint(got.SpentCents, got.EndsAtMS); text != want[i] {
						t.Errorf("at %v: %s, want %s", at, text, want[i])
					}
				}
			})
		})
	}
}
