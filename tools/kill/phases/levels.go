//go:build linux

package phases

import (
	"context"
	"sync/atomic"

	"jadebox/actors/rewards/promotion"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// Levels and invitations: some players buy gems until they have a VIP level and claim its bonus again and again, and
// all who buy came by the host, whom each of their orders brings a commission. The server dies with claims without an
// answer and with commissions that are not paid yet; in the end each bonus and each commission was paid once.

const (
	claimers    = 2
	climbOrders = 5 // of gemsBought each: 50 R$ are level 2
	claimsMost  = 2000

	pathClaim      = "/api/pay/receiveVipAmount"
	pathVIP        = "/api/pay/selectUserVip"
	pathPromotion  = "/api/promotion/info"
	climbedToLevel = 2
)

// commissionCents is what an order of gemsBought brings the inviter.
var commissionCents = gemsBought * int(promotion.Standard().SharePPM) / 1_000_000

type levelClaim struct {
	Level int `json:"level"`
}

type levelClaimed struct {
	RedPacketLevel int           `json:"redPacketLevel"`
	VIPAmount      protocol.Gems `json:"vipAmount"`
}

type vipStatus struct {
	VIPLevel       int `json:"vipLevel"`
	RedPacketLevel int `json:"redPacketLevel"`
}

type promoted struct {
	Commissions int   `json:"commissions"`
	EarnedCents int64 `json:"earnedCents"`
}

// buyers are all whose orders bring a commission.
func (c *scenario) buyers() []*player {
	return append(c.payers[:len(c.payers):len(c.payers)], c.claimers...)
}

// climb buys to a level and claims every bonus to it, and goes on claiming what it has: that answers again and pays
// nothing.
func (p *player) climb(ctx context.Context, stop *atomic.Bool) {
	for range climbOrders {
		p.claimLevel(ctx, 1) // refused until the level is there
		p.buy(ctx)
	}
	for n := 0; n < claimsMost && (n < climbedToLevel || !stop.Load()); n++ {
		p.claimLevel(ctx, n%climbedToLevel+1)
	}
}

// claimLevel asks for a level's bonus until there is an answer.
func (p *player) claimLevel(ctx context.Context, level int) {
	call := client.NewCall(pathClaim, "", levelClaim{level})
	var got levelClaimed
	refused := false
	if !p.persist(ctx, "vip.claim", func() error {
		data, err := p.conn.Post(ctx, call)
		if refused = client.CodeOf(err) == protocol.CodeVIPLevel; refused {
			return nil
		}
		if err != nil {
			return err
		}
		return client.Decode(data, &got)
	}) || refused {
		return
	}
	p.acknowledged.Add(1)
	if got.RedPacketLevel != level {
		p.wrong("%s claimed level %d and was answered %+v", p.account.Name, level, got)
	}
	if p.claimed == nil {
		p.claimed = map[int]bool{}
	}
	if !p.claimed[level] {
		p.claimed[level] = true
		p.cents += int64(got.VIPAmount)
	}
}

// commissionsOwed is how many orders were credited, as far as the buyers know, that have brought no commission yet. It
// is a lower bound: a buyer of this moment has not said so.
func (c *scenario) commissionsOwed(ctx context.Context) int {
	var now promoted
	c.look(ctx, pathPromotion, &now)
	return int(c.credited.Load()) - now.Commissions
}

// settleLevels waits for the last commission and compares.
func (c *scenario) settleLevels(ctx context.Context) {
	orders := 0
	for _, p := range c.buyers() {
		orders += len(p.bought)
	}
	var now promoted
	c.await(ctx, func() bool {
		c.look(ctx, pathPromotion, &now)
		return now.Commissions >= orders
	})
	if want := int64(orders * commissionCents); now.Commissions != orders || now.EarnedCents != want {
		c.wrong("%d orders brought %d commissions of %d cents together; it should be %d", orders, now.Commissions,
			now.EarnedCents, want)
	}
	c.host.cents += int64(orders * commissionCents)
	for _, p := range c.claimers {
		var s vipStatus
		if err := p.get(ctx, pathVIP, &s); err != nil {
			p.refused("vip.user", err)
			continue
		}
		if s.RedPacketLevel != climbedToLevel || len(p.claimed) != climbedToLevel {
			p.wrong("%s has claimed %d levels and was paid for %d", p.account.Name, s.RedPacketLevel, len(p.claimed))
		}
	}
}
