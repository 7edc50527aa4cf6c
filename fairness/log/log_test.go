package log

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var (
	hashA = strings.Repeat("a1", 32)
	hashB = strings.Repeat("b2", 32)
)

func sampleResult() Result {
	return Result{
		Scope: "solo:u1001:e1", N: 17, Player: 1001, Box: 7, OddsHash: hashA, StakeCents: 1000, Item: 14,
		ValueCents: 180,
		UserSeed:   "66hash", ServerSeed: hashB, ServerHash: hashA, ResultHash: hashB, V: 16_777_215, Ctx: hashA,
		Beacon: hashB, AtMS: 1,
	}
}

type leafer interface{ Leaf() ([]byte, error) }

func samples() []leafer {
	return []leafer{
		Anchor{Anchor: hashA, Length: 1, GenesisMS: 1, PeriodMS: 1000},
		Commit{Scope: "battle:7", Commit: hashA, AtMS: 5},
		Ticket{Scope: "solo:u1:e1", N: 3, Player: 1, UserSeed: "a", ServerHash: hashA, OddsHash: hashB, StakeCents: 0,
			AtMS: 9},
		sampleResult(),
		Void{Scope: "battle:7", Reason: "beacon-timeout", AtMS: 3},
		Reveal{Scope: "battle:7", Key: hashB, AtMS: 4},
	}
}

func TestLeavesReadBack(t *testing.T) {
	for _, sample := range samples() {
		leaf, err := sample.Leaf()
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := Parse(leaf)
		if err != nil {
			t.Fatal(err)
		}
		if got := reflect.ValueOf(parsed).Elem().Interface(); got != any(sample) {
			t.Errorf("%T reads back as %+v", sample, got)
		}
		for i := range leaf {
			changed := slices.Clone(leaf)
			changed[i] = '\n'
			if bytes.Equal(changed, leaf) {
				continue
			}
			if again, err := Parse(changed); err == nil {
				t.Errorf("%T: byte %d broken and still read as %+v", sample, i, again)
			}
		}
	}
}

// A zero field is a missing input, never a default.
func TestLeavesRefuseMissingFields(t *testing.T) {
	mayBeZero := map[string]bool{"N": true, "Seat": true, "Bot": true, "StakeCents": true, "V": true}
	for _, sample := range samples() {
		for i := range reflect.TypeOf(sample).NumField() {
			name := reflect.TypeOf(sample).Field(i).Name
			broken := reflect.New(reflect.TypeOf(sample)).Elem()
			broken.Set(reflect.ValueOf(sample))
			broken.Field(i).SetZero()
			_, err := broken.Interface().(leafer).Leaf()
			if mayBeZero[name] {
				if err != nil {
					t.Errorf("%T.%s: %v", sample, name, err)
				}
			} else if !errors.Is(err, ErrLeaf) {
				t.Errorf("%T without %s: err %v", sample, name, err)
			}
		}
	}
	r := sampleResult()
	r.Scope = "solo:u1 \n"
	if _, err := r.Leaf(); !errors.Is(err, ErrLeaf) {
		t.Errorf("a scope of two lines: err %v", err)
	}
}

func filled(t *testing.T, n int) *Memory {
	t.Helper()
	m := new(Memory)
	for i := range n {
		if at, err := m.Append(leafOf(i)); err != nil || at != int64(i) {
			t.Fatalf("leaf %d at %d, err %v", i, at, err)
		}
	}
	return m
}

func leafOf(i int) []byte { return fmt.Appendf(nil, "leaf %d", i) }

