package player

import (
	"slices"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// ErrToPlay refuses what would leave the house while something is still to be staked.
var ErrToPlay = apierr.New(protocol.CodeToPlay)

// playedThrough holds an op to what its player has still to stake (docs/rules.md, "Play-through"): nothing leaves the
// house before, and what the op stakes counts for it. Players who have excluded themselves may not play, and would be
// locked out of their own property: while an exclusion holds, nothing is refused. What lies in rooms that may give it
// back is not played yet: a player who joins, retrieves and leaves has played nothing. What another process gives after
// this one has looked, the store sees (store.Op.ToPlayMost).
func (a *player) playedThrough(op *store.Op, inRooms int64) (*store.Op, error) {
	left := a.rec.ToPlayCents
	asked := left + inRooms
	if a.HeldBack != nil {
		asked = a.HeldBack(asked)
	}
	leaves := a.leaves(op) && !a.held.State.Excluded(a.Now())
	if asked > 0 && leaves {
		return nil, &apierr.Error{Code: protocol.CodeToPlay, Field: "toPlayCents", Reason: "still to be staked",
			Now: &asked}
	}
	held := *op // a room may keep what it has asked for
	if leaves {
		held.ToPlayMost = &left
	}
	if left > 0 {
		if cents := min(left, Staked(op, a.Stakes)); cents > 0 {
			held.Play = append(slices.Clone(op.Play), store.LessToPlay(a.id, cents))
		}
	}
	return &held, nil
}

// lowersMore reports whether an op lowers what is still to be staked by more than is left.
func (a *player) lowersMore(op *store.Op) bool {
	return slices.ContainsFunc(op.Play, func(p store.Posting) bool {
		return p.Debit == store.PlayerToPlay(a.id) && p.AmountCents > a.rec.ToPlayCents
	})
}

// Staked is what an op stakes that counts as play: what an opening, an upgrade and a room's stakes take. A purchase, a
// trade-in and an exchange have no chance in them, and an upgrade has only the part that it may lose: a certain one
// would make any gift an item for nothing.
func Staked(op *store.Op, ofRoom func(kind string) bool) int64 {
	switch {
	case op.Kind == KindUpgrade:
		u, err := ReadUpgraded(0, op.Result)
		if err != nil {
			return 0
		}
		return u.playCents()
	case op.Kind == KindOpen, ofRoom != nil && ofRoom(op.Kind):
		_, risk := AtStake(op)
		return max(risk, 0)
	}
	return 0
}

// leaves reports whether an op takes something out of the house: items that are to be delivered, or R$ that is paid
// out. What a player puts up for others leaves it by an account that has nothing to play, and owes nothing.
func (a *player) leaves(op *store.Op) bool {
	if op.Room != nil && a.Passes != nil && a.Passes(op.Room.Kind) && a.putsUp(op) {
		return true
	}
	delivered := func(m store.ItemMove) bool { return m.To.Status == store.ItemAwaitingDelivery }
	paidOut := func(p store.Posting) bool { return p.Debit == store.PlayerReal(op.Player) }
	return slices.ContainsFunc(op.Moves, delivered) || slices.ContainsFunc(op.Postings, paidOut)
}

// putsUp reports whether an op of a room takes gems or items of the player.
func (a *player) putsUp(op *store.Op) bool {
	holder := store.RoomHolder(op.Room.Room)
	return slices.ContainsFunc(op.Moves, func(m store.ItemMove) bool { return m.To.Owner == holder }) ||
		slices.ContainsFunc(op.Postings, func(p store.Posting) bool { return p.Debit == store.PlayerGems(a.id) })
}
