package rain

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator"
	"jadebox/tools/operator/operatortest"
)

func TestRainsAreOrderedAsAsked(t *testing.T) {
	db, now := memory.New(memory.Options{}), time.Now()
	defer db.Close()
	for _, c := range []struct {
		args string
		want string // in what is printed; "" for a refusal
	}{
		{"start --pool-gems 50", "gives 50.00 gems to all who take part together, at most 5 % of them to one player\n" +
			"order "},
		{"start", "gives 20.00 gems (by what was spent yesterday) to all"},
		{"start --pool-gems -1", ""},
		{"start --pool-gems x", ""},
		{"pour", ""},
		{"", ""},
		{"cancel 7", ""},
		{"cancel 7 8", ""},
	} {
		out, err := operatortest.Run(t.Context(), &Command{}, db, now, "", strings.Fields(c.args)...)
		if (err == nil) != (c.want != "") || !strings.Contains(out, c.want) || err != nil && out != "" {
			t.Errorf("%q: %v, %s", c.args, err, out)
		}
	}
	if l, err := rain.OrdersSetting.Read(t.Context(), db); err != nil || len(l.Orders) != 2 ||
		l.Orders[0].AtMS != now.UnixMilli() {
		t.Errorf("%+v %v", l, err)
	}
}

// A machine's clock may be off; the database's is that of the servers that read the order (operator.Session.With).
func TestAnOrderIsStampedByTheDatabasesClockOnly(t *testing.T) {
	for _, run := range []func(*operator.Session, *Command) error{
		func(s *operator.Session, c *Command) error { return Start{}.Run(t.Context(), s, c) },
		func(s *operator.Session, c *Command) error { return Cancel{}.Run(t.Context(), s, c) },
	} {
		asked := 0
		s := &operator.Session{Out: io.Discard, Err: io.Discard, Now: func() time.Time { asked++; return time.Now() }}
		c := &Command{Database: operator.Database{Data: filepath.Join(t.TempDir(), "none")}}
		if err := run(s, c); !errors.Is(err, fs.ErrNotExist) || asked != 0 {
			t.Errorf("%v, and the machine's clock was asked %d times before the database was open", err, asked)
		}
	}
}

func TestHistoryHoldsWhoHasOrderedARain(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	operatortest.KeepsHistory(t, &Command{}, db, rain.OrdersSetting.Name, "start")
	operatortest.KeepsHistory(t, &Command{}, db, rain.OrdersSetting.Name, "cancel")
}

// What is ordered goes; of rounds, those in which nothing falls yet.
func TestWhatIsOrderedCanBeCancelled(t *testing.T) {
	now := time.UnixMilli(1_000_000)
	db := &shelf{Engine: memory.New(memory.Options{})}
	defer db.Close()
	run := func(args string) rain.Orders {
		t.Helper()
		if _, err := operatortest.Run(t.Context(), &Command{}, db, now, "", strings.Fields(args)...); err != nil {
			t.Fatal(err)
		}
		l, err := rain.OrdersSetting.Read(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	if l := run("start"); len(l.Orders) != 1 {
		t.Fatalf("%+v", l)
	}
	db.rooms = []store.Room{round(t, 1, store.RoomLocked, 0), round(t, 2, store.RoomRunning, now.UnixMilli()+1),
		round(t, 3, store.RoomRunning, now.UnixMilli())}
	if l := run("cancel 2"); len(l.Orders) != 1 || len(l.Cancelled) != 1 || l.Cancelled[0].ID != 2 {
		t.Errorf("one: %+v", l)
	}
	if l := run("cancel"); len(l.Orders) != 0 || len(l.Cancelled) != 2 {
		t.Errorf("all: %+v", l)
	}
	if _, err := operatortest.Run(t.Context(), &Command{}, db, now, "", "cancel", "3"); err == nil {
		t.Error("cancels a round that falls")
	}
	db.rooms = nil
	if l := run("cancel"); len(l.Cancelled) != 0 { // what is over is forgotten
		t.Errorf("%+v", l)
	}
}

// round is a stored round as its kind keeps it: status, head behind its length, no claims.
func round(t *testing.T, id store.RoomID, status store.RoomStatus, startsMS int64) store.Room {
	t.Helper()
	head, err := json.Marshal(rain.Record{Room: id, Packets: 1, StartsMS: startsMS})
	if err != nil {
		t.Fatal(err)
	}
	state := append(binary.AppendUvarint([]byte{byte(status)}, uint64(len(head))), head...)
	return store.Room{ID: id, Kind: rain.Kind, State: append(state, 0)}
}

// shelf is a store with some rounds.
type shelf struct {
	*memory.Engine
	rooms []store.Room
}

func (s *shelf) OpenRooms(context.Context, string) ([]store.Room, error) { return s.rooms, nil }
