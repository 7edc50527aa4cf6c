package player

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

const (
	// aheadNonces before the end of an epoch the next one is committed, so that its beacon is there when it begins.
	aheadNonces = 100
	// seedWait is how long an opening waits for a beacon that is due, and for one to be due, before it answers
	// CodeBeaconWait.
	seedWait = 5 * time.Second
)

// drawer is all that the draws of the current epoch have in common.
type drawer struct {
	seed    store.SeedEpoch
	key     fairness.Key
	epoch   *fairness.Epoch
	scope   string
	ctx     fairness.SoloContext
	ctxHash string
	beacon  fairness.Beacon
}

// soloContext is the leaf that an epoch was opened with.
func soloContext(e store.SeedEpoch) fairness.SoloContext {
	return fairness.SoloContext{Player: int64(e.Player), Epoch: uint32(e.Epoch), Commit: e.Commit,
		BeaconSource: e.BeaconSource,
		BeaconRound:  e.BeaconRound, OpenedAtMS: e.OpenedAt.UnixMilli()}
}

// drawer fails with ErrBeaconWait until the epoch's beacon has appeared. It is the same for the whole epoch, and every
// opening asks for it four times.
func (a *player) drawer() (*drawer, error) {
	e := a.rec.Seed
	if e.Epoch == 0 {
		return nil, ErrBeaconWait
	}
	if e.BeaconSource != a.Beacon.Source() {
		return nil, apierr.Wrap(protocol.CodeBeaconWait, fmt.Errorf("epoch waits for beacon %s", e.BeaconSource))
	}
	if a.drawing != nil && a.drawing.seed == e {
		return a.drawing, nil
	}
	b, err := a.Beacon.Beacon(e.BeaconRound)
	if err != nil {
		return nil, apierr.Wrap(protocol.CodeBeaconWait, err)
	}
	d := &drawer{seed: e, key: fairness.Key(e.Key), scope: fairness.SoloScope(int64(a.id), uint32(e.Epoch)),
		ctx: soloContext(e), beacon: b}
	if d.ctxHash, err = d.ctx.Hash(); err != nil {
		return nil, err
	}
	if d.epoch, err = fairness.OpenEpoch(d.key, d.ctx, b); err != nil {
		return nil, err
	}
	a.drawing = d
	return d, nil
}

// userSeed is that of a draw: what the player's device made for the request, where it sent something, else the
// profile's. A seed that comes with the request came after the commitment and its beacon, and no one chose the server
// seed against it (docs/fairness.md, "The device's own seed").
func (a *player) userSeed(asked string) string {
	if asked != "" {
		return asked
	}
	return a.rec.UserSeed
}

// drawable refuses a request's user seed that is none, and where one is needed a request without it (docs/fairness.md,
// "The device's own seed").
func drawable(asked string, needed bool) error {
	switch {
	case asked == "" && needed:
		return apierr.Invalid(protocol.CodeSeedFormat, "userSeed", "the device makes one for each draw")
	case asked != "" && fairness.ValidUserSeed(asked) != nil:
		return ErrSeedFormat
	}
	return nil
}

// seeded is what identifies a request that may bring a user seed and the commitment that its player was shown: with
// another one it is another request. Without them it is what it was before there were any.
func seeded(asked []any, seed, commit string) []any {
	if seed != "" {
		asked = append(asked, "user-seed", seed)
	}
	if commit != "" {
		asked = append(asked, "commit", commit)
	}
	return asked
}

// shown refuses a draw whose player was shown another commitment than that of the epoch that would draw: what is paid
// is never drawn under one that the player has not seen.
func (a *player) shown(commit string) error {
	if commit != "" && commit != a.rec.Seed.Commit {
		return apierr.Invalid(protocol.CodePriceChanged, "commit", "another commitment holds")
	}
	return nil
}

// sawOdds refuses a table that is not the one that the player saw; a request that names none takes any.
func sawOdds(box *catalog.Box, hash string) error {
	if hash != "" && hash != box.Odds.Hash() {
		return apierr.Invalid(protocol.CodePriceChanged, "oddsHash", "another table holds")
	}
	return nil
}

func (a *player) next() Next {
	s := a.seeds()
	return Next{Epoch: s.Epoch, Nonce: s.Nonce, ServerHash: s.NextServerHash}
}

