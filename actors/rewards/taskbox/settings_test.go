package taskbox_test

import (
	"encoding/json"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/settings"
	"jadebox/actors/settings/settingstest"
	"jadebox/store"
	"jadebox/store/memory"
)

func TestSettingsThatCannotBeAreRefused(t *testing.T) {
	if err := taskbox.Standard().Check(prize.Standard()); err != nil {
		t.Fatal(err)
	}
	const named = `"name":{"zh":"a","en":"b","pt":"c"}`
	for text, good := range map[string]bool{
		`{}`:           true,
		`{"boxes":[]}`: true,
		`{"boxes":[{"id":1,"type":4,` + named +
			`,"task":1,"target":1,"prize":{"kind":"diamond","num":5}}]}`: true,
		`{"boxes":[{"id":1,"type":3,` + named +
			`,"task":14,"target":1,"box":7}]}`: true,
		`{"boxes":[{"id":1,"type":3,` + named +
			`,"task":15,"target":1,"box":7}]}`: false,
		`{"boxes":[{"id":1,"type":3,` + named +
			`,"task":-1,"target":1,"box":7}]}`: false,
		`{"boxes":[{"id":1,"type":7,` + named +
			`,"task":1,"target":1,"prize":{"kind":"diamond","num":5}}]}`: false,
		`{"boxes":[{"id":0,"type":3,` + named +
			`,"task":1,"target":1,"box":7}]}`: false,
		`{"boxes":[{"id":1,"type":3,` + named +
			`,"task":1,"target":0,"box":7}]}`: false,
		`{"boxes":[{"id":1,"type":3,"name":{"zh":"a"},"task":1,"target":1,"box":7}]}`: false,
		`{"boxes":[{"id":1,"type":3,` + named +
			`,"task":1,"target":1}]}`: false,
		`{"boxes":[{"id":1,"type":4,` + named +
			`,"task":1,"target":1,"box":7}]}`: false,
		`{"boxes":[{"id":1,"type":4,` + named +
			`,"task":1,"target":1,"prize":{"kind":"diamond","num":0}}]}`: false,
		`{"boxes":[{"id":1,"type":4,` + named +
			`,"task":1,"target":1,"prize":{"kind":"gold","num":1}}]}`: false,
		`{"boxes":[{"id":1,"type":3,` + named + `,"task":1,"target":1,"box":7},{"id":1,"type":3,` + named +
			`,"task":1,"target":1,"box":7}]}`: false,
		`{"welcome":{"free":[{"id":9,` + named +
			`,"box":7}]}}`: true,
		// a standard box's number
		`{"welcome":{"free":[{"id":1,` + named + `,"box":7}]}}`: false,
		`{"welcome":{"free":[{"id":9,` + named +
			`}]}}`: false,
		`{"welcome":{"recharge":[{"id":9,"name":{},"box":7}]}}`: false,
		`x`: false,
	} {
		if _, err := taskbox.Setting.In(settingstest.Now(map[string]string{"tasks": text})); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The prizes of boxes are those of the stored settings of prizes, not of the standard ones.
func TestBoxesGiveThePrizesThatAreSet(t *testing.T) {
	const box = `{"boxes":[{"id":1,"type":4,"name":{"zh":"a","en":"b","pt":"c"},"task":1,"target":1,"prize":{"kind":"OpenBox","num":1,"card":42}}]}`
	const vouchers = `{"cards":[{"number":42,"kind":"OpenBox","percent":50,"hours":1,"days":1}],"upgrades":[]}`
	if _, err := taskbox.Setting.In(settingstest.Now(map[string]string{"tasks": box})); err == nil {
		t.Error("a box gives a card that there is not")
	}
	if _, err := taskbox.Setting.In(settingstest.Now(map[string]string{"tasks": box, "prizes": vouchers})); err != nil {
		t.Error(err)
	}
	standard := `{"boxes":[{"id":1,"type":4,"name":{"zh":"a","en":"b","pt":"c"},"task":1,"target":1,"prize":{"kind":"OpenBox","num":1}}]}`
	if _, err := taskbox.Setting.In(settingstest.Now(map[string]string{"tasks": standard,
		"prizes": `{"cards":[],"upgrades":[]}`})); err == nil {
		t.Error("a box gives a card of the standard settings, which do not hold")
	}
}

// Until the settings have been read there are no boxes, and what cannot be read leaves those before.
func TestWhatHoldsBeforeTheSettingsAreRead(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	w := settings.NewWatch(db)
	if len(taskbox.Setting.Cached(w).Boxes) != 0 {
		t.Error("boxes before the settings were read")
	}
	if err := w.Refresh(t.Context()); err != nil || len(taskbox.Setting.Cached(w).Boxes) == 0 {
		t.Fatal(err)
	}
	for _, text := range []string{`{"boxes":[]}`, "x"} {
		err := settingstest.Put(t.Context(), db, taskbox.Setting, []byte(text))
		if err == nil {
			err = w.Refresh(t.Context())
		}
		if err != nil || len(taskbox.Setting.Cached(w).Boxes) != 0 {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// An auditor sees every way in which an op can be other than what it says it was for.
func TestAnAuditorKnowsAClaim(t *testing.T) {
	at := time.Date(2026, 11, 21, 23, 59, 59, 0, time.UTC)
	claim := func(change func(*taskbox.Claim)) taskbox.Claim {
		c := taskbox.Claim{Box: 3, Kind: taskbox.Daily, Zone: "UTC", Period: "2026-11-21", Done: 5, Target: 5}
		if change != nil {
			change(&c)
		}
		return c
	}
	give := func(of taskbox.Claim, key string, at time.Time, change func(*store.Op)) *store.Op {
		op := &store.Op{Player: 9, Key: key, Kind: taskbox.KindClaim, At: at}
		p := prize.Prize{Kind: prize.Debris, Num: 4}
		if err := prize.Standard().Give(op, 9, p); err != nil {
			t.Fatal(err)
		}
		note, _ := json.Marshal(of)
		op.Result, _ = json.Marshal(player.Granted{Note: note, Prizes: []prize.Prize{p}})
		if change != nil {
			change(op)
		}
		return op
	}
	const key = "task:3:2026-11-21"
	for name, tt := range map[string]struct {
		op    *store.Op
		reset string
		right bool
	}{
		"in time":        {give(claim(nil), key, at, nil), "", true},
		"a moment late":  {give(claim(nil), key, at.Add(30*time.Second), nil), "", true},
		"late":           {give(claim(nil), key, at.Add(2*time.Minute), nil), "", false},
		"early":          {give(claim(nil), key, at.AddDate(0, 0, -1), nil), "", false},
		"once more":      {give(claim(nil), key+":again", at, nil), player.ResetKey(key), true},
		"twice more":     {give(claim(nil), key+":again:again", at, nil), "", false},
		"a client's key": {give(claim(nil), "mine", at, nil), "", false},
		"another box":    {give(claim(func(c *taskbox.Claim) { c.Box = 4 }), key, at, nil), "", false},
		"not done":       {give(claim(func(c *taskbox.Claim) { c.Done = 4 }), key, at, nil), "", false},
		"another zone": {give(claim(func(c *taskbox.Claim) { c.Zone = "Asia/Shanghai" }), key, at, nil), "",
			false},
		"no zone": {give(claim(func(c *taskbox.Claim) { c.Zone = "" }), key, at, nil), "", false},
		"a welcome of props": {give(claim(func(c *taskbox.Claim) { c.Period = "" }), "task:welcome:free", at, nil), "",
			false},
		"more than its prize": {give(claim(nil), key, at, func(op *store.Op) { op.Postings[0].AmountCents++ }), "",
			false},
		"to somebody else": {give(claim(nil), key, at,
			func(op *store.Op) { op.Postings[0].Credit = store.PlayerFragments(8) }), "", false},
		"gems for fragments": {give(claim(nil), key, at, func(op *store.Op) {
			op.Postings[0] = store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(9), AmountCents: 4}
		}), "", false},
		"an item on top": {give(claim(nil), key, at,
			func(op *store.Op) { op.NewItems = []store.NewItem{{Owner: 9, Def: 1}} }), "", false},
		"without a result": {give(claim(nil), key, at, func(op *store.Op) { op.Result = nil }), "", false},
	} {
		if reset, right := taskbox.Right(tt.op); right != tt.right || reset != tt.reset {
			t.Errorf("%s: %q %t", name, reset, right)
		}
	}
}
