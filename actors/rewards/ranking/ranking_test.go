package ranking_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/runtime/follow"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/actors/settings/rates"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// register makes the ranking known to the process that the rig has just started. Where no test has said otherwise, its
// rewards ask for nothing.
func register(r *rig.Rig, poll time.Duration) {
	r.Helper()
	held, err := r.Engine.Settings(r.Context())
	if err == nil && held.Values[rates.Setting.Name].Version == 0 {
		put(r, rates.Setting, `{"awardsCents":[5000,3000,2000,1000,800,600,500,400,300,200],"awardSpentCents":0}`)
		put(r, eligibility.Setting, `{"identity":false,"spentCents":0}`)
	}
	if err != nil {
		r.Fatal(err)
	}
	registerOn(r, poll, r.Engine)
}

// registerOn is register on a store that a test stands before the rig's.
func registerOn(r *rig.Rig, poll time.Duration, on ranking.Store) {
	r.Dir.Register(ranking.Register(ranking.Ports{Store: on, Catalog: r.Catalog, Directory: r.Dir, Publish: r.Hub,
		Now: time.Now, Log: zerolog.Nop(), PollEvery: poll})(nil))
}

func put[T any](r *rig.Rig, s *settings.Setting[T], text string) {
	r.Helper()
	if err := settingstest.Put(r.Context(), r.Engine, s, []byte(text)); err != nil {
		r.Fatal(err)
	}
}

func lists(r *rig.Rig, board string) ranking.Lists {
	r.Helper()
	return rig.Do[ranking.Lists](r, ranking.Kind, ranking.ID, ranking.Of{Board: board})
}

func nameOf(r *rig.Rig, p store.PlayerID) string {
	r.Helper()
	rec, err := r.Engine.LoadPlayer(r.Context(), p)
	if err != nil {
		r.Fatal(err)
	}
	return rec.Name
}

// played commits an op with the event of one upgrade, of a gem if it does not say of how much.
func played(r *rig.Rig, key string, u protocol.UpgradeDone) {
	r.Helper()
	u.AtMS = time.Now().UnixMilli()
	if u.LeftCents == 0 {
		u.LeftCents = 100
	}
	if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: key, Kind: "test.upgrade", At: time.Now(),
		Events: []store.NewEvent{publish.UpgradeEvent(u)}}); err != nil {
		r.Fatal(err)
	}
}

func rows(list []protocol.RankRow) string {
	s := ""
	for _, row := range list {
		s += fmt.Sprintf("%d %s %d %d; ", row.Rank, row.Name, row.Score, row.AwardCents)
	}
	return s
}

