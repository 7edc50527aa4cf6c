package luckycard

import (
	"cmp"
	"encoding/json"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/runtime/publish"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

// Kinds of ops: what makes a room, commits to its deck, flips, and ends a room without a deck.
const (
	KindCreate = "luckycard.create"
	KindRoot   = "luckycard.root"
	KindFlip   = "luckycard.flip"
	KindVoid   = "luckycard.void"
)

// Commands of the rules, made by Prepare from requests.
type (
	createPrepared struct {
		Create
		key    fairness.Key
		awaits room.Awaited
	}
	flipPrepared struct {
		Flip
		who player.Profile
	}
)

// Idempotency implements room.Keyed: a room is the house's.
func (c Create) Idempotency(store.RoomID) (store.PlayerID, string, [32]byte) {
	return 0, c.Key, durable.Request(KindCreate, c.Key)
}

// Idempotency implements room.Keyed.
func (c Flip) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Player, c.Key, durable.Request(KindFlip, id, c.Place, c.PriceCents)
}

// Apply implements room.State: the rules of a room. It is pure: the same state, command and instant give
// the same step.
func (r Record) Apply(cmd any, now time.Time) (step, error) {
	switch c := cmd.(type) {
	case createPrepared:
		return applyCreate(r, c, now)
	case flipPrepared:
		return applyFlip(r, c, now)
	default:
		return room.Turn(r, cmd, now, turns)
	}
}

// turns are the rules of what no client asks for.
var turns = room.Turns[Record]{Begin: applyBegin, Tick: applyTick, Void: Record.void, Over: ErrOver}

// applyTick does what time alone asks for.
func applyTick(r Record, c room.Tick, now time.Time) (step, error) {
	switch {
	case r.State == store.RoomLocked && c.Missed(r.BeaconDueMS, now):
		return r.void("beacon", now)
	case r.State == store.RoomRunning && !now.Before(r.Wake()):
		return r.void("expired", now)
	}
	return step{State: r}, nil
}

// applyCreate fixes price and cards before the value of the named beacon round exists.
func applyCreate(r Record, c createPrepared, now time.Time) (step, error) {
	if r.State != 0 {
		return step{}, ErrOver // an id is used once
	}
	next := Record{Room: r.Room, Deck: c.Deck.Name, ReturnPPM: ReturnPPM, Cards: c.Deck.Cards,
		State: store.RoomLocked, Key: c.key.Reveal(),
		Commit: c.key.Commit(), CreatedMS: now.UnixMilli(), Awaited: c.awaits}
	op := room.OpBy(c, r.Room, KindCreate)
	op.Listed = cmp.Or(c.Deck.Name, Kind)
	err := next.promise().Create(op, next.CreatedMS, Created{r.Room}, next.context())
	return step{State: next, Op: op, Notices: next.lobbyNotices()}, err
}

// applyBegin publishes the root of the order; from here on cards can be turned.
func applyBegin(r Record, c room.Begin, now time.Time) (step, error) {
	if r.State != store.RoomLocked {
		return step{}, ErrOver
	}
	next := r
	next.State, next.Beacon = store.RoomRunning, &c.Value
	if err := next.deal(); err != nil {
		return step{}, err
	}
	context, err := next.context().Hash()
	if err != nil {
		return step{}, err
	}
	leaf, err := fairlog.DeckRoot{Scope: r.scope(), Ctx: context, Beacon: c.Value.Value, Root: next.root(),
		Cards: len(r.Cards), AtMS: now.UnixMilli()}.Leaf()
	if err != nil {
		return step{}, err
	}
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "root"), Kind: KindRoot,
		Leaves: []store.LogLeaf{{Key: fairlog.KeyRoot.Of(r.scope()), Data: leaf}}}
	return step{State: next, Op: op, Events: []event{snapshotEvent()}, Notices: next.lobbyNotices()}, nil
}

// result is what a flip's op keeps, so that a repeated key is answered alike.
type result struct {
	Place int `json:"place"`
}

