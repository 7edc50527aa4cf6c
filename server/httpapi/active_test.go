package httpapi

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/actors/settings/settingstest"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// season lets one run that a test can reach the steps of. Box 2 is not on sale.
func (w *world) season(change ...func(*season.Settings)) {
	w.Helper()
	one := func(of season.Type, count int64) season.Goal {
		return season.Goal{Type: of, Steps: []season.Step{{Count: count, Tokens: 10 * int64(of)}}}
	}
	t := season.Standard()
	t.Assist.DayMax = 5
	t.Season, t.Name = "test", store.Text{Zh: "季", En: "Season", Pt: "Temporada"}
	t.From, t.Until = clockAhead().Add(-time.Hour), clockAhead().Add(20*time.Hour)
	t.Goals = []season.Goal{one(season.SignIn, 1), one(season.Battle, 3), one(season.Upgrade, 2), one(season.Wish, 1),
		one(season.Hash, 2),
		one(season.Consumption, 6000), one(season.Streak, 1)}
	t.Boxes = []season.Box{{Box: openID, Tokens: 4}, {Box: disabledID, Tokens: 7}}
	for _, f := range change {
		f(&t)
	}
	text, err := json.Marshal(t)
	if err == nil {
		err = settingstest.Put(w.Context(), w.engine, season.Setting, text)
	}
	if err != nil {
		w.Fatal(err)
	}
}

func (c *client) done(of season.Type) int64 {
	c.Helper()
	for _, g := range into[activeGoals](c.world, c.get("/api/activity/activity/list")).Goals {
		if g.Type == of {
			return g.Done
		}
	}
	c.Fatalf("no goal of type %d", of)
	return 0
}

func (c *client) radishes() int64 {
	c.Helper()
	a := c.get("/api/activity/radish")
	a.want(c.world, protocol.OK)
	return into[int64](c.world, a)
}

func (c *client) receive(of season.Type) reply {
	return c.do("POST", "/api/activity/receive", map[string]any{"type": of}, nil)
}

// reached claims a type two hundred times at once and checks that it could not be claimed before play did it.
func (c *client) reached(of season.Type, play func()) {
	c.Helper()
	before := c.radishes()
	c.receive(of).want(c.world, protocol.CodeSeasonGoal)
	play()
	answers := make([]reply, 200)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = c.receive(of) })
	}
	all.Wait()
	for _, a := range append(answers, c.receive(of)) {
		if a.Code != protocol.OK {
			c.Fatalf("type %d, at once: %d %s", of, a.Code, a.ErrMsg)
		}
		got := into[activeReceived](c.world, a)
		if want := 10 * int64(of); got.Tokens != want || got.Radish != before+want || got.Steps != 1 ||
			c.radishes() != before+want {
			c.Fatalf("type %d: %+v, %d radishes after %d", of, got, c.radishes(), before)
		}
	}
}

