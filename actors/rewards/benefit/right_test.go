package benefit_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// noted is what a claim's op keeps.
type noted struct {
	Week       string       `json:"week"`
	SpentCents int64        `json:"spentCents"`
	Step       benefit.Step `json:"step"`
}

// gems are prizes of so many cents.
func gems(cents ...int64) (list []prize.Prize) {
	for _, n := range cents {
		list = append(list, prize.Prize{Kind: prize.Diamond, Num: n})
	}
	return list
}

// An auditor finds a benefit of another week than the op's, of less than its step asks, and what is given beside it,
// also where key, result and entries agree.
func TestABenefitIsOfItsWeekAndOfWhatWasSpent(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_00)
		time.Sleep(time.Minute)
		spend(r, p, "a", 60)
		if _, err := service(r).Claim(t.Context(), p, "k"); err != nil {
			t.Fatal(err)
		}
		good := r.Ops(benefit.KindClaim)[0].Op
		granted, err := player.ReadGranted(0, good.Result)
		if err != nil {
			t.Fatal(err)
		}
		var note noted
		if err := json.Unmarshal(granted.Note, &note); err != nil || note.Week != "w1999-12-27" {
			t.Fatalf("%+v, %v", note, err)
		}
		made := func(n noted, g player.Granted) *store.Op {
			t.Helper()
			var err error
			if g.Note, err = json.Marshal(n); err != nil {
				t.Fatal(err)
			}
			op := good
			if op.Result, err = json.Marshal(g); err != nil {
				t.Fatal(err)
			}
			op.Key, op.Postings = "week:"+n.Week, nil
			for _, one := range g.Prizes {
				debit, credit := store.Bonus, store.PlayerGems(p)
				if one.Kind == prize.Debris {
					debit, credit = store.HouseFragments, store.PlayerFragments(p)
				}
				op.Postings = append(op.Postings, store.Posting{Debit: debit, Credit: credit, AmountCents: one.Num})
			}
			return &op
		}
		if op := made(note, granted); !benefit.Right(op) {
			t.Fatalf("%s under %q is not right", op.Result, op.Key)
		}
		for name, change := range map[string]func(n *noted, g *player.Granted){
			"of less than its step asks":  func(n *noted, _ *player.Granted) { n.SpentCents = n.Step.SpentCents - 1 },
			"of the week before":          func(n *noted, _ *player.Granted) { n.Week = "w1999-12-20" },
			"of the week after":           func(n *noted, _ *player.Granted) { n.Week = "w2000-01-03" },
			"of a week from a Saturday":   func(n *noted, _ *player.Granted) { n.Week = "w2000-01-01" },
			"of no week":                  func(n *noted, _ *player.Granted) { n.Week = "1999-12-27" },
			"of more than its step":       func(_ *noted, g *player.Granted) { g.Prizes = gems(11) },
			"of nothing":                  func(_ *noted, g *player.Granted) { g.Prizes = nil },
			"given twice in one":          func(_ *noted, g *player.Granted) { g.Prizes = gems(10, 10) },
			"of another prize than gems":  func(_ *noted, g *player.Granted) { g.Prizes[0].Kind = prize.Debris },
			"of a step that gives others": func(n *noted, _ *player.Granted) { n.Step.RewardCents = 50 },
		} {
			n, g := note, granted
			g.Prizes = slices.Clone(granted.Prizes)
			change(&n, &g)
			if op := made(n, g); benefit.Right(op) {
				t.Errorf("a benefit %s is right: %s under %q", name, op.Result, op.Key)
			}
		}
		opened := granted
		opened.Opened = &player.Opened{Box: 1, Results: []player.Result{{Def: 1, ValueCents: 10}}}
		op := made(note, opened)
		op.Nonce = &store.NonceUse{Player: p}
		op.NewItems = []store.NewItem{{Owner: p, Def: 1, ValueCents: 10, Source: store.FromWelfare}}
		if !player.RightGrant(op) || benefit.Right(op) {
			t.Error("a benefit with a box beside it is right")
		}
	})
}

// What was taken stays taken under whatever settings hold later: its request is answered again, another is refused.
func TestAWeekStaysTakenWhenItsStepsAreGone(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_00)
		time.Sleep(time.Minute)
		spend(r, p, "a", 60)
		if _, err := service(r).Claim(t.Context(), p, "k"); err != nil {
			t.Fatal(err)
		}
		before := r.Balance(p)
		if err := settingstest.Put(t.Context(), r.Engine, benefit.Setting, []byte(`{"steps":[]}`)); err != nil {
			t.Fatal(err)
		}
		for range 2 { // by the player's actor as it was, and by one that has read everything anew
			got, err := service(r).Claim(t.Context(), p, "k")
			if err != nil || got != (benefit.Claimed{Cents: 10, Repeated: true}) {
				t.Errorf("asked again: %+v, %v", got, err)
			}
			_, err = service(r).Claim(t.Context(), p, "another")
			r.Refused(err, protocol.CodeWeekTaken)
			r.Crash()
		}
		if r.Balance(p) != before {
			t.Errorf("%d cents more", r.Balance(p)-before)
		}
	})
}

func TestStepsKeepToTheirBounds(t *testing.T) {
	steps := func(n int) (s benefit.Settings) {
		for i := range int64(n) {
			s.Steps = append(s.Steps, benefit.Step{SpentCents: 100 * (i + 1), RewardCents: i + 1})
		}
		return s
	}
	if err := steps(20).Check(); err != nil {
		t.Error(err)
	}
	if steps(21).Check() == nil {
		t.Error("twenty-one steps are taken")
	}
	for spent, want := range map[int64]int64{99: 0, 100: 1, 199: 1, 200: 2, 1 << 40: 2} {
		if step, any := steps(2).Reached(spent); step.RewardCents != want || any != (want > 0) {
			t.Errorf("%d spent reach %+v, %v", spent, step, any)
		}
	}
}
