package rain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

type nobody struct{}

func (nobody) Publish(publish.Event) {}
func (nobody) Presence(string) int   { return 0 }

func TestARoundThatEndsWhileTheStoreIsReadIsNotWaitedFor(t *testing.T) {
	s := &scheduler{ended: map[string]time.Time{}, heard: map[string]bool{},
		topic: publish.NewTopic(nobody{}, protocol.TopicRain, 1)}
	s.Now = time.Now
	falling := protocol.RainRound{ID: "7", Status: protocol.RainStatusFalling}
	over := falling
	over.Status = protocol.RainStatusOver

	s.roundChanged(over) // by the round, after the store was asked
	s.found(&falling)    // and what it had answered
	if s.round != nil {
		t.Errorf("%+v is over and still seen: no rain begins any more", *s.round)
	}
	next := protocol.RainRound{ID: "8", Status: protocol.RainStatusFalling}
	s.found(&next)
	if s.round == nil || s.round.ID != "8" {
		t.Errorf("the next round is not seen: %+v", s.round)
	}
	s.roundChanged(protocol.RainRound{ID: "9", Status: protocol.RainStatusFalling})
	s.found(&next)
	if s.round.ID != "9" {
		t.Errorf("an older answer hides what was told since: %+v", s.round)
	}
}

// Its notices overtook each other: the round would be waited for until a restart, and with it every rain after it.
func TestANoticeThatComesAfterTheEndIsLate(t *testing.T) {
	for _, status := range []string{protocol.RainStatusFalling, protocol.RainStatusSoon} {
		s := &scheduler{ended: map[string]time.Time{}, topic: publish.NewTopic(nobody{}, protocol.TopicRain, 1)}
		s.Now = time.Now
		s.roundChanged(protocol.RainRound{ID: "7", Status: protocol.RainStatusOver})
		s.roundChanged(protocol.RainRound{ID: "7", Status: status})
		if s.round != nil {
			t.Errorf("%+v is over, and seen again", *s.round)
		}
	}
}

// rounds is a store that says which rounds are open, and which are over, and a site around it that keeps what is
// announced, and how many rounds were asked for.
type rounds struct {
	*memory.Engine
	directory *directory.Embedded

	mu         sync.Mutex
	open, over []store.Room
	announced  []publish.Event
	made       int   // rounds that were asked for
	refusal    error // of every round
}

func (s *rounds) OpenRooms(context.Context, string) ([]store.Room, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.open), nil
}

func (s *rounds) FinalRooms(context.Context, string, string, store.Page) ([]store.Room, int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.over), len(s.over), nil
}

func (s *rounds) Room(_ context.Context, id store.RoomID) (store.Room, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range slices.Concat(s.open, s.over) {
		if r.ID == id {
			return r, nil
		}
	}
	return store.Room{}, store.ErrNotFound
}

func (s *rounds) are(open, over []store.Room) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open, s.over = open, over
}

func (s *rounds) Presence(string) int { return 0 }
func (s *rounds) Publish(e publish.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.announced = append(s.announced, e)
}

func (s *rounds) changed(v protocol.RainRound) {
	s.directory.Post(SchedulerKind, SchedulerID, RoundChanged{v}, nil)
	synctest.Wait()
}

// types are those of all announcements.
func (s *rounds) types() (list []uint16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.announced {
		list = append(list, e.Type)
	}
	return list
}

func (s *rounds) makes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.made
}

// Receive is that of every round: it is made, or refused, and nothing is heard of it.
func (s *rounds) Receive(r directory.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	r.Reply(Created{}, s.refusal)
}

func (s *rounds) Stop() {}

func stored(t *testing.T, id store.RoomID, status store.RoomStatus) []store.Room {
	t.Helper()
	state, err := Record{Room: id, StartsMS: time.Now().UnixMilli(), DurationMS: protocol.RainMS,
		status: status}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return []store.Room{{ID: id, Kind: Kind, Status: status, State: state}}
}

func scheduled(t *testing.T, f func(t *testing.T, s *rounds)) {
	synctest.Test(t, func(t *testing.T) {
		s := &rounds{Engine: memory.New(memory.Options{}),
			directory: directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})}
		s.directory.Register(registerScheduler(room.Deps{Ports: room.Ports{Store: s, Directory: s.directory, Publish: s,
			Now: time.Now, Log: zerolog.Nop()}}, Every{}))
		s.directory.Register(directory.Kind{Name: Kind,
			New: func(string, directory.Activation) directory.Handler { return s }})
		t.Cleanup(func() { // also when the test ends fatally
			s.directory.Drain(context.WithoutCancel(t.Context()))
			time.Sleep(2 * time.Second)
			synctest.Wait()
		})
		f(t, s)
	})
}

