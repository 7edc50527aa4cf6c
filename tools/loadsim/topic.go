package loadsim

import (
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
)

// topic is one subscription of a link and what was built from it. Guarded by the link's mutex, but for the channels.
type topic struct {
	check.Position
	name, code string
	kind       string
	ref        uint32

	room   check.Room // of a topic that is a room
	lobby  check.Lobby
	ticker check.Feed

	once    sync.Once
	granted chan error    // the answer to the first subscription
	changed chan struct{} // has one when the room changed since it was last read
	final   chan struct{}
	ended   bool
}

func newTopic(name, code string) *topic {
	kind, _ := protocol.SplitTopic(name)
	t := &topic{name: name, code: code, kind: kind, granted: make(chan error, 1), changed: make(chan struct{}, 1),
		final: make(chan struct{})}
	if g, ok := games[kind]; ok && g.watch != nil {
		t.room = g.watch()
	}
	return t
}

func (t *topic) answer(err error) { t.once.Do(func() { t.granted <- err }) }

// take replaces what is known by a snapshot and holds it against what others built.
func (l *link) take(t *topic, kind uint16, raw []byte) {
	f := l.run.findings
	if want := snapshotType(t.kind); !f.Hold(kind == want, check.Frames, l.who, "snapshot %d of %s, want %d", kind,
		t.name, want) {
		return
	}
	switch t.kind {
	case protocol.TopicPlayer:
		l.wallet(raw)
	case protocol.TopicLobby:
		if t.lobby.Take(f, l.who, raw) {
			l.run.lobby.replace(t.lobby.Rooms())
			l.run.witness.Compare(l.who, t.name, t.Position, t.lobby.Public(), check.FromSnapshot)
		}
	case protocol.TopicFeed:
		if t.ticker.Take(f, l.who, raw) {
			l.run.witness.Compare(l.who, t.name, t.Position, t.ticker.Public(), check.FromSnapshot)
		}
	default:
		if t.room.Take(f, l.who, raw) {
			l.compareRoom(t, check.FromSnapshot)
		}
	}
}

// snapshotType is the number of a topic's snapshots.
func snapshotType(kind string) uint16 {
	switch kind {
	case protocol.TopicPlayer:
		return protocol.EventPlayerSnapshot
	case protocol.TopicLobby:
		return protocol.EventLobbySnapshot
	case protocol.TopicFeed:
		return protocol.EventFeedSnapshot
	}
	return games[kind].snapshot
}

// apply adds one event. Big views are compared now and then only: encoding a lobby for every event and bot would be the
// load, not the test.
func (l *link) apply(t *topic, kind uint16, raw []byte) {
	f := l.run.findings
	switch t.kind {
	case protocol.TopicPlayer:
		switch kind {
		case protocol.EventWallet:
			l.wallet(raw)
		case protocol.EventPropsDrop:
			l.given(raw)
		}
	case protocol.TopicLobby:
		t.lobby.Apply(f, l.who, kind, raw)
		l.run.lobby.replace(t.lobby.Rooms())
		if t.Offset%viewSample == 0 {
			l.run.witness.Compare(l.who, t.name, t.Position, t.lobby.Public(), check.FromEvents)
		}
	case protocol.TopicFeed:
		t.ticker.Apply(f, l.who, kind, raw)
		if t.Offset%viewSample == 0 {
			l.run.witness.Compare(l.who, t.name, t.Position, t.ticker.Public(), check.FromEvents)
		}
	default:
		if t.room.Apply(f, l.who, kind, raw) {
			l.compareRoom(t, check.FromEvents)
		}
	}
}

// viewSample: views of lobby and ticker are compared at every so many offsets.
const viewSample = 8

func (l *link) compareRoom(t *topic, from check.Source) {
	l.run.witness.Compare(l.who, t.name, t.Position, t.room.Public(), from)
	select {
	case t.changed <- struct{}{}:
	default:
	}
	if t.room.Final() && !t.ended {
		t.ended = true
		t.room.Settled(l.run.findings, l.who)
		close(t.final)
	}
}

func (l *link) wallet(raw []byte) {
	var w protocol.Wallet
	rest, err := w.UnmarshalMsg(raw)
	if l.run.findings.Hold(err == nil && len(rest) == 0, check.Frames, l.who, "wallet: %v, %d bytes over", err,
		len(rest)) && l.ledger != nil {
		l.ledger.Wallet(w)
	}
}

func (l *link) given(raw []byte) {
	var d protocol.PropsDrop
	rest, err := d.UnmarshalMsg(raw)
	if l.run.findings.Hold(err == nil && len(rest) == 0, check.Frames, l.who, "props drop: %v, %d bytes over", err,
		len(rest)) && l.ledger != nil {
		l.ledger.Given(len(d.Items))
	}
}

// look lets a caller read a room while nothing comes.
func look[R check.Room, T any](l *link, t *topic, read func(R) T) T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return read(t.room.(R))
}

// prize is what a player wins.
type prize struct {
	cents int64
	items []string
	ok    bool // there is a result, and the player had a part
}

// won reads, after final, what a player takes home.
func (l *link) won(t *topic, player string) prize {
	l.mu.Lock()
	defer l.mu.Unlock()
	var p prize
	if r, ok := t.room.(interface {
		Won(player string) (cents int64, items []string, ok bool)
	}); ok {
		p.cents, p.items, p.ok = r.Won(player)
	}
	return p
}

// roundTime is what a battle itself says that a round takes.
func (l *link) roundTime(t *topic) time.Duration {
	return look(l, t, func(b *check.Battle) time.Duration { return time.Duration(b.State.RoundMS) * time.Millisecond })
}
