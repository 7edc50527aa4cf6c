package room

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Spec is a kind of room as one value: everything that the rest of the code needs of it. A kind exports one, and
// actors/kinds lists them; code that needs something of every kind reads that list and names none.
type Spec struct {
	// Kind is the name in the store and in the directory, and before the colon of the topic of a room.
	Kind string
	// Rooms registers the actors of the rooms.
	Rooms func(Deps) directory.Kind
	// Beside are the actors that a process runs once for the kind besides its rooms.
	Beside []Singleton
	// Stake is what the accounts of a stored room must hold.
	Stake func(store.Room) (Stake, error)
	// Return is what a play brings back, or why nothing. A forgotten one fails a test of server/registry/economy.
	Return Return
	// Bundle proves what a result id names ("<kind>-<rest>", as in "wish-7") from the stored record alone, and says
	// under which key its leaf stands in the public log. The log part is the caller's to add.
	Bundle func(ctx context.Context, rooms Reader, c *catalog.Catalog, rest string) (b *fairness.Bundle, leafKey string,
		err error)
	// Heard says who may subscribe to a room's topic where it is not public; protocol/SPEC.md tells it.
	Heard string
	// Pages are the client's addresses of a room, before its id: a link to one shows the room's share card.
	Pages []string
	// OwnPicture reports whether the share card has an address under the kind's name besides that of its result.
	OwnPicture bool
	// Announced reports whether the menu has an entry under the kind's name, which the house may announce before it
	// is released.
	Announced bool
	// Ops are the kinds of ops of a room that change what a player owns, the player's own and the room's. A forgotten
	// one moves money that no statement shows, which the auditor reports.
	Ops []OpKind
	// Welcome reports whether a player who has joined the room has done the last step of a new player; nil: no room
	// of the kind is one.
	Welcome func(store.Room) (bool, error)
	// AtOnce reports whether each play of a room is paid and given at once: nothing that was paid is in escrow, and
	// nothing goes back when a room ends without its result.
	AtOnce bool
	// Pool is what is paid out of a room that was filled once; nil: nothing.
	Pool *Pool
	// Lots is set where prizes of a room are won by lot, one by each player at most; nil: they are not.
	Lots *Lots
	// Roster reports whether the public log holds each result of a room, below the roster that the room's lock has
	// published.
	Roster bool
	// Chart shows the numbers that a player drew in rooms of the kind; nil: it does not.
	Chart *Chart
	// Counts is what a room that was played to its end counts for; nil: nothing.
	Counts *Counts
	// Source is that of items whose place is the kind's lobby; 0: none leads there.
	Source store.ItemSource
	// Vouchers reports whether the items which players stake are vouchers, which are in no backpack.
	Vouchers bool
	// Replay plays a stored room again (jadebox replay); nil: its record does not keep what each command said, and
	// Unplayed says what it lacks.
	Replay   Replay
	Unplayed string
	// Settings are what an operator may set of the kind.
	Settings []settings.Any
}

// Reader reads a stored room.
type Reader interface {
	Room(ctx context.Context, id store.RoomID) (store.Room, error)
}

// Singleton is an actor of which a process has one. It is started with the process.
type Singleton struct {
	Kind, ID string
	Topic    string // public topic that it publishes; "" for none
	Register func(Deps) directory.Kind
}

// Stake is what a room holds of its players' and of the house's.
type Stake struct {
	Cents     int64 // of gems
	WishCards int64
}

// OpKind is a kind of op of a player.
type OpKind struct {
	Kind   string // store.Op.Kind
	Record string // name under which the player's own record lists it
	// Counted: what the op takes was spent at once, and it counts one for Task.
	Counted bool
	Task    int32 // protocol.Task…
	// Stakes: the gems that the op takes are play, and count for what a player has to stake; Returns: what comes out of
	// the room's escrow is stakes that are given back.
	Stakes, Returns bool
}

// Pool are the kinds of ops that fill the pool of a room and pay from it: never more than was filled in (invariant 7).
type Pool struct{ Fill, Pay string }

// Lots are the kinds of ops that make a room and give its prizes: each to another player, or back to the player who
// made it (invariant 8).
type Lots struct{ Create, Settle string }

// Chart is what the trend chart shows of a kind.
type Chart struct {
	Type  int // as the call names it
	Draws func(store.Room, store.PlayerID) ([]fairness.ResultProof, error)
}

// Counts says what rooms of a kind count for in tasks, in a season and in a player's own limits.
type Counts struct {
	Tasks []int32       // protocol.Task… that Part may count for
	Lives time.Duration // at most, from the creation of a room to the beginning of its end
	Part  func(store.Room, store.PlayerID) (Part, error)
	// Season and Streak are the types of a season's goals (season.Type) that count rooms, and wins one after another;
	// 0: none.
	Season, Streak int
}

// Part is what a settled room was for one player.
type Part struct {
	Played   bool
	Won      bool
	Tasks    []Counted
	OwnCents int64 // gems that were the player's own and are spent
	WonCents int64 // items at their values
	// EntryCents is compared with the least that a season asks for; WishCards were paid besides, or instead, and are
	// always enough.
	EntryCents int64
	WishCards  int64
}

