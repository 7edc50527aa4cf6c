// Package roomtest is what every kind of room must hold, whatever its rules are. A kind's own tests say how it is
// played (Driver) and run the suite over it; the suite knows nothing of any kind.
package roomtest

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/cryptotest"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/actors/sim/rig"
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
	// Admit is a visitor's request for the room, and for its snapshot, where access is restricted; nil: View.
	Admit func(id store.RoomID) (view any, snapshot room.SnapshotRequest)
	// Secrets are the fields of the stored record, as their JSON names, that a visitor never sees; the key is hidden
	// until the end. None must not be left out by mistake: NoSecrets says why there are none.
	Secrets   []string
	NoSecrets string
	// Unseen are texts that no visitor sees either, of which the record keeps a hash alone; nil: there are none.
	Unseen func(r *rig.Rig, id store.RoomID) []string
	// Ways are set where chance decides what a play brings; nil: it is known of a room before it is played, or its
	// proof names the boxes that are opened in it.
	Ways *Ways
	// Finish brings the room to its end after the acts; nil: time does, within Ends.
	Finish func(r *rig.Rig, id store.RoomID)
	Ends   time.Duration
}

// Run runs the suite over a kind.
func Run(t *testing.T, spec room.Spec, d Driver) {
	s := suite{spec: spec, Driver: d}
	if wrong := s.unsaid(); wrong != "" {
		t.Fatal(wrong)
	}
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
		{"a step of the house that the store refuses again and again without a rule is done once", s.busyStep},
		{"a panic before each step of the house changes nothing", s.panics},
		{"a room that panics again and again is void and gives everything back", s.broken},
		{"a room of before a restore does nothing but end, and gives everything back", s.restored},
		{"a room that an operator cancels before its draw is named gives everything back", s.cancelled},
		{"a room that an operator cancels after its draw is named ends as committed", s.tooLate},
		{"a key that is repeated gets the same answer and does nothing", s.replay},
		{"a room that is over leaves memory and comes back as it was", s.passivation},
		{"nobody sees the key before the end, and other secrets ever", s.secrets},
		{"a snapshot is what was told before it, and what is told is recorded for the client", s.tells},
		{"what a void room tells is recorded for the client", s.tellsVoid},
	} {
		t.Run(clause.name, func(t *testing.T) { s.play(t, clause.run) })
	}
	t.Run("after crashes each step comes in the second in which it was due", s.crashes)
	t.Run("a play costs and brings back what the kind says", s.returns)
}

// Hides runs the clause about secrets alone, for rooms that are like the others but for who is let in.
func Hides(t *testing.T, spec room.Spec, d Driver) {
	s := suite{spec: spec, Driver: d}
	if wrong := s.unsaid(); wrong != "" {
		t.Fatal(wrong)
	}
	s.play(t, s.secrets)
}

// unsaid is what a driver does not say of secrets.
func (s suite) unsaid() string {
	if (len(s.Secrets) == 0) == (s.NoSecrets == "") {
		return s.spec.Kind + ": Driver has neither Secrets, which no visitor sees, nor NoSecrets, why there are none"
	}
	return ""
}

// play opens a room and runs a clause over it. All randomness is the same in each run, so that what a room tells is.
func (s suite) play(t *testing.T, clause func(*table)) {
	t.Helper()
	s.playWith(t, 1, clause)
}

// playWith is play with other randomness.
func (s suite) playWith(t *testing.T, seed uint64, clause func(*table)) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, seed)
	rig.RunWith(t, kinds.All.With(s.spec), func(_ *testing.T, r *rig.Rig) {
		b := &table{Rig: r, suite: s}
		b.id = s.Open(r)
		clause(b)
		b.sound()
	})
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
	return b.nth(len(b.guests))
}

// nth is the n-th act, by the next guest.
func (b *table) nth(n int) any {
	b.Helper()
	p := b.Guest(b.Rig)
	act := b.Act(b.Rig, b.id, p, n)
	b.guests, b.acts = append(b.guests, p), append(b.acts, act)
	return act
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

func (b *table) playAll() {
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

// own reports whether an op is one of the room's own steps.
func (b *table) own(op *store.Op) bool {
	return op.Player == 0 && op.Room != nil && op.Room.Room == b.id && op.Room.FromVersion > 0
}

// seen is the room as a visitor sees it, without what changes with the clock and the crowd.
func (b *table) seen() string {
	b.Helper()
	view, _ := b.admitted()
	return b.text(b.insist(view))
}

// admitted is how a visitor asks for the room and for its snapshot.
func (b *table) admitted() (view any, snapshot room.SnapshotRequest) {
	if b.Admit != nil {
		return b.Admit(b.id)
	}
	return b.View, room.SnapshotRequest{}
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

func (suite) passivation(b *table) {
	b.playAll()
	b.finish()
	before, epoch := b.seen(), b.stored().Epoch
	time.Sleep(2 * time.Minute)
	b.Settle()
	if b.Dir.InMemory(b.spec.Kind, room.ID(b.id)) {
		b.Error("the room is in memory after two minutes alone")
	}
	if after := b.seen(); after != before {
		b.Errorf("the room was %s, is %s", before, after)
	}
	if now := b.stored().Epoch; now != epoch {
		b.Errorf("looking at a room that is over has taken epoch %d, was %d", now, epoch)
	}
}
