package check

import (
	"slices"

	"jadebox/protocol"
)

// Feed builds the ticker from its snapshot and events.
type Feed struct {
	state protocol.FeedSnapshot
}

// tickerShown is how many drops of each list are compared; a server may keep more.
const tickerShown = 12

// Take replaces everything by a snapshot.
func (t *Feed) Take(f *Findings, who string, raw []byte) bool {
	var s protocol.FeedSnapshot
	rest, err := s.UnmarshalMsg(raw)
	if !f.Hold(err == nil && len(rest) == 0, Frames, who, "ticker snapshot: %v, %d bytes over", err, len(rest)) {
		return false
	}
	t.state = s
	return true
}

// Apply adds one event.
func (t *Feed) Apply(f *Findings, who string, kind uint16, raw []byte) bool {
	var rest []byte
	var err error
	switch kind {
	case protocol.EventDrop:
		var m protocol.Drop
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			t.state.Live = newest(t.state.Live, m)
			if m.Lucky {
				t.state.Lucky = newest(t.state.Lucky, m)
			}
		}
	case protocol.EventCounters:
		rest, err = t.state.Counters.UnmarshalMsg(raw)
	default:
		return f.Hold(false, Frames, who, "event %d on the ticker", kind)
	}
	return f.Hold(err == nil && len(rest) == 0, Frames, who, "ticker event %d: %v, %d bytes over", kind, err, len(rest))
}

func newest(drops []protocol.Drop, d protocol.Drop) []protocol.Drop {
	return slices.Insert(drops[:min(len(drops), tickerShown)], 0, d)
}

// Public is what every viewer must see alike.
func (t *Feed) Public() *protocol.FeedSnapshot {
	s := t.state
	s.Live, s.Lucky = s.Live[:min(len(s.Live), tickerShown)], s.Lucky[:min(len(s.Lucky), tickerShown)]
	return &s
}
