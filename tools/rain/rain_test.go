package rain

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/store"
	"jadebox/store/memory"
)

func TestThePlanIsChangedAsAsked(t *testing.T) {
	db, now := memory.New(memory.Options{}), time.Now()
	for _, c := range []struct {
		args string
		want string // in what is printed; "" for a refusal
	}{
		{"show", `"daily": null`},
		{"daily 12:00,20:30", `"20:30"`},
		{"daily 25:00", ""},
		{"daily", ""},
		{"start --pool-gems 50", `"poolCents": 5000`},
		{"start --pool-gems -1", ""},
		{"start --pool-gems x", ""},
		{"pour", ""},
		{"", ""},
		{"pool 0.5 10 300", `"mostCents": 30000`},
		{"pool 0.5 300 10", ""},
		{"pool 101 10 300", ""},
		{"pool 1", ""},
		{"each 4 2.5", `"capPpm": 25000`},
		{"each 9 5", ""},
		{"each 0 5", ""},
		{"each x 5", ""},
		{"last 20", `"durationMs": 20000`},
		{"last 5", ""},
		{"last -1", ""},
		{"standard", `"claims": 0`},
		{"standard 1", ""},
		{"cancel 7", ""},
		{"cancel 7 8", ""},
		{"daily off", `"daily": null`},
	} {
		var out bytes.Buffer
		change, err := parse(strings.Fields(c.args), &out, now)
		if err == nil {
			err = Change(t.Context(), db, change, &out)
		}
		if (err == nil) != (c.want != "") || !strings.Contains(out.String(), c.want) {
			t.Errorf("%q: %v, %s", c.args, err, out.String())
		}
	}
	text, err := db.Setting(t.Context(), rain.PlanSetting)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := rain.ReadPlan(text)
	if err != nil || len(plan.Orders) != 1 || plan.Orders[0].AtMS != now.UnixMilli() {
		t.Errorf("%+v %v", plan, err)
	}
}

// What is planned once goes; of rounds, those in which nothing falls yet.
func TestCancel(t *testing.T) {
	now := time.UnixMilli(1_000_000)
	db := &shelf{}
	run := func(args string) rain.Plan {
		t.Helper()
		do, err := parse(strings.Fields(args), io.Discard, now)
		if err == nil {
			err = Change(t.Context(), db, do, io.Discard)
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := rain.ReadPlan(db.plan)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if p := run("start"); len(p.Orders) != 1 {
		t.Fatalf("%+v", p)
	}
	run("daily 20:00")
	db.rooms = []store.Room{round(t, 1, store.RoomLocked, 0), round(t, 2, store.RoomRunning, now.UnixMilli()+1), round(t, 3, store.RoomRunning, now.UnixMilli())}
	if p := run("cancel 2"); len(p.Orders) != 1 || len(p.Cancelled) != 1 || p.Cancelled[0].ID != 2 {
		t.Errorf("one: %+v", p)
	}
	if p := run("cancel"); len(p.Orders) != 0 || len(p.Daily) != 1 || len(p.Cancelled) != 2 {
		t.Errorf("all: %+v", p)
	}
	if do, err := parse([]string{"cancel", "3"}, io.Discard, now); err != nil || Change(t.Context(), db, do, io.Discard) == nil {
		t.Errorf("cancels a round that falls: %v", err)
	}
	db.rooms = nil
	if p := run("cancel"); len(p.Cancelled) != 0 { // what is over is forgotten
		t.Errorf("%+v", p)
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

// shelf is a store of one plan and some rounds.
type shelf struct {
	plan  []byte
	rooms []store.Room
}

func (s *shelf) OpenRooms(context.Context, string) ([]store.Room, error) { return s.rooms, nil }
func (s *shelf) Setting(context.Context, string) ([]byte, error)         { return s.plan, nil }
func (s *shelf) PutSetting(_ context.Context, _ string, v []byte) error  { s.plan = v; return nil }
