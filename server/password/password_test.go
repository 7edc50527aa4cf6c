package password

import (
	"context"
	"crypto/rand"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func hasher(t *testing.T, atOnce, waiting int) *Hasher {
	t.Helper()
	h, err := New(rand.Reader, atOnce, waiting)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestHashAndCheck(t *testing.T) {
	h := hasher(t, 2, 2)
	a, err := h.Hash(t.Context(), "correct horse 1")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := h.Hash(t.Context(), "correct horse 1")
	if a == b {
		t.Error("two hashes of one password are equal: no salt")
	}
	if !strings.HasPrefix(a, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("parameters: %s", a)
	}
	if err := h.Check(t.Context(), "correct horse 1", a); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", "correct horse 2", "correct horse 1 ", "Correct horse 1"} {
		if err := h.Check(t.Context(), wrong, a); !errors.Is(err, ErrMismatch) {
			t.Errorf("%q: %v, want ErrMismatch", wrong, err)
		}
	}
	if err := h.Check(t.Context(), "decoy", ""); !errors.Is(err, ErrMismatch) {
		t.Errorf("an account that does not exist let %v in", err)
	}
	for _, damaged := range []string{"x", a[:20], strings.Replace(a, "argon2id", "argon2i", 1), strings.Replace(a, "m=19456", "m=8", 1)} {
		if err := h.Check(t.Context(), "correct horse 1", damaged); !errors.Is(err, ErrHash) {
			t.Errorf("%q: %v, want ErrHash", damaged, err)
		}
	}
}

// What tests use differs in nothing but its cost, and neither reads the other's hashes.
func TestWeakIsNewAtAnotherCost(t *testing.T) {
	weak, err := Weak(rand.Reader, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := weak.Hash(t.Context(), "correct horse 1")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=8,t=1,p=1$") {
		t.Fatalf("%s, %v", hash, err)
	}
	if err := weak.Check(t.Context(), "correct horse 1", hash); err != nil {
		t.Error(err)
	}
	if err := weak.Check(t.Context(), "correct horse 2", hash); !errors.Is(err, ErrMismatch) {
		t.Errorf("%v, want ErrMismatch", err)
	}
	if err := hasher(t, 1, 1).Check(t.Context(), "correct horse 1", hash); !errors.Is(err, ErrHash) {
		t.Errorf("a site reads a weak hash: %v, want ErrHash", err)
	}
}

func TestALineThatIsFullTurnsAway(t *testing.T) {
	h := hasher(t, 1, 1)
	w := <-h.slots // somebody computes
	ctx, cancel := context.WithCancel(t.Context())
	var waiter sync.WaitGroup
	h.waiting <- struct{}{}
	waiter.Go(func() {
		if _, err := h.Hash(ctx, "waits"); !errors.Is(err, context.Canceled) {
			t.Errorf("the one that waits: %v", err)
		}
	})
	for len(h.waiting) < 2 {
		runtime.Gosched()
	}
	if _, err := h.Hash(t.Context(), "one too many"); !errors.Is(err, ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	cancel()
	waiter.Wait()
	h.slots <- w
	if _, err := h.Hash(t.Context(), "room again"); err != nil {
		t.Error(err)
	}
}

func TestCommon(t *testing.T) {
	for _, p := range []string{"password1", "Password1", "passw0rd1", "P@ssw0rd123", "qwerty123", "QWERTY2024!", "abc12345", "123456abc", "1qaz2wsx",
		"a1a1a1a1", "woaini1314", "iloveyou520", "letmein1", "admin2025", "test1234", "12345678a", "dragon88", "jadebox1", "senha123",
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
