package follow

import "testing"

func TestANameOfBeforeIsThatOfNow(t *testing.T) {
	var n Names
	n.Forget("2026-11-20")
	if got := n.Now("ana"); got != "ana" {
		t.Errorf("of no change: %s", got)
	}
	n.Take("ana", "bea", "2026-11-20")
	n.Take("carl", "dora", "2026-11-21")
	is := func(want map[string]string) {
		t.Helper()
		for was, now := range want {
			if got := n.Now(was); got != now {
				t.Errorf("%s is %s, want %s", was, got, now)
			}
		}
	}
	is(map[string]string{"ana": "bea", "bea": "bea", "carl": "dora", "eva": "eva"})
	n.Forget("2026-11-21")
	is(map[string]string{"ana": "ana", "carl": "dora"})
	n.Take("dora", "carl", "2026-12-21") // back again
	is(map[string]string{"carl": "carl", "dora": "carl"})
	n.Take("carl", "carl", "2027-01-21") // no change
	is(map[string]string{"carl": "carl", "dora": "carl"})
}
