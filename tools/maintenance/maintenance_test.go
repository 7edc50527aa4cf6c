package maintenance_test

import (
	"strings"
	"testing"
	"time"

	"jadebox/store/memory"
	"jadebox/tools/maintenance"
)

func TestAnOperatorClosesAndOpens(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	now := time.Unix(1_800_000_000, 0)
	for _, step := range []struct{ args, says string }{
		{"show", "open"}, {"on", "closed until 2027-01-15T08:30:00Z"}, {"show", "closed until 2027-01-15T08:30:00Z"}, {"off", "open"}, {"show", "open"},
	} {
		var out strings.Builder
		if err := maintenance.Do(t.Context(), db, now, 30*time.Minute, strings.Fields(step.args), &out); err != nil || strings.TrimSpace(out.String()) != step.says {
			t.Errorf("%s: %q, %v", step.args, out.String(), err)
		}
	}
	for _, args := range []string{"", "close", "on off"} {
		if err := maintenance.Do(t.Context(), db, now, time.Hour, strings.Fields(args), new(strings.Builder)); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
