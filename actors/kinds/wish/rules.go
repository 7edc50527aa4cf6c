package wish

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/durable"
	"jadebox/fairness"
	"jadebox/store"
)

// Kinds of ops: what makes a room, takes bottles, draws who gets the item, and gives everything back.
const (
	KindCreate = "wish.create"
	KindTake   = "wish.take"
	KindDraw   = "wish.draw"
	KindVoid   = "wish.void"
)

// Commands of the rules, made by Prepare from requests.
type (
	createPrepared struct {
		Create
		key fairness.Key
	}
	takePrepared struct {
		Take
		who    player.Profile
		picked []int32 // by chance among the free ones; fewer than Count when there are no more
	}
)

// Idempotency implements room.Keyed: a room is the house's.
func (c Create) Idempotency(store.RoomID) (store.PlayerID, string, [32]byte) {
	return 0, c.Key, durable.Request(KindCreate, c.Key)
}

// Idempotency implements room.Keyed. What chance picked is no part of the request.
func (c Take) Idempotency(id store.RoomID) (store.PlayerID, string, [32]byte) {
	return c.Player, c.Key, durable.Request(KindTake, id, c.Bottles, c.Count, c.Pay, c.CardNum, c.BottleCents)
}

// Apply implements room.State: the rules of a room. It is pure: the same state, command and instant give
// the same step.
func (r Record) Apply(cmd any, now time.Time) (step, error) {
	switch c := cmd.(type) {
	case createPrepared:
		return applyCreate(r, c, now)
	case takePrepared:
		return applyTake(r, c, now)
	default:
		return room.Turn(r, cmd, now, turns)
	}
}

// turns are the rules of what no client asks for.
var turns = room.Turns[Record]{Lock: applyLock, Begin: applyBegin, Tick: applyTick, Void: Record.void, Over: ErrClosed}

// applyTick does what time alone asks for.
func applyTick(r Record, c room.Tick, now time.Time) (step, error) {
	switch {
	case r.State == store.RoomOpen && !r.full() && now.UnixMilli() >= r.EndsMS:
		return r.void("expired", now)
	case r.State == store.RoomLocked && c.Missed(r.BeaconDueMS, now):
		return r.void("beacon", now)
	}
	return step{State: r}, nil
}

// LifeMax bounds how long a room may wait for its bottles.
const LifeMax = 30 * 24 * time.Hour

const (
	nameMax  = store.MaxKindBytes // rooms are listed under their names
	priceMax = 1_000_000_000
)

func (s Setup) check() error {
	ok := s.Name != "" && len(s.Name) <= nameMax && utf8.ValidString(s.Name) && s.Def > 0 && s.PrizeCents > 0 &&
		s.PrizeCents <= priceMax &&
		s.Bottles >= fairness.WishBottlesMin && s.Bottles <= fairness.WishBottlesMax &&
		s.CardNum >= 0 && s.CardNum <= priceMax && s.BottleCents >= 0 && s.BottleCents <= priceMax &&
		(s.CardNum == 0) != (s.BottleCents == 0) &&
		s.Life > 0 && s.Life <= LifeMax
	if !ok {
		return ErrRequest
	}
	return nil
}

func applyCreate(r Record, c createPrepared, now time.Time) (step, error) {
	if r.State != 0 {
		return step{}, ErrClosed // an id is used once
	}
	s := c.Setup
	if err := s.check(); err != nil {
		return step{}, err
	}
	next := Record{Room: r.Room, Name: s.Name, Def: s.Def, PrizeCents: s.PrizeCents, Bottles: s.Bottles,
		CardNum: s.CardNum, BottleCents: s.BottleCents,
		State: store.RoomOpen, Key: c.key.Reveal(), Commit: c.key.Commit(), CreatedMS: now.UnixMilli(),
		EndsMS: now.Add(s.Life).UnixMilli()}
	op := room.OpBy(c, r.Room, KindCreate)
	op.Listed = s.Name
	err := next.promise().Create(op, next.CreatedMS, Created{r.Room})
	return step{State: next, Op: op, Notices: next.lobbyNotices()}, err
}

