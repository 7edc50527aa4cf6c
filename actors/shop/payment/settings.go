package payment

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"jadebox/actors/settings"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "pay",
	Says: "what gems cost and give: rate, bounds, tiers, ready-made amounts, ways to pay", Standard: Standard,
	Check: Settings.Check, New: Settings.checkNew}

// Channel types with a meaning of their own (product-spec §7): the client leaves out 4 on phones and 3 elsewhere, and
// opens the url of 2 in a new window.
const (
	ChannelCheckout = 1
	ChannelWindow   = 2
	ChannelPhone    = 3
	ChannelDesktop  = 4
	ChannelPix      = 5
)

// Channel is one way to pay: a provider behind a type.
type Channel struct {
	Type     int    `json:"type"`
	Provider string `json:"provider"` // name under which the process knows it
}

// Good is an amount of gems that is offered ready made.
type Good struct {
	ID        int32  `json:"id"`
	GemsCents int64  `json:"gemsCents"`
	Image     string `json:"image"`
}

// Settings are what buying gems costs and gives. Held in the store, shown to players, never in a handler.
type Settings struct {
	RatePPM    int64     `json:"ratePpm"` // price of a gem in R$, in millionths
	LeastCents int64     `json:"leastCents"`
	MostCents  int64     `json:"mostCents"`
	LifeS      int64     `json:"lifeS"` // how long an order waits for its payment
	Tiers      []Tier    `json:"tiers"`
	Goods      []Good    `json:"goods"`
	Channels   []Channel `json:"channels"`

	WithdrawLeastCents int64 `json:"withdrawLeastCents"` // of R$
	WithdrawMostCents  int64 `json:"withdrawMostCents"`
}

// Standard are the settings of docs/rules.md, "Recharge".
func Standard() Settings {
	return Settings{
		RatePPM: 1_000_000, LeastCents: 100, MostCents: 1_000_000, LifeS: 1800,
		Tiers: []Tier{{KeyCents: 1_000, Share: true, ValuePPM: 2_000}, {KeyCents: 5_000, Share: true,
			ValuePPM: 4_000},
			{KeyCents: 20_000, Share: true, ValuePPM: 5_000}, {KeyCents: 50_000, Share: true, ValuePPM: 6_000},
			{KeyCents: 100_000, Share: true, ValuePPM: 8_000}},
		Goods: []Good{{1, 500, gem}, {2, 1_000, gem}, {3, 5_000, gem}, {4, 20_000, gem}, {5, 50_000, gem},
			{6, 100_000, gem}},
		// Of two providers behind one type, the first that is there takes the order.
		Channels: []Channel{{ChannelDesktop, "sandbox-qr"}, {ChannelPhone, "sandbox"},
			{ChannelCheckout, "sandbox-checkout"},
			{ChannelWindow, "stripe"}, {ChannelWindow, "sandbox"}, {ChannelPix, "pix"}},
		WithdrawLeastCents: 1_000, WithdrawMostCents: 500_000,
	}
}

const (
	gem       = "/art/gem.webp"
	amountMax = int64(1) << 40 // cents of gems at once: prices of it do not overflow at any rate
)

// Check reports what is not allowed in settings.
func (p Settings) Check() error {
	if p.RatePPM <= 0 || p.RatePPM > 1_000_000_000 || p.LeastCents <= 0 || p.MostCents < p.LeastCents ||
		p.MostCents > amountMax || p.LifeS < 1800 || p.LifeS > int64(lifeMax/time.Second) ||
		p.WithdrawLeastCents <= 0 || p.WithdrawMostCents < p.WithdrawLeastCents {
		return errors.New("payment: settings: numbers outside their bounds")
	}
	for _, t := range p.Tiers {
		if t.KeyCents < 0 || t.ValuePPM < 0 || t.ValuePPM > 1_000_000 || t.ValueCents < 0 {
			return fmt.Errorf("payment: settings: tier %+v", t)
		}
	}
	return nil
}

// checkNew reports what may no longer be written: releases before took it, and left out what it cannot mean.
func (p Settings) checkNew() error {
	for _, g := range p.Goods { // one outside leastCents and mostCents is not offered, but could be
		if g.GemsCents <= 0 || g.GemsCents > amountMax {
			return fmt.Errorf("payment: settings: an amount of %d cents is not within 1–%d", g.GemsCents, amountMax)
		}
	}
	for _, c := range p.Channels {
		if c.Type < ChannelCheckout || c.Type > ChannelPix {
			return fmt.Errorf("payment: settings: way to pay of type %d, which is none of %d–%d", c.Type,
				ChannelCheckout, ChannelPix)
		}
	}
	return nil
}

// Quote is what a purchase would cost and give.
type Quote struct {
	PriceCents int64 `json:"priceCents"` // of R$
	GemsCents  int64 `json:"gemsCents"`
	BonusCents int64 `json:"bonusCents"` // of gems, on top: the tier's and the level's
	VIPCents   int64 `json:"vipCents"`   // of them, the level's
}

// Quote prices an amount of gems: prices round up, bonuses down (docs/store.md). vipPPM of the gems come on top by
// the buyer's level.
func (p Settings) Quote(gemsCents, vipPPM int64) (Quote, error) {
	if gemsCents < p.LeastCents || gemsCents > p.MostCents {
		return Quote{}, ErrAmount
	}
	hi, lo := bits.Mul64(uint64(gemsCents), uint64(p.RatePPM))
	price, rest := bits.Div64(hi, lo, 1_000_000)
	if rest > 0 {
		price++
	}
	q := Quote{PriceCents: int64(price), GemsCents: gemsCents, VIPCents: share(gemsCents, vipPPM)}
	if t, ok := Reached(p.Tiers, q.PriceCents); ok {
		q.BonusCents = t.BonusCents(gemsCents)
	}
	q.BonusCents += q.VIPCents
	return q, nil
}
