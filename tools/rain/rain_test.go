package rain

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rain"
	"jadebox/store/memory"
)

func TestThePlanIsChangedAsAsked(t *testing.T) {
	db, now := memory.New(memory.Options{}), time.Now()
	for _, c := range []struct {
		args string
		want string // in what is printed; "" for a refusal
	}{
		{"show", `"daily": null`},
		{"daily 12:00,20:30", `"20:30"`},
		{"daily 25:00", ""},
		{"daily", ""},
		{"start --pool-gems 50", `"poolCents": 5000`},
		{"start --pool-gems -1", ""},
		{"start --pool-gems x", ""},
		{"pour", ""},
		{"", ""},
		{"pool 0.5 10 300", `"mostCents": 30000`},
		{"pool 0.5 300 10", ""},
		{"pool 101 10 300", ""},
		{"pool 1", ""},
		{"each 4 2.5", `"capPpm": 25000`},
		{"each 9 5", ""},
		{"each 0 5", ""},
		{"each x 5", ""},
		{"last 20", `"durationMs": 20000`},
		{"last 5", ""},
		{"last -1", ""},
		{"standard", `"claims": 0`},
		{"standard 1", ""},
		{"daily off", `"daily": null`},
	} {
		var out bytes.Buffer
		change, err := parse(strings.Fields(c.args), &out, now)
		if err == nil {
			err = Change(t.Context(), db, change, &out)
		}
		if (err == nil) != (c.want != "") || !strings.Contains(out.String(), c.want) {
			t.Errorf("%q: %v, %s", c.args, err, out.String())
		}
	}
	text, err := db.Setting(t.Context(), rain.PlanSetting)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := rain.ReadPlan(text)
	if err != nil || len(plan.Orders) != 1 || plan.Orders[0].AtMS != now.UnixMilli() {
		t.Errorf("%+v %v", plan, err)
	}
}
