package fairness

import (
	"errors"
	"strings"
	"testing"
)

func TestCheckerAgreesWithTheEngine(t *testing.T) {
	k, beacon, ctx := testKey(3), ServerHash("beacon"), ServerHash("ctx")
	checker := must(NewChecker(k, "battle:7", beacon, ctx))
	for n := range uint64(20) {
		for seat := range 4 {
			seed := must(ServerSeed(k, "battle:7", beacon, ctx, n*53, seat))
			out := must(Roll("66hash", seed))
			if v, err := checker.Check("66hash", seed, out.ResultHash, n*53, seat); err != nil || v != out.V {
				t.Fatalf("n %d seat %d: v %d err %v, want %d", n*53, seat, v, err, out.V)
			}
			for name, err := range map[string]error{
				"another n":      second(checker.Check("66hash", seed, out.ResultHash, n*53+1, seat)),
				"another seat":   second(checker.Check("66hash", seed, out.ResultHash, n*53, seat+1)),
				"another player": second(checker.Check("66hasi", seed, out.ResultHash, n*53, seat)),
				"another hash":   second(checker.Check("66hash", seed, strings.Repeat("0", 64), n*53, seat)),
				"no seed":        second(checker.Check("66hash", "", out.ResultHash, n*53, seat)),
			} {
				if !errors.Is(err, ErrMismatch) {
					t.Errorf("%s: err %v", name, err)
				}
			}
		}
	}
	if _, err := checker.Check("", "", "", 0, 0); !errors.Is(err, ErrInput) {
		t.Errorf("no user seed: err %v", err)
	}
	if _, err := NewChecker(Key{}, "battle:7", beacon, ctx); !errors.Is(err, ErrInput) {
		t.Errorf("no key: err %v", err)
	}
}

func second[T any](_ T, err error) error { return err }
