package lobby_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/lists/lobby"
	"jadebox/actors/room"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// summary is the row of the lobby under test. Its room's state is the word that it shows.
type summary struct {
	id   string
	atMS int64
	word string
}

const over = "over"

var listing = lobby.Lobby[summary]{
	Kind: "lobby", RoomKind: "battle", Topic: protocol.TopicLobby,
	Summary: func(rec store.Room, _ time.Time) (summary, bool, error) {
		if len(rec.State) == 0 {
			return summary{}, false, errors.New("damaged")
		}
		return summary{room.ID(rec.ID), rec.Updated.UnixMilli(), string(rec.State)}, string(rec.State) != "private", nil
	},
	ID:   func(s summary) string { return s.id },
	Over: func(s summary) bool { return s.word == over },
	Order: func(a, b summary) int {
		return cmp.Or(cmp.Compare(b.atMS, a.atMS), cmp.Compare(lobby.Number(b.id), lobby.Number(a.id)))
	},
	Snapshot: func(list []summary, _ time.Time) (uint16, msgp.Marshaler) {
		var s protocol.LobbySnapshot
		for _, r := range list {
			s.Battles = append(s.Battles, protocol.BattleSummary{ID: r.id, Status: r.word})
		}
		return protocol.EventLobbySnapshot, &s
	},
	Changed: func(s summary) (uint16, msgp.Marshaler) {
		if s.word == over {
			return protocol.EventBattleGone, &protocol.BattleGone{ID: s.id}
		}
		return protocol.EventBattleSummary, &protocol.BattleSummary{ID: s.id, Status: s.word}
	},
}

// rooms is a store whose reading of open rooms takes a second and may fail.
type rooms struct {
	room.Store
	mu       sync.Mutex
	open     []store.Room
	failures int
	reads    int
	away     map[store.RoomID]int // how often each is not read
	lost     store.RoomID         // is nowhere
	sought   int                  // how often that was asked for
}

func (s *rooms) OpenRooms(context.Context, string) ([]store.Room, error) {
	s.mu.Lock()
	s.reads++
	list := slices.Clone(s.open)
	s.mu.Unlock()
	time.Sleep(time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failures--; s.failures >= 0 {
		return nil, errors.New("store is away")
	}
	return list, nil
}

// Room is one that is open, or one that is over.
func (s *rooms) Room(_ context.Context, id store.RoomID) (store.Room, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away[id] > 0 {
		s.away[id]--
		return store.Room{}, errors.New("store is away")
	}
	if id == s.lost {
		s.sought++
		return store.Room{}, store.ErrNotFound
	}
	if i := slices.IndexFunc(s.open, func(r store.Room) bool { return r.ID == id }); i >= 0 {
		return s.open[i], nil
	}
	return stored(id, 1, over), nil
}

func (s *rooms) opens(list ...store.Room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = list
}

func (s *rooms) read() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

func stored(id store.RoomID, atMS int64, word string) store.Room {
	return store.Room{ID: id, Version: 1, Updated: time.UnixMilli(atMS), State: []byte(word)}
}

func open(t *testing.T, s *rooms, f func(t *testing.T, d *directory.Embedded, hub *rig.Hub)) {
	synctest.Test(t, func(t *testing.T) {
		hub := &rig.Hub{}
		d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
		d.Register(listing.Singleton().Register(room.Deps{Ports: room.Ports{Store: s, Directory: d, Publish: hub,
			Now: time.Now, Log: zerolog.Nop()}}))
		t.Cleanup(func() { // also when the test ends fatally
			d.Drain(context.WithoutCancel(t.Context()))
			time.Sleep(2 * time.Second)
			synctest.Wait()
		})
		f(t, d, hub)
	})
}

func tell(d directory.Directory, list ...summary) {
	for _, s := range list {
		n := listing.Notice(s)
		d.Post(n.Kind, n.ID, n.Msg, nil)
	}
}

func list(t *testing.T, d directory.Directory) []string {
	t.Helper()
	s, err := directory.Ask[publish.Snapshot](t.Context(), d, listing.Kind, lobby.ID, publish.SnapshotRequest{})
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

// published is what was published, in its order.
func published(hub *rig.Hub) (list []string) {
	for _, e := range hub.Events(protocol.TopicLobby) {
		var row protocol.BattleSummary
		var gone protocol.BattleGone
		if _, err := row.UnmarshalMsg(e.Body); e.Type == protocol.EventBattleSummary && err == nil {
			list = append(list, row.ID+row.Status)
		} else if _, err := gone.UnmarshalMsg(e.Body); e.Type == protocol.EventBattleGone && err == nil {
			list = append(list, gone.ID+over)
		}
	}
	return list
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
	s := &rooms{failures: 2, open: []store.Room{stored(1, 10, "old"), stored(2, 20, "old"), stored(3, 30, "old"),
		stored(5, 5, "private"), stored(6, 5, "")}}
	open(t, s, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		d.Post(listing.Kind, lobby.ID, directory.Wake{}, nil)
		// two readings fail, a second after each the next begins: the third is under way
		time.Sleep(4500 * time.Millisecond)
		tell(d, summary{"2", 20, "new"}, summary{"3", 30, over}, summary{"4", 40, "new"})
		if got := list(t, d); !same(got, "4new", "2new", "1old") {
			t.Errorf("%v", got)
		}
	})
}

// A notice that is older than what the look under way reads wins for once: when the next one is lost with its process,
// the look after this one finds what is stored.
func TestALateNoticeHoldsUntilTheNextLook(t *testing.T) {
	first := stored(1, 10, "first")
	third := stored(1, 10, "third")
	third.Version = 3
	s := &rooms{open: []store.Room{first}}
	open(t, s, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		if got := list(t, d); !same(got, "1first") {
			t.Fatalf("%v", got)
		}
		s.opens(third)
		time.Sleep(5500 * time.Millisecond) // a look is under way, and has read the third version
		tell(d, summary{"1", 10, "second"})
		time.Sleep(10 * time.Second)
		if got := list(t, d); !same(got, "1third") {
			t.Errorf("%v", got)
		}
	})
}

