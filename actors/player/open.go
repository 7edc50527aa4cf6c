package player

import (
	"cmp"
	"encoding/json"
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

// KindOpen is the op kind of an opening.
const KindOpen = "box.open"

func (a *player) open(r directory.Request, m Open) {
	var made Opened
	asked := []any{KindOpen, m.Box, m.Count, m.PriceCents}
	if m.OddsHash != "" {
		asked = append(asked, m.OddsHash)
	}
	a.run(&command{r: r, key: m.Key, request: durable.Request(seeded(asked, m.UserSeed, m.Commit)...),
		allowed: func() error {
			_, err := a.openable(m)
			return err
		},
		prepare: func(then func(error)) { a.withSeed(m.Count, then) },
		rules: func() (op *store.Op, err error) {
			op, made, err = a.openRules(m)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) {
			if a.Drawn != nil && !rec.Replayed {
				a.Drawn(made, a.rec.Bot)
			}
			return a.answerOpened(rec, made)
		},
	})
}

func (a *player) answerOpened(rec store.Receipt, made Opened) (any, error) {
	o, err := answered(rec, made, ReadOpened)
	if err != nil {
		return nil, err
	}
	o.BalanceCents, o.BagCount, o.Next = a.rec.GemsCents, a.rec.BagCount, a.next()
	return o, nil
}

// openable checks all that does not depend on the draw.
func (a *player) openable(m Open) (*catalog.Box, error) {
	if err := drawable(m.UserSeed, m.NeedSeed); err != nil {
		return nil, err
	}
	box, known := a.Catalog.Box(m.Box)
	switch {
	case m.Count < 1 || m.Count > protocol.OpenCountMax:
		return nil, ErrCount
	case !known:
		return nil, ErrBoxUnknown
	case !box.Enabled:
		return nil, ErrBoxDisabled
	}
	price, _ := a.boxPrice(box.PriceCents, a.Now())
	if m.PriceCents != price {
		return nil, apierr.Changed("priceCents", price)
	}
	if err := cmp.Or(sawOdds(box, m.OddsHash), a.shown(m.Commit)); err != nil {
		return nil, err
	}
	if price*int64(m.Count) > a.rec.GemsCents {
		return nil, ErrFunds
	}
	return box, nil
}

func (a *player) openRules(m Open) (*store.Op, Opened, error) {
	box, err := a.openable(m)
	if err != nil {
		return nil, Opened{}, err
	}
	now := a.Now()
	price, percent := m.PriceCents, int64(0)
	if price != box.PriceCents {
		percent = a.inForce.Percent
	}
	op := &store.Op{Kind: KindOpen, At: now,
		Postings: []store.Posting{{Debit: store.PlayerGems(a.id), Credit: store.House,
			AmountCents: price * int64(m.Count)}}}
	o := Opened{Box: box.ID, Version: box.Version, PriceCents: price, OffPercent: percent, AtMS: now.UnixMilli()}
	if err := a.draw(op, &o, box, m.Count, m.UserSeed, store.FromBox); err != nil {
		return nil, Opened{}, err
	}
	op.Result = o.AppendJSON(make([]byte, 0, 640+512*len(o.Results)))
	return op, o, nil
}

// draw adds so many draws of a box to an op that has no items yet, and their proofs to what the op keeps of the
// opening; seed is the request's.
func (a *player) draw(op *store.Op, o *Opened, box *catalog.Box, count int, seed string,
	source store.ItemSource) error {
	d, err := a.drawer()
	if err != nil {
		return err
	}
	o.Epoch, o.OddsHash, o.Ctx, o.Beacon = a.rec.Seed.Epoch, box.Odds.Hash(), d.ctxHash, d.beacon
	op.Nonce = &store.NonceUse{Player: a.id, Epoch: a.rec.Seed.Epoch, From: a.rec.NextNonce, Count: uint32(count)}
	for i := range count {
		proof, err := d.epoch.Draw(a.rec.NextNonce+uint64(i), a.userSeed(seed), box.Odds)
		if err != nil {
			return err
		}
		if err := a.addDraw(op, o, box, d, proof, source); err != nil {
			return err
		}
	}
	return nil
}

// addDraw adds one draw to the op: ticket and result leaves, the item, the drop and the line of the result.
func (a *player) addDraw(op *store.Op, o *Opened, box *catalog.Box, d *drawer, proof fairness.ResultProof,
	source store.ItemSource) error {
	ticket, err := fairlog.Ticket{Scope: d.scope, N: proof.N, Player: int64(a.id), UserSeed: proof.UserSeed,
		ServerHash: proof.ServerHash,
		OddsHash:   proof.OddsHash, StakeCents: o.PriceCents, AtMS: o.AtMS}.Leaf()
	if err != nil {
		return err
	}
	result := fairness.ResultLeaf(d.scope, d.ctxHash, d.beacon.Value, proof, box.Odds)
	result.StakeCents, result.AtMS, result.Bot = o.PriceCents, o.AtMS, a.rec.Bot
	leaf, err := result.Leaf()
	if err != nil {
		return err
	}
	id := fairness.ResultID(d.scope, proof.N)
	op.Leaves = append(op.Leaves, store.LogLeaf{Key: fairlog.KeyTicket.Of(id), Data: ticket},
		store.LogLeaf{Key: LeafKey(d.scope, proof.N), Data: leaf})
	def := store.DefID(proof.Item)
	op.NewItems = append(op.NewItems, store.NewItem{Owner: a.id, Def: def, ValueCents: result.ValueCents,
		Source: source})
	ppm := int32(int64(proof.EndSection-proof.StartSection+1) * 1_000_000 / fairness.TicketUnit)
	sold := box.ID
	if !box.Enabled {
		sold = 0 // a player who sees the drop cannot buy what it came from
	}
	op.Events = append(op.Events, publish.OutboxEvent(protocol.Drop{PlayerName: a.rec.Name, Avatar: a.rec.Avatar,
		Def:   int32(def),
		BoxID: int32(sold), ValueCents: result.ValueCents, OddsPPM: ppm, Source: uint8(source),
		Lucky: publish.Lucky(ppm, result.ValueCents, box.PriceCents), Bot: a.rec.Bot, AtMS: o.AtMS}))
	o.Results = append(o.Results, Result{Def: def, ValueCents: result.ValueCents, N: proof.N, V: proof.V,
		UserSeed:   proof.UserSeed,
		ServerSeed: proof.ServerSeed, ServerHash: proof.ServerHash, ResultHash: proof.ResultHash,
		Lo: proof.StartSection, Hi: proof.EndSection})
	return nil
}

// LeafKey finds the result leaf of a draw in the public log.
func LeafKey(scope string, n uint64) string { return fairlog.KeyResult.Of(fairness.ResultID(scope, n)) }

// ReadOpened reads the stored result of an op of KindOpen. Balance, bag and next seed are not part of it.
func ReadOpened(op store.OpID, result []byte) (Opened, error) {
	var o Opened
	if err := json.Unmarshal(result, &o); err != nil {
		return o, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	o.is(op)
	return o, nil
}

// is sets which op made an opening: its items are the op's first.
func (o *Opened) is(op store.OpID) {
	o.Op = op
	receipt := store.Receipt{Op: op}
	for i := range o.Results {
		r := &o.Results[i]
		r.ID, r.Item, r.Number = publish.DropID(op, i), receipt.ItemID(i), fairness.Outcome{V: r.V}.Number()
	}
}
