// Package roomtest is what every kind of room must hold, whatever its rules are. A kind's own tests say how it is
// played (Driver) and run the suite over it; the suite knows nothing of any kind.
package roomtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// Driver plays rooms of a kind.
type Driver struct {
	// Open makes a room.
	Open func(r *rig.Rig) store.RoomID
	// Ready lets time pass until players may act; nil: they may at once, and the room can be broken when they have.
	Ready func(r *rig.Rig, id store.RoomID)
	// Guest registers a player who can pay for an act.
	Guest func(r *rig.Rig) store.PlayerID
	// Act is what the n-th guest asks, from 0: something that costs or gives.
	Act func(r *rig.Rig, id store.RoomID, p store.PlayerID, n int) any
	// Acts is how many acts there are before the room goes on by itself.
	Acts int
	// View is a visitor's request for the room.
	View any
	// Secrets are the fields of the stored record, as their JSON names, that a visitor never sees; the key is hidden
	// until the end.
	Secrets []string
	// Finish brings the room to its end after the acts; nil: time does, within Ends.
	Finish func(r *rig.Rig, id store.RoomID)
	Ends   time.Duration
}

// Run runs the suite over a kind.
func Run(t *testing.T, spec room.Spec, d Driver) {
	s := suite{spec: spec, Driver: d}
	for _, clause := range []struct {
		name string
		run  func(*table)
	}{
		{"a fenced activation writes nothing and stops", s.fence},
		{"an act that was done and whose outcome is unknown is done once", s.unknownAct(memory.UnknownApplied)},
		{"an act that was not done and whose outcome is unknown is done once", s.unknownAct(memory.UnknownNotApplied)},
		{"after an act that was done and whose outcome is unknown the room shows what is stored",
			s.shown(memory.UnknownApplied)},
		{"after an act that was not done and whose outcome is unknown the room shows what is stored",
			s.shown(memory.UnknownNotApplied)},
		{"a step of the house whose outcome is unknown is done once", s.unknownStep},
		{"a panic before each step of the house changes nothing", s.panics},
		{"a room that panics again and again is void and gives everything back", s.broken},
		{"a key that is repeated gets the same answer and does nothing", s.replay},
		{"a room that is over leaves memory and comes back as it was", s.passivation},
		{"nobody sees the key before the end, and other secrets ever", s.secrets},
		{"a snapshot has all that was told before it, and what is told is recorded for the client", s.tells},
	} {
		t.Run(clause.name, func(t *testing.T) {
			rig.Run(t, func(_ *testing.T, r *rig.Rig) {
				b := &table{Rig: r, suite: s}
				b.id = s.Open(r)
				clause.run(b)
				b.sound()
			})
		})
	}
	t.Run("after crashes each step comes in the second in which it was due", s.crashes)
}

type suite struct {
	Driver
	spec room.Spec
}

// table is one room with its guests.
type table struct {
	*rig.Rig
	suite
	id     store.RoomID
	guests []store.PlayerID
	acts   []any
}

func (b *table) ready() {
	b.Helper()
	if b.Ready != nil {
		b.Ready(b.Rig, b.id)
	}
}

// next is the next guest's act, which is not asked yet.
func (b *table) next() any {
	b.Helper()
	n := len(b.guests)
	b.guests = append(b.guests, b.Guest(b.Rig))
	b.acts = append(b.acts, b.Act(b.Rig, b.id, b.guests[n], n))
	return b.acts[n]
}

func (b *table) ask(msg any) (any, error) {
	return rig.Ask[any](b.Rig, b.spec.Kind, room.ID(b.id), msg)
}

// insist asks as a client does: with the same key until there is an answer that says what happened.
func (b *table) insist(msg any) any {
	b.Helper()
	for try := 0; ; try++ {
		v, err := b.ask(msg)
		if err == nil {
			return v
		}
		if try == 9 {
			b.Fatalf("%T: %v", msg, err)
		}
		time.Sleep(time.Second)
	}
}

func (b *table) play() {
	b.Helper()
	b.ready()
	for len(b.acts) < b.Acts {
		b.insist(b.next())
	}
}

