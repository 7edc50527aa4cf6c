package settings

import (
	"strings"
	"testing"
	"time"

	"jadebox/server/maintain"
	"jadebox/server/notice"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

func TestHistoryHoldsWhoHasClosedTheSiteAndPutANoticeUp(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	set := func(name, value string) {
		t.Helper()
		operatortest.KeepsHistory(t, &Command{}, db, name, "set", name, value)
	}
	set("maintenance", `{"for":"30m"}`)
	set("home.notices", `{"add":{"type":"roll","state":1,"link":"/page/roll",`+words+`}}`)
	set("home.notices", `{"end":1}`)
}

const words = `"title":{"zh":"题","en":"Title","pt":"Título"},"text":{"zh":"文","en":"Text","pt":"Texto"}`

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
			args   string
			closed bool
		}{{`set maintenance {"for":"30m"}`, true}, {"restore maintenance 0", false}} {
			now := time.Unix(1_800_000_000, 0)
			_, err := operatortest.Run(t.Context(), &Command{}, db, now, "", strings.Fields(c.args)...)
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
		return operatortest.Run(t.Context(), &Command{}, db, time.Unix(1_800_000_000, 0), "",
			strings.Fields(args)...)
	}
	last := func(out string) string {
		lines := strings.Split(strings.TrimSpace(out), "\n")
		return lines[len(lines)-1]
	}
	for _, step := range []struct{ args, says string }{
		{"show maintenance", "open"},
		{`set maintenance {"for":"30m"}`, "closed until 2027-01-15T08:30:00Z"},
		{"show maintenance", "closed until 2027-01-15T08:30:00Z"},
		{`set --patch --as ana --note why maintenance {"for":"1h"}`, "closed until 2027-01-15T09:00:00Z"},
		{`set maintenance {"sinceMs":1800003600000,"untilMs":1800007200000}`,
			"open; closed from 2027-01-15T09:00:00Z until 2027-01-15T10:00:00Z"},
		{"restore maintenance 0", "open"},
	} {
		if out, err := run(step.args); err != nil || last(out) != step.says {
			t.Errorf("%s: %q, %v", step.args, out, err)
		}
	}
	for _, value := range []string{`{"for":"0s"}`, `{"for":"1000h"}`, `{"for":"soon"}`, `{"for":30}`, `{"for":null}`,
		`{"for":"30m","for":"40m"}`, `{"for":"30m","untilMs":5}`, `{"FOR":"30m"}`, `{"end":1}`} {
		if _, err := run("set maintenance " + value); err == nil {
			t.Errorf("%q is taken", value)
		}
	}
	if list, err := db.SettingHistory(t.Context(), "maintenance", 9); err != nil || len(list) != 4 ||
		list[2].Author != "ana" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestAnOperatorPutsNoticesUpAndTakesThemDown(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		args, in string
		says     string // what is printed holds it; "-" for a refusal
	}{
		{"show home.notices", "", ""},
		{"list", "", `or set {"end":3}`},
		{"show home.notices --schema", "", `{\"end\":3}`},
		{"set home.notices -", `{"add":{"type":"roll","state":1,"link":"/page/roll",` + words + `}}`,
			"1\troll\tstate 1\tshown\tTitle"},
		{"set home.notices -", `{"add":{"type":"website","state":2,"from":"2026-12-02T00:00:00Z",` + words + `}}`,
			"2\twebsite\tstate 2\tfrom 2026-12-02T00:00:00Z"},
		{"set home.notices -", `{"add":{"type":"website","state":2,"until":"2026-12-01T13:00:00Z",` + words + `}}`,
			"shown until 2026-12-01T13:00:00Z"},
		{"set home.notices -", `{"add":{"type":"website","state":3,` + words + `}}`, "-"},
		{"set home.notices -", `{"add":{"type":"website","state":2,"texts":{},` + words + `}}`, "-"},
		{"set home.notices -", `{"add":{"type":"website","state":2,"STATE":1,` + words + `}}`, "-"},
		{"set home.notices -", `{"add":{"type":"website","state":2,"until":"2025-12-01T13:00:00Z",` + words + `}}`,
			"-"},
		{"set home.notices -", `{"add":{"type":"website","state":2,"title":{"zh":"题"}}}`, "-"},
		{"set home.notices -", strings.Repeat(" ", 70_000), "-"},
		{"set home.notices /nowhere/at/all", "", "-"},
		{`set home.notices {"end":1}`, "", "1\troll\tstate 1\tended 2026-12-01T12:00:00Z"},
		{`set home.notices {"end":1}`, "", "-"},
		{`set home.notices {"end":"x"}`, "", "-"},
		{`set home.notices {"end":2}`, "", "costs does not depend on home.notices: words"},
		{"show home.notices", "", "1\troll\tstate 1\tended 2026-12-01T12:00:00Z"},
	} {
		now = now.Add(time.Millisecond)
		out, err := operatortest.Run(t.Context(), &Command{}, db, now, c.in, strings.Fields(c.args)...)
		if (err != nil) != (c.says == "-") || err == nil && !strings.Contains(out, c.says) {
			t.Errorf("%s %.80s: %q, %v", c.args, c.in, out, err)
		}
	}
	centre, err := notice.Setting.Read(t.Context(), db)
	if err != nil || len(centre.Notices) != 2 || centre.Notices[0].Link != "/page/roll" ||
		centre.Notices[0].Text.Pt != "Texto" {
		t.Errorf("%+v %v", centre, err)
	}
}
