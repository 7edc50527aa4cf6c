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

	battle check.Battle
	lobby  check.Lobby
	ticker check.Feed

	once    sync.Once
	granted chan error // the answer to the first subscription
	final   chan struct{}
	ended   bool
}

func newTopic(name, code string) *topic {
	kind, _ := protocol.SplitTopic(name)
	return &topic{name: name, code: code, kind: kind, granted: make(chan error, 1), final: make(chan struct{})}
}

func (t *topic) answer(err error) { t.once.Do(func() { t.granted <- err }) }

// take replaces what is known by a snapshot and holds it against what others built.
func (l *link) take(t *topic, kind uint16, raw []byte) {
	f := l.run.findings
	if want := snapshotTypes[t.kind]; !f.Hold(kind == want, check.Frames, l.who, "snapshot %d of %s, want %d", kind, t.name, want) {
		return
	}
	switch t.kind {
	case protocol.TopicPlayer:
		l.wallet(raw)
	case protocol.TopicLobby:
		if t.lobby.Take(f, l.who, raw) {
			l.run.hall.replace(t.lobby.Cards())
			l.run.witness.Compare(l.who, t.name, t.Position, t.lobby.Public(), check.FromSnapshot)
		}
	case protocol.TopicFeed:
		if t.ticker.Take(f, l.who, raw) {
			l.run.witness.Compare(l.who, t.name, t.Position, t.ticker.Public(), check.FromSnapshot)
		}
	case protocol.TopicBattle:
		if t.battle.Take(f, l.who, raw) {
			l.compareBattle(t, check.FromSnapshot)
		}
	}
}

var snapshotTypes = map[string]uint16{protocol.TopicPlayer: protocol.EventPlayerSnapshot, protocol.TopicLobby: protocol.EventLobbySnapshot,
	protocol.TopicFeed: protocol.EventFeedSnapshot, protocol.TopicBattle: protocol.EventBattleSnapshot}

// apply adds one event. Big views are compared now and then only: encoding a hall for every event and bot would be the
// load, not the test.
func (l *link) apply(t *topic, kind uint16, raw []byte) {
	f := l.run.findings
	switch t.kind {
	case protocol.TopicPlayer:
		if kind == protocol.EventWallet {
			l.wallet(raw)
		}
	case protocol.TopicLobby:
		t.lobby.Apply(f, l.who, kind, raw)
		l.run.hall.replace(t.lobby.Cards())
		if t.Offset%viewSample == 0 {
			l.run.witness.Compare(l.who, t.name, t.Position, t.lobby.Public(), check.FromEvents)
		}
	case protocol.TopicFeed:
		t.ticker.Apply(f, l.who, kind, raw)
		if t.Offset%viewSample == 0 {
			l.run.witness.Compare(l.who, t.name, t.Position, t.ticker.Public(), check.FromEvents)
		}
	case protocol.TopicBattle:
		if t.battle.Apply(f, l.who, kind, raw) {
			l.compareBattle(t, check.FromEvents)
		}
	}
}

// viewSample: views of hall and ticker are compared at every so many offsets.
const viewSample = 8

func (l *link) compareBattle(t *topic, from check.Source) {
	l.run.witness.Compare(l.who, t.name, t.Position, t.battle.Public(), from)
	if t.battle.Final() && !t.ended {
		t.ended = true
		t.battle.Settled(l.run.findings, l.who)
		close(t.final)
	}
}

func (l *link) wallet(raw []byte) {
	var w protocol.Wallet
	rest, err := w.UnmarshalMsg(raw)
	if l.run.findings.Hold(err == nil && len(rest) == 0, check.Frames, l.who, "wallet: %v, %d bytes over", err, len(rest)) && l.ledger != nil {
		l.ledger.Wallet(w)
	}
}

// won reads, after final, what a player takes home.
func (l *link) won(t *topic, player string) (cents int64, ids []string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return t.battle.Won(player)
}

// roundTime is what the room itself says that a round takes.
func (l *link) roundTime(t *topic) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Duration(t.battle.State.RoundMS) * time.Millisecond
}
