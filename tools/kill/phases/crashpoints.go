//go:build linux

package phases

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
)

// threeCrashPoints is a cycle from the first crash point to the books.
func (t *injector) threeCrashPoints(ctx context.Context, c *scenario) error {
	if err := t.midway(ctx, c); err != nil || t.Rewind {
		return err
	}
	if time.Until(c.locksAt) < lockSpare {
		return errLate
	}
	if err := t.locked(ctx, c); err != nil {
		return err
	}
	if err := t.over(ctx, c); err != nil {
		return err
	}
	c.settle(ctx)
	return nil
}

// midway is the crash point while everything is open.
func (t *injector) midway(ctx context.Context, c *scenario) error {
	var acts []func()
	for _, g := range c.games {
		list, err := g.midway(ctx)
		if err != nil {
			return err
		}
		acts = append(acts, list...)
	}
	var playing sync.WaitGroup
	for _, act := range acts {
		playing.Go(act)
	}
	for i, p := range c.exchangers {
		playing.Go(func() {
			for more := true; more; {
				if i%2 == 0 {
					more = p.upgrade(ctx)
				} else {
					more = p.tradeIn(ctx)
				}
			}
		})
	}
	var flying []string
	if !c.alone {
		c.shoppers[0].shop(ctx) // it takes the bot seconds: still under way when the crash point falls
		c.shoppers[0].retrieve(ctx)
		t.hit("item on its way", c.underWay(ctx))
		c.shopping(ctx, &playing)
		flying = slices.Clone(exchanges)
	}
	for _, k := range roomKinds(t.Kind) {
		flying = append(flying, k.midway...)
	}
	t.inFlight(c, flying...)
	err := t.crashAt(ctx, "with everything open")
	playing.Wait()
	return err
}

// locked is the crash point between the lock of rooms and their draw, while packets fall.
func (t *injector) locked(ctx context.Context, c *scenario) error {
	if !c.alone {
		// A harvester's day brings 30 tokens, half of what the season's own cheapest box asks for.
		if err := t.operate("settings", "set", "--patch", "activity", dayBox); err != nil {
			return err
		}
		c.earn(ctx) // while there is time
	}
	time.Sleep(time.Until(c.locksAt.Add(-50 * time.Millisecond)))
	errs := make([]error, len(c.games))
	var locking, playing sync.WaitGroup
	for i, g := range c.games {
		locking.Go(func() { errs[i] = g.lock(ctx) })
	}
	locking.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, g := range c.games {
		for _, act := range g.locked(ctx) {
			playing.Go(act)
		}
	}
	var flying []string
	for _, k := range roomKinds(t.Kind) {
		flying = append(flying, k.locked...)
	}
	t.inFlight(c, flying...)
	err := t.crashAt(ctx, "with rooms locked and packets falling")
	playing.Wait()
	return err
}

// dayBox is a season of three goals, whose box asks for what they bring in a day.
const dayBox = `{"goals": [{"type": 1, "steps": [{"count": 1, "tokens": 1}]},
	{"type": 5, "steps": [{"count": 3, "tokens": 1}, {"count": 10, "tokens": 3}]},
	{"type": 6, "steps": [{"count": 5000, "tokens": 3}, {"count": 20000, "tokens": 22}]}],
	"boxes": [{"box": 1, "tokens": 30}]}`

// operate runs an operator's command beside the server.
func (t *injector) operate(args ...string) error {
	if out, err := exec.Command(t.Bin, append(args, "--data", t.server.Data)...).CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", args, err, out)
	}
	return nil
}

// over is the crash point when every room has its result.
func (t *injector) over(ctx context.Context, c *scenario) error {
	for _, g := range c.games {
		g.over(ctx)
	}
	if c.alone {
		err := t.crashAt(ctx, "with everything over")
		for _, g := range c.games {
			g.after(ctx)
		}
		return err
	}
	lists := make([][]claim, len(c.harvesters)) // first: orders and withdrawals have an end
	for i, p := range c.harvesters {
		lists[i] = p.claims(ctx, c.harvesters[(i+1)%len(c.harvesters)])
	}
	var enough atomic.Bool
	paying := t.paying(ctx, c, &enough)
	t.hit("promotion.pay to come", c.await(ctx, func() bool { return c.commissionsOwed(ctx) > 0 }))
	c.harvesting(ctx, lists, &enough, paying)
	t.inFlight(c, append(slices.Clone(claimKinds), payments...)...)
	err := t.crashAt(ctx, "with everything over, orders and withdrawals under way")
	enough.Store(true)
	paying.Wait()
	if err != nil {
		return err
	}
	t.review(c)
	t.hit("items delivered", c.delivered(ctx))
	for _, g := range c.games {
		g.after(ctx)
	}
	return nil
}

// settle adds up what every player must have, and compares.
func (c *scenario) settle(ctx context.Context) {
	for _, g := range c.games {
		g.settle(ctx)
	}
	c.settlePayments(ctx)
	c.settleLevels(ctx)
	c.settleClaims(ctx)
	for _, p := range c.all {
		p.settle(ctx)
	}
}

// settle compares one player's books with the server's.
func (p *player) settle(ctx context.Context) {
	var u client.User
	var gifts client.GiftPage // given beside all play
	var vouchers client.VoucherPage
	var purse client.Exchange
	if err := p.get(ctx, client.PathInfo, &u); err != nil {
		p.refused("user.info", err)
		return
	}
	if err := p.get(ctx, client.PathGifts, &gifts); err != nil {
		p.refused("drop.record", err)
		return
	}
	if err := errors.Join(p.get(ctx, client.PathVouchers, &vouchers), p.get(ctx, client.PathExchange,
		&purse)); err != nil {
		p.refused("cards and fragments", err)
		return
	}
	if vouchers.Total != p.vouchers || purse.Fragments != p.fragments {
		p.wrong("%s has %d cards and %d fragments; its operations make %d and %d", p.account.Name, vouchers.Total,
			purse.Fragments, p.vouchers, p.fragments)
	}
	if int64(u.Balance) != p.cents || u.BagNum != p.bag+gifts.Total {
		p.wrong("%s has %d cents and %d items; its operations make %d and %d, with %d gifts", p.account.Name, u.Balance,
			u.BagNum, p.cents, p.bag, gifts.Total)
	}
	p.journal.Balance(journal.Balance{Bot: p.account.Bot, Cents: int64(u.Balance), Bag: u.BagNum})
}
