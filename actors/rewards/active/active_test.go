package active_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// world is a service in the middle of a season; its clock is the test's.
type world struct {
	*rig.Rig
	service  *active.Service
	now      time.Time
	settings season.Settings
}

func inWorld(t *testing.T, f func(w *world)) {
	rig.Run(t, func(_ *testing.T, r *rig.Rig) {
		w := &world{Rig: r, now: time.Now().UTC().Add(time.Hour)}
		w.service = &active.Service{Store: r.Engine, Kinds: kinds.All, Catalog: r.Catalog,
			Now: func() time.Time { return w.now }}
		w.settings = season.Standard()
		w.settings.Assist.DayMax = 5
		w.settings.Season, w.settings.From, w.settings.Until = "test", w.now.Add(-48*time.Hour), w.now.Add(72*time.Hour)
		w.settings.Goals = []season.Goal{{Type: season.SignIn, Steps: []season.Step{{Count: 1, Tokens: 2}}},
			{Type: season.Consumption, Steps: []season.Step{{Count: 100, Tokens: 5}, {Count: 300, Tokens: 20}}}}
		w.set(w.settings)
		f(w)
	})
}

func (w *world) set(t season.Settings) {
	w.Helper()
	text, err := json.Marshal(t)
	if err == nil {
		err = settingstest.Put(w.Context(), w.Engine, season.Setting, text)
	}
	if err != nil {
		w.Fatal(err)
	}
}

// friend registers an account with an assist link, on a device.
func (w *world) friend(name, device string) store.PlayerID {
	w.Helper()
	p, err := w.Engine.Register(w.Context(), store.NewPlayer{Name: name, SpreadCode: "code" + name, Fingerprint: device,
		UserSeed: "seed", At: w.now}, nil)
	if err != nil {
		w.Fatal(err)
	}
	return p.ID
}

func (w *world) tokens(p store.PlayerID) int64 {
	w.Helper()
	n, err := w.service.Tokens(w.Context(), p)
	if err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *world) goal(p store.PlayerID, of season.Type) active.Goal {
	w.Helper()
	goals, err := w.service.Today(w.Context(), p, w.settings)
	if err != nil {
		w.Fatal(err)
	}
	for _, g := range goals {
		if g.Type == of {
			return g
		}
	}
	return active.Goal{}
}

func (w *world) refused(p store.PlayerID, of season.Type, want protocol.Code) {
	w.Helper()
	before := w.tokens(p)
	_, err := w.service.Claim(w.Context(), p, of)
	w.Refused(err, want)
	if w.tokens(p) != before {
		w.Errorf("a refused claim of type %d gave tokens", of)
	}
}

// sign is the sign-in of the service's day, as package sign keeps it.
func (w *world) sign(p store.PlayerID) {
	w.Helper()
	_, err := w.Engine.Commit(w.Context(), &store.Op{Player: p, Key: sign.DayKey(w.service.Day().Name),
		Kind: sign.KindClaim, At: w.now})
	if err != nil {
		w.Fatal(err)
	}
}

// spend opens a box of 100 cents. The player's clock is the machine's, an hour before the service's.
func (w *world) spend(p store.PlayerID, key string, count int) {
	w.Helper()
	rig.Do[player.Opened](w.Rig, player.Kind, player.ID(p), player.Open{Key: key, Box: 1, Count: count,
		PriceCents: rig.BoxCents})
}

