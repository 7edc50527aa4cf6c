package publiclog

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/store"
	"jadebox/store/memory"
)

// late is a store whose answers come when a test lets them.
type late struct {
	*memory.Engine
	armed      atomic.Bool // the next reader of the checkpoint is held until told
	read, told chan struct{}
	between    func() // before pending leaves are read
	reads      atomic.Int64
}

func (s *late) LogCheckpoint(ctx context.Context) ([]byte, store.Cursor, error) {
	s.reads.Add(1)
	signed, at, err := s.Engine.LogCheckpoint(ctx)
	if s.armed.CompareAndSwap(true, false) {
		close(s.read)
		<-s.told
	}
	return signed, at, err
}

func (s *late) PendingLeaves(ctx context.Context, from store.Cursor, n int) ([]store.PendingLeaf, store.Cursor, error) {
	if s.between != nil {
		s.between()
	}
	return s.Engine.PendingLeaves(ctx, from, n)
}

func openLate(t *testing.T) (*late, *Log) {
	t.Helper()
	s := &late{Engine: memory.New(memory.Options{}), read: make(chan struct{}), told: make(chan struct{})}
	l, err := Open(t.Context(), s, rand.Reader, "test.log", zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	publish(t, s.Engine, "a", 1)
	if err := l.CatchUp(t.Context()); err != nil || l.Head().Size != 1 {
		t.Fatal(err, l.Head())
	}
	return s, l
}

func TestALateReaderOfAMissingFileTakesNothingBack(t *testing.T) {
	s, l := openLate(t)
	s.armed.Store(true)
	answered := make(chan struct{})
	go func() {
		get(t, l, "leaf/99")
		close(answered)
	}()
	<-s.read
	publish(t, s.Engine, "b", 1)
	looks := 0
	s.between = func() {
		if looks++; looks == 2 { // b is appended, and the head was read for the next step
			publish(t, s.Engine, "none", 0)
			close(s.told)
			<-answered
			if l.Head().Size != 2 {
				t.Errorf("the head went back to %d", l.Head().Size)
			}
		}
	}
	if err := l.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.between = nil
	publish(t, s.Engine, "c", 1)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- l.CatchUp(ctx) }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(3 * time.Second):
		t.Fatal("the sequencer goes round without end")
	}
	if size, _ := s.LogSize(t.Context()); size != 3 || open(t, s.Engine).Head().Size != size {
		t.Errorf("%d leaves below a checkpoint of %d, 3 expected", size, open(t, s.Engine).Head().Size)
	}
}

// behind is a store whose checkpoint is of fewer leaves than it has.
type behind struct {
	*memory.Engine
	tries int
}

func (s *behind) AppendLog(context.Context, int64, []store.PendingLeaf, [][32]byte, store.Cursor, []byte) error {
	s.tries++
	return fmt.Errorf("%w: another size", store.ErrConflict)
}

func (s *behind) LogSize(context.Context) (int64, error) { return 100, nil }

func TestAConflictThatLeavesTheCheckpointIsAnErrorAndNotTriedWithoutEnd(t *testing.T) {
	s, l := openLate(t)
	publish(t, s.Engine, "b", 1)
	rival := &behind{Engine: s.Engine}
	l.store = rival
	done := make(chan error, 1)
	go func() { done <- l.CatchUp(t.Context()) }()
	select {
	case err := <-done:
		if !errors.Is(err, store.ErrConflict) || rival.tries != 1 {
			t.Errorf("%v after %d tries", err, rival.tries)
		}
	case <-time.After(3 * time.Second):
		t.Fatal("the sequencer goes round without end")
	}
}

func TestReadersOfMissingFilesReadTheHeadOnceASecond(t *testing.T) {
	s, l := openLate(t)
	before, start := s.reads.Load(), time.Now()
	for i := range 200 {
		if w := get(t, l, fmt.Sprintf("leaf/%d", 10+i)); w.Code != http.StatusNotFound {
			t.Fatalf("status %d", w.Code)
		}
	}
	seconds := int64(time.Since(start) / time.Second)
	if n := s.reads.Load() - before; n < 1 || n > 1+seconds {
		t.Errorf("the head was read %d times in %d seconds", n, seconds)
	}
}
