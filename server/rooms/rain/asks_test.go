package rain

import (
	"testing"

	"jadebox/store"
)

// A player who was let in once is asked again in the next minute: a phone that is gone, or a recharge that was taken
// back, lets no player in for long.
func TestWhoIsAdmittedIsSoForAMinute(t *testing.T) {
	a := &admitted{}
	a.add(1, 5)
	a.add(2, 5)
	for _, c := range []struct {
		who    store.PlayerID
		minute int64
		want   bool
	}{{1, 5, true}, {2, 5, true}, {3, 5, false}, {1, 6, false}, {1, 4, false}} {
		if got := a.has(c.who, c.minute); got != c.want {
			t.Errorf("player %d in minute %d: %t", c.who, c.minute, got)
		}
	}
	a.add(2, 6)
	if a.has(1, 6) || !a.has(2, 6) {
		t.Error("the next minute begins with players who were admitted before")
	}
}