func TestDaysAreRankedAndPaid(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p, q := r.Player(1), r.Player(1)
		a, b := nameOf(r, p), nameOf(r, q)
		lists(r, ranking.Upgrades) // starts it
		played(r, "1", protocol.UpgradeDone{PlayerName: a, RightCents: 1_000, RateE8: 50_000_000, Won: true})
		played(r, "2", protocol.UpgradeDone{PlayerName: a, RightCents: 1_000, RateE8: 10_000_000, Won: true})
		// not the best
		played(r, "3", protocol.UpgradeDone{PlayerName: a, RightCents: 2_000, RateE8: 90_000_000, Won: true})
		played(r, "4", protocol.UpgradeDone{PlayerName: b, RightCents: 1_000, RateE8: 20_000_000, Won: true})
		played(r, "5", protocol.UpgradeDone{PlayerName: b, RightCents: 900_000, RateE8: 1_000_000}) // lost
		played(r, "6", protocol.UpgradeDone{PlayerName: "house1", Bot: true, RightCents: 700, RateE8: 10_000_000,
			Won: true})
		time.Sleep(9 * time.Minute)
		if l := lists(r, ranking.Upgrades); len(l.Today) != 0 || l.NextMS-l.MadeMS != (10*time.Minute).Milliseconds() {
			t.Errorf("before ten minutes are over: %+v", l)
		}
		time.Sleep(time.Minute + time.Second)
		want := fmt.Sprintf("1 %s 10000 5000; 2 house1 7000 0; 3 %s 5000 3000; ", a, b)
		l := lists(r, ranking.Upgrades)
		if got := rows(l.Today); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if l.Today[0].Magnification != 1_000 || l.Today[0].RateE8 != 10_000_000 || l.Date != "2000-01-01" {
			t.Errorf("%+v", l)
		}
		if open := lists(r, ranking.Openings); len(open.Today) != 0 {
			t.Errorf("upgrades stand among the openings: %+v", open.Today)
		}

		time.Sleep(23*time.Hour + 50*time.Minute) // 0:00:01 of the next day
		l = lists(r, ranking.Upgrades)
		if len(l.Today) != 0 || rows(l.Yesterday) != want || l.Paid || r.Balance(p) != 1 {
			t.Errorf("after the end of the day: %+v, balance %d", l, r.Balance(p))
		}
		time.Sleep(9*time.Minute + 50*time.Second)
		if w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}); w.GemsCents != 1 {
			t.Errorf("before the payment the wallet shows %d", w.GemsCents)
		}
		time.Sleep(70 * time.Second) // the winner is still there
		l = lists(r, ranking.Upgrades)
		if !l.Paid || rows(l.Yesterday) != want || r.Balance(p) != 5_001 || r.Balance(q) != 3_001 {
			t.Errorf("paid: %+v, balances %d and %d", l, r.Balance(p), r.Balance(q))
		}
		if n := len(r.Ops(ranking.KindSettle)); n != 1 {
			t.Errorf("%d payments", n)
		}
		if w := rig.Do[protocol.Wallet](r, player.Kind, player.ID(p), player.Wallet{}); w.GemsCents != 5_001 {
			t.Errorf("the winner's wallet shows %d", w.GemsCents)
		}

		r.Crash()
		register(r, 10*time.Second)
		time.Sleep(time.Hour)
		if l = lists(r, ranking.Upgrades); !l.Paid || rows(l.Yesterday) != want || r.Balance(p) != 5_001 ||
			len(r.Ops(ranking.KindSettle)) != 1 {
			t.Errorf("after a crash: %+v, balance %d", l, r.Balance(p))
		}
		time.Sleep(48 * time.Hour)
		if l = lists(r, ranking.Upgrades); len(l.Yesterday) != 0 || r.Balance(p) != 5_001 {
			t.Errorf("days later: %+v", l)
		}
	})
}

// Names of a list wear what is worn when it is made: a frame of a level only with the level.
func TestNamesWearTheirFramesOfTheMoment(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p, q, plain := r.Player(1), r.Player(1), r.Player(1)
		a, b := nameOf(r, p), nameOf(r, q)
		wear := func(who store.PlayerID, frame string) {
			if err := r.Engine.SetProfile(r.Context(), who, store.ProfileChange{HeadFrame: &frame}); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Dir.Request(r.Context(), player.Kind, player.ID(who), player.Changed{}); err != nil {
				t.Fatal(err)
			}
		}
		wear(p, "gold")
		wear(q, "vip3")
		lists(r, ranking.Upgrades)
		for i, name := range []string{a, b, nameOf(r, plain)} {
			played(r, name, protocol.UpgradeDone{PlayerName: name, RightCents: 1_000 - int64(i), RateE8: 50_000_000,
				Won: true})
		}
		time.Sleep(10*time.Minute + time.Second)
		if l := lists(r, ranking.Upgrades); len(l.Today) != 3 || len(l.Frames) != 1 || l.Frames[a] != "gold" {
			t.Errorf("%s; %v", rows(l.Today), l.Frames)
		}
		wear(p, "koi")
		time.Sleep(24 * time.Hour)
		if l := lists(r, ranking.Upgrades); len(l.Yesterday) != 3 || l.Frames[a] != "koi" {
			t.Errorf("%s; %v", rows(l.Yesterday), l.Frames)
		}
	})
}

