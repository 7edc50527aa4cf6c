package recharge_test

import (
	"bytes"
	"strings"
	"testing"

	"jadebox/actors/payment"
	"jadebox/store/memory"
	"jadebox/tools/recharge"
)

func TestThePlanStandsAsAsked(t *testing.T) {
	db := memory.New(memory.Options{})
	run := func(in string, args ...string) (string, error) {
		var out bytes.Buffer
		err := recharge.Run(t.Context(), db, args, strings.NewReader(in), &out)
		return out.String(), err
	}
	rate := func() int64 {
		plan, err := payment.Load(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return plan.RatePPM
	}
	if out, err := run("", "show"); err != nil || !strings.Contains(out, `"ratePpm": 1000000`) {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := run(`{"ratePpm": 1500000}`, "set", "-"); err != nil || rate() != 1_500_000 || !strings.Contains(out, `"ratePpm": 1500000`) || !strings.Contains(out, `"keyCents": 100000`) {
		t.Errorf("%v: %s", err, out)
	}
	for _, text := range []string{"", "x", `{"ratePpm": 0}`, `{"rate": 1}`, strings.Repeat(" ", 70_000) + "{}"} {
		if _, err := run(text, "set", "-"); err == nil || rate() != 1_500_000 {
			t.Errorf("%.20q was taken: %v", text, err)
		}
	}
	for _, args := range [][]string{nil, {"set"}, {"show", "x"}, {"drop"}, {"set", "/nowhere/at/all"}} {
		if _, err := run("", args...); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
	if _, err := run("", "standard"); err != nil || rate() != 1_000_000 {
		t.Errorf("%v: %d", err, rate())
	}
}
