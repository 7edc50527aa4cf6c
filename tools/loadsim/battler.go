package loadsim

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

var battler = role{battle.Kind, "battler"}

var _ = plays(game{kind: battle.Kind, role: func(int) role { return battler }, rooms: 500, seats: duelSeats,
	watch: func() check.Room { return &check.Battle{} }, snapshot: protocol.EventBattleSnapshot,
	parts: func(_ context.Context, _ *sync.WaitGroup, r *run, c crew) (list parts) {
		for n := 0; len(c[battler]) > 0; n++ {
			size := groupSizes[n%len(groupSizes)]
			if r.Scenario == scenarioRooms {
				size = duelSeats
			}
			g := &group{run: r, rng: r.chance(n, 32), members: c.take(battler, size)}
			list = append(list, r.inRooms(battle.Kind, g.members[0], g.battle))
		}
		return list
	}})

const duelSeats = 2 // in the scenario rooms

// groupSizes of battlers elsewhere: a group of one plays against the house's bots.
var groupSizes = []int{2, 4, 3, 2, 1, 4}

// group is a few players who battle each other, one room after the other.
type group struct {
	*run
	rng     *rand.Rand
	members []*bot
}

// Shares of rooms: behind an invite code, and with a guest who leaves and comes back.
const (
	privateShare = 0.15
	leaveShare   = 0.15
	roundsMax    = 3 // a round takes the server's five seconds
)

// battle plays one room to its result; false ends the group.
func (g *group) battle(ctx context.Context) bool {
	boxes, entry := g.choose()
	for _, m := range g.members {
		if cents, _ := m.ledger.Now(); cents < entry {
			m.sellAll(ctx)
			if cents, _ = m.ledger.Now(); cents < entry {
				g.broke.Add(1)
				return false
			}
		}
	}
	host, pacer := g.members[g.rng.IntN(len(g.members))], g.members[0]
	due := pacer.due
	pacer.due = time.Time{}
	host.due = due // which may be the same
	room, ok := host.openBattle(ctx, client.CreateBattle{Boxes: boxes, Seats: max(2, len(g.members)), Mode: g.mode(),
		Private: g.rng.Float64() < privateShare, PriceCents: entry})
	if !ok {
		return !host.gone
	}
	defer g.census.enter(battle.Kind)()
	seated := g.seat(ctx, room, host, entry)
	if len(seated) < len(g.members) && !host.gone {
		host.cancel(ctx, room)
	} else if len(g.members) == 1 {
		host.fillWithBots(ctx, room)
	}
	var played sync.WaitGroup
	for _, m := range seated {
		played.Go(func() { m.watchToEnd(ctx, room, len(boxes)) })
	}
	played.Wait()
	for _, m := range g.members {
		if m.gone {
			return false
		}
	}
	return true
}

// seat brings the guests in and returns the bots that have a seat, host included. A guest who will change its mind goes
// first and alone, so that the room cannot fill up and lock meanwhile.
func (g *group) seat(ctx context.Context, r room, host *bot, entryCents int64) []*bot {
	guests := slices.DeleteFunc(slices.Clone(g.members), func(b *bot) bool { return b == host })
	joined := make([]bool, len(guests))
	if r.members > 2 && g.rng.Float64() < leaveShare {
		joined[0] = guests[0].hesitate(ctx, r, entryCents)
	}
	var joining sync.WaitGroup
	for i, m := range guests {
		if !joined[i] {
			joining.Go(func() { joined[i] = m.join(ctx, r, entryCents) })
		}
	}
	joining.Wait()
	seated := []*bot{host}
	for i, m := range guests {
		if joined[i] {
			seated = append(seated, m)
		}
	}
	return seated
}

// choose is one to three of the cheaper boxes and their sum.
func (g *group) choose() (boxes []int, entryCents int64) {
	cheap := g.boxes[:max(1, len(g.boxes)/5)]
	for range 1 + g.rng.IntN(roundsMax) {
		box := cheap[g.rng.IntN(len(cheap))]
		boxes = append(boxes, box.ID)
		entryCents += box.PriceCents
	}
	return boxes, entryCents
}

func (g *group) mode() string {
	modes := []string{protocol.ModeNormal, protocol.ModeInverse, protocol.ModeTerminal, protocol.ModeShare}
	if len(g.members) == 4 {
		modes = append(modes, protocol.ModeTeams)
	}
	return modes[g.rng.IntN(len(modes))]
}

// room is a battle as its guests are told of it.
type room struct {
	id, code string
	members  int
}

