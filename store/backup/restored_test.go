//go:build unix

package backup_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/store/backup"
	"jadebox/store/postgres"
)

// keeps waits until the database knows that a follower has all that it had written.
func keeps(t *testing.T, dsn string) {
	t.Helper()
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, KeepSchema: true})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var end int64
	for give := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		f, err := e.Followed(t.Context(), backup.Slot)
		if err != nil || time.Now().After(give) {
			t.Fatalf("%+v, %v", f, err)
		}
		if end == 0 {
			end = f.End
		}
		if f.Slot && f.Active && f.Have >= end {
			return
		}
	}
}

// A restored site writes log on another timeline, which belongs to no copy of before: until there is one of its own,
// nothing that it does can be restored.
func TestAFollowerMakesACopyAtOnceWhenTheSiteWasRestored(t *testing.T) {
	s, to := site(t), backup.Directory(t.TempDir())
	var dsn atomic.Pointer[string]
	serve := func(at string) { dsn.Store(&at) }
	serve(s.DSN())
	ctx, cancel := context.WithCancel(t.Context())
	based, ended := make(chan backup.Base, 4), make(chan error, 1)
	run := backup.Run{DSN: func() (string, error) { return *dsn.Load(), nil }, To: to, Follow: true,
		Every: 100 * time.Millisecond, BaseEvery: 24 * time.Hour, Now: time.Now,
		Base: func(b backup.Base) { based <- b }, Failed: func(err error) { t.Log("goes on after:", err) }}
	go func() { ended <- run.Do(ctx) }()
	if b := <-based; b.Timeline != 1 {
		t.Fatalf("the first copy is of timeline %d", b.Timeline)
	}
	execute(t, s.DSN(), `INSERT INTO kept (pad) VALUES ('first')`)
	keeps(t, s.DSN())
	time.Sleep(time.Second) // bases are named by the second
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	restored, _ := recoverTo(t, to, time.Time{})
	serve(restored)
	select {
	case b := <-based:
		if b.Timeline != 2 {
			t.Errorf("the copy after the restore is of timeline %d", b.Timeline)
		}
	case <-time.After(time.Minute):
		t.Fatal("no copy of the restored site in a minute")
	}
	execute(t, restored, `INSERT INTO kept (pad) VALUES ('second')`)
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	again, got := recoverTo(t, to, time.Time{})
	if n := query[int](t, again, `SELECT count(*) FROM kept`); n < 1 || got.Base.Timeline != 2 {
		t.Errorf("%d rows, from a copy of timeline %d", n, got.Base.Timeline)
	}
}
