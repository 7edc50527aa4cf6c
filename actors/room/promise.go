package room

import (
	"context"

	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// Promise is a room's side of its commitment: what it publishes in the log before any player enters, and at its end.
type Promise struct {
	Scope  string // fairness.…Scope
	Commit string
	Key    string // hidden until the end
}

// Made publishes the commitment.
func (p Promise) Made(atMS int64) (store.LogLeaf, error) {
	leaf, err := fairlog.Commit{Scope: p.Scope, Commit: p.Commit, AtMS: atMS}.Leaf()
	return store.LogLeaf{Key: fairlog.KeyCommit.Of(p.Scope), Data: leaf}, err
}

// Kept opens the key.
func (p Promise) Kept(atMS int64) (store.LogLeaf, error) {
	leaf, err := fairlog.Reveal{Scope: p.Scope, Key: p.Key, AtMS: atMS}.Leaf()
	return store.LogLeaf{Key: fairlog.KeyReveal.Of(p.Scope), Data: leaf}, err
}

// Void reports that there is no result, and opens the key, so that all can see what was not drawn.
func (p Promise) Void(reason string, atMS int64) ([]store.LogLeaf, error) {
	leaf, err := fairlog.Void{Scope: p.Scope, Reason: reason, AtMS: atMS}.Leaf()
	if err != nil {
		return nil, err
	}
	kept, err := p.Kept(atMS)
	return []store.LogLeaf{{Key: fairlog.KeyVoid.Of(p.Scope), Data: leaf}, kept}, err
}

// LockOp is the op with which a room locks: from then on the public log has what its draw depends on.
func LockOp(kind string, id store.RoomID, scope string, leaf []byte) *Op {
	return &Op{Key: HouseKey(kind, id, "lock"), Kind: kind + ".lock",
		Leaves: []store.LogLeaf{{Key: fairlog.KeyLock.Of(scope), Data: leaf}}}
}

// HouseKey is the key of a room's own op; no client's key holds a colon.
func HouseKey(kind string, id store.RoomID, what string) string {
	return kind + ":" + ID(id) + ":" + what
}

// Whole is Spec.Bundle of a kind whose rooms have one proof, whose leaf in the log is that of the lock.
func Whole(kind string, scope func(id int64) string,
	prove func(store.Room, *catalog.Catalog) (*fairness.Bundle, error)) func(context.Context, Reader, *catalog.Catalog,
	string) (*fairness.Bundle, string, error) {
	return func(ctx context.Context, rooms Reader, c *catalog.Catalog, rest string) (*fairness.Bundle, string, error) {
		id, err := ParseID(rest)
		if err != nil {
			return nil, "", err
		}
		rec, err := Stored(ctx, rooms, kind, id)
		if err != nil {
			return nil, "", err
		}
		b, err := prove(rec, c)
		return b, fairlog.KeyLock.Of(scope(int64(id))), err
	}
}

// Proofs is Spec.Bundle of a kind whose rooms have a proof of each part besides that of the whole. kept reads what is
// stored of a room.
func Proofs[R any](kind string, kept func(state []byte) (R, error), whole func(R) (*fairness.Bundle, string, error),
	part func(R, int) (*fairness.Bundle, string, error)) func(context.Context, Reader, *catalog.Catalog,
	string) (*fairness.Bundle, string, error) {
	return func(ctx context.Context, rooms Reader, _ *catalog.Catalog, rest string) (*fairness.Bundle, string, error) {
		rec, place, err := StoredPart(ctx, rooms, kind, rest)
		if err != nil {
			return nil, "", err
		}
		r, err := kept(rec.State)
		switch {
		case err != nil:
			return nil, "", err
		case place < 0:
			return whole(r)
		}
		return part(r, place)
	}
}
