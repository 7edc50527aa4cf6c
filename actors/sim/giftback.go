package sim

import (
	"context"
	"fmt"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/store"
)

var _ = simulated("giftback", 300, 0, func() workload { return new(giftBacks) })

// giftBacks are players who play on and give back what they have not played of their gifts, at a figure that is often
// old by the time it arrives.
type giftBacks struct{ exchanges }

func (d *giftBacks) pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool) {
	if c, ok := cmd.(player.GiveBack); ok {
		return -c.GemsCents, true
	}
	return d.exchanges.pays(m, op, cmd)
}

func (d *giftBacks) choose(c *client) *call {
	s := c.sim
	if s.chance(.9) {
		return d.exchanges.choose(c)
	}
	rec, err := s.engine.LoadPlayer(context.Background(), c.id)
	if err != nil {
		s.fail("player %d: %v", c.id, err)
		return nil
	}
	if rec.ToPlayCents == 0 && s.chance(.8) {
		return nil
	}
	return c.self(func(k string) any {
		return player.GiveBack{Key: k, GemsCents: rec.ToPlayCents + int64(s.rng.IntN(5)/4),
			MultiplePPM: playthrough.Standard().MultiplePPM}
	})
}

func (d *giftBacks) answered(k *call, v any) answer {
	if g, ok := v.(player.GivenBack); ok {
		return answer{outcome: fmt.Sprintf("%d cents for %d", g.GemsCents, g.ToPlayCents)}
	}
	return d.exchanges.answered(k, v)
}

// audit: what was given back was a gift, cent for cent, and took what the player had seen.
func (d *giftBacks) audit(ctx context.Context, s *simulation) {
	d.exchanges.audit(ctx, s)
	s.done = 0
	s.journal(ctx, func(op *store.OpRecord) {
		if op.Kind != player.KindGiveBack {
			return
		}
		s.done++
		asked, _ := s.sent[op.Key].(player.GiveBack)
		g, err := player.RightGivenBack(&op.Op)
		if err != nil || g.GemsCents != asked.GemsCents || g.GemsCents != g.ToPlayCents {
			s.fail("op %d: gives back %+v, asked was %+v: %v", op.ID, g, asked, err)
		}
	})
}