func TestEveryTypeOfPlayEarnsRadishes(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.season()
		c, rival := w.newPlayer("alice01"), w.newPlayer("bobby02")
		c.reached(season.SignIn, func() { c.post(signPath, signDay(1)).want(w, protocol.OK) })
		c.reached(season.Upgrade, func() {
			for i := range 2 {
				if c.done(season.Upgrade) != int64(i) {
					t.Errorf("%d upgrades after %d", c.done(season.Upgrade), i)
				}
				c.post("/api/upgrade/play", upgradeOf(c.give(fmt.Sprint("u", i), 3)[0])).want(w, protocol.OK)
			}
		})
		c.reached(season.Hash, func() {
			c.open() // a classic box is none
			if c.done(season.Hash) != 0 {
				t.Error("a classic box counts as hash")
			}
			c.post("/api/box/3/open", map[string]any{"count": 2, "priceCents": 3 * priceCents}).want(w, protocol.OK)
		})
		spent := int64(2*1900 + priceCents + 2*3*priceCents)
		if got := c.done(season.Consumption); got != spent {
			t.Errorf("spent %d, counted %d", spent, got)
		}
		won, run, best := false, int64(0), int64(0)
		c.reached(season.Battle, func() {
			for range 3 {
				b := c.create(setup(2))
				rival.post("/api/battle/"+itoa(int64(b.BattleID))+"/join",
					map[string]any{"seat": 1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
				if c.done(season.Battle) == 3 {
					t.Error("a battle counts before its end")
				}
				time.Sleep(time.Minute)
				s := w.visitor().view(b.BattleID)
				if s.Result == nil {
					t.Fatalf("%+v", s)
				}
				won = len(s.Result.Winners) == 1 && s.Summary.Seats[s.Result.Winners[0]].PlayerID == itoa(c.playerID())
				if run++; !won {
					run = 0
				}
				best = max(best, run)
			}
		})
		if got := c.done(season.Streak); got != best {
			t.Errorf("a streak of %d, counted %d", best, got)
		}
		streak := c.receive(season.Streak)
		if best > 0 {
			streak.want(w, protocol.OK)
		} else {
			streak.want(w, protocol.CodeSeasonGoal)
		}
		// A battle that nobody joins is refunded and counts for nothing.
		battles, gems := c.done(season.Battle), c.done(season.Consumption)
		if gems != spent+3*4*priceCents {
			t.Errorf("%d spent", gems)
		}
		c.create(setup(2))
		time.Sleep(2 * time.Hour)
		if c.done(season.Battle) != battles || c.done(season.Consumption) != gems {
			t.Error("a refunded entry counts")
		}
		c.receive(season.Consumption).want(w, protocol.OK)
		c.reached(season.Wish, func() {
			id := w.gemWish()
			for i, p := range []*client{c, rival, w.newPlayer("carol03"), w.newPlayer("dave004")} {
				if c.done(season.Wish) != 0 {
					t.Error("a wish counts before it is drawn")
				}
				p.post("/api/wish/"+id+"/take", wishFor(i+1)).want(w, protocol.OK)
			}
			time.Sleep(time.Minute)
		})
		home := into[activeHome](w, c.get("/api/activity/activity/home"))
		if !home.Running || home.Season != "test" || home.Radish != c.radishes() || home.Claimable != 0 ||
			home.UntilMS <= home.SysTime || home.ResetsMS <= home.SysTime {
			t.Errorf("%+v", home)
		}
		if rival.radishes() != 0 || into[activeHome](w, rival.get("/api/activity/activity/home")).Claimable == 0 {
			t.Error("what one earns is another's")
		}
		for _, bad := range []any{0, 8, -1, "1", nil} {
			c.do("POST", "/api/activity/receive", map[string]any{"type": bad}, nil).want(w, protocol.CodeBadRequest)
		}
		w.visitor().receive(1).want(w, protocol.CodeTokenInvalid)
	})
}