func TestStepsAreClaimedOnceADay(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(10_000)
		w.refused(p, season.Consumption, protocol.CodeSeasonGoal)
		for _, none := range []season.Type{-1, 0, 8, 1 << 40} {
			w.refused(p, none, protocol.CodeBadRequest)
		}
		w.refused(p, season.Battle, protocol.CodeSeasonGoal) // a type that this season does not have
		w.refused(p, season.SignIn, protocol.CodeSeasonGoal) // being here is no sign-in
		w.sign(p)
		if c, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil || c.Tokens != 2 || c.Held != 2 ||
			c.Steps != 1 {
			t.Errorf("%+v, %v", c, err)
		}
		w.spend(p, "a", 2)
		for range 2 { // asked again it answers the same
			if c, err := w.service.Claim(w.Context(), p, season.Consumption); err != nil || c.Tokens != 5 ||
				c.Held != 7 || c.Steps != 1 {
				t.Errorf("200 spent: %+v, %v", c, err)
			}
		}
		if g := w.goal(p, season.Consumption); g.Done != 200 || !g.Claimed[0] || g.Claimed[1] {
			t.Errorf("%+v", g)
		}
		w.spend(p, "b", 1)
		if c, err := w.service.Claim(w.Context(), p, season.Consumption); err != nil || c.Tokens != 25 ||
			c.Held != 27 || c.Steps != 2 {
			t.Errorf("300 spent: %+v, %v", c, err)
		}
		// A day later everything begins anew, and what was earned stays.
		w.now = w.service.Day().End
		if g := w.goal(p, season.Consumption); g.Done != 0 || g.Claimed[0] || g.Claimed[1] {
			t.Errorf("the next day: %+v", g)
		}
		w.refused(p, season.Consumption, protocol.CodeSeasonGoal)
		w.refused(p, season.SignIn, protocol.CodeSeasonGoal) // yesterday's sign-in was yesterday's
		w.sign(p)
		if c, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil || c.Held != 29 {
			t.Errorf("%+v, %v", c, err)
		}
		if n := len(w.Ops(active.KindClaim)); n != 4 {
			t.Errorf("%d claims", n)
		}
		if g := w.goal(0, season.SignIn); g.Done != 0 || g.Claimed[0] {
			t.Errorf("a visitor has done %+v", g)
		}
	})
}

func TestNothingIsClaimedOutsideOfASeason(t *testing.T) {
	inWorld(t, func(w *world) {
		p, friend := w.friend("alice01", "a"), w.friend("bobby02", "b")
		begin, end := w.settings.From, w.settings.Until
		for _, at := range []time.Time{begin.Add(-1), end, end.Add(time.Hour)} {
			w.now = at
			w.refused(p, season.SignIn, protocol.CodeSeasonOver)
			_, err := w.service.Help(w.Context(), friend, "codealice01")
			w.Refused(err, protocol.CodeSeasonOver)
			_, err = w.service.Helpers(w.Context(), p)
			w.Refused(err, protocol.CodeSeasonOver)
		}
		w.now = end.Add(-1)
		w.sign(p)
		if _, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil {
			t.Error(err)
		}
	})
}

func TestTwoHundredClaimsAtOnceAreOne(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1000)
		w.spend(p, "a", 3)
		w.sign(p)
		var wait sync.WaitGroup
		for i := range 200 {
			wait.Go(func() {
				of := season.SignIn
				if i%2 == 1 {
					of = season.Consumption
				}
				if _, err := w.service.Claim(w.Context(), p, of); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if got := w.tokens(p); got != 27 || len(w.Ops(active.KindClaim)) != 3 {
			t.Errorf("%d tokens by %d claims", got, len(w.Ops(active.KindClaim)))
		}
	})
}

// Whatever the store says, and however often it is asked again, a step is paid once.
func TestAClaimSurvivesEveryFault(t *testing.T) {
	for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		t.Run(fmt.Sprint(f), func(t *testing.T) {
			inWorld(t, func(w *world) {
				p, times := w.Player(1), 0
				w.sign(p)
				w.SetFault(func(op *store.Op) memory.Fault {
					if times++; op.Kind != active.KindClaim || times > 1 {
						return memory.NoFault
					}
					return f
				})
				if _, err := w.service.Claim(w.Context(), p, season.SignIn); err == nil {
					t.Error("a fault was answered as success")
				}
				w.Crash()
				if c, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil || c.Tokens != 2 ||
					w.tokens(p) != 2 {
					t.Errorf("%+v, %v, %d tokens", c, err, w.tokens(p))
				}
			})
		})
	}
}

