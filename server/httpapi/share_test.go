package httpapi

import (
	"bytes"
	"image/png"
	"net/http"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/sharecard"
	"jadebox/store"
)

// cardNumber is the picture under an address of /share/.
func (w *world) card(path string) []byte {
	w.Helper()
	a := w.visitor().get("/share/" + path)
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "image/png" ||
		a.header.Get("Cache-Control") != "public, max-age=60" {
		w.Fatalf("%s: %d %v", path, a.status, a.header)
	}
	img, err := png.Decode(bytes.NewReader(a.raw))
	if err != nil || img.Bounds().Dx() != sharecard.Width || img.Bounds().Dy() != sharecard.Height {
		w.Fatalf("%s: %v", path, err)
	}
	return a.raw
}

func TestABattleHasAShareCard(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		site := w.card("battle/999999.png")
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		b := host.create(setup(2))
		path := "battle/" + itoa(int64(b.BattleID)) + ".png"
		waiting := w.card(path)
		guest.post("/api/battle/"+itoa(int64(b.BattleID))+"/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		joined := w.card(path)
		time.Sleep(2 * time.Minute)
		over := w.card(path)
		for i, one := range [][]byte{site, waiting, joined, over} {
			for _, other := range [][]byte{site, waiting, joined, over}[i+1:] {
				if bytes.Equal(one, other) {
					t.Errorf("card %d shows what a later one shows", i)
				}
			}
		}
		if !bytes.Equal(over, w.card("result/battle-"+itoa(int64(b.BattleID))+".png")) {
			t.Error("a battle's result has another card than the battle")
		}
	})
}

// A private battle has the card of one that does not exist, before and after, whatever the address carries.
func TestCardsOfPrivateBattlesTellNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		host, guest := w.newPlayer("alice01"), w.newPlayer("bobby02")
		hidden := setup(2)
		hidden["private"] = true
		b := host.create(hidden)
		id := itoa(int64(b.BattleID))
		site := w.visitor().get("/share/battle/999999.png")
		same := func(when string) {
			for _, path := range []string{"battle/" + id + ".png", "battle/" + id + ".png?code=" + b.Code,
				"result/battle-" + id + ".png"} {
				a := w.visitor().get("/share/" + path)
				a.header.Del("X-Request-Id")
				site.header.Del("X-Request-Id")
				if a.status != site.status || !bytes.Equal(a.raw, site.raw) || len(a.header) != len(site.header) {
					t.Errorf("%s, %s: %d with %d bytes, %v", when, path, a.status, len(a.raw), a.header)
				}
			}
		}
		same("waiting")
		guest.post("/api/battle/"+id+"/join", map[string]any{"seat": -1, "code": b.Code,
			"priceCents": 4 * priceCents}).want(w, protocol.OK)
		time.Sleep(2 * time.Minute)
		if s := host.view(b.BattleID); s.Summary.Status != protocol.BattleFinished {
			t.Fatal(s.Summary.Status)
		}
		same("over")
	})
}

func TestAResultHasAShareCard(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		site := w.card("result/nobody.png")
		opened := into[opened](w, c.post("/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}))
		if bytes.Equal(w.card("result/"+opened.Results[0].ResultID+".png"), site) {
			t.Error("an opening has no card of its own")
		}
		for _, path := range []string{"result/1-0.png", "result/" + opened.Results[0].ResultID + "9.png",
			"result/99999999-0.png", "result/x-y.png",
			"result/rain-1.png", "result/%22.png", "battle/017.png", "battle/-1.png", "battle/17", "battle/.png"} {
			if !bytes.Equal(w.card(path), site) {
				t.Errorf("%s is not the site's card", path)
			}
		}
	})
}

// Rooms of every kind have a card of their own, before and after their end, in each language; what is not public has
// the site's.
func TestARoomOfEveryKindHasAShareCard(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.itRains()
		host, a := w.newPlayer("alice01"), w.newPlayer("bobby02")
		host.grant(store.RoleStreamer)
		draft, giveaway := host.draft(nil), host.published(map[string]any{"name": "星期五"})
		a.post(joinPath, joining(giveaway)).want(w, protocol.OK)
		wishing := w.gemWish()
		round := a.envelope().Round.ID
		deck, flip := a.turned(w.shuffled())
		rolling, wished := "result/roll-"+itoa(int64(giveaway.RollID))+".png", "result/wish-"+wishing+".png"
		cards := map[string][]byte{}
		draw := func(when string, paths ...string) {
			for _, path := range paths {
				for _, language := range []string{"zh", "en", "pt"} {
					cards[when+" "+path+" "+language] = w.card(path + "?lang=" + language)
				}
			}
		}
		draw("site", "result/none.png")
		draw("open", rolling, wished, "result/luckycard-"+deck.ID+".png", "result/"+flip.Flip.ResultID+".png",
			"result/rain-"+round+".png")
		for i, p := range []*client{host, a, w.newPlayer("carol03"), w.newPlayer("dave004")} {
			p.post("/api/wish/"+wishing+"/take", wishFor(i+1)).want(w, protocol.OK)
		}
		time.Sleep(2 * time.Minute)
		draw("over", rolling, wished)
		pictures := map[string]string{}
		for name, raw := range cards {
			if other, twice := pictures[string(raw)]; twice {
				t.Errorf("%s is the picture of %s", name, other)
			}
			pictures[string(raw)] = name
		}
		site := w.card("result/none.png")
		if !bytes.Equal(site, cards["site result/none.png zh"]) {
			t.Error("a card without a language is not the Chinese one")
		}
		for _, path := range []string{"roll-" + itoa(int64(draft.RollID)), "roll-" + wishing, "wish-" + deck.ID,
			"luckycard-" + deck.ID + "-77777", "luckycard-" + deck.ID + "-01", "rain-999999"} {
			if !bytes.Equal(w.card("result/"+path+".png"), site) {
				t.Errorf("%s is not the site's card", path)
			}
		}
	})
}

func TestDrawingOfCardsIsLimited(t *testing.T) {
	inWorld(t, options{limited: true}, func(w *world) {
		host := w.newPlayer("alice01")
		var shown, refused []string
		for _, mode := range []string{protocol.ModeNormal, protocol.ModeInverse, protocol.ModeTerminal,
			protocol.ModeShare} {
			for seats := 2; seats <= 4; seats++ {
				for _, boxes := range [][]int{{openID}, {openID, openID}, {openID, openID, openID}} {
					b := host.create(map[string]any{"boxes": boxes, "seats": seats, "mode": mode,
						"priceCents": len(boxes) * priceCents})
					path := "/share/battle/" + itoa(int64(b.BattleID)) + ".png"
					switch a := w.visitor().get(path); a.status {
					case http.StatusOK:
						shown = append(shown, path)
					case http.StatusTooManyRequests:
						refused = append(refused, path)
					default:
						t.Fatalf("%s: %d", path, a.status)
					}
				}
			}
		}
		if len(shown) < 30 || len(refused) == 0 {
			t.Fatalf("%d shown, %d refused", len(shown), len(refused))
		}
		for _, path := range shown { // what lies ready is free
			if a := w.visitor().get(path); a.status != http.StatusOK {
				t.Errorf("%s: %d", path, a.status)
			}
		}
		time.Sleep(time.Minute)
		if a := w.visitor().get(refused[0]); a.status != http.StatusOK {
			t.Errorf("%d a minute later", a.status)
		}
	})
}
