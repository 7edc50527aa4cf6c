package httpapi

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"jadebox/actors/settings/settingstest"
	"jadebox/protocol"
	"jadebox/server/site"
	"jadebox/store"
)

func TestHomeShowsDropsWithTheSpecificationsFields(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		empty := into[homeInfo](w, w.visitor().get("/api/home/web/info"))
		if len(empty.BoxNew) != 0 {
			t.Fatalf("%d drops before anything was opened", len(empty.BoxNew))
		}
		c := w.newPlayer("alice01")
		o := c.open()
		time.Sleep(5 * time.Second) // the feed reads the outbox
		info := into[homeInfo](w, w.visitor().get("/api/home/web/info"))
		if len(info.BoxNew) != 1 || info.Basics.Total < 1 {
			t.Fatalf("%d drops, counters %+v", len(info.BoxNew), info.Basics)
		}
		d, def := info.BoxNew[0], o.Results[0].Def
		names := map[store.DefID]string{1: "Blade|Jade", 2: "Bow|Reed", 3: "Pin|Tin"}
		if d.StuffName != names[def] || d.ID != o.Results[0].ResultID || d.BoxID != openID || d.SuccessRate <= 0 ||
			d.Type != 1 || d.UserName == "" {
			t.Errorf("%+v", d)
		}
		recent := into[dropList](w, w.visitor().get("/api/box/1/recent"))
		other := into[dropList](w, w.visitor().get("/api/box/3/recent"))
		if len(recent.Drops) != 1 || len(other.Drops) != 0 {
			t.Errorf("%d drops of the box, %d of another", len(recent.Drops), len(other.Drops))
		}
		w.visitor().get("/api/box/77/recent").want(w, protocol.CodeBoxUnknown)
	})
}

func TestBannersAreTold(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		if raw := string(w.visitor().get("/api/home/sys/banner").Data); raw != "[]" {
			t.Errorf("without banners: %s", raw)
		}
		stored, _ := json.Marshal([]site.Banner{{ID: "a", Weight: 1, Title: store.Text{En: "light"}},
			{ID: "b", Weight: 9, Title: store.Text{En: "heavy"}}})
		if err := settingstest.Put(w.Context(), w.engine, site.Banners, stored); err != nil {
			t.Fatal(err)
		}
		list := into[[]banner](w, w.visitor().get("/api/home/sys/banner"))
		if len(list) != 2 || list[0].ID != "b" || list[0].Title != "heavy" {
			t.Errorf("%+v", list)
		}
	})
}

func TestTextsComeInTheCallersLanguage(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for _, tt := range []struct{ lang, accept, want string }{
			{"zh", "", "箱子不存在"}, {"ZH", "en", "箱子不存在"}, {"en", "", "This box does not exist"},
			{"pt", "", "Esta caixa não existe"},
			{"RU", "", "Такого кейса нет"}, {"VN", "", "Hộp này không tồn tại"},
			{"", "pt-BR,pt;q=0.9", "Esta caixa não existe"}, {"", "", "箱子不存在"}, {"xx", "fr", "箱子不存在"},
		} {
			a := w.visitor().do(http.MethodGet, "/api/box/77", nil, http.Header{"Lang": {tt.lang},
				"Accept-Language": {tt.accept}})
			if a.ErrMsg != tt.want || a.Code != protocol.CodeBoxUnknown {
				t.Errorf("lang %q, accept %q: %d %q", tt.lang, tt.accept, a.Code, a.ErrMsg)
			}
		}
		for lang, want := range map[string]string{"ru": "Не найдено", "VN": "Không tìm thấy"} {
			if a := w.visitor().do(http.MethodGet, "/api/nothing", nil, http.Header{"Lang": {lang}}); a.ErrMsg != want {
				t.Errorf("lang %q: %d %q", lang, a.Code, a.ErrMsg)
			}
		}
		if !into[bool](w, w.visitor().get("/api/main/getSmsStatus")) {
			t.Error("short messages are off in a world that has them")
		}
		if s := into[siteInfo](w, w.visitor().get("/api/main/web/info")); !s.Opening || !s.Demo || s.Language != "en" {
			t.Errorf("%+v", s)
		}
		if raw := string(w.visitor().get("/api/battle/open").Data); raw != "0" {
			t.Errorf("battle/open: %s", raw)
		}
	})
}

func TestATicketForASocketNeedsASession(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		w.visitor().post("/api/ws/ticket", map[string]any{}).want(w, protocol.CodeTokenInvalid)
		c := w.newPlayer("alice01")
		a := c.post("/api/ws/ticket", map[string]any{})
		a.want(w, protocol.OK)
		if got := into[socketTicket](w, a); got.Ticket != "ticket of "+itoa(c.playerID()) ||
			got.LifeMS != protocol.TicketMS {
			t.Errorf("%+v", got)
		}
	})
}