func TestFriendsHelpOnceADay(t *testing.T) {
	inWorld(t, func(w *world) {
		me, twin := w.friend("alice01", "phone"), w.friend("alice02", "phone")
		nobody := w.friend("nodevice", "")
		friends := []store.PlayerID{w.friend("friend1", "1"), w.friend("friend2", "2"), nobody}
		const link = "codealice01"
		refused := func(by store.PlayerID, code string, want protocol.Code) {
			t.Helper()
			before := w.tokens(me)
			_, err := w.service.Help(w.Context(), by, code)
			w.Refused(err, want)
			if w.tokens(me) != before {
				t.Error("refused help brought tokens")
			}
		}
		refused(me, link, protocol.CodeAssistSelf)
		refused(twin, link, protocol.CodeAssistSelf)
		refused(friends[0], "none", protocol.CodeAssistGone)
		refused(friends[0], "", protocol.CodeAssistGone)
		for i, f := range friends {
			for range 2 { // the second time it answers the same
				a, err := w.service.Help(w.Context(), f, link)
				if err != nil || !a.Helped || a.Today != i+1 || a.Name != "alice01" {
					t.Errorf("friend %d: %+v, %v", i, a, err)
				}
			}
			if w.tokens(me) != int64(i+1) || w.tokens(f) != 0 {
				t.Errorf("after friend %d: %d tokens", i, w.tokens(me))
			}
		}
		// A friend may help another player on the same day.
		if _, err := w.service.Help(w.Context(), friends[0], "codealice02"); err != nil || w.tokens(twin) != 1 {
			t.Error(err)
		}
		h, err := w.service.Helpers(w.Context(), me)
		if err != nil || h.Code != link || len(h.Today) != 3 || h.Total != 3 || h.Brought != 3 || h.DayMax != 5 ||
			h.Each != 1 {
			t.Errorf("%+v, %v", h, err)
		}
		if a, err := w.service.Asker(w.Context(), link, 0); err != nil || a.Helped || a.Self || a.Full || a.Today != 3 {
			t.Errorf("as a visitor sees it: %+v, %v", a, err)
		}
		// The next day the same friends can help again.
		w.now = w.now.Add(24 * time.Hour)
		if a, err := w.service.Help(w.Context(), friends[0], link); err != nil || a.Today != 1 || w.tokens(me) != 4 {
			t.Errorf("%+v, %v", a, err)
		}
		if h, err := w.service.Helpers(w.Context(), me); err != nil || h.Total != 4 || len(h.Today) != 1 {
			t.Errorf("%+v, %v", h, err)
		}
	})
}

// Twenty friends, ten requests each, all at once: five of them have helped, once each.
func TestHelpAtOnceKeepsToItsBounds(t *testing.T) {
	inWorld(t, func(w *world) {
		me := w.friend("alice01", "phone")
		friends := make([]store.PlayerID, 20)
		for i := range friends {
			friends[i] = w.friend(fmt.Sprintf("friend%02d", i), fmt.Sprint(i))
		}
		var mu sync.Mutex
		helped, codes := map[store.PlayerID]bool{}, map[protocol.Code]int{}
		var wait sync.WaitGroup
		for i := range 200 {
			wait.Go(func() {
				by := friends[i%len(friends)]
				_, err := w.service.Help(context.WithoutCancel(w.Context()), by, "codealice01")
				mu.Lock()
				defer mu.Unlock()
				codes[apierr.Code(err)]++
				if err == nil {
					helped[by] = true
				}
			})
		}
		wait.Wait()
		if len(helped) != 5 || codes[protocol.OK] != 50 || codes[protocol.CodeAssistFull] != 150 {
			t.Errorf("%d friends, %v", len(helped), codes)
		}
		if w.tokens(me) != 5 || len(w.Ops(active.KindAssist)) != 5 {
			t.Errorf("%d tokens by %d ops", w.tokens(me), len(w.Ops(active.KindAssist)))
		}
		for _, op := range w.Ops(active.KindAssist) {
			if !active.Right(&op.Op) {
				t.Errorf("the auditor would refuse %+v", op.Op)
			}
		}
	})
}

