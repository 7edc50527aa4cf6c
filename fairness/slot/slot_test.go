package slot

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness"
)

// The vector of docs/fairness.md, "Slot trees", that a Python implementation agrees with.
const (
	scope      = "solo:u1:e1"
	beacon     = "8ada64bae5c6c0f5540a6a13af56e663240edfbd2c76ac6a8f27671eb7259ce3"
	ctx        = "5dbb4807ebc1f21aa554485ccad9de4155ad9e9b493544ec7f578a189b3619b3"
	commit     = "060de3f33d3365d7c7e5e7a43adc84dfc3634d24425e51e1d979d2836c901577"
	slotSeven  = "5fd9471e1ffedc36b57623515f9759916b936dbe30138355fa701dc110b702ef"
	seedSeven  = "79cbd98296c8921049a92f546a3c52b0fb16b2a02478318d92baace4647345c4"
	resultHash = "a476152ba7255a041ab49521e1113c9c836aab203923ef738e881a84f5861839"
	value      = 10778133
)

func secret(t testing.TB) fairness.Key {
	t.Helper()
	var raw [32]byte
	for i := range raw {
		raw[i] = byte(i)
	}
	k, err := fairness.ParseKey(hex.EncodeToString(raw[:]))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func open(t testing.TB, k fairness.Key, height int, n uint64) (fairness.Key, []string, string) {
	t.Helper()
	tree, err := New(k, scope, height)
	if err != nil {
		t.Fatal(err)
	}
	slotKey, path, err := tree.Open(k, n)
	if err != nil {
		t.Fatal(err)
	}
	return slotKey, path, tree.Commit()
}

func TestTheDocumentedVectorIsReproduced(t *testing.T) {
	slotKey, path, root := open(t, secret(t), HeightSolo, 7)
	if slotKey.Reveal() != slotSeven || root != commit {
		t.Fatalf("k_7 %s, commit %s", slotKey.Reveal(), root)
	}
	if err := Check(scope, HeightSolo, 7, slotKey, path, commit); err != nil {
		t.Fatal(err)
	}
	seed, err := Seed(slotKey, scope, beacon, ctx, 7, 0)
	if err != nil || seed != seedSeven {
		t.Fatalf("seed %s, %v", seed, err)
	}
	out, err := fairness.Roll("1y5fty41257onl9a", seed)
	if err != nil || out.ResultHash != resultHash || out.V != value {
		t.Fatalf("%+v, %v", out, err)
	}
}

func TestTheCommitmentIsTheRootThatTheLogsLibraryGives(t *testing.T) {
	k := secret(t)
	for height := range HeightMax + 1 {
		var hashes []tlog.Hash
		read := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
			out := make([]tlog.Hash, len(at))
			for i := range at {
				out[i] = hashes[at[i]]
			}
			return out, nil
		})
		for n := range int64(1) << height {
			slotKey, err := Key(k, scope, uint64(n))
			if err != nil {
				t.Fatal(err)
			}
			leaf := fmt.Sprintf("BOX2/slot\n%s\n%d\n%s\n", scope, n, slotKey.Reveal())
			added, err := tlog.StoredHashes(n, []byte(leaf), read)
			if err != nil {
				t.Fatal(err)
			}
			hashes = append(hashes, added...)
		}
		root, err := tlog.TreeHash(1<<height, read)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := New(k, scope, height)
		if err != nil || tree.Commit() != hex.EncodeToString(root[:]) {
			t.Errorf("height %d: %v", height, err)
		}
	}
}

func TestEverySlotLeadsToTheCommitmentAndToNoOther(t *testing.T) {
	k := secret(t)
	for height := range HeightMax + 1 {
		for n := range uint64(1) << height {
			slotKey, path, root := open(t, k, height, n)
			if err := Check(scope, height, n, slotKey, path, root); err != nil {
				t.Fatalf("height %d slot %d: %v", height, n, err)
			}
			if err := Check("solo:u1:e2", height, n, slotKey, path, root); !errors.Is(err, fairness.ErrMismatch) {
				t.Fatalf("height %d slot %d of another scope: %v", height, n, err)
			}
			if err := Check(scope, height, n^1, slotKey, path, root); err == nil {
				t.Fatalf("height %d: slot %d passes as its neighbour", height, n)
			}
			for i := range path {
				bad := append([]string(nil), path...)
				bad[i] = commit
				if err := Check(scope, height, n, slotKey, bad, root); !errors.Is(err, fairness.ErrMismatch) {
					t.Fatalf("height %d slot %d, hash %d changed: %v", height, n, i, err)
				}
			}
		}
	}
}

func TestOnlyTheTreesOwnKeyOpensIt(t *testing.T) {
	k := secret(t)
	other := k
	other[31] ^= 1
	for _, height := range []int{0, 1, HeightSolo} {
		tree, err := New(k, scope, height)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := tree.Open(other, 0); !errors.Is(err, fairness.ErrMismatch) {
			t.Errorf("height %d: %v", height, err)
		}
		if err := CheckKey(k, scope, height, tree.Commit()); err != nil {
			t.Errorf("height %d: %v", height, err)
		}
		if err := CheckKey(other, scope, height, tree.Commit()); !errors.Is(err, fairness.ErrMismatch) {
			t.Errorf("height %d, another key: %v", height, err)
		}
		if _, _, err := tree.Open(k, 1<<height); !errors.Is(err, fairness.ErrInput) {
			t.Errorf("height %d, slot behind the last: %v", height, err)
		}
	}
}

