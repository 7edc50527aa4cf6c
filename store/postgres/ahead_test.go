//go:build unix

package postgres_test

import (
	"errors"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// An op of a time that is yet to come would be the newest of its player until that time is there: it is refused,
// whichever way it comes, and one that is ahead by what two servers' clocks may differ is not.
func TestAnOpOfATimeToComeIsRefused(t *testing.T) {
	e := open(t, pgtest.MigratedDSN(t), postgres.Options{Writers: 1, Clock: func() time.Time { return at }})
	p := register(t, e, "player", 1000)
	submit := func(op *store.Op) error {
		answered := make(chan error, 1)
		e.Submit(op, func(_ store.Receipt, err error) { answered <- err })
		return <-answered
	}
	commit := func(op *store.Op) error {
		_, err := e.Commit(t.Context(), op)
		return err
	}
	for name, send := range map[string]func(*store.Op) error{"commit": commit, "submit": submit} {
		for ahead, want := range map[time.Duration]error{time.Minute: nil,
			time.Minute + time.Microsecond: store.ErrInvalid, 30 * 24 * time.Hour: store.ErrInvalid} {
			op := spend(p, name+ahead.String(), 1)
			op.At = at.Add(ahead)
			if err := send(op); !errors.Is(err, want) {
				t.Errorf("%s of an op that is %v ahead: %v, want %v", name, ahead, err, want)
			}
		}
	}
	// A database's clock was set back.
	ahead := at.Add(30 * 24 * time.Hour)
	dsn := pgtest.MigratedDSN(t)
	before := open(t, dsn, postgres.Options{Writers: 1, Clock: func() time.Time { return ahead }})
	q := register(t, before, "player", 1000)
	op := spend(q, "before", 1)
	op.At = ahead
	if _, err := before.Commit(t.Context(), op); err != nil {
		t.Fatal(err)
	}
	before.Close()
	after := open(t, dsn, postgres.Options{Writers: 1, Clock: func() time.Time { return at }})
	for _, c := range []struct {
		later time.Duration
		want  error
	}{{2 * time.Minute, store.ErrInvalid}, {time.Millisecond, nil}, {time.Minute, nil}, {2 * time.Minute,
		store.ErrInvalid}} {
		op := spend(q, "after"+c.later.String(), 1)
		op.At = ahead.Add(c.later)
		if _, err := after.Commit(t.Context(), op); !errors.Is(err, c.want) {
			t.Errorf("%v later than the newest: %v, want %v", c.later, err, c.want)
		}
	}
	later := at.Add(time.Hour)
	if _, err := e.Register(t.Context(), store.NewPlayer{Name: "later", At: later},
		&store.Op{Key: "welcome", Kind: "welcome", At: later}); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("a player who registers in an hour: %v", err)
	}
	if ops, _, err := e.Ops(t.Context(), store.OpQuery{Player: p, Page: store.Page{Limit: 10}}); err != nil ||
		len(ops) != 3 {
		t.Errorf("%d ops are there, want the welcome and one of each way, %v", len(ops), err)
	}
}
