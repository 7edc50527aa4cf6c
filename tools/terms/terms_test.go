package terms

import (
	"bytes"
	"strings"
	"testing"

	"jadebox/actors/settings/terms"
	"jadebox/fairness"
	"jadebox/store/memory"
)

func TestTermsAreChangedAsAsked(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	for _, c := range []struct {
		args string
		want string // in what is printed; "" for a refusal
	}{
		{"show", `"DrawPPM": 80000`},
		{"upgrade 10 3.5", `"LeastPPM": 35000`},
		{"awards 70,30.5", `3050`},
		{"upgrade 0 0", ""},
		{"upgrade 2 3", ""},
		{"upgrade 100 3", ""},
		{"upgrade x 3", ""},
		{"upgrade NaN 3", ""},
		{"upgrade 8", ""},
		{"awards 1,2", ""},
		{"awards", ""},
		{"awards -1", ""},
		{"awards 1,1,1,1,1,1,1,1,1,1,1", ""},
		{"", ""},
		{"fee 8", ""},
		{"show", `"DrawPPM": 100000`}, // what was refused has changed nothing
		{"awards off", `"awardsCents": []`},
		{"standard", `5000`},
		{"upgrade 9 2", `"DrawPPM": 90000`},
	} {
		var out bytes.Buffer
		err := Run(t.Context(), db, strings.Fields(c.args), &out)
		if (err == nil) != (c.want != "") || !strings.Contains(out.String(), c.want) {
			t.Errorf("%q: %v, %s", c.args, err, out.String())
		}
	}
	now, err := terms.Read(t.Context(), db)
	if err != nil || now.Upgrade != (fairness.UpgradeFee{DrawPPM: 90_000, LeastPPM: 20_000}) || len(now.AwardsCents) != terms.Places {
		t.Errorf("%+v %v", now, err)
	}
}