// finish brings the room to its end.
func (b *table) finish() store.Room {
	b.Helper()
	if b.Finish != nil {
		b.Finish(b.Rig, b.id)
	} else {
		time.Sleep(b.Ends)
	}
	b.Settle()
	rec := b.stored()
	if !rec.Status.Final() {
		b.Fatalf("the room is at status %d, %v after its acts", rec.Status, b.Ends)
	}
	return rec
}

func (b *table) settled() {
	b.Helper()
	if b.finish().Status == store.RoomVoid {
		b.Error("the room is void")
	}
}

func (b *table) stored() store.Room {
	b.Helper()
	rec, err := b.Engine.Room(b.Context(), b.id)
	if err != nil {
		b.Fatal(err)
	}
	return rec
}

// topic is the room's own.
func (b *table) topic() string { return b.spec.Kind + ":" + room.ID(b.id) }

// own says that an op is one of the room's own steps.
func (b *table) own(op *store.Op) bool {
	return op.Player == 0 && op.Room != nil && op.Room.Room == b.id && op.Room.FromVersion > 0
}

// steps are the ops of the room, oldest first.
func (b *table) steps() (list []store.OpRecord) {
	b.Helper()
	snap, err := b.Engine.Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snap.Close()
	if err := snap.JournalAfter(b.Context(), nil, func(e *store.JournalEntry) error {
		if e.Room != nil && e.Room.Room == b.id {
			list = append(list, e.OpRecord)
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	return list
}

// books is everything of value that the guests have.
func (b *table) books() string {
	b.Helper()
	var text strings.Builder
	for _, p := range b.guests {
		for _, account := range []store.AccountID{store.PlayerGems(p), store.PlayerCards(p)} {
			cents, err := b.Engine.Balance(b.Context(), account)
			if err != nil {
				b.Fatal(err)
			}
			fmt.Fprintln(&text, account, cents)
		}
		items, _, err := b.Engine.Items(b.Context(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 50}})
		if err != nil {
			b.Fatal(err)
		}
		fmt.Fprintln(&text, items)
	}
	return text.String()
}

// seen is the room as a visitor sees it, without what changes with the clock and the crowd.
func (b *table) seen() string {
	b.Helper()
	return b.text(b.insist(b.View))
}

func (b *table) text(view any) string {
	b.Helper()
	text, err := json.Marshal(view)
	if err != nil {
		b.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		b.Fatal(err)
	}
	still(fields)
	return fmt.Sprint(fields)
}

func still(fields map[string]any) {
	delete(fields, "serverTimeMs")
	delete(fields, "spectators")
	for _, value := range fields {
		if inner, ok := value.(map[string]any); ok {
			still(inner)
		}
	}
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
		store.RoomCards(b.id): stake.Cards} {
		if cents, err := b.Engine.Balance(b.Context(), account); err != nil || cents != want {
			b.Errorf("account %d holds %d, the room's record says %d, %v", account, cents, want, err)
		}
	}
}

func (suite) fence(b *table) {
	b.ready()
	act := b.next()
	if _, err := b.Engine.ClaimRoom(b.Context(), b.id); err != nil { // another node
		b.Fatal(err)
	}
	books, steps := b.books(), len(b.steps())
	_, err := b.ask(act)
	b.Refused(err, protocol.CodeBusy)
	if b.books() != books || len(b.steps()) != steps {
		b.Errorf("a fenced write had an effect:\n%sto\n%s", books, b.books())
	}
	b.Settle()
	b.insist(act)
	if len(b.steps()) != steps+1 {
		b.Errorf("%d ops came of one act", len(b.steps())-steps)
	}
}

func (suite) unknownAct(fault memory.Fault) func(b *table) {
	return func(b *table) {
		b.ready()
		act, steps, hit := b.next(), len(b.steps()), false
		b.SetFault(func(op *store.Op) memory.Fault {
			if op.Room != nil && op.Room.Room == b.id && !hit {
				hit = true
				return fault
			}
			return memory.NoFault
		})
		b.insist(act)
		b.SetFault(nil)
		if got := len(b.steps()); !hit || got != steps+1 {
			b.Errorf("%d ops came of one act", got-steps)
		}
		before := b.seen()
		b.Crash()
		if after := b.seen(); after != before {
			b.Errorf("the room is %s, loaded again %s", before, after)
		}
	}
}

// shown asks once and looks before anybody asks again: a retry would bring the room back to what is stored.
func (suite) shown(fault memory.Fault) func(b *table) {
	return func(b *table) {
		b.ready()
		act, steps, hit := b.next(), len(b.steps()), false
		b.SetFault(func(op *store.Op) memory.Fault {
			if op.Room != nil && op.Room.Room == b.id && !hit {
				hit = true
				return fault
			}
			return memory.NoFault
		})
		_, err := b.ask(act)
		b.Settle()
		b.SetFault(nil)
		if stored := len(b.steps()) > steps; !hit || err == nil && !stored {
			b.Errorf("fault met: %v; the act is acknowledged: %v, and stored: %v", hit, err == nil, stored)
		}
		shown := b.seen()
		b.Crash()
		if loaded := b.seen(); loaded != shown {
			b.Errorf("the room shows %s, stored is %s", shown, loaded)
		}
		b.insist(act)
		if got := len(b.steps()); got != steps+1 {
			b.Errorf("%d ops came of one act", got-steps)
		}
	}
}

func (suite) unknownStep(b *table) {
	hit := map[string]int{}
	b.SetFault(func(op *store.Op) memory.Fault {
		if !b.own(op) {
			return memory.NoFault
		}
		hit[op.Key]++
		switch hit[op.Key] {
		case 1:
			return memory.UnknownNotApplied
		case 2:
			return memory.UnknownApplied
		}
		return memory.NoFault
	})
	b.play()
	b.settled()
	if len(hit) == 0 {
		b.Error("no fault was met")
	}
}

func (suite) panics(b *table) {
	hit := map[string]bool{}
	b.SetBeforeSubmit(func(op *store.Op) {
		if b.own(op) && !hit[op.Key] {
			hit[op.Key] = true
			panic("planted")
		}
	})
	b.play()
	b.settled()
	if len(hit) == 0 {
		b.Error("nothing panicked")
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

func (suite) passivation(b *table) {
	b.play()
	b.finish()
	before, epoch := b.seen(), b.stored().Epoch
	time.Sleep(2 * time.Minute)
	b.Settle()
	if after := b.seen(); after != before {
		b.Errorf("the room was %s, is %s", before, after)
	}
	if now := b.stored().Epoch; now != epoch+1 {
		b.Errorf("epoch %d after two minutes alone, was %d", now, epoch)
	}
}

// timeline is when each step of the house came, to the second, from the opening of the room. At the times of crashes,
// since the opening, the process is killed.
func (s suite) timeline(t *testing.T, crashes []time.Duration) (steps []string, times []time.Duration) {
	t.Helper()
	rig.Run(t, func(_ *testing.T, r *rig.Rig) {
		b := &table{Rig: r, suite: s, id: s.Open(r)}
		opened := time.Now()
		crashUntil := func(end time.Duration) {
			for ; len(crashes) > 0 && crashes[0] < end; crashes = crashes[1:] {
				time.Sleep(crashes[0] - time.Since(opened))
				b.Crash()
			}
		}
		if s.Ready != nil {
			crashUntil(5 * time.Second)
		}
		b.play()
		crashUntil(s.Ends)
		b.settled()
		b.sound()
		for _, op := range b.steps() {
			if b.own(&op.Op) {
				at := op.At.Sub(opened)
				steps, times = append(steps, fmt.Sprint(op.Kind, " ", at.Truncate(time.Second))), append(times, at)
			}
		}
	})
	return steps, times
}

func (s suite) crashes(t *testing.T) {
	quiet, times := s.timeline(t, nil)
	if len(quiet) == 0 {
		t.Fatal("the house makes no step")
	}
	for i := range times {
		times[i] -= 300 * time.Millisecond
	}
	if disturbed, _ := s.timeline(t, times); !slices.Equal(disturbed, quiet) {
		t.Errorf("with crashes at %v: %v, without: %v", times, disturbed, quiet)
	}
}
