package loadsim

import (
	"context"
	"math/rand/v2"
	"sync"

	"jadebox/actors/kinds"
	"jadebox/tools/loadsim/check"
)

// game is how bots play a kind of room. A kind's file registers its own.
type game struct {
	kind  string         // room.Spec.Kind; the scenario in which all bots play it has its name
	needs bool           // that scenario needs the house: to give the streamer role, to open rooms
	crowd bool           // the house makes the accounts of that scenario, which has many
	role  func(int) role // of the bot with an index, so that any number of bots has its share of each
	// rooms are how many are played at once in the scenario rooms, unless told otherwise, each by seats bots.
	rooms, seats int
	// watch makes what is built from a room's topic, whose snapshots have a number; nil: no bot subscribes.
	watch    func() check.Room
	snapshot uint16
	admit    func(context.Context, *bot) error // what an account needs besides being one; may be nil
	// parts are those of the bots that have a role of the kind: it takes them out of crew.
	parts func(ctx context.Context, working *sync.WaitGroup, r *run, crew crew) parts
}

var games = map[string]game{}

func plays(g game) bool {
	games[g.kind] = g
	return true
}

// allGames are in the order of actors/kinds.
func allGames() (list []game) {
	for _, spec := range kinds.All {
		if g, ok := games[spec.Kind]; ok {
			list = append(list, g)
		}
	}
	return list
}

// role is what a bot does in a scenario; game is the kind of room that it does it in, "" for none.
type role struct{ game, part string }

// The roles that belong to no kind of room.
var (
	opener    = role{"", "opener"}
	spectator = role{"", "spectator"}
	upgrader  = role{"", "upgrader"}
)

// crew is who has which role and no part yet.
type crew map[role][]*bot

// take takes up to n bots of a role.
func (c crew) take(of role, n int) []*bot {
	n = min(n, len(c[of]))
	taken := c[of][:n]
	c[of] = c[of][n:]
	return taken
}

// chance is a group's own, so that it makes the same choices in each run of a seed.
func (r *run) chance(n int, kind uint) *rand.Rand {
	return rand.New(rand.NewPCG(r.Seed, uint64(n)<<kind))
}
