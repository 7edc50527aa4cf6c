package audit

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// ends finds ops that the walk did not see: every writer's end must be where the replay ended.
func (c *replay) ends(ctx context.Context, view store.Snapshot) error {
	heads, err := view.Heads(ctx)
	for w, h := range heads {
		if c.heads[w] != h {
			c.report.violate(Chain, "writer %d ends at %d, the journal at %d", w, h.Seq, c.heads[w].Seq)
		}
	}
	return err
}

// counts finds rows that belong to no op.
func (c *replay) counts(ctx context.Context, view store.Snapshot) error {
	n, err := view.Counts(ctx)
	if err != nil {
		return err
	}
	if n.Ops != c.counted.Ops {
		c.report.violate(Chain, "%d ops are stored, %d belong to a writer", n.Ops, c.counted.Ops)
	}
	if n.Transfers != c.counted.Transfers {
		c.report.violate(Ledger, "%d transfers are stored, %d belong to an op", n.Transfers, c.counted.Transfers)
	}
	if n.Items != c.counted.Items {
		c.report.violate(Items, "%d items are stored, %d were created by an op", n.Items, c.counted.Items)
	}
	return nil
}

// accounts sums every account up against its entries, and compares the nonces with their uses.
func (c *replay) accounts(ctx context.Context, view store.Snapshot) error {
	sum := map[store.Currency]int64{}
	for a, cents := range c.balances { // derived ones alone
		sum[a.Currency()] += cents
	}
	if err := view.Accounts(ctx, nil, func(a store.AccountState) error {
		c.report.Accounts++
		sum[a.Account.Currency()] += a.Cents
		c.sieve.balance(a.Account, -a.Cents)
		c.negative(a)
		switch a.Account.Class() {
		case store.ClassRoomEscrow, store.ClassRoomWishCards:
			if a.Cents != 0 {
				c.inRooms[a.Account] = a.Cents
			}
		case store.ClassPlayerGems:
			var used uint64
			// one whose opening was not published yet shows no time: nothing was drawn from it, and nothing can be
			closed, unknown := false, len(c.seeds.restores) > 0 && a.NextNonce == store.NonceClosed
			if at := c.seeds.epochs[store.EpochID{Player: store.PlayerID(a.Account.Owner()),
				Epoch: a.Epoch}]; at != nil {
				used, closed = at.used, at.openedMS != 0 && c.seeds.closedBy(at.openedMS) != 0
				unknown = unknown && at.openedMS == 0
			}
			switch {
			case closed && a.NextNonce != store.NonceClosed:
				c.report.violate(Keys,
					"player %d: epoch %d was open when the site went back to a backup, and is not closed",
					a.Account.Owner(), a.Epoch)
			case !closed && !unknown && used != a.NextNonce:
				c.report.violate(Keys, "player %d: next nonce of epoch %d is %d, the journal used %d",
					a.Account.Owner(), a.Epoch, a.NextNonce, used)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	for currency, amount := range sum {
		if amount != 0 {
			c.report.violate(Ledger, "the %s ledger sums to %d", currency, amount)
		}
	}
	return view.TwiceKeyed(ctx, func(p store.PlayerID, key string, n int) error {
		c.report.violate(Keys, "%d ops have the same key %q of player %d", n, key, p)
		return nil
	})
}

// compareAccounts compares accounts with the sums of their entries.
func (c *replay) compareAccounts(ctx context.Context, view store.Snapshot) error {
	seen := map[store.AccountID]bool{}
	if err := view.Accounts(ctx, nil, func(a store.AccountState) error {
		if c.only.account(a.Account) {
			seen[a.Account] = true
			c.sums(a, c.balances[a.Account])
		}
		return nil
	}); err != nil {
		return err
	}
	for _, a := range slices.Sorted(maps.Keys(c.balances)) {
		if cents := c.balances[a]; !a.Derived() && !seen[a] {
			c.report.violate(Ledger, "account %d has entries (%d cents) and no row", a, cents)
		}
	}
	return nil
}

func (c *replay) negative(a store.AccountState) {
	if a.Cents < 0 {
		c.report.violate(Ledger, "account %d holds %d cents", a.Account, a.Cents)
	}
}

func (c *replay) sums(a store.AccountState, want int64) {
	if a.Cents != want {
		c.report.violate(Ledger, "account %d holds %d cents, its entries sum to %d", a.Account, a.Cents, want)
	}
}

// rooms sums every room up against its writes, and compares it with its escrow.
func (c *replay) rooms(ctx context.Context, view store.Snapshot) error {
	if err := view.Rooms(ctx, nil, func(r store.Room) error {
		c.report.Rooms++
		for version := range r.Version {
			c.sieve.version(r.ID, version+1, -1)
		}
		c.sieve.status(r.ID, r.Version, r.Status, -1)
		if r.Status.Final() {
			c.sieve.final(r.ID, -1)
		}
		escrow, wishCards := store.RoomEscrow(r.ID), store.RoomWishCards(r.ID)
		c.escrow(r, c.inRooms[escrow], c.inRooms[wishCards])
		delete(c.inRooms, escrow)
		delete(c.inRooms, wishCards)
		return nil
	}); err != nil {
		return err
	}
	for _, a := range slices.Sorted(maps.Keys(c.inRooms)) {
		c.report.violate(Escrow, "%d (%s) are held for room %d, which does not exist", c.inRooms[a], a.Currency(),
			a.Owner())
	}
	return c.holders(ctx, view)
}

// holders checks the items that rooms hold.
func (c *replay) holders(ctx context.Context, view store.Snapshot) error {
	rooms := make([]store.RoomID, 0, len(c.heldNow))
	for _, at := range c.heldNow {
		rooms = append(rooms, store.RoomID(-at.Owner))
	}
	if err := view.RoomHeads(ctx, rooms, func(h store.RoomHead) error {
		c.statuses[h.ID] = h.Status
		return nil
	}); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(c.heldNow)) {
		c.held(id, c.heldNow[id])
	}
	return nil
}

// compareRooms compares rooms with their writes.
func (c *replay) compareRooms(ctx context.Context, view store.Snapshot) error {
	seen := map[store.RoomID]bool{}
	err := view.Rooms(ctx, nil, func(r store.Room) error {
		if !c.only.room(r.ID) {
			return nil
		}
		seen[r.ID] = true
		t := c.roomsOf[r.ID]
		if t == nil {
			c.report.violate(Rooms, "room %d was written by no op", r.ID)
			return nil
		}
		c.compareRoom(r, t)
		if t.writes != t.lastVersion || t.versions != t.lastVersion*(t.lastVersion+1)/2 {
			c.report.violate(Rooms, "room %d: %d writes lead to version %d", r.ID, t.writes, t.lastVersion)
		}
		return nil
	})
	for _, id := range slices.Sorted(maps.Keys(c.roomsOf)) {
		if !seen[id] {
			c.report.violate(Rooms, "room %d has writes and no row", id)
		}
	}
	return err
}

func (c *replay) compareRoom(r store.Room, t *roomTrack) {
	if r.Version != t.lastVersion || r.Status != t.last.Status || sha256.Sum256(r.State) != t.hash ||
		r.Epoch < t.last.Epoch || !r.Deadline.Equal(t.last.Deadline) {
		c.report.violate(Rooms,
			"room %d is at version %d, status %d; its last write made version %d, status %d, or its state was changed",
			r.ID, r.Version, r.Status, t.lastVersion, t.last.Status)
	}
	if final := r.Status.Final(); t.finals > 1 || final != (t.finals == 1) {
		c.report.violate(Rooms, "room %d was ended %d times, status %d", r.ID, t.finals, r.Status)
	}
}

func (c *replay) escrow(r store.Room, cents, wishCards int64) {
	for _, e := range []struct {
		held     int64
		stake    func(store.Room) (int64, bool)
		currency store.Currency
	}{{cents, c.opt.Stake, store.Gems}, {wishCards, c.opt.WishCardStake, store.WishCards}} {
		switch {
		case r.Status.Final():
			if e.held != 0 {
				c.report.violate(Escrow, "room %d is final and holds %d (%s)", r.ID, e.held, e.currency)
			}
		case e.stake != nil:
			if want, known := e.stake(r); known && want != e.held {
				c.report.violate(Escrow, "room %d holds %d (%s), its players have %d in it", r.ID, e.held, e.currency,
					want)
			}
		}
	}
}

// held checks an item in escrow: only a room that is not over holds one.
func (c *replay) held(id store.ItemID, now store.ItemPlace) {
	if now.Owner > 0 {
		return
	}
	room := store.RoomID(-now.Owner)
	if status := c.statuses[room]; status == 0 || status.Final() || now.Status != store.ItemInBackpack {
		c.report.violate(Items, "item %d is held in status %d by room %d, which is in status %d", id, now.Status, room,
			status)
	}
}

// overdue are the open rooms whose deadline is past, and how much the site was played on since: a room of a site that
// is off waits with it.
type overdue map[store.RoomID]*lateRoom

type lateRoom struct {
	store.Room
	played map[int64]bool // spans of restMax in which there was an op, at most as many as make grace
}

// overdue reads them before the journal is walked.
func (c *replay) lateRooms(ctx context.Context, view store.Snapshot) error {
	return view.OpenRooms(ctx, func(r store.Room) error {
		if c.report.At.Sub(r.Deadline) > grace {
			c.late[r.ID] = &lateRoom{r, map[int64]bool{}}
		}
		return nil
	})
}

func (o overdue) feed(at time.Time) {
	for _, r := range o {
		if at.After(r.Deadline) && len(r.played) <= int(grace/restMax) {
			r.played[at.UnixNano()/int64(restMax)] = true
		}
	}
}

func (o overdue) judge(r *Report) {
	waiting := 0
	for _, id := range slices.Sorted(maps.Keys(o)) {
		if l := o[id]; len(l.played) > int(grace/restMax) {
			r.violate(Deadlines,
				"room %d (%s, status %d) is past its deadline of %v, and the site was played on since", id,
				l.Kind, l.Status, l.Deadline.Format(time.RFC3339))
		} else {
			waiting++
		}
	}
	if waiting > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d rooms wait past their deadlines for the site: late, not broken",
			waiting))
	}
}

// displaced follows every item that moved: from where it was created, its moves must lead to where it is. Moves out of
// and into a place cancel out along a path, so the order in which different writers made them does not matter.
func (c *replay) displaced() {
	for id, at := range c.away {
		net := c.moved[id]
		if net == nil {
			c.report.violate(Items, "item %d went from %+v to %+v without an op", id, at[0], at[1])
			continue
		}
		net[at[0]]++
		net[at[1]]--
	}
	for id, net := range c.moved {
		for where, n := range net {
			if n != 0 {
				c.report.violate(Items, "item %d: its moves do not join at %+v (%+d)", id, where, n)
			}
		}
	}
}
