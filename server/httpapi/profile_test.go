package httpapi

import (
	"regexp"
	"testing"

	"jadebox/protocol"
	"jadebox/store"
)

func TestWelfareStepsThatTheClientMayTake(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		p, _ := w.engine.PlayerByName(w.Context(), "alice01")
		step := func(to int) reply { return c.post("/api/user/update/status", map[string]any{"status": to}) }
		for _, skipped := range []int{-1, 2, 3, 5, 6, 7, 256} {
			step(skipped).want(w, protocol.CodeStatus)
		}
		step(1).want(w, protocol.OK)
		step(1).want(w, protocol.OK) // the same step again
		step(0).want(w, protocol.CodeStatus)
		step(2).want(w, protocol.CodeStatus) // earned by opening the free box
		two, five := uint8(2), uint8(5)
		_ = w.engine.SetProfile(w.Context(), p.ID, store.ProfileChange{Status: &two})
		step(3).want(w, protocol.CodeStatus) // nothing was recharged
		_ = w.engine.SetProfile(w.Context(), p.ID, store.ProfileChange{Status: &five})
		step(6).want(w, protocol.OK)
		if info := into[userInfo](w, c.get("/api/user/info")); info.Status != 6 {
			t.Errorf("status %d, want 6", info.Status)
		}
	})
}

func TestAUserSeedIsHeldToItsFormat(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		before := into[userInfo](w, c.get("/api/user/info")).UserSeed
		if !regexp.MustCompile(`^[0-9a-z]{1,16}$`).MatchString(before) ||
			before == into[userInfo](w, w.newPlayer("bobby02").get("/api/user/info")).UserSeed {
			t.Errorf("a new player's seed is %q", before)
		}
		for _, bad := range []string{"", "seventeen12345678", "has space", "ümlaut", "semi;colon"} {
			c.post("/api/upgrade/updateClientSeed", map[string]any{"key": bad}).want(w, protocol.CodeSeedFormat)
		}
		if now := into[userInfo](w, c.get("/api/user/info")).UserSeed; now != before {
			t.Errorf("a refused seed was saved: %q", now)
		}
		a := c.post("/api/upgrade/updateClientSeed", map[string]any{"key": "Lucky7"})
		a.want(w, protocol.OK)
		if s := into[seeds](w, a); s.UserSeed != "Lucky7" {
			t.Errorf("%+v", s)
		}
		if o := c.open(); o.Results[0].UserSeed != "Lucky7" {
			t.Errorf("drawn with %q", o.Results[0].UserSeed)
		}
	})
}
