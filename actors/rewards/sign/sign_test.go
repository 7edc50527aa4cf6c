package sign_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

func claim(r *rig.Rig, p store.PlayerID, key, kind string, number int) (sign.Given, error) {
	return rig.Ask[sign.Given](r, sign.Kind, player.ID(p), sign.Claim{Player: p, Key: key, Type: kind, Number: number})
}

func board(r *rig.Rig, p store.PlayerID) sign.Board {
	r.Helper()
	return rig.Do[sign.Board](r, sign.Kind, player.ID(p), sign.Look{Player: p, Done: true})
}

func open(r *rig.Rig, p store.PlayerID, key string, count int) {
	r.Helper()
	rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: key, Box: 1, Count: count,
		PriceCents: rig.BoxCents})
}

func put(r *rig.Rig, s settings.Any, text string) {
	r.Helper()
	if err := settingstest.Put(r.Context(), r.Engine, s, []byte(text)); err != nil {
		r.Fatal(err)
	}
}

// Virtual time begins at the first moment of a January.
func untilTomorrow() { time.Sleep(time.Until(period.Day(time.Now().UTC()).End) + time.Minute) }

// A whole month: the row four times and three days, each milestone in its turn, then a new month.
func TestAWholeMonthIsSignedInOrder(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		held := sign.Standard()
		held.Days[sign.Row-1].Limit.Least = 1 // one box here, so that the last milestone asks for more than is done
		text, err := json.Marshal(held)
		if err != nil {
			t.Fatal(err)
		}
		put(r, sign.Setting, string(text))
		p := r.Player(100_00)
		time.Sleep(time.Minute) // until the first beacon
		for day := 1; day <= 31; day++ {
			n := (day-1)%sign.Row + 1
			key := fmt.Sprint("day-", day)
			for other := 1; other <= sign.Row; other++ {
				switch {
				case other < n:
					_, err := claim(r, p, key, sign.Every, other)
					r.Refused(err, protocol.CodeSignTaken)
				case other > n:
					_, err := claim(r, p, key, sign.Every, other)
					r.Refused(err, protocol.CodeSignOrder)
				}
			}
			for _, m := range []int{7, 14, 21, 28} {
				if m >= day {
					_, err := claim(r, p, key, sign.Accumulate, m)
					r.Refused(err, protocol.CodeSignDays)
				}
			}
			if n == sign.Row {
				_, err := claim(r, p, key, sign.Every, n)
				r.Refused(err, protocol.CodeSignLimit)
				open(r, p, "open-"+key, 1)
			}
			g, err := claim(r, p, key, sign.Every, n)
			if err != nil || g.Day != n || (g.Opened != nil) != (n == sign.Row) {
				t.Fatalf("day %d: %+v, %v", day, g, err)
			}
			again, err := claim(r, p, key, sign.Every, n)
			if err != nil || again.Op != g.Op {
				t.Fatalf("day %d, repeated: %+v, %v", day, again, err)
			}
			_, err = claim(r, p, "other-"+key, sign.Every, n)
			r.Refused(err, protocol.CodeSignToday)
			_, err = claim(r, p, "other-"+key, sign.Every, n%sign.Row+1)
			r.Refused(err, protocol.CodeSignToday)
			if b := board(r, p); b.MonthDays != day || len(b.Row) != n || !b.Today || b.Next() != 0 {
				t.Fatalf("day %d: %+v", day, b.Progress)
			}
			if day%7 == 0 && day <= 28 {
				if b := board(r, p); !b.Open(b.Settings) {
					t.Errorf("day %d: the milestone does not wait", day)
				}
				if day == 28 {
					_, err := claim(r, p, "m", sign.Accumulate, day)
					r.Refused(err, protocol.CodeSignLimit)
					open(r, p, "open-more", 4)
				}
				if _, err := claim(r, p, fmt.Sprint("m-", day), sign.Accumulate, day); err != nil {
					t.Fatalf("milestone of %d days: %v", day, err)
				}
				_, err = claim(r, p, fmt.Sprint("n-", day), sign.Accumulate, day)
				r.Refused(err, protocol.CodeSignTaken)
			}
			if b := board(r, p); b.Open(b.Settings) {
				t.Errorf("day %d: something waits that was taken", day)
			}
			untilTomorrow()
		}
		// February: the month is empty, the row goes on.
		b := board(r, p)
		if b.MonthDays != 0 || len(b.Taken) != 0 || len(b.Row) != 3 || b.Next() != 4 || !b.Open(b.Settings) {
			t.Errorf("after the month: %+v", b.Progress)
		}
		_, err = claim(r, p, "late", sign.Accumulate, 7)
		r.Refused(err, protocol.CodeSignDays)

		ops := r.Ops(sign.KindClaim)
		if len(ops) != 31+4 {
			t.Errorf("%d claims", len(ops))
		}
		var won, vouchers int
		for _, op := range ops {
			if !sign.Right(&op.Op) {
				t.Errorf("op under %q is not what it says", op.Key)
			}
			for _, it := range op.NewItems {
				if it.Def.Voucher() {
					vouchers++
					continue
				}
				won++
				b, err := player.Bundle(r.Context(), r.Engine, r.Catalog, op.ID, 0)
				if err != nil || b == nil {
					t.Errorf("proof of the free box of op %d: %v", op.ID, err)
				}
			}
		}
		if won != 4 || vouchers != 5+4+1+1 {
			t.Errorf("%d items and %d cards", won, vouchers)
		}
		purse := rig.Do[player.Purse](r, player.Kind, player.ID(p), player.Purse{})
		if want := int64(100_00 - 8*rig.BoxCents + 5*10 + 4*20 + 30); purse.GemsCents != want || r.Balance(p) != want {
			t.Errorf("%d gems, want %d", purse.GemsCents, want)
		}
		if want := int64(5*5 + 4*10 + 20); purse.Fragments != want {
			t.Errorf("%d fragments, want %d", purse.Fragments, want)
		}
	})
}

