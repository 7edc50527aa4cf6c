//go:build linux

package phases

import (
	"context"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

var _ = killed(roomKind{kind: roll.Kind,
	phases: []string{"roll draft", "roll open", "roll locked", "roll drawn"}, midway: []string{"roll.join"}, seats: 10,
	play: func(s stage) game { return &rolls{stage: s} }})

const (
	rollRooms  = 5
	prizeCents = 500 // of each of two prizes
)

// rolls are opened by the host, who is a streamer. One stays a draft.
type rolls struct {
	stage
	rooms  []string
	draft  string
	joined counts
}

func (g *rolls) furnish(ctx context.Context) error {
	for range rollRooms {
		id := g.host.openRoll(ctx, g.locksAt)
		g.host.change(ctx, id, "publish")
		g.rooms = append(g.rooms, id)
	}
	g.draft = g.host.openRoll(ctx, g.locksAt.Add(10*time.Minute)) // a slow machine's cycle is over by then, too
	g.join(ctx, g.players[0], g.rooms[0])
	return nil
}

func (g *rolls) midway(ctx context.Context) (acts []func(), err error) {
	g.hit("roll draft", g.room(ctx, g.draft).Summary.Status == protocol.RollStatusDraft)
	g.hit("roll open", g.room(ctx, g.rooms[0]).Summary.Status == protocol.RollStatusOpen)
	for i, p := range g.players {
		acts = append(acts, func() {
			for n, id := range g.rooms {
				if i > 0 || n > 0 { // the first is in the first
					g.join(ctx, p, id)
				}
			}
		})
	}
	return acts, nil
}

func (g *rolls) isLocked(ctx context.Context) bool {
	return g.room(ctx, g.rooms[0]).Summary.Status == protocol.RollStatusLocked
}

func (g *rolls) lock(ctx context.Context) error {
	g.await(ctx, func() bool { return g.isLocked(ctx) })
	return nil
}

func (g *rolls) locked(ctx context.Context) []func() {
	g.hit("roll locked", g.isLocked(ctx))
	return nil
}

func (g *rolls) over(ctx context.Context) {
	g.hit("roll drawn", g.await(ctx, func() bool { return g.room(ctx, g.rooms[0]).Drawn != nil }))
}

func (g *rolls) after(ctx context.Context) {
	g.host.change(ctx, g.draft, "cancel")
	g.host.cents += 2 * prizeCents
}

func (g *rolls) settle(ctx context.Context) {
	for _, id := range g.rooms {
		s := g.room(ctx, id)
		var in []string
		for _, e := range s.Recent { // few enough for all to be there
			in = append(in, e.PlayerID)
		}
		if s.Drawn == nil || g.own(in) != g.joined.of[id] || len(s.Drawn.Winners) != 2 ||
			s.Drawn.Winners[0].Entrant.PlayerID == s.Drawn.Winners[1].Entrant.PlayerID {
			g.wrong("roll %s: %s with %d places, %d acknowledged, drawn %+v", id, s.Summary.Status, g.own(in),
				g.joined.of[id], s.Drawn)
			continue
		}
		for _, w := range s.Drawn.Winners {
			if p := g.byID(w.Entrant.PlayerID); p != nil {
				p.cents += prizeCents
			}
		}
	}
}

func (g *rolls) room(ctx context.Context, id string) (s protocol.RollSnapshot) {
	g.look(ctx, client.PathRoll(id), &s)
	return s
}

func (g *rolls) join(ctx context.Context, p *player, id string) {
	var seen protocol.RollSnapshot
	err := p.do(ctx, "roll.join", client.PathRollJoin, client.JoinRoll{RoomID: id}, &seen)
	if client.CodeOf(err) == protocol.CodeRollClosed && time.Now().After(g.locksAt) {
		return // sent again by a server that was ready too late: this cycle is void (errLate)
	}
	if err != nil {
		p.refused("roll.join", err)
		return
	}
	g.joined.add(id)
}

// openRoll makes a draft.
func (p *player) openRoll(ctx context.Context, at time.Time) string {
	var made client.CreatedRoll
	setup := client.SetupRoll{Name: "phases", JoinType: protocol.RollJoinOpen, OpenAtMS: at.UnixMilli(),
		GemsCents: []int64{prizeCents, prizeCents}}
	if err := p.do(ctx, "roll.create", client.PathRollCreate, setup, &made); err != nil {
		p.refused("roll.create", err)
		return ""
	}
	p.cents -= 2 * prizeCents
	return made.RollID
}

func (p *player) change(ctx context.Context, id, action string) {
	var seen protocol.RollSnapshot
	if err := p.do(ctx, "roll."+action, client.PathStudio(id, action), struct{}{}, &seen); err != nil {
		p.refused("roll."+action, err)
	}
}