func (a *player) seeds() Seeds {
	e := a.rec.Seed
	s := Seeds{UserSeed: a.rec.UserSeed, Epoch: e.Epoch, Nonce: a.rec.NextNonce, Commit: e.Commit,
		BeaconSource: e.BeaconSource, BeaconRound: e.BeaconRound}
	if d, err := a.drawer(); err == nil && s.Nonce < fairness.NonceMax {
		s.NextServerHash, _ = d.epoch.ServerHash(s.Nonce)
	}
	return s
}

func (a *player) seed(r directory.Request) {
	if a.ready && a.rec.Seed.Epoch > 0 && !a.closed() {
		a.read(r, func() any { return a.seeds() })
		return
	}
	a.inLane(r, func(done func()) { // behind ensureSeed
		a.read(r, func() any { return a.seeds() })
		done()
	})
}

// inLane runs work that is no op of its own.
func (a *player) inLane(r directory.Request, work func(done func())) {
	ok := a.lane.Do(func(done func()) {
		if a.failed != nil {
			r.Reply(nil, a.failed)
			done()
			return
		}
		work(done)
	})
	if !ok {
		r.Reply(nil, ErrBusy)
	}
}

// awaitSeed calls then once draws are possible, or have been waited for long enough. It waits outside the lane: a sale
// need not wait for a beacon. What allowed refuses has nothing to wait for: the rules refuse it at once.
func (a *player) awaitSeed(until time.Time, allowed func() error, then func()) {
	if !a.ready {
		a.waiting = append(a.waiting, func() { a.awaitSeed(until, allowed, then) })
		return
	}
	now := a.Now()
	wait := beacon.Poll / 4
	if e := a.rec.Seed; e.Epoch > 0 && !a.foreign() {
		wait = max(wait, time.UnixMilli(a.Beacon.DueMS(e.BeaconRound)).Sub(now))
	}
	if until.IsZero() {
		until = now.Add(min(wait, seedWait) + seedWait)
	}
	_, err := a.drawer()
	if a.failed != nil || err == nil || now.After(until) || allowed() != nil {
		then()
		return
	}
	a.activation.After(min(wait, seedWait), func() { a.awaitSeed(until, allowed, then) })
}

// withSeed makes sure, inside the lane, that the epoch has count nonces left and that its beacon can still come.
func (a *player) withSeed(count int, then func(error)) {
	e := a.rec.Seed
	late := time.Duration(a.Now().UnixMilli()-a.Beacon.DueMS(e.BeaconRound)) * time.Millisecond
	_, err := a.drawer()
	// A round far ahead was named by a wrong clock. One that drew has its value, and is only not at hand.
	lost := a.foreign() || e.Epoch > 0 && a.rec.NextNonce == 0 && late.Abs() > beacon.WaitMax &&
		!errors.Is(err, beacon.ErrLooking)
	switch {
	case e.Epoch == 0, a.rec.NextNonce+uint64(count) > fairness.NonceMax:
		a.openEpoch(func(err error) {
			if err == nil {
				_, err = a.drawer()
			}
			then(err)
		})
	case a.published != e.Epoch: // another activation opened it and may not have come to publish it
		a.publishEpoch(e, func(err error) {
			if err != nil {
				then(err)
				return
			}
			a.withSeed(count, then)
		})
	case err != nil && lost: // nothing was drawn from it: a new commitment takes its place
		a.openEpoch(func(error) { then(ErrBeaconWait) })
	default:
		then(err)
		if a.rec.NextNonce+aheadNonces >= fairness.NonceMax {
			a.lane.Do(a.prepareNext)
		}
	}
}

// closed says that the site went back to a backup: what the epoch drew after that moment may be known.
func (a *player) closed() bool { return a.rec.NextNonce >= store.NonceClosed }

// foreign says that the epoch waits for a beacon that this site no longer asks.
func (a *player) foreign() bool {
	return a.rec.Seed.Epoch > 0 && a.rec.Seed.BeaconSource != a.Beacon.Source()
}

// ensureSeed runs after loading: it opens the first epoch, or the next one where a restore or another beacon has closed
// it, and publishes what a crash has kept from being published.
func (a *player) ensureSeed(done func()) {
	if a.failed != nil {
		done()
		return
	}
	if a.foreign() {
		a.openEpoch(func(err error) {
			if err == nil && a.foreign() { // the next one was committed ahead, to the same beacon
				a.ensureSeed(done)
				return
			}
			done()
		})
		return
	}
	if a.rec.Seed.Epoch == 0 || a.closed() {
		a.openEpoch(func(error) { done() })
		return
	}
	a.publishEpoch(a.rec.Seed, func(error) { done() })
}

