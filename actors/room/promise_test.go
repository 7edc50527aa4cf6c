package room

import (
	"errors"
	"slices"
	"testing"

	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// fixedBy is what a room of the tests depends on.
type fixedBy string

func (c fixedBy) Leaf() ([]byte, error) {
	if c == "" {
		return nil, errNoContext
	}
	return []byte(c), nil
}

var errNoContext = errors.New("no context")

// asked is a command of player 7.
type asked struct{}

func (asked) Idempotency(store.RoomID) (store.PlayerID, string, [32]byte) {
	return 7, "mine", [32]byte{1}
}

var promise = Promise{Scope: "dice:3", Commit: string(make64('a')), Key: string(make64('b'))}

func make64(c byte) []byte { return slices.Repeat([]byte{c}, 64) }

func keysOf(op *Op) (keys []string) {
	for _, l := range op.Leaves {
		keys = append(keys, l.Key)
	}
	return keys
}

func TestAnOpThatMakesARoomPublishesItsCommitmentAndWhatIsFixed(t *testing.T) {
	op := OpBy(asked{}, 3, "dice.create")
	if err := promise.Create(op, 1, map[string]int{"room": 3}, fixedBy("fixed")); err != nil {
		t.Fatal(err)
	}
	want := []string{fairlog.KeyCommit.Of(promise.Scope), fairlog.KeyLock.Of(promise.Scope)}
	if got := keysOf(op); !slices.Equal(got, want) {
		t.Errorf("leaves %q, want %q", got, want)
	}
	if op.Player != 7 || op.Key != "mine" || op.Request != [32]byte{1} || op.Kind != "dice.create" {
		t.Errorf("not in the name of who asked: %+v", op)
	}
	if string(op.Result) != `{"room":3}` {
		t.Errorf("a repeated key is answered with %s", op.Result)
	}
	if err := promise.Create(op, 1, nil, fixedBy("")); !errors.Is(err, errNoContext) {
		t.Errorf("a context without a leaf: %v", err)
	}
}

func TestAVoidIsTheHousesUnlessAPlayerAsksForIt(t *testing.T) {
	for _, c := range []struct {
		by   Keyed
		who  store.PlayerID
		key  string
		kind string
	}{{nil, 0, "dice:3:void", "dice.void"}, {asked{}, 7, "mine", "dice.void"}} {
		op, err := promise.Void("dice", 3, c.by, "expired", 1)
		if err != nil {
			t.Fatal(err)
		}
		if op.Player != c.who || op.Key != c.key || op.Kind != c.kind {
			t.Errorf("by %v: player %d, key %q, kind %q", c.by, op.Player, op.Key, op.Kind)
		}
		want := []string{fairlog.KeyVoid.Of(promise.Scope), fairlog.KeyReveal.Of(promise.Scope)}
		if got := keysOf(op); !slices.Equal(got, want) {
			t.Errorf("by %v: leaves %q, want %q", c.by, got, want)
		}
	}
}
