package postgres

import (
	"testing"

	"jadebox/store"
)

// TestABatchTakesWhatOneTransactionCanTake names what one transaction can take: b is in the batch, r in the rest, f
// follows an op of the batch.
func TestABatchTakesWhatOneTransactionCanTake(t *testing.T) {
	op := func(p store.PlayerID, key string, change ...func(*store.Op)) *pending {
		o := &store.Op{Player: p, Key: key}
		for _, c := range change {
			c(o)
		}
		return &pending{op: o}
	}
	room := func(id store.RoomID) func(*store.Op) {
		return func(o *store.Op) { o.Room = &store.RoomWrite{Room: id} }
	}
	move := func(id store.ItemID) func(*store.Op) {
		return func(o *store.Op) { o.Moves = []store.ItemMove{{Item: id}} }
	}
	nonce := func(p store.PlayerID, epoch store.Epoch, from uint64) func(*store.Op) {
		return func(o *store.Op) { o.Nonce = &store.NonceUse{Player: p, Epoch: epoch, From: from, Count: 1} }
	}
	guards := func(o *store.Op) { o.ToPlayMost = new(int64) }
	gives := func(p store.PlayerID) func(*store.Op) {
		return func(o *store.Op) { o.Play = []store.Posting{store.MoreToPlay(p, 1)} }
	}
	registration := op(5, "welcome")
	registration.player = &store.NewPlayer{}
	renaming := op(5, "name")
	renaming.name = &store.NameChange{}
	for name, c := range map[string]struct {
		ops  []*pending
		want string
	}{
		"strangers":    {[]*pending{op(1, "a"), op(2, "a"), op(1, "b")}, "bbb"},
		"the same key": {[]*pending{op(1, "a"), op(1, "a"), op(1, "a"), op(1, "b")}, "bffb"},
		"the same room": {[]*pending{op(1, "a", room(9)), op(2, "a", room(9)), op(3, "a", room(8))},
			"brb"},
		"the same item": {[]*pending{op(1, "a", move(9)), op(2, "a", move(9)), op(3, "a", move(8))},
			"brb"},
		"nonces that follow":   {[]*pending{op(1, "a", nonce(1, 1, 4)), op(1, "b", nonce(1, 1, 5))}, "bb"},
		"a nonce twice":        {[]*pending{op(1, "a", nonce(1, 1, 4)), op(1, "b", nonce(1, 1, 4))}, "br"},
		"nonces of two epochs": {[]*pending{op(1, "a", nonce(1, 1, 4)), op(1, "b", nonce(1, 2, 5))}, "br"},
		"a guard behind a gift": {[]*pending{op(0, "a", gives(1)), op(1, "b", guards), op(2, "c", guards)},
			"brb"},
		"a gift behind a guard": {[]*pending{op(1, "a", guards), op(0, "b", gives(2)), op(0, "c", gives(1))},
			"bbr"},
		"two guards of one player": {[]*pending{op(1, "a", guards), op(1, "b", guards), op(2, "a", guards)}, "brb"},
		"gifts without a guard": {[]*pending{op(0, "a", gives(1)), op(0, "b", gives(1)), op(1, "c", gives(1))},
			"bbb"},
		"a guard that lowers its own": {[]*pending{op(1, "a", guards, gives(1)), op(1, "b")}, "bb"},
		"none overtakes its player": {[]*pending{op(1, "a", room(9)), op(2, "b", room(9)), op(2, "c"), op(3, "d")},
			"brrb"},
		"nor by a repeated key":         {[]*pending{op(1, "a", room(9)), op(2, "b", room(9)), op(2, "b")}, "brr"},
		"a registration first is alone": {[]*pending{registration, op(1, "a")}, "br"},
		"a name first is alone":         {[]*pending{renaming, op(1, "a")}, "br"},
		"a name later waits":            {[]*pending{op(1, "a"), renaming, op(5, "a"), op(2, "a")}, "brrb"},
		"a registration later waits":    {[]*pending{op(1, "a"), registration, op(2, "a")}, "brb"},
		"alone":                         {[]*pending{op(1, "a")}, "b"},
	} {
		for _, p := range c.ops {
			p.followers = nil
		}
		batch, rest := admit(c.ops)
		got := make([]byte, len(c.ops))
		mark := func(list []*pending, m byte) {
			for _, p := range list {
				for i := range c.ops {
					if c.ops[i] == p {
						got[i] = m
					}
				}
			}
		}
		mark(batch, 'b')
		mark(rest, 'r')
		for _, p := range batch {
			mark(p.followers, 'f')
		}
		if string(got) != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