func TestRadishesBuyBoxes(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.season()
		c := w.newPlayer("alice01")
		c.post(signPath, signDay(1)).want(w, protocol.OK)
		c.receive(season.SignIn).want(w, protocol.OK) // ten
		boxes := into[activeBoxes](w, w.visitor().get("/api/activity/activity/box")).Boxes
		if len(boxes) != 2 || boxes[0].Tokens != 4 || boxes[0].ExpectedCents < 500 || boxes[0].ExpectedCents > 511 ||
			boxes[0].TokenPPM != boxes[0].ExpectedCents*2500 {
			t.Fatalf("%+v", boxes)
		}
		view := into[activeBoxView](w, w.visitor().get("/api/activity/box/details?id=2"))
		if view.Tokens != 7 || len(view.Entries) != 3 || view.OddsHash == "" {
			t.Errorf("%+v", view)
		}
		w.visitor().get("/api/activity/box/details?id=3").want(w, protocol.CodeBoxUnknown)
		offer := into[activeOffer](w, c.get("/api/activity/open?id=1"))
		if offer.Tokens != 4 || offer.Radish != 10 || offer.Most != 2 || offer.Next.Nonce != 0 {
			t.Errorf("%+v", offer)
		}
		c.unchanged(func() { // the documented GET changes nothing
			for range 3 {
				c.get("/api/activity/open?id=1").want(w, protocol.OK)
			}
			open := func(body map[string]any) reply { return c.post("/api/activity/open", body) }
			open(map[string]any{"id": 1, "count": 3, "tokens": 4}).want(w, protocol.CodeTokens)
			open(map[string]any{"id": 1, "count": 1, "tokens": 1}).want(w, protocol.CodePriceChanged)
			open(map[string]any{"id": 3, "count": 1, "tokens": 4}).want(w, protocol.CodeBoxUnknown)
			open(map[string]any{"id": 1, "count": 9, "tokens": 4}).want(w, protocol.CodeCount)
			c.do("POST", "/api/activity/open", map[string]any{"id": 1, "count": 1, "tokens": 4}, nil).want(w,
				protocol.CodeKeyMissing)
			w.visitor().post("/api/activity/open", map[string]any{"id": 1, "count": 1, "tokens": 4}).want(w,
				protocol.CodeTokenInvalid)
		})
		before := c.worth()
		var o openedActive
		for range 2 {
			a := c.keyed("/api/activity/open", "once", map[string]any{"id": 1, "count": 2, "tokens": 4})
			a.want(w, protocol.OK)
			o = into[openedActive](w, a)
		}
		if len(o.Results) != 2 || o.Radish != 2 || c.radishes() != 2 || o.BagCount != before.BagCount+2 ||
			c.worth().GemsCents != before.GemsCents {
			t.Errorf("%+v, %+v", o, c.worth())
		}
		if c.done(season.Consumption) != 0 || c.done(season.Hash) != 0 {
			t.Error("what radishes paid for earns radishes")
		}
		page := into[activeRecords](w, c.get("/api/activity/box/record"))
		if page.Total != 1 || len(page.Records) != 2 || page.Records[0].Tokens != 4 || page.Records[1].BoxID != openID {
			t.Errorf("%+v", page)
		}
		if bag := into[bagPage](w, c.get("/api/personal/center/back/pack")); bag.Total != 2 ||
			bag.Records[0].Source != store.FromReward {
			t.Errorf("%+v", bag)
		}
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		a := w.visitor().get("/api/fair/result/" + o.Results[1].ResultID)
		a.want(w, protocol.OK)
		b, err := fairness.ParseBundle(a.Data)
		if err != nil || b.Log == nil {
			t.Fatal(b, err)
		}
		if r := fairness.Verify(b); !r.OK {
			t.Errorf("%+v", r)
		}
		time.Sleep(21 * time.Hour) // the season is over: what is left waits for the next
		if l := into[activeBoxes](w, c.get("/api/activity/activity/box")); len(l.Boxes) != 0 {
			t.Errorf("%+v", l)
		}
		if l := into[activeGoals](w, c.get("/api/activity/activity/list")); len(l.Goals) != 0 {
			t.Errorf("%+v", l)
		}
		c.get("/api/activity/open?id=1").want(w, protocol.CodeSeasonOver)
		c.receive(season.SignIn).want(w, protocol.CodeSeasonOver)
		if home := into[activeHome](w, c.get("/api/activity/activity/home")); home.Running || home.Radish != 2 ||
			home.Season != "" || home.Page != "active" {
			t.Errorf("%+v", home)
		}
	})
}

