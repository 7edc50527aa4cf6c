package audit

import (
	"fmt"
	"slices"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/store"
)

// play holds an op to what it may change of what players have still to stake: a gift raises it by what the setting
// asks, or by nothing where the op is from before gifts were to be played; a stake lowers it by so much at most; and
// what a room gives back raises it by so much at most. That a void room gives back all of it is in void's sums.
func (p *prices) play(e *store.JournalEntry) error {
	if len(e.Play) == 0 {
		return nil
	}
	back := playthrough.Back(kinds.All, &e.Op)
	staked := player.Staked(&e.Op, kinds.All.Stakes)
	var raised []store.Posting
	for _, entry := range e.Play {
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
