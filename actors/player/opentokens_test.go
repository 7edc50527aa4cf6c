package player_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/season"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// inSeason has a season in which box 1 costs 10 tokens, and 3, which is not on sale, 20.
func inSeason(r *rig.Rig, until time.Time) {
	r.Helper()
	held := season.Standard()
	held.Season, held.From, held.Until = "test", time.Now(), until
	held.Boxes = []season.Box{{Box: 1, Tokens: 10}, {Box: 3, Tokens: 20}, {Box: 99, Tokens: 1}}
	text, err := json.Marshal(held)
	if err == nil {
		err = settingstest.Put(r.Context(), r.Engine, season.Setting, text)
	}
	if err != nil {
		r.Fatal(err)
	}
}

// earned gives tokens, as claims do.
func earned(r *rig.Rig, p store.PlayerID, tokens int64) {
	r.Helper()
	_, err := r.Engine.Commit(r.Context(), &store.Op{Player: p, Key: fmt.Sprint("earned:", tokens), Kind: "test",
		At:       time.Now(),
		Postings: []store.Posting{{Debit: store.HouseTokens, Credit: store.PlayerTokens(p), AmountCents: tokens}}})
	if err != nil {
		r.Fatal(err)
	}
}

func tokensOf(r *rig.Rig, p store.PlayerID) int64 {
	r.Helper()
	n, err := r.Engine.Balance(r.Context(), store.PlayerTokens(p))
	if err != nil {
		r.Fatal(err)
	}
	return n
}

func withTokens(key string, count int) player.OpenTokens {
	return player.OpenTokens{Key: key, Box: 1, Count: count, Tokens: 10}
}

func TestTokensOpenABox(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		inSeason(r, time.Now().Add(time.Hour))
		earned(r, p, 65)
		o := rig.Do[player.Opened](r, player.Kind, id, withTokens("k1", 3))
		if len(o.Results) != 3 || o.BalanceCents != 1000 || o.BagCount != 3 || o.Next.Nonce != 3 ||
			tokensOf(r, p) != 35 || r.Balance(p) != 1000 {
			t.Fatalf("%+v, %d tokens", o, tokensOf(r, p))
		}
		items, total, err := r.Engine.Items(t.Context(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 10}})
		if err != nil || total != 3 {
			t.Fatalf("%d items, %v", total, err)
		}
		for _, it := range items {
			if it.Source != store.FromReward {
				t.Errorf("%+v is from %d", it, it.Source)
			}
		}
		// A box that is not on sale, but in the season.
		if o := rig.Do[player.Opened](r, player.Kind, id, player.OpenTokens{Key: "k2", Box: 3, Count: 1,
			Tokens: 20}); tokensOf(r, p) != 15 || o.Tokens != 20 || o.Season != "test" || o.PriceCents != 0 {
			t.Errorf("%+v, %d tokens", o, tokensOf(r, p))
		}
		rec, err := r.Engine.Op(t.Context(), o.Op)
		if err != nil || rec.Kind != player.KindOpenTokens || len(rec.Postings) != 1 ||
			rec.Postings[0] != (store.Posting{Debit: store.PlayerTokens(p), Credit: store.HouseTokens,
				AmountCents: 30}) {
			t.Errorf("%+v, %v", rec.Postings, err)
		}
		verify(r, o) // a proof like any other opening's
	})
}

func TestWrongTokensOpenNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		refused := func(m player.OpenTokens, want protocol.Code) {
			t.Helper()
			m.Key = fmt.Sprintf("refused-%d-%d-%d", m.Box, m.Count, m.Tokens)
			_, err := rig.Ask[player.Opened](r, player.Kind, id, m)
			r.Refused(err, want)
		}
		earned(r, p, 25)
		refused(withTokens("", 1), protocol.CodeSeasonOver) // none was set
		inSeason(r, time.Now().Add(time.Hour))
		for want, m := range map[protocol.Code]player.OpenTokens{
			protocol.CodeCount:        {Box: 1, Count: 6, Tokens: 10},
			protocol.CodePriceChanged: {Box: 1, Count: 1, Tokens: 9},
			protocol.CodeTokens:       {Box: 1, Count: 3, Tokens: 10},
			protocol.CodeBoxUnknown:   {Box: 99, Count: 1, Tokens: 1},
		} {
			refused(m, want)
		}
		refused(player.OpenTokens{Box: 1, Count: 0, Tokens: 10}, protocol.CodeCount)
		refused(player.OpenTokens{Box: 1, Count: -1, Tokens: 10}, protocol.CodeCount)
		// on sale, and not in the season
		refused(player.OpenTokens{Box: 2, Count: 1, Tokens: 60}, protocol.CodeBoxUnknown)
		first := rig.Do[player.Opened](r, player.Kind, id, withTokens("once", 1))
		_, err := rig.Ask[player.Opened](r, player.Kind, id, withTokens("once", 2))
		r.Refused(err, protocol.CodeKeyReused)
		time.Sleep(2 * time.Hour) // the season is over
		refused(withTokens("", 1), protocol.CodeSeasonOver)
		// what was done is answered
		if again := rig.Do[player.Opened](r, player.Kind, id, withTokens("once", 1)); again.Op != first.Op {
			t.Errorf("%+v", again)
		}
		if tokensOf(r, p) != 15 || len(r.Ops(player.KindOpenTokens)) != 1 || len(r.Ops("box.void")) != 0 {
			t.Errorf("%d tokens, %d opens, %d voids", tokensOf(r, p), len(r.Ops(player.KindOpenTokens)),
				len(r.Ops("box.void")))
		}
	})
}

func TestTwoHundredOpensAtOnceSpendTokensOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1000)
		id := player.ID(p)
		inSeason(r, time.Now().Add(time.Hour))
		earned(r, p, 76)
		if codes := parallel(r, id, 200, func(int) any { return withTokens("same", 1) }); codes[protocol.OK] != 200 {
			t.Errorf("identical opens: %v", codes)
		}
		codes := parallel(r, id, 200, func(i int) any { return withTokens(fmt.Sprint("o", i), 1) })
		if codes[protocol.OK] != 6 || codes[protocol.CodeTokens] != 194 {
			t.Errorf("distinct opens with tokens for six: %v", codes)
		}
		if n := len(r.Ops(player.KindOpenTokens)); n != 7 || tokensOf(r, p) != 6 || r.Balance(p) != 1000 {
			t.Errorf("%d opens, %d tokens, %d cents", n, tokensOf(r, p), r.Balance(p))
		}
		if n := len(r.Ops("box.void")); n != 0 {
			t.Errorf("%d voids: tokens were not counted before the draw", n)
		}
	})
}

// Items of a new-year season say so; those of every other are rewards of an activity.
func TestWhereASeasonsItemsComeFrom(t *testing.T) {
	for page, want := range map[season.Page]store.ItemSource{season.PageActive: store.FromReward,
		season.PageMoonBox: store.FromReward, season.PageNewYear: store.FromNewYear} {
		rig.Run(t, func(t *testing.T, r *rig.Rig) {
			p := r.Player(1000)
			held := season.Standard()
			held.Season, held.Page, held.From, held.Until = "test", page, time.Now(), time.Now().Add(time.Hour)
			held.Boxes = []season.Box{{Box: 1, Tokens: 10}}
			text, err := json.Marshal(held)
			if err == nil {
				err = settingstest.Put(r.Context(), r.Engine, season.Setting, text)
			}
			if err != nil {
				t.Fatal(err)
			}
			earned(r, p, 10)
			rig.Do[player.Opened](r, player.Kind, player.ID(p), withTokens("k", 1))
			items, total, err := r.Engine.Items(t.Context(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 10}})
			if err != nil || total != 1 || items[0].Source != want {
				t.Errorf("%q: %+v, %v", page, items, err)
			}
		})
	}
}
