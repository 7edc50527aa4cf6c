package statistics

import (
	"fmt"
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
