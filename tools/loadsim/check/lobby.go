package check

import (
	"maps"
	"slices"
	"strings"

	"jadebox/protocol"
)

// Lobby builds the lobby from its snapshot and events.
type Lobby struct {
	rooms map[string]protocol.BattleSummary
}

// Take replaces everything by a snapshot.
func (l *Lobby) Take(f *Findings, who string, raw []byte) bool {
	var s protocol.LobbySnapshot
	rest, err := s.UnmarshalMsg(raw)
	if !f.Hold(err == nil && len(rest) == 0, Frames, who, "lobby snapshot: %v, %d bytes over", err, len(rest)) {
		return false
	}
	l.rooms = make(map[string]protocol.BattleSummary, len(s.Battles))
	for _, c := range s.Battles {
		l.rooms[c.ID] = c
	}
	return true
}

// Apply adds one event.
func (l *Lobby) Apply(f *Findings, who string, kind uint16, raw []byte) bool {
	var rest []byte
	var err error
	switch kind {
	case protocol.EventBattleSummary:
		var m protocol.BattleSummary
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			l.rooms[m.ID] = m
		}
	case protocol.EventBattleGone:
		var m protocol.BattleGone
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			delete(l.rooms, m.ID)
		}
	default:
		return f.Hold(false, Frames, who, "event %d on the lobby", kind)
	}
	return f.Hold(err == nil && len(rest) == 0, Frames, who, "lobby event %d: %v, %d bytes over", kind, err, len(rest))
}

// Public is the lobby by id; its order on the wire is the server's business.
func (l *Lobby) Public() *protocol.LobbySnapshot {
	return &protocol.LobbySnapshot{Battles: slices.SortedFunc(maps.Values(l.rooms),
		func(a, b protocol.BattleSummary) int { return strings.Compare(a.ID, b.ID) })}
}

// Rooms are the battles that the lobby lists.
func (l *Lobby) Rooms() map[string]protocol.BattleSummary { return l.rooms }
