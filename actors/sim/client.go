package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// client is one player: it does one thing after another, repeats with the same key until it gets an answer, and
// keeps every answer.
type client struct {
	sim   *simulation
	id    store.PlayerID
	left  int // actions to do
	count int
	busy  int
	items []store.ItemID
}

// ack is what a client was answered.
type ack struct {
	player  store.PlayerID
	key     string
	outcome string
	seen    bool // the workload checks it
}

// call is one action on its way.
type call struct {
	c        *client
	key      string
	kind, id string
	msg      any
	tries    int
	settled  bool
}

const triesMax = 400

func (c *client) done() bool { return c.left == 0 && c.busy == 0 }

// act starts the next action and comes back for the one after it, sometimes before the answer.
func (c *client) act() {
	if c.left == 0 {
		return
	}
	c.left--
	c.start(c.choose())
	c.sim.after(nil, c.sim.between(50*time.Millisecond, 3*time.Second), "client", c.act)
}

func (c *client) start(k *call) {
	if k == nil {
		return
	}
	c.busy++
	k.send()
}

func (c *client) call(kind, id string, msg func(key string) any) *call {
	c.count++
	key := fmt.Sprintf("k%d-%d", c.id, c.count)
	k := &call{c: c, key: key, kind: kind, id: id, msg: msg(key)}
	c.sim.sent[key] = k.msg
	return k
}

func (c *client) choose() *call {
	s := c.sim
	if k := s.workload.choose(c); k != nil {
		return k
	}
	switch n := s.rng.IntN(60); {
	case n < 30:
		box := store.BoxID(1 + s.rng.IntN(2))
		return c.self(func(k string) any {
			return player.Open{Key: k, Box: box, Count: 1 + s.rng.IntN(3), PriceCents: 40 * int64(box)}
		})
	case n < 40 && len(c.items) > 0:
		items := slices.Clone(c.items[:1+s.rng.IntN(min(3, len(c.items)))])
		return c.self(func(k string) any { return player.Sell{Key: k, Items: items} })
	case n < 55:
		return c.self(func(k string) any { return player.SellAll{Key: k} })
	case n < 58:
		return c.self(func(k string) any { return player.Rotate{Key: k} })
	default:
		return c.self(func(string) any { return player.SetUserSeed{Seed: fmt.Sprint("s", s.rng.IntN(1e6))} })
	}
}

// self is a call to the client's own player.
func (c *client) self(msg func(key string) any) *call {
	return c.call(player.Kind, player.ID(c.id), msg)
}

// send makes one attempt: it may be lost, come twice, come late, or reach the other process.
func (k *call) send() {
	s := k.c.sim
	if k.settled {
		return
	}
	if s.listens(0) == nil {
		s.after(nil, s.between(3*time.Second, 10*time.Second), "retry", k.send)
		return
	}
	if k.tries++; k.tries > triesMax {
		s.fail("player %d: %s %T was never answered", k.c.id, k.key, k.msg)
		k.settle()
		return
	}
	copies := 1
	if s.faults && s.chance(s.trouble.twice) {
		copies = 2
	}
	for range copies {
		if s.faults && s.chance(s.trouble.lost) {
			continue
		}
		s.after(nil, s.between(0, 50*time.Millisecond)+time.Nanosecond, "deliver", k.deliver)
	}
	s.after(nil, s.between(time.Second, 3*time.Second), "retry", k.send)
}

func (k *call) deliver() {
	s := k.c.sim
	n := s.listens(.15)
	if n == nil {
		return // connection refused
	}
	id := k.id
	if id == "" { // as battle.Open does
		fresh, err := s.engine.NewRoomID(context.Background())
		if err != nil {
			s.fail("room id: %v", err)
		}
		id = room.ID(fresh)
	}
	n.dir.Post(k.kind, id, k.msg, func(v any, err error) {
		if n.life.dead || s.faults && s.chance(s.trouble.lost) {
			return
		}
		s.after(nil, s.between(0, 50*time.Millisecond)+time.Nanosecond, "answer", func() { k.answered(v, err) })
	})
}

// listens is the process that a request reaches, the second one by some chance; nil while none is up and awake.
func (s *simulation) listens(second float64) *node {
	n, other := s.nodes[0], s.nodes[1]
	if n != nil && n.life.asleep() {
		n = nil
	}
	if other != nil && other.life.asleep() {
		other = nil
	}
	if n == nil || other != nil && second > 0 && s.chance(second) {
		return other
	}
	return n
}

func (k *call) answered(v any, err error) {
	s, c := k.c.sim, k.c
	code := apierr.Code(err)
	s.log("told %s %d", k.key, code)
	switch code {
	case protocol.OK:
		k.accepted(v)
	case protocol.CodeBusy, protocol.CodeTimeout, protocol.CodeBeaconWait:
		return // send comes again
	case protocol.CodeInternal, protocol.CodeKeyReused, protocol.CodeKeyMissing, protocol.CodeUnsupported,
		protocol.CodeNotFound:
		if !s.workload.excused(k, code) {
			s.fail("player %d: %s %T: %v", c.id, k.key, k.msg, err)
		}
	}
	k.settle()
}

func (k *call) settle() {
	if !k.settled {
		k.settled = true
		k.c.busy--
	}
}

// accepted checks that what the client is answered is durable now, and the same each time.
func (k *call) accepted(v any) {
	s, c := k.c.sim, k.c
	outcome, seen := "", false
	switch m := v.(type) {
	case player.Opened:
		outcome = fmt.Sprintf("op %d, %d results, first %d", m.Op, len(m.Results), m.Results[0].Item)
		if !k.settled {
			for _, r := range m.Results {
				c.items = append(c.items, r.Item)
			}
		}
	case player.Sold:
		outcome = fmt.Sprintf("op %d, %d items, %d cents", m.Op, m.Count, m.SoldCents)
		c.items = slices.DeleteFunc(c.items, func(store.ItemID) bool { return s.chance(.5) })
	case player.Rotated:
		outcome = fmt.Sprintf("epoch %d", m.Revealed.Epoch)
	case player.Seeds:
		return // changes no value, has no key
	default:
		a := s.workload.answered(k, v)
		if a.outcome == "" {
			s.fail("player %d: %s was answered with %T", c.id, k.key, v)
		}
		outcome, seen = a.outcome, a.seen
	}
	if !seen {
		k.checkDurable(outcome)
	}
	if before, ok := s.acks[k.key]; ok && before.outcome != outcome {
		s.fail("player %d: %s was answered %q and then %q", c.id, k.key, before.outcome, outcome)
	}
	s.acks[k.key] = ack{c.id, k.key, outcome, seen}
}

// checkDurable: what the client is answered is in the store now.
func (k *call) checkDurable(outcome string) {
	s, c := k.c.sim, k.c
	rec, err := s.engine.Lookup(context.Background(), c.id, k.key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.fail("player %d: %s %T was acknowledged (%s) before it was durable", c.id, k.key, k.msg, outcome)
	case err != nil:
		s.fail("lookup %s: %v", k.key, err)
	case strings.HasPrefix(outcome, "op ") && !strings.HasPrefix(outcome, fmt.Sprintf("op %d,", rec.Op)):
		s.fail("player %d: %s was acknowledged as %q, the store has op %d", c.id, k.key, outcome, rec.Op)
	}
}
