package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/memory"
)

type fixture struct {
	*Sessions
	store *counting
	now   time.Time
}

// counting counts questions, and can hold one open.
type counting struct {
	Store
	asked  int
	before func()
}

func (c *counting) SessionByHash(ctx context.Context, hash [32]byte) (store.Session, error) {
	c.asked++
	s, err := c.Store.SessionByHash(ctx, hash)
	if c.before != nil {
		c.before()
	}
	return s, err
}

func newFixture(t *testing.T) *fixture {
	f := &fixture{now: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	clock := func() time.Time { return f.now }
	engine := memory.New(memory.Options{Clock: clock})
	t.Cleanup(func() { _ = engine.Close() })
	f.store = &counting{Store: engine}
	f.Sessions = New(f.store, clock, rand.Reader)
	return f
}

func TestASessionBeginsIsRefreshedAndEnds(t *testing.T) {
	f := newFixture(t)
	token, err := f.Open(t.Context(), 7, From{Device: "phone"}, true)
	if err != nil || len(token) != 43 {
		t.Fatalf("token of %d characters, %v", len(token), err)
	}
	s, err := f.Resolve(t.Context(), token)
	if err != nil || s.Player != 7 || s.TokenHash != sha256.Sum256([]byte(token)) {
		t.Fatalf("%+v, %v", s, err)
	}
	f.now = f.now.Add(Life)
	if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrExpired) {
		t.Errorf("after its life: %v, want ErrExpired", err)
	}
	f.now = f.now.Add(Memory)
	if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrUnknown) {
		t.Errorf("after its memory: %v, want ErrUnknown", err)
	}
}

func TestStrangeTokensAskNobody(t *testing.T) {
	f := newFixture(t)
	for _, token := range []string{"", "undefined", "x", "AAAA", string(make([]byte, 43)),
		"________________________________________________"} {
		if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", token, err)
		}
	}
	if f.store.asked != 0 {
		t.Errorf("%d questions to the store", f.store.asked)
	}
}

func TestClosedSessionIsGoneAtOnce(t *testing.T) {
	f := newFixture(t)
	token, _ := f.Open(t.Context(), 7, From{Device: ""}, true)
	other, _ := f.Open(t.Context(), 7, From{Device: ""}, true)
	s, _ := f.Resolve(t.Context(), token)
	if _, err := f.Resolve(t.Context(), token); err != nil || f.store.asked != 1 {
		t.Fatalf("%v after %d questions, want one", err, f.store.asked)
	}
	if err := f.Close(t.Context(), s.TokenHash); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v, want ErrUnknown", err)
	}
	if _, err := f.Resolve(t.Context(), other); err != nil {
		t.Errorf("the player's other session: %v", err)
	}
}

// The answer of a question that was under way when the session ended must not be remembered.
func TestALogoutDuringALookupIsNotForgotten(t *testing.T) {
	f := newFixture(t)
	token, _ := f.Open(t.Context(), 7, From{Device: ""}, true)
	f.store.before = func() {
		f.store.before = nil
		_ = f.Close(t.Context(), sha256.Sum256([]byte(token)))
	}
	_, _ = f.Resolve(t.Context(), token)
	if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v, want ErrUnknown", err)
	}
}

func TestAnotherNodesLogoutIsSeenWithinTheCachesLife(t *testing.T) {
	f := newFixture(t)
	token, _ := f.Open(t.Context(), 7, From{Device: ""}, true)
	_, _ = f.Resolve(t.Context(), token)
	_ = f.store.DeleteSession(t.Context(), sha256.Sum256([]byte(token)))
	f.now = f.now.Add(5 * time.Second)
	if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v, want ErrUnknown within 5 s", err)
	}
}

