package publiclog

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/rs/zerolog"

	fairlog "jadebox/fairness/log"
	"jadebox/store"
	"jadebox/store/memory"
)

func open(t *testing.T, engine *memory.Engine) *Log {
	t.Helper()
	l, err := Open(t.Context(), engine, rand.Reader, "test.log", zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// publish commits an op with n leaves.
func publish(t *testing.T, engine *memory.Engine, name string, n int) {
	t.Helper()
	op := &store.Op{Key: name, Kind: "test", Request: sha256.Sum256([]byte(name)), At: time.Unix(1000, 0)}
	for i := range n {
		key := fmt.Sprintf("%s:%d", name, i)
		op.Leaves = append(op.Leaves, store.LogLeaf{Key: key, Data: []byte("leaf " + key)})
	}
	if _, err := engine.Commit(t.Context(), op); err != nil {
		t.Fatal(err)
	}
}

func checkpoint(t *testing.T, l *Log) fairlog.Checkpoint {
	t.Helper()
	c, err := fairlog.OpenCheckpoint(l.Head().Checkpoint, l.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLeavesOfDurableOpsProveTheirPlace(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	if err := l.CatchUp(t.Context()); err != nil || l.Head().Size != 0 {
		t.Fatalf("an empty log: %+v, %v", l.Head(), err)
	}
	publish(t, engine, "a", 3)
	publish(t, engine, "none", 0)
	publish(t, engine, "b", 4)
	if _, err := l.Inclusion(t.Context(), "a:0"); !errors.Is(err, ErrAbsent) {
		t.Errorf("before the sequencer ran: %v, want ErrAbsent", err)
	}
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := checkpoint(t, l)
	if first.Size != 7 {
		t.Fatalf("size %d, want 7", first.Size)
	}
	for _, key := range []string{"a:0", "a:2", "b:3"} {
		p, err := l.Inclusion(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		if err := fairlog.CheckInclusion([]byte("leaf "+key), p.Index, p.TreeSize, first.Root, p.Proof); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if err := fairlog.CheckInclusion([]byte("leaf other"), p.Index, p.TreeSize, first.Root, p.Proof); err == nil {
			t.Errorf("%s: the proof holds for another leaf, too", key)
		}
	}
	publish(t, engine, "c", 9)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	second := checkpoint(t, l)
	proof, err := l.Consistency(t.Context(), first.Size, second.Size)
	if err != nil {
		t.Fatal(err)
	}
	if err := fairlog.CheckConsistency(first, second, proof); err != nil {
		t.Error(err)
	}
	for _, to := range []int64{second.Size + 1, second.Size + 100} {
		if _, err := l.Consistency(t.Context(), 1, to); !errors.Is(err, fairlog.ErrRange) {
			t.Errorf("size %d, which the log does not have: %v", to, err)
		}
	}
}

func TestNothingIsSequencedTwiceAcrossRestartsAndRivals(t *testing.T) {
	engine := memory.New(memory.Options{})
	one := open(t, engine)
	publish(t, engine, "a", 2)
	if err := one.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	two := open(t, engine) // a restart, or another process: the same key
	if two.PublicKey() != one.PublicKey() || two.Head() != one.Head() {
		t.Fatal("the second process has another key or head")
	}
	publish(t, engine, "b", 2)
	if err := two.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	publish(t, engine, "c", 2)
	if err := one.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if size, _ := engine.LogSize(t.Context()); size != 6 || one.Head().Size != 6 {
		t.Errorf("log of %d leaves, head %d, want 6", size, one.Head().Size)
	}
	if p, err := two.Inclusion(t.Context(), "c:1"); err != nil || p.TreeSize != 6 {
		t.Errorf("a leaf that the rival appended: %+v, %v", p, err)
	}
}

// forged is a store in which another checkpoint was written.
type forged struct{ *memory.Engine }

func (f forged) LogCheckpoint(ctx context.Context) ([]byte, store.Cursor, error) {
	_, cursor, err := f.Engine.LogCheckpoint(ctx)
	return []byte("forged"), cursor, err
}

func TestAStoredCheckpointThatDoesNotVerifyStopsTheLog(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	publish(t, engine, "a", 1)
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.store = forged{engine}
	publish(t, engine, "b", 1)
	if err := l.CatchUp(t.Context()); !errors.Is(err, fairlog.ErrProof) {
		t.Errorf("%v, want ErrProof", err)
	}
	if size, _ := engine.LogSize(t.Context()); size != 1 {
		t.Errorf("the log grew to %d behind a forged head", size)
	}
}
