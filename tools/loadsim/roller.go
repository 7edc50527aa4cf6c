package loadsim

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"jadebox/actors/kinds/roll"
	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

var (
	streamer = role{roll.Kind, "streamer"}
	entrant  = role{roll.Kind, "entrant"}
)

const rollSeats = 4 // a streamer and its guests

var _ = plays(game{kind: roll.Kind, needs: true, rooms: 50, seats: rollSeats,
	role: func(index int) role {
		if index%rollSeats == 0 {
			return streamer
		}
		return entrant
	},
	watch: func() check.Room { return &check.Roll{} }, snapshot: protocol.EventRollSnapshot,
	admit: func(ctx context.Context, b *bot) error {
		if b.roleOf(b.index) != streamer {
			return nil
		}
		return b.house.Streamer(ctx, b.account.Name)
	},
	parts: func(_ context.Context, _ *sync.WaitGroup, r *run, c crew) (list parts) {
		for n := 0; len(c[streamer]) > 0 && len(c[entrant]) > 0; n++ {
			g := &giveaway{run: r, rng: r.chance(n, 40), host: c.take(streamer, 1)[0],
				guests: c.take(entrant, rollSeats-1)}
			list = append(list, r.inRooms(roll.Kind, g.host, g.roll))
		}
		return list
	}})

// giveaway is a streamer and the players who come to the rooms that it opens, one after the other.
type giveaway struct {
	*run
	rng    *rand.Rand
	host   *bot
	guests []*bot
}

const (
	drawAhead      = 21 * time.Second // the server asks for 20
	drawSpread     = 6 * time.Second  // so that rooms do not draw all at once
	roomPassword   = "open sesame"
	wrongShare     = 0.3 // of guests of closed rooms who try a wrong password first
	rollProofShare = 0.2
)

var joinTypes = []string{protocol.RollJoinOpen, protocol.RollJoinPassword, protocol.RollJoinOncePassword}

// repeat plays rooms until the time is over or one cannot be played.
func (r *run) repeat(ctx context.Context, b *bot, one func(context.Context) bool) {
	for !r.over() && one(ctx) {
		r.pause(b.thinking())
	}
}

// roll plays one room from the draft to the draw; false ends the group.
func (g *giveaway) roll(ctx context.Context) bool {
	setup := client.SetupRoll{Name: "loadsim", JoinType: joinTypes[g.rng.IntN(len(joinTypes))],
		OpenAtMS:  g.clock.Now().Add(drawAhead + rand.N(drawSpread)).UnixMilli(),
		GemsCents: []int64{300, 200, 100}[:1+g.rng.IntN(3)]}
	if setup.JoinType == protocol.RollJoinPassword {
		setup.Password = roomPassword
	}
	h := g.host
	if cents, _ := h.ledger.Now(); cents < 1000 {
		g.broke.Add(1)
		return false
	}
	if stake := h.stakes(1); len(stake) == 1 {
		_, setup.Items = worth(stake)
	} else {
		h.open(ctx, g.boxes[0], 1) // for the next room
	}
	id, passwords, ok := h.openRoll(ctx, setup, len(g.guests))
	if !ok {
		return false
	}
	defer g.census.enter(roll.Kind)()
	t := h.link.subscribe(protocol.TopicRoll+":"+id, "")
	var playing sync.WaitGroup
	for i, guest := range g.guests {
		password := setup.Password
		if passwords != nil {
			password = passwords[i]
		}
		playing.Go(func() { guest.enterRoll(ctx, id, password, setup) })
	}
	h.watchRoll(ctx, t, id, setup)
	playing.Wait()
	for _, guest := range g.guests {
		if guest.gone {
			return false
		}
	}
	return !h.gone
}

// openRoll makes and publishes a room.
func (b *bot) openRoll(ctx context.Context, setup client.SetupRoll, guests int) (id string, passwords []string,
	ok bool) {
	var made client.CreatedRoll
	if err := b.do(ctx, "roll.create", client.NewCall(client.PathRollCreate, b.key(), setup), &made); err != nil {
		b.unexpected(err)
		return "", nil, false
	}
	var sum int64
	for _, cents := range setup.GemsCents {
		sum += cents
	}
	b.lose(setup.Items)
	b.ledger.Enter(-sum, -len(setup.Items))
	if setup.JoinType == protocol.RollJoinOncePassword {
		var list client.Passwords
		if err := b.do(ctx, "roll.passwords", client.NewCall(client.PathStudio(made.RollID, "passwords"), b.key(),
			client.CountPasswords{Count: guests}), &list); err != nil {
			b.unexpected(err)
			return "", nil, false
		}
		// A list whose answer was lost is not told again: new ones replace it.
		for ; len(list.Passwords) < guests && !b.gone && ctx.Err() == nil; backOff(ctx, 2) {
			if err := b.do(ctx, "roll.passwords", client.NewCall(client.PathStudio(made.RollID, "passwords"), b.key(),
				client.CountPasswords{Count: guests}), &list); err != nil {
				b.unexpected(err)
				return "", nil, false
			}
		}
		passwords = list.Passwords
	}
	var seen protocol.RollSnapshot
	if err := b.do(ctx, "roll.publish", client.NewCall(client.PathStudio(made.RollID, "publish"), b.key(), struct{}{}),
		&seen); err != nil {
		// The server was away for so long that joining was not possible any more: the draft ends by itself, with a
		// refund.
		if b.unexpected(err, protocol.CodeRollSetup, protocol.CodeRollState, protocol.CodeRollGone) {
			b.giveUp()
		}
		return "", nil, false
	}
	return made.RollID, passwords, len(passwords) == guests || setup.JoinType != protocol.RollJoinOncePassword
}

