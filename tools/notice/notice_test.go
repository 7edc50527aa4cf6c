package notice

import (
	"strings"
	"testing"
	"time"

	"jadebox/server/notice"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

const words = `"title":{"zh":"题","en":"Title","pt":"Título"},"text":{"zh":"文","en":"Text","pt":"Texto"}`

func TestHistoryHoldsWhoHasPutANoticeUp(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	operatortest.KeepsHistory(t, &Command{}, db, notice.Setting.Name, "add",
		`{"type":"roll","state":1,"link":"/page/roll",`+words+`}`)
	operatortest.KeepsHistory(t, &Command{}, db, notice.Setting.Name, "end", "1")
}

func TestAnOperatorPutsNoticesUpAndTakesThemDown(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		args, file string
		says       string // what is printed holds it; "-" for a refusal
	}{
		{"list", "", ""},
		{"add -", `{"type":"roll","state":1,"link":"/page/roll",` + words + `}`, "1\troll\tstate 1\tshown\tTitle"},
		{"add -", `{"type":"website","state":2,"from":"2026-12-02T00:00:00Z",` + words + `}`,
			"2\twebsite\tstate 2\tfrom 2026-12-02T00:00:00Z"},
		{"add -", `{"type":"website","state":2,"until":"2026-12-01T13:00:00Z",` + words + `}`,
			"shown until 2026-12-01T13:00:00Z"},
		{"add -", `{"type":"website","state":3,` + words + `}`, "-"},
		{"add -", `{"type":"website","state":2,"texts":{},` + words + `}`, "-"},
		{"add -", `{"type":"website","state":2,"until":"2025-12-01T13:00:00Z",` + words + `}`, "-"},
		{"add -", `{"type":"website","state":2,"title":{"zh":"题"}}`, "-"},
		{"add -", strings.Repeat(" ", 70_000), "-"},
		{"add /nowhere/at/all", "", "-"},
		{"end 1", "", ""},
		{"end 1", "", "-"},
		{"end x", "", "-"},
		{"end 2", "", ""},
		{"list", "", "1\troll\tstate 1\tended 2026-12-01T12:00:00Z"},
		{"", "", "-"},
		{"show", "", "-"},
	} {
		now = now.Add(time.Millisecond)
		out, err := operatortest.Run(t.Context(), &Command{}, db, now, c.file, strings.Fields(c.args)...)
		if (err != nil) != (c.says == "-") || err == nil && !strings.Contains(out, c.says) {
			t.Errorf("%s %.80s: %q, %v", c.args, c.file, out, err)
		}
	}
	centre, err := notice.Setting.Read(t.Context(), db)
	if err != nil || len(centre.Notices) != 2 || centre.Notices[0].Link != "/page/roll" ||
		centre.Notices[0].Text.Pt != "Texto" {
		t.Errorf("%+v %v", centre, err)
	}
}
