package password

import (
	"bytes"
	"errors"
	"os"
	"sync"
	"testing"
)

const beWorker = "JADEBOX_TEST_HASH_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(beWorker) != "" {
		if Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func apartHere(t *testing.T, command ...string) *Hasher {
	t.Helper()
	t.Setenv(beWorker, "1")
	h, err := Apart(options(2, 64), command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// started is a worker of an idle hasher that has a process, or nil.
func started(h *Hasher) *worker {
	for _, w := range h.idle {
		if w.child != nil {
			return w
		}
	}
	return nil
}

func TestWorkersComputeTheSameHashes(t *testing.T) {
	here, there := hasher(t, 1, 1), apartHere(t, os.Args[0])
	hash, err := there.Hash(t.Context(), Who{}, "correct horse 1")
	if err != nil {
		t.Fatal(err)
	}
	if err := here.Check(t.Context(), Who{}, "correct horse 1", hash); err != nil {
		t.Error(err)
	}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			text, want := "correct horse 1", error(nil)
			if i%2 == 1 {
				text, want = "correct horse 2", ErrMismatch
			}
			if err := there.Check(t.Context(), Who{}, text, hash); !errors.Is(err, want) {
				t.Errorf("%q: %v, want %v", text, err, want)
			}
		})
	}
	all.Wait()
	if started(there) == nil {
		t.Error("computed in this process")
	}
}

// A worker that was killed is another one at the next hash; where none can be started the hash is computed here.
func TestHashesGoOnWithoutWorkers(t *testing.T) {
	here, h := hasher(t, 1, 1), apartHere(t, os.Args[0])
	for range 3 {
		if w := started(h); w != nil {
			_ = w.child.Process.Kill()
		}
		hash, err := h.Hash(t.Context(), Who{}, "correct horse 1")
		if err == nil {
			err = here.Check(t.Context(), Who{}, "correct horse 1", hash) // what a killed one left unsaid is no hash
		}
		if err == nil {
			err = h.Check(t.Context(), Who{}, "correct horse 1", hash)
		}
		if err != nil {
			t.Fatalf("%s, %v", hash, err)
		}
	}
	lost := apartHere(t, t.TempDir()+"/gone")
	if hash, err := lost.Hash(t.Context(), Who{}, "correct horse 1"); err != nil || lost.Check(t.Context(), Who{},
		"correct horse 1", hash) != nil {
		t.Fatalf("%s, %v", hash, err)
	}
}

func TestServeRefusesWhatIsNoRequest(t *testing.T) {
	for name, in := range map[string][]byte{"too long": {0xff, 0xff, 0, 0}, "cut off": {0, 4, 0, 4, 'a'},
		"half a head": {0}} {
		var out bytes.Buffer
		if err := Serve(bytes.NewReader(in), &out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, out.Len())
		}
	}
}
