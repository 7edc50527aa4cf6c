package progress_test

import (
	"context"
	"testing"
	"time"

	"jadebox/actors/rewards/progress"
	"jadebox/store"
)

// shifting is a list of rooms at the head of which a newer one stands with every page.
type shifting struct {
	list  []store.Room // newest first
	asked []store.Page
}

func (s *shifting) PlayerRooms(_ context.Context, _ string, _ store.PlayerID, page store.Page) ([]store.Room, int,
	error) {
	s.asked = append(s.asked, page)
	from, to := min(page.Offset, len(s.list)), min(page.Offset+page.Limit, len(s.list))
	rooms := s.list[from:to]
	s.list = append([]store.Room{{ID: 10_000 + store.RoomID(len(s.asked))}}, s.list...)
	return rooms, len(s.list), nil
}

// A room that ended in the time is visited once, though newer ones move the pages, and others are not.
func TestARoomThatEndedIsVisitedOnce(t *testing.T) {
	since := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	until := since.Add(24 * time.Hour)
	const rooms = 450
	s := &shifting{}
	for i := range rooms {
		s.list = append(s.list, store.Room{ID: store.RoomID(rooms - i), Status: store.RoomSettled,
			Updated: until.Add(-time.Duration(i+1) * time.Minute)})
	}
	s.list[7].Status = store.RoomVoid
	s.list[8].Status = store.RoomRunning
	s.list[9].Updated = until                         // is no more in it
	s.list[10].Updated = since.Add(-time.Nanosecond)  // was before it
	s.list[11].Updated = since                        // its first moment
	s.list[12].Updated = until.Add(-time.Microsecond) // its last
	seen := map[store.RoomID]int{}
	if err := progress.Ended(t.Context(), s, "battle", 1, since, until, time.Hour, func(r store.Room) error {
		seen[r.ID]++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for id := store.RoomID(1); id <= rooms; id++ {
		want := 1
		if i := rooms - id; i >= 7 && i <= 10 {
			want = 0
		}
		if seen[id] != want {
			t.Errorf("room %d was visited %d times, want %d", id, seen[id], want)
		}
	}
	for _, page := range s.asked {
		if !page.Since.Equal(since.Add(-time.Hour-progress.EndMax)) || !page.Until.Equal(until) {
			t.Errorf("asked for %+v", page)
		}
	}
}
