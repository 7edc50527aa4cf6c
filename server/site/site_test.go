package site_test

import (
	"testing"

	"jadebox/actors/settings/settingstest"
	"jadebox/server/site"
	"jadebox/store/memory"
)

func TestTheSiteIsWhatTheStoreSays(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	f, err := site.Setting.Read(t.Context(), db)
	if err != nil || len(f.Soon) != 0 || f.BattlesClosed || len(f.Groups) != 0 {
		t.Fatalf("as it comes: %+v %v", f, err)
	}
	for text, good := range map[string]bool{
		`{"soon":["battle","upgrade","roll"]}`: true,
		`{"soon":["rain"]}`:                    false, // over every page, no entry of the menu

		`{"soon":["mall","wish"],"battlesClosed":true}`:                                          true,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"https://g.example/x"}]}`: true,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"/page/roll"}]}`:          true,
		`{"soon":["open"]}`: false, // opening boxes is the site
		// of before there was pt
		`{"groups":[{"name":{"zh":"群","en":"Group"},"url":"/"}]}`:                                    true,
		`{"groups":[{"name":{"zh":"群","pt":"Grupo"},"url":"/"}]}`:                                    false,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"//g.example"}]}`:             false,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"http://g.example"}]}`:        false,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"javascript:alert(1)"}]}`:     false,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"https://user@g.example/"}]}`: false,
		`{"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"/\\g.example"}]}`:            false,
		`x`: false,
	} {
		if err := settingstest.Put(t.Context(), db, site.Setting, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if f, err := site.Setting.Read(t.Context(), db); (err == nil) != good {
			t.Errorf("%s: %+v %v", text, f, err)
		}
	}
}
