package httpapi

import (
	"net/http"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/maintain"
)

// While the site is closed every call says so and when it opens, and nothing changes; probes and webhooks go on.
func TestAClosedSiteAnswersOneNumber(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		p := w.newPlayer("alice01")
		until := clockAhead().Add(30 * time.Minute)
		w.window = maintain.Window{SinceMS: clockAhead().UnixMilli(), UntilMS: until.UnixMilli()}
		before := len(w.ended)
		for _, a := range []reply{
			w.visitor().get("/api/home/web/info"), p.get("/api/user/info"), p.get("/finance/assets/status"),
			p.get("/api/no/such/call"),
			p.post("/api/box/1/open", map[string]any{"count": 1, "priceCents": priceCents}),
			p.get(exportPath + "openings"),
		} {
			if a.status != http.StatusServiceUnavailable || a.Code != protocol.CodeMaintenance ||
				a.ErrCode != protocol.CodeMaintenance || a.ErrMsg == "" || a.header.Get("Retry-After") == "" {
				t.Errorf("%d %+v", a.status, a)
			}
			if got := into[closed](w, a); got.UntilMS != until.UnixMilli() {
				t.Errorf("open at %d", got.UntilMS)
			}
		}
		for _, path := range []string{"/livez", "/readyz", "/openapi.json"} {
			if a := p.get(path); a.status != http.StatusOK {
				t.Errorf("%s: %d", path, a.status)
			}
		}
		if got := w.webhook("pix", http.Header{}, []byte("{}")); got == http.StatusServiceUnavailable {
			t.Error("a provider is sent away")
		}
		if len(w.ended) != before {
			t.Error("a session has ended")
		}
		w.window = maintain.Window{}
		p.get("/api/user/info").want(w, protocol.OK)
		if n := into[openingPage](w, p.get("/api/box/history")).Total; n != 0 {
			t.Errorf("%d openings while closed", n)
		}
	})
}
