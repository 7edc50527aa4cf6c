package sign_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/sim/rig"
)

// An auditor finds a sign-in of another date than the op's, and a day or milestone that there is not, also where key,
// result and entries agree.
func TestASignInIsOfItsDateAndOfADayOfTheRow(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		time.Sleep(40 * 24 * time.Hour)
		if _, err := claim(r, p, "k", sign.Every, 1); err != nil {
			t.Fatal(err)
		}
		good := r.Ops(sign.KindClaim)[0].Op
		granted, err := player.ReadGranted(0, good.Result)
		if err != nil {
			t.Fatal(err)
		}
		today := good.At.UTC().Format(time.DateOnly)
		month := today[:len("2000-01")]
		other := func(days int) string { return good.At.UTC().AddDate(0, 0, days).Format(time.DateOnly) }
		for _, c := range []struct {
			note sign.Note
			key  string
			want bool
		}{
			{sign.Note{Type: sign.Every, Date: today, Day: 1}, "", true},
			{sign.Note{Type: sign.Every, Date: today, Day: sign.Row}, "", true},
			{sign.Note{Type: sign.Every, Date: today, Day: sign.Row + 1}, "", false},
			{sign.Note{Type: sign.Every, Date: today, Day: 0}, "", false},
			{sign.Note{Type: sign.Every, Date: today, Day: 1, Days: 3}, "", false},
			{sign.Note{Type: sign.Every, Date: other(-2), Day: 1}, "", false},
			{sign.Note{Type: sign.Every, Date: other(2), Day: 1}, "", false},
			{sign.Note{Type: sign.Accumulate, Date: today, Days: 3}, "sign:month:" + month + ":3", true},
			{sign.Note{Type: sign.Accumulate, Date: today, Days: 3, Day: 1}, "sign:month:" + month + ":3", false},
			{sign.Note{Type: sign.Accumulate, Date: today, Days: 3}, "sign:month:" + today + ":3", false},
			{sign.Note{Type: sign.Accumulate, Date: other(-30), Days: 3}, "sign:month:2000-01:3", false},
			{sign.Note{Type: sign.Accumulate, Date: today}, "sign:month:" + month + ":0", false},
			{sign.Note{Type: "none", Date: today, Day: 1}, "", false},
		} {
			op := good
			if op.Key = c.key; c.key == "" {
				op.Key = sign.DayKey(c.note.Date)
			}
			g := granted
			if g.Note, err = json.Marshal(c.note); err != nil {
				t.Fatal(err)
			}
			if op.Result, err = json.Marshal(g); err != nil {
				t.Fatal(err)
			}
			if sign.Right(&op) != c.want {
				t.Errorf("%+v under %q: right is %v", c.note, op.Key, !c.want)
			}
		}
		op := good
		op.At = good.At.Add(72 * time.Hour)
		if sign.Right(&op) {
			t.Error("a sign-in is right three days later")
		}
	})
}
