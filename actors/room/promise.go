package room

import (
	"context"
	"encoding/json"

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

// Context is what a room's draw depends on, as the public log has it.
type Context interface{ Leaf() ([]byte, error) }

// Create completes the op that makes a room: it publishes the commitment, and the context of a room that is fixed from
// the first on. Made is the answer that a repeated key gets again.
func (p Promise) Create(op *Op, atMS int64, made any, fixed ...Context) error {
	commit, err := fairlog.Commit{Scope: p.Scope, Commit: p.Commit, AtMS: atMS}.Leaf()
	if err != nil {
		return err
	}
	op.Leaves = []store.LogLeaf{{Key: fairlog.KeyCommit.Of(p.Scope), Data: commit}}
	for _, c := range fixed {
		leaf, err := p.locked(c)
		if err != nil {
			return err
		}
		op.Leaves = append(op.Leaves, leaf)
	}
	op.Result, err = json.Marshal(made)
	return err
}

func (p Promise) locked(c Context) (store.LogLeaf, error) {
	leaf, err := c.Leaf()
	return store.LogLeaf{Key: fairlog.KeyLock.Of(p.Scope), Data: leaf}, err
}

// Lock is the op with which a room locks: from then on the public log has what its draw depends on.
func (p Promise) Lock(kind string, id store.RoomID, c Context) (*Op, error) {
	leaf, err := p.locked(c)
	return &Op{Key: HouseKey(kind, id, "lock"), Kind: kind + ".lock", Leaves: []store.LogLeaf{leaf}}, err
}

// Kept opens the key.
func (p Promise) Kept(atMS int64) (store.LogLeaf, error) {
	leaf, err := fairlog.Reveal{Scope: p.Scope, Key: p.Key, AtMS: atMS}.Leaf()
	return store.LogLeaf{Key: fairlog.KeyReveal.Of(p.Scope), Data: leaf}, err
}

// Void is the op that ends a room without a result; what is given back is the kind's to add. It opens the key, so that
// all can see what was not drawn. by is the host who cancels, or nil.
func (p Promise) Void(kind string, id store.RoomID, by Keyed, reason string, atMS int64) (*Op, error) {
	leaf, err := fairlog.Void{Scope: p.Scope, Reason: reason, AtMS: atMS}.Leaf()
	if err != nil {
		return nil, err
	}
	kept, err := p.Kept(atMS)
	op := &Op{Key: HouseKey(kind, id, "void")}
	if by != nil {
		op = OpBy(by, id, "")
	}
	op.Kind = kind + ".void"
	op.Leaves = []store.LogLeaf{{Key: fairlog.KeyVoid.Of(p.Scope), Data: leaf}, kept}
	return op, err
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
