package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
)

var _ = simulated("gifts", 2000, 0, func() workload { return new(gifts) })

// gifts are players who sign in, take milestones and the tokens of a season, and open boxes for them, each more often
// than they may. Days pass where a clock is set.
type gifts struct {
	exchanges
	row   []sign.Condition
	asked map[store.PlayerID][]season.Type // tokens that each client has asked for
}

const seasonOf = "sim"

var (
	milestone = sign.Condition{Days: 1, Reward: sign.Reward{Prize: prize.Prize{Kind: prize.Diamond, Num: 7}}}
	goals     = []season.Goal{{Type: season.SignIn, Steps: []season.Step{{Count: 1, Tokens: 2}}},
		{Type: season.Consumption, Steps: []season.Step{{Count: 50, Tokens: 1}, {Count: 200, Tokens: 3}}}}
	tokensOf = map[store.BoxID]int64{1: 1, 2: 2}
)

// begin shuffles what the days of the row bring, so that each kind of reward comes first now and then.
func (d *gifts) begin(s *simulation) {
	d.asked = map[store.PlayerID][]season.Type{}
	d.row = slices.Clone(sign.Standard().Days)
	d.row[sign.Row-1].Limit = sign.Limit{}
	s.rng.Shuffle(len(d.row), func(i, j int) { d.row[i], d.row[j] = d.row[j], d.row[i] })
	ctx, who := context.Background(), settings.Who{Author: "operator", At: s.now}
	err := settings.Change(ctx, s.engine, sign.Setting, who, func(t sign.Settings) (sign.Settings, error) {
		t.Days, t.Months = d.row, []sign.Condition{milestone}
		return t, nil
	})
	if err == nil {
		err = settings.Change(ctx, s.engine, season.Setting, who, func(t season.Settings) (season.Settings, error) {
			t.Season, t.From, t.Until = seasonOf, s.now.AddDate(0, -6, 0), s.now.AddDate(0, 6, 0)
			t.LeastCents, t.Goals, t.Boxes = 1, goals, nil
			for box, tokens := range tokensOf {
				t.Boxes = append(t.Boxes, season.Box{Box: box, Tokens: tokens})
			}
			return t, nil
		})
	}
	if err != nil {
		s.fail("settings: %v", err)
	}
}

func (d *gifts) register(n *node, h room.Deps) {
	ask := n.asking()
	n.dir.Register(progress.Register(progress.Ports{Store: n.sim.engine, Kinds: kinds.All, Catalog: n.sim.catalog}))
	n.dir.Register(sign.Register(sign.Ports{Store: ask, Directory: n.dir, Catalog: n.sim.catalog, Now: h.Now}))
}

func (d *gifts) plays() plays { return plays{give: []string{sign.KindClaim}} }

func (d *gifts) choose(c *client) *call {
	s := c.sim
	claim := func(kind string, number int) *call {
		return c.call(sign.Kind, player.ID(c.id), func(k string) any {
			return sign.Claim{Player: c.id, Key: k, Type: kind, Number: number}
		})
	}
	switch n := s.rng.IntN(100); {
	case n < 20:
		return claim(sign.Every, 1+s.rng.IntN(4)/3)
	case n < 30:
		return claim(sign.Accumulate, milestone.Days)
	case n < 45:
		of := goals[s.rng.IntN(len(goals))].Type
		d.asked[c.id] = append(d.asked[c.id], of)
		d.claim(c, of)
		return nil
	case n < 60:
		box := store.BoxID(1 + s.rng.IntN(len(tokensOf)))
		return c.self(func(k string) any {
			return player.OpenTokens{Key: k, Box: box, Count: 1 + s.rng.IntN(2), Tokens: tokensOf[box]}
		})
	}
	return d.exchanges.choose(c)
}

// claim asks for tokens.
func (d *gifts) claim(c *client, of season.Type) {
	c.untilAnswered("tokens", func(n *node) error {
		service := &active.Service{Store: counter{faultyStore{c.sim.engine, n}}, Catalog: c.sim.catalog, Now: n.now}
		got, err := service.Claim(context.Background(), c.id, of)
		if err == nil && got.Held < got.Fresh {
			c.sim.fail("player %d was told of %+v", c.id, got)
		}
		return err
	})
}

// untilAnswered makes a call that no actor takes, by whichever process there is, until it is decided.
func (c *client) untilAnswered(name string, ask func(*node) error) {
	s := c.sim
	c.busy++
	var try func()
	try = func() {
		err := errNobody
		if n := s.listens(.3); n != nil {
			err = ask(n)
		}
		switch code := apierr.Code(err); {
		case code == protocol.CodeBusy, code == protocol.CodeTimeout, errors.Is(err, store.ErrUnknown):
			s.later(name, try)
			return
		case code == protocol.CodeInternal:
			s.fail("player %d: %s: %v", c.id, name, err)
		}
		c.busy--
	}
	s.after(nil, time.Millisecond, name, try)
}

