package wish

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/store"
)

// settleMax is by when a room whose time is over must have moved on.
const settleMax = 60 * time.Second

// Record is the whole durable state of a room. What is not in it follows from it.
type Record struct {
	Room        store.RoomID     `json:"room"`
	Name        string           `json:"name"`
	Def         store.DefID      `json:"def"`
	PrizeCents  int64            `json:"prizeCents"`
	Bottles     int              `json:"bottles"`
	CardNum     int64            `json:"cardNum,omitempty"`
	BottleCents int64            `json:"bottleCents,omitempty"`
	State       store.RoomStatus `json:"status"`
	Key         string           `json:"key"` // hex; secret until the room is final
	Commit      string           `json:"commit"`

	CreatedMS int64    `json:"createdMs"`
	EndsMS    int64    `json:"endsMs"`          // by when the room must be full
	Takes     []Taking `json:"takes,omitempty"` // never changed in place
	room.Awaited
	EndedMS    int64  `json:"endedMs,omitempty"`
	VoidReason string `json:"voidReason,omitempty"`

	draw fairness.WishProof // of a drawn room
}

// Taking is what one player took at a time. Seed is the player's user seed at that moment.
type Taking struct {
	Player  store.PlayerID `json:"player"`
	Name    string         `json:"name"`
	Avatar  string         `json:"avatar"`
	Bot     bool           `json:"bot,omitempty"`
	Seed    string         `json:"seed"`
	Numbers []int32        `json:"numbers"` // from 1
	AtMS    int64          `json:"atMs"`
}

// Encode implements room.State.
func (r Record) Encode() ([]byte, error) { return json.Marshal(r) }

func decode(state []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(state, &r); err != nil {
		return r, fmt.Errorf("wish: state: %w", err)
	}
	if r.State == store.RoomSettled {
		if err := r.deal(); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r Record) scope() string { return fairness.WishScope(int64(r.Room)) }

// owners is who has each bottle: a place in Takes, -1 for a bottle that is free. Bottle n is at n−1.
func (r Record) owners() []int {
	list := make([]int, r.Bottles)
	for i := range list {
		list[i] = -1
	}
	for i, t := range r.Takes {
		for _, n := range t.Numbers {
			list[n-1] = i
		}
	}
	return list
}

// free lists the numbers that are not taken.
func (r Record) free() []int32 {
	var list []int32
	for i, owner := range r.owners() {
		if owner < 0 {
			list = append(list, int32(i+1))
		}
	}
	return list
}

func (r Record) taken() (n int) {
	for _, t := range r.Takes {
		n += len(t.Numbers)
	}
	return n
}

func (r Record) full() bool { return r.taken() == r.Bottles }

// of lists the bottles of a player in the order in which they were taken.
func (r Record) of(p store.PlayerID) []int32 {
	list := []int32{}
	for _, t := range r.Takes {
		if t.Player == p {
			list = append(list, t.Numbers...)
		}
	}
	return list
}

// most is how many bottles one player may take.
func (r Record) most() int { return max(fairness.WishBottlesOf(r.Bottles), 1) }

// context is everything the draw depends on. It fails until the room is locked.
func (r Record) context() fairness.WishContext {
	c := fairness.WishContext{Room: int64(r.Room), PrizeDef: int64(r.Def), PrizeCents: r.PrizeCents,
		BottleCards: r.CardNum, BottleCents: r.BottleCents,
		Commit: r.Commit, BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound}
	for _, owner := range r.owners() {
		if owner < 0 {
			break
		}
		t := r.Takes[owner]
		c.Bottles = append(c.Bottles, fairness.WishBottle{Player: int64(t.Player), UserSeed: t.Seed, Bot: t.Bot})
	}
	return c
}

// deal draws: the same record gives the same bottle, today and after any crash.
func (r *Record) deal() (err error) {
	r.draw, err = room.Drawn(fairness.DrawWish, r.Key, r.context(), r.Awaited)
	return err
}

// winner is the taking that has the drawn bottle.
func (r Record) winner() Taking { return r.Takes[r.owners()[r.draw.Bottle-1]] }

// Status implements room.State.
func (r Record) Status() store.RoomStatus { return r.State }

// Deadline implements room.State.
func (r Record) Deadline() time.Time {
	switch r.State {
	case store.RoomOpen:
		return time.UnixMilli(r.EndsMS).Add(settleMax)
	case store.RoomLocked:
		return r.GivenUp()
	default:
		return time.Time{}
	}
}

// Wake implements room.State. In a full room it is the moment that made it full: at once.
func (r Record) Wake() time.Time {
	switch {
	case r.State == store.RoomOpen && r.full():
		return time.UnixMilli(r.Takes[len(r.Takes)-1].AtMS)
	case r.State == store.RoomOpen:
		return time.UnixMilli(r.EndsMS)
	case r.State == store.RoomLocked:
		return beacon.DrawsAt(r.BeaconDueMS, r.Room)
	default:
		return time.Time{}
	}
}

// ResultPrefix begins the result id of a room in /api/fair/result.
const ResultPrefix = "wish-"

func (r Record) resultID() string { return ResultPrefix + strconv.FormatInt(int64(r.Room), 10) }

type (
	event = room.Event[Record]
	step  = room.Step[Record]
)

// drawsAtMS is the moment not before which a full room draws; 0 until it is full.
func (r Record) drawsAtMS() int64 {
	if r.BeaconRound == 0 {
		return 0
	}
	return beacon.DrawsAt(r.BeaconDueMS, r.Room).UnixMilli()
}
