package audit

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"jadebox/store"
)

// sieve holds accounts, items and rooms to the journal in memory that does not grow with them. Each is of one of some
// hundred parts, and of each part there is one sum: what the journal says of its members, less what the tables say. A
// sum that comes to nothing clears all its members; those of the others are looked at one by one, in a second walk.
type sieve struct{ accounts, items, rooms [sieveParts]setHash }

const sieveParts = 1024

// guilty are the parts that did not come to nothing. A nil one is all.
type guilty struct{ accounts, items, rooms [sieveParts]bool }

func sievePart[ID ~int64](id ID) int { return int(uint64(id) * 0x9e3779b97f4a7c15 >> 54) }

func (g *guilty) account(id store.AccountID) bool { return g == nil || g.accounts[sievePart(id)] }
func (g *guilty) item(id store.ItemID) bool       { return g == nil || g.items[sievePart(id)] }
func (g *guilty) room(id store.RoomID) bool       { return g == nil || g.rooms[sievePart(id)] }

// sieveText is a member: a letter for what is said of it, and numbers.
func sieveText(what byte, numbers ...int64) []byte {
	b := append(make([]byte, 0, 1+8*len(numbers)), what)
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return b
}

func (s *sieve) balance(a store.AccountID, cents int64) {
	s.accounts[sievePart(a)].add(cents, sieveText('a', int64(a)))
}

func (s *sieve) place(id store.ItemID, at store.ItemPlace, n int64) {
	s.items[sievePart(id)].add(n, sieveText('i', int64(id), int64(at.Owner), int64(at.Status)))
}

// version is one that a room has had; each comes about by one write.
func (s *sieve) version(id store.RoomID, version uint64, n int64) {
	s.rooms[sievePart(id)].add(n, sieveText('v', int64(id), int64(version)))
}

// status is how a version of a room stood: a write leads from one to the next.
func (s *sieve) status(id store.RoomID, version uint64, status store.RoomStatus, n int64) {
	s.rooms[sievePart(id)].add(n, sieveText('s', int64(id), int64(version), int64(status)))
}

func (s *sieve) final(id store.RoomID, n int64) {
	s.rooms[sievePart(id)].add(n, sieveText('f', int64(id)))
}

func (s *sieve) write(e *store.JournalEntry) {
	w := e.Room
	s.version(w.Room, w.FromVersion+1, 1)
	s.status(w.Room, w.FromVersion+1, w.Status, 1)
	if w.FromVersion > 0 {
		s.status(w.Room, w.FromVersion, w.FromStatus, -1)
	}
	if w.Status.Final() {
		s.final(w.Room, 1)
	}
}

func (s *sieve) parts() (g *guilty) {
	for i := range sieveParts {
		a, it, r := !s.accounts[i].empty(), !s.items[i].empty(), !s.rooms[i].empty()
		if g == nil && (a || it || r) {
			g = &guilty{}
		}
		if g != nil {
			g.accounts[i], g.items[i], g.rooms[i] = a, it, r
		}
	}
	return g
}

// postings sums up what an op moved.
func (c *replay) postings(e *store.JournalEntry) {
	for _, p := range e.Entries() {
		c.entry(p.Debit, -p.AmountCents)
		c.entry(p.Credit, p.AmountCents)
	}
}

func (c *replay) entry(a store.AccountID, cents int64) {
	switch {
	case a.Derived():
		c.balances[a] += cents
	case c.sieve != nil:
		c.sieve.balance(a, cents)
	case c.only.account(a):
		c.balances[a] += cents
	}
}

// places sums up where items were made, went and are.
func (c *replay) places(e *store.JournalEntry) {
	for i, n := range e.NewItems {
		if i >= len(e.Items) {
			break
		}
		it := e.Items[i]
		created, now := store.ItemPlace{Owner: n.Owner}, place(it)
		if c.sieve != nil {
			if now.Owner < 0 {
				c.heldNow[it.ID] = now
			}
			if now.Status == store.ItemAwaitingDelivery {
				c.awaiting[it.ID] = now.Status
			}
		}
		switch {
		case created == now:
		case c.sieve != nil:
			c.sieve.place(it.ID, created, 1)
			c.sieve.place(it.ID, now, -1)
		case c.only.item(it.ID):
			c.away[it.ID] = [2]store.ItemPlace{created, now}
		}
	}
	for _, m := range e.Moves {
		if c.sieve != nil {
			c.sieve.place(m.Item, m.From, -1)
			c.sieve.place(m.Item, m.To, 1)
			continue
		}
		if !c.only.item(m.Item) {
			continue
		}
		if c.moved[m.Item] == nil {
			c.moved[m.Item] = map[store.ItemPlace]int{}
		}
		c.moved[m.Item][m.From]--
		c.moved[m.Item][m.To]++
	}
}

// written compares the last write of each room with the room.
func (c *replay) written(ctx context.Context, view store.Snapshot, chunk []*store.JournalEntry) error {
	ids := map[store.RoomID]bool{}
	for _, e := range chunk {
		if e.Room != nil {
			ids[e.Room.Room] = true
		}
	}
	if len(ids) == 0 {
		return nil
	}
	heads := map[store.RoomID]store.RoomHead{}
	if err := view.RoomHeads(ctx, slices.Collect(maps.Keys(ids)), func(h store.RoomHead) error {
		heads[h.ID] = h
		return nil
	}); err != nil {
		return err
	}
	for _, e := range chunk {
		w := e.Room
		if w == nil {
			continue
		}
		h, known := heads[w.Room]
		if !known || h.Version != w.FromVersion+1 { // the sums tell of one that is not there
			continue
		}
		if h.Status != w.Status || h.StateHash != e.StateHash || h.Epoch < w.Epoch || !h.Deadline.Equal(w.Deadline) ||
			h.Kind != w.Kind {
			c.report.violate(Rooms, "room %d is not what its last write (op %d) has made it", w.Room, e.ID)
		}
	}
	return nil
}

// closer looks at the parts that did not come to nothing, one by one.
func (c *replay) closer(ctx context.Context, view store.Snapshot) error {
	only := c.sieve.parts()
	if only == nil {
		return nil
	}
	before := c.report.Total()
	again := newReplay(c.opt, c.report)
	again.only = only
	if err := view.JournalAfter(ctx, nil, func(e *store.JournalEntry) error {
		again.postings(e)
		again.places(e)
		again.room(e)
		return nil
	}); err != nil {
		return err
	}
	if err := again.compareAccounts(ctx, view); err != nil {
		return err
	}
	if err := again.compareRooms(ctx, view); err != nil {
		return err
	}
	again.displaced()
	if c.report.Total() == before { // it cannot be: then it is said at the least
		c.report.violate(Ledger, "accounts, items or rooms are not what the journal leads to")
	}
	return nil
}
