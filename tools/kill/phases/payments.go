//go:build linux

package phases

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// Payments: some players buy gems in the sandbox, whose page sends its webhook twice, and some withdraw R$, while the
// server dies between order, webhook and credit. An order's answer says where it stands, so that it is no matter of the
// journal's: its number, its state and the gems are compared here.

const (
	payers     = 3
	drawers    = 2
	ordersEach = 18 // of the 20 that a player may make in ten minutes
	drawsEach  = 60
	gemsBought = 1_000
	payChannel = 3
	drawCents  = 1_000
	realCents  = (drawsEach + 1) * drawCents

	pathQuote    = "/api/pay/quote?gemsCents=1000"
	pathOrder    = "/api/pay/order"
	pathWithdraw = "/api/pay/withdraw"
	pathDrawn    = "/api/pay/withdraw/record"
)

type quote struct {
	PriceCents int64 `json:"priceCents"`
	BonusCents int64 `json:"bonusCents"`
}

type payOrder struct {
	Type       int   `json:"type"`
	GemsCents  int64 `json:"gemsCents"`
	PriceCents int64 `json:"priceCents"`
	BonusCents int64 `json:"bonusCents"`
}

type payReply struct {
	ID         string `json:"id"`
	State      string `json:"state"`
	GemsCents  int64  `json:"gemsCents"`
	BonusCents int64  `json:"bonusCents"`
	URL        string `json:"url"`
}

type withdraw struct {
	AmountCents int64  `json:"amountCents"`
	PixKey      string `json:"pixKey"`
}

type withdrawn struct {
	ID string `json:"id"`
}

type drawnPage struct {
	Total int `json:"total"`
}

type realUser struct {
	OtherBalance protocol.Gems `json:"otherBalance"`
}

// paying is everything that goes on while the crash point falls; stop ends it after what is under way.
func (t *injector) paying(ctx context.Context, c *scenario, stop *atomic.Bool) *sync.WaitGroup {
	var all sync.WaitGroup
	for _, p := range c.payers {
		all.Go(func() {
			for n := 0; n < ordersEach && !(n > 0 && stop.Load()); n++ {
				p.buy(ctx)
			}
		})
	}
	for _, p := range c.claimers {
		all.Go(func() { p.climb(ctx, stop) })
	}
	for _, p := range c.drawers {
		all.Go(func() {
			for n := 0; n < drawsEach && !(n > 1 && stop.Load()); n++ {
				var got withdrawn
				if err := p.do(ctx, "pay.withdraw", pathWithdraw, withdraw{drawCents, "phases@example.com"},
					&got); err != nil {
					p.refused("pay.withdraw", err)
					return
				}
				p.drawn = append(p.drawn, got.ID)
			}
		})
	}
	return &all
}

// buy is pay by a player who was invited by the host, whom it brings a commission.
func (p *player) buy(ctx context.Context) {
	if p.pay(ctx) {
		p.credited.Add(1)
	}
}

// pay makes one order and pays it, each until it is answered.
func (p *player) pay(ctx context.Context) bool {
	o, ok := p.order(ctx)
	if !ok {
		return false
	}
	form := url.Values{"act": {"twice"}}
	if !p.persist(ctx, "pay.webhook", func() error {
		res, err := http.PostForm("http://"+p.listen+o.URL, form)
		if err != nil {
			return client.ErrLost
		}
		defer res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return client.ErrLost // the provider will try again
		}
		return nil
	}) {
		return false
	}
	p.acknowledged.Add(1)
	p.cents += o.GemsCents + o.BonusCents
	p.bought = append(p.bought, o.ID)
	return true
}

// order asks again for the price when it has changed: levels rise with what was bought.
func (p *player) order(ctx context.Context) (o payReply, ok bool) {
	for {
		var q quote
		if err := p.get(ctx, pathQuote, &q); err != nil {
			p.refused("pay.quote", err)
			return o, false
		}
		p.keys++
		call := client.NewCall(pathOrder, fmt.Sprintf("phase-%s-%d", p.account.Name, p.keys),
			payOrder{payChannel, gemsBought, q.PriceCents, q.BonusCents})
		post := func() error {
			data, err := p.conn.Post(ctx, call)
			if err != nil {
				return err
			}
			var again payReply
			if err := client.Decode(data, &again); err != nil {
				return err
			}
			if o.ID != "" && again.ID != o.ID {
				p.wrong("key %s made the orders %s and %s", call.Key, o.ID, again.ID)
			}
			o = again
			return nil
		}
		if changed := false; !p.persist(ctx, "pay.order", func() error {
			err := post()
			if changed = client.CodeOf(err) == protocol.CodePriceChanged; changed {
				return nil
			}
			return err
		}) {
			return o, false
		} else if changed {
			continue
		}
		return o, p.persist(ctx, "pay.order", post) // the same key, the same order
	}
}

// persist repeats until there is a definite answer; false is a finding.
func (p *player) persist(ctx context.Context, op string, once func() error) bool {
	flying := p.underWayOf(op)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		flying.Add(1)
		err := once()
		flying.Add(-1)
		switch {
		case err == nil:
			return true
		case !client.Retryable(err) || time.Now().After(end) || ctx.Err() != nil:
			p.refused(op, err)
			return false
		}
	}
}

// review is the operator's command on the first two withdrawals of each player: one is paid, one comes back.
func (t *injector) review(c *scenario) {
	for _, p := range c.drawers {
		if len(p.drawn) < 2 {
			continue
		}
		for _, args := range [][]string{{"approve", p.drawn[0]}, {"pay", p.drawn[0], "E1"},
			{"fail", p.drawn[1], "no such key"}} {
			if out, err := exec.Command(t.Bin, append([]string{"withdrawals", "--data", t.server.Data},
				args...)...).CombinedOutput(); err != nil {
				c.wrong("withdrawals %v: %v\n%s", args, err, out)
			}
		}
		p.back++
	}
}

// settlePayments compares orders and R$; gems are compared with those of all players.
func (c *scenario) settlePayments(ctx context.Context) {
	for _, p := range c.buyers() {
		for _, id := range p.bought {
			var o payReply
			if err := p.get(ctx, pathOrder+"/"+id, &o); err != nil || o.State != "paid" {
				p.wrong("order %s of %s was paid and is %q: %v", id, p.account.Name, o.State, err)
			}
		}
		if len(p.bought) == 0 {
			p.wrong("%s has bought nothing", p.account.Name)
		}
	}
	for _, p := range c.drawers {
		var page drawnPage
		var u realUser
		if err := p.get(ctx, pathDrawn, &page); err != nil {
			p.refused("withdraw.records", err)
		}
		if err := p.get(ctx, client.PathInfo, &u); err != nil {
			p.refused("user.info", err)
		}
		if want := int64(realCents - (len(p.drawn)-p.back)*drawCents); page.Total != len(p.drawn) ||
			int64(u.OtherBalance) != want || len(p.drawn) < 2 {
			p.wrong("%s has %d withdrawals and %d cents of R$; acknowledged are %d, which leave %d", p.account.Name,
				page.Total, u.OtherBalance, len(p.drawn), want)
		}
	}
}
