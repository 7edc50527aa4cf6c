package sectest

import (
	"slices"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/server/registry"
)

const (
	rainPoolCents = 500_00
	rainWithin    = 40 * time.Second // beacon, countdown, and the first packets falling
)

// orderRain has it rain soon: what the operator's command writes (tools/rain), beside what is planned already.
func (c *check) orderRain() {
	order := rain.Order{ID: "sectest" + c.tag, AtMS: time.Now().UnixMilli(), PoolCents: rainPoolCents}
	err := registry.Set(c.ctx, c.Database, rain.OrdersSetting, settings.Who{Author: "sectest", At: time.Now()},
		func(l rain.Orders) (rain.Orders, error) {
			l.Orders = append(slices.Clone(l.Orders), order)
			return l, nil
		})
	if err != nil {
		c.fatalf("ordering a rain: %v", err)
	}
}

type packet struct {
	ID        string `json:"id"`
	OpensAtMS int64  `json:"opensAtMs"`
	Claimed   bool   `json:"claimed"`
}

// packets are a player's of the rain that is falling, those that can be claimed first; none before it falls.
func (c *check) packets(p *player) (round string, open []packet) {
	now := must[struct {
		Time  int64 `json:"time"`
		Round *struct {
			ID string `json:"id"`
		} `json:"round"`
		Packets []packet `json:"packets"`
	}](c, "the rain", p.get("/api/activity/red/envelope"))
	if now.Round == nil || now.Time < 1 {
		return "", nil
	}
	for _, each := range now.Packets {
		if !each.Claimed && each.OpensAtMS <= time.Now().UnixMilli() {
			open = append(open, each)
		}
	}
	return now.Round.ID, open
}

// rains: one packet claimed two hundred times at once brings its gems once, whoever claims it.
func (c *check) rains() {
	p, other := c.join("r"), c.join("r")
	c.orderRain()
	var round string
	var open []packet
	for end := time.Now().Add(rainWithin); len(open) < 2; time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			c.fatalf("no rain fell, or fewer than two packets of one player (%d)", len(open))
		}
		round, open = c.packets(p)
	}
	claim := func(i int) func(string) request {
		return func(key string) request {
			return request{method: "POST", path: "/api/activity/red/claim", key: key,
				body: fields{"round": round, "packet": open[i].ID}}
		}
	}
	before, beforeOther := c.gems(p), c.gems(other)
	if a := other.send(claim(0)("")); a.Code != protocol.CodeRainPacket {
		c.errorf("another player claims a packet: %s", a)
	}
	value := int64(0)
	for i, name := range []string{"packet, one key", "packet, a key each"} {
		won := c.race(p, name, claim(i), i == 0, protocol.CodeRainSpent)
		if len(won) > 0 {
			value += must[struct {
				ValueCents int64 `json:"valueCents"`
			}](c, name, won[0]).ValueCents
		}
	}
	if got := c.gems(p) - before; got != value {
		c.errorf("two packets of %d cents brought %d", value, got)
	}
	if got := c.gems(other); got != beforeOther {
		c.errorf("another player's packets brought %d cents", got-beforeOther)
	}
}