// Counted is how much of a task a room was.
type Counted struct {
	Task int32 // protocol.Task…
	N    int64
}

// Specs are kinds of rooms, each once.
type Specs []Spec

// Of finds a kind by its name.
func (l Specs) Of(kind string) (Spec, bool) {
	i := slices.IndexFunc(l, func(s Spec) bool { return s.Kind == kind })
	if i < 0 {
		return Spec{}, false
	}
	return l[i], true
}

// OfResult finds the kind that a result id belongs to, and what follows the kind's name in it.
func (l Specs) OfResult(id string) (s Spec, rest string, ok bool) {
	kind, rest, ok := strings.Cut(id, "-")
	if ok {
		s, ok = l.Of(kind)
	}
	return s, rest, ok
}

// ParseID reads a room's id in its one spelling; CodeNotFound for any other text.
func ParseID(text string) (store.RoomID, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != text {
		return 0, apierr.New(protocol.CodeNotFound)
	}
	return store.RoomID(n), nil
}

// With is the list with another Spec for a kind that is in it.
func (l Specs) With(other Spec) Specs {
	l = slices.Clone(l)
	for i := range l {
		if l[i].Kind == other.Kind {
			l[i] = other
		}
	}
	return l
}

// Register makes all actors of all kinds known to the directory of h.
func (l Specs) Register(d *directory.Embedded, h Deps) {
	for _, s := range l {
		d.Register(s.Rooms(h))
		for _, b := range s.Beside {
			d.Register(b.Register(h))
		}
	}
}

// Singletons lists the actors that there is one of.
func (l Specs) Singletons() []Singleton {
	var list []Singleton
	for _, s := range l {
		list = append(list, s.Beside...)
	}
	return list
}

// StakeOf is what the accounts of a stored room must hold; known is false for a room of no kind here, or one that
// cannot be read.
func (l Specs) StakeOf(rec store.Room) (s Stake, known bool) {
	spec, known := l.Of(rec.Kind)
	if !known {
		return s, false
	}
	s, err := spec.Stake(rec)
	return s, err == nil
}

// Outcome is what a room that was played to its end brought a player, items at their values (player.Ports.Outcome).
func (l Specs) Outcome(rec store.Room, who store.PlayerID) (wonCents int64, err error) {
	spec, _ := l.Of(rec.Kind)
	if spec.Counts == nil {
		return 0, nil
	}
	part, err := spec.Counts.Part(rec, who)
	return part.WonCents, err
}

// MovesVouchers reports whether the items that an op of this kind moves are vouchers (player.Ports.MovesVouchers).
func (l Specs) MovesVouchers(op string) bool {
	kind, _, _ := strings.Cut(op, ".")
	spec, _ := l.Of(kind)
	return spec.Vouchers
}

// Sweep brings every room that is not final back into memory after a start, so that its timers run. Rooms come back one
// after another in the background of their actors; a room that fails to load is tried again by the next sweep or
// visitor.
func (s Spec) Sweep(ctx context.Context, rooms store.Rooms, dir directory.Directory) (int, error) {
	open, err := rooms.OpenRooms(ctx, s.Kind)
	if err != nil {
		return 0, fmt.Errorf("%s: sweep: %w", s.Kind, err)
	}
	for _, r := range open {
		dir.Post(s.Kind, ID(r.ID), directory.Wake{}, nil)
	}
	return len(open), nil
}

// Announced are the kinds that may be announced before they are released.
func (l Specs) Announced() (list []string) {
	for _, s := range l {
		if s.Announced {
			list = append(list, s.Kind)
		}
	}
	return list
}

// Settings are what may be set of all kinds.
func (l Specs) Settings() (list []settings.Any) {
	for _, s := range l {
		list = append(list, s.Settings...)
	}
	return list
}

// Stakes reports whether an op of this kind stakes what it takes (player.Ports.Stakes).
func (l Specs) Stakes(op string) bool { return l.has(op, func(k OpKind) bool { return k.Stakes }) }

// Returns reports whether an op of this kind gives stakes back.
func (l Specs) Returns(op string) bool { return l.has(op, func(k OpKind) bool { return k.Returns }) }

func (l Specs) has(op string, what func(OpKind) bool) bool {
	kind, _, _ := strings.Cut(op, ".")
	spec, _ := l.Of(kind)
	return slices.ContainsFunc(spec.Ops, func(k OpKind) bool { return k.Kind == op && what(k) })
}

// Passes reports whether what is put into a room of this kind goes to others: it holds lots.
func (l Specs) Passes(kind string) bool {
	spec, _ := l.Of(kind)
	return spec.Lots != nil
}

// Staked are the ops of a kind of room that stake, or give back.
func (l Specs) Staked(kind string) (list []string) {
	spec, _ := l.Of(kind)
	for _, op := range spec.Ops {
		if op.Stakes || op.Returns {
			list = append(list, op.Kind)
		}
	}
	return list
}

// CountedOps are the ops of players that count for a task.
func (l Specs) CountedOps() []OpKind {
	var list []OpKind
	for _, s := range l {
		for _, op := range s.Ops {
			if op.Counted {
				list = append(list, op)
			}
		}
	}
	return list
}
