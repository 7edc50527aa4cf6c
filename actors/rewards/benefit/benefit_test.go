package benefit_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func service(r *rig.Rig) *benefit.Service {
	return &benefit.Service{Store: r.Engine, Directory: r.Dir, Settings: r.Settings, Now: time.Now}
}

func spend(r *rig.Rig, p store.PlayerID, key string, boxes int) {
	r.Helper()
	for n := 0; boxes > 0; n, boxes = n+1, boxes-5 {
		rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: fmt.Sprint(key, n), Box: 1,
			Count: min(boxes, 5), PriceCents: rig.BoxCents})
	}
}

// A week's steps, once, from Monday to Monday. Virtual time begins on a Saturday.
func TestAWeeksStepsArePaidOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000_00)
		d := service(r)
		time.Sleep(time.Minute)
		of := func(spent int64, taken bool) benefit.PlayerWeek {
			t.Helper()
			s, err := d.Of(t.Context(), p)
			if err != nil || s.SpentCents != spent || s.Taken != taken {
				t.Fatalf("%+v, %v; want %d spent, taken: %t", s, err, spent, taken)
			}
			return s
		}
		spend(r, p, "a", 49)
		_, err := d.Claim(t.Context(), p, "k")
		r.Refused(err, protocol.CodeWeekNone)
		of(49_00, false)
		spend(r, p, "b", 1)
		before := r.Balance(p)
		if got, err := d.Claim(t.Context(), p, "k"); err != nil || got != (benefit.Claimed{Cents: 10}) {
			t.Fatal(got, err)
		}
		spend(r, p, "c", 150) // the next step, too late
		if got, err := d.Claim(t.Context(), p, "k"); err != nil ||
			got != (benefit.Claimed{Cents: 10, Repeated: true}) {
			t.Error("repeated:", got, err)
		}
		_, err = d.Claim(t.Context(), p, "other")
		r.Refused(err, protocol.CodeWeekTaken)
		if s := of(200_00, true); s.TakenCents != 10 || r.Balance(p) != before+10-150_00 {
			t.Errorf("%+v, %d cents", s, r.Balance(p))
		}
		time.Sleep(48 * time.Hour) // Monday
		of(0, false)
		_, err = d.Claim(t.Context(), p, "k")
		r.Refused(err, protocol.CodeWeekNone)
		spend(r, p, "d", 200)
		if got, err := d.Claim(t.Context(), p, "next"); err != nil || got.Cents != 50 {
			t.Error(got, err)
		}
		ops := r.Ops(benefit.KindClaim)
		if len(ops) != 2 {
			t.Fatalf("%d claims", len(ops))
		}
		for _, op := range ops {
			if !benefit.Right(&op.Op) {
				t.Errorf("op under %q is not what it says", op.Key)
			}
			lie := op.Op
			lie.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p),
				AmountCents: op.Postings[0].AmountCents + 1}}
			moved := op.Op
			moved.Key = "week:w2000-01-10"
			if benefit.Right(&lie) || benefit.Right(&moved) {
				t.Error("a lie passes")
			}
		}
	})
}

func TestManyClaimsAreOne(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(100_00)
		time.Sleep(time.Minute)
		spend(r, p, "a", 60)
		before := r.Balance(p)
		var wg sync.WaitGroup
		var given, taken atomic.Int32
		for i := range 200 {
			wg.Go(func() {
				_, err := service(r).Claim(r.Context(), p, fmt.Sprint("k", i))
				switch apierr.Code(err) {
				case protocol.OK:
					given.Add(1)
				case protocol.CodeWeekTaken:
					taken.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if given.Load() != 1 || taken.Load() != 199 || r.Balance(p) != before+10 || len(r.Ops(benefit.KindClaim)) != 1 {
			t.Errorf("%d given, %d refused, %d cents more", given.Load(), taken.Load(), r.Balance(p)-before)
		}
	})
}

func TestStepsThatGiveBackTooMuchAreRefused(t *testing.T) {
	for text, good := range map[string]bool{`{}`: true, `{"steps":[]}`: true,
		`{"steps":[{"spentCents":100,"rewardCents":10}]}`:                                   true,
		`{"steps":[{"spentCents":100,"rewardCents":11}]}`:                                   false,
		`{"steps":[{"spentCents":0,"rewardCents":0}]}`:                                      false,
		`{"steps":[{"spentCents":200,"rewardCents":2},{"spentCents":100,"rewardCents":3}]}`: false,
		`{"steps":[{"spentCents":200,"rewardCents":2},{"spentCents":300,"rewardCents":2}]}`: false, `[]`: false} {
		if _, err := benefit.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, any := benefit.Standard().Reached(49_99); any {
		t.Error("a step below the first")
	}
	if step, _ := benefit.Standard().Reached(999_99); step.RewardCents != 50 {
		t.Error(step)
	}
}