// result is what a taking's op keeps, so that a repeated key is answered alike.
type result struct {
	Numbers []int32 `json:"numbers"`
}

// applyTake takes bottles and moves their price into the escrow of the room, in one op.
func applyTake(r Record, c takePrepared, now time.Time) (step, error) {
	numbers, err := r.wanted(c, now)
	if err != nil {
		return step{}, err
	}
	if err := fairness.ValidUserSeed(c.who.UserSeed); err != nil {
		return step{}, fmt.Errorf("wish: player %d: %w", c.Player, err)
	}
	next := r
	next.Takes = append(r.Takes[:len(r.Takes):len(r.Takes)], Taking{Player: c.Player, Name: c.who.Name,
		Avatar: c.who.Avatar, Bot: c.who.Bot,
		Seed: c.who.UserSeed, Numbers: numbers, AtMS: now.UnixMilli()})
	op := room.OpBy(c, r.Room, KindTake)
	op.Escrow, op.Member = true, op.Player
	for _, l := range r.price(op.Player, len(numbers)) {
		op.Postings = append(op.Postings, store.Posting{Debit: l.player, Credit: l.room, AmountCents: l.amount})
	}
	op.Result, err = json.Marshal(result{numbers})
	return step{State: next, Op: op, Events: []event{takenEvent(len(next.Takes) - 1)},
		Notices: next.lobbyNotices()}, err
}

// wanted is what a player takes, or why not.
func (r Record) wanted(c takePrepared, now time.Time) ([]int32, error) {
	switch {
	case r.State == 0:
		return nil, ErrGone
	case r.State != store.RoomOpen || r.full() || now.UnixMilli() >= r.EndsMS:
		return nil, ErrClosed
	case c.Pay != PayWishCards && c.Pay != PayGems:
		return nil, ErrRequest
	case (c.Pay == PayWishCards) != (r.CardNum > 0):
		return nil, ErrPay
	case c.CardNum != r.CardNum:
		return nil, apierr.Changed("cardNum", int64(r.CardNum))
	case c.BottleCents != r.BottleCents:
		return nil, apierr.Changed("bottleCents", r.BottleCents)
	}
	count := len(c.Bottles)
	if count == 0 {
		count = c.Count
	}
	if count < 1 || !r.valid(c.Bottles) {
		return nil, ErrBottles
	}
	if count > r.most()-len(r.of(c.Player)) {
		return nil, ErrCap
	}
	numbers := c.Bottles
	if len(numbers) == 0 {
		numbers = c.picked
	}
	owners := r.owners()
	for _, n := range numbers {
		if owners[n-1] >= 0 {
			return nil, ErrTaken
		}
	}
	if len(numbers) < count {
		return nil, ErrTaken // so many are not left
	}
	return numbers, nil
}

// valid reports whether these bottles exist and that none is named twice.
func (r Record) valid(numbers []int32) bool {
	seen := map[int32]bool{}
	for _, n := range numbers {
		if n < 1 || int(n) > r.Bottles || seen[n] {
			return false
		}
		seen[n] = true
	}
	return true
}

// line is what some bottles cost, in one currency.
type line struct {
	player, room, house store.AccountID
	amount              int64
}

func (r Record) price(p store.PlayerID, bottles int) []line {
	var list []line
	if r.CardNum > 0 {
		list = append(list, line{store.PlayerWishCards(p), store.RoomWishCards(r.Room), store.HouseWishCards,
			r.CardNum * int64(bottles)})
	}
	if r.BottleCents > 0 {
		list = append(list, line{store.PlayerGems(p), store.RoomEscrow(r.Room), store.House,
			r.BottleCents * int64(bottles)})
	}
	return list
}