// What a day pays is what was shown on that day: a change holds from the next one on.
func TestRewardsMayChange(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p := r.Player(1)
		if l := lists(r, ranking.Upgrades); len(l.AwardsCents) != ranking.Top || l.AwardsCents[0] != 5000 {
			t.Errorf("%+v", l.AwardsCents)
		}
		played(r, "1", protocol.UpgradeDone{PlayerName: nameOf(r, p), RightCents: 1_000, RateE8: 50_000_000, Won: true})
		put(r, rates.Setting, `{"awardsCents":[70],"awardSpentCents":0}`)
		time.Sleep(time.Hour)
		r.Crash()
		register(r, 10*time.Second)
		if l := lists(r, ranking.Upgrades); l.AwardsCents[0] != 5000 || l.Today[0].AwardCents != 5000 {
			t.Errorf("changed in the middle of a day: %+v", l)
		}
		time.Sleep(23*time.Hour + time.Second) // the next day has begun
		l := lists(r, ranking.Upgrades)
		if len(l.AwardsCents) != 1 || l.AwardsCents[0] != 70 || l.Yesterday[0].AwardCents != 5000 {
			t.Errorf("%+v", l)
		}
		played(r, "2", protocol.UpgradeDone{PlayerName: nameOf(r, p), RightCents: 1_000, RateE8: 50_000_000, Won: true})
		played(r, "3", protocol.UpgradeDone{PlayerName: nameOf(r, r.Player(1)), RightCents: 900, RateE8: 50_000_000,
			Won: true})
		time.Sleep(11 * time.Minute)
		if l = lists(r, ranking.Upgrades); r.Balance(p) != 5_001 || len(l.Today) != 2 || l.Today[0].AwardCents != 70 ||
			l.Today[1].AwardCents != 0 {
			t.Errorf("balance %d, %+v", r.Balance(p), l)
		}
		time.Sleep(24 * time.Hour)
		if lists(r, ranking.Upgrades); r.Balance(p) != 5_071 {
			t.Errorf("balance %d", r.Balance(p))
		}
	})
}

// A process that is killed at any point around the payment, or whose connection is lost: the day is paid once.
func TestADayIsPaidOnce(t *testing.T) {
	for _, fault := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		t.Run(fmt.Sprint(fault), func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				register(r, 10*time.Second)
				p := r.Player(1)
				lists(r, ranking.Upgrades)
				played(r, "1", protocol.UpgradeDone{PlayerName: nameOf(r, p), RightCents: 1_000, RateE8: 50_000_000,
					Won: true})
				times := 0
				r.SetFault(func(op *store.Op) memory.Fault {
					if op.Kind != ranking.KindSettle {
						return memory.NoFault
					}
					if times++; times > 3 {
						return memory.NoFault
					}
					return fault
				})
				time.Sleep(24*time.Hour + 10*time.Minute + 12*time.Second)
				r.Crash() // most likely while it tries again
				register(r, 10*time.Second)
				lists(r, ranking.Upgrades)
				time.Sleep(5 * time.Minute)
				if l := lists(r, ranking.Upgrades); !l.Paid || r.Balance(p) != 5_001 ||
					len(r.Ops(ranking.KindSettle)) != 1 {
					t.Errorf("%+v, balance %d, %d payments", l, r.Balance(p), len(r.Ops(ranking.KindSettle)))
				}
			})
		})
	}
}

// starving reads the first writer of a store event by event, and the second one once nothing of that is left.
type starving struct{ *memory.Engine }

func (s starving) Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error) {
	first := maps.Clone(from)
	first[2] = store.PastEnd
	events, cursor, err := s.Engine.Events(ctx, first, 1)
	if err != nil || len(events) == 0 {
		return s.Engine.Events(ctx, from, n)
	}
	delete(cursor, 2)
	if seq, read := from[2]; read {
		cursor[2] = seq
	}
	return events, cursor, nil
}