func rootOf(t *testing.T, size int64, m *Memory) string {
	t.Helper()
	root, err := Root(size, m)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func TestGrowInOneBatchOrMany(t *testing.T) {
	one, many := filled(t, 40), new(Memory)
	var batch [][]byte
	for i := range 40 {
		batch = append(batch, leafOf(i))
		if len(batch) == 1+i%7 || i == 39 {
			if _, err := many.Append(batch...); err != nil {
				t.Fatal(err)
			}
			batch = nil
		}
	}
	if one.Size() != 40 || !slices.Equal(one.hashes, many.hashes) {
		t.Error("batches give another tree")
	}
}

func TestEveryLeafIsProvenIncluded(t *testing.T) {
	const size = 13
	m := filled(t, size)
	root := rootOf(t, size, m)
	for i := range int64(size) {
		proof, err := ProveInclusion(size, i, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckInclusion(leafOf(int(i)), i, size, root, proof); err != nil {
			t.Errorf("leaf %d: %v", i, err)
		}
		for name, err := range map[string]error{
			"another leaf":  CheckInclusion([]byte("x"), i, size, root, proof),
			"another place": CheckInclusion(leafOf(int(i)), (i+1)%size, size, root, proof),
			"another root":  CheckInclusion(leafOf(int(i)), i, size, hashA, proof),
			"no root":       CheckInclusion(leafOf(int(i)), i, size, "", proof),
			"short proof":   CheckInclusion(leafOf(int(i)), i, size, root, proof[1:]),
			"long proof":    CheckInclusion(leafOf(int(i)), i, size, root, append(slices.Clone(proof), hashA)),
		} {
			if !errors.Is(err, ErrProof) {
				t.Errorf("leaf %d with %s: err %v", i, name, err)
			}
		}
	}
	if _, err := ProveInclusion(size, size, m); !errors.Is(err, ErrRange) {
		t.Errorf("a leaf beyond the tree: err %v", err)
	}
}

func TestLargerTreesAreConsistent(t *testing.T) {
	const size = 13
	m := filled(t, size)
	newer := Checkpoint{"log", size, rootOf(t, size, m)}
	for n := int64(1); n <= size; n++ {
		older := Checkpoint{"log", n, rootOf(t, n, m)}
		proof, err := ProveConsistency(n, size, m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckConsistency(older, newer, proof); err != nil {
			t.Errorf("from %d: %v", n, err)
		}
		forged := older
		forged.Root = hashA
		if err := CheckConsistency(forged, newer, proof); !errors.Is(err, ErrProof) {
			t.Errorf("from %d with a rewritten past: err %v", n, err)
		}
		foreign := older
		foreign.Origin = "other"
		if err := CheckConsistency(foreign, newer, proof); !errors.Is(err, ErrProof) {
			t.Errorf("from %d of another log: err %v", n, err)
		}
	}
	if err := CheckConsistency(newer, Checkpoint{"log", 1, hashA}, nil); !errors.Is(err, ErrRange) {
		t.Errorf("a log that shrank: err %v", err)
	}
}

func testKeys(t *testing.T, seed byte) (secret, public string) {
	t.Helper()
	secret, public, err := GenerateKey(bytes.NewReader(bytes.Repeat([]byte{seed}, 64)), "jadebox-test")
	if err != nil {
		t.Fatal(err)
	}
	return secret, public
}

func TestACheckpointIsOpenedByItsKeyOnly(t *testing.T) {
	secret, public := testKeys(t, 1)
	_, other := testKeys(t, 2)
	signed, err := Sign(13, hashA, secret)
	if err != nil {
		t.Fatal(err)
	}
	if cp, err := OpenCheckpoint(signed, public); err != nil || cp != (Checkpoint{"jadebox-test", 13, hashA}) {
		t.Fatalf("%+v err %v", cp, err)
	}
	if _, err := OpenCheckpoint(signed, other); !errors.Is(err, ErrProof) {
		t.Errorf("under another key: err %v", err)
	}
	for i := range signed {
		for bit := range 8 {
			changed := []byte(signed)
			changed[i] ^= 1 << bit
			if _, err := OpenCheckpoint(string(changed), public); !errors.Is(err, ErrProof) {
				t.Fatalf("byte %d bit %d: err %v", i, bit, err)
			}
		}
	}
	for i := range public {
		changed := []byte(public)
		changed[i] ^= 0x20
		if _, err := OpenCheckpoint(signed, string(changed)); !errors.Is(err, ErrProof) {
			t.Fatalf("key byte %d: err %v", i, err)
		}
	}
	if _, err := OpenCheckpoint(signed+signed[strings.LastIndex(signed, "—"):], public); err == nil {
		t.Error("two signatures pass")
	}
	if _, err := Sign(0, hashA, secret); err == nil {
		t.Error("an empty log is signed")
	}
	if _, err := Sign(1, hashA, "PRIVATE+KEY+nonsense"); err == nil || strings.Contains(err.Error(), "nonsense") {
		t.Errorf("a bad signing key: err %v", err)
	}
}

func TestAResultIsOneLineOfTheExport(t *testing.T) {
	line, err := json.Marshal(sampleResult())
	if err != nil {
		t.Fatal(err)
	}
	var back Result
	if err := json.Unmarshal(line, &back); err != nil || back != sampleResult() {
		t.Errorf("%s reads back as %+v, err %v", line, back, err)
	}
}