// answered: what a client was given is durable, under the claim's own key.
func (d *gifts) answered(k *call, v any) answer {
	g, ok := v.(sign.Given)
	if !ok {
		return d.exchanges.answered(k, v)
	}
	s := k.c.sim
	if op, err := s.engine.Op(context.Background(), g.Op); err != nil || op.Player != k.c.id ||
		op.Kind != sign.KindClaim {
		s.fail("player %d was told of op %d, which is %+v, %v", k.c.id, g.Op, op, err)
	}
	return answer{fmt.Sprintf("op %d", g.Op), true}
}

// pays: a sign-in is of a day on which there was none, and brings what its place in the row says: the one after
// yesterday's, or else the first. A client has asked for that place.
func (d *gifts) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	if _, tokens := cmd.(player.OpenTokens); tokens {
		return 0, true
	}
	if cmd != nil || op.Kind != sign.KindClaim {
		return d.exchanges.pays(m, op, cmd)
	}
	if c, asked := d.condition(m, op); asked && c.Reward.Kind == prize.Diamond {
		return c.Reward.Num, true
	}
	return 0, true
}

// condition is what an op of a sign-in was for; false when no client has asked for it, or it was not to be had.
func (d *gifts) condition(m *model, op *store.OpRecord) (c sign.Condition, asked bool) {
	has := func(kind string, number int) bool {
		for _, cmd := range m.sim.sent {
			if c, ok := cmd.(sign.Claim); ok && c.Player == op.Player && c.Type == kind && c.Number == number {
				return true
			}
		}
		return false
	}
	days := m.signed[op.Player]
	if month, ok := strings.CutPrefix(op.Key, "sign:month:"); ok {
		in := 0
		for _, day := range days {
			if strings.HasPrefix(day, month[:min(len(month), len("2026-03"))]) {
				in++
			}
		}
		return milestone, in >= milestone.Days && month[min(len(month), len("2026-03")):] == ":1" &&
			has(sign.Accumulate, milestone.Days)
	}
	day, ok := strings.CutPrefix(op.Key, "sign:day:")
	at, err := time.Parse(time.DateOnly, day)
	if !ok || err != nil || len(days) > 0 && days[len(days)-1] >= day {
		return c, false
	}
	place := 1
	for i := len(days) - 1; i >= 0 && days[i] == at.AddDate(0, 0, -place).Format(time.DateOnly); i-- {
		place++
	}
	place = (place-1)%sign.Row + 1
	return d.row[place-1], has(sign.Every, place)
}

func (d *gifts) moves(m *model, op *store.OpRecord, cmd any) (g goods) {
	if c, tokens := cmd.(player.OpenTokens); tokens {
		g.tokens = -c.Tokens * int64(c.Count)
		for range c.Count {
			g.makes = append(g.makes, boxItems[c.Box])
		}
		return g
	}
	switch {
	case cmd != nil:
	case op.Kind == active.KindClaim:
		return goods{tokens: d.tokens(m, op)}
	case op.Kind == sign.KindClaim:
		c, asked := d.condition(m, op)
		if !asked {
			return g
		}
		if day, ok := strings.CutPrefix(op.Key, "sign:day:"); ok {
			m.signed[op.Player] = append(m.signed[op.Player], day)
		}
		switch num := c.Reward.Num; c.Reward.Kind {
		case prize.Diamond:
		case prize.Debris:
			g.fragments = num
		case sign.Skins:
			g.makes = [][]store.DefID{boxItems[1]} // the cheapest
		default:
			g.vouchers = int(num)
		}
		return g
	}
	return d.exchanges.moves(m, op, cmd)
}

// tokens is what a step of the season brings its player, who has asked for it and done at least so much.
func (d *gifts) tokens(m *model, op *store.OpRecord) int64 {
	for _, g := range goals {
		for i, step := range g.Steps {
			day, ok := strings.CutPrefix(op.Key, "active:claim:"+seasonOf+":")
			day, is := strings.CutSuffix(day, fmt.Sprintf(":%d:%d", g.Type, i))
			if ok && is && slices.Contains(d.asked[op.Player], g.Type) &&
				(g.Type != season.SignIn || slices.Contains(m.signed[op.Player], day)) &&
				(g.Type != season.Consumption || m.spent[op.Player] >= step.Count) {
				return step.Tokens
			}
		}
	}
	return 0
}

// audit: each draw verifies, and a client who was given something has it once.
func (d *gifts) audit(ctx context.Context, s *simulation) {
	d.exchanges.audit(ctx, s)
	s.done = 0
	s.journal(ctx, func(op *store.OpRecord) {
		switch op.Kind {
		case sign.KindClaim, active.KindClaim, player.KindOpenTokens:
			s.done++
		default:
			return
		}
		if op.Nonce == nil {
			return
		}
		b, err := player.Bundle(ctx, s.engine, s.catalog, op.ID, 0)
		s.verifies(fmt.Sprintf("op %d (%s)", op.ID, op.Kind), b, err)
	})
}
