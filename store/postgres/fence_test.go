//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// Processes lose their connections in the midst of ops, take each other's slots and come back: an op that was
// acknowledged stays what it was, each key has one op, every writer's chain is whole, and a follower, from the
// process's own memory or from the database, gets each op once and none that is not there.
func TestWritersThatLoseTheirSlotsAreFenced(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	const processes, players, each = 3, 6, 120
	var engines []*postgres.Engine
	for range processes {
		engines = append(engines, open(t, dsn, postgres.Options{Writers: 2, MaxBatch: 8}))
	}
	var ids []store.PlayerID
	for i := range players {
		ids = append(ids, register(t, engines[i%processes], fmt.Sprint("player", i), 1_000_000))
	}
	ctx, stop := context.WithCancel(t.Context())
	var beside, clients sync.WaitGroup
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	cut := 0
	beside.Go(func() {
		for ctx.Err() == nil {
			time.Sleep(time.Duration(2+rand.IntN(25)) * time.Millisecond)
			what := `SELECT count(pg_terminate_backend(pid)) FROM (SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 1245859666
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY pid OFFSET $1 LIMIT $2) x`
			var n int
			if err := conn.QueryRow(ctx, what, rand.IntN(4), 1+rand.IntN(6)).Scan(&n); err == nil {
				cut += n
			}
		}
	})
	told := make([]map[store.OpID]int, processes)
	ends := make([]store.Cursor, processes)
	for i, e := range engines {
		told[i] = map[store.OpID]int{}
		beside.Go(func() {
			for ctx.Err() == nil {
				events, next, err := e.Events(t.Context(), ends[i], 7)
				if err != nil {
					continue
				}
				for _, ev := range events {
					told[i][ev.Op]++
				}
				ends[i] = next
			}
		})
	}
	var mu sync.Mutex
	acknowledged := map[string]store.OpID{}
	for n, p := range ids {
		for i, e := range engines { // the same keys in every process
			clients.Go(func() {
				for k := range each {
					op := spend(p, fmt.Sprint("k", k), 1)
					op.Events = []store.NewEvent{{Type: "t"}}
					r, err := e.Commit(t.Context(), op)
					for errors.Is(err, store.ErrUnknown) || errors.Is(err, store.ErrConflict) {
						r, err = e.Commit(t.Context(), op)
					}
					if err != nil {
						t.Errorf("process %d: %v", i, err)
						return
					}
					key := fmt.Sprint(n, "/", k)
					mu.Lock()
					if other, known := acknowledged[key]; known && other != r.Op {
						t.Errorf("key %s is op %d and op %d", key, other, r.Op)
					}
					acknowledged[key] = r.Op
					mu.Unlock()
				}
			})
		}
	}
	clients.Wait()
	stop()
	beside.Wait()
	if cut < 5 {
		t.Errorf("only %d connections were cut", cut)
	}
	byID := map[store.OpID]string{}
	for key, id := range acknowledged {
		if byID[id] != "" {
			t.Errorf("op %d is of %s and of %s", id, key, byID[id])
		}
		byID[id] = key
	}
	if len(acknowledged) != players*each {
		t.Errorf("%d keys, want %d", len(acknowledged), players*each)
	}
	for i, e := range engines {
		for {
			events, next, err := e.Events(t.Context(), ends[i], 7)
			if err != nil {
				t.Fatal(err)
			}
			for _, ev := range events {
				told[i][ev.Op]++
			}
			if maps.Equal(next, ends[i]) {
				break
			}
			ends[i] = next
		}
		if len(told[i]) != len(acknowledged) {
			t.Errorf("process %d was told of %d ops, want %d", i, len(told[i]), len(acknowledged))
		}
		for id, n := range told[i] {
			if n != 1 || byID[id] == "" {
				t.Errorf("process %d was told %d times of op %d (%q)", i, n, id, byID[id])
			}
		}
	}
	for _, p := range ids {
		if n, err := engines[0].Balance(t.Context(), store.PlayerGems(p)); err != nil || n != 1_000_000-each {
			t.Errorf("player %d has %d, %v", p, n, err)
		}
	}
	t.Logf("%d connections cut, %d slots", cut, len(slots(t, dsn)))
	storetest.Sound(t, engines[0])
}