func TestAFriendHelpsOnceByALink(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.season()
		c, friend := w.newPlayer("alice01"), w.newPlayer("bobby02")
		mine := into[assists](w, c.get("/api/activity/assistance/count"))
		if mine.Code == "" || mine.Count != 0 || mine.DayMax != 5 {
			t.Fatalf("%+v", mine)
		}
		look := func(who *client) asker {
			t.Helper()
			a := who.get("/api/activity/assistance?code=" + mine.Code)
			a.want(w, protocol.OK)
			return into[asker](w, a)
		}
		help := func(who *client, code string) reply {
			return who.do("POST", "/api/activity/assistance", map[string]any{"code": code}, nil)
		}
		for range 3 { // the documented GET changes nothing
			if q := look(friend); q.Name != "alice01" || q.Helped || q.Self || q.Count != 0 {
				t.Errorf("%+v", q)
			}
		}
		if !look(c).Self || look(w.visitor()).Helped {
			t.Error("a friend's view")
		}
		help(c, mine.Code).want(w, protocol.CodeAssistSelf)
		help(w.visitor(), mine.Code).want(w, protocol.CodeTokenInvalid)
		help(friend, "nobody").want(w, protocol.CodeAssistGone)
		help(friend, "").want(w, protocol.CodeAssistGone)
		if c.radishes() != 0 {
			t.Fatal("refused help brought radishes")
		}
		for range 2 {
			a := help(friend, mine.Code)
			a.want(w, protocol.OK)
			if q := into[asker](w, a); !q.Helped || q.Count != 1 {
				t.Errorf("%+v", q)
			}
		}
		mine = into[assists](w, c.get("/api/activity/assistance/count"))
		if mine.Count != 1 || mine.Total != 1 || mine.Received != 1 || c.radishes() != 1 || len(mine.Friends) != 1 ||
			mine.Friends[0].Name != "bo***2" {
			t.Errorf("%+v, %d radishes", mine, c.radishes())
		}
		list := into[ownRecords](w, c.get("/api/user/records?kind=active"))
		if list.Total != 1 || list.Records[0].Kind != "active" || list.Records[0].GemsCents != 0 {
			t.Errorf("%+v", list)
		}
	})
}

func TestWithoutASeasonThereIsNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		for _, path := range []string{"/api/activity/activity/home", "/api/activity/activity/list",
			"/api/activity/activity/box"} {
			c.get(path).want(w, protocol.OK)
			w.visitor().get(path).want(w, protocol.OK)
		}
		if c.radishes() != 0 {
			t.Error("radishes from nothing")
		}
		c.receive(season.SignIn).want(w, protocol.CodeSeasonOver)
		c.get("/api/activity/assistance/count").want(w, protocol.CodeSeasonOver)
		c.get("/api/activity/assistance?code=x").want(w, protocol.CodeSeasonOver)
		c.get("/api/activity/box/details?id=1").want(w, protocol.CodeSeasonOver)
	})
}

// A season has a page of its own, and says when it begins.
func TestASeasonHasItsOwnPage(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		held := season.Standard()
		held.Season, held.Page, held.Name = "ny27", season.PageNewYear, store.Text{Zh: "新年", En: "New year",
			Pt: "Ano-novo"}
		held.From, held.Until = clockAhead().Add(time.Hour), clockAhead().Add(2*time.Hour)
		text, err := json.Marshal(held)
		if err == nil {
			err = settingstest.Put(w.Context(), w.engine, season.Setting, text)
		}
		if err != nil {
			w.Fatal(err)
		}
		look := func() activeHome {
			return into[activeHome](w, w.visitor().get("/api/activity/activity/home"))
		}
		if h := look(); h.Running || h.Page != "newyear" || h.FromMS != held.From.UnixMilli() || h.Claimable != 0 {
			w.Errorf("before it begins: %+v", h)
		}
		time.Sleep(time.Hour)
		if h := look(); !h.Running || h.Page != "newyear" || h.UntilMS != held.Until.UnixMilli() {
			w.Errorf("%+v", h)
		}
		time.Sleep(time.Hour)
		if h := look(); h.Running || h.Page != "active" || h.Season != "" {
			w.Errorf("when it is over: %+v", h)
		}
	})
}