// openEpoch closes the current epoch, reveals its key and opens the next one. Lane only.
func (a *player) openEpoch(then func(error)) {
	number := a.rec.Seed.Epoch + 1
	a.activation.Go(func() func() {
		ctx := context.Background()
		e, was, err := a.prepared(ctx, number)
		ahead := err == nil
		if errors.Is(err, store.ErrNotFound) {
			e, err = a.newEpoch(number)
		}
		if err == nil {
			err = a.Store.OpenSeedEpoch(ctx, e)
		}
		// The key now stands in the epoch. One that stays behind is overwritten by the next, which another process may
		// have put there meanwhile, and published.
		if err == nil && ahead {
			if err := a.Store.DeleteKeptIf(ctx, a.aheadKey(), was); err != nil {
				a.Log.Warn().Err(err).Int64("player", int64(a.id)).Msg("prepared seed epoch not cleared")
			}
		}
		return func() {
			if err != nil { // another activation was first, or the outcome is unknown: the record shows it
				a.refresh(func(error) { then(apierr.Wrap(protocol.CodeBusy, err)) })
				return
			}
			a.rec.Seed, a.rec.NextNonce = e, 0
			a.publishEpoch(e, then)
		}
	})
}

func (a *player) newEpoch(number store.Epoch) (store.SeedEpoch, error) {
	return commitTo(a.id, number, a.Rand, a.Beacon, a.Now())
}

// ahead is an epoch that is committed before it begins. Its key is kept in the store until then.
type ahead struct {
	Epoch        store.Epoch `json:"epoch"`
	Key          string      `json:"key"`
	BeaconSource string      `json:"beaconSource"`
	BeaconRound  uint64      `json:"beaconRound"`
	OpenedAtMS   int64       `json:"openedAtMs"`
}

func (a *player) aheadKey() string { return "seed.next." + ID(a.id) }

// prepareNext commits the next epoch now. Lane only.
func (a *player) prepareNext(done func()) {
	number := a.rec.Seed.Epoch + 1
	a.activation.Go(func() func() {
		e, err := a.prepare(context.Background(), number)
		return func() {
			if err != nil {
				a.Log.Warn().Err(err).Int64("player", int64(a.id)).Msg("next seed epoch not prepared")
				done()
				return
			}
			a.publishOpen(e, func(error) { done() })
		}
	})
}

// prepare returns the epoch that is committed ahead under this number, after making it where there is none. Of two
// activations that make it at once the second takes the first's, so that what is published is what is kept.
func (a *player) prepare(ctx context.Context, number store.Epoch) (store.SeedEpoch, error) {
	e, was, err := a.prepared(ctx, number)
	if !errors.Is(err, store.ErrNotFound) {
		return e, err
	}
	if e, err = a.newEpoch(number); err != nil {
		return e, err
	}
	b, err := json.Marshal(ahead{number, fairness.Key(e.Key).Reveal(), e.BeaconSource, e.BeaconRound,
		e.OpenedAt.UnixMilli()})
	if err != nil {
		return e, err
	}
	if err = a.Store.PutKeptIf(ctx, a.aheadKey(), was, b, nil); errors.Is(err, store.ErrConflict) {
		e, _, err = a.prepared(ctx, number)
	}
	return e, err
}

// prepared returns the epoch that was committed ahead under this number and the SHA-256 of how it is kept, or
// ErrNotFound and that of what is kept instead, zero of nothing: an epoch that has begun since.
func (a *player) prepared(ctx context.Context, number store.Epoch) (e store.SeedEpoch, was [32]byte, err error) {
	b, err := a.Store.Kept(ctx, a.aheadKey())
	if err != nil {
		return e, was, err
	}
	was = sha256.Sum256(b)
	var n ahead
	if err := json.Unmarshal(b, &n); err != nil {
		return e, was, err
	}
	switch {
	case n.Epoch > number: // another activation has gone on, and may have published it
		return e, was, fmt.Errorf("%w: epoch %d is prepared", store.ErrConflict, n.Epoch)
	case n.Epoch < number:
		return e, was, store.ErrNotFound
	}
	key, err := fairness.ParseKey(n.Key)
	if err != nil {
		return e, was, err
	}
	return store.SeedEpoch{Player: a.id, Epoch: number, Key: key, Commit: key.Commit(), BeaconSource: n.BeaconSource,
		BeaconRound: n.BeaconRound,
		OpenedAt:    time.UnixMilli(n.OpenedAtMS)}, was, nil
}
