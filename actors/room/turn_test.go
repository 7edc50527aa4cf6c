package room

import (
	"errors"
	"testing"
	"time"

	"jadebox/store"
)

// plain is a room that is nothing but its status.
type plain store.RoomStatus

func (p plain) Encode() ([]byte, error)  { return []byte{byte(p)}, nil }
func (p plain) Status() store.RoomStatus { return store.RoomStatus(p) }
func (p plain) Deadline() time.Time      { return time.Time{} }
func (p plain) Wake() time.Time          { return time.Time{} }
func (p plain) Apply(cmd any, now time.Time) (Step[plain], error) {
	return Turn(p, cmd, now, plainTurns)
}

var errPlainOver = errors.New("over")

var plainTurns = Turns[plain]{
	Begin: func(plain, Begin, time.Time) (Step[plain], error) {
		return Step[plain]{State: plain(store.RoomRunning)}, nil
	},
	Tick: func(p plain, _ Tick, _ time.Time) (Step[plain], error) { return Step[plain]{State: p}, nil },
	Void: func(plain, string, time.Time) (Step[plain], error) {
		return Step[plain]{State: plain(store.RoomVoid)}, nil
	},
	Over: errPlainOver,
}

func TestOnlyARoomThatGoesOnIsVoided(t *testing.T) {
	for _, over := range []store.RoomStatus{0, store.RoomSettled, store.RoomVoid} {
		if _, err := plain(over).Apply(Void{}, time.Time{}); !errors.Is(err, errPlainOver) {
			t.Errorf("a void of a room of status %d: %v", over, err)
		}
	}
	for _, goes := range []store.RoomStatus{store.RoomOpen, store.RoomLocked, store.RoomRunning} {
		s, err := plain(goes).Apply(Void{}, time.Time{})
		if err != nil || s.State.Status() != store.RoomVoid {
			t.Errorf("a void of a room of status %d: %d, %v", goes, s.State, err)
		}
	}
}

func TestACommandWithoutARuleIsRefused(t *testing.T) {
	for _, cmd := range []any{Lock{}, Presence{}, nil} {
		if s, err := plain(store.RoomOpen).Apply(cmd, time.Time{}); err == nil {
			t.Errorf("%T was taken: %+v", cmd, s)
		}
	}
}