// What notified of the end of a round died with its process, or notified the scheduler of that.
func TestALostEndHoldsUpNoRain(t *testing.T) {
	scheduled(t, func(t *testing.T, s *rounds) {
		at := time.Now().Add(time.Minute)
		text, err := json.Marshal(Orders{Orders: []Order{{ID: "one", AtMS: at.UnixMilli(), PoolCents: 5000}}})
		if err == nil {
			err = settingstest.Put(t.Context(), s.Engine, OrdersSetting, text)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.are(stored(t, 7, store.RoomRunning), nil)
		falling := protocol.RainRound{ID: "7", Status: protocol.RainStatusFalling}
		s.changed(falling)
		time.Sleep(20 * time.Second)
		s.are(nil, stored(t, 7, store.RoomSettled))
		time.Sleep(time.Until(at.Add(10 * time.Second)))
		if n := s.makes(); n != 1 {
			t.Errorf("10 s after its time the next round was asked for %d times", n)
		}
		late := falling
		late.Status = protocol.RainStatusOver
		s.changed(late)
		if got := s.types(); !slices.Equal(got, []uint16{protocol.EventRainComing, protocol.EventRainOver}) {
			t.Errorf("announced %v", got)
		}
	})
}

// A round that ends between the reading of the open ones and that of those that are over is in both.
func TestARoundThatEndsWhileTheSchedulerLoadsIsNotWaitedFor(t *testing.T) {
	scheduled(t, func(t *testing.T, s *rounds) {
		s.are(stored(t, 7, store.RoomRunning), stored(t, 7, store.RoomSettled))
		s.directory.Post(SchedulerKind, SchedulerID, directory.Wake{}, nil)
		synctest.Wait()
		s.are(nil, stored(t, 7, store.RoomSettled))
		time.Sleep(20 * time.Second)
		v, err := directory.Ask[protocol.RainSnapshot](t.Context(), s.directory, SchedulerKind, SchedulerID, Now{})
		if err != nil || v.Round != nil || v.Last == nil || v.Last.ID != "7" {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// A round that lives with another server is announced here, too, once.
func TestARoundThatIsOnlyReadIsAnnounced(t *testing.T) {
	scheduled(t, func(t *testing.T, s *rounds) {
		s.directory.Post(SchedulerKind, SchedulerID, directory.Wake{}, nil)
		time.Sleep(time.Minute)
		s.are(stored(t, 7, store.RoomRunning), stored(t, 6, store.RoomVoid))
		time.Sleep(10 * time.Second)
		want := []uint16{protocol.EventRainOver, protocol.EventRainComing}
		if got := s.types(); !slices.Equal(got, want) {
			t.Errorf("announced %v, want %v", got, want)
		}
		s.are(nil, stored(t, 7, store.RoomSettled))
		time.Sleep(time.Minute)
		if got := s.types(); !slices.Equal(got, append(want, protocol.EventRainOver)) {
			t.Errorf("after its end announced %v", got)
		}
	})
}

// A rain that is refused for good is asked for once; one that is refused for now, or by a fault, until it is too late.
func TestARainIsAskedForAgainUnlessItIsRefusedForGood(t *testing.T) {
	for _, c := range []struct {
		refusal     error
		least, most int
	}{
		{apierr.New(protocol.CodeBadRequest), 1, 1},
		{store.ErrKeyReused, 1, 1}, // another server has made it
		{apierr.New(protocol.CodeBusy), 100, 200},
		{errors.New("fault"), 100, 200},
	} {
		scheduled(t, func(t *testing.T, s *rounds) {
			text, err := json.Marshal(Orders{Orders: []Order{{ID: "one", AtMS: time.Now().Add(time.Minute).UnixMilli(),
				PoolCents: 5000}}})
			if err == nil {
				err = settingstest.Put(t.Context(), s.Engine, OrdersSetting, text)
			}
			if err != nil {
				t.Fatal(err)
			}
			s.refusal = c.refusal
			s.directory.Post(SchedulerKind, SchedulerID, directory.Wake{}, nil)
			time.Sleep(time.Minute + tooLate + 30*time.Second)
			if n := s.makes(); n < c.least || n > c.most {
				t.Errorf("%v: asked for %d times, want %d to %d", c.refusal, n, c.least, c.most)
			}
		})
	}
}

// What the scheduler remembers of rounds and rains does not grow with the time that the process runs.
func TestTheSchedulerForgetsWhatIsLongOver(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	s := &scheduler{ended: map[string]time.Time{}, begun: map[string]time.Time{}, every: Every{},
		topic: publish.NewTopic(nobody{}, protocol.TopicRain, 1)}
	s.Now = func() time.Time { return now }
	for i := range 300 {
		id := fmt.Sprint(i)
		s.roundChanged(protocol.RainRound{ID: id, Status: protocol.RainStatusOver})
		s.begun[id] = now
		s.busy = true // none is made
		s.begin()
		now = now.Add(time.Minute)
	}
	if len(s.ended) > 62 || len(s.begun) > 62 || !s.over("299") || s.over("1") {
		t.Errorf("of 300 rounds in five hours %d ends and %d rains are remembered", len(s.ended), len(s.begun))
	}
}
