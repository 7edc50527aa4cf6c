package roomtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

// steps are the ops of the room, oldest first.
func (b *table) steps() []store.OpRecord {
	b.Helper()
	return slices.DeleteFunc(b.journal(), func(op store.OpRecord) bool { return !b.writes(op) })
}

// writes reports whether an op is one of the room, its players' or its own.
func (b *table) writes(op store.OpRecord) bool { return op.Room != nil && op.Room.Room == b.id }

// ids are those of the ops that a function picks.
func (b *table) ids(of func(store.OpRecord) bool) map[store.OpID]bool {
	b.Helper()
	list := map[store.OpID]bool{}
	for _, op := range b.journal() {
		list[op.ID] = of(op)
	}
	return list
}

// journal is every op, oldest first.
func (b *table) journal() (list []store.OpRecord) {
	b.Helper()
	snap, err := b.Engine.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snap.Close()
	if err := snap.JournalAfter(b.Context(), nil, func(e *store.JournalEntry) error {
		list = append(list, e.OpRecord)
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	return list
}

// books is everything of value that the guests have, in every currency that there is, and every item in whatever place.
func (b *table) books() string {
	b.Helper()
	snap, err := b.Engine.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snap.Close()
	var text strings.Builder
	if err := snap.Accounts(b.Context(), nil, func(a store.AccountState) error {
		who := store.PlayerID(a.Account.Owner())
		if a.Account.OfPlayer() && slices.Contains(b.guests, who) && a.Cents != 0 {
			fmt.Fprintf(&text, "player %d: %d %s\n", who, a.Cents, a.Account.Currency())
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	if err := snap.Items(b.Context(), nil, func(one store.Item) error {
		if slices.Contains(b.guests, one.Owner) {
			fmt.Fprintf(&text, "player %d: item %+v\n", one.Owner, one)
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	return text.String()
}

// sound asserts what holds of every room at any time.
func (b *table) sound() {
	b.Helper()
	rec := b.stored()
	status := store.RoomStatus(0)
	steps := b.steps()
	for i, op := range steps {
		if op.Room.FromVersion != uint64(i) || op.Room.FromStatus != status {
			b.Errorf("op %s goes from version %d and status %d, want %d and %d", op.Key, op.Room.FromVersion,
				op.Room.FromStatus, i, status)
		}
		status = op.Room.Status
	}
	if rec.Version != uint64(len(steps)) || rec.Status != status {
		b.Errorf("the room has version %d and status %d, its %d ops lead to %d", rec.Version, rec.Status, len(steps),
			status)
	}
	b.staked(steps)
	offsets := map[uint32]uint64{}
	for _, e := range b.Hub.Events(b.topic()) {
		if offsets[e.Epoch]++; e.Offset != offsets[e.Epoch] {
			b.Errorf("event %d of epoch %d is number %d", e.Offset, e.Epoch, offsets[e.Epoch])
		}
	}
	stake, err := b.spec.Stake(rec)
	if err != nil {
		b.Fatal(err)
	}
	for account, want := range map[store.AccountID]int64{store.RoomEscrow(b.id): stake.Cents,
		store.RoomWishCards(b.id): stake.WishCards} {
		if cents, err := b.Engine.Balance(b.Context(), account); err != nil || cents != want {
			b.Errorf("account %d holds %d, the room's record says %d, %v", account, cents, want, err)
		}
	}
}

// staked holds what guests pay and get back to what the kind says of its ops: by that gifts are played
// (actors/rewards/playthrough).
func (b *table) staked(steps []store.OpRecord) {
	b.Helper()
	escrow := store.RoomEscrow(b.id)
	guests := func(a store.AccountID) bool {
		return a.Class() == store.ClassPlayerGems && slices.Contains(b.guests, store.PlayerID(a.Owner()))
	}
	for _, op := range steps {
		one := room.Specs{b.spec}
		for _, p := range op.Postings {
			if guests(p.Debit) && !one.Stakes(op.Kind) {
				b.Errorf("%s takes gems of a player: Stakes is not set in Spec.Ops", op.Kind)
			}
			if guests(p.Credit) && p.Debit == escrow && op.Room.Status == store.RoomVoid && !one.Returns(op.Kind) {
				b.Errorf("%s gives stakes back: Returns is not set in Spec.Ops", op.Kind)
			}
		}
	}
}

func (suite) broken(b *table) {
	panics := 0
	b.SetBeforeSubmit(func(op *store.Op) {
		if b.own(op) && op.Room.Status != store.RoomVoid {
			panics++
			panic("planted")
		}
	})
	if b.Ready == nil { // where players wait for a step of the house it is that step that fails
		for range b.Acts {
			b.guests = append(b.guests, b.Guest(b.Rig))
		}
	}
	books := b.books()
	for n, p := range b.guests {
		b.insist(b.Act(b.Rig, b.id, p, n))
	}
	time.Sleep(b.Ends)
	b.Settle()
	if rec := b.stored(); rec.Status != store.RoomVoid || panics < 3 {
		b.Errorf("after %d panics the room is at status %d", panics, rec.Status)
	}
	if after := b.books(); after != books {
		b.Errorf("a void room keeps something:\n%sto\n%s", books, after)
	}
}

// restored ends with a new process, cancelled in the one that runs: whatever a room waits for, it ends instead, and
// gives back what was put in.
func (s suite) restored(b *table) { s.ordered(b, room.ReasonRestored, b.Acts, b.Crash) }

// cancelled leaves a place free: a room that has all that it waits for names its draw at once. A room that is made with
// its draw named is never cancelled, as tooLate asserts.
func (s suite) cancelled(b *table) {
	if b.stored().Status == store.RoomOpen {
		s.ordered(b, room.ReasonOperator, b.Acts-1, b.wake)
	}
}

// tooLate has a room cancelled from when its draw is named until its end.
func (suite) tooLate(b *table) {
	b.order(room.ReasonOperator, func() bool {
		rec, err := b.Engine.Room(b.Context(), b.id)
		return err == nil && rec.Status != store.RoomOpen
	})
	b.playAll()
	b.settled()
}

// wake is what a server does to rooms that are to end.
func (b *table) wake() {
	b.Dir.Post(b.spec.Kind, room.ID(b.id), directory.Wake{}, nil)
	b.Settle()
}

// order has the room told to end for a reason, from when on it is to be.
func (b *table) order(reason string, since func() bool) {
	b.SetMustEnd(func(id store.RoomID) string {
		if id == b.id && since() {
			return reason
		}
		return ""
	})
}

// ordered orders the end of a room in which so many have acted.
func (suite) ordered(b *table, reason string, acts int, tell func()) {
	if b.Ready == nil { // where players wait for a step of the house it comes next
		for range acts {
			b.guests = append(b.guests, b.Guest(b.Rig))
		}
	}
	books := b.books()
	for n, p := range b.guests {
		b.insist(b.Act(b.Rig, b.id, p, n))
	}
	b.Settle()
	before := len(b.steps())
	b.order(reason, func() bool { return true })
	tell()
	if b.Ready == nil {
		late := b.Guest(b.Rig)
		if _, err := b.ask(b.Act(b.Rig, b.id, late, len(b.guests))); err == nil {
			b.Error("a player acts in it")
		}
	}
	time.Sleep(b.Ends)
	b.Settle()
	for _, op := range b.steps()[before:] {
		if op.Room.Status != store.RoomVoid {
			b.Errorf("%s takes the room to status %d", op.Kind, op.Room.Status)
		}
	}
	if rec := b.stored(); rec.Status != store.RoomVoid {
		b.Errorf("the room is at status %d", rec.Status)
	}
	if after := b.books(); after != books {
		b.Errorf("it keeps something:\n%sto\n%s", books, after)
	}
}

func (suite) replay(b *table) {
	b.ready()
	act := b.next()
	first := b.insist(act)
	books, steps := b.books(), len(b.steps())
	for _, between := range []func(){func() {}, b.Crash} {
		between()
		if again := b.insist(act); b.text(first) != b.text(again) {
			b.Errorf("answers %+v and %+v", first, again)
		}
		if b.books() != books || len(b.steps()) != steps {
			b.Errorf("a repeated key had an effect:\n%sto\n%s", books, b.books())
		}
	}
}