func (b *bot) openBattle(ctx context.Context, setup client.CreateBattle) (room, bool) {
	var made client.CreatedBattle
	if err := b.do(ctx, "battle.create", client.NewCall(client.PathCreate, b.key(), setup), &made); err != nil {
		b.afterRefusal(err)
		return room{}, false
	}
	b.ledger.Enter(-setup.PriceCents, 0)
	return room{id: made.BattleID, code: made.Code, members: setup.Seats}, true
}

// join takes any seat and pays the entry.
func (b *bot) join(ctx context.Context, r room, entryCents int64) bool {
	var seated protocol.BattleSnapshot
	call := client.NewCall(client.PathBattle(r.id, "join"), b.key(), client.JoinBattle{Seat: -1, Code: r.code,
		PriceCents: entryCents})
	if err := b.do(ctx, "battle.join", call, &seated); err != nil {
		b.afterRefusal(err)
		return false
	}
	b.ledger.Enter(-entryCents, 0)
	return true
}

// hesitate joins and leaves again, with a refund; it says whether the guest still has the seat.
func (b *bot) hesitate(ctx context.Context, r room, entryCents int64) bool {
	if !b.join(ctx, r, entryCents) {
		return false
	}
	var left protocol.BattleSnapshot
	if err := b.do(ctx, "battle.leave", client.NewCall(client.PathBattle(r.id, "leave"), b.key(), struct{}{}),
		&left); err != nil {
		b.afterRefusal(err)
		return !b.gone
	}
	b.ledger.Enter(entryCents, 0)
	return false
}

// cancel ends a room that cannot be filled: its host leaves, and every player is paid back.
func (b *bot) cancel(ctx context.Context, r room) {
	var left protocol.BattleSnapshot
	if err := b.do(ctx, "battle.leave", client.NewCall(client.PathBattle(r.id, "leave"), b.key(), struct{}{}),
		&left); err != nil {
		b.afterRefusal(err)
	}
}

// fillWithBots waits as long as the room asks and lets the house play the other seats.
func (b *bot) fillWithBots(ctx context.Context, r room) {
	var s protocol.BattleSnapshot
	if err := b.conn.Get(ctx, client.PathBattle(r.id, ""), &s); err != nil {
		b.failed("battle.view", err, true)
		return
	}
	select {
	case <-ctx.Done():
		return
	case <-b.playing: // no reason to begin another half minute
		b.cancel(ctx, r)
		return
	case <-time.After(time.Duration(s.BotsFromMS-s.ServerTimeMS)*time.Millisecond + 100*time.Millisecond):
	}
	if err := b.do(ctx, "battle.bots", client.NewCall(client.PathBattle(r.id, "bots"), b.key(),
		client.TakeSeats{Seat: -1}), &s); err != nil {
		b.afterRefusal(err)
	}
}

// watchToEnd follows a room on the socket, books what the player takes home, and settles up.
func (b *bot) watchToEnd(ctx context.Context, r room, rounds int) {
	start := time.Now()
	t := b.link.subscribe(protocol.BattleTopic(r.id), r.code)
	defer b.link.unsubscribe(t)
	within := time.Duration(rounds)*protocol.RoundMS*time.Millisecond + b.Slack
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	for {
		select {
		case err := <-t.granted:
			if err != nil {
				b.giveUp()
				return
			}
			within = time.Duration(rounds)*b.link.roundTime(t) + b.Slack
			timeout.Reset(within)
			continue
		case <-t.final:
		case <-timeout.C:
			b.findings.Hold(false, check.Stuck, b.account.Name, "battle %s has not ended %v after it was filled", r.id,
				within)
			b.giveUp()
			return
		case <-ctx.Done():
			b.giveUp()
			return
		}
		break
	}
	b.findings.Hold(true, check.Stuck, b.account.Name, "")
	won := b.link.won(t, b.account.Player)
	if !b.findings.Hold(won.ok, check.Result, b.account.Name, "battle %s ended without a seat of the player", r.id) {
		b.giveUp()
		return
	}
	b.recorder.Lasted(battle.Kind, time.Since(start))
	b.take(won)
	b.settleUp(ctx)
}

// take books what came to the player by itself.
func (b *bot) take(won prize) {
	b.ledger.Enter(won.cents, len(won.items))
	for _, id := range won.items {
		b.items = append(b.items, item{id, -1})
	}
}

// sellAll turns the backpack into gems, 50 at a time.
func (b *bot) sellAll(ctx context.Context) {
	for len(b.items) > 0 && !b.gone {
		before := len(b.items)
		b.sell(ctx, min(len(b.items), protocol.ItemIDsMax))
		if len(b.items) == before {
			return
		}
	}
}
