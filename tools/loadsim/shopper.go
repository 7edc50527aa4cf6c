package loadsim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

// tradeToken is that of a shopper's trade link: the sandbox's bot ships to it.
const tradeToken = "shipLOAD"

// timed sends a call that the journal could not hold a server to, because its answer says how things stand now, until
// it has a definite answer.
func (b *bot) timed(ctx context.Context, op string, once func() error) error {
	start, sent := b.begins(), time.Now()
	end := b.recorder.Begin(op, start)
	defer end()
	for attempt := 0; ; attempt++ {
		err := once()
		if err == nil {
			end()
			b.recorder.Done(op, time.Since(start))
			return nil
		}
		switch {
		case client.CodeOf(err) == protocol.CodeRateLimited: // for minutes: no bot waits so long
			b.failed(op, err, true)
			return err
		case errors.Is(err, client.ErrMalformed):
			b.findings.Hold(false, check.Frames, b.account.Name, "%s: %v", op, err)
			fallthrough
		case ctx.Err() != nil, client.Retryable(err) && time.Since(sent) > b.Patience:
			b.failed(op, err, true)
			b.giveUp()
			return errGone
		case !client.Retryable(err):
			b.failed(op, err, true)
			return err
		}
		b.failed(op, err, false)
		backOff(ctx, attempt)
	}
}

func (b *bot) fetch(ctx context.Context, op, path string, out any) error {
	return b.timed(ctx, op, func() error { return b.conn.Get(ctx, path, out) })
}

// playMall buys one of the cheapest offers; when the money is over it sells what it has bought.
func (b *bot) playMall(ctx context.Context) bool {
	var page client.MallPage
	path := fmt.Sprintf("%s?sort=price_asc&size=%d", client.PathMall, b.part.Cheapest)
	if err := b.fetch(ctx, "mall.list", path, &page); err != nil || len(page.Records) == 0 {
		b.unexpected(err)
		return err != nil && !b.gone // a mall without offers has no turns
	}
	offer := page.Records[b.rng.IntN(len(page.Records))]
	if !b.affords(offer.PriceCents) {
		if b.sellAll(ctx); b.gone || !b.affords(page.Records[0].PriceCents) {
			b.broke.Add(1)
			return false
		}
		offer = page.Records[0]
	}
	var got client.BoughtItem
	call := client.NewCall(client.PathBuy(offer.ID), b.key(), client.BuyItem{PriceCents: offer.PriceCents})
	if err := b.do(ctx, "mall.buy", call, &got); err != nil {
		b.unexpected(err, protocol.CodeMallSoldOut, protocol.CodeMallGone, protocol.CodePriceChanged)
		return !b.gone
	}
	b.ledger.Enter(-offer.PriceCents, 1)
	b.ledger.Answered("mall.buy", got.BalanceCents, got.BagCount)
	b.findings.Hold(got.ItemID != "" && got.PriceCents == offer.PriceCents, check.Answer, b.account.Name,
		"bought for %d cents, told %q for %d", offer.PriceCents, got.ItemID, got.PriceCents)
	b.items = append(b.items, item{got.ItemID, -1})
	b.ledger.Reconcile()
	return !b.gone
}

// playPay buys gems on the sandbox's page, and holds the server to what it was quoted.
func (b *bot) playPay(ctx context.Context) bool {
	var q client.Quote
	path := fmt.Sprintf("%s?gemsCents=%d", client.PathQuote, b.part.GemsCents)
	if err := b.fetch(ctx, "pay.quote", path, &q); err != nil {
		b.unexpected(err)
		return !b.gone
	}
	var o client.Order
	call := client.NewCall(client.PathOrder, b.key(), client.MakeOrder{Type: client.PayByPage,
		GemsCents: b.part.GemsCents, PriceCents: q.PriceCents, BonusCents: q.BonusCents})
	if err := b.timed(ctx, "pay.order", func() error {
		data, err := b.conn.Post(ctx, call)
		if err != nil {
			return err
		}
		return client.Decode(data, &o)
	}); err != nil {
		// twenty orders in ten minutes are what a player may make
		b.unexpected(err, protocol.CodeRateLimited, protocol.CodePriceChanged)
		return !b.gone
	}
	if err := b.timed(ctx, "pay.page", func() error { return b.conn.PayOnPage(ctx, o.URL) }); err != nil {
		b.giveUp() // whether the provider has told of it is not known
		return false
	}
	b.findings.Hold(o.GemsCents == b.part.GemsCents && o.BonusCents == q.BonusCents, check.Answer, b.account.Name,
		"ordered %d cents with %d on top, the order says %d and %d", b.part.GemsCents, q.BonusCents, o.GemsCents,
		o.BonusCents)
	b.ledger.Enter(o.GemsCents+o.BonusCents, 0)
	b.settleUp(ctx)
	return !b.gone
}

// playTasks plays boxes, looks what tasks that has done, and opens what can be claimed.
func (b *bot) playTasks(ctx context.Context) bool {
	if !b.playBox(ctx) {
		return false
	}
	var boxes []client.TaskBox
	if err := b.fetch(ctx, "task.boxes", client.PathTasks, &boxes); err != nil {
		b.unexpected(err)
		return !b.gone
	}
	for _, box := range boxes {
		if box.Claimable && !b.over() {
			b.claim(ctx, box)
			return !b.gone
		}
	}
	return true
}

func (b *bot) claim(ctx context.Context, box client.TaskBox) {
	op, path := "task.give", client.PathProp
	if box.HoldsItems() {
		op, path = "task.open", client.PathTask
	}
	var got []client.TaskGiven
	if err := b.timed(ctx, op, func() error {
		data, err := b.conn.Post(ctx, client.NewCall(path, "", client.OpenTask{BoxID: box.ID}))
		if err != nil {
			return err
		}
		return client.Decode(data, &got)
	}); err != nil {
		// the day may end between two calls, the beacon may be late, and a buyer who has not paid yet is not known to
		// the house
		b.unexpected(err, protocol.CodeTaskNotDone, protocol.CodeBeaconWait, protocol.CodeGiftIdentity)
		return
	}
	if !b.findings.Hold(len(got) > 0, check.Answer, b.account.Name, "task box %d was opened and held nothing", box.ID) {
		return
	}
	if box.HoldsItems() {
		b.ledger.Enter(0, 1)
		b.items = append(b.items, item{got[0].ItemID, -1})
	} else {
		cents, _, _ := client.Given([]client.Reward{{Type: got[0].Type, Num: got[0].Num}})
		b.ledger.Enter(cents, 0)
	}
	b.settleUp(ctx)
}
