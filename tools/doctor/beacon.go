package doctor

import (
	"cmp"
	"context"
	"sync"
	"time"

	"jadebox/fairness"
	"jadebox/fairness/drand"
	"jadebox/server/quicknet"
)

// beaconLate is how old the newest round of a relay may be: three of the network's.
const beaconLate = 9 * time.Second

// ofBeacon asks every relay for its newest round.
func (c *Command) ofBeacon(ctx context.Context, r *report) {
	if !c.Drand() {
		if !c.Demo {
			r.say(warning, "beacon", "--beacon local: no proof of this site is green, since it could know every value")
		}
		return
	}
	chain, err := drand.NewQuicknet(cmp.Or(c.BeaconKey, drand.QuicknetKey))
	if err != nil {
		r.found(err, "beacon", "")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	rounds, errs := make([]fairness.Beacon, len(c.BeaconRelay)), make([]error, len(c.BeaconRelay))
	var all sync.WaitGroup
	for i, origin := range c.BeaconRelay {
		all.Go(func() { rounds[i], errs[i] = quicknet.Probe(ctx, origin, chain) })
	}
	all.Wait()
	serve := 0
	for i, err := range errs {
		age := time.Since(time.UnixMilli(chain.DueMS(rounds[i].Round)))
		switch {
		case err != nil:
			r.say(warning, "beacon", "%v", err)
		case age.Abs() > beaconLate:
			r.say(warning, "beacon", "%s: its newest round is %v old by this machine's clock", c.BeaconRelay[i],
				age.Round(time.Second))
		default:
			serve++
		}
	}
	if serve == 0 {
		r.say(failure, "beacon", "none of %d relays serves: nothing new can be committed", len(errs))
		return
	}
	r.say(good, "beacon", "%d of %d relays of drand serve", serve, len(errs))
}