func TestChangesAreToldOnce(t *testing.T) {
	open(t, &rooms{}, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		list(t, d)
		tell(d, summary{"5", 1, "a"}, summary{"10", 1, "a"}, summary{"5", 1, "b"}, summary{"10", 1, over},
			summary{"10", 1, over}, summary{"77", 1, over})
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
		if want := []uint16{protocol.EventBattleSummary, protocol.EventBattleSummary, protocol.EventBattleSummary,
			protocol.EventBattleGone}; !slices.Equal(types, want) {
			t.Errorf("events %v", types)
		}
	})
}

func TestTheNewestRoomIsListedFirst(t *testing.T) {
	open(t, &rooms{open: []store.Room{stored(9, 5, "a"), stored(10, 5, "a"), stored(1, 9, "a")}},
		func(t *testing.T, d *directory.Embedded, _ *rig.Hub) {
			if got := list(t, d); !same(got, "1a", "10a", "9a") {
				t.Errorf("%v", got)
			}
		})
}

// What was published without an op of its own (a round that begins) must not be undone by a look at the same stored
// version.
func TestALookKeepsWhatWasToldOfTheSameVersion(t *testing.T) {
	open(t, &rooms{open: []store.Room{stored(1, 1, "a")}}, func(t *testing.T, d *directory.Embedded, _ *rig.Hub) {
		list(t, d)
		tell(d, summary{"1", 1, "later"})
		time.Sleep(12 * time.Second) // two looks
		if got := list(t, d); !same(got, "1later") {
			t.Errorf("%v", got)
		}
	})
}

func TestALostNoticeIsMadeUpForByTheNextLook(t *testing.T) {
	s := &rooms{open: []store.Room{stored(1, 1, "a"), stored(2, 2, "a")}}
	open(t, s, func(t *testing.T, d *directory.Embedded, _ *rig.Hub) {
		list(t, d)
		changed := stored(1, 1, "b")
		changed.Version = 2
		s.opens(changed, stored(3, 3, "a")) // 2 is over, 3 is new
		time.Sleep(7 * time.Second)
		if got := list(t, d); !same(got, "3a", "1b") {
			t.Errorf("%v", got)
		}
	})
}

// A look may find a room closed before the room's own notice arrives: its subscribers are still notified,
// once.
func TestARoomThatALookFoundClosedIsTold(t *testing.T) {
	s := &rooms{open: []store.Room{stored(1, 1, "a")}}
	open(t, s, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		list(t, d)
		s.opens()
		time.Sleep(7 * time.Second)
		tell(d, summary{"1", 1, over}, summary{"1", 1, over})
		synctest.Wait()
		if e := hub.Events(protocol.TopicLobby); len(e) != 1 || e[0].Type != protocol.EventBattleGone {
			t.Errorf("events %v", e)
		}
	})
}