// A thousand commands one after the other, each a process of its own to the database, hold a slot each and share a few:
// a backend that is still ending keeps its one.
func TestShortCommandsShareSlots(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 10_000)
	const commands = 100
	told, cursor := drain(t, e, nil)
	for i := range commands {
		c, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, Reads: 1})
		if err != nil {
			t.Fatal(err)
		}
		op := spend(p, fmt.Sprint(i), 1)
		op.Events = []store.NewEvent{{Type: "t"}}
		commit(t, c, op)
		c.Close()
		if i%10 == 0 {
			var more map[store.OpID]int
			if more, cursor = drain(t, e, cursor); len(more) == 0 {
				t.Fatalf("after %d commands nothing new was told", i)
			}
			maps.Copy(told, more)
		}
	}
	more, _ := drain(t, e, cursor)
	maps.Copy(told, more)
	if len(told) != commands {
		t.Errorf("told of %d ops, want %d", len(told), commands)
	}
	if n := len(slots(t, dsn)); n > 8 {
		t.Errorf("%d slots for %d commands", n, commands)
	}
	storetest.Sound(t, e)
}

const claimer = "JADEBOX_TEST_CLAIMER"

// A process that is killed between its claim and its first op leaves a slot that the next one takes.
func TestAKilledClaimerLeavesItsSlot(t *testing.T) {
	if dsn := os.Getenv(claimer); dsn != "" {
		c, err := pgx.Connect(context.Background(), dsn)
		if err == nil {
			_, err = c.Exec(context.Background(), `SELECT claim_writer(0, 'killed')`)
		}
		fmt.Println("claimed", err)
		select {}
	}
	dsn := pgtest.MigratedDSN(t)
	child := exec.Command(os.Args[0], "-test.run=^TestAKilledClaimerLeavesItsSlot$")
	child.Env = append(os.Environ(), claimer+"="+dsn)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 100)
	n, _ := out.Read(line)
	if !strings.HasPrefix(string(line[:n]), "claimed <nil>") {
		t.Fatalf("%s", line[:n])
	}
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1000)
	if held := slots(t, dsn); len(held) != 2 {
		t.Fatalf("slots %v beside a living claimer", held)
	}
	child.Process.Kill()
	child.Wait()
	for range 100 {
		if held := query[int64](t, dsn, `SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = 1245859666
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`); len(held) == 1 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if id := commit(t, open(t, dsn, postgres.Options{Writers: 1}), spend(p, "a", 1)); id != store.MakeOpID(slots(t,
		dsn)[0], 1) || len(slots(t, dsn)) != 2 {
		t.Errorf("op %d, slots %v", id, slots(t, dsn))
	}
}

// A backup keeps cursors and ops of one moment: a follower that starts on it goes on from there, in the same slot.
func TestARestoredDatabaseIsReadByWhoeverStartsOnIt(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1000)
	var kept store.Cursor
	for i := range 10 {
		op := spend(p, fmt.Sprint(i), 1)
		op.Events = []store.NewEvent{{Type: "t"}}
		id := commit(t, e, op)
		if i == 4 {
			_, kept = drain(t, e, nil) // what the backup keeps beside the ops up to here
			if kept[id.Writer()] != id.Seq() {
				t.Fatalf("cursor %v at op %d", kept, id)
			}
		}
	}
	e.Close()
	execute(t, dsn, `WITH o AS (DELETE FROM op WHERE id & ((1::bigint << 40) - 1) > 6 RETURNING id), tr AS (DELETE FROM transfer WHERE op & ((1::bigint << 40) - 1) > 6)
		UPDATE account SET balance = balance + 5`)
	e = open(t, dsn, postgres.Options{Writers: 1})
	op := spend(p, "after", 1)
	op.Events = []store.NewEvent{{Type: "t"}}
	id := commit(t, e, op)
	if id.Seq() != 7 {
		t.Errorf("op %d does not go on where the backup ends", id)
	}
	if told, _ := drain(t, e, kept); len(told) != 1 || told[id] != 1 {
		t.Errorf("told %v, want op %d", told, id)
	}
	storetest.Sound(t, e)
}
