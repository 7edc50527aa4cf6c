package taskbox_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// An auditor finds a task of a span that there is not, whatever period it names.
func TestATaskIsOfADayAWeekOrAMonth(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	day, week, month := period.Day(at).Name, period.Week(at).Name, period.Month(at).Name
	spans := map[taskbox.Kind]string{taskbox.Daily: day, taskbox.Weekly: week, taskbox.Monthly: month,
		taskbox.WeeklyWelfare: week}
	for kind := taskbox.Daily - 1; kind <= taskbox.WeeklyWelfare+1; kind++ {
		for _, name := range []string{day, week, month} {
			op := &store.Op{Player: 9, Key: "task:3:" + name, Kind: taskbox.KindClaim, At: at}
			p := prize.Prize{Kind: prize.Debris, Num: 4}
			if err := prize.Standard().Give(op, 9, p); err != nil {
				t.Fatal(err)
			}
			note, err := json.Marshal(taskbox.Claim{Box: 3, Kind: kind, Zone: "UTC", Period: name, Done: 5, Target: 5})
			if err != nil {
				t.Fatal(err)
			}
			if op.Result, err = json.Marshal(player.Granted{Note: note, Prizes: []prize.Prize{p}}); err != nil {
				t.Fatal(err)
			}
			if _, right := taskbox.Right(op); right != (spans[kind] == name) {
				t.Errorf("a task of span %d in %s is right: %v", kind, name, right)
			}
		}
	}
}

// An item of a task box says that it comes from one.
func TestAnItemOfATaskBoxIsWelfare(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for source, want := range map[store.ItemSource]bool{store.FromWelfare: true, store.FromBox: false,
		store.FromReward: false, store.FromDrop: false} {
		note, err := json.Marshal(taskbox.Claim{Box: 3, Kind: taskbox.Daily, Zone: "UTC", Period: "2026-11-21", Done: 5,
			Target: 5})
		if err != nil {
			t.Fatal(err)
		}
		result, err := json.Marshal(player.Granted{Note: note, Opened: &player.Opened{Box: 1,
			Results: []player.Result{{Def: 1, ValueCents: 10}}}})
		if err != nil {
			t.Fatal(err)
		}
		op := &store.Op{Player: 9, Key: "task:3:2026-11-21", Kind: taskbox.KindClaim, At: at, Result: result,
			Nonce:    &store.NonceUse{Player: 9},
			NewItems: []store.NewItem{{Owner: 9, Def: 1, ValueCents: 10, Source: source}}}
		if _, right := taskbox.Right(op); right != want {
			t.Errorf("an item of source %d: right is %v", source, right)
		}
	}
}
