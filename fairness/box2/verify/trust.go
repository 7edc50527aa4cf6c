package verify

import (
	"fmt"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/log"
)

// Network is a drand network: when its rounds are due, and whether a signature is one of them. *drand.Quicknet is one.
type Network interface {
	fairness.BeaconSchedule
	// Check verifies a beacon under the network's key.
	Check(b fairness.Beacon) error
}

// Trust is what the reader knows from elsewhere than the bundle. Policy and Drand are needed.
type Trust struct {
	Policy *box2.Policy // key of the log, and which witnesses count
	Pinned bool         // the policy is the reader's own; else the site, or its first visit, told it
	Drand  Network
	Chains []Chain // the house's own beacon chains, each pinned or read from its leaf

	Mine        *Mine  // what the player's device kept of the request, if this is it
	ReceiptsKey string // with Mine: the key that signs receipts
}

func (t Trust) check() error {
	if t.Policy == nil || t.Drand == nil {
		return fmt.Errorf("%w: a policy and a drand network are needed", fairness.ErrInput)
	}
	if t.Mine != nil && log.CheckKey(t.ReceiptsKey) != nil {
		return fmt.Errorf("%w: the key of receipts is needed", fairness.ErrInput)
	}
	for _, c := range t.Chains {
		if c.PeriodMS <= 0 || c.GenesisMS <= 0 || c.Anchor.Rounds == 0 {
			return fmt.Errorf("%w: chain of %d rounds, %d ms each", fairness.ErrInput, c.Anchor.Rounds, c.PeriodMS)
		}
	}
	return nil
}

// chain is the chain that a local round belongs to, nil for one that the reader does not know.
func (t Trust) chain(round uint64) *Chain {
	for i := range t.Chains {
		if a := t.Chains[i].Anchor; a.Round < round && round-a.Round <= a.Rounds {
			return &t.Chains[i]
		}
	}
	return nil
}

// schedule is that of a beacon's source, nil where the reader does not know the chain.
func (t Trust) schedule(b box2.Beacon) fairness.BeaconSchedule {
	if b.Source == fairness.BeaconDrand {
		return t.Drand
	}
	if c := t.chain(b.Round); c != nil {
		return c
	}
	return nil
}

// Chain is one of the house's own beacon chains. Its first round, Anchor.Round + 1, is due a period after its genesis.
type Chain struct {
	Anchor    fairness.Anchor
	GenesisMS int64
	PeriodMS  int64
}

// Source is fairness.BeaconLocal.
func (*Chain) Source() string { return fairness.BeaconLocal }

// DueMS is when a round's value may be published.
func (c *Chain) DueMS(round uint64) int64 {
	return c.GenesisMS + (int64(round)-int64(c.Anchor.Round))*c.PeriodMS
}

// RoundAfter is the first round at least fairness.BeaconDelayMS after ms.
func (c *Chain) RoundAfter(ms int64) uint64 {
	wait := ms + fairness.BeaconDelayMS - c.GenesisMS
	if wait <= c.PeriodMS {
		return c.Anchor.Round + 1
	}
	return c.Anchor.Round + uint64((wait+c.PeriodMS-1)/c.PeriodMS)
}

var _ fairness.BeaconSchedule = (*Chain)(nil)
