package httpapi

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"jadebox/actors/settings/settingstest"
	"jadebox/server/notice"
	"jadebox/server/site"
	"jadebox/store"
)

func TestNoticesStandUnderTheirTabsInTheCallersLanguage(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		tabs := into[[]noticeTab](w, w.visitor().get("/api/home/notice"))
		if len(tabs) != 4 || tabs[0].Type != "roll" || tabs[3].Type != "website" || !tabs[0].IsChacked ||
			tabs[0].SecondLevel == nil {
			t.Fatalf("an empty centre: %+v", tabs)
		}
		if v := into[int64](w, w.visitor().get("/api/home/is/new")); v != 0 {
			t.Fatalf("version %d of nothing", v)
		}
		var b notice.Centre
		put := func(kind string, state int, words string, after time.Duration) notice.Notice {
			t.Helper()
			text := store.Text{Zh: words + "-zh", En: words + "-en", Pt: words + "-pt"}
			n, err := b.Add(clockAhead(), notice.Notice{Type: kind, State: state, Title: text, Text: text,
				FromMS: clockAhead().Add(after).UnixMilli()})
			if err == nil {
				text, bad := json.Marshal(b)
				err = errors.Join(bad, settingstest.Put(w.Context(), w.engine, notice.Setting, text))
			}
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second) // it has begun, and a process has read it
			return n
		}
		put("taskbox", notice.Suppressed, "quiet", 0)
		first := into[int64](w, w.visitor().get("/api/home/is/new"))
		put("activity", notice.AutoShows, "loud", 0)
		newest := put("activity", notice.Suppressed, "last", 0)
		put("roll", notice.AutoShows, "future", time.Hour)

		version := into[int64](w, w.visitor().get("/api/home/is/new"))
		if first == 0 || version != newest.FromMS || version <= first {
			t.Errorf("versions %d, %d; the newest began at %d", first, version, newest.FromMS)
		}
		a := w.visitor().do(http.MethodGet, "/api/home/notice", nil, http.Header{"Lang": {"pt"}})
		tabs = into[[]noticeTab](w, a)
		if len(tabs[0].SecondLevel) != 0 || len(tabs[1].SecondLevel) != 1 ||
			tabs[1].SecondLevel[0].Title != "quiet-pt" {
			t.Errorf("%+v", tabs)
		}
		activity := tabs[2].SecondLevel
		if !tabs[2].IsChacked || tabs[1].IsChacked || len(activity) != 2 || activity[0].Title != "last-pt" ||
			activity[0].IsChacked || !activity[1].IsChacked ||
			activity[1].State != notice.AutoShows {
			t.Errorf("the one that shows itself is not the one that is open: %+v", tabs)
		}
		time.Sleep(time.Hour)
		tabs = into[[]noticeTab](w, w.visitor().get("/api/home/notice"))
		if len(tabs[0].SecondLevel) != 1 || !tabs[0].IsChacked ||
			into[int64](w, w.visitor().get("/api/home/is/new")) <= version {
			t.Errorf("what began an hour later is not shown: %+v", tabs)
		}
	})
}

func TestWhatTheSiteSaysOfItselfIsTold(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		s := into[siteInfo](w, w.visitor().get("/api/main/web/info"))
		if s.Soon == nil || len(s.Soon) != 0 || s.Groups == nil || len(s.Groups) != 0 {
			t.Errorf("as it comes: %+v", s)
		}
		text := `{"soon":["mall"],"battlesClosed":true,"groups":[{"name":{"zh":"群","en":"Group","pt":"Grupo"},"url":"/page/roll"}]}`
		if err := settingstest.Put(w.Context(), w.engine, site.Setting, []byte(text)); err != nil {
			t.Fatal(err)
		}
		s = into[siteInfo](w, w.visitor().get("/api/main/web/info"))
		if len(s.Soon) != 1 || s.Soon[0] != "mall" || len(s.Groups) != 1 ||
			s.Groups[0] != (siteGroup{Name: "Group", URL: "/page/roll"}) {
			t.Errorf("%+v", s)
		}
		if raw := string(w.visitor().get("/api/battle/open").Data); raw != "1" {
			t.Errorf("battle/open while battles are closed: %s", raw)
		}
	})
}
