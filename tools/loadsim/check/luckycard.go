package check

import (
	"slices"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/kinds/luckycard"
	"jadebox/fairness"
	"jadebox/protocol"
)

// Luckycard builds a lucky-card room.
type Luckycard struct{ State protocol.LuckycardSnapshot }

var luckycardRanks = map[string]int{protocol.LuckycardShuffling: 1, protocol.LuckycardOpen: 2,
	protocol.LuckycardOver: 3, protocol.LuckycardVoid: 3}

// Final implements Room.
func (l *Luckycard) Final() bool { return luckycardRanks[l.State.Summary.Status] == 3 }

// Take implements Room.
func (l *Luckycard) Take(f *Findings, who string, raw []byte) bool {
	s := read[protocol.LuckycardSnapshot](f, who, "lucky-card snapshot", raw)
	if s == nil {
		return false
	}
	forward(f, who, "lucky cards "+s.Summary.ID, luckycardRanks, l.State.Summary.Status, s.Summary.Status)
	f.Hold(len(s.Flips) >= len(l.State.Flips), Order, who, "lucky cards %s: %d cards turned after %d", s.Summary.ID,
		len(s.Flips), len(l.State.Flips))
	l.State = *s
	return true
}

// Apply implements Room.
func (l *Luckycard) Apply(f *Findings, who string, kind uint16, raw []byte) bool {
	switch kind {
	case protocol.EventLuckycardSnapshot:
		return l.Take(f, who, raw)
	case protocol.EventLuckycardFlipped:
		m := read[protocol.LuckycardFlipped](f, who, "flip", raw)
		if m != nil {
			l.flip(f, who, m)
		}
		return m != nil
	case protocol.EventLuckycardSpectators:
		return read[protocol.LuckycardSpectators](f, who, "lucky-card spectators", raw) != nil
	}
	return f.Hold(false, Frames, who, "event %d on a lucky-card room's topic", kind)
}

func (l *Luckycard) flip(f *Findings, who string, m *protocol.LuckycardFlipped) {
	s := &l.State
	again := slices.ContainsFunc(s.Flips, func(t protocol.LuckycardFlip) bool {
		return t.Place == m.Flip.Place ||
			t.Card == m.Flip.Card
	})
	f.Hold(!again && s.Summary.Status == protocol.LuckycardOpen, Order, who,
		"lucky cards %s (%s): card %d at place %d is turned again", s.Summary.ID, s.Summary.Status,
		m.Flip.Card, m.Flip.Place)
	s.Flips = append(s.Flips, m.Flip)
	s.Summary.Left = m.Left
	s.Prizes = slices.Clone(s.Prizes)
	i := slices.IndexFunc(s.Prizes, func(p protocol.LuckycardPrize) bool {
		return p.Def == m.Flip.Def &&
			p.ValueCents == m.Flip.ValueCents
	})
	if f.Hold(i >= 0 && s.Prizes[i].Left > 0, Result, who, "lucky cards %s: there is no more card with item %d",
		s.Summary.ID, m.Flip.Def) {
		s.Prizes[i].Left--
	}
	if m.Flip.Card != fairness.TopCard { // the room is over with it, and shows what its last flip cost
		worth, left := int64(0), int64(0)
		for _, p := range s.Prizes {
			worth, left = worth+int64(p.Left)*p.ValueCents, left+int64(p.Left)
		}
		if f.Hold(left > 0, Result, who, "lucky cards %s: no card is left, and none was the top prize", s.Summary.ID) {
			price := fairness.FlipCents(worth, left, luckycard.ReturnPPM)
			s.Summary.PriceCents, s.Summary.ReturnPPM = price, worth*1_000_000/(left*price)
		}
	}
	f.Hold(int(m.Left) == int(s.Summary.Cards)-len(s.Flips), Result, who,
		"lucky cards %s: %d left of %d after %d flips",
		s.Summary.ID, m.Left, s.Summary.Cards, len(s.Flips))
}

// Public implements Room.
func (l *Luckycard) Public() msgp.Marshaler {
	s := l.State
	s.Spectators, s.ServerTimeMS = 0, 0
	return &s
}

// Settled checks that the room ended with its top prize, which was turned last.
func (l *Luckycard) Settled(f *Findings, who string) {
	s := &l.State
	if s.Summary.Status != protocol.LuckycardOver {
		return
	}
	n := len(s.Flips)
	f.Hold(n > 0 && s.Flips[n-1].Def == s.Summary.TopDef && s.Flips[n-1].ValueCents == s.Summary.TopCents &&
		s.Key != "",
		Result, who,
		"lucky cards %s are over after %d flips without their top prize or key", s.Summary.ID, n)
}

// Free are the places that lie face down.
func (l *Luckycard) Free() []int {
	turned := map[int32]bool{}
	for _, t := range l.State.Flips {
		turned[t.Place] = true
	}
	var free []int
	for p := range l.State.Summary.Cards {
		if !turned[p] {
			free = append(free, int(p))
		}
	}
	return free
}
