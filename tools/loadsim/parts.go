package loadsim

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"jadebox/tools/loadsim/measure"
)

// part is what one bot, or a few together, do: once plays one turn or room, whole plays until the time is over.
type part struct {
	kind  string                     // of room; "" where there are none
	host  *bot                       // that paces it
	once  func(context.Context) bool // false: it can play no more; nil: it has no turns
	whole func(context.Context)
}

type parts []part

// parts gives every bot its part.
func (r *run) parts(ctx context.Context, working *sync.WaitGroup, bots []*bot) parts {
	var list parts
	c := crew{}
	for _, b := range bots {
		does := r.roleOf(b.index)
		switch c[does] = append(c[does], b); does {
		case opener:
			list = append(list, r.inTurns(b, b.playBox))
		case spectator:
			list = append(list, part{whole: b.watchBattles})
		case upgrader:
			list = append(list, r.inTurns(b, b.playUpgrade))
		case shopper:
			list = append(list, r.inTurns(b, b.playMall))
		case payer:
			list = append(list, r.inTurns(b, b.playPay))
		case tasker:
			list = append(list, r.inTurns(b, b.playTasks))
		case listener:
			list = append(list, part{whole: b.playChannels})
		}
	}
	for _, g := range allGames() {
		list = append(list, g.parts(ctx, working, r, c)...)
	}
	return list
}

// inRooms is the part of bots who play one room after the other; host paces them.
func (r *run) inRooms(kind string, host *bot, once func(context.Context) bool) part {
	return part{kind, host, once, func(ctx context.Context) { r.repeat(ctx, host, once) }}
}

// inTurns is the part of a bot that plays by itself, one turn after the other.
func (r *run) inTurns(b *bot, once func(context.Context) bool) part {
	return r.inRooms("", b, once)
}

// begin starts all; the channel closes when all have ended. In the scenario rooms they begin one by one, spread over
// the time that most rooms last, and measuring begins afterwards: players do not come to 500 rooms in one instant, and
// rooms that began together would do everything together for ever.
func (r *run) begin(ctx, hard context.Context, p parts) <-chan struct{} {
	spread := r.Warm
	if r.Scenario != scenarioRooms {
		spread = 0
	}
	var playing sync.WaitGroup
	for i, j := range rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(p)) {
		playing.Go(func() {
			r.pause(spread * time.Duration(i) / time.Duration(len(p)))
			if r.arrivals != nil && p[j].once != nil {
				r.arrivals.serve(hard, r, p[j])
				return
			}
			p[j].whole(hard)
		})
	}
	if r.arrivals != nil {
		go r.arrivals.pace(r)
	}
	done := make(chan struct{})
	go func() {
		playing.Wait()
		close(done)
	}()
	if spread > 0 {
		r.phase(PhaseWarm)
		r.await(ctx, spread, done)
	}
	return done
}

// alone plays one room after another, a kind after the other, with no other player; nil outside of the scenario
// rooms. Each kind gets the same time, and at least one room.
func (r *run) alone(ctx, hard context.Context, p parts) *measure.Summary {
	if r.Scenario != scenarioRooms || r.Alone <= 0 {
		return nil
	}
	r.phase(PhaseAlone)
	r.recorder.Start()
	first := map[string]func(context.Context) bool{}
	var order []string
	for _, one := range p {
		if first[one.kind] == nil {
			first[one.kind] = one.once
			order = append(order, one.kind)
		}
	}
	for _, kind := range order {
		end := time.Now().Add(r.Alone / time.Duration(len(order)))
		for again := true; again && ctx.Err() == nil; again = time.Now().Before(end) {
			if !first[kind](hard) {
				break
			}
		}
	}
	s := r.recorder.Summary()
	return &s
}
