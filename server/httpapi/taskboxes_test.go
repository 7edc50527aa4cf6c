package httpapi

import (
	"encoding/json"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	rollcalls "jadebox/server/rooms/roll"
	"jadebox/store"
)

const (
	spenderBox = 1  // props: 10 cents for a gem spent today
	openerBox  = 11 // of items: one opening this week
	welcomeBox = 21
	chargedBox = 22
)

// setTaskBoxes gives a world its boxes.
func (w *world) setTaskBoxes() {
	w.Helper()
	name := store.Text{Zh: "箱", En: "box", Pt: "caixa"}
	text, err := json.Marshal(taskbox.Settings{
		Boxes: []taskbox.Box{
			{ID: spenderBox, Type: 4, Name: name, Task: protocol.TaskSpentCents, Target: 2 * priceCents,
				Prize: &prize.Prize{Kind: prize.Diamond, Num: 10}},
			{ID: openerBox, Type: 1, Name: name, Task: protocol.TaskClassicOpens, Target: 1, Box: disabledID},
		},
		Welcome: taskbox.Welcome{Free: []taskbox.Gift{{ID: welcomeBox, Name: name, Box: disabledID}},
			Recharge: []taskbox.Gift{{ID: chargedBox, Name: name, Box: openID}}},
	})
	if err == nil {
		err = settingstest.Put(w.Context(), w.engine, taskbox.Setting, text)
	}
	if err == nil {
		err = w.watch.Refresh(w.Context())
	}
	if err != nil {
		w.Fatal(err)
	}
}

func (c *client) taskBoxes() map[int32]taskBox {
	c.Helper()
	list := map[int32]taskBox{}
	for _, b := range into[[]taskBox](c.world, c.get("/api/home/task/box")) {
		list[b.ID] = b
	}
	return list
}

func TestATaskBoxOpensOnceInItsTime(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.setTaskBoxes()
		p, other, visitor := w.newPlayer("alice01"), w.newPlayer("bobby02"), w.visitor()
		open := func(c *client, box int32) reply { return c.post("/api/task/open", map[string]any{"boxId": box}) }
		give := func(c *client, box int32) reply {
			return c.post("/api/task/openTaskGive", map[string]any{"boxId": box})
		}
		visitor.get("/api/task/task/info").want(w, protocol.CodeTokenInvalid)
		open(visitor, openerBox).want(w, protocol.CodeTokenInvalid)
		give(visitor, spenderBox).want(w, protocol.CodeTokenInvalid)
		for who, c := range map[string]*client{"a visitor": visitor, "a player who has done nothing": p} {
			for id, b := range c.taskBoxes() {
				if b.Amount != 0 || b.Flag || b.Claimable || b.Name == "" || b.CodeMap == 0 ||
					b.CodeMapExtendName == "" || b.EndsAtMS <= clockAhead().UnixMilli() {
					t.Errorf("%s sees box %d: %+v", who, id, b)
				}
			}
		}
		p.unchanged(func() {
			open(p, openerBox).want(w, protocol.CodeTaskNotDone)
			open(p, spenderBox).want(w, protocol.CodeTaskGone)
			give(p, openerBox).want(w, protocol.CodeTaskGone)
			give(p, 99).want(w, protocol.CodeTaskGone)
			p.post("/api/task/open", map[string]any{"boxId": openerBox, "amount": 1}).want(w, protocol.CodeBadRequest)
			p.get("/api/task/task/info?type=4").want(w, protocol.CodeBadRequest)
		})
		p.open()
		info := into[taskInfo](w, p.get("/api/task/task/info"))
		if !info.Flag || len(info.List) != 2 {
			t.Errorf("%+v", info)
		}
		if daily := into[taskInfo](w, p.get("/api/task/task/info?type=0")); daily.Flag || len(daily.List) != 1 ||
			daily.List[0].Amount != priceCents || daily.List[0].Reward.RewardNum != 10 {
			t.Errorf("%+v", daily)
		}
		before := p.worth()
		result := into[[]taskResult](w, open(p, openerBox))
		synctest.Wait()
		if len(result) != 1 || result[0].ActivityRewardType != "skins" || result[0].StuffName == "" ||
			result[0].ResultID == "" || p.worth().BagCount != before.BagCount+1 ||
			p.worth().GemsCents != before.GemsCents {
			t.Errorf("%+v, %+v after %+v", result, p.worth(), before)
		}
		p.get("/api/fair/result/"+result[0].ResultID).want(w, protocol.OK)
		if b := p.taskBoxes()[openerBox]; !b.Flag || b.Claimable || !b.Reset {
			t.Errorf("%+v", b)
		}
		p.unchanged(func() {
			if again := into[[]taskResult](w, open(p, openerBox)); again[0].ItemID != result[0].ItemID {
				t.Errorf("%+v, then %+v", result, again)
			}
			open(other, openerBox).want(w, protocol.CodeTaskNotDone)
		})
		p.open()
		before = p.worth()
		var done sync.WaitGroup
		for range 200 {
			done.Go(func() { give(p, spenderBox) })
		}
		done.Wait()
		synctest.Wait()
		if now := p.worth(); now.GemsCents != before.GemsCents+10 {
			t.Errorf("200 claims gave %d", now.GemsCents-before.GemsCents)
		}
		if list := into[[]taskResult](w, give(p, spenderBox)); len(list) != 1 ||
			list[0].ActivityRewardType != "diamond" || list[0].ReceiveNum != 10 || list[0].ItemID != "" {
			t.Errorf("%+v", list)
		}
		// A new day begins with nothing spent; the week goes on.
		time.Sleep(time.UnixMilli(p.taskBoxes()[spenderBox].EndsAtMS).Sub(clockAhead()))
		if b := p.taskBoxes(); b[spenderBox].Amount != 0 || b[spenderBox].Flag {
			t.Errorf("%+v", b)
		}
		p.unchanged(func() { give(p, spenderBox).want(w, protocol.CodeTaskNotDone) })
	})
}