// Nothing is read while nothing is open and the list is not read; the next read gets the current rooms.
func TestAnEmptyLobbyIsSilent(t *testing.T) {
	s := &rooms{}
	open(t, s, func(t *testing.T, d *directory.Embedded, _ *rig.Hub) {
		list(t, d)
		time.Sleep(time.Hour)
		if n := s.read(); n != 1 {
			t.Errorf("read %d times", n)
		}
		s.opens(stored(1, 1, "a"))
		if got := list(t, d); !same(got, "1a") {
			t.Errorf("%v", got)
		}
	})
}

// The rooms live with another server, and no notice comes: subscribers are told of what a look has found by the next
// one, once. A notice that comes late says nothing that they have not heard.
func TestWhatNoNoticeToldIsToldByALook(t *testing.T) {
	s := &rooms{open: []store.Room{stored(1, 1, "a"), stored(2, 1, "a"), stored(4, 1, "a")}}
	open(t, s, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		all := func() []string { return published(hub) }
		list(t, d)
		changed := stored(1, 1, "b")
		changed.Version = 2
		s.opens(changed, stored(3, 1, "a"), stored(4, 1, "a"))
		time.Sleep(7 * time.Second)
		if got := all(); len(got) > 0 {
			t.Errorf("told %v, and the notices may be on their way", got)
		}
		time.Sleep(6 * time.Second)
		if got := all(); !same(got, "1b", "2over", "3a") {
			t.Errorf("told %v", got)
		}
		time.Sleep(20 * time.Second)
		tell(d, summary{"1", 1, "b"}, summary{"2", 1, over}, summary{"3", 1, "a"})
		synctest.Wait()
		if got := all(); !same(got, "1b", "2over", "3a") {
			t.Errorf("told again: %v", got)
		}
		tell(d, summary{"1", 1, "b"}, summary{"3", 1, over})
		synctest.Wait()
		if got := all(); !same(got[3:], "1b", "3over") {
			t.Errorf("of notices that are new: %v", got)
		}
	})
}

// A room changes, or is over, between the look that finds it changed and the one that tells so: what it was in between
// is not said any more. One whose end could not be read is asked for again, one that is nowhere is not.
func TestALookTellsNothingThatItKnowsToBeOld(t *testing.T) {
	is := func(id store.RoomID, version uint64, word string) store.Room {
		r := stored(id, 1, word)
		r.Version = version
		return r
	}
	s := &rooms{open: []store.Room{is(1, 1, "a"), is(2, 1, "a"), is(4, 1, "a"), is(5, 1, "a")},
		away: map[store.RoomID]int{4: 1}, lost: 5}
	open(t, s, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		list(t, d)
		s.opens(is(1, 2, "b"), is(2, 2, "b"))
		time.Sleep(7 * time.Second)
		s.opens(is(1, 3, "c"))
		time.Sleep(6 * time.Second)
		if got := published(hub); !same(got, "1c", "2over") {
			t.Errorf("told %v", got)
		}
		if got := list(t, d); !same(got, "1c") {
			t.Errorf("listed %v", got)
		}
		time.Sleep(30 * time.Second)
		tell(d, summary{"1", 1, "c"}, summary{"2", 1, over})
		synctest.Wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		if got := published(hub); !same(got, "1c", "2over", "4over") || s.sought != 1 {
			t.Errorf("told at last %v; what is nowhere was sought %d times", got, s.sought)
		}
	})
}

// A subscriber of an empty list is told of the first room that another server opens.
func TestAnEmptyLobbyLooksWhileItIsWatched(t *testing.T) {
	s := &rooms{}
	open(t, s, func(t *testing.T, d *directory.Embedded, hub *rig.Hub) {
		list(t, d)
		hub.SetPresence(protocol.TopicLobby, 1)
		time.Sleep(time.Minute)
		s.opens(stored(1, 1, "a"))
		time.Sleep(13 * time.Second)
		if e := hub.Events(protocol.TopicLobby); len(e) != 1 || e[0].Type != protocol.EventBattleSummary {
			t.Errorf("events %v", e)
		}
		hub.SetPresence(protocol.TopicLobby, 0)
		s.opens()
		time.Sleep(time.Minute)
		before := s.read()
		time.Sleep(time.Hour)
		if n := s.read(); n != before {
			t.Errorf("read %d times while nobody watches", n-before)
		}
	})
}
