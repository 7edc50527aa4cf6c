package prize_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"jadebox/actors/rewards/prize"
	"jadebox/store"
)

func TestFragments(t *testing.T) {
	for _, tt := range []struct{ cents, want int64 }{{1, 2}, {3, 4}, {4, 5}, {100, 125}, {101, 127}, {1 << 40, 1<<40 + 1<<38}} {
		if got := prize.Standard().Fragments(tt.cents); got != tt.want {
			t.Errorf("%d cents cost %d fragments, want %d", tt.cents, got, tt.want)
		}
	}
	if got := (prize.Terms{FragmentPPM: 1_000_000}).Fragments(math.MaxInt64 / 2); got != math.MaxInt64/2 {
		t.Errorf("a great price became %d", got)
	}
}

func TestTerms(t *testing.T) {
	for text, good := range map[string]bool{"": true, "{}": true, `{"fragmentPpm":2000000}`: true, `{"fragmentPpm":999999}`: false, `{"fragmentPpm":-1}`: false,
		`{"fragmentPpm":100000001}`: false, `[]`: false} {
		if _, err := prize.Read([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

type setting struct {
	text string
	err  error
}

func (s *setting) Setting(context.Context, string) ([]byte, error) { return []byte(s.text), s.err }

func TestABookKeepsGoodTerms(t *testing.T) {
	var none *prize.Book
	if none.Terms().FragmentPPM != 1_250_000 {
		t.Error("no book, no standard terms")
	}
	var b prize.Book
	from := &setting{text: `{"fragmentPpm":2000000}`}
	if err := b.Load(t.Context(), from); err != nil || b.Terms().FragmentPPM != 2_000_000 {
		t.Fatalf("%v %+v", err, b.Terms())
	}
	from.text = `{"fragmentPpm":1}`
	if b.Load(t.Context(), from) == nil || b.Terms().FragmentPPM != 2_000_000 {
		t.Errorf("bad terms hold: %+v", b.Terms())
	}
	from.err = errors.New("away")
	if b.Load(t.Context(), from) == nil || b.Terms().FragmentPPM != 2_000_000 {
		t.Errorf("after an error: %+v", b.Terms())
	}
	from.err = store.ErrNotFound
	if err := b.Load(t.Context(), from); err != nil || b.Terms().FragmentPPM != 1_250_000 {
		t.Errorf("without a setting: %v %+v", err, b.Terms())
	}
}
