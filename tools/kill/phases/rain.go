//go:build linux

package phases

import (
	"context"
	"fmt"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

var _ = killed(roomKind{kind: rain.Kind, phases: []string{"rain countdown", "rain running", "rain over"},
	locked: []string{"rain.claim"}, seats: 10, play: func(s stage) game { return &rains{stage: s} }})

// rains are ordered by the operator, one in a cycle.
type rains struct {
	quiet
	stage
}

// before is from the scenario's beginning to the end of a rain's countdown, at the least.
const before = 8500 * time.Millisecond

// order is the operator's command, for a rain that still falls when rooms are locked.
func (g *rains) order() error {
	lasts := fmt.Sprintf(`{"durationMs":%d}`, (g.lockAhead - before).Milliseconds())
	if err := g.operate("settings", "set", "--patch", "rain", lasts); err != nil {
		return err
	}
	return g.operate("rain", "start", "--pool-gems", "100")
}

func (g *rains) midway(ctx context.Context) ([]func(), error) {
	// A cycle that became void may have left one.
	g.await(ctx, func() bool { return g.envelope(ctx, g.players[0]).Round.ID == "" })
	if err := g.order(); err != nil {
		return nil, err
	}
	counting := func() bool {
		r := g.envelope(ctx, g.players[0]).Round
		return r.Status == protocol.RainStatusFalling && time.Now().UnixMilli() < r.StartsAtMS
	}
	g.hit("rain countdown", g.Rewind || g.await(ctx, counting))
	return nil, nil
}

func (g *rains) locked(ctx context.Context) (acts []func()) {
	r := g.envelope(ctx, g.players[0]).Round
	now := time.Now().UnixMilli()
	g.hit("rain running", now > r.StartsAtMS && now < r.EndsAtMS)
	for _, p := range g.players {
		acts = append(acts, func() {
			mine := g.envelope(ctx, p)
			for _, packet := range mine.Packets {
				if packet.OpensAtMS <= time.Now().UnixMilli() {
					p.claim(ctx, mine.Round.ID, packet.ID)
				}
			}
		})
	}
	return acts
}

func (g *rains) over(ctx context.Context) {
	g.hit("rain over", g.await(ctx, func() bool { return g.envelope(ctx, g.players[0]).Round.ID == "" }))
}

// envelope is the rain as a player sees it; no round is an empty one.
func (g *rains) envelope(ctx context.Context, p *player) (e client.Envelope) {
	_ = p.get(ctx, client.PathEnvelope, &e)
	if e.Round == nil {
		e.Round = &protocol.RainRound{}
	}
	return e
}

// claim clicks on a packet; what is refused by a number of the rain costs nothing.
func (p *player) claim(ctx context.Context, round, packet string) {
	var got client.ClaimedPacket
	err := p.do(ctx, "rain.claim", client.PathClaim, client.ClaimPacket{Round: round, Packet: packet}, &got)
	switch client.CodeOf(err) {
	case protocol.CodeRainSpent, protocol.CodeRainCap, protocol.CodeRainEmpty, protocol.CodeRainOver:
		return
	}
	if err != nil {
		p.refused("rain.claim", err)
		return
	}
	p.cents += got.ValueCents
}