func TestEveryInputChangesTheSeed(t *testing.T) {
	slotKey, _, _ := open(t, secret(t), HeightSolo, 7)
	other := slotKey
	other[0] ^= 1
	seen := map[string]bool{}
	for _, in := range []struct {
		key                fairness.Key
		scope, beacon, ctx string
		n                  uint64
		seat               int
	}{
		{slotKey, scope, beacon, ctx, 7, 0}, {other, scope, beacon, ctx, 7, 0},
		{slotKey, scope + "0", beacon, ctx, 7, 0},
		{slotKey, scope, ctx, ctx, 7, 0}, {slotKey, scope, beacon, beacon, 7, 0}, {slotKey, scope, beacon, ctx, 8, 0},
		{slotKey, scope, beacon, ctx, 7, 1},
	} {
		seed, err := Seed(in.key, in.scope, in.beacon, in.ctx, in.n, in.seat)
		if err != nil || seen[seed] {
			t.Errorf("%+v: %s, %v", in, seed, err)
		}
		seen[seed] = true
	}
}

func TestStreamsOfTwoLabelsOrSlotsDiffer(t *testing.T) {
	k := secret(t)
	seen := map[uint64]string{}
	for _, n := range []uint64{0, 1} {
		slotKey, _, _ := open(t, k, HeightRain, n)
		for _, label := range []string{LabelRoll, LabelRain, LabelClaim, LabelFlip, LabelTie} {
			s, err := Stream(slotKey, label, "rain:1", beacon, ctx)
			if err != nil {
				t.Fatal(err)
			}
			first := s.Uniform(1 << 60)
			if of, twice := seen[first]; twice {
				t.Errorf("slot %d, %s begins as %s", n, label, of)
			}
			seen[first] = label
		}
	}
}

func TestMissingInputsAreRefused(t *testing.T) {
	k := secret(t)
	slotKey, path, root := open(t, k, HeightSolo, 7)
	_, noKey := Key(fairness.Key{}, scope, 0)
	_, far := Key(k, scope, 256)
	_, noTree := New(fairness.Key{}, scope, 0)
	_, high := New(k, scope, HeightMax+1)
	_, noScope := New(k, "", 0)
	_, noSlot := Seed(fairness.Key{}, scope, beacon, ctx, 0, 0)
	_, noBeacon := Seed(slotKey, scope, "", ctx, 0, 0)
	_, noCtx := Seed(slotKey, scope, beacon, strings.ToUpper(ctx), 0, 0)
	_, spaced := Seed(slotKey, "a b", beacon, ctx, 0, 0)
	_, seat := Seed(slotKey, scope, beacon, ctx, 0, fairness.SeatMax+1)
	_, below := Seed(slotKey, scope, beacon, ctx, 0, -1)
	_, nonce := Seed(slotKey, scope, beacon, ctx, 1<<53, 0)
	_, deck := Stream(slotKey, "deck", scope, beacon, ctx)
	_, unkeyed := Stream(fairness.Key{}, LabelFlip, scope, beacon, ctx)
	for i, err := range []error{
		noKey, far, noTree, high, noScope, noSlot, noBeacon, noCtx, spaced, seat, below, nonce, deck, unkeyed,
		Check(scope, HeightSolo, 7, slotKey, path[1:], root), Check(scope, HeightSolo, 256, slotKey, path, root),
		Check(scope, HeightSolo, 7, slotKey, path, root[1:]), Check(scope, -1, 0, slotKey, nil, root),
		Check(scope, 1, 0, slotKey, []string{"x"}, root), CheckKey(k, scope, HeightMax+1, root),
	} {
		if !errors.Is(err, fairness.ErrInput) {
			t.Errorf("case %d: %v", i, err)
		}
	}
}

func FuzzCheckRefusesWhatWasNotCommitted(f *testing.F) {
	slotKey, path, root := open(f, secret(f), 2, 1)
	f.Add(uint64(1), slotKey.Reveal(), path[0], path[1])
	f.Add(uint64(0), slotKey.Reveal(), path[1], path[0])
	f.Fuzz(func(t *testing.T, n uint64, text, low, high string) {
		k, err := fairness.ParseKey(text)
		if err != nil {
			return
		}
		same := n == 1 && k == slotKey && low == path[0] && high == path[1]
		if err := Check(scope, 2, n, k, []string{low, high}, root); (err == nil) != same {
			t.Errorf("slot %d under %s: %v", n, text, err)
		}
	})
}

func BenchmarkTreeOf256(b *testing.B) {
	k := secret(b)
	for b.Loop() {
		if _, err := New(k, scope, HeightSolo); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	k := secret(b)
	for b.Loop() {
		slotKey, err := Key(k, scope, 7)
		if err != nil {
			b.Fatal(err)
		}
		seed, err := Seed(slotKey, scope, beacon, ctx, 7, 0)
		if err != nil {
			b.Fatal(err)
		}
		fairness.ServerHash(seed)
		if out, err := fairness.Roll("1y5fty41257onl9a", seed); err != nil || out.V != value {
			b.Fatal(out, err)
		}
	}
}

func BenchmarkPathVerified(b *testing.B) {
	slotKey, path, root := open(b, secret(b), HeightSolo, 7)
	for b.Loop() {
		if err := Check(scope, HeightSolo, 7, slotKey, path, root); err != nil {
			b.Fatal(err)
		}
	}
}
