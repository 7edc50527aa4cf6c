//go:build unix

package postgres_test

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// The tails give followers exactly what the database holds, whichever process wrote it.
func TestTailsTellWhatTheDatabaseHolds(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e, other := open(t, dsn, postgres.Options{}), open(t, dsn, postgres.Options{})
	for i := range 40 {
		engine := []*postgres.Engine{e, e, other}[i%3]
		p := register(t, engine, fmt.Sprintf("player%d", i), 1000)
		op := spend(p, "spend", 5)
		op.At = op.At.Add(1234567) // stored in microseconds
		op.Leaves = []store.LogLeaf{{Key: "result:" + store.OpPlaceholder + "-0", Data: []byte{byte(i)}}}
		op.Events = []store.NewEvent{{Type: "drop", Body: bytes.Repeat([]byte{byte(i)}, 100*i)}, {Type: "empty"}}
		if _, err := engine.Commit(t.Context(), op); err != nil {
			t.Fatal(err)
		}
	}
	if e.TailOps() == 0 {
		t.Fatal("no tail tells anything")
	}
	type outboxed struct {
		events []store.Event
		leaves []store.PendingLeaf
		cursor store.Cursor
	}
	read := func() (all outboxed) {
		var err error
		if all.events, all.cursor, err = e.Events(t.Context(), nil, 1000); err != nil {
			t.Fatal(err)
		}
		if all.leaves, _, err = e.PendingLeaves(t.Context(), nil, 1000); err != nil {
			t.Fatal(err)
		}
		for i := range all.events {
			all.events[i].Body = append([]byte{}, all.events[i].Body...) // nil and empty are one
		}
		return all
	}
	live := read()
	e.ForgetTails()
	if stored := read(); !reflect.DeepEqual(live, stored) {
		t.Errorf("followers were told\n%+v\nthe database holds\n%+v", live, stored)
	}
	if len(live.events) != 80 || len(live.leaves) != 40 {
		t.Errorf("%d events, %d leaves", len(live.events), len(live.leaves))
	}
}
