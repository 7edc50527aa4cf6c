package room

import (
	"errors"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
	"jadebox/actors/runtime/beacon"
	"jadebox/store"
)

// State is the state of a room: a value, which no method changes. All methods are pure: no clock, no randomness, no
// ids, no goroutine, no log.
type State[S any] interface {
	// Encode is the record in the store, which Kind.Decode reads.
	Encode() ([]byte, error)
	// Status is what is written to the store; 0 while the room does not exist.
	Status() store.RoomStatus
	// Deadline is by when the room must have moved on; zero for a final status.
	Deadline() time.Time
	// Wake is when the room needs its next Tick; zero for never. Timers thus follow from the state and survive a
	// crash.
	Wake() time.Time
	// Apply is the rules.
	Apply(cmd any, now time.Time) (Step[S], error)
}

// Kind is one kind of room over its state S. All methods but Prepare are as pure as those of the state.
type Kind[S State[S]] interface {
	// Name is the kind in the store, in the directory and before the colon of its topics.
	Name() string
	// Empty is the state of a room that does not exist yet.
	Empty(id store.RoomID) S
	Decode(id store.RoomID, state []byte) (S, error)
	// Resume brings a loaded state to the present without events or notices (what was due while no activation ran).
	Resume(s S, now time.Time) S

	// Prepare turns a request into the command of the rules: it adds what rules may not fetch (prices, profiles, keys,
	// beacon values). It calls then once, from any goroutine, and must not block.
	Prepare(s S, cmd any, now time.Time, then func(cmd any, err error))
	// Bind adds to a state what only its durable op holds: the ids of items.
	Bind(s S, r store.Receipt) S
	// FinalKey is the key of the house's op that settled the room, whose receipt Bind needs after loading, or "".
	FinalKey(S) string

	// Answer is the reply to a command whose op is durable (or that needed none), also when the key is repeated;
	// ErrBehind when the state does not include that op yet.
	Answer(s S, cmd any, r store.Receipt, at Moment) (any, error)
	// Query answers a request that changes nothing; ok is false when msg is no such request.
	Query(s S, msg any, at Moment) (reply any, ok bool, err error)
	// Snapshot is the one place where a viewer's right to see is decided.
	Snapshot(s S, req SnapshotRequest, at Moment) (kind uint16, body msgp.Marshaler, err error)
	// Announce is what others must be sent for a state whose own step could not send it (the room failed in between).
	Announce(s S, now time.Time) []Notice
	// Watched is the event with the number of spectators.
	Watched(count int) Event[S]
}

// Gatherer is a Kind some of whose commands wait for each other, so that many of them are one op. Each of them is
// answered when that op is durable, with its own entry of Step.Replies; what the op's failure means holds for all.
type Gatherer[S any] interface {
	// Gathers reports whether a command may wait; Window is for how long, from the first on.
	Gathers(cmd any) bool
	Window() time.Duration
	// Gather makes one command of those that came; it passes Prepare and Apply like any other.
	Gather(cmds []any) any
}

// ErrBehind means that another activation has done what is to be answered: the state is loaded again.
var ErrBehind = errors.New("room: the state is older than the op")

// Reply answers one of the commands that were gathered.
type Reply struct {
	Value any
	Err   error
}

// Moment is when a view is made and who watches.
type Moment struct {
	Now        time.Time
	Spectators int
}

// Tick is the command of the room's own timer.
type Tick struct {
	// MayCome reports whether the round which a room awaits may still come, by the beacon's word: whatever the room's
	// clock says, it waits on.
	MayCome bool
}

// Missed reports whether a room gives up the round that was due at dueMS.
func (t Tick) Missed(dueMS int64, now time.Time) bool { return !t.MayCome && beacon.Missed(dueMS, now) }

// Void is the shell's command to a room that cannot go on: end it and give everything back.
type Void struct{ Reason string }

// ReasonBroken is the reason of a room whose rules have failed again and again.
const ReasonBroken = "broken"

// ReasonRestored is the reason of a room that was open at the moment to which a restore went back: it may have drawn
// after it, and what it drew is known.
const ReasonRestored = "restored"

// Step is what a command leads to. Events and notices go out only after Op is durable.
type Step[S any] struct {
	State   S
	Op      *Op // nil when nothing durable changes
	Events  []Event[S]
	Notices []Notice
	Replies []Reply // of a gathered command, one for each that it was made of
}

// Op is the durable part of a step. The shell adds the room's write, fenced by epoch, version and status.
type Op struct {
	Player   store.PlayerID // whose key; 0 for the house
	Key      string
	Request  [32]byte // zero: the shell hashes the new state
	Kind     string
	Escrow   bool           // takes money or items from Player, so that only the player's actor may commit it
	Member   store.PlayerID // who takes part from now on
	Listed   string         // at creation: store.RoomWrite.Listed
	Postings []store.Posting
	NewItems []store.NewItem
	Moves    []store.ItemMove
	Leaves   []store.LogLeaf
	Outbox   []store.NewEvent
	Lists    []store.Entry
	Result   []byte
}

// Event is one event of the room's topic; Body is asked with the state after Bind.
type Event[S any] struct {
	Type uint16
	Body func(S) msgp.Marshaler
}

// Notice is a message to another actor that needs no answer.
type Notice struct {
	Kind, ID string
	Msg      any
	// After is how long it waits, for what no caller waits for. One that waits when its room leaves memory is lost, as
	// every one may be.
	After time.Duration
}

// Credited has a player look at balances and backpack: an op that the player did not make gave something.
func Credited(p store.PlayerID) Notice {
	return Notice{Kind: player.Kind, ID: player.ID(p), Msg: player.Credited{}}
}

// Keyed is a command that carries a player's idempotency key. request hashes what the client asked of this room.
type Keyed interface {
	Idempotency(room store.RoomID) (player store.PlayerID, key string, request [32]byte)
}

// OpBy is the op of a command that carries a player's key, in that player's name.
func OpBy(k Keyed, id store.RoomID, kind string) *Op {
	who, key, request := k.Idempotency(id)
	return &Op{Player: who, Key: key, Request: request, Kind: kind}
}

// ToActor is the answer of view to the player whose key the command carries; nil for a command without one.
func ToActor(cmd any, id store.RoomID, view func(store.PlayerID) any) any {
	k, ok := cmd.(Keyed)
	if !ok {
		return nil
	}
	who, _, _ := k.Idempotency(id)
	return view(who)
}