func TestRightKnowsWhatWasNotEarned(t *testing.T) {
	inWorld(t, func(w *world) {
		p, friend := w.friend("alice01", "a"), w.friend("bobby02", "b")
		w.sign(p)
		if _, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil {
			t.Fatal(err)
		}
		if _, err := w.service.Help(w.Context(), friend, "codealice01"); err != nil {
			t.Fatal(err)
		}
		ops := w.Ops(active.KindClaim, active.KindAssist)
		if len(ops) != 2 {
			t.Fatalf("%d ops", len(ops))
		}
		for _, rec := range ops {
			if !active.Right(&rec.Op) {
				t.Errorf("%+v", rec.Op)
			}
			for name, change := range map[string]func(*store.Op){
				"another key":    func(op *store.Op) { op.Key += "0" },
				"a client's key": func(op *store.Op) { op.Key = "key" },
				"another day":    func(op *store.Op) { op.At = op.At.Add(72 * time.Hour) },
				"more":           func(op *store.Op) { op.Postings[0].AmountCents++ },
				"of a player":    func(op *store.Op) { op.Postings[0].Debit = store.PlayerTokens(friend) },
				"to another":     func(op *store.Op) { op.Postings[0].Credit = store.PlayerTokens(friend) },
				"twice":          func(op *store.Op) { op.Postings = append(op.Postings, op.Postings[0]) },
				"no result":      func(op *store.Op) { op.Result = nil },
			} {
				op := rec.Op
				op.Postings = append([]store.Posting(nil), op.Postings...)
				change(&op)
				if active.Right(&op) {
					t.Errorf("%s of %s was not seen", name, op.Kind)
				}
			}
		}
	})
}

// A key that agrees with its result does not make an op right: the result must be one that play can have.
func TestRightRefusesResultsThatPlayCannotHave(t *testing.T) {
	inWorld(t, func(w *world) {
		p, friend := w.friend("alice01", "a"), w.friend("bobby02", "b")
		w.sign(p)
		if _, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil {
			t.Fatal(err)
		}
		if _, err := w.service.Help(w.Context(), friend, "codealice01"); err != nil {
			t.Fatal(err)
		}
		day := w.service.Day().Name
		typed := func(of, step int) store.Op {
			op := w.Ops(active.KindClaim)[0].Op
			op.Key = fmt.Sprintf("active:claim:test:%s:%d:%d", day, of, step)
			op.Result = fmt.Appendf(nil, `{"season":"test","day":%q,"type":%d,"step":%d,"tokens":2}`, day, of, step)
			return op
		}
		helped := func(by store.PlayerID, place int) store.Op {
			op := w.Ops(active.KindAssist)[0].Op
			op.Key = fmt.Sprintf("active:assist:test:%s:%d", day, place)
			op.Result = fmt.Appendf(nil, `{"season":"test","day":%q,"place":%d,"friend":%d,"tokens":1}`, day, place, by)
			return op
		}
		for name, c := range map[string]struct {
			op   store.Op
			want bool
		}{
			"the first type":       {typed(int(season.SignIn), 0), true},
			"the last type":        {typed(int(season.Streak), 1), true},
			"a type before all":    {typed(int(season.SignIn)-1, 0), false},
			"a type behind all":    {typed(int(season.Streak)+1, 0), false},
			"a step before all":    {typed(int(season.SignIn), -1), false},
			"a friend's help":      {helped(friend, 0), true},
			"a player's own help":  {helped(p, 0), false},
			"the help of nobody":   {helped(0, 0), false},
			"a place before all":   {helped(friend, -1), false},
			"the day's last place": {helped(friend, season.FriendsMax-1), true},
		} {
			if active.Right(&c.op) != c.want {
				t.Errorf("%s: Right says %v of %s", name, !c.want, c.op.Result)
			}
		}
	})
}

// The day is the site's, wherever the server stands.
func TestTheDayIsTheSites(t *testing.T) {
	inWorld(t, func(w *world) {
		p := w.Player(1)
		w.service.Settings = w.Settings
		if err := settingstest.Put(w.Context(), w.Engine, period.Setting, []byte(`"Asia/Shanghai"`)); err != nil {
			t.Fatal(err)
		}
		if err := w.Settings.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		w.now = time.Date(2000, 1, 2, 15, 59, 59, 0, time.UTC)
		for i, at := range []time.Time{w.now, w.now.Add(time.Second)} { // midnight in Shanghai
			w.now = at
			w.sign(p)
			if c, err := w.service.Claim(w.Context(), p, season.SignIn); err != nil || c.Held != int64(2*(i+1)) {
				t.Errorf("%v: %+v, %v", at, c, err)
			}
		}
		for _, op := range w.Ops(active.KindClaim) {
			if !active.Right(&op.Op) {
				t.Errorf("the auditor would refuse %+v", op.Op)
			}
		}
	})
}
