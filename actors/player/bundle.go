package player

import (
	"context"
	"strconv"
	"strings"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// BundleStore is what a bundle is assembled from.
type BundleStore interface {
	Op(ctx context.Context, id store.OpID) (store.OpRecord, error)
	SeedEpoch(ctx context.Context, p store.PlayerID, epoch uint32) (store.SeedEpoch, error)
}

// ParseResultID splits "<op>-<index>".
func ParseResultID(id string) (store.OpID, int, error) {
	op, index, ok := strings.Cut(id, "-")
	n, err := strconv.ParseInt(op, 10, 64)
	i, err2 := strconv.Atoi(index)
	if !ok || err != nil || err2 != nil || n <= 0 || i < 0 || i >= protocol.OpenCountMax {
		return 0, 0, apierr.New(protocol.CodeNotFound)
	}
	return store.OpID(n), i, nil
}

// Bundle proves one draw of an opening, or an upgrade, from durable records alone. The key stands in it once the epoch
// is closed. The log part is the caller's to add, with LeafKey of the returned bundle's scope and nonce.
func Bundle(ctx context.Context, s BundleStore, c *catalog.Catalog, id store.OpID, index int) (*fairness.Bundle,
	error) {
	rec, err := s.Op(ctx, id)
	if err != nil {
		return nil, apierr.FromStore(err)
	}
	if rec.Kind == KindUpgrade {
		return upgradeBundle(ctx, s, rec, index)
	}
	o, err := openedBy(rec)
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= len(o.Results) {
		return nil, apierr.New(protocol.CodeNotFound)
	}
	e, key, err := epochOf(ctx, s, rec.Player, o.Epoch)
	if err != nil {
		return nil, err
	}
	odds, err := c.Odds(ctx, o.OddsHash)
	if err != nil {
		return nil, err
	}
	return fairness.NewBoxBundle(soloContext(e), key, o.Beacon, o.Results[index].proof(rec.Player, odds),
		odds.Proof(c.ItemName))
}

// openedBy is the opening of an op: one that was paid, or one that a claim brought. Any other op has none.
func openedBy(rec store.OpRecord) (Opened, error) {
	switch {
	case rec.Kind == KindOpen, rec.Kind == KindOpenTokens:
		return ReadOpened(rec.ID, rec.Result)
	case strings.HasPrefix(rec.Kind, GrantKinds):
		g, err := ReadGranted(rec.ID, rec.Result)
		if err != nil {
			return Opened{}, err
		}
		if g.Opened != nil {
			return *g.Opened, nil
		}
	}
	return Opened{}, apierr.New(protocol.CodeNotFound)
}

// epochOf reads an epoch and its key, which is "" while it is secret.
func epochOf(ctx context.Context, s BundleStore, id store.PlayerID, epoch store.Epoch) (store.SeedEpoch, string,
	error) {
	e, err := s.SeedEpoch(ctx, id, uint32(epoch))
	if err != nil {
		return e, "", apierr.FromStore(err)
	}
	if e.RevealedAt.IsZero() {
		return e, "", nil
	}
	return e, fairness.Key(e.Key).Reveal(), nil
}

func (r Result) proof(id store.PlayerID, odds *fairness.Odds) fairness.ResultProof {
	return fairness.ResultProof{N: r.N, Player: int64(id), UserSeed: r.UserSeed, ServerSeed: r.ServerSeed,
		ServerHash: r.ServerHash,
		ResultHash: r.ResultHash, V: r.V, Number: fairness.Outcome{V: r.V}.NumberText(), OddsHash: odds.Hash(),
		Item:         int64(r.Def),
		StartSection: r.Lo, EndSection: r.Hi}
}
