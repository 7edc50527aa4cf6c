package store

import (
	"slices"
	"strings"
)

// Others are the players besides the op's own whose accounts or items it changes, ascending: what they own changes by
// no wish of theirs, such as the pay of a battle. Their statements hold the op too (OpQuery.Others).
func (op *Op) Others() []PlayerID {
	var others []PlayerID
	add := func(p PlayerID) {
		if p > 0 && p != op.Player {
			others = append(others, p)
		}
	}
	for _, p := range op.Postings {
		for _, a := range [2]AccountID{p.Debit, p.Credit} {
			if a.OfPlayer() {
				add(PlayerID(a.Owner()))
			}
		}
	}
	for _, it := range op.NewItems {
		add(it.Owner)
	}
	for _, m := range op.Moves {
		add(m.From.Owner)
		add(m.To.Owner)
	}
	slices.Sort(others)
	return slices.Compact(others)
}

// othersPrefix begins the names of the lists on which an op stands for Others: a list for each kind of op.
const othersPrefix = "others/"

// OthersList is the list of the ops of a kind that changed what a player owns and were not the player's own. Engines
// keep it; an op cannot name it in Lists.
func OthersList(kind string) string { return othersPrefix + kind }

// OthersKind is the kind whose list this is, if it is one.
func OthersKind(list string) (kind string, ok bool) { return strings.CutPrefix(list, othersPrefix) }