// A day that has been over for long enough is paid once every writer was read to its end, and not before: the best
// result of the day stands with the second writer, behind a first one that takes twenty readings.
func TestADayIsNotPaidBeforeEveryWriterWasRead(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p, q := r.Player(1), r.Player(1)
		a, b := nameOf(r, p), nameOf(r, q)
		lists(r, ranking.Upgrades)
		time.Sleep(20 * time.Second) // it has kept that there is a ranking
		for i := range 20 {
			played(r, fmt.Sprint("first", i), protocol.UpgradeDone{PlayerName: a, RightCents: 1_000,
				RateE8: 50_000_000, Won: true})
		}
		r.Crash() // what comes now is of the second writer
		played(r, "second", protocol.UpgradeDone{PlayerName: b, RightCents: 1_000, RateE8: 10_000_000, Won: true})
		time.Sleep(24*time.Hour + 11*time.Minute)
		registerOn(r, 10*time.Second, starving{r.Engine})
		lists(r, ranking.Upgrades)
		time.Sleep(3 * time.Minute)
		paid := r.Ops(ranking.KindSettle)
		if len(paid) != 1 || r.Balance(q) != 5_001 || r.Balance(p) != 3_001 {
			t.Errorf("%d payments, the best has %d, the second best %d", len(paid), r.Balance(q), r.Balance(p))
		}
	})
}

// away is a store whose outbox cannot be read for a while, or answers late.
type away struct {
	*memory.Engine
	from, to time.Time     // the outbox cannot be read
	slowFrom time.Time     // a reading that begins from then on, once,
	slow     time.Duration // is answered only after this, with what there was when it began
}

func (s *away) Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error) {
	if now := time.Now(); now.After(s.from) && now.Before(s.to) {
		return nil, nil, store.ErrAway
	}
	events, cursor, err := s.Engine.Events(ctx, from, n)
	if !s.slowFrom.IsZero() && time.Now().After(s.slowFrom) {
		s.slowFrom = time.Time{}
		time.Sleep(s.slow)
	}
	return events, cursor, err
}

// The best result of a day is committed after its end: by a writer whose database was away over midnight, a moment
// after the first reading that succeeds again; while a reading hangs that began before; and while one is on its way
// that began too early to have it. Each wins.
func TestTheLastResultsOfADayAreWaitedFor(t *testing.T) {
	for _, c := range []struct {
		name     string
		away     func(midnight time.Time) away
		late     time.Duration // when the best is committed, after midnight
		unpaidBy time.Duration
	}{
		{"the database is away", func(m time.Time) away {
			return away{from: m.Add(-10 * time.Second), to: m.Add(12 * time.Minute)}
		}, 12*time.Minute + 11*time.Second, 13 * time.Minute},
		{"the database was away for a moment", func(m time.Time) away {
			return away{from: m.Add(10*time.Minute - 15*time.Second), to: m.Add(10*time.Minute - 4*time.Second)}
		}, 10*time.Minute + 11*time.Second, 11 * time.Minute},
		{"a reading hangs", func(m time.Time) away {
			return away{slowFrom: m.Add(9 * time.Minute), slow: 3 * time.Minute}
		}, 12*time.Minute + 11*time.Second, 13 * time.Minute},
		{"a reading is slow", func(m time.Time) away {
			return away{slowFrom: m.Add(9*time.Minute + 15*time.Second), slow: 50 * time.Second}
		}, 9*time.Minute + 50*time.Second, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				begun := time.Now()
				midnight := begun.Truncate(24 * time.Hour).Add(24 * time.Hour)
				outbox := c.away(midnight)
				outbox.Engine = r.Engine
				register(r, 10*time.Second)
				registerOn(r, 10*time.Second, &outbox)
				p, q := r.Player(1), r.Player(1)
				lists(r, ranking.Upgrades)
				win := func(who store.PlayerID, at time.Time, rateE8 uint32) {
					u := protocol.UpgradeDone{PlayerName: nameOf(r, who), LeftCents: 100, RightCents: 1_000,
						RateE8: rateE8, Won: true, AtMS: at.UnixMilli()}
					if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: fmt.Sprint(who), Kind: "test.upgrade",
						At: at, Events: []store.NewEvent{publish.UpgradeEvent(u)}}); err != nil {
						t.Fatal(err)
					}
				}
				win(p, begun, 50_000_000)
				time.Sleep(midnight.Add(c.late).Sub(begun))
				win(q, midnight.Add(-time.Minute), 10_000_000)
				if wait := c.unpaidBy - c.late; wait > 0 {
					time.Sleep(wait)
					if l := lists(r, ranking.Upgrades); l.Paid {
						t.Error("the day is paid while the outbox has just come back")
					}
				}
				time.Sleep(5 * time.Minute)
				if l := lists(r, ranking.Upgrades); !l.Paid || r.Balance(q) != 5_001 || r.Balance(p) != 3_001 {
					t.Errorf("the best has %d, the second best %d: %s", r.Balance(q), r.Balance(p), rows(l.Yesterday))
				}
			})
		})
	}
}

