package publiclog

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	fairlog "jadebox/fairness/log"
	"jadebox/store"
	"jadebox/store/memory"
)

// journal is an engine with the heads that a sealer reads.
type journal struct {
	*memory.Engine
	between func() // once, after the heads were read
}

func (j *journal) ChainHeads(ctx context.Context) (map[int64]store.ChainHead, error) {
	heads, err := headsOf(ctx, j.Engine)
	if between := j.between; between != nil {
		j.between = nil
		between()
	}
	return heads, err
}

func headsOf(ctx context.Context, engine *memory.Engine) (map[int64]store.ChainHead, error) {
	view, err := engine.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer view.Close()
	heads := map[int64]store.ChainHead{}
	err = view.JournalAfter(ctx, nil, func(e *store.JournalEntry) error {
		heads[e.ID.Writer()] = store.ChainHead{Seq: e.ID.Seq(), Chain: e.Chain}
		return nil
	})
	return heads, err
}

// sealsOf lists the heads that the journal publishes, by number.
func sealsOf(t *testing.T, engine *memory.Engine) (list []fairlog.Heads) {
	t.Helper()
	pending, _, err := engine.PendingLeaves(t.Context(), store.Cursor{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range pending {
		if h, err := fairlog.ParseHeads(string(leaf.Data)); err == nil {
			if leaf.Key != HeadsKey(h.N) {
				t.Errorf("seal %d stands under %q", h.N, leaf.Key)
			}
			list = append(list, h)
		}
	}
	slices.SortFunc(list, func(a, b fairlog.Heads) int { return cmp.Compare(a.N, b.N) }) // writers come in turns
	return list
}

func seal(t *testing.T, l *Log, j Journal, at time.Time) {
	t.Helper()
	if err := l.Seal(t.Context(), j, at); err != nil {
		t.Fatal(err)
	}
}

var sealedAt = time.UnixMilli(1_000_000)

func TestASealSaysHowFarEveryWriterIsAndIsItselfNoReasonForAnother(t *testing.T) {
	engine := memory.New(memory.Options{})
	l, j := open(t, engine), &journal{Engine: engine}
	seal(t, l, j, sealedAt)
	if list := sealsOf(t, engine); len(list) != 0 {
		t.Fatalf("an empty journal was sealed: %+v", list)
	}
	publish(t, engine, "a", 0)
	publish(t, engine, "b", 0)
	heads, err := headsOf(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		seal(t, l, j, sealedAt)
	}
	want := fairlog.Head{Writer: 1, Seq: 2, MAC: fairlog.HeadMAC(l.key.Secret, 1, 2, heads[1].Chain)}
	list := sealsOf(t, engine)
	if len(list) != 1 || list[0].N != 1 || list[0].AtMS != sealedAt.UnixMilli() || len(list[0].Heads) != 1 ||
		list[0].Heads[0] != want {
		t.Fatalf("sealed three times with nothing between: %+v, want %+v once", list, want)
	}
	engine.Crash() // another writer goes on, and nothing is said again of the first
	publish(t, engine, "c", 0)
	seal(t, l, j, sealedAt)
	if list = sealsOf(t, engine); len(list) != 2 || list[1].N != 2 || len(list[1].Heads) != 1 ||
		list[1].Heads[0].Writer != 2 || list[1].Heads[0].Seq != 1 {
		t.Errorf("after an op of a second writer: %+v", list)
	}
}

// rows is a journal of n writers with an op each.
type rows struct {
	*journal
	n int64
}

func (r rows) ChainHeads(context.Context) (map[int64]store.ChainHead, error) {
	heads := map[int64]store.ChainHead{}
	for w := range r.n {
		heads[w+1] = store.ChainHead{Seq: 1}
	}
	return heads, nil
}

func TestManyWritersAreSealedInSeveralLeaves(t *testing.T) {
	engine := memory.New(memory.Options{})
	l := open(t, engine)
	seal(t, l, rows{&journal{Engine: engine}, 2*headsMost + 1}, sealedAt)
	list, next := sealsOf(t, engine), int64(1)
	for i, h := range list {
		if h.N != int64(i+1) || len(h.Heads) > headsMost {
			t.Errorf("leaf %d is seal %d of %d writers", i, h.N, len(h.Heads))
		}
		for _, head := range h.Heads {
			if head.Writer != next {
				t.Fatalf("writer %d follows %d", head.Writer, next-1)
			}
			next++
		}
	}
	if len(list) != 3 || next != 2*headsMost+2 {
		t.Errorf("%d leaves up to writer %d", len(list), next-1)
	}
}

func TestOfTwoSealersAtOnceOneSealsAndTheOtherGoesOnBehindIt(t *testing.T) {
	engine := memory.New(memory.Options{})
	one, two := open(t, engine), open(t, engine)
	publish(t, engine, "a", 0)
	j := &journal{Engine: engine}
	j.between = func() { seal(t, two, j, sealedAt.Add(time.Millisecond)) }
	seal(t, one, j, sealedAt)
	if list := sealsOf(t, engine); len(list) != 1 || list[0].AtMS != sealedAt.UnixMilli()+1 {
		t.Fatalf("both sealed: %+v", list)
	}
	publish(t, engine, "b", 0)
	seal(t, one, j, sealedAt.Add(time.Second))
	list := sealsOf(t, engine)
	if len(list) != 2 || list[1].N != 2 || list[1].Heads[0].Seq != 3 {
		t.Errorf("the one who came late leaves a gap: %+v", list)
	}
}

// refusing is a journal that takes nothing.
type refusing struct{ *journal }

var errGone = errors.New("gone")

func (refusing) Commit(context.Context, *store.Op) (store.Receipt, error) {
	return store.Receipt{}, errGone
}

func TestASealThatTheStoreDidNotTakeIsMadeLater(t *testing.T) {
	engine := memory.New(memory.Options{})
	l, j := open(t, engine), &journal{Engine: engine}
	publish(t, engine, "a", 0)
	if err := l.Seal(t.Context(), refusing{j}, sealedAt); !errors.Is(err, errGone) {
		t.Fatalf("%v, want what the store said", err)
	}
	seal(t, l, j, sealedAt)
	if list := sealsOf(t, engine); len(list) != 1 || list[0].N != 1 {
		t.Errorf("%+v", list)
	}
}

// stalled is a journal whose heads never come.
type stalled struct{ *journal }

func (stalled) ChainHeads(ctx context.Context) (map[int64]store.ChainHead, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestHeadsThatComeLongAfterTheTimeOfTheirSealAreNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, began := memory.New(memory.Options{}), time.Now()
		err := open(t, engine).Seal(t.Context(), stalled{&journal{Engine: engine}}, sealedAt)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > time.Minute {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

// hanging is a store in which what was sealed last is never found.
type hanging struct{ Store }

func (hanging) Kept(ctx context.Context, _ string) ([]byte, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestWhatWasSealedLastIsNotWaitedForLongAfterTheTimeOfASeal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine, began := memory.New(memory.Options{}), time.Now()
		l := open(t, engine)
		l.store = hanging{l.store}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		err := l.Seal(ctx, &journal{Engine: engine}, sealedAt)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > headsWithin {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

func TestASealOfBeforeARestoreStillHoldsAfterIt(t *testing.T) {
	engine := memory.New(memory.Options{})
	publish(t, engine, "a", 0)
	j := &journal{Engine: engine}
	var want []string // MAC by seal
	first := open(t, engine).key.Secret
	for i := range 3 { // as it was, after a restore, and after a second one
		l := open(t, engine)
		heads, err := headsOf(t.Context(), engine)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fairlog.HeadMAC(first, 1, heads[1].Seq, heads[1].Chain))
		seal(t, l, j, sealedAt)
		at := sealedAt.Add(time.Duration(i) * time.Second)
		r, err := Continue(t.Context(), engine, rand.Reader, "test.log", sealedAt, at)
		if err != nil {
			t.Fatal(err)
		}
		if err := engine.PutKept(t.Context(), keptKey, r.Key); err != nil {
			t.Fatal(err)
		}
		var key struct{ Secret, Seal string } // as an auditor reads it
		if err := json.Unmarshal(r.Key, &key); err != nil || key.Secret == l.key.Secret ||
			cmp.Or(key.Seal, key.Secret) != first {
			t.Errorf("restore %d signs and seals with %+v, %v", i+1, key, err)
		}
		if _, err := engine.Commit(t.Context(), r.Op); err != nil {
			t.Fatal(err)
		}
	}
	list := sealsOf(t, engine)
	if len(list) != len(want) {
		t.Fatalf("%d seals, want %d", len(list), len(want))
	}
	for i, h := range list {
		if h.Heads[0].MAC != want[i] {
			t.Errorf("seal %d cannot be verified with the key of the first", h.N)
		}
	}
}

// covers reports whether the newest seal of a journal says everything but its own op.
func covers(t *testing.T, engine *memory.Engine) bool {
	t.Helper()
	heads, err := headsOf(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	list := sealsOf(t, engine)
	return len(list) > 0 && list[len(list)-1].Heads[0].Seq == heads[1].Seq-1
}

func TestARunningSiteSealsItsJournalAndOnceMoreWhenItIsDrained(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := memory.New(memory.Options{})
		l, err := Open(t.Context(), engine, rand.Reader, "test.log", zerolog.Nop())
		if err != nil {
			t.Fatal(err)
		}
		ctx, drain := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			l.Run(ctx, &journal{Engine: engine}, time.Now)
			close(ended)
		}()
		publish(t, engine, "a", 1)
		time.Sleep(every + every/2)
		if !covers(t, engine) {
			t.Error("a site that has begun is not sealed")
		}
		publish(t, engine, "b", 1)
		time.Sleep(sealEvery - 2*every)
		if n := len(sealsOf(t, engine)); n != 1 || l.Head().Size < 2 {
			t.Errorf("%d seals within %v; %d leaves", n, sealEvery, l.Head().Size)
		}
		time.Sleep(2 * every)
		if !covers(t, engine) {
			t.Errorf("not sealed within %v", sealEvery)
		}
		publish(t, engine, "c", 1)
		drain()
		<-ended
		if list := sealsOf(t, engine); len(list) != 3 || !covers(t, engine) {
			t.Errorf("a drained site leaves ops without a seal: %+v", list)
		}
		pending, cursor, err := engine.PendingLeaves(t.Context(), nil, 1000)
		if err != nil {
			t.Fatal(err)
		}
		_, kept, err := engine.LogCheckpoint(t.Context())
		if err != nil || !maps.Equal(kept, cursor) || l.Head().Size != int64(len(pending)) {
			t.Errorf("a log of %d leaves up to %v; the journal has %d up to %v, %v", l.Head().Size, kept, len(pending),
				cursor, err)
		}
	})
}
