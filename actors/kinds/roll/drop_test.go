package roll_test

import (
	"strconv"
	"testing"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// What is won here is shown in the ticker, item by item, and not before the draw on screen is over.
func TestWinsAreDrops(t *testing.T) {
	inWorld(t, func(w *world) {
		id := w.open(w.setup()) // two items and gems
		names := map[string]bool{}
		for range 4 {
			w.join(id, w.guest())
		}
		w.until(id)
		time.Sleep(10 * time.Second)
		v := w.view(id)
		if v.Drawn == nil {
			t.Fatal("not drawn")
		}
		for _, win := range v.Drawn.Winners {
			names[win.Entrant.Name] = true
		}
		events, _, err := w.Engine.Events(t.Context(), nil, 1000)
		if err != nil {
			t.Fatal(err)
		}
		var drops []protocol.Drop
		for _, e := range events {
			if d, err := publish.ReadDrop(e); err == nil && e.Type == publish.OutboxDrop &&
				d.Source == uint8(store.FromRoll) {
				drops = append(drops, d)
			}
		}
		if len(drops) != 2 || drops[0].ID == drops[1].ID || drops[0].PlayerName == drops[1].PlayerName {
			t.Fatalf("%d items were won: %+v", 2, drops)
		}
		for _, d := range drops {
			if !names[d.PlayerName] || d.OddsPPM != 250_000 || d.Lucky || d.AtMS != v.Drawn.DrawnAtMS+
				protocol.RollDrawMS || d.Def == 0 || d.BattleID != "" {
				t.Errorf("room %s: %+v", strconv.FormatInt(int64(id), 10), d)
			}
		}
	})
}
