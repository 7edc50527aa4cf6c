package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/rewards/props"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/settings"
	"jadebox/store"
)

var _ = simulated("props", 3000, 0, func() workload { return new(extraDrops) })

// extraDrops are players who are given an item for each step of what they spend on boxes in a day, by a follower of the
// outbox in each process.
type extraDrops struct{ exchanges }

// drops are the steps, and which items each may give: the most valuable up to the step's worth.
var drops = []struct {
	step props.Step
	of   []store.DefID
}{{props.Step{SpentCents: 40, ValueCents: 10}, []store.DefID{1}},
	{props.Step{SpentCents: 120, ValueCents: 20}, []store.DefID{2, 3}},
	{props.Step{SpentCents: 240, ValueCents: 200}, []store.DefID{4}}}

func (*extraDrops) begin(s *simulation) {
	err := settings.Change(context.Background(), s.engine, props.Setting, settings.Who{Author: "operator", At: s.now},
		func(props.Settings) (t props.Settings, err error) {
			for _, d := range drops {
				t.Steps = append(t.Steps, d.step)
			}
			return t, nil
		})
	if err != nil {
		s.fail("settings: %v", err)
	}
}

func (*extraDrops) register(n *node, h room.Deps) {
	n.dir.Register(props.Register(props.Ports{Store: n.asking(), Catalog: n.sim.catalog, Directory: n.dir, Now: h.Now,
		Log: zerolog.Nop(), Every: 2 * time.Second})(new(follow.Lags)))
	n.dir.Post(props.Kind, props.ID, directory.Wake{}, nil)
}

// dropKey is where the store has a step's gift of a day, among those of its player.
func dropKey(day string, step props.Step, who store.PlayerID) string {
	return fmt.Sprintf("props:day:%s:%d:%d", day, step.SpentCents, who)
}

// moves: a step gives its item once a day, to a player who has spent so much on boxes. That it was on that very day is
// not asked: what a clock that was set has stamped counts for the day in which it is read.
func (d *extraDrops) moves(m *model, op *store.OpRecord, cmd any) (g goods) {
	if cmd != nil || op.Kind != props.KindGive {
		return d.exchanges.moves(m, op, cmd)
	}
	for _, drop := range drops {
		at := len("props:day:")
		if len(op.Key) > at+len(time.DateOnly) &&
			op.Key == dropKey(op.Key[at:at+len(time.DateOnly)], drop.step, op.Player) &&
			m.boxes[op.Player] >= drop.step.SpentCents {
			return goods{makes: [][]store.DefID{drop.of}}
		}
	}
	return g
}

// calmed: a follower looks for ever; a gift waits until the reels have stopped.
func (*extraDrops) calmed(s *simulation) func() bool {
	end := s.now.Add(2 * calmTime)
	return func() bool { return s.now.After(end) }
}

// audit: what was spent on a day that no clock has invented has brought its steps.
func (d *extraDrops) audit(ctx context.Context, s *simulation) {
	d.exchanges.audit(ctx, s)
	s.done = 0
	spent, given := map[store.PlayerID]int64{}, map[string]bool{}
	today, odd := genesis.Format(time.DateOnly), false
	s.journal(ctx, func(op *store.OpRecord) {
		odd = odd || op.At.UTC().Format(time.DateOnly) != today
		switch op.Kind {
		case props.KindGive:
			s.done++
			given[op.Key] = true
		case player.KindOpen:
			c, _ := s.sent[op.Key].(player.Open)
			spent[op.Player] += c.PriceCents * int64(c.Count)
		}
	})
	for who, cents := range spent {
		for _, drop := range drops {
			if key := dropKey(today, drop.step, who); !odd && cents >= drop.step.SpentCents && !given[key] {
				s.fail("player %d has spent %d on boxes, and there is no %s", who, cents, key)
			}
		}
	}
}