func TestAMissedDayBeginsTheRowAnew(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		take := func(n int) {
			t.Helper()
			if _, err := claim(r, p, fmt.Sprint("k", time.Now().Unix()), sign.Every, n); err != nil {
				t.Fatal(err)
			}
		}
		take(1)
		untilTomorrow()
		take(2)
		untilTomorrow()
		untilTomorrow()
		if b := board(r, p); b.Next() != 1 || b.MonthDays != 2 {
			t.Errorf("after a missed day: %+v", b.Progress)
		}
		put(r, sign.Setting, `{"gapDays":1}`)
		if b := board(r, p); b.Next() != 3 {
			t.Errorf("where a day may be missed: %+v", b.Progress)
		}
		take(3)
		for range 3 {
			untilTomorrow()
		}
		if b := board(r, p); b.Next() != 1 {
			t.Errorf("after two missed days: %+v", b.Progress)
		}
		put(r, sign.Setting, `{"closed":true}`)
		_, err := claim(r, p, "closed", sign.Every, 1)
		r.Refused(err, protocol.CodeSignClosed)
		if b := board(r, p); b.Open(b.Settings) {
			t.Error("something waits while it is closed")
		}
	})
}

func TestDaysAreTheZones(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		put(r, period.Setting, `"Asia/Shanghai"`)
		if err := r.Settings.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		p := r.Player(1)
		time.Sleep(16*time.Hour - time.Second) // 23:59:59 there
		if _, err := claim(r, p, "a", sign.Every, 1); err != nil {
			t.Fatal(err)
		}
		_, err := claim(r, p, "b", sign.Every, 2)
		r.Refused(err, protocol.CodeSignToday)
		time.Sleep(time.Second)
		if _, err := claim(r, p, "b", sign.Every, 2); err != nil {
			t.Fatal(err)
		}
		if b := board(r, p); b.Date != "2000-01-02" || len(b.Row) != 2 {
			t.Errorf("%+v", b.Progress)
		}
		// Set back, the day before begins once more: it is not signed twice.
		put(r, period.Setting, `"America/Sao_Paulo"`)
		if err := r.Settings.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = claim(r, p, "c", sign.Every, 3)
		r.Refused(err, protocol.CodeSignToday)
	})
}

// 200 at once are one: with keys of their own all but one are refused, with the same key all get the same answer.
// Whatever the store says, and after a crash.
func TestManyClaimsAreOne(t *testing.T) {
	for _, how := range []memory.Fault{memory.NoFault, memory.UnknownApplied, memory.UnknownNotApplied,
		memory.RefuseBefore} {
		for _, same := range []bool{false, true} {
			t.Run(fmt.Sprint(how, same), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					p := r.Player(1)
					time.Sleep(time.Minute)
					var hits atomic.Int32
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind == sign.KindClaim && hits.Add(1) <= 2 {
							return how
						}
						return memory.NoFault
					})
					var wg sync.WaitGroup
					var given, today atomic.Int32
					for i := range 200 {
						key := fmt.Sprint("k", i)
						if same {
							key = "k"
						}
						wg.Go(func() {
							_, err := claim(r, p, key, sign.Every, 1)
							switch apierr.Code(err) {
							case protocol.OK:
								given.Add(1)
							case protocol.CodeSignToday:
								today.Add(1)
							}
						})
					}
					wg.Wait()
					if how == memory.NoFault && (same && given.Load() != 200 || !same &&
						(given.Load() != 1 || today.Load() != 199)) {
						t.Errorf("%d given, %d refused", given.Load(), today.Load())
					}
					r.Crash()
					_, _ = claim(r, p, "k", sign.Every, 1)
					if b := board(r, p); !b.Today || len(b.Row) != 1 || len(b.Given) != 1 {
						t.Errorf("%+v", b.Progress)
					}
					if n, has := len(r.Ops(sign.KindClaim)), r.Balance(p); n != 1 || has != 11 || hits.Load() == 0 {
						t.Errorf("%d ops, %d cents, %d tries", n, has, hits.Load())
					}
				})
			})
		}
	}
}