// Another process has ended the sessions in the store; what this one has kept of them ends when it is notified.
func TestSessionsThatAnotherNodeHasEndedEndWithAllOthers(t *testing.T) {
	f := newFixture(t)
	token, _ := f.Open(t.Context(), 7, From{Device: ""}, true)
	other, _ := f.Open(t.Context(), 8, From{Device: ""}, true)
	_, _ = f.Resolve(t.Context(), token)
	_, _ = f.Resolve(t.Context(), other)
	if _, err := f.store.DeleteSessions(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if ended, err := f.CloseAll(t.Context(), 7); err != nil || len(ended) != 0 {
		t.Fatalf("%d ended, %v", len(ended), err)
	}
	if _, err := f.Resolve(t.Context(), token); !errors.Is(err, ErrUnknown) {
		t.Errorf("%v, want ErrUnknown at once", err)
	}
	asked := f.store.asked
	if _, err := f.Resolve(t.Context(), other); err != nil || f.store.asked != asked {
		t.Errorf("another player's session: %v, %d questions", err, f.store.asked-asked)
	}
}

func TestAllSessionsOfAPlayerEndAtOnce(t *testing.T) {
	f := newFixture(t)
	mine := map[[32]byte]string{}
	for range 3 {
		token, err := f.Open(t.Context(), 7, From{Device: ""}, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Resolve(t.Context(), token); err != nil { // kept in the cache now
			t.Fatal(err)
		}
		mine[sha256.Sum256([]byte(token))] = token
	}
	other, _ := f.Open(t.Context(), 8, From{Device: ""}, true)
	ended, err := f.CloseAll(t.Context(), 7)
	if err != nil || len(ended) != 3 {
		t.Fatalf("%d ended, %v", len(ended), err)
	}
	for _, hash := range ended {
		if _, err := f.Resolve(t.Context(), mine[hash]); !errors.Is(err, ErrUnknown) {
			t.Errorf("%v, want ErrUnknown", err)
		}
	}
	if _, err := f.Resolve(t.Context(), other); err != nil {
		t.Errorf("another player's session: %v", err)
	}
}

// A busy hour must not be kept for the quiet one that follows: what is remembered of a session goes when its time is
// over, without being asked for.
func TestWhatIsRememberedGoesWithItsTime(t *testing.T) {
	c := newCache()
	now := time.Now()
	one, two := store.Session{TokenHash: [32]byte{1}}, store.Session{TokenHash: [32]byte{2}}
	c.put(one, now, 1)
	c.turn()
	c.put(two, now, 1)
	for _, s := range []store.Session{one, two} {
		if _, ask := c.get(s.TokenHash, now); ask != 0 {
			t.Errorf("session %d is asked for again", s.TokenHash[0])
		}
	}
	if c.turn(); len(c.fresh) != 0 || len(c.stale) != 1 || !c.turning {
		t.Errorf("%d and %d are remembered, turning %v", len(c.fresh), len(c.stale), c.turning)
	}
	if c.turn(); len(c.stale) != 0 || c.turning {
		t.Errorf("%d are remembered, turning %v", len(c.stale), c.turning)
	}
	c.put(one, now, 1)
	if c.drop(one.TokenHash); !c.turning || len(c.fresh) != 0 {
		t.Error("an ended session is remembered")
	}
}

func TestASessionThatNobodyUsesEndsAfterTheIdleLimitAndOneInUseDoesNot(t *testing.T) {
	f := newFixture(t)
	idle := Setting.Standard().Idle()
	f.Idle = func() time.Duration { return idle }
	used, _ := f.Open(t.Context(), 7, From{}, true)
	left, _ := f.Open(t.Context(), 7, From{}, true)
	for range 3 {
		f.now = f.now.Add(idle / 2)
		if _, err := f.Resolve(t.Context(), used); err != nil {
			t.Fatalf("in use: %v", err)
		}
		if err := f.Note(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.now = f.now.Add(cacheLife)
	}
	if _, err := f.Resolve(t.Context(), left); !errors.Is(err, ErrExpired) {
		t.Errorf("left alone: %v, want ErrExpired", err)
	}
	if list, err := f.Of(t.Context(), 7); err != nil || len(list) != 1 ||
		list[0].TokenHash != sha256.Sum256([]byte(used)) {
		t.Errorf("listed: %+v, %v", list, err)
	}
}

func TestAnIdleLimitIsBoundedBetweenAnHourAndTheLifeOfASession(t *testing.T) {
	for seconds, good := range map[int64]bool{0: false, 3599: false, 3600: true, 30 * 24 * 3600: true,
		30*24*3600 + 1: false, -1: false} {
		if err := (Settings{IdleS: seconds}).Check(); (err == nil) != good {
			t.Errorf("%d s: %v", seconds, err)
		}
	}
}

func TestASocketsCommandIsAUseAndALookIsNone(t *testing.T) {
	f := newFixture(t)
	idle := Setting.Standard().Idle()
	f.Idle = func() time.Duration { return idle }
	token, _ := f.Open(t.Context(), 7, From{}, true)
	held, err := f.Resolve(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		f.now = f.now.Add(idle * 2 / 3)
		if err := errors.Join(f.Use(t.Context(), held), f.Note(t.Context())); err != nil {
			t.Fatalf("in use: %v", err)
		}
	}
	f.now = f.now.Add(idle * 2 / 3)
	if _, err := f.Look(t.Context(), held.TokenHash); err != nil {
		t.Fatal(err)
	}
	if err := f.Note(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.now = f.now.Add(idle * 2 / 3)
	if _, err := f.Look(t.Context(), held.TokenHash); !errors.Is(err, ErrExpired) {
		t.Errorf("only looked at: %v", err)
	}
	if err := f.Use(t.Context(), held); !errors.Is(err, ErrExpired) {
		t.Errorf("a command in it: %v", err)
	}
}
