package rain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator"
	"jadebox/tools/operator/operatortest"
)

func TestRainsAreOrderedAsAsked(t *testing.T) {
	db, now := memory.New(memory.Options{}), time.Now()
	defer db.Close()
	e, err := economy.Unattributed(&store.SettingsNow{}, &economy.Goods{})
	if err != nil {
		t.Fatal(err)
	}
	house := ""
	sum := 0.0
	for _, a := range e.House {
		house += fmt.Sprintf("in a day for all together: %s: %.2f gems\n", a.Source, a.Cents/100)
		sum += a.Cents / 100
	}
	day := func(gems float64) string {
		return fmt.Sprintf("%sin a day for all together: this rain: %.2f gems\n"+
			"in a day for all together: all of it: %.2f -> %.2f gems\norder ", house, gems, sum, sum+gems)
	}
	given := func(of25, of250 string) string {
		return "25 players get at most " + of25 + " gems of the pool\n250 players get at most " + of250 +
			" gems of the pool\n"
	}
	for _, c := range []struct {
		args string
		want string // in what is printed; "" for a refusal
	}{
		{"start --pool-gems 50", "gives 50.00 gems to all who take part together, at most 5 % of them to one player\n" +
			given("200 of 248 packets, on average 40.32", "2000 of 2496 packets, on average 40.06") + day(50)},
		{"start", "gives 20.00 gems (by what was spent yesterday) to all who take part together, at most 5 % of them " +
			"to one player\n" +
			given("200 of 248 packets, on average 16.12", "2000 of 2000 packets, on average 20.00") + day(20)},
		{"start --pool-gems -1", ""},
		{"start --pool-gems x", ""},
		{"pour", ""},
		{"", ""},
		{"cancel 7", ""},
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

// What a player may not take falls back to the house: an operator sees that before the rain is paid for by a pool.
func TestARainSaysWhatOfItsPoolPlayersCanGet(t *testing.T) {
	for _, c := range []struct {
		each rain.EachRules
		want string
	}{
		{rain.EachRules{Claims: 8, CapPPM: 50_000},
			"25 players get at most 200 of 248 packets, on average 40.32 gems of the pool\n" +
				"250 players get at most 2000 of 2496 packets, on average 40.06 gems of the pool\n"},
		// Ten packets of the average size to a player who may take one.
		{rain.EachRules{Claims: 1, CapPPM: 50_000},
			"25 players get at most 25 of 200 packets, on average 6.25 gems of the pool\n" +
				"250 players get at most 250 of 312 packets, on average 40.06 gems of the pool\n"},
		{rain.EachRules{Claims: 8, CapPPM: 10}, // a cent each
			"25 players get at most 200 of 5000 packets, on average 0.25 gems of the pool\n"},
	} {
		db := memory.New(memory.Options{})
		defer db.Close()
		if err := registry.Set(t.Context(), db, rain.Setting, settings.Who{Author: "test"},
			func(s rain.Settings) (rain.Settings, error) { s.Each = c.each; return s, nil }); err != nil {
			t.Fatal(err)
		}
		out, err := operatortest.Run(t.Context(), &Command{}, db, time.Now(), "", "start", "--pool-gems", "50")
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%+v: %v, %s", c.each, err, out)
		}
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
	operatortest.KeepsHistory(t, &Command{}, db, rain.OrdersSetting.Name, "cancel") // what the line above has ordered
}

// An order goes as long as it has made no round. A rain whose draw is named could be known before it is shown: an
// operator who could end it would choose between rains.
func TestWhatIsOrderedIsTakenBackUntilItHasBegun(t *testing.T) {
	now := time.UnixMilli(1_900_000_000_000).UTC()
	db := &shelf{Engine: memory.New(memory.Options{})}
	defer db.Close()
	run := func(args string, says ...string) rain.Orders {
		t.Helper()
		out, err := operatortest.Run(t.Context(), &Command{}, db, now, "", strings.Fields(args)...)
		if err != nil {
			out = err.Error()
		}
		for _, text := range says {
			if !strings.Contains(out, text) {
				t.Errorf("%s: %q does not say %q", args, out, text)
			}
		}
		l, err := rain.OrdersSetting.Read(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	first := run("start").Orders
	if _, err := db.Commit(t.Context(), &store.Op{Key: first[0].Key(), Kind: rain.KindCreate, At: now}); err != nil {
		t.Fatal(err)
	}
	db.rooms = []store.Room{{ID: 3, Kind: rain.Kind, Status: store.RoomLocked, Deadline: now.Add(time.Minute)}}
	const named = "rain 3: its draw is named; it ends as committed, by 2030-03-17T17:47:40Z"
	if l := run("cancel", "nothing is ordered that has not begun", named); len(l.Orders) != 1 {
		t.Errorf("a rain that has begun: %+v", l)
	}
	now = now.Add(time.Second) // another order's name
	l := run("start --pool-gems 5")
	if len(l.Orders) != 2 {
		t.Fatalf("%+v", l)
	}
	gone := "order " + l.Orders[1].ID + " gives no more to all together: 5.00 gems"
	if l := run("cancel", "1 orders are taken back", gone, named); len(l.Orders) != 1 || l.Orders[0] != first[0] {
		t.Errorf("an order that has not begun: %+v", l)
	}
}

// shelf is a store with some rounds.
type shelf struct {
	*memory.Engine
	rooms []store.Room
}

func (s *shelf) OpenRooms(context.Context, string) ([]store.Room, error) { return s.rooms, nil }