// A milestone of the month comes once, however many ask for it and whatever the store says of it.
func TestManyClaimsOfAMilestoneAreOne(t *testing.T) {
	for _, how := range []memory.Fault{memory.NoFault, memory.RefuseBefore, memory.UnknownApplied,
		memory.UnknownNotApplied} {
		t.Run(fmt.Sprint(how), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				p := r.Player(100_00)
				time.Sleep(time.Minute) // until the first beacon
				for day := 1; day <= sign.Row; day++ {
					if day == sign.Row {
						for i := range 4 {
							open(r, p, fmt.Sprint("play", i), 5)
						}
					}
					if _, err := claim(r, p, fmt.Sprint("day-", day), sign.Every, day); err != nil {
						t.Fatal(day, err)
					}
					if day < sign.Row {
						untilTomorrow()
					}
				}
				before := len(r.Ops(sign.KindClaim))
				var hits atomic.Int32
				r.SetFault(func(op *store.Op) memory.Fault {
					if op.Kind == sign.KindClaim && hits.Add(1) <= 2 {
						return how
					}
					return memory.NoFault
				})
				var wg sync.WaitGroup
				var given atomic.Int32
				for i := range 200 {
					wg.Go(func() {
						if _, err := claim(r, p, fmt.Sprint("m", i), sign.Accumulate, sign.Row); err == nil {
							given.Add(1)
						}
					})
				}
				wg.Wait()
				r.Crash()
				_, _ = claim(r, p, "m0", sign.Accumulate, sign.Row)
				if n := len(r.Ops(sign.KindClaim)) - before; n != 1 || hits.Load() == 0 || how == memory.NoFault &&
					given.Load() != 1 {
					t.Errorf("%d claims made, %d answered, %d tries", n, given.Load(), hits.Load())
				}
			})
		})
	}
}

// Requests around midnight are for two days, and the row counts on.
func TestRequestsAroundMidnightAreForTwoDays(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		time.Sleep(24*time.Hour - 5*time.Millisecond)
		var wg sync.WaitGroup
		for i := range 100 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * 100 * time.Microsecond)
				for _, n := range []int{1, 2, 3} {
					_, _ = claim(r, p, fmt.Sprint(i, n), sign.Every, n)
				}
			})
		}
		wg.Wait()
		b := board(r, p)
		if len(b.Row) != 2 || b.Row[0] != (sign.Signed{Date: "2000-01-01", Day: 1}) ||
			b.Row[1] != (sign.Signed{Date: "2000-01-02", Day: 2}) {
			t.Errorf("%+v", b.Row)
		}
	})
}

func TestSignInsBeyondTheirLimitsAreRefused(t *testing.T) {
	did := sign.Done{Upgrades: 3, Opens: 5, ObtainedCents: 700, SpentCents: 9_000}
	for _, tt := range []struct {
		limit sign.Limit
		met   bool
	}{{sign.Limit{}, true}, {sign.Limit{Type: sign.Upgrades, Least: 3}, true},
		{sign.Limit{Type: sign.Upgrades, Least: 4}, false}, {sign.Limit{Type: sign.Opens, Least: 5}, true},
		{sign.Limit{Type: sign.Opens, Least: 6}, false}, {sign.Limit{Type: sign.Larger, Least: 5}, true},
		{sign.Limit{Type: sign.Larger, Least: 6}, false},
		{sign.Limit{Type: sign.Obtained, Least: 700}, true}, {sign.Limit{Type: sign.Obtained, Least: 701}, false}} {
		if got := tt.limit.Met(did); got != tt.met {
			t.Errorf("%+v: %t", tt.limit, got)
		}
	}
}

func TestTheAuditorRefusesASpoiltClaim(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, q := r.Player(1), r.Player(1)
		if _, err := claim(r, p, "k", sign.Every, 1); err != nil {
			t.Fatal(err)
		}
		good := r.Ops(sign.KindClaim)[0].Op
		if !sign.Right(&good) {
			t.Fatalf("%+v", good)
		}
		for name, spoil := range map[string]func(*store.Op){
			"more": func(op *store.Op) {
				op.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 11}}
			},
			"another": func(op *store.Op) {
				op.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(q), AmountCents: 10}}
			},
			"twice": func(op *store.Op) { op.Postings = append(op.Postings, op.Postings[0]) },
			"key":   func(op *store.Op) { op.Key = "sign:day:2000-01-02" },
			"item":  func(op *store.Op) { op.NewItems = []store.NewItem{{Owner: p, Def: 3, ValueCents: 400}} },
			"card": func(op *store.Op) {
				op.NewItems = []store.NewItem{{Owner: p, Def: prize.Standard().Vouchers[2].Def(),
					Source: store.FromReward}}
			},
			"result": func(op *store.Op) { op.Result = []byte(`{}`) },
		} {
			op := good
			op.Postings = append([]store.Posting(nil), good.Postings...)
			spoil(&op)
			if sign.Right(&op) {
				t.Errorf("%s passes", name)
			}
		}
	})
}
