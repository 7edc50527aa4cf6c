package httpapi

import (
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/store"
)

func TestNothingIsRetrievedOrWithdrawnBeforeGiftsArePlayed(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01").linked("shipabcd")
		who := c.rich(3_500)
		item := c.give("retrieval", 2)[0]
		toPlay := func() int64 { return into[userInfo](w, c.get("/api/user/info")).ToPlayCents }
		if n := toPlay(); n != 0 {
			t.Errorf("%d to be played before anything was given", n)
		}
		if _, err := directory.Ask[player.Granted](w.Context(), w.directory, player.Kind, player.ID(who),
			player.Grant{Kind: sign.KindClaim, Key: "sign:test", Request: "sign",
				Prizes: []prize.Prize{{Kind: prize.Diamond, Num: 10}}}); err != nil {
			t.Fatal(err)
		}
		for path, a := range map[string]reply{"retrieve": c.post("/api/retrieve/request", itemsBody(item)),
			"withdraw": c.withdraw("one")} {
			a.want(w, protocol.CodeToPlay)
			if why := into[invalid](w, a); why.Now == nil || *why.Now != 10 || why.Field != "toPlayCents" {
				t.Errorf("%s: %+v", path, why)
			}
		}
		real, err := w.engine.Balance(w.Context(), store.PlayerReal(who))
		if n := toPlay(); n != 10 || real != 3_500 || err != nil {
			t.Errorf("%d to be played, R$ %d, %v", n, real, err)
		}
		c.open()
		if n := toPlay(); n != 0 {
			t.Errorf("%d to be played after an opening", n)
		}
		c.post("/api/retrieve/request", itemsBody(item)).want(w, protocol.OK)
		c.withdraw("two").want(w, protocol.OK)
	})
}
