package statistics

import (
	"fmt"

	"jadebox/fairness"
	"jadebox/fairness/log"
)

// upgradeCounts compares how many upgrades were won with what their rates promise.
type upgradeCounts struct {
	n, won     int
	want, vari float64
}

func (a *audit) upgrade(u log.Upgrade) error {
	if _, err := u.Leaf(); err != nil {
		return err
	}
	a.upgrades.n++
	a.use(u.Scope, u.N, 0)
	if why := verifyUpgrade(u); why != "" {
		a.add("%s: %s", fairness.ResultID(u.Scope, u.N), why)
		return nil
	}
	a.upgrades.add(u)
	a.drawn(u.Player, u.V, u.Bot)
	return nil
}

// verifyUpgrade recomputes what a record states, as far as it can be without the key. That the rate follows from the
// fee is in the terms, of which the record has the hash: the upgrade's bundle shows them.
func verifyUpgrade(u log.Upgrade) string {
	if why := verifySeeds(u.UserSeed, u.ServerSeed, u.ServerHash, u.ResultHash, u.V); why != "" {
		return why
	}
	won, err := fairness.UpgradeWins(u.V, u.RateE8, u.StartE8)
	switch {
	case err != nil:
		return err.Error()
	case won != u.Won:
		return "v and the winning section say otherwise than the record"
	}
	return ""
}

func (t *upgradeCounts) add(u log.Upgrade) {
	p := float64(u.RateE8) / fairness.RateUnit
	t.want, t.vari = t.want+p, t.vari+p*(1-p)
	if u.Won {
		t.won++
	}
}

func (t *upgradeCounts) test(r *Report) {
	if t.vari == 0 {
		return
	}
	r.winTest("upgrades won", float64(t.won), t.want, t.vari, fmt.Sprintf("%d of %d won, their rates give %.1f", t.won,
		t.n, t.want))
}
