package payment

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/store"
)

// KindRestored is the op that credits a recharge again, whose money had gone back and has come again (a dispute that
// was won). It leaves what was owed for it as it is: a debt takes its part of the gems at once. What follows from
// recharges, a level, tasks and a commission, stays without it.
const KindRestored = "pay.restored"

// Restoration is the stored result of KindRestored.
type Restoration struct {
	Player store.PlayerID `json:"player"`
	Order  store.OpID     `json:"order"`
	Gems
	AtMS int64 `json:"atMs"`
}

// entries are those of the credit.
func (r Restoration) entries() []store.Posting {
	return Recharge{Player: r.Player, GemsCents: r.BoughtCents, BonusCents: r.BonusCents}.entries()
}

func restoredKey(order store.OpID) string { return stepKey(order, ":restored") }

// ReadRestoration reads an op of KindRestored and checks its consistency.
func ReadRestoration(op *store.Op) (Restoration, error) {
	var r Restoration
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("payment: a restoration without a result: %w", err)
	}
	if op.Player != r.Player || op.Key != restoredKey(r.Order) || !slices.Equal(op.Postings, r.entries()) {
		return r, fmt.Errorf("payment: player %d, key %q and %v are not the restoration %+v", op.Player, op.Key,
			op.Postings, r)
	}
	return r, nil
}

// restore credits an order that was taken back again, once.
func (d *Service) restore(ctx context.Context, o Order) (Order, error) {
	now, key := d.Now(), restoredKey(o.ID)
	r := Restoration{Player: o.Player, Order: o.ID, Gems: Gems{o.GemsCents, o.BonusCents}, AtMS: now.UnixMilli()}
	result, err := json.Marshal(r)
	if err != nil {
		return o, err
	}
	if _, err := d.Store.Commit(ctx, &store.Op{Player: o.Player, Key: key, Kind: KindRestored, At: now,
		Request: sha256.Sum256([]byte(key)), Result: result,
		Postings: r.entries()}); err != nil {
		return o, apierr.FromStore(err)
	}
	d.Directory.Post(player.Kind, player.ID(o.Player), player.Credited{}, nil)
	if _, err := d.Collect(ctx, o.Player); err != nil {
		return o, err
	}
	return d.Find(ctx, 0, o.ID)
}
