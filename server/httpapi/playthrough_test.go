package httpapi

import (
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
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

// A player who does not play gives back what was given, at the figure that was shown and once, and takes out what is
// theirs.
func TestGiftsAreGivenBackInsteadOfPlayed(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01").linked("shipabcd"), w.newPlayer("bobby02")
		who := c.rich(3_500)
		item := c.give("retrieval", 1)[0]
		back := func(cents int64) reply {
			return c.keyed("/api/user/gift/back", "back", map[string]any{"gemsCents": cents})
		}
		w.visitor().post("/api/user/gift/back", map[string]any{"gemsCents": 1}).want(w, protocol.CodeTokenInvalid)
		other.post("/api/user/gift/back", map[string]any{"gemsCents": 1}).want(w, protocol.CodeNoGift)
		if _, err := directory.Ask[player.Granted](w.Context(), w.directory, player.Kind, player.ID(who),
			player.Grant{Kind: sign.KindClaim, Key: "sign:test", Request: "sign",
				Prizes: []prize.Prize{{Kind: prize.Diamond, Num: 90}}}); err != nil {
			t.Fatal(err)
		}
		c.unchanged(func() {
			back(0).want(w, protocol.CodeBadRequest)
			for _, cents := range []int64{1, 89, 91} {
				a := c.post("/api/user/gift/back", map[string]any{"gemsCents": cents})
				a.want(w, protocol.CodePriceChanged)
				if why := into[invalid](w, a); why.Now == nil || *why.Now != 90 {
					t.Errorf("%d: %+v", cents, why)
				}
			}
			c.post("/api/retrieve/request", itemsBody(item)).want(w, protocol.CodeToPlay)
		})
		me := into[userInfo](w, c.get("/api/user/info"))
		if me.ToPlayCents != 90 || me.GiftCents != 90 {
			t.Errorf("%d to play, %d to give back", me.ToPlayCents, me.GiftCents)
		}
		before := c.worth().GemsCents
		for range 2 { // the same key is the same gift
			a := back(90)
			a.want(w, protocol.OK)
			if g := into[gaveBack](w, a); g.ToPlayCents != 90 || g.GemsCents != 90 || g.BalanceCents != before-90 {
				t.Errorf("%+v of %d", g, before)
			}
		}
		c.post("/api/user/gift/back", map[string]any{"gemsCents": 90}).want(w, protocol.CodeNoGift)
		me = into[userInfo](w, c.get("/api/user/info"))
		if me.ToPlayCents != 0 || me.GiftCents != 0 || c.worth().GemsCents != before-90 {
			t.Errorf("%d to play, %d to give back, %d gems of %d", me.ToPlayCents, me.GiftCents, c.worth().GemsCents,
				before)
		}
		c.post("/api/retrieve/request", itemsBody(item)).want(w, protocol.OK)
		c.withdraw("mine").want(w, protocol.OK)
	})
}

// Gifts from before the multiple was raised, or was none, are worth what they were; those of a newer account go by what
// has held since.
func TestRaisingTheMultipleDoesNotMakeOldGiftsCheaper(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		given := func(c *client) {
			if _, err := directory.Ask[player.Granted](w.Context(), w.directory, player.Kind,
				player.ID(store.PlayerID(c.playerID())), player.Grant{Kind: sign.KindClaim, Key: "sign:test",
					Request: "sign", Prizes: []prize.Prize{{Kind: prize.Diamond, Num: 100}}}); err != nil {
				t.Fatal(err)
			}
		}
		multiple := func(text string) { // whatever else it does to this catalogue
			now, err := w.engine.Settings(w.Context())
			if err == nil {
				_, err = settings.Put(w.Context(), w.engine, playthrough.Setting.Name, now, []byte(text),
					settings.Who{Author: "test", At: clockAhead()})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		old := w.newPlayer("alice01")
		given(old)
		multiple(`{"multiplePpm":10000000}`)
		if me := into[userInfo](w, old.get("/api/user/info")); me.ToPlayCents != 100 || me.GiftCents != 100 {
			t.Errorf("%d to play, %d to give back", me.ToPlayCents, me.GiftCents)
		}
		old.unchanged(func() {
			old.post("/api/user/gift/back", map[string]any{"gemsCents": 10}).want(w, protocol.CodePriceChanged)
		})
		old.post("/api/user/gift/back", map[string]any{"gemsCents": 100}).want(w, protocol.OK)
	})
}

// What was lost of a gift comes out of what is the player's own: a player who has less than that gives nothing back.
func TestAGiftThatIsNotThereIsNotGivenBack(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		who := store.PlayerID(c.playerID())
		gems := c.worth().GemsCents
		if _, err := w.engine.Commit(w.Context(), &store.Op{Player: who, Key: "test:lost", Kind: "test.lost",
			At: clockAhead(), Postings: []store.Posting{{Debit: store.PlayerGems(who), Credit: store.House,
				AmountCents: gems - 5}}, Play: []store.Posting{{Debit: store.HouseToPlay,
				Credit: store.PlayerToPlay(who), AmountCents: 90}}}); err != nil {
			t.Fatal(err)
		}
		c.unchanged(func() {
			c.post("/api/user/gift/back", map[string]any{"gemsCents": 90}).want(w, protocol.CodeFunds)
		})
	})
}
