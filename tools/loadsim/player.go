package loadsim

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

// playBox opens or sells once; false says that the bot can do neither any more.
func (b *bot) playBox(ctx context.Context) bool {
	if b.gone {
		return false
	}
	if !b.turn(ctx) {
		b.broke.Add(1)
		return false
	}
	b.ledger.Reconcile()
	return !b.gone
}

// thinking is an exponential pause: arrivals of many bots do not beat in time.
func (b *bot) thinking() time.Duration {
	mean := b.Think
	if b.part != nil && b.part.Think != nil {
		mean = time.Duration(*b.part.Think)
	}
	return time.Duration(b.rng.ExpFloat64() * float64(mean))
}

// turn does one operation; false says that the bot can afford nothing and has nothing to sell.
func (b *bot) turn(ctx context.Context) bool {
	cents, bag := b.ledger.Now()
	box := b.boxes[0] // mostly the cheapest: the house's edge is what a bot's time costs
	if b.rng.IntN(5) == 0 {
		box = b.boxes[b.rng.IntN(max(1, len(b.boxes)/5))]
	}
	count := 1
	if b.rng.IntN(4) == 0 {
		count = 1 + b.rng.IntN(protocol.OpenCountMax)
	}
	switch poor := cents < box.PriceCents*int64(count); {
	case poor && len(b.items) == 0 && bag > 0: // what an earlier run has left
		return b.clear(ctx)
	case poor && len(b.items) == 0 && cents < b.boxes[0].PriceCents:
		return false
	case poor && len(b.items) == 0:
		b.open(ctx, b.boxes[0], 1)
	case len(b.items) > 0 && (poor || len(b.items) > 30 || b.rng.IntN(3) == 0):
		b.sell(ctx, min(len(b.items), 1+b.rng.IntN(8)))
	default:
		b.open(ctx, box, count)
	}
	return true
}

func (b *bot) open(ctx context.Context, box client.Box, count int) {
	var o client.Opened
	call := client.NewCall(client.PathOpen(box.ID), b.key(), client.OpenBox{Count: count, PriceCents: box.PriceCents})
	if err := b.do(ctx, "box.open", call, &o); err != nil {
		b.afterRefusal(err)
		return
	}
	b.ledger.Enter(-box.PriceCents*int64(count), count)
	b.ledger.Answered("box.open", o.BalanceCents, o.BagCount)
	b.findings.Hold(len(o.Results) == count, check.Answer, b.account.Name, "opened %d boxes, got %d results", count,
		len(o.Results))
	for _, result := range o.Results {
		b.items = append(b.items, item{result.ItemID, result.ValueCents})
	}
	if len(o.Results) > 0 && b.rng.Float64() < bundleShare {
		b.verify(ctx, o.Results[0].ResultID)
	}
}

func (b *bot) sell(ctx context.Context, count int) {
	chosen := slices.Clone(b.items[:count])
	var ids []string
	var sum int64
	known := true
	for _, it := range chosen {
		ids = append(ids, it.id)
		sum += it.valueCents
		known = known && it.valueCents >= 0
	}
	var s client.Sold
	if err := b.do(ctx, "item.sell", client.NewCall(client.PathSell, b.key(), client.SellItems{Items: ids}),
		&s); err != nil {
		b.afterRefusal(err)
		return
	}
	b.items = slices.Delete(b.items, 0, count)
	if known {
		b.findings.Hold(s.SoldCents == sum, check.Balance, b.account.Name, "sold for %d cents, the items are worth %d",
			s.SoldCents, sum)
	}
	b.ledger.Enter(s.SoldCents, -count)
	b.ledger.Answered("item.sell", s.BalanceCents, s.BagCount)
}

// clear sells the whole backpack; false says that nothing came of it.
func (b *bot) clear(ctx context.Context) bool {
	var s client.Sold
	if err := b.do(ctx, "item.sell", client.NewCall(client.PathSellAll, b.key(), struct{}{}), &s); err != nil {
		b.afterRefusal(err)
		return false
	}
	b.items = nil
	b.ledger.Enter(s.SoldCents, -s.Count)
	b.ledger.Answered("item.sell", s.BalanceCents, s.BagCount)
	return s.Count > 0
}

// afterRefusal is for answers that a bot's own books say it must not get: it has the money, the item and the right
// price.
func (b *bot) afterRefusal(err error) {
	switch code := client.CodeOf(err); code {
	case protocol.CodeFunds, protocol.CodeItemState, protocol.CodeItemForeign, protocol.CodeEmptyBag,
		protocol.CodeKeyReused, protocol.CodeKeyMissing,
		protocol.CodeBoxUnknown, protocol.CodeCount, protocol.CodeBadRequest:
		b.findings.Hold(false, check.Answer, b.account.Name, "refused what its own books allow: %v", err)
		b.giveUp()
	case protocol.CodeTokenInvalid, protocol.CodeLoginInvalid:
		b.giveUp()
	}
}

// bundleShare of the openings are verified from their proof bundle, which is all that a player needs.
const (
	bundleShare = 0.01
	bundleTries = 8
)

func (b *bot) verify(ctx context.Context, resultID string) {
	var raw json.RawMessage
	start := time.Now()
	for attempt := 0; ; attempt++ {
		err := b.conn.Get(ctx, client.PathResult(resultID), &raw)
		if err == nil {
			break
		}
		// The public log follows the journal within a moment; everything else ends the look-up.
		if client.CodeOf(err) != protocol.CodeNotFound || attempt >= bundleTries || ctx.Err() != nil {
			b.failed("fair.result", err, true)
			return
		}
		b.failed("fair.result", err, false)
		backOff(ctx, attempt)
	}
	b.recorder.Done("fair.result", time.Since(start))
	bundle, err := fairness.ParseBundle(raw)
	if b.findings.Hold(err == nil, check.Bundle, b.account.Name, "bundle of %s: %v", resultID, err) {
		report := fairness.Verify(bundle)
		b.findings.Hold(report.OK, check.Bundle, b.account.Name, "result %s: %+v", resultID, report.Checks)
	}
}
