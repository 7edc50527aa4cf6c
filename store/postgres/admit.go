package postgres

import (
	"slices"

	"jadebox/store"
)

// admit splits waiting ops into those that one set-based transaction can take and the rest, keeping the order of each
// player. Set-based statements see a room, an item, a nonce and a guarded account once; the second op on one of them
// waits a round. The second op with the same key becomes a follower of the first.
func admit(waiting []*pending) (batch, rest []*pending) {
	if len(waiting) == 1 || waiting[0].alone() {
		return waiting[:1:1], waiting[1:]
	}
	type key struct {
		player store.PlayerID
		key    string
	}
	leaders := make(map[key]*pending, len(waiting))
	held := map[store.PlayerID]bool{} // players with an op in rest: their later ones must not overtake it
	var rooms map[store.RoomID]bool
	var items map[store.ItemID]bool
	var nonces map[store.PlayerID]store.NonceUse
	var play []*store.Op // that move what is to be played, or guard it
	batch = waiting[:0:0]
	for _, p := range waiting {
		k := key{p.op.Player, p.op.Key}
		leader := leaders[k]
		switch {
		case held[p.op.Player]:
		case leader != nil:
			leader.followers = append(leader.followers, p)
			continue
		case p.alone(),
			p.op.Room != nil && rooms[p.op.Room.Room],
			p.op.Nonce != nil && !follows(nonces, p.op.Nonce),
			touches(items, p.op.Moves),
			guarded(play, p.op):
		default:
			leaders[k] = p
			batch = append(batch, p)
			if r := p.op.Room; r != nil {
				if rooms == nil {
					rooms = map[store.RoomID]bool{}
				}
				rooms[r.Room] = true
			}
			if n := p.op.Nonce; n != nil {
				if nonces == nil {
					nonces = make(map[store.PlayerID]store.NonceUse, len(waiting))
				}
				nonces[n.Player] = *n
			}
			if len(p.op.Play) > 0 || p.op.ToPlayMost != nil {
				play = append(play, p.op)
			}
			for _, m := range p.op.Moves {
				if items == nil {
					items = map[store.ItemID]bool{}
				}
				items[m.Item] = true
			}
			continue
		}
		held[p.op.Player] = true
		rest = append(rest, p)
	}
	return batch, rest
}

// follows reports whether n can join a batch: it is the player's first use there or goes on where the last one ended.
func follows(nonces map[store.PlayerID]store.NonceUse, n *store.NonceUse) bool {
	last, ok := nonces[n.Player]
	return !ok || last.Epoch == n.Epoch && last.From+uint64(last.Count) == n.From
}

func touches(items map[store.ItemID]bool, moves []store.ItemMove) bool {
	for _, m := range moves {
		if items[m.Item] {
			return true
		}
	}
	return false
}

// guarded reports whether op guards what its player has to stake and one of others moves that, or the other way
// round.
func guarded(others []*store.Op, op *store.Op) bool {
	moves := func(guard, op *store.Op) bool {
		account := store.PlayerToPlay(guard.Player)
		return guard.ToPlayMost != nil && (op.ToPlayMost != nil && op.Player == guard.Player ||
			slices.ContainsFunc(op.Play, func(p store.Posting) bool {
				return p.Debit == account || p.Credit == account
			}))
	}
	return (len(op.Play) > 0 || op.ToPlayMost != nil) &&
		slices.ContainsFunc(others, func(other *store.Op) bool { return moves(op, other) || moves(other, op) })
}
