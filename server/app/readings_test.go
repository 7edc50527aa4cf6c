package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/settings"
	"jadebox/server/demo"
	"jadebox/server/maintain"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// readings are what a registry says: the value of every metric, by name and labels in the order of their names.
func readings(t *testing.T, from prometheus.Gatherer) map[string]float64 {
	t.Helper()
	families, err := from.Gather()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			name := []string{strings.TrimPrefix(f.GetName(), "jadebox_")}
			for _, l := range m.GetLabel() {
				name = append(name, l.GetValue())
			}
			all[strings.Join(name, " ")] = valueOf(m)
		}
	}
	return all
}

func valueOf(m *dto.Metric) float64 {
	switch {
	case m.GetHistogram() != nil:
		return float64(m.GetHistogram().GetSampleCount())
	case m.GetCounter() != nil:
		return m.GetCounter().GetValue()
	}
	return m.GetGauge().GetValue()
}

// moved is what do has changed of what the process counts.
func moved(t *testing.T, do func()) map[string]float64 {
	t.Helper()
	before := readings(t, prometheus.DefaultGatherer)
	do()
	after := readings(t, prometheus.DefaultGatherer)
	for name, was := range before {
		if after[name] -= was; after[name] == 0 {
			delete(after, name)
		}
	}
	return after
}

func TestMetricsCountOpsPaymentsAndOpenings(t *testing.T) {
	s := fresh(t)
	p, err := s.db.PlayerByName(t.Context(), demo.Logins[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	pay := &store.Op{Player: p.ID, Key: "paid", Kind: "pay.credit", At: s.now(),
		Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p.ID), AmountCents: 700}}}
	got := moved(t, func() {
		for range 2 { // the second is the same op
			if _, err := s.db.Commit(t.Context(), pay); err != nil {
				t.Fatal(err)
			}
		}
		broke := &store.Op{Player: p.ID, Key: "broke", Kind: "test.broke", At: s.now(),
			Postings: []store.Posting{{Debit: store.PlayerGems(p.ID), Credit: store.House, AmountCents: 1e9}}}
		if _, err := s.db.Commit(t.Context(), broke); err == nil {
			t.Fatal("more was spent than there is")
		}
		opened := player.Opened{Box: 7, PriceCents: 250, Results: []player.Result{{ValueCents: 100}, {ValueCents: 20}}}
		drawn(opened, false)
		drawn(opened, true)
	})
	for name, want := range map[string]float64{"ops_total pay.credit": 1, "payments_cents_total pay.credit": 700,
		"store_commit_seconds kept": 2, "store_commit_seconds refused": 1, "box_stake_cents_total 7": 500,
		"box_prize_cents_total 7": 120} {
		// the house's own players commit, too
		if got[name] != want && !(strings.HasPrefix(name, "store_commit") && got[name] > want) {
			t.Errorf("%s moved by %v, want %v", name, got[name], want)
		}
	}
	if n, there := got["ops_total test.broke"]; there {
		t.Errorf("what was refused counts: %v", n)
	}
}

func TestMetricsTellOfTheDatabaseRoomsAndReviews(t *testing.T) {
	s := fresh(t)
	metrics := prometheus.NewPedanticRegistry()
	metrics.MustRegister(figures{s.db.Engine, s.readings})
	s.read(t.Context())
	before := readings(t, metrics)
	for name, holds := range map[string]func(float64) bool{
		"database_up":              func(v float64) bool { return v == 1 },
		"database_ping_seconds":    func(v float64) bool { return v > 0 && v < 15 },
		"database_bytes":           func(v float64) bool { return v > 1e6 },
		"database_connections_max": func(v float64) bool { return v >= 8 },
		// The house's players and the followers may use every open one at the moment of reading.
		"database_connections idle": func(v float64) bool { return v+before["database_connections used"] >= 1 },
		"backup_followed":           func(v float64) bool { return v == 0 },
		"backup_until_timestamp_seconds": func(v float64) bool { // known since the first reading
			return v > 1e9 && v <= float64(time.Now().Unix()+1)
		},
		"reviews_waiting withdrawal": func(v float64) bool { return v == 0 },
	} {
		if v, there := before[name]; !there || !holds(v) {
			t.Errorf("%s is %v (there: %t)", name, v, there)
		}
	}
	id, err := s.db.NewRoomID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Commit(t.Context(), &store.Op{Key: "asked", Kind: "real.request", At: s.now(),
		Room: &store.RoomWrite{Room: id, Kind: "withdrawal", Epoch: 1, Status: store.RoomOpen, State: []byte("{}"),
			Deadline: s.now().Add(1e12)}}); err != nil {
		t.Fatal(err)
	}
	s.read(t.Context())
	after := readings(t, metrics)
	for name, want := range map[string]float64{"reviews_waiting withdrawal": 1, "rooms withdrawal open": 1,
		"reviews_waiting retrieval": 0} {
		if after[name] != want {
			t.Errorf("while a withdrawal waits, %s is %v, want %v", name, after[name], want)
		}
	}

	s.db.Engine.Close()
	s.read(t.Context())
	gone := readings(t, metrics)
	if gone["database_up"] != 0 || gone["reviews_waiting withdrawal"] != 1 {
		t.Errorf("without the database: up %v, waiting %v", gone["database_up"], gone["reviews_waiting withdrawal"])
	}
}

