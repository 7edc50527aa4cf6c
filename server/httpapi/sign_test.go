package httpapi

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/rewards/sign"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/store/storetest"
)

const signPath = "/api/newActivity/handlerActivity/claim"

func (c *client) signInfo() signInfo {
	c.Helper()
	return into[signInfo](c.world, c.get("/api/newActivity/baseActivityInfo?activityBaseIdent=Sign"))
}

func (c *client) signValid() string {
	c.Helper()
	return into[string](c.world, c.get("/api/newActivity/baseActivityValid?activityBaseIdent=Sign"))
}

func signDay(n int) map[string]any {
	return map[string]any{"activityBaseIdent": "Sign", "activityType": "every", "conditionNum": n}
}

func tomorrow() { time.Sleep(period.Day(clockAhead().UTC()).End.Sub(clockAhead()) + time.Minute) }

// Seven days as the client sees them, the free box with its requirement and its proof, and the first milestone.
func TestASignInIsClaimedOnceADay(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c, visitor := w.newPlayer("alice01"), w.visitor()
		visitor.get("/api/newActivity/baseActivityValid").want(w, protocol.CodeTokenInvalid)
		visitor.post(signPath, signDay(1)).want(w, protocol.CodeTokenInvalid)
		if info := visitor.signInfo(); len(info.ActivityCondition) != 2 || info.UserSignIn || info.Count != 0 {
			t.Errorf("a visitor sees %+v", info)
		}
		c.get("/api/newActivity/baseActivityInfo?activityBaseIdent=Other").want(w, protocol.CodeBadRequest)
		c.unchanged(func() {
			for _, body := range []map[string]any{{"activityType": "every", "conditionNum": 0},
				{"activityType": "every", "conditionNum": 8}, {"activityType": "never", "conditionNum": 1},
				{"activityType": "accumulate", "conditionNum": 6}, {"activityType": "every", "conditionNum": 1,
					"reward": 5}, {"activityBaseIdent": "Other", "activityType": "every", "conditionNum": 1}} {
				c.post(signPath, body).want(w, protocol.CodeBadRequest)
			}
			c.post(signPath, signDay(2)).want(w, protocol.CodeSignOrder)
			c.post(signPath, map[string]any{"activityType": "accumulate", "conditionNum": 7}).want(w,
				protocol.CodeSignDays)
		})
		kinds := []string{"diamond", "debris", "OpenBox", "diamond", "TrendChart", "debris", "skins"}
		for day := 1; day <= 7; day++ {
			if c.signValid() != "notObtain" {
				t.Fatalf("day %d: nothing waits", day)
			}
			info := c.signInfo()
			it := info.ActivityCondition[0].ActivityHandlerConditionList[day-1]
			if info.Count != day-1 || it.Index != day || it.ConditionNum != day ||
				it.ActivityRewardType != kinds[day-1] || it.RewardName == "" {
				t.Errorf("day %d: %+v in %+v", day, it, info)
			}
			if day == 7 {
				if it.LimitationType != sign.Opens || it.LimitationTime != 100 || it.SkinsPrice != priceCents ||
					it.RewardName != "First Light" {
					t.Errorf("the free box is %+v", it)
				}
				c.unchanged(func() { c.post(signPath, signDay(7)).want(w, protocol.CodeSignLimit) })
				c.open()
				if done := into[signTime](w, c.get("/api/newActivity/activityTime")); done.OpenTime != 1 ||
					done.UpgradeTime != 0 || done.Amount != 0 {
					t.Errorf("done today: %+v", done)
				}
			}
			before := c.worth()
			a := c.keyed(signPath, "day-"+itoa(int64(day)), signDay(day))
			a.want(w, protocol.OK)
			given := into[[]signGiven](w, a)
			if len(given) != 1 || given[0].ActivityHandlerCondition.ActivityRewardType != kinds[day-1] ||
				(given[0].ResultID != "") != (day == 7) {
				t.Errorf("day %d brought %+v", day, given)
			}
			after := c.worth()
			switch day {
			case 1:
				if after.GemsCents != before.GemsCents+10 || given[0].ReceiveNum != 10 {
					t.Errorf("day 1: %+v, %+v", after, given[0])
				}
			case 2:
				if after.Fragments != before.Fragments+5 || given[0].ReceiveNum != 500 {
					t.Errorf("day 2: %+v, %+v", after, given[0])
				}
			case 7:
				if after.BagCount != before.BagCount+1 || after.GemsCents != before.GemsCents ||
					after.NextNonce != before.NextNonce+1 || given[0].StuffName == "" || given[0].Price == 0 {
					t.Errorf("day 7: %+v, %+v", after, given[0])
				}
				c.get("/api/fair/result/"+given[0].ResultID).want(w, protocol.OK)
			}
			c.unchanged(func() {
				c.keyed(signPath, "day-"+itoa(int64(day)), signDay(day)).want(w, protocol.OK)
				c.post(signPath, signDay(day)).want(w, protocol.CodeSignToday)
				c.post(signPath, signDay(day%7+1)).want(w, protocol.CodeSignToday)
			})
			info = c.signInfo()
			if !info.UserSignIn || info.Count != day || info.ActivityAccumulate != day ||
				info.ActivityResult.Every[info.Today] != day || len(info.Today) != 8 {
				t.Errorf("day %d: %+v", day, info)
			}
			if list := into[[]signGiven](w,
				c.get("/api/newActivity/handlerActivity?activityBaseIdent=Sign")); len(list) != 1 ||
				list[0].AtMS != given[0].AtMS {
				t.Errorf("day %d: today brought %+v", day, list)
			}
			if day < 7 {
				if got := c.signValid(); got != "obtain" {
					t.Errorf("day %d: %s", day, got)
				}
				tomorrow()
			}
		}
		if got := c.signValid(); got != "notObtain" { // the milestone
			t.Error(got)
		}
		c.post(signPath, map[string]any{"activityType": "accumulate", "conditionNum": 7}).want(w, protocol.OK)
		c.unchanged(func() {
			c.post(signPath, map[string]any{"activityType": "accumulate", "conditionNum": 7}).want(w,
				protocol.CodeSignTaken)
		})
		if info := c.signInfo(); info.ActivityResult.Accumulate["7"] != info.Today || c.signValid() != "obtain" {
			t.Errorf("%+v", info)
		}
		if err := settingstest.Put(t.Context(), w.engine, sign.Setting, []byte(`{"closed":true}`)); err != nil {
			t.Fatal(err)
		}
		tomorrow()
		if info := c.signInfo(); len(info.ActivityCondition) != 0 || c.signValid() != "closed" {
			t.Errorf("closed: %+v", info)
		}
		c.unchanged(func() { c.post(signPath, signDay(1)).want(w, protocol.CodeSignClosed) })
		storetest.Sound(w, w.engine)
	})
}

