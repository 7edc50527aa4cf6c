package protocol

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
)

// [GEM1]
func TestGEM1_AmountsSurviveTheRoundTrip(t *testing.T) {
	for _, c := range []struct {
		cents Gems
		text  string
	}{
		{0, "0.00"}, {1, "0.01"}, {-1, "-0.01"}, {10, "0.10"}, {1234, "12.34"}, {100_000, "1000.00"},
		{math.MaxInt64, "92233720368547758.07"}, {math.MinInt64, "-92233720368547758.08"},
	} {
		b, err := json.Marshal(c.cents)
		if err != nil || string(b) != c.text {
			t.Errorf("%d marshals as %s (%v), want %s", c.cents, b, err, c.text)
		}
		var back Gems
		if err := json.Unmarshal(b, &back); err != nil || back != c.cents {
			t.Errorf("%s reads as %d (%v)", b, back, err)
		}
	}
}

// [GEM1]
func TestGEM1_OtherFormsOfAmountsAreRefused(t *testing.T) {
	for text, want := range map[string]Gems{"12": 1200, "12.3": 1230, "-0": 0, "-0.5": -50, "0.07": 7} {
		if got, err := ParseGems(text); err != nil || got != want {
			t.Errorf("ParseGems(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", ".", "1.", ".5", "1.234", "1e2", "01", "00", "1..2", "1.2.3", "+1", " 1",
		"1 ", "0x1", "NaN", "null", `"1"`, "--1",
		"92233720368547758.08", "-92233720368547758.09", "92233720368547759", "99999999999999999999",
		"184467440737095516.16", "1_000"} {
		if got, err := ParseGems(text); !errors.Is(err, ErrGems) {
			t.Errorf("ParseGems(%q) = %d, %v; want ErrGems", text, got, err)
		}
	}
}

func FuzzGEM1(f *testing.F) {
	f.Add("12.34")
	f.Add("-92233720368547758.08")
	f.Fuzz(func(t *testing.T, s string) {
		g, err := ParseGems(s)
		if err != nil {
			return
		}
		if again, err := ParseGems(g.String()); err != nil || again != g {
			t.Fatalf("%q is %d, which prints as %s and reads as %d, %v", s, g, g, again, err)
		}
	})
}