// What a box holds is public: the published odds of one of items, and the reward of another.
func TestDetailsOfATaskBoxAreToldToEverybody(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.setTaskBoxes()
		v := w.visitor()
		for _, box := range []string{"11", "21"} {
			d := into[taskDetails](w, v.get("/api/task/details?boxId="+box))
			sum := 0.0
			for _, s := range d.StuffVO {
				sum += s.Probability
				if s.Name == "" || s.Image == "" || s.EndProbability < s.StartProbability {
					t.Errorf("%+v", s)
				}
			}
			if math.Abs(sum-100) > 1e-6 || d.OddsHash == "" {
				t.Errorf("box %s: %g per cent of %+v", box, sum, d)
			}
		}
		if d := into[taskDetails](w, v.get("/api/task/details?boxId=1")); len(d.StuffVO) != 1 ||
			d.StuffVO[0].Reward.RewardTypeEnum != "diamond" {
			t.Errorf("%+v", d)
		}
		for _, bad := range []string{"99", "0", ""} {
			v.get("/api/task/details?boxId="+bad).want(w, protocol.CodeTaskGone)
		}
		for _, bad := range []string{"-1", "x"} {
			v.get("/api/task/details?boxId="+bad).want(w, protocol.CodeBadRequest)
		}
	})
}

// The whole way of a new player: each step is saved when the server has seen it, and each gift comes once.
func TestTheWelfareOfANewPlayerComesOnce(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.setTaskBoxes()
		p, late := w.newPlayer("alice01"), w.newPlayer("bobby02")
		step := func(to int) reply { return p.post("/api/user/update/status", map[string]any{"status": to}) }
		open := func(c *client, box int32) reply { return c.post("/api/task/open", map[string]any{"boxId": box}) }
		look := func() rollcalls.Welfare { return into[rollcalls.Welfare](w, p.get("/api/task/register/welfare")) }
		w.visitor().get("/api/task/register/welfare").want(w, protocol.CodeTokenInvalid)
		v := look()
		if len(v.WelfareTaskBox) != 1 || v.WelfareTaskBox[0].ID != welcomeBox || len(v.RechargeTaskBox) != 1 ||
			v.RollList == nil || v.Opened || v.Recharged || v.Gifted || v.Rolled {
			t.Errorf("%+v", v)
		}
		if left := time.Duration(v.EndsAtMS-v.SysTime) * time.Millisecond; left <= 23*time.Hour || left > 24*time.Hour {
			t.Errorf("%s are left", left)
		}
		step(1).want(w, protocol.OK)
		step(2).want(w, protocol.CodeStatus)
		p.unchanged(func() { open(p, chargedBox).want(w, protocol.CodeWelfareRecharge) })
		open(p, welcomeBox).want(w, protocol.OK)
		synctest.Wait()
		p.unchanged(func() { open(p, welcomeBox).want(w, protocol.OK) })
		step(3).want(w, protocol.CodeStatus)
		step(2).want(w, protocol.OK)
		step(3).want(w, protocol.CodeStatus)
		p.paid(1_000)
		step(3).want(w, protocol.OK)
		step(4).want(w, protocol.CodeStatus)
		open(p, chargedBox).want(w, protocol.OK)
		step(4).want(w, protocol.OK)
		step(5).want(w, protocol.CodeStatus) // no roll room was entered
		if v := look(); !v.Opened || !v.Recharged || !v.Gifted || v.Rolled {
			t.Errorf("%+v", v)
		}
		time.Sleep(taskbox.WelcomeFor)
		late.get("/api/task/register/welfare").want(w, protocol.CodeWelfareOver)
		late.unchanged(func() { open(late, welcomeBox).want(w, protocol.CodeWelfareOver) })
		late.post("/api/user/update/status", map[string]any{"status": 1}).want(w, protocol.CodeStatus)
		who, _ := w.engine.PlayerByName(w.Context(), "alice01")
		_, n, err := w.engine.Ops(w.Context(), store.OpQuery{Player: who.ID, Kinds: []string{taskbox.KindClaim},
			Page: store.Page{Limit: 1}})
		if err != nil || n != 2 {
			t.Errorf("%d boxes were opened: %v", n, err)
		}
	})
}
