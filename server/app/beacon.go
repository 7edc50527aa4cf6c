package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"math"
	"time"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/fairness/drand"
	"jadebox/server/quicknet"
)

// source is the beacon of this site.
type source interface {
	beacon.Source
	// Anchors are those of the house's own chains, also of a site that no longer draws from them.
	Anchors() []fairness.Anchor
	// left is how many rounds can still be promised, and behind how long the newest round is overdue.
	left() float64
	behind() time.Duration
	// degraded says what a site does without that plays on.
	degraded() error
	run(ctx context.Context)
}

var errNoRounds = errors.New("the local beacon has no rounds left")

// openBeacon opens the source that --beacon names: there is never another one behind it.
func (a *App) openBeacon(ctx context.Context) (source, error) {
	if !a.config.Drand() {
		l, err := beacon.OpenLocal(ctx, a.db, rand.Reader, a.now)
		return local{l, a}, err
	}
	anchors, err := beacon.LocalAnchors(ctx, a.db)
	if err != nil {
		return nil, err
	}
	chain, err := drand.NewQuicknet(cmp.Or(a.config.BeaconKey, drand.QuicknetKey))
	if err != nil {
		return nil, err
	}
	f, err := quicknet.New(quicknet.Options{Relays: a.config.BeaconRelay, Chain: chain, Store: a.db, Clock: a.now,
		Log: a.log})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, f.Close)
	f.Poll(ctx)
	return public{f, anchors}, nil
}

// local is the house's own chain.
type local struct {
	*beacon.Local
	app *App
}

func (l local) left() float64         { return float64(l.Left()) }
func (local) behind() time.Duration   { return 0 }
func (local) degraded() error         { return nil }
func (l local) run(c context.Context) { l.Run(c, l.app.log) }

// public is drand.
type public struct {
	*quicknet.Follower
	anchors []fairness.Anchor
}

func (p public) Anchors() []fairness.Anchor { return p.anchors }
func (public) left() float64                { return math.Inf(1) }
func (p public) behind() time.Duration      { return p.Behind() }
func (p public) degraded() error            { return p.Degraded() }
func (p public) run(c context.Context)      { p.Run(c) }
