package audit

import (
	"jadebox/actors/player/limits"
	"jadebox/store"
)

// lock holds the lock of a player's limits to what it is: all other rules leave out the last move and the last item of
// an op that makes one (limits.WithoutLock), so that whatever stood there in its place would be looked at by none. Its
// player's own goes and the next one comes, worth nothing; only the first one comes alone, once.
func (p *prices) lock(e *store.JournalEntry) error {
	made, passed := 0, 0
	for _, it := range e.NewItems {
		if it.Def == limits.Lock {
			made++
		}
	}
	for _, m := range e.Moves {
		if p.items[m.Item].Def == limits.Lock {
			passed++
		}
	}
	first := e.Kind == limits.KindBegin
	switch {
	case made == 0 && passed == 0 && !first:
		return nil
	case made != 1 || e.NewItems[len(e.NewItems)-1] != limits.NewLock(e.Player):
		return wrongf("it makes %v, and no lock of its player's", e.NewItems)
	case first && (passed > 0 || e.Key != limits.KeyBegin):
		return wrongf("a player's first lock comes once, and instead of none")
	case first:
		return nil
	case passed != 1:
		return wrongf("a lock comes for %v", e.Moves)
	}
	if last := e.Moves[len(e.Moves)-1]; last != limits.Pass(e.Player, last.Item) ||
		p.items[last.Item].Def != limits.Lock {
		return wrongf("a lock comes for %v", last)
	}
	return nil
}
