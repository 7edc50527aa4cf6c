package check

import (
	"cmp"
	"slices"

	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

// Wish builds a wish room.
type Wish struct{ State protocol.WishSnapshot }

var wishRanks = map[string]int{protocol.WishOpen: 1, protocol.WishLock: 2, protocol.WishOver: 3, protocol.WishVoided: 3}

// Final implements Room.
func (w *Wish) Final() bool { return wishRanks[w.State.Summary.Status] == 3 }

// Take implements Room.
func (w *Wish) Take(f *Findings, who string, raw []byte) bool {
	s := read[protocol.WishSnapshot](f, who, "wish snapshot", raw)
	if s == nil {
		return false
	}
	forward(f, who, "wish "+s.Summary.ID, wishRanks, w.State.Summary.Status, s.Summary.Status)
	f.Hold(len(s.Bottles) >= len(w.State.Bottles), Order, who, "wish %s: %d bottles taken after %d", s.Summary.ID,
		len(s.Bottles), len(w.State.Bottles))
	w.State = *s
	return true
}

// Apply implements Room.
func (w *Wish) Apply(f *Findings, who string, kind uint16, raw []byte) bool {
	s := &w.State
	switch kind {
	case protocol.EventWishSnapshot:
		return w.Take(f, who, raw)
	case protocol.EventWishTaken:
		m := read[protocol.WishTaken](f, who, "bottles", raw)
		if m == nil {
			return false
		}
		w.take(f, who, m)
	case protocol.EventWishLocked:
		m := read[protocol.WishLocked](f, who, "wish lock", raw)
		if m == nil {
			return false
		}
		w.advance(f, who, protocol.WishLock)
		f.Hold(len(s.Bottles) == int(s.Summary.Bottles), Result, who, "wish %s: locked with %d of %d bottles",
			s.Summary.ID,
			len(s.Bottles), s.Summary.Bottles)
		s.ContextHash, s.BeaconSource, s.BeaconRound, s.DrawsAtMS = m.ContextHash, m.BeaconSource, m.BeaconRound,
			m.DrawsAtMS
	case protocol.EventWishDrawn:
		m := read[protocol.WishDrawn](f, who, "wish draw", raw)
		if m == nil {
			return false
		}
		w.advance(f, who, protocol.WishOver)
		s.Drawn, s.Summary.WinnerName = m, m.Bottle.Name
	case protocol.EventWishSpectators:
		return read[protocol.WishSpectators](f, who, "wish spectators", raw) != nil
	default:
		return f.Hold(false, Frames, who, "event %d on a wish room's topic", kind)
	}
	return true
}

func (w *Wish) advance(f *Findings, who, status string) {
	forward(f, who, "wish "+w.State.Summary.ID, wishRanks, w.State.Summary.Status, status)
	w.State.Summary.Status = status
}

func (w *Wish) take(f *Findings, who string, m *protocol.WishTaken) {
	s := &w.State
	s.Bottles = slices.Clone(s.Bottles)
	for _, b := range m.Bottles {
		i, taken := slices.BinarySearchFunc(s.Bottles, b,
			func(x, y protocol.WishBottle) int { return cmp.Compare(x.Number, y.Number) })
		if f.Hold(!taken && b.Number >= 1 && b.Number <= s.Summary.Bottles && s.Summary.Status == protocol.WishOpen,
			Order,
			who,
			"wish %s (%s): bottle %d is taken twice or is none", s.Summary.ID, s.Summary.Status, b.Number) {
			s.Bottles = slices.Insert(s.Bottles, i, b)
		}
	}
	s.Summary.Taken = m.Taken
	f.Hold(int(m.Taken) == len(s.Bottles), Result, who, "wish %s: %d taken, %d shown", s.Summary.ID, m.Taken,
		len(s.Bottles))
	f.Hold(w.fair(), Result, who, "wish %s: somebody has more than %d bottles", s.Summary.ID, s.Summary.Most)
}

// fair reports whether no player has more bottles than the room allows.
func (w *Wish) fair() bool {
	of := map[string]int32{}
	for _, b := range w.State.Bottles {
		if of[b.PlayerID]++; of[b.PlayerID] > w.State.Summary.Most {
			return false
		}
	}
	return true
}

// Public implements Room.
func (w *Wish) Public() msgp.Marshaler {
	s := w.State
	s.Spectators, s.ServerTimeMS = 0, 0
	return &s
}

// Settled checks that the winning bottle was taken.
func (w *Wish) Settled(f *Findings, who string) {
	s := &w.State
	if s.Drawn == nil {
		return
	}
	f.Hold(slices.Contains(s.Bottles, s.Drawn.Bottle), Result, who, "wish %s: bottle %d won, which %s does not have",
		s.Summary.ID, s.Drawn.Bottle.Number,
		s.Drawn.Bottle.Name)
}

// Free are the bottles that are not taken.
func (w *Wish) Free() []int32 {
	taken := map[int32]bool{}
	for _, b := range w.State.Bottles {
		taken[b.Number] = true
	}
	var free []int32
	for n := int32(1); n <= w.State.Summary.Bottles; n++ {
		if !taken[n] {
			free = append(free, n)
		}
	}
	return free
}
