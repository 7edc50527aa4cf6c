package rain

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

type (
	step  = room.Step[Record]
	event = room.Event[Record]
)

// Commands of the rules, made by Prepare from requests.
type (
	createPrepared struct {
		Create
		key    fairness.Key
		secret []byte
		awaits room.Awaited
	}
	// claims are those that came together, in the order in which they came.
	claims []Claim
)

// Idempotency implements room.Keyed: a round is the house's.
func (c Create) Idempotency(store.RoomID) (store.PlayerID, string, [32]byte) {
	return 0, c.Key, sha256.Sum256([]byte(KindCreate + "\n" + c.Key))
}

// Apply implements room.State: the rules of a round. It is pure: the same state, command and instant give
// the same step.
func (r Record) Apply(cmd any, now time.Time) (step, error) {
	switch c := cmd.(type) {
	case createPrepared:
		return applyCreate(r, c, now)
	case claims:
		return applyClaims(r, c, now)
	default:
		return room.Turn(r, cmd, now, turns)
	}
}

// turns are the rules of what no client asks for.
var turns = room.Turns[Record]{Begin: applyBegin, Tick: applyTick, Void: Record.end, Over: ErrOver}

// applyCreate takes the pool and fixes its settings, before the value of the named beacon round exists.
func applyCreate(r Record, c createPrepared, now time.Time) (step, error) {
	if r.status != 0 {
		return step{}, ErrOver // an id is used once
	}
	each := c.Each.orStandard()
	if !each.good() {
		return step{}, fmt.Errorf("rain: no player may get %+v", each)
	}
	next := Record{Room: r.Room, PoolCents: c.PoolCents, Packets: c.Packets, ClaimsMax: each.Claims,
		CapCents: max(c.PoolCents*each.CapPPM/1_000_000, leastCents), DurationMS: c.DurationMS, WantedMS: c.StartsAtMS,
		Key: c.key.Reveal(), Commit: c.key.Commit(),
		Secret: c.secret, CreatedMS: now.UnixMilli(), Awaited: c.awaits, status: store.RoomLocked}
	op := room.OpBy(c, r.Room, KindCreate)
	op.Listed = Kind
	op.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.RoomEscrow(r.Room), AmountCents: c.PoolCents}}
	err := next.promise().Create(op, next.CreatedMS, Created{r.Room}, next.context())
	return step{State: next, Op: op, Notices: next.schedulerNotices()}, err
}

// applyBegin publishes the root of the amounts; packets fall after the countdown.
func applyBegin(r Record, c room.Begin, now time.Time) (step, error) {
	if r.status != store.RoomLocked {
		return step{}, ErrOver
	}
	next := r
	next.status, next.Beacon = store.RoomRunning, &c.Value
	if err := next.deal(); err != nil {
		return step{}, err
	}
	next.Root = next.draw.Commitment.Root()
	next.StartsMS = max(r.WantedMS, now.UnixMilli()+protocol.RainCountdownMS)
	context, err := next.context().Hash()
	if err != nil {
		return step{}, err
	}
	leaf, err := fairlog.RainRoot{Scope: r.scope(), Ctx: context, Beacon: c.Value.Value, Root: next.Root,
		Packets: r.Packets, AtMS: now.UnixMilli()}.Leaf()
	if err != nil {
		return step{}, err
	}
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "root"), Kind: KindRoot,
		Leaves: []store.LogLeaf{{Key: fairlog.KeyRoot.Of(r.scope()), Data: leaf}}}
	return step{State: next, Op: op, Notices: next.schedulerNotices()}, nil
}

// applyClaims decides every claim by itself, in the order in which they came; those that get a packet are one op.
func applyClaims(r Record, list claims, now time.Time) (step, error) {
	replies := make([]room.Reply, len(list))
	next := r.grown(len(list))
	for i, c := range list {
		taken, again, err := next.claim(c, now)
		if err != nil {
			replies[i].Err = err
			continue
		}
		if !again {
			next.take(taken)
		}
		got := next.claimed(c.Player, taken.slot)
		got.Repeated = again
		replies[i].Value = got
	}
	fresh := next.claims[len(r.claims):]
	if len(fresh) == 0 {
		return step{State: r, Replies: replies}, nil
	}
	context, err := r.context().Hash()
	if err != nil {
		return step{}, err
	}
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "claim:"+strconv.Itoa(len(r.claims))), Kind: KindClaim}
	paid := map[store.PlayerID]int{} // index of the player's posting
	var notices []room.Notice
	for _, c := range fresh {
		leaf, err := next.claimLeaf(c, context, now)
		if err != nil {
			return step{}, err
		}
		op.Leaves = append(op.Leaves, store.LogLeaf{Key: LeafKey(r.Room, c.place), Data: leaf})
		at, known := paid[c.player]
		if !known {
			at = len(op.Postings)
			paid[c.player] = at
			op.Postings = append(op.Postings, store.Posting{Debit: store.RoomEscrow(r.Room),
				Credit: store.PlayerGems(c.player)})
			credited := room.Credited(c.player)
			credited.After = creditedAfter
			notices = append(notices, credited)
		}
		op.Postings[at].AmountCents += next.amount(c.place)
	}
	return step{State: next, Op: op, Notices: notices, Replies: replies}, nil
}

