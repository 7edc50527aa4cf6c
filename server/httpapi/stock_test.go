package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"sync"
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/settings"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/mall"
	"jadebox/protocol"
	"jadebox/store"
)

// mallHas lets the settings name a new lot of so many, or none.
func (w *world) mallHas(def store.DefID, count int64) {
	w.Helper()
	var lot store.RoomID
	var err error
	if count > 0 {
		if lot, err = w.engine.NewRoomID(w.Context()); err == nil {
			err = mall.PutUp(w.Context(), w.engine, lot, clockAhead(), def, count)
		}
	}
	if err == nil {
		err = settings.Change(w.Context(), w.engine, mall.Setting, settings.Who{Author: "test", At: clockAhead()},
			func(t mall.Settings) (mall.Settings, error) {
				own := map[store.DefID]mall.Own{}
				maps.Copy(own, t.Own)
				o := own[def]
				o.Lot = lot
				own[def], t.Own = o, own
				return t, nil
			})
	}
	if err != nil {
		w.Fatal(err)
	}
}

func (c *client) left(def int) int64 {
	c.Helper()
	return into[mallDetail](c.world, c.get(fmt.Sprint("/api/mall/item/", def))).Left
}

// Two want the last one at once: one has it, the other pays nothing and gets the reason.
func TestTheLastOneIsSoldOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.mallHas(2, 1)
		both := []*client{w.verified("alice01"), w.verified("bobby02")}
		codes := make([]protocol.Code, len(both))
		var all sync.WaitGroup
		for i, c := range both {
			all.Go(func() { codes[i] = c.keyed("/api/mall/item/2/buy", "mine", buyAt(bowCents)).Code })
		}
		all.Wait()
		bought := 0
		for i, c := range both {
			gems, items := int64(welcomeCents), 0
			switch codes[i] {
			case protocol.OK:
				bought, gems, items = bought+1, welcomeCents-bowCents, 1
				// Its owner asks again with the same key: the same answer, sold out or not.
				c.keyed("/api/mall/item/2/buy", "mine", buyAt(bowCents)).want(w, protocol.OK)
			case protocol.CodeMallSoldOut:
				c.keyed("/api/mall/item/2/buy", "mine", buyAt(bowCents)).want(w, protocol.CodeMallSoldOut)
			default:
				t.Errorf("%s: %d", c.name, codes[i])
			}
			if c.gems() != gems || c.worth().BagCount != items || len(w.opsOf(player.KindBuy, c)) != items {
				t.Errorf("%s: %d gems, %+v", c.name, c.gems(), c.worth())
			}
			if c.left(2) != 0 || c.left(1) != -1 {
				t.Errorf("%d left", c.left(2))
			}
		}
		if bought != 1 {
			t.Errorf("%v: %d have it", codes, bought)
		}
	})
}

// However many come at once: as many are sold as there are, each for its price, until more are put up.
func TestStockIsSoldDown(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		if err := settingstest.Put(w.Context(), w.engine, mall.Setting,
			[]byte(`{"own":{"3":{"priceCents":200}}}`)); err != nil {
			t.Fatal(err)
		}
		w.mallHas(3, 7)
		var crowd []*client
		for i := range 12 {
			crowd = append(crowd, w.verified(fmt.Sprintf("crowd%02d", i)))
		}
		if got := crowd[0].left(3); got != 7 {
			t.Errorf("%d left of 7", got)
		}
		wave := 0
		buy := func() map[protocol.Code]int {
			wave++
			key := http.Header{"Idempotency-Key": {fmt.Sprint("wave-", wave)}}
			codes := map[protocol.Code]int{}
			var mu sync.Mutex
			var all sync.WaitGroup
			for _, c := range crowd {
				all.Go(func() {
					code := c.do(http.MethodPost, "/api/mall/item/3/buy", buyAt(200), key.Clone()).Code
					mu.Lock()
					defer mu.Unlock()
					codes[code]++
				})
			}
			all.Wait()
			return codes
		}
		if codes := buy(); codes[protocol.OK] != 7 || codes[protocol.CodeMallSoldOut] != 5 {
			t.Errorf("%v", codes)
		}
		var gems int64
		for _, c := range crowd {
			gems += welcomeCents - c.gems()
		}
		if gems != 7*200 || crowd[0].left(3) != 0 {
			t.Errorf("%d cents were paid, %d are left", gems, crowd[0].left(3))
		}
		w.mallHas(3, 2)
		if codes := buy(); codes[protocol.OK] != 2 || codes[protocol.CodeMallSoldOut] != 10 {
			t.Errorf("%v of two more", codes)
		}
		w.mallHas(3, 0)
		if codes := buy(); codes[protocol.OK] != 12 {
			t.Errorf("%v without a limit", codes)
		}
	})
}