// enterRoll joins, tries what must be refused, and watches the draw.
func (b *bot) enterRoll(ctx context.Context, id, password string, setup client.SetupRoll) {
	t := b.link.subscribe(protocol.TopicRoll+":"+id, "")
	join := client.JoinRoll{RoomID: id, VCode: password}
	if password != "" && b.rng.Float64() < wrongShare {
		b.mustRefuse(ctx, "roll.join", client.JoinRoll{RoomID: id, VCode: "wrong"}, protocol.CodeRollPassword,
			protocol.CodeRateLimited)
	}
	var seen protocol.RollSnapshot
	err := b.do(ctx, "roll.join", client.NewCall(client.PathRollJoin, b.key(), join), &seen)
	switch {
	case err == nil:
		b.findings.Hold(seen.Me != nil && seen.Me.PlayerID == b.account.Player, check.Answer, b.account.Name,
			"joined roll %s and is not in it: %+v", id, seen.Me)
		b.mustRefuse(ctx, "roll.join", join, protocol.CodeRollJoined, protocol.CodeRollClosed, protocol.CodeRateLimited)
	// an outage may last longer than the room waits
	case !b.unexpected(err, protocol.CodeRollClosed, protocol.CodeRateLimited):
		b.link.unsubscribe(t)
		return
	}
	b.watchRoll(ctx, t, id, setup)
}

// mustRefuse sends a call that breaks the rules.
func (b *bot) mustRefuse(ctx context.Context, op string, join client.JoinRoll, want ...protocol.Code) {
	_, err := b.conn.Post(ctx, client.NewCall(client.PathRollJoin, b.key(), join))
	code := client.CodeOf(err)
	for _, c := range want {
		if code == c {
			b.findings.Hold(true, check.Answer, b.account.Name, "")
			return
		}
	}
	if err == nil || code != 0 && !code.Retryable() {
		b.findings.Hold(false, check.Answer, b.account.Name, "%s with %q should be refused (%v): %v", op, join.VCode,
			want, err)
	}
}

// watchRoll follows a room to its end, books what it brought, and settles up.
func (b *bot) watchRoll(ctx context.Context, t *topic, id string, setup client.SetupRoll) {
	defer b.link.unsubscribe(t)
	if !b.awaitEnd(ctx, t, "roll "+id, b.until(setup.OpenAtMS)) {
		return
	}
	won := b.link.won(t, b.account.Player)
	b.take(won)
	b.settleUp(ctx)
	if drawn := look(b.link, t, func(r *check.Roll) *protocol.RollDrawn { return r.State.Drawn }); drawn != nil &&
		b.rng.Float64() < rollProofShare {
		b.verify(ctx, drawn.ResultID)
	}
}

// compareShare of the ends of rooms are asked for again: what was built must be what a newcomer is told.
const compareShare = 0.3

func (b *bot) compare(ctx context.Context, t *topic) {
	if b.rng.Float64() >= compareShare {
		return
	}
	select {
	case <-t.changed:
	default:
	}
	b.link.subscribe(t.name, t.code)
	select {
	case <-t.changed:
	case <-time.After(time.Second): // the socket may be on its way back
	case <-ctx.Done():
	}
}

// awaitEnd waits until a room is over, at most as long as it may take and the run's slack; false gives the bot up.
func (b *bot) awaitEnd(ctx context.Context, t *topic, what string, within time.Duration) bool {
	start := time.Now()
	timeout := time.NewTimer(within + b.Slack)
	defer timeout.Stop()
	for {
		select {
		case err := <-t.granted:
			if err == nil {
				continue
			}
			b.findings.Hold(false, check.Answer, b.account.Name, "%s is not shown: %v", what, err)
		case <-t.final:
			b.findings.Hold(true, check.Stuck, b.account.Name, "")
			b.recorder.Lasted(t.kind, time.Since(start))
			b.compare(ctx, t)
			return true
		case <-timeout.C:
			b.findings.Hold(false, check.Stuck, b.account.Name, "%s has not ended %v after its time", what, b.Slack)
		case <-ctx.Done():
		}
		b.giveUp()
		return false
	}
}
