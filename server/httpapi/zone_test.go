package httpapi

import (
	"fmt"
	"testing"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	wishcalls "jadebox/server/rooms/wish"
)

// Whatever comes once in a day, a week or a month ends with the site's own, and the site says whose that is.
func TestEveryDayEndsInTheZoneOfTheSite(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.season()
		w.setTaskBoxes()
		if err := settingstest.Put(w.Context(), w.engine, period.Setting, []byte(`"Asia/Shanghai"`)); err != nil {
			t.Fatal(err)
		}
		if err := w.watch.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		c := w.newPlayer("alice01")
		if zone := into[siteInfo](w, w.visitor().get("/api/main/web/info")).Zone; zone != "Asia/Shanghai" {
			t.Errorf("the site's zone is %q", zone)
		}
		shanghai, err := time.LoadLocation("Asia/Shanghai")
		if err != nil {
			t.Fatal(err)
		}
		y, m, d := clockAhead().In(shanghai).Date()
		day, month := time.Date(y, m, d+1, 0, 0, 0, 0, shanghai), time.Date(y, m+1, 1, 0, 0, 0, 0, shanghai)
		read := func(path string) reply {
			a := c.get(path)
			a.want(w, protocol.OK)
			return a
		}
		for name, got := range map[string]struct {
			ms   int64
			ends time.Time
		}{
			"the wish tree": {into[wishcalls.WishTree](w, read("/api/wish/tree")).ResetsAtMS, day},
			"extra drops":   {into[dropsToday](w, read("/api/activity/drop")).EndsAtMS, day},
			"the ranking":   {into[top10](w, read("/api/newActivity/upgradeTop10")).ClosesMS, day},
			"the activity":  {into[activeHome](w, read("/api/activity/activity/home")).ResetsMS, day},
			"a task box":    {c.taskBoxes()[spenderBox].EndsAtMS, day},
			"a VIP level":   {into[userVIP](w, read("/api/pay/selectUserVip")).MonthEndsMS, month},
		} {
			if at := time.UnixMilli(got.ms); !at.Equal(got.ends) {
				t.Errorf("%s ends at %s, not at %s", name, at.UTC(), got.ends.UTC())
			}
		}
	})
}

// What comes once a day comes again when the site's day is over, and not when that of UTC is.
func TestWhatComesOnceADayComesWithTheSitesDay(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		put := func(s settings.Any, text string) {
			t.Helper()
			if err := settingstest.Put(w.Context(), w.engine, s, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		put(period.Setting, `"Asia/Shanghai"`)
		put(prize.Setting, `{"upgrades":[{"count":1,"kind":"debris","num":7}],"upgradeLeastCents":2000}`)
		put(props.Setting, `{"steps":[{"spentCents":500,"valueCents":300}]}`)
		if err := w.watch.Refresh(w.Context()); err != nil {
			t.Fatal(err)
		}
		c := w.newPlayer("alice01")
		c.get("/api/activity/drop").want(w, protocol.OK) // extra drops begin to be counted
		n := 0
		// plays opens a box, upgrades and takes the wish card, and says what came with it.
		plays := func() (rewards int, cards, drops int64) {
			t.Helper()
			n++
			c.open()
			a := c.post("/api/upgrade/play", upgradeOf(c.give(fmt.Sprint("u", n), 3)[0]))
			a.want(w, protocol.OK)
			tree := into[wishcalls.WishTree](w, c.post("/api/wish/tree/claim", map[string]any{"task": "open"}))
			time.Sleep(2 * time.Minute)
			given := into[dropPage](w, c.get("/api/activity/drop/record"))
			return len(into[upgraded](w, a).Rewards), tree.WishCards, int64(given.Total)
		}
		noon := period.Day(clockAhead().UTC()).Start.AddDate(0, 0, 1).Add(12 * time.Hour)
		for _, at := range []struct {
			after time.Duration // noon UTC, in Shanghai 20:00
			days  int           // of the site in which was played so far
		}{{0, 1}, {3*time.Hour + 50*time.Minute, 1}, {4*time.Hour + 10*time.Minute, 2}, {13 * time.Hour, 2}} {
			time.Sleep(noon.Add(at.after).Sub(clockAhead()))
			before := n
			rewards, cards, drops := plays()
			fresh := 0
			if before == 0 || at.days == 2 && at.after < 5*time.Hour {
				fresh = 1
			}
			if rewards != fresh || cards != int64(at.days) || drops != int64(at.days) {
				t.Errorf("%s after noon: %d rewards, %d cards and %d drops on %d days", at.after, rewards, cards, drops,
					at.days)
			}
		}
	})
}
