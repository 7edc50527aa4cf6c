package password

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

func options(atOnce, waiting int) Options {
	return Options{Random: rand.Reader, Now: time.Now, AtOnce: atOnce, Bounds: Bounds{Waiting: waiting, Known: waiting,
		Network: waiting}}
}

func hasher(t *testing.T, atOnce, waiting int) *Hasher {
	t.Helper()
	h, err := New(options(atOnce, waiting))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestAPasswordIsHashedAndChecked(t *testing.T) {
	h := hasher(t, 2, 2)
	a, err := h.Hash(t.Context(), Who{}, "correct horse 1")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := h.Hash(t.Context(), Who{}, "correct horse 1")
	if a == b {
		t.Error("two hashes of one password are equal: no salt")
	}
	if !strings.HasPrefix(a, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("parameters: %s", a)
	}
	if err := h.Check(t.Context(), Who{}, "correct horse 1", a); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", "correct horse 2", "correct horse 1 ", "Correct horse 1"} {
		if err := h.Check(t.Context(), Who{}, wrong, a); !errors.Is(err, ErrMismatch) {
			t.Errorf("%q: %v, want ErrMismatch", wrong, err)
		}
	}
	if err := h.Check(t.Context(), Who{}, "decoy", ""); !errors.Is(err, ErrMismatch) {
		t.Errorf("an account that does not exist let %v in", err)
	}
	for _, damaged := range []string{"x", a[:20], strings.Replace(a, "argon2id", "argon2i", 1),
		strings.Replace(a, "m=19456", "m=8", 1)} {
		if err := h.Check(t.Context(), Who{}, "correct horse 1", damaged); !errors.Is(err, ErrHash) {
			t.Errorf("%q: %v, want ErrHash", damaged, err)
		}
	}
}

// What tests use differs in nothing but its cost, and neither reads the other's hashes.
func TestWeakIsNewAtAnotherCost(t *testing.T) {
	weak, err := Weak(options(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	hash, err := weak.Hash(t.Context(), Who{}, "correct horse 1")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=8,t=1,p=1$") {
		t.Fatalf("%s, %v", hash, err)
	}
	if err := weak.Check(t.Context(), Who{}, "correct horse 1", hash); err != nil {
		t.Error(err)
	}
	if err := weak.Check(t.Context(), Who{}, "correct horse 2", hash); !errors.Is(err, ErrMismatch) {
		t.Errorf("%v, want ErrMismatch", err)
	}
	if err := hasher(t, 1, 1).Check(t.Context(), Who{}, "correct horse 1", hash); !errors.Is(err, ErrHash) {
		t.Errorf("a site reads a weak hash: %v, want ErrHash", err)
	}
}

// busy is a hasher whose slots are all taken; give is one of them.
func busy(t *testing.T, o Options) (h *Hasher, give func()) {
	t.Helper()
	h, err := Weak(o)
	if err != nil {
		t.Fatal(err)
	}
	for range o.AtOnce {
		if _, err := h.enter(t.Context(), Who{}); err != nil {
			t.Fatal(err)
		}
	}
	return h, func() { h.pass(nil, 0) }
}

// wait asks for a hash that has to wait, and returns when it stands in line.
func (h *Hasher) wait(ctx context.Context, all *sync.WaitGroup, who Who, answered func(error)) {
	h.mu.Lock()
	before := h.line.waiting()
	h.mu.Unlock()
	all.Go(func() {
		_, err := h.Hash(ctx, who, "waits")
		answered(err)
	})
	for now := before; now == before; {
		runtime.Gosched()
		h.mu.Lock()
		now = h.line.waiting()
		h.mu.Unlock()
	}
}

func TestALineThatIsFullTurnsAwayAndSaysForHowLong(t *testing.T) {
	h, give := busy(t, Options{Random: rand.Reader, Now: time.Now, AtOnce: 2, Bounds: Bounds{Waiting: 3, Known: 1,
		Network: 3}})
	h.took = time.Second
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for i := range 3 {
		h.wait(ctx, &all, Who{Network: network(i)}, func(err error) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("one that waits: %v", err)
			}
		})
	}
	_, err := h.Hash(t.Context(), Who{Network: network(9)}, "one too many")
	// three of a second each, two at once
	if e, ok := errors.AsType[*BusyError](err); !ok || e.Retry != 1500*time.Millisecond {
		t.Errorf("%v, want to wait for 1.5 s", err)
	}
	if h.Waiting() != 3 || h.Refused() != 1 {
		t.Errorf("metrics say that %d wait and %d were turned away, want 3 and 1", h.Waiting(), h.Refused())
	}
	h.wait(t.Context(), &all, Who{Network: network(9), Account: 1}, func(err error) {
		if err != nil {
			t.Errorf("a known device: %v", err)
		}
	})
	cancel()
	for h.Waiting() != 1 { // until they have left, a slot that is given may be theirs
		runtime.Gosched()
	}
	give()
	all.Wait()
	if _, err := h.Hash(t.Context(), Who{}, "room again"); err != nil {
		t.Error(err)
	}
	if h.line.waiting() != 0 || len(h.idle) != 1 {
		t.Errorf("%d wait, %d slots are idle", h.line.waiting(), len(h.idle))
	}
}

