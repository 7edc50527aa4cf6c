package loadsim

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"jadebox/tools/loadsim/measure"
)

// Seats of the rooms that bots fill among themselves.
const (
	duelSeats = 2 // of a battle in the scenario rooms
	rollSeats = 4 // a streamer and its guests
	deckSeats = 2
)

// groupSizes of battlers elsewhere: a group of one plays against the house's bots.
var groupSizes = []int{2, 4, 3, 2, 1, 4}

func (n Rooms) seats() int {
	return n.Battles*duelSeats + n.Rolls*rollSeats + n.Luckycards*deckSeats + n.Wishes*wishSeats
}

// roleOf deals the bots of the scenario rooms, kind after kind.
func (n Rooms) roleOf(index int) role {
	for _, kind := range []struct {
		bots int
		role func(int) role
	}{
		{n.Battles * duelSeats, func(int) role { return battler }},
		{n.Rolls * rollSeats, func(i int) role {
			if i%rollSeats == 0 {
				return streamer
			}
			return entrant
		}},
		{n.Luckycards * deckSeats, func(int) role { return flipper }},
		{n.Wishes * wishSeats, func(int) role { return wisher }},
	} {
		if index < kind.bots {
			return kind.role(index)
		}
		index -= kind.bots
	}
	return spectator
}

// part is what one bot, or a few together, do: once plays one room, whole plays until the time is over.
type part struct {
	kind  role
	once  func(context.Context) bool // nil where there are no rooms
	whole func(context.Context)
}

type parts []part

// parts gives every bot its part.
func (r *run) parts(ctx context.Context, working *sync.WaitGroup, crew []*bot) parts {
	var list parts
	of := map[role][]*bot{}
	for _, b := range crew {
		kind := r.roleOf(b.index)
		switch of[kind] = append(of[kind], b); kind {
		case opener:
			list = append(list, part{whole: b.playBoxes})
		case catcher:
			list = append(list, part{whole: b.catchPackets})
		case spectator:
			list = append(list, part{whole: b.watchBattles})
		case upgrader:
			list = append(list, part{whole: b.playUpgrades})
		}
	}
	rooms := func(kind role, host *bot, once func(context.Context) bool) {
		list = append(list, part{kind, once, func(ctx context.Context) { r.repeat(ctx, host, once) }})
	}
	for n := 0; len(of[battler]) > 0; n++ {
		size := groupSizes[n%len(groupSizes)]
		if r.Scenario == "rooms" {
			size = duelSeats
		}
		g := &group{run: r, rng: rand.New(rand.NewPCG(r.Seed, uint64(n)<<32)), members: take(of, battler, size)}
		rooms(battler, g.members[0], g.battle)
	}
	for n := 0; len(of[streamer]) > 0 && len(of[entrant]) > 0; n++ {
		g := &giveaway{run: r, rng: rand.New(rand.NewPCG(r.Seed, uint64(n)<<40)), host: take(of, streamer, 1)[0],
			guests: take(of, entrant, rollSeats-1)}
		rooms(streamer, g.host, g.roll)
	}
	var decks, wishes *supply
	if r.house != nil && len(of[flipper]) > 0 {
		decks = r.stock(ctx, working, len(of[flipper])/deckSeats+1, r.house.Luckycards)
	}
	for len(of[flipper]) > 0 {
		t := &table{run: r, members: take(of, flipper, deckSeats), rooms: decks}
		rooms(flipper, t.members[0], t.flip)
	}
	if len(of[wisher]) >= wishSeats {
		wishes = r.stock(ctx, working, len(of[wisher])/wishSeats+1, func(ctx context.Context, n int) ([]string,
			error) {
			return r.house.Wishes(ctx, n, wishBottles)
		})
	}
	for len(of[wisher]) >= wishSeats {
		t := &table{run: r, members: take(of, wisher, wishSeats), rooms: wishes}
		rooms(wisher, t.members[0], t.wish)
	}
	return list
}

func take(of map[role][]*bot, kind role, n int) []*bot {
	n = min(n, len(of[kind]))
	taken := of[kind][:n]
	of[kind] = of[kind][n:]
	return taken
}

// begin starts all; the channel closes when all have ended. In the scenario rooms they begin one by one, spread over
// the time that most rooms last, and measuring begins afterwards: players do not come to 500 rooms in one instant, and
// rooms that began together would do everything together for ever.
func (r *run) begin(ctx, hard context.Context, p parts) <-chan struct{} {
	spread := r.Warm
	if r.Scenario != "rooms" {
		spread = 0
	}
	var playing sync.WaitGroup
	for i, j := range rand.New(rand.NewPCG(r.Seed, 0)).Perm(len(p)) {
		playing.Go(func() {
			r.pause(spread * time.Duration(i) / time.Duration(len(p)))
			p[j].whole(hard)
		})
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

// alone plays one room after another, a kind after the other, with nobody else at play; nil outside of the scenario
// rooms. Each kind gets the same time, and at least one room.
func (r *run) alone(ctx, hard context.Context, p parts) *measure.Summary {
	if r.Scenario != "rooms" || r.Alone <= 0 {
		return nil
	}
	r.phase(PhaseAlone)
	r.recorder.Start()
	first := map[role]func(context.Context) bool{}
	var order []role
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
