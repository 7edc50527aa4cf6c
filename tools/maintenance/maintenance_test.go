package maintenance_test

import (
	"strings"
	"testing"
	"time"

	"jadebox/server/maintain"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/maintenance"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/settings"
)

func TestHistoryHoldsWhoHasClosedTheSite(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	operatortest.KeepsHistory(t, &maintenance.Command{}, db, "maintenance", "on")
}

// Whatever is broken, the site can be closed and opened again: for want of a price of something else, too.
func TestTheSiteClosesBesideASettingThatCannotBeRead(t *testing.T) {
	for name, value := range map[string]string{
		"maintenance": `{"sinceMs":1,"untilMs":2}`,
		"vip":         `{"levels":3}`,
		// the standard signs give other cards, and cannot be read beside these
		"prizes": `{"cards":[{"number":1,"kind":"OpenBox","percent":5,"hours":24,"days":30}],"upgrades":[]}`,
	} {
		db := memory.New(memory.Options{})
		defer db.Close()
		if _, err := db.SetSetting(t.Context(), store.SettingChange{Name: name, Value: []byte(value),
			At: time.Unix(1_700_000_000, 0), Author: "ana"}); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			command any
			args    string
			closed  bool
		}{{&maintenance.Command{}, "on", true}, {&settings.Command{}, "restore maintenance 0", false}} {
			now := time.Unix(1_800_000_000, 0)
			_, err := operatortest.Run(t.Context(), c.command, db, now, "", strings.Fields(c.args)...)
			if err != nil {
				t.Errorf("beside %s: %s: %v", name, c.args, err)
			}
			if w, err := maintain.Setting.Read(t.Context(), db); err != nil || w.Covers(now) != c.closed {
				t.Errorf("beside %s: %s: %+v, %v", name, c.args, w, err)
			}
		}
	}
}

func TestAnOperatorClosesTheSiteForATime(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	run := func(args string) (string, error) {
		return operatortest.Run(t.Context(), &maintenance.Command{}, db, time.Unix(1_800_000_000, 0), "",
			strings.Fields(args)...)
	}
	for _, step := range []struct{ args, says string }{
		{"show", "open"}, {"on", "closed until 2027-01-15T08:30:00Z"}, {"show", "closed until 2027-01-15T08:30:00Z"},
		{"--for 1h on --as ana", "closed until 2027-01-15T09:00:00Z"},
	} {
		if out, err := run(step.args); err != nil || strings.TrimSpace(out) != step.says {
			t.Errorf("%s: %q, %v", step.args, out, err)
		}
	}
	for _, args := range []string{"", "close", "off", "on show", "--for 0s on", "--for 1000h on"} {
		if _, err := run(args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	if list, err := db.SettingHistory(t.Context(), "maintenance", 9); err != nil || len(list) != 2 ||
		list[0].Author != "ana" {
		t.Errorf("%+v, %v", list, err)
	}
}
