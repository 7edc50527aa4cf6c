package lobby_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
)

func card(id string, atMS int64, status string) protocol.BattleCard {
	return protocol.BattleCard{ID: id, AtMS: atMS, Status: status}
}

// hall runs a lobby whose first reading of the store takes a second and may fail.
func hall(t *testing.T, stored []protocol.BattleCard, failures int, f func(t *testing.T, d *directory.Embedded, hub *rig.Hub)) {
	synctest.Test(t, func(t *testing.T) {
		hub := &rig.Hub{}
		d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		d.Register(lobby.Register(lobby.Ports{Publish: hub, Now: time.Now, Log: zerolog.Nop(),
			Cards: func(context.Context, time.Time) ([]protocol.BattleCard, error) {
				time.Sleep(time.Second)
				if failures--; failures >= 0 {
					return nil, errors.New("store is away")
				}
				return stored, nil
			}}))
		f(t, d, hub)
		d.Drain(t.Context())
		time.Sleep(2 * time.Second)
		synctest.Wait()
	})
}

func list(t *testing.T, d directory.Directory) []string {
	t.Helper()
	s, err := directory.Ask[publish.Snapshot](t.Context(), d, room.LobbyKind, room.LobbyID, publish.SnapshotRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var l protocol.LobbySnapshot
	if _, err := l.UnmarshalMsg(s.Body); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range l.Battles {
		ids = append(ids, c.ID+c.Status)
	}
	return ids
}

func same(a []string, b ...string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestNoticesDuringTheReadWin(t *testing.T) {
	stored := []protocol.BattleCard{card("1", 10, "old"), card("2", 20, "old"), card("3", 30, "old")}
	hall(t, stored, 2, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		d.Post(room.LobbyKind, room.LobbyID, room.BattleListed{Card: card("2", 20, "new")}, nil)
		d.Post(room.LobbyKind, room.LobbyID, room.BattleUnlisted{ID: "3"}, nil)
		if got := list(t, d); !same(got, "2new", "1old") { // waits for the store, which fails twice
			t.Errorf("%v", got)
		}
	})
}

func TestChangesAreToldOnce(t *testing.T) {
	hall(t, nil, 0, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		list(t, d)
		for _, msg := range []any{room.BattleListed{Card: card("5", 1, "a")}, room.BattleListed{Card: card("10", 1, "a")},
			room.BattleListed{Card: card("5", 1, "b")}, room.BattleUnlisted{ID: "10"}, room.BattleUnlisted{ID: "10"}, room.BattleUnlisted{ID: "77"}} {
			d.Post(room.LobbyKind, room.LobbyID, msg, nil)
		}
		synctest.Wait()
		if got := list(t, d); !same(got, "5b") {
			t.Errorf("%v", got)
		}
		var types []uint16
		for i, e := range hub.Events(protocol.TopicLobby) {
			if types = append(types, e.Type); e.Offset != uint64(i+1) {
				t.Errorf("offset %d at place %d", e.Offset, i)
			}
		}
		want := []uint16{protocol.EventBattleCard, protocol.EventBattleCard, protocol.EventBattleCard, protocol.EventBattleGone}
		if len(types) != len(want) || types[3] != want[3] {
			t.Errorf("events %v", types)
		}
	})
}

func TestNewestFirst(t *testing.T) {
	hall(t, []protocol.BattleCard{card("9", 5, ""), card("10", 5, ""), card("1", 9, "")}, 0, func(t *testing.T, d *directory.Embedded, _ *rig.Hub) {
		if got := list(t, d); !same(got, "1", "10", "9") {
			t.Errorf("%v", got)
		}
	})
}
