package rain

import (
	"fmt"
	"io"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Kinds of ops: what fills a pool, commits to its packets, pays claims, and gives back what is left.
const (
	KindCreate = "rain.create"
	KindRoot   = "rain.root"
	KindClaim  = "rain.claim"
	KindEnd    = "rain.end"
)

// gatherFor is how long the first claim waits for others (docs/realtime.md: 10–20 ms for rain).
const gatherFor = 15 * time.Millisecond

// creditedAfter is when players of claims look at their balances. The answer has told them what a claim brought; at
// once, the looks of all who were quick, each a question to the store, would come before the answers to the rest.
const creditedAfter = 500 * time.Millisecond

// kind joins rules, preparation and views to a room.Kind.
type kind struct {
	room.Deps
	room.Plain[Record]
}

var (
	_ room.Kind[Record]     = kind{}
	_ room.Gatherer[Record] = kind{}
)

func (kind) Name() string                                        { return Kind }
func (kind) Empty(id store.RoomID) Record                        { return Record{Room: id} }
func (kind) Decode(_ store.RoomID, state []byte) (Record, error) { return decode(state) }
func (kind) Announce(r Record, _ time.Time) []room.Notice        { return r.schedulerNotices() }
func (kind) Watched(count int) event                             { return watched(count) }

func (kind) Gathers(cmd any) bool {
	_, ok := cmd.(Claim)
	return ok
}

func (kind) Window() time.Duration { return gatherFor }

func (kind) Gather(cmds []any) any {
	list := make(claims, len(cmds))
	for i, c := range cmds {
		list[i] = c.(Claim)
	}
	return list
}

func (kind) Answer(_ Record, cmd any, rec store.Receipt, _ room.Moment) (any, error) {
	switch cmd.(type) {
	case Create, createPrepared:
		return room.ResultOf[Created](rec)
	}
	return nil, nil
}

func (kind) Query(r Record, msg any, _ room.Moment) (any, bool, error) {
	m, ok := msg.(View)
	if !ok {
		return nil, false, nil
	}
	return room.Seen(r.hidden(), func() Seen { return r.seen(m.Viewer) })
}

func (kind) Snapshot(r Record, _ room.SnapshotRequest, _ room.Moment) (uint16, msgp.Marshaler, error) {
	return room.Snapshot(protocol.EventRainComing, r.hidden(), r.round)
}

// hidden is why there is no rain to see; nil where there is one.
func (r Record) hidden() error {
	if r.status == 0 {
		return apierr.New(protocol.CodeNotFound)
	}
	return nil
}

// Prepare reads what the pure rules cannot read themselves.
func (k kind) Prepare(r Record, cmd any, now time.Time, then func(any, error)) {
	switch c := cmd.(type) {
	case Create:
		then(k.prepareCreate(c, now))
	case room.Tick:
		then(k.AtTick(r.Awaited, r.status, false, now))
	case claims, room.Void:
		then(cmd, nil)
	default:
		then(nil, apierr.New(protocol.CodeUnsupported))
	}
}

func (k kind) prepareCreate(c Create, now time.Time) (any, error) {
	f := createPrepared{Create: c, secret: make([]byte, 32)}
	var err error
	if f.key, err = fairness.NewKey(k.Rand); err == nil {
		_, err = io.ReadFull(k.Rand, f.secret)
	}
	if err != nil {
		return c, fmt.Errorf("rain: secrets: %w", err)
	}
	f.awaits = k.NextRound(now)
	return f, nil
}
