package httpapi

import (
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	battlecalls "jadebox/server/rooms/battle"
)

// Upgrades are narrowed to those that were won or lost, by their player, by others and in the file; together they are
// all.
func TestUpgradesAreNarrowedByHowTheyEnded(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, other := w.newPlayer("alice01"), w.newPlayer("bobby02")
		want := map[string][]string{}
		for i := range 16 {
			a := c.post("/api/upgrade/play", upgradeOf(c.give("g"+itoa(int64(i)), 3)[0]))
			a.want(w, protocol.OK)
			up := into[upgraded](w, a)
			ended := "lost"
			if up.Won {
				ended = "won"
			}
			for _, list := range []string{ended, "all"} {
				want[list] = slices.Insert(want[list], 0, up.Result.ResultID)
			}
		}
		if len(want["won"]) == 0 || len(want["lost"]) == 0 {
			t.Fatal("one in 20,000 runs ends in one way only")
		}
		for state, ids := range want {
			for _, path := range []string{"/api/upgrade/order/record?size=50&state=" + state, "/api/upgrade/user/" +
				itoa(c.playerID()) + "/record?size=50&state=" + state} {
				page := into[upgradePage](w, c.get(path))
				var got []string
				for _, r := range page.Records {
					got = append(got, r.ResultID)
				}
				slices.Sort(got)
				if slices.Sort(ids); !slices.Equal(got, ids) || page.Total != len(ids) {
					t.Errorf("%s: %v of %d, want %v", path, got, page.Total, ids)
				}
			}
			if rows := c.lines("upgrades&kind="+state, "en"); len(rows) != len(ids)+1 {
				t.Errorf("%s: %d rows in the file, want %d", state, len(rows)-1, len(ids))
			}
			if page := into[upgradePage](w, other.get("/api/upgrade/order/record?state="+state)); page.Total != 0 {
				t.Errorf("%s: another player has %d", state, page.Total)
			}
		}
		c.get("/api/upgrade/order/record?state=draw").want(w, protocol.CodeBadRequest)
		c.get(exportPath+"upgrades&kind=draw").want(w, protocol.CodeBadRequest)
	})
}

// A settled battle is on the list of won ones of the winner and on that of lost ones of every other player; one that is
// open is on none.
func TestBattlesAreNarrowedByHowTheyEnded(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		both := []*client{w.newPlayer("alice01"), w.newPlayer("bobby02")}
		b := both[0].create(setup(2))
		both[1].post("/api/battle/"+itoa(int64(b.BattleID))+"/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		time.Sleep(2 * time.Minute)
		open := both[0].create(setup(2))
		s := both[0].view(b.BattleID)
		if s.Summary.Status != protocol.BattleFinished {
			t.Fatalf("%+v", s.Summary)
		}
		for seat, c := range both {
			won := slices.Contains(s.Result.Winners, int32(seat))
			for state, n := range map[string]int{"won": bit(won), "lost": bit(!won), "all": 1 + bit(seat == 0),
				"": 1 + bit(seat == 0)} {
				page := into[battlecalls.BattlePage](w, c.get("/api/battle/mine?state="+state))
				if page.Total != n || len(page.Battles) != n {
					t.Errorf("%s, %q: %d battles, want %d", c.name, state, page.Total, n)
				}
				for _, summary := range page.Battles {
					if ended := state == "won" || state == "lost"; ended && summary.ID == itoa(int64(open.BattleID)) {
						t.Errorf("an open battle is %s", state)
					}
				}
				if file := string(c.get(exportPath + "battles&kind=" + state).raw); strings.Count(file, "\r\n") != n+1 {
					t.Errorf("%q: %s", state, file)
				}
			}
			c.get("/api/battle/mine?state=draw").want(w, protocol.CodeBadRequest)
		}
	})
}
