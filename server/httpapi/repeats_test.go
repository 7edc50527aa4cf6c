package httpapi

import (
	"encoding/json"
	"testing"

	"jadebox/actors/rewards/season"
	"jadebox/protocol"
)

// A claim that was had before is answered again, and the answer says so: a client that sums up what answers tell must
// not count it twice.
func TestAClaimThatWasHadBeforeSaysSo(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.season()
		w.setTaskBoxes()
		c, friend := w.newPlayer("alice01"), w.newPlayer("bobby02")
		c.paid(5_000)
		link := into[assists](w, friend.get("/api/activity/assistance/count")).Code
		for range 12 {
			c.open()
		}
		w.itRains()
		rain := c.envelope()
		none := map[string]any{}
		for _, tt := range []struct {
			name, path string
			body       map[string]any
			taken      protocol.Code // of the same claim under another key; 0: it is answered again
		}{
			{"a day of the sign-in", signPath, signDay(1), protocol.CodeSignToday},
			{"the weekly benefit", "/api/weekBenefits/receiveWeekBenefits", none, protocol.CodeWeekTaken},
			{"the bonus of a level", "/api/pay/receiveVipAmount", map[string]any{"level": 1}, 0},
			{"a task box", "/api/task/open", map[string]any{"boxId": openerBox}, 0},
			{"a prop box", "/api/task/openTaskGive", map[string]any{"boxId": spenderBox}, 0},
			{"a gift of the welcome", "/api/task/open", map[string]any{"boxId": welcomeBox}, 0},
			{"a step of the activity", "/api/activity/receive", map[string]any{"type": season.Consumption}, 0},
			{"a wish card", "/api/wish/tree/claim", map[string]any{"task": "open"}, 0},
			{"a friend's help", "/api/activity/assistance", map[string]any{"code": link}, 0},
			{"a packet of a rain", "/api/activity/red/claim",
				map[string]any{"round": rain.Round.ID, "packet": rain.Packets[0].ID}, protocol.CodeRainSpent},
		} {
			said := func(key string) bool {
				t.Helper()
				a := c.keyed(tt.path, key, tt.body)
				a.want(w, protocol.OK)
				var one struct{ Repeated *bool }
				list := []*struct{ Repeated *bool }{&one}
				var err error
				if a.Data[0] == '[' {
					err = json.Unmarshal(a.Data, &list)
				} else {
					err = json.Unmarshal(a.Data, &one)
				}
				if err != nil || len(list) != 1 || list[0].Repeated == nil {
					t.Fatalf("%s: %s, %v", tt.name, a.Data, err)
				}
				return *list[0].Repeated
			}
			if said("first") {
				t.Errorf("%s was had before it was claimed", tt.name)
			}
			c.unchanged(func() {
				if !said("first") {
					t.Errorf("%s: the repetition does not say so", tt.name)
				}
				if tt.taken != 0 {
					c.keyed(tt.path, "other", tt.body).want(w, tt.taken)
				} else if !said("other") {
					t.Errorf("%s: another key's does not say so", tt.name)
				}
			})
		}
	})
}

// A claim of several steps separates those that it brought from those that were had before.
func TestAClaimTellsWhatItBroughtItself(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.season(func(t *season.Settings) {
			t.Goals = []season.Goal{{Type: season.Consumption, Steps: []season.Step{{Count: priceCents, Tokens: 2},
				{Count: 2 * priceCents, Tokens: 5}}}}
		})
		c := w.newPlayer("alice01")
		claim := func() activeReceived {
			t.Helper()
			a := c.receive(season.Consumption)
			a.want(w, protocol.OK)
			return into[activeReceived](w, a)
		}
		c.open()
		first := claim()
		c.open()
		second := claim()
		if first != (activeReceived{Type: season.Consumption, Steps: 1, Tokens: 2, Fresh: 2, Radish: 2}) ||
			second != (activeReceived{Type: season.Consumption, Steps: 2, Tokens: 7, Fresh: 5, Radish: 7}) {
			t.Errorf("%+v, then %+v", first, second)
		}
	})
}