// applyFlip charges one flip and gives what lies there, in one op. The top prize ends the room in the same op.
func applyFlip(r Record, c flipPrepared, now time.Time) (step, error) {
	switch {
	case r.State == 0:
		return step{}, ErrGone
	case r.State.Final(), r.ReturnPPM == 0 && r.State == store.RoomRunning: // one price for all flips: it is closed
		return step{}, ErrOver
	case r.State != store.RoomRunning:
		return step{}, ErrWait
	case c.Place < 0 || c.Place >= len(r.Cards):
		return step{}, ErrPlace
	case r.turned(c.Place):
		return step{}, ErrTaken
	}
	price := r.flipCents(len(r.Flips))
	if c.PriceCents != price {
		return step{}, &apierr.Error{Code: protocol.CodeLuckycardPrice, Field: "priceCents",
			Reason: "another one holds",
			Now:    &price}
	}
	id, card := r.card(c.Place)
	next := r
	next.Flips = append(r.Flips[:len(r.Flips):len(r.Flips)], Turned{Place: c.Place, Card: id,
		Player: c.Player, Name: c.who.Name,
		Avatar: c.who.Avatar, Bot: c.who.Bot,
		AtMS: now.UnixMilli()})
	context, err := r.context().Hash()
	if err != nil {
		return step{}, err
	}
	leaf, err := fairlog.Flip{Scope: r.scope(), Ctx: context, Beacon: r.Beacon.Value, Root: r.root(),
		N: uint64(c.Place), Player: int64(c.Player), Bot: c.who.Bot,
		Card: id, PriceCents: price, AtMS: now.UnixMilli()}.Leaf()
	if err != nil {
		return step{}, err
	}
	op := room.OpBy(c, r.Room, KindFlip)
	op.Escrow, op.Member = true, op.Player
	op.Postings = []store.Posting{{Debit: store.PlayerGems(op.Player), Credit: store.House, AmountCents: price}}
	op.NewItems = []store.NewItem{{Owner: op.Player, Def: card.Def, ValueCents: card.ValueCents,
		Source: store.FromReward}}
	op.Leaves = []store.LogLeaf{{Key: LeafKey(r.Room, c.Place), Data: leaf}}
	op.Outbox = []store.NewEvent{r.drop(c.who, card, now)}
	if op.Result, err = json.Marshal(result{c.Place}); err != nil {
		return step{}, err
	}
	out := step{Op: op, Events: []event{flippedEvent(len(next.Flips) - 1)}}
	if id == fairness.TopCard {
		next.State, next.EndedMS = store.RoomSettled, now.UnixMilli()
		leaves, err := next.endLeaves(context)
		if err != nil {
			return step{}, err
		}
		op.Leaves = append(op.Leaves, leaves...)
		out.Events = append(out.Events, snapshotEvent())
	}
	out.State, out.Notices = next, next.lobbyNotices(next.news(len(next.Flips)-1))
	return out, nil
}

// drop is the card's line in the ticker. Its chance is that of a card as it lay: cards of a kind over cards face down.
func (r Record) drop(who player.Profile, card Card, now time.Time) store.NewEvent {
	alike := 0
	for _, other := range r.Cards {
		if other == card {
			alike++
		}
	}
	for _, t := range r.Flips {
		if _, other := r.card(t.Place); other == card {
			alike--
		}
	}
	ppm := int32(alike * 1_000_000 / (len(r.Cards) - len(r.Flips)))
	return publish.OutboxEvent(protocol.Drop{PlayerName: who.Name, Avatar: who.Avatar, Def: int32(card.Def),
		ValueCents: card.ValueCents, OddsPPM: ppm,
		Source: uint8(store.FromReward), Lucky: publish.Lucky(ppm, card.ValueCents, r.flipCents(len(r.Flips))),
		Bot:  who.Bot,
		AtMS: now.UnixMilli()})
}

func (r Record) endLeaves(context string) ([]store.LogLeaf, error) {
	hash, err := fairness.DeckFlipsHash(r.proofFlips())
	if err != nil {
		return nil, err
	}
	end, err := fairlog.DeckEnd{Scope: r.scope(), Ctx: context, Beacon: r.Beacon.Value, Root: r.root(),
		Flipped: len(r.Flips), Flips: hash, AtMS: r.EndedMS}.Leaf()
	if err != nil {
		return nil, err
	}
	kept, err := r.promise().Kept(r.EndedMS)
	return []store.LogLeaf{{Key: fairlog.KeyEnd.Of(r.scope()), Data: end}, kept}, err
}

func (r Record) promise() room.Promise {
	return room.Promise{Scope: r.scope(), Commit: r.Commit, Key: r.Key}
}

// void closes a room whose top prize did not go and opens the key. There is nothing to give back: every flip was whole.
func (r Record) void(reason string, now time.Time) (step, error) {
	next := r
	next.State, next.VoidReason, next.EndedMS = store.RoomVoid, reason, now.UnixMilli()
	op, err := r.promise().Void(Kind, r.Room, nil, reason, next.EndedMS)
	return step{State: next, Op: op, Events: []event{snapshotEvent()}, Notices: next.lobbyNotices()}, err
}
