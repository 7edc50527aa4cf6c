package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// Live audits what is new since the pass before: its cost follows the traffic, not the size of the database. It takes
// the state at its first sight of an account or a room for true and checks every change from there; Check is for the
// rest.
type Live struct {
	source store.Auditable
	opt    Options
	opsMax int64

	cursor   map[int64]store.ChainHead  // nil before the first pass
	balances map[store.AccountID]int64  // as of the last pass, of accounts seen
	rooms    map[store.RoomID]uint64    // versions, of open rooms seen
	packets  packets                    // of rains that began since the first pass
	overdue  map[store.RoomID]time.Time // open rooms past their deadline, since when they are known to be
}

// liveOpsMax bounds a pass; knownMax the memory between passes.
const (
	liveOpsMax = 500_000
	knownMax   = 500_000
)

// NewLive returns an auditor that starts from what is there at its first pass.
func NewLive(source store.Auditable, opt Options) *Live {
	return &Live{source: source, opt: opt.withDefaults(), opsMax: liveOpsMax}
}

// Pass audits what happened since the last call. Not for concurrent use.
func (l *Live) Pass(ctx context.Context) (*Report, error) {
	view, err := l.source.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer view.Close()
	began := l.opt.Now()
	report := newReport(began, false)
	heads, err := view.Heads(ctx)
	if err != nil {
		return nil, err
	}
	var fresh int64
	for w, h := range heads {
		fresh += h.Seq - l.cursor[w].Seq
		if h.Seq < l.cursor[w].Seq {
			report.violate(Chain, "writer %d went back from %d to %d", w, l.cursor[w].Seq, h.Seq)
		}
	}
	if l.cursor == nil || fresh > l.opsMax {
		if l.cursor != nil {
			report.Notes = append(report.Notes,
				fmt.Sprintf("%d ops were not looked at: more than %d since the last pass", fresh, l.opsMax))
		}
		l.cursor, l.balances, l.rooms = heads, map[store.AccountID]int64{}, map[store.RoomID]uint64{}
		l.packets = newPackets()
	}
	c := newReplay(l.opt, report)
	c.packets = l.packets
	maps.Copy(c.heads, l.cursor)
	cursor := store.Cursor{}
	for w, h := range l.cursor {
		cursor[w] = h.Seq
	}
	if err := view.JournalAfter(ctx, cursor, c.feed); err != nil {
		return nil, err
	}
	for _, check := range []func(context.Context, store.Snapshot, *replay) error{l.changedAccounts, l.changedItems,
		l.changedRooms, l.openRooms} {
		if err := check(ctx, view, c); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(c.opened(ctx, view), c.tookBack(ctx, view)); err != nil {
		return nil, err
	}
	c.packets.judge(report)
	c.goods.check(c.report, nil)
	c.payments.judge(c.report)
	l.cursor = c.heads
	if len(l.balances) > knownMax {
		l.balances = map[store.AccountID]int64{}
	}
	report.TookMS = l.opt.Now().Sub(began).Milliseconds()
	return report, nil
}

// ids is never nil, which would mean all.
func ids[K interface{ ~int64 }, V any](m map[K]V) []K {
	return slices.AppendSeq(make([]K, 0, len(m)), maps.Keys(m))
}

func (l *Live) changedAccounts(ctx context.Context, view store.Snapshot, c *replay) error {
	maps.DeleteFunc(c.balances, func(a store.AccountID, _ int64) bool { return a.Derived() })
	return view.Accounts(ctx, ids(c.balances), func(a store.AccountState) error {
		c.report.Accounts++
		want := a.Cents
		if before, known := l.balances[a.Account]; known {
			want = before + c.balances[a.Account]
		}
		c.negative(a)
		c.sums(a, want)
		l.balances[a.Account] = a.Cents
		return nil
	})
}

// changedItems checks that each item that moved is where its moves lead. An item from before has one place that it left
// and one that it came to; for one created since, the first is where it was created.
func (l *Live) changedItems(ctx context.Context, view store.Snapshot, c *replay) error {
	for id, at := range c.away {
		if c.moved[id] == nil {
			c.report.violate(Items, "item %d went from %+v to %+v without an op", id, at[0], at[1])
		}
	}
	if err := l.statuses(ctx, view, c); err != nil {
		return err
	}
	return view.Items(ctx, ids(c.moved), func(it store.Item) error {
		c.held(it.ID, place(it))
		net := c.moved[it.ID]
		net[place(it)]--
		left := 0
		for _, n := range net {
			left += max(n, -n)
		}
		if left > 1 {
			c.report.violate(Items, "item %d is at %+v, where its moves do not lead", it.ID, place(it))
		}
		return nil
	})
}

// statuses reads the rooms that took items or gave them back.
func (l *Live) statuses(ctx context.Context, view store.Snapshot, c *replay) error {
	rooms := map[store.RoomID]bool{}
	for _, net := range c.moved {
		for where := range net {
			if where.Owner < 0 {
				rooms[store.RoomID(-where.Owner)] = true
			}
		}
	}
	return view.Rooms(ctx, ids(rooms), func(r store.Room) error {
		c.statuses[r.ID] = r.Status
		return nil
	})
}

func (l *Live) changedRooms(ctx context.Context, view store.Snapshot, c *replay) error {
	changed, escrows := map[store.RoomID]store.Room{}, map[store.AccountID]bool{}
	err := view.Rooms(ctx, ids(c.roomsOf), func(r store.Room) error {
		c.report.Rooms++
		t := c.roomsOf[r.ID]
		if before, known := l.rooms[r.ID]; known && before+t.writes != t.lastVersion {
			c.report.violate(Rooms, "room %d: %d writes lead from version %d to %d", r.ID, t.writes, before,
				t.lastVersion)
		}
		c.compareRoom(r, t)
		l.rooms[r.ID] = r.Version
		if r.Status.Final() {
			delete(l.rooms, r.ID)
		}
		changed[r.ID] = r
		escrows[store.RoomEscrow(r.ID)], escrows[store.RoomWishCards(r.ID)] = true, true
		return nil
	})
	if err != nil {
		return err
	}
	held := map[store.AccountID]int64{}
	err = view.Accounts(ctx, ids(escrows), func(a store.AccountState) error {
		held[a.Account] = a.Cents
		return nil
	})
	for id, r := range changed {
		c.escrow(r, held[store.RoomEscrow(id)], held[store.RoomWishCards(id)])
	}
	return err
}

// openRooms finds rooms that have been past their deadline for grace, as this auditor has seen it: one that is found so
// after the site or the machine was off is given the time to be resumed.
func (l *Live) openRooms(ctx context.Context, view store.Snapshot, c *replay) error {
	before := l.overdue
	l.overdue = map[store.RoomID]time.Time{}
	return view.OpenRooms(ctx, func(r store.Room) error {
		c.report.Rooms++
		if !c.report.At.After(r.Deadline) {
			return nil
		}
		since, known := before[r.ID]
		if !known {
			since = c.report.At
		}
		l.overdue[r.ID] = since
		if late := c.report.At.Sub(since); late >= grace {
			c.report.violate(Deadlines, "room %d (%s, status %d) is %d s past its deadline", r.ID, r.Kind, r.Status,
				int64(c.report.At.Sub(r.Deadline).Seconds()))
		}
		return nil
	})
}