func TestWhoIsPushedOutOfTheLineIsTold(t *testing.T) {
	h, give := busy(t, Options{Random: rand.Reader, Now: time.Now, AtOnce: 1, Bounds: Bounds{Waiting: 2, Network: 2}})
	var all sync.WaitGroup
	var turnedAway int
	var mu sync.Mutex
	count := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if _, ok := errors.AsType[*BusyError](err); ok {
			turnedAway++
		} else if err != nil {
			t.Error(err)
		}
	}
	h.wait(t.Context(), &all, Who{Network: network(1)}, count)
	h.wait(t.Context(), &all, Who{Network: network(1)}, count)
	all.Go(func() {
		if _, err := h.Hash(t.Context(), Who{Network: network(2)}, "another network"); err != nil {
			t.Error(err)
		}
	})
	for told := 0; told == 0; {
		runtime.Gosched()
		mu.Lock()
		told = turnedAway
		mu.Unlock()
	}
	give()
	all.Wait()
	if turnedAway != 1 {
		t.Errorf("%d turned away, want 1", turnedAway)
	}
}

// A turn that comes while its hash is given up is the next one's.
func TestNoTurnIsLost(t *testing.T) {
	h, give := busy(t, Options{Random: rand.Reader, Now: time.Now, AtOnce: 1, Bounds: Bounds{Waiting: 64, Network: 64}})
	var all sync.WaitGroup
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		h.wait(ctx, &all, Who{}, func(error) {})
		all.Go(cancel)
		give()
		all.Wait()
		if slot, err := h.enter(t.Context(), Who{}); err != nil || slot != nil || len(h.idle) != 0 {
			t.Fatalf("%v, %v, %d idle", slot, err, len(h.idle))
		}
	}
}

func TestCommonPasswordsAreRefused(t *testing.T) {
	for _, p := range []string{"password1", "Password1", "passw0rd1", "P@ssw0rd123", "qwerty123", "QWERTY2024!",
		"abc12345", "123456abc", "1qaz2wsx",
		"a1a1a1a1", "woaini1314", "iloveyou520", "letmein1", "admin2025", "test1234", "12345678a", "dragon88",
		"jadebox1", "senha123",
		"ab12ab12", "zhang123"} {
		if !Common(p, "somebody") {
			t.Errorf("%q is not seen as common", p)
		}
	}
	for _, p := range []string{"vane7harbor", "k3jQ9xtm", "lampshade41cactus", "xK7-plum-tree", "river8stone9"} {
		if Common(p, "somebody") {
			t.Errorf("%q is refused", p)
		}
	}
	if !Common("xxplayer77yy", "Player77") {
		t.Error("the account's own name inside the password passes")
	}
}

// The form says while one types what the server will refuse.
func TestTheClientHasTheSameList(t *testing.T) {
	listed, err := os.ReadFile("../../client/src/features/session/common-words.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(listed) != commonText {
		t.Error("client/src/features/session/common-words.txt is not server/password/wordlist.txt: copy it")
	}
}
