package check

import (
	"slices"

	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

// Roll builds a roll room.
type Roll struct{ State protocol.RollSnapshot }

var rollRanks = map[string]int{protocol.RollStatusDraft: 1, protocol.RollStatusOpen: 2, protocol.RollStatusLocked: 3,
	protocol.RollStatusDrawn: 4,
	protocol.RollStatusVoid:  4}

// Final implements Room.
func (r *Roll) Final() bool { return rollRanks[r.State.Summary.Status] == 4 }

// Take implements Room.
func (r *Roll) Take(f *Findings, who string, raw []byte) bool {
	s := read[protocol.RollSnapshot](f, who, "roll snapshot", raw)
	if s == nil {
		return false
	}
	forward(f, who, "roll "+s.Summary.ID, rollRanks, r.State.Summary.Status, s.Summary.Status)
	r.State = *s
	return true
}

// Apply implements Room.
func (r *Roll) Apply(f *Findings, who string, kind uint16, raw []byte) bool {
	s := &r.State
	switch kind {
	case protocol.EventRollSnapshot:
		return r.Take(f, who, raw)
	case protocol.EventRollJoined:
		m := read[protocol.RollJoined](f, who, "roll join", raw)
		if m == nil {
			return false
		}
		f.Hold(s.Summary.Status == protocol.RollStatusOpen && m.Entrant.Place == s.Summary.Joined &&
			m.Joined == s.Summary.Joined+1, Order, who,
			"roll %s (%s): place %d of %d after %d", s.Summary.ID, s.Summary.Status, m.Entrant.Place, m.Joined,
			s.Summary.Joined)
		s.Summary.Joined, s.TotalWeight = m.Joined, m.TotalWeight
		s.Recent = append([]protocol.RollEntrant{m.Entrant}, s.Recent...)
		s.Recent = s.Recent[:min(len(s.Recent), protocol.RollRecentMax)]
		if m.Assisted != nil {
			if i := slices.IndexFunc(s.Recent,
				func(e protocol.RollEntrant) bool { return e.Place == m.Assisted.Place }); i >= 0 {
				s.Recent[i] = *m.Assisted
			}
		}
	case protocol.EventRollLocked:
		m := read[protocol.RollLocked](f, who, "roll lock", raw)
		if m == nil {
			return false
		}
		r.advance(f, who, protocol.RollStatusLocked)
		s.LockedAtMS, s.BeaconSource, s.BeaconRound, s.ContextHash = m.LockedAtMS, m.BeaconSource, m.BeaconRound,
			m.ContextHash
	case protocol.EventRollDrawn:
		m := read[protocol.RollDrawn](f, who, "roll draw", raw)
		if m == nil {
			return false
		}
		r.advance(f, who, protocol.RollStatusDrawn)
		s.Drawn, s.Beacon = m, m.Beacon
	case protocol.EventRollVoided:
		m := read[protocol.RollVoided](f, who, "roll void", raw)
		if m == nil {
			return false
		}
		r.advance(f, who, protocol.RollStatusVoid)
		s.VoidReason = m.Reason
	case protocol.EventRollSpectators:
		return read[protocol.RollSpectators](f, who, "roll spectators", raw) != nil
	default:
		return f.Hold(false, Frames, who, "event %d on a roll room's topic", kind)
	}
	return true
}

func (r *Roll) advance(f *Findings, who, status string) {
	forward(f, who, "roll "+r.State.Summary.ID, rollRanks, r.State.Summary.Status, status)
	r.State.Summary.Status = status
}

// Public implements Room: without what only the viewer or the host is told, the clock and the count of spectators.
func (r *Roll) Public() msgp.Marshaler {
	s := r.State
	s.Me, s.Assists, s.Token, s.Passwords, s.Spectators, s.ServerTimeMS = nil, 0, "", 0, 0, 0
	s.Summary.AtMS = 0 // a draft's is its making
	return &s
}

// Settled checks that every prize has one winner and every winner one prize, as many as there can be.
func (r *Roll) Settled(f *Findings, who string) {
	s := &r.State
	if s.Drawn == nil {
		return
	}
	want := min(int(s.Summary.PrizeCount), int(s.Summary.Joined))
	f.Hold(len(s.Drawn.Winners) == want, Result, who, "roll %s: %d winners, want %d", s.Summary.ID,
		len(s.Drawn.Winners),
		want)
	prizes, places := map[int32]bool{}, map[int32]bool{}
	for _, w := range s.Drawn.Winners {
		known := slices.ContainsFunc(s.Prizes, func(p protocol.RollPrize) bool { return p.ID == w.Prize })
		f.Hold(known && !prizes[w.Prize] && !places[w.Entrant.Place] && w.Entrant.Place < s.Summary.Joined, Result, who,
			"roll %s: prize %d for place %d, which has one or cannot", s.Summary.ID, w.Prize, w.Entrant.Place)
		prizes[w.Prize], places[w.Entrant.Place] = true, true
	}
}

// Won is what a player takes home, the host what was not won: cents and items. ok is false before the end.
func (r *Roll) Won(player string) (cents int64, items []string, ok bool) {
	s := &r.State
	if !r.Final() {
		return 0, nil, false
	}
	to := map[int32]string{}
	if s.Drawn != nil {
		for _, w := range s.Drawn.Winners {
			to[w.Prize] = w.Entrant.PlayerID
		}
	}
	for _, p := range s.Prizes {
		winner, won := to[p.ID]
		switch {
		case won && winner != player, !won && s.Summary.HostID != player:
		case p.Def == 0:
			cents += p.ValueCents
		default:
			items = append(items, p.ItemID)
		}
	}
	return cents, items, true
}
