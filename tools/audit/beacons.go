package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

// beacons verify the values that draws name against the published anchors of the house's own chains.
type beacons struct {
	anchors []fairness.Anchor // nil: not read
	genesis int64             // of the first chain
	known   map[uint64]string // values by round, verified
	links   map[uint64]string // links that proofs count from, verified
}

func newBeacons() *beacons {
	return &beacons{known: map[uint64]string{}, links: map[uint64]string{}}
}

// beaconsMax bounds what is remembered of them.
const beaconsMax = 100_000

func (b *beacons) check(ctx context.Context, view store.Snapshot, v fairness.Beacon) error {
	if value, known := b.known[v.Round]; known && v.Source == fairness.BeaconLocal {
		if value != v.Value {
			return wrongf("round %d of the beacon has two values", v.Round)
		}
		return nil
	}
	if v.Source != fairness.BeaconLocal {
		if err := fairness.CheckBeacon(v); err != nil {
			return wrongf("%v", err)
		}
		return nil
	}
	if b.anchors == nil {
		if err := b.read(ctx, view); err != nil {
			return err
		}
	}
	for _, a := range b.anchors {
		if a.Round >= v.Round || v.Round-a.Round > a.Rounds {
			continue
		}
		if err := b.count(a, v); err != nil {
			return wrongf("round %d of the beacon: %v", v.Round, err)
		}
		if len(b.known) > beaconsMax {
			clear(b.known)
		}
		b.known[v.Round] = v.Value
		return nil
	}
	return wrongf("round %d of the beacon is of no published chain", v.Round)
}

// count goes from a link back to the one that its proof names, and from there, once for many rounds, to the anchor.
func (b *beacons) count(a fairness.Anchor, v fairness.Beacon) error {
	near := v.Proof.AnchorRound
	if near <= a.Round || b.links[near] == v.Proof.Anchor && v.Proof.Anchor != "" {
		if near <= a.Round {
			return fairness.CheckLocalBeaconFrom(v, a.Round, a.Link)
		}
		return fairness.CheckLocalBeacon(v)
	}
	if err := fairness.CheckLocalBeaconFrom(v, a.Round, a.Link); err != nil {
		return err
	}
	if err := fairness.CheckLocalBeacon(v); err != nil {
		return err
	}
	b.links[near] = v.Proof.Anchor // both lie on the chain of one link
	return nil
}

// read finds the chains that the site keeps, and their anchors in the journal.
func (b *beacons) read(ctx context.Context, view store.Snapshot) error {
	b.anchors = []fairness.Anchor{}
	for n := 0; ; n++ {
		name := "beacon.local"
		if n > 0 {
			name = fmt.Sprint("beacon.local.", n)
		}
		text, err := view.Kept(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		var c struct {
			From, Rounds uint64
			GenesisMS    int64 `json:"genesisMs"`
			Anchor       string
		}
		if err := json.Unmarshal(text, &c); err != nil || len(c.Anchor) < 16 {
			continue // what was drawn from it is of no published chain
		}
		rec, err := view.Keyed(ctx, 0, "beacon:local:"+c.Anchor[:16])
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if n == 0 {
			b.genesis = c.GenesisMS
		}
		for _, l := range rec.Leaves {
			leaf, err := log.Parse(l.Data)
			a, ok := leaf.(*log.Anchor)
			if err != nil || !ok || rec.Kind != beacon.KindAnchor || a.Anchor != c.Anchor ||
				a.GenesisMS != c.GenesisMS || a.Length != int64(c.Rounds) ||
				a.GenesisMS != b.genesis+int64(c.From)*a.PeriodMS {
				continue
			}
			b.anchors = append(b.anchors, fairness.Anchor{Round: c.From, Rounds: c.Rounds, Link: a.Anchor})
		}
	}
}