func TestManySignInsAreOne(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		before := c.worth()
		var wg sync.WaitGroup
		var given, today atomic.Int32
		for i := range 200 {
			wg.Go(func() {
				switch a := c.keyed(signPath, "k"+itoa(int64(i)), signDay(1)); a.Code {
				case protocol.OK:
					given.Add(1)
				case protocol.CodeSignToday:
					today.Add(1)
				}
			})
		}
		wg.Wait()
		if after := c.worth(); given.Load() != 1 || today.Load() != 199 || after.GemsCents != before.GemsCents+10 ||
			after.Ops != before.Ops+1 {
			t.Errorf("%d given, %d refused, %+v", given.Load(), today.Load(), after)
		}
	})
}

func TestAWeeklyBenefitIsClaimedOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		const receive = "/api/weekBenefits/receiveWeekBenefits"
		week := func() weekBenefits {
			t.Helper()
			return into[weekBenefits](w, c.get("/api/weekBenefits/weekBenefitsInfo"))
		}
		w.visitor().get("/api/weekBenefits/weekBenefitsInfo").want(w, protocol.CodeTokenInvalid)
		if v := week(); v.Status != 0 || v.UserVal != 0 || len(v.BenefitsList) != 4 ||
			v.SysTime != clockAhead().Unix() || v.EndsAt <= v.SysTime || v.EndsAt-v.SysTime > 7*24*3600 {
			t.Errorf("%+v", v)
		}
		c.unchanged(func() {
			c.post(receive, map[string]any{}).want(w, protocol.CodeWeekNone)
			c.post(receive, map[string]any{"reward": 5}).want(w, protocol.CodeBadRequest)
		})
		for range 10 {
			c.open()
		}
		if v := week(); v.Status != 1 || v.UserVal != 10*priceCents {
			t.Errorf("%+v", v)
		}
		before := c.worth()
		a := c.keyed(receive, "week", map[string]any{})
		a.want(w, protocol.OK)
		if got := into[weekReceived](w, a).Reward; got != 25 || c.worth().GemsCents != before.GemsCents+25 {
			t.Errorf("%d, %+v", got, c.worth())
		}
		c.unchanged(func() {
			c.keyed(receive, "week", map[string]any{}).want(w, protocol.OK)
			c.post(receive, map[string]any{}).want(w, protocol.CodeWeekTaken)
		})
		if v := week(); v.Status != 2 || v.Received != 25 {
			t.Errorf("%+v", v)
		}
		storetest.Sound(w, w.engine)
	})
}
