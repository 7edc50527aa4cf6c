package statistics

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"jadebox/fairness"
	"jadebox/fairness/log"
)

// upgrade writes an upgrade; choose picks one of three server seeds by whether it would win.
func (h *house) upgrade(n uint64, rateE8 uint32, choose func(won [3]bool) int) {
	h.t.Helper()
	var seeds [3]string
	var outs [3]fairness.Outcome
	var won [3]bool
	for i := range seeds {
		h.serial++
		seeds[i] = fairness.ServerHash(fmt.Sprint("upgrade", h.serial))
		var err error
		if outs[i], err = fairness.Roll("66hash", seeds[i]); err != nil {
			h.t.Fatal(err)
		}
		if won[i], err = fairness.UpgradeWins(outs[i].V, rateE8, 25_000_000); err != nil {
			h.t.Fatal(err)
		}
	}
	i := choose(won)
	h.write(log.Line{Upgrade: &log.Upgrade{Scope: fairness.SoloScope(1, 1), N: n, Player: 1, Terms: h.odds.Hash(),
		StakeCents: 100, Target: 2,
		TargetCents: 250, RateE8: rateE8, StartE8: 25_000_000, Won: won[i], UserSeed: "66hash", ServerSeed: seeds[i],
		ServerHash: fairness.ServerHash(seeds[i]),
		ResultHash: outs[i].ResultHash, V: outs[i].V, Ctx: h.odds.Hash(), Beacon: h.odds.Hash(), AtMS: 1}})
}

func honest([3]bool) int { return 0 }

// upgrades is a player who opens a box and upgrades in turn: both use up nonces of one epoch.
func (h *house) upgrades(count int, choose func([3]bool) int) *house {
	for n := range uint64(count) {
		if n%2 == 0 {
			h.draw(fairness.SoloScope(1, 1), n, fairness.Seat{Player: 1, UserSeed: "66hash"}, stakeCents)
			continue
		}
		h.upgrade(n, 36_800_000, choose)
	}
	return h
}

func TestUpgradesFillTheNoncesBetweenOpenings(t *testing.T) {
	r, err := newHouse(t).upgrades(1_000, honest).audited()
	if err != nil || !r.OK || r.Gaps != 0 || r.Broken != 0 || r.Results != 500 || r.Upgrades != 500 {
		t.Errorf("%+v, %v", r, err)
	}
	if p := find(t, r, "upgrades won").P; p < 0.01 {
		t.Errorf("p = %v", p)
	}
}

func TestUpgradesThatAreLostTooOftenAreSeen(t *testing.T) {
	r, err := newHouse(t).upgrades(1_000, func(won [3]bool) int {
		if won[0] {
			return 1
		}
		return 0
	}).audited()
	if err != nil || r.OK || r.Broken != 0 || find(t, r, "upgrades won").Within {
		t.Errorf("%+v, %v", r, err)
	}
}

// A few draws at small chances are no hiding place: 20 wins expected and none seen are told, by a bound that needs no
// number of draws, and so are 20 where one was expected. One lucky win is not.
func TestWinsThatFewDrawsRuleOutAreSeen(t *testing.T) {
	h := newHouse(t)
	for n := range uint64(1_000) {
		h.upgrade(n, 2_000_000, func(won [3]bool) int { return max(0, slices.Index(won[:], false)) })
	}
	if code, out, _ := carryOut(h.out.String(), "-"); code != exitBeyondChance || !strings.Contains(out, "0 of 1000") ||
		!strings.Contains(out, "Chernoff") {
		t.Errorf("exit %d\n%s", code, out)
	}
	for _, c := range []struct {
		won, want float64
		few       bool
	}{{0, 20, false}, {20, 1, false}, {45, 10, false}, {1, 0.0002, true}, {0, 9, true}, {12, 10, true},
		{0, 0.5, true}} {
		var r Report
		if r.winTest("wins", c.won, c.want, c.want, ""); r.Tests[0].Few != c.few || r.looks() != 1 {
			t.Errorf("%v won, %v expected: %+v", c.won, c.want, r.Tests[0])
		}
	}
}

// The bound is one: no exact tail of a Poisson sum, of which no sum of chances has a heavier one, is above it.
func TestTheBoundOnWinsIsAboveTheExactChance(t *testing.T) {
	for _, want := range []float64{0.01, 0.5, 3, 10, 24} {
		term, below := math.Exp(-want), 0.0
		for won := 0.0; won < 80; won++ {
			tail := 1 - below // as many or more
			below += term
			if won < want {
				tail = below // as many or fewer
			}
			if bound := chernoffP(won, want); bound < tail-1e-12 {
				t.Errorf("%v won, %v expected: bound %v, exact %v", won, want, bound, tail)
			}
			term *= want / (won + 1)
		}
	}
}

func TestSpoiltUpgradesDoNotVerify(t *testing.T) {
	for name, alter := range map[string]func(u *log.Upgrade){
		"lost for won":        func(u *log.Upgrade) { u.Won = !u.Won },
		"another v":           func(u *log.Upgrade) { u.V ^= 1 },
		"another server hash": func(u *log.Upgrade) { u.ServerHash = u.ResultHash },
		"another user seed":   func(u *log.Upgrade) { u.UserSeed = "67hash" },
		"no rate":             func(u *log.Upgrade) { u.RateE8 = fairness.RateUnit + 1 },
		"told twice":          func(u *log.Upgrade) { u.N -= 2 },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.alter = func(l *log.Line) bool {
				if l.Upgrade != nil && l.Upgrade.N == 17 {
					alter(l.Upgrade)
				}
				return true
			}
			r, err := h.upgrades(30, honest).audited()
			if err != nil || r.OK || r.Broken != 1 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}