// A payment that the store does not take is told of for as long as it has been due, and no longer.
func TestADayThatIsNotPaidIsTold(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		var lags follow.Lags
		r.Dir.Register(ranking.Register(ranking.Ports{Store: r.Engine, Catalog: r.Catalog, Directory: r.Dir,
			Publish: r.Hub, Now: time.Now, Log: zerolog.Nop(), PollEvery: 10 * time.Second})(&lags))
		due := func() time.Duration {
			for _, lag := range lags.All() {
				return lag.Due.Truncate(time.Minute)
			}
			t.Fatal("nothing is told")
			return 0
		}
		lists(r, ranking.Upgrades)
		begun := time.Now()
		played(r, "1", protocol.UpgradeDone{PlayerName: nameOf(r, r.Player(1)), RightCents: 1_000, RateE8: 50_000_000,
			Won: true})
		var taken atomic.Bool
		r.SetFault(func(op *store.Op) memory.Fault {
			if !taken.Load() && op.Kind == ranking.KindSettle {
				return memory.RefuseBefore
			}
			return memory.NoFault
		})
		midnight := begun.Truncate(24 * time.Hour).Add(24 * time.Hour)
		time.Sleep(midnight.Sub(begun) + 9*time.Minute)
		if d := due(); d != 0 {
			t.Errorf("before a payment is due it has been so for %v", d)
		}
		time.Sleep(3*time.Hour + time.Minute + time.Second)
		if d := due(); d != 3*time.Hour {
			t.Errorf("it has been due for %v, want 3 h", d)
		}
		taken.Store(true)
		time.Sleep(time.Minute)
		if d := due(); d != 0 || !lists(r, ranking.Upgrades).Paid {
			t.Errorf("once it is paid it has been due for %v", d)
		}
	})
}

// What was played before there was a ranking wins nothing, however long ago.
func TestThePastDoesNotCount(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		played(r, "1", protocol.UpgradeDone{PlayerName: nameOf(r, p), RightCents: 1_000, RateE8: 50_000_000, Won: true})
		time.Sleep(25 * time.Hour)
		register(r, 30*time.Second)
		lists(r, ranking.Upgrades)
		time.Sleep(25 * time.Hour)
		if l := lists(r, ranking.Upgrades); len(l.Yesterday) != 0 || len(r.Ops(ranking.KindSettle)) != 0 ||
			r.Balance(p) != 1 {
			t.Errorf("%+v, balance %d", l, r.Balance(p))
		}
	})
}

