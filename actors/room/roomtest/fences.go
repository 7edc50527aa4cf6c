package roomtest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

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

// meet lets the room's next op meet a fault, and reports whether it has.
func (b *table) meet(fault memory.Fault) (hit *bool) {
	hit = new(bool)
	b.SetFault(func(op *store.Op) memory.Fault {
		if op.Room != nil && op.Room.Room == b.id && !*hit {
			*hit = true
			return fault
		}
		return memory.NoFault
	})
	return hit
}

func (suite) unknownAct(fault memory.Fault) func(b *table) {
	return func(b *table) {
		b.ready()
		act, steps := b.next(), len(b.steps())
		hit := b.meet(fault)
		first := b.insist(act)
		b.SetFault(nil)
		if got := len(b.steps()); !*hit || got != steps+1 {
			b.Errorf("%d ops came of one act", got-steps)
		}
		before := b.seen()
		b.Crash()
		if again := b.insist(act); b.text(first) != b.text(again) { // the op has the key that its player knows
			b.Errorf("answers %+v, asked again %+v", first, again)
		}
		if after := b.seen(); after != before {
			b.Errorf("the room is %s, loaded again %s", before, after)
		}
	}
}

// shown asks once and looks before any caller asks again: a retry would bring the room back to what is stored.
func (suite) shown(fault memory.Fault) func(b *table) {
	return func(b *table) {
		b.ready()
		act, steps := b.next(), len(b.steps())
		hit := b.meet(fault)
		_, err := b.ask(act)
		b.Settle()
		b.SetFault(nil)
		if stored := len(b.steps()) > steps; !*hit || err == nil && !stored {
			b.Errorf("fault met: %v; the act is acknowledged: %v, and stored: %v", *hit, err == nil, stored)
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
	b.playAll()
	b.settled()
	if len(hit) == 0 {
		b.Error("no fault was met")
	}
}

// busyStep refuses each step of the house as often as panics would void the room, and once more.
func (suite) busyStep(b *table) {
	hit := map[string]int{}
	b.SetFault(func(op *store.Op) memory.Fault {
		if b.own(op) {
			if hit[op.Key]++; hit[op.Key] <= refusals {
				return memory.RefuseConflict
			}
		}
		return memory.NoFault
	})
	b.playAll()
	if b.Finish == nil {
		time.Sleep(20 * time.Second) // each step comes a second later
	}
	b.settled()
	if len(hit) == 0 {
		b.Error("nothing was refused")
	}
}

// refusals are more than the panics after which a room is void.
const refusals = 4

func (suite) panics(b *table) {
	hit := map[string]bool{}
	b.SetBeforeSubmit(func(op *store.Op) {
		if b.own(op) && !hit[op.Key] {
			hit[op.Key] = true
			panic("planted")
		}
	})
	b.playAll()
	b.settled()
	if len(hit) == 0 {
		b.Error("nothing panicked")
	}
}

// timeline is when each step of the house came, to the second, from the opening of the room. At the times of crashes,
// since the opening, the process is killed.
func (s suite) timeline(t *testing.T, crashes []time.Duration) (steps []string, times []time.Duration) {
	t.Helper()
	rig.RunWith(t, kinds.All.With(s.spec), func(_ *testing.T, r *rig.Rig) {
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
		b.playAll()
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
