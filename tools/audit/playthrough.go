package audit

import (
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/playthrough"
	"jadebox/store"
)

// play holds an op to what it may change of what players have still to stake: a gift raises it by what the setting
// asks, or by nothing where the op is from before gifts were to be played; a stake lowers it by so much at most; and
// what a room gives back raises it by so much at most. That a void room gives back all of it is in void's sums.
func (p *prices) play(e *store.JournalEntry) error {
	if len(e.Play) == 0 {
		return p.playMissing(e)
	}
	if p.playSince.IsZero() || e.At.Before(p.playSince) {
		p.playSince = e.At
	}
	back := playthrough.Back(kinds.All, &e.Op)
	staked := player.Staked(&e.Op, kinds.All.Stakes)
	for who, cents := range playthrough.TakenBack(&e.Op) {
		if who == e.Player {
			for _, t := range ever(p.rulebook, playthrough.Setting) {
				staked = max(staked, t.Asks(cents))
			}
		}
	}
	if w, err := playthrough.ReadWaived(&e.Op); e.Kind == playthrough.KindWaive && err == nil {
		staked = w.Cents
	}
	if g, err := player.RightGivenBack(&e.Op); e.Kind == player.KindGiveBack && err == nil {
		staked = g.ToPlayCents
	}
	var raised []store.Posting
	for _, entry := range e.Play {
		if who := store.PlayerID(entry.Credit.Owner()); entry.Debit == store.HouseToPlay && p.firstGift[who].IsZero() {
			p.firstGift[who] = e.At
		}
		switch who := store.PlayerID(max(entry.Debit.Owner(), entry.Credit.Owner())); {
		case entry.Credit == store.HouseToPlay && who == e.Player && entry.AmountCents <= staked:
			staked -= entry.AmountCents
		case entry.Debit == store.HouseToPlay && entry.AmountCents <= back[who]:
			back[who] -= entry.AmountCents
		case entry.Debit == store.HouseToPlay:
			raised = append(raised, entry)
		default:
			return wrongf("it lowers what player %d has to play: %v", who, e.Play)
		}
	}
	if len(raised) > 0 && !allows(p.rulebook, playthrough.Setting, e.At, func(t playthrough.Settings) bool {
		return slices.Equal(raised, t.Raise(kinds.All, &e.Op))
	}) {
		return wrongf("what it gives asks for other play than %v", raised)
	}
	return nil
}

// playMissing finds a gift that asks for no play although gifts before it did. A site that is older than play-through
// has gifts of before it, and processes of two versions may stand beside each other for a while.
func (p *prices) playMissing(e *store.JournalEntry) error {
	if p.playSince.IsZero() || e.At.Before(p.playSince.Add(upgradeWithin)) ||
		allows(p.rulebook, playthrough.Setting, e.At,
			func(t playthrough.Settings) bool { return len(t.Raise(kinds.All, &e.Op)) == 0 }) {
		return nil
	}
	return wrongf("what it gives asks for no play")
}

// waiver: it moves nothing, and says who asked a player to stake less, and why.
func (p *prices) waiver(e *store.JournalEntry) error {
	if _, err := playthrough.ReadWaived(&e.Op); err != nil {
		return wrongf("%v", err)
	}
	return nothing(p, e)
}

// giftBack: what is left to be staked is not asked for any more, for what asked for it.
func (p *prices) giftBack(e *store.JournalEntry) error {
	g, err := player.RightGivenBack(&e.Op)
	if err != nil {
		return wrongf("%v", err)
	}
	if moves, items := limits.WithoutLock(&e.Op); len(moves)+len(items) > 0 {
		return wrongf("it moves items")
	}
	// By a multiple that has held, and no less than by the lowest since the player's first gift, or for as long as it
	// is remembered: the site goes by what has held since the account was made (playthrough.Lowest). Writers are read
	// one after the other: where no gift before it was read yet, it is held to the multiple of its own time.
	first, from := p.firstGift[e.Player], e.At.Add(-playthrough.Remembered)
	switch {
	case first.IsZero() || first.After(e.At):
		from = e.At
	case first.After(from):
		from = first
	}
	held := since(p.rulebook, playthrough.Setting, from, e.At)
	if !slices.ContainsFunc(ever(p.rulebook, playthrough.Setting), func(t playthrough.Settings) bool {
		return t.Unplayed(g.ToPlayCents) == g.GemsCents
	}) || slices.ContainsFunc(held, func(t playthrough.Settings) bool {
		return t.MultiplePPM > 0 && t.Unplayed(g.ToPlayCents) > g.GemsCents
	}) {
		return wrongf("%d cents for %d that were left to be staked", g.GemsCents, g.ToPlayCents)
	}
	return nil
}

// upgradeWithin is how long a process of the version before may still commit.
const upgradeWithin = 10 * time.Minute

// backToPlay adds up, for rooms that are void, what stakes have lowered and what came back of it.
func (b *roomBooks) backToPlay(e *store.JournalEntry) {
	for _, entry := range e.Play {
		switch {
		case entry.Credit == store.HouseToPlay:
			b.voids.add(entry.AmountCents, fmt.Appendf(nil, "play %d %d", e.Room.Room, entry.Debit))
		case entry.Debit == store.HouseToPlay:
			b.voids.add(-entry.AmountCents, fmt.Appendf(nil, "play %d %d", e.Room.Room, entry.Credit))
		}
	}
}