// An op of a machine whose clock ran a month ahead is of the day on which it is read, not the first of a day to come.
func TestAnOpFromTheFutureIsOfToday(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 10*time.Second)
		p := r.Player(1)
		lists(r, ranking.Upgrades)
		u := protocol.UpgradeDone{PlayerName: nameOf(r, p), LeftCents: 100, RightCents: 1_000, RateE8: 10_000_000,
			Won: true}
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Key: "ahead", Kind: "test",
			At: time.Now().Add(30 * 24 * time.Hour), Events: []store.NewEvent{publish.UpgradeEvent(u)}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(11 * time.Minute)
		if l := lists(r, ranking.Upgrades); len(l.Today) != 1 {
			t.Errorf("today: %s", rows(l.Today))
		}
		time.Sleep(24 * time.Hour)
		if n := len(r.Ops(ranking.KindSettle)); n != 1 || r.Balance(p) != 5_001 {
			t.Errorf("%d payments, balance %d", n, r.Balance(p))
		}
	})
}

// The topic publishes every upgrade once the wheel has stopped, and its snapshot has it then.
func TestTheTopicTellsEveryUpgrade(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		register(r, 0)
		lists(r, ranking.Upgrades)
		time.Sleep(time.Second)
		played(r, "1", protocol.UpgradeDone{PlayerName: "ana", RightCents: 1_000, RateE8: 50_000_000})
		time.Sleep(protocol.ReelMS*time.Millisecond - 100*time.Millisecond)
		if n := doneEvents(r); n != 0 {
			t.Errorf("%d told while the wheel turns", n)
		}
		time.Sleep(time.Second)
		if n := doneEvents(r); n != 1 {
			t.Errorf("%d told after it", n)
		}
		snap := rig.Do[publish.Snapshot](r, ranking.Kind, ranking.ID, publish.SnapshotRequest{})
		var s protocol.UpgradeSnapshot
		if _, err := s.UnmarshalMsg(snap.Body); err != nil || len(s.Done) != 1 || s.Done[0].PlayerName != "ana" ||
			s.Done[0].ID == "" {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

func doneEvents(r *rig.Rig) int {
	n := 0
	for _, e := range r.Hub.Events(protocol.TopicUpgrade) {
		if e.Type == protocol.EventUpgradeDone {
			n++
		}
	}
	return n
}

// What the release before kept as one JSON goes on as rows, and is paid once; the JSON stays for a release that is put
// back.
func TestTheDaysOfTheReleaseBeforeGoOn(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1)
		put(r, rates.Setting, `{}`) // a day that began before rewards asked for something asks for nothing
		row, err := json.Marshal(protocol.RankRow{Name: nameOf(r, p), Score: 700, AtMS: 1})
		if err != nil {
			t.Fatal(err)
		}
		old := fmt.Sprintf(
			`{"cursor":{},"since":"2000-01-01","awards":{"2000-01-01":[5000]},"days":{"2000-01-01":{"upgrade":{%q:%s}}}}`, nameOf(r, p), row)
		if err := r.Engine.PutKept(r.Context(), "ranking.position", []byte(old)); err != nil {
			t.Fatal(err)
		}
		register(r, 10*time.Second)
		lists(r, ranking.Upgrades)
		for range 2 {
			time.Sleep(11 * time.Minute)
			if got := rows(lists(r, ranking.Upgrades).Today); got != fmt.Sprintf("1 %s 700 5000; ", nameOf(r, p)) {
				t.Errorf("the list has %q", got)
			}
			r.Crash()
			register(r, 30*time.Second)
			lists(r, ranking.Upgrades)
		}
		time.Sleep(25 * time.Hour)
		if l := lists(r, ranking.Upgrades); !l.Paid || r.Balance(p) != 5_001 || len(r.Ops(ranking.KindSettle)) != 1 {
			t.Errorf("%+v, balance %d", l, r.Balance(p))
		}
		if text, err := r.Engine.Kept(r.Context(), "ranking.position"); err != nil || string(text) != old {
			t.Errorf("the JSON of before is %s, %v", text, err)
		}
		time.Sleep(time.Minute)
		left, err := r.Engine.KeptRows(r.Context(), "ranking.position.rows")
		if err != nil || len(left) != 0 {
			t.Errorf("rows of a day that was paid: %v, %v", left, err)
		}
	})
}