// A scrape would find what was before, until the next reading.
func TestALateReadingDoesNotTakeThePlaceOfANewerOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		last, answer := newLastReading(), make(chan struct{})
		kept := int64(1)
		asks := func(wait bool) {
			if err := last.read(t.Context(), func(now *reading) error {
				now.kept = kept
				if wait {
					<-answer
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
		go asks(true)
		synctest.Wait() // the database has looked, and its answer is on its way
		kept = 2
		go asks(false)
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := last.read(ctx, func(*reading) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("a reading that has no time to wait for its turn: %v", err)
		}
		close(answer)
		synctest.Wait()
		if now := last.Load(); now.kept != 2 {
			t.Errorf("what was %d is told as %d", kept, now.kept)
		}
	})
}

func TestMetricsSayWhichReleaseRuns(t *testing.T) {
	startWith(t, flagsFor(pgtest.MigratedDSN(t)))
	for name, v := range readings(t, prometheus.DefaultGatherer) {
		if strings.HasPrefix(name, "build_info ") && strings.HasSuffix(name, " "+Version) && v == 1 {
			return
		}
	}
	t.Error("no metric says which release runs")
}

func TestMetricsTellWhenTheAuditorLastCameToAnEndAndWhatItFound(t *testing.T) {
	passes := make(chan error)
	broken := 2
	a := &App{log: zerolog.Nop(), auditor: func(store.Auditable, func() time.Time, func(store.Room) (int64, bool),
		func(store.Room) (int64, bool)) func(context.Context) (int, any, error) {
		return func(context.Context) (int, any, error) {
			err := <-passes
			return broken, nil, err
		}
	}}
	for _, c := range []struct {
		err    error
		broken int
		last   float64 // what the gauge says afterwards, when it said 1 before
		want   map[string]float64
	}{
		{nil, 2, 2, map[string]float64{"audit_runs_total": 1, "audit_violations": 2}},
		{errors.New("the database is away"), 0, 1, map[string]float64{"audit_failures_total": 1}},
		{nil, 0, 0, map[string]float64{"audit_runs_total": 1}}, // what was broken is not, and the gauge comes back
	} {
		broken = c.broken
		auditBroken.Set(1)
		auditLast.Set(0)
		before := readings(t, prometheus.DefaultGatherer)
		got := moved(t, func() {
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() {
				defer close(done)
				a.audit(ctx)
			}()
			passes <- c.err
			for counted := false; !counted; { // the pass has ended, what it says is being counted
				now := readings(t, prometheus.DefaultGatherer)
				counted = now["audit_failures_total"] > before["audit_failures_total"] ||
					now["audit_runs_total"] > before["audit_runs_total"]
			}
			cancel()
			<-done
		})
		for _, name := range []string{"audit_runs_total", "audit_violations", "audit_failures_total"} {
			if got[name] != c.want[name] {
				t.Errorf("after %v, %s moved by %v, want %v", c.err, name, got[name], c.want[name])
			}
		}
		if said := readings(t, prometheus.DefaultGatherer)["audit_last_broken"]; said != c.last {
			t.Errorf("after %v, the last pass found %v, want %v", c.err, said, c.last)
		}
		if said := got["audit_last_timestamp_seconds"]; (said > 0) != (c.err == nil) {
			t.Errorf("after %v, the last end was %v", c.err, said)
		}
	}
}

// A follower that fails connects again and again: only what it has kept counts, and that it keeps on.
func TestABackupIsAsOldAsWhatItHoldsWhateverIsTried(t *testing.T) {
	var b backedUp
	at := func(minute int) time.Time { return time.Unix(0, 0).Add(time.Duration(minute) * time.Minute) }
	for _, step := range []struct {
		minute int
		slot   postgres.Followed
		until  int
	}{
		{0, postgres.Followed{}, 0},
		{1, postgres.Followed{Slot: true, Active: true, End: 100, Have: 90}, 0},
		{2, postgres.Followed{Slot: true, Active: true, End: 200, Have: 110}, 1}, // it has what there was in minute 1
		{3, postgres.Followed{Slot: true, Active: true, End: 300, Have: 190}, 1}, // not yet what there was in minute 2
		{4, postgres.Followed{Slot: true, Active: true, End: 400, Have: 200}, 2},
		{5, postgres.Followed{Slot: true, Active: false, End: 500, Have: 250}, 2},
		{6, postgres.Followed{Slot: true, Active: true, End: 600, Have: 250}, 2}, // a try that keeps nothing
		{7, postgres.Followed{}, 2},
		{8, postgres.Followed{Slot: true, Active: true, End: 700, Have: 650}, 2}, // another slot begins
		{9, postgres.Followed{Slot: true, Active: true, End: 700, Have: 700}, 8}, // nothing happens on the site
		{10, postgres.Followed{Slot: true, Active: true, End: 700, Have: 700}, 9},
	} {
		b.saw(at(step.minute), step.slot)
		if !b.until.Equal(at(step.until)) {
			t.Errorf("minute %d: all is kept until %v, want minute %d", step.minute, b.until, step.until)
		}
	}
}

func TestMetricsSayUntilWhenTheSiteIsClosed(t *testing.T) {
	s := fresh(t)
	if end := s.maintenanceEnd(); end != 0 {
		t.Errorf("an open site is closed until %v", end)
	}
	window, err := maintain.From(s.now(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if err := registry.Set(t.Context(), s.db, maintain.Setting, settings.Who{Author: "test", At: s.now()},
		func(maintain.Window) (maintain.Window, error) { return window, nil }); err != nil {
		t.Fatal(err)
	}
	if end := s.maintenanceEnd(); end != float64(window.UntilMS)/1000 {
		t.Errorf("closed until %v, want %v", end, window.UntilMS)
	}
}
