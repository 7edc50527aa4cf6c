package check

import (
	"slices"

	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

// Battle builds a room from its snapshot and events, as a client does. Not safe for concurrent use.
type Battle struct {
	State protocol.BattleSnapshot

	rank int
}

var battleRanks = map[string]int{protocol.BattleWaiting: 1, protocol.BattleCountdown: 2, protocol.BattleRunning: 3,
	protocol.BattleFinished: 4, protocol.BattleVoid: 4}

// Final reports whether nothing but spectators can change any more.
func (b *Battle) Final() bool { return battleRanks[b.State.Summary.Status] == 4 }

// Take replaces everything by a snapshot.
func (b *Battle) Take(f *Findings, who string, raw []byte) bool {
	var s protocol.BattleSnapshot
	rest, err := s.UnmarshalMsg(raw)
	if !f.Hold(err == nil && len(rest) == 0, Frames, who, "battle snapshot: %v, %d bytes over", err, len(rest)) {
		return false
	}
	f.Hold(battleRanks[s.Summary.Status] >= b.rank, Order, who, "battle %s went back to %s", s.Summary.ID,
		s.Summary.Status)
	b.State, b.rank = s, battleRanks[s.Summary.Status]
	return true
}

// Apply adds one event.
func (b *Battle) Apply(f *Findings, who string, kind uint16, raw []byte) bool {
	rest, err := b.apply(f, who, kind, raw)
	return f.Hold(err == nil && len(rest) == 0, Frames, who, "battle event %d: %v, %d bytes over", kind, err, len(rest))
}

func (b *Battle) apply(f *Findings, who string, kind uint16, raw []byte) (rest []byte, err error) {
	s := &b.State
	switch kind {
	case protocol.EventBattleSeat:
		var m protocol.SeatChanged
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			b.seat(m.Seat)
		}
	case protocol.EventBattleLocked:
		var m protocol.BattleLocked
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			s.LockedAtMS, s.BeaconRound, s.ContextHash = m.LockedAtMS, m.BeaconRound, m.ContextHash
			b.advance(f, who, protocol.BattleCountdown)
		}
	case protocol.EventBattleStarted:
		var m protocol.BattleStarted
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			s.StartedAtMS, s.RoundMS, s.Beacon = m.StartedAtMS, m.RoundMS, m.Beacon
			b.advance(f, who, protocol.BattleRunning)
		}
	case protocol.EventBattleRound:
		var m protocol.Round
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			f.Hold(int(m.Index) == len(s.Rounds), Order, who, "battle %s: round %d after %d rounds", s.Summary.ID,
				m.Index,
				len(s.Rounds))
			s.Rounds = append(s.Rounds, m)
			s.Summary.Round = m.Index + 1
		}
	case protocol.EventBattleSettled:
		var m protocol.Settled
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			s.Result = &m
			b.advance(f, who, protocol.BattleFinished)
		}
	case protocol.EventBattleVoided:
		var m protocol.BattleVoided
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			s.VoidReason = m.Reason
			b.advance(f, who, protocol.BattleVoid)
		}
	case protocol.EventBattleSpectators:
		var m protocol.BattleSpectators
		if rest, err = m.UnmarshalMsg(raw); err == nil {
			s.Spectators = m.Count
		}
	default:
		f.Hold(false, Frames, who, "event %d on a battle's topic", kind)
		return nil, nil
	}
	return rest, err
}

func (b *Battle) advance(f *Findings, who, status string) {
	f.Hold(battleRanks[status] == b.rank+1 || status == protocol.BattleVoid && b.rank < 4, Order, who,
		"battle %s: %s after %s", b.State.Summary.ID, status, b.State.Summary.Status)
	b.State.Summary.Status, b.rank = status, battleRanks[status]
}

func (b *Battle) seat(seat protocol.Seat) {
	seats := slices.Clone(b.State.Summary.Seats)
	if i := slices.IndexFunc(seats, func(s protocol.Seat) bool { return s.Seat == seat.Seat }); i >= 0 {
		seats[i] = seat
	} else {
		seats = append(seats, seat)
	}
	b.State.Summary.Seats = seats
}

// Public is what every viewer must see alike and what events tell: without the invite code, the server's clock, the
// count of spectators, and what is settled before the first viewer.
func (b *Battle) Public() msgp.Marshaler {
	s := b.State
	s.Code, s.ServerTimeMS, s.Spectators = "", 0, 0
	s.Commit, s.BeaconSource, s.ExpiresAtMS, s.BotsFromMS, s.RoundMS = "", "", 0, 0, 0
	s.Summary.AtMS = 0
	return &s
}

// Settled checks that a result follows from the rounds: totals, pot, and that every item and cent has one owner.
func (b *Battle) Settled(f *Findings, who string) {
	s := &b.State
	if s.Result == nil {
		return
	}
	totals, pot := make([]int64, s.Summary.SeatCount), int64(0)
	for _, round := range s.Rounds {
		for _, r := range round.Results {
			if int(r.Seat) < len(totals) {
				totals[r.Seat] += r.ValueCents
			}
			pot += r.ValueCents
		}
	}
	f.Hold(len(s.Rounds) == len(s.Summary.Boxes), Result, who, "battle %s: %d rounds shown of %d", s.Summary.ID,
		len(s.Rounds), len(s.Summary.Boxes))
	f.Hold(slices.Equal(totals, s.Result.Totals), Result, who, "battle %s: totals %v, rounds sum to %v", s.Summary.ID,
		s.Result.Totals, totals)
	f.Hold(pot == s.Result.PotCents, Result, who, "battle %s: pot %d, rounds sum to %d", s.Summary.ID,
		s.Result.PotCents,
		pot)
	f.Hold(len(s.Result.Winners) > 0, Result, who, "battle %s: nobody won", s.Summary.ID)
	owned := map[string]bool{}
	for _, w := range s.Result.Won {
		for _, id := range w.Items {
			f.Hold(id == "" || !owned[id], Result, who, "battle %s: item %s was won twice", s.Summary.ID, id)
			owned[id] = true
		}
	}
}

// Won is what a player takes home: cents and item ids. ok is false when the player has no seat or nothing is final.
func (b *Battle) Won(player string) (cents int64, items []string, ok bool) {
	i := slices.IndexFunc(b.State.Summary.Seats, func(s protocol.Seat) bool { return s.PlayerID == player })
	switch {
	case i < 0:
		return 0, nil, false
	case b.State.Summary.Status == protocol.BattleVoid:
		return b.State.Summary.EntryCents, nil, true
	case b.State.Result == nil:
		return 0, nil, false
	}
	for _, w := range b.State.Result.Won {
		if w.Seat != b.State.Summary.Seats[i].Seat {
			continue
		}
		cents += w.PaidCents
		for _, id := range w.Items {
			if id != "" {
				items = append(items, id)
			}
		}
	}
	return cents, items, true
}
