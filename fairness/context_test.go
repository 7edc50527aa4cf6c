package fairness

import (
	"crypto/rand"
	"errors"
	"testing"

	"jadebox/fairness/internal/canon"
)

func TestAnEpochThatDoesNotSayWhenItWasOpenedIsRefused(t *testing.T) {
	key, err := NewKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for at, good := range map[int64]bool{-1: false, 0: false, 1: true, canon.MaxSafe: true, canon.MaxSafe + 1: false} {
		c := soloContext(key)
		c.OpenedAtMS = at
		if _, err := c.Leaf(); (err == nil) != good || !good && !errors.Is(err, ErrInput) {
			t.Errorf("opened at %d ms: %v", at, err)
		}
	}
}

func TestOnlyKindsWithRoomsHaveAScopeOfRooms(t *testing.T) {
	for kind, want := range map[string]string{KindBattle: "battle:", KindRoll: "roll:r", KindBox: "", KindUpgrade: "",
		"none": ""} {
		if got, ok := RoomScope(kind); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %t", kind, got, ok)
		}
	}
}