// claim says what a claim gets, or why not: the first free place that holds no more than the player may still take, so
// that a packet which is too much for one waits for another and holds up no claim. again: it was made before, by the
// same command.
func (r Record) claim(c Claim, now time.Time) (taken claim, again bool, err error) {
	if r.status == 0 || r.status == store.RoomVoid {
		return claim{}, false, ErrOver
	}
	slot := r.slotOf(c.Player, c.Packet)
	if slot < 0 {
		return claim{}, false, ErrPacket
	}
	key := keyHash(c.Key)
	mine := r.shares[c.Player]
	if place := mine.places[slot]; place > 0 {
		if before, _ := r.claimAt(int(place) - 1); before.key == key {
			return before, true, nil
		}
		return claim{}, false, ErrSpent
	}
	at := now.UnixMilli()
	switch {
	case r.status == store.RoomLocked || at < r.opensMS(slot):
		return claim{}, false, ErrEarly
	case r.status != store.RoomRunning || at >= r.endsMS()+graceMS:
		return claim{}, false, ErrOver
	case r.placeFor(r.CapCents) < 0:
		return claim{}, false, ErrEmpty
	}
	place := r.placeFor(r.CapCents - mine.cents)
	if mine.claims >= r.ClaimsMax || place < 0 {
		return claim{}, false, ErrCap
	}
	return claim{place: place, player: c.Player, slot: slot, key: key, bot: c.Bot, atMS: at}, false, nil
}

func keyHash(key string) (h [8]byte) {
	sum := sha256.Sum256([]byte(key))
	copy(h[:], sum[:])
	return h
}

func (r Record) claimLeaf(c claim, context string, now time.Time) ([]byte, error) {
	return fairlog.RainClaim{Scope: r.scope(), Ctx: context, Beacon: r.Beacon.Value, Root: r.Root, N: uint64(c.place),
		Player: int64(c.player), Bot: c.bot,
		ValueCents: r.amount(c.place), AtMS: now.UnixMilli()}.Leaf()
}

func applyTick(r Record, c room.Tick, now time.Time) (step, error) {
	switch {
	case r.status == store.RoomRunning && now.UnixMilli() >= r.endsMS()+graceMS:
		return r.end("", now)
	case r.status == store.RoomLocked && c.Missed(r.BeaconDueMS, now):
		return r.end("beacon-timeout", now)
	}
	return step{State: r}, nil
}

// begun reports whether packets fall, or fell.
func (r Record) begun(now time.Time) bool {
	return r.status == store.RoomRunning && now.UnixMilli() >= r.StartsMS
}

// end gives what was not claimed back to where the pool came from and opens the key. A round that has not begun is
// void.
func (r Record) end(reason string, now time.Time) (step, error) {
	next := r
	next.EndedMS, next.VoidReason = now.UnixMilli(), reason
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "end"), Kind: KindEnd}
	if rest := r.PoolCents - r.paid; rest > 0 {
		op.Postings = []store.Posting{{Debit: store.RoomEscrow(r.Room), Credit: store.Bonus, AmountCents: rest}}
	}
	var leaf []byte
	var err error
	if next.status = store.RoomSettled; !r.begun(now) {
		next.status = store.RoomVoid
		leaf, err = fairlog.Void{Scope: r.scope(), Reason: reason, AtMS: next.EndedMS}.Leaf()
	} else {
		leaf, err = r.endLeaf(next.EndedMS)
	}
	if err != nil {
		return step{}, err
	}
	kept, err := r.promise().Kept(next.EndedMS)
	op.Leaves = []store.LogLeaf{{Key: fairlog.KeyEnd.Of(r.scope()), Data: leaf}, kept}
	return step{State: next, Op: op, Notices: next.schedulerNotices()}, err
}

func (r Record) endLeaf(atMS int64) ([]byte, error) {
	context, err := r.context().Hash()
	if err != nil {
		return nil, err
	}
	hash, err := fairness.RainClaimsHash(r.proofClaims())
	if err != nil {
		return nil, err
	}
	return fairlog.RainEnd{Scope: r.scope(), Ctx: context, Beacon: r.Beacon.Value, Root: r.Root, Claimed: len(r.claims),
		PaidCents: r.paid, Claims: hash, AtMS: atMS}.Leaf()
}

func (r Record) promise() room.Promise {
	return room.Promise{Scope: r.scope(), Commit: r.Commit, Key: r.Key}
}

// proofClaims are the claims by their places.
func (r Record) proofClaims() []fairness.RainClaim {
	list := make([]fairness.RainClaim, len(r.claims))
	for i, c := range r.claims {
		list[i] = r.proofClaim(c)
	}
	slices.SortFunc(list, func(a, b fairness.RainClaim) int { return cmp.Compare(a.Place, b.Place) })
	return list
}

func (r Record) proofClaim(c claim) fairness.RainClaim {
	return fairness.RainClaim{Place: c.place, Player: int64(c.player), ValueCents: r.amount(c.place)}
}

// schedulerNotices notify the scheduler, which publishes to all clients.
func (r Record) schedulerNotices() []room.Notice {
	return []room.Notice{{Kind: SchedulerKind, ID: SchedulerID, Msg: RoundChanged{r.round()}}}
}
