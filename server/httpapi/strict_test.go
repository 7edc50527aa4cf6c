package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"jadebox/protocol"
)

// Every body here is wrong in a way that a lenient decoder would let pass.
func TestBodiesThatAreRefusedChangeNothing(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.open()
		for _, tt := range []struct {
			name, body string
			want       protocol.Code
		}{
			{"no JSON", `count=1`, protocol.CodeBadRequest},
			{"cut off", `{"count":1,"priceCents":500`, protocol.CodeBadRequest},
			{"trailing data", `{"count":1,"priceCents":500}{}`, protocol.CodeBadRequest},
			{"trailing word", `{"count":1,"priceCents":500} x`, protocol.CodeBadRequest},
			{"unknown field", `{"count":1,"priceCents":500,"free":true}`, protocol.CodeBadRequest},
			{"field twice", `{"count":1,"count":5,"priceCents":500}`, protocol.CodeBadRequest},
			{"field in another case", `{"Count":1,"priceCents":500}`, protocol.CodeBadRequest},
			{"field of the path", `{"id":3,"count":1,"priceCents":500}`, protocol.CodeBadRequest},
			{"array", `[{"count":1,"priceCents":500}]`, protocol.CodeBadRequest},
			{"null", `null`, protocol.CodeBadRequest},
			{"number as text", `{"count":"1","priceCents":500}`, protocol.CodeBadRequest},
			{"fraction", `{"count":1.5,"priceCents":500}`, protocol.CodeBadRequest},
			{"exponent", `{"count":1e0,"priceCents":500}`, protocol.CodeBadRequest},
			{"NaN", `{"count":NaN,"priceCents":500}`, protocol.CodeBadRequest},
			{"above int64", `{"count":1,"priceCents":9223372036854775808}`, protocol.CodeBadRequest},
			{"below int64", `{"count":1,"priceCents":-9223372036854775809}`, protocol.CodeBadRequest},
			{"leading zero", `{"count":01,"priceCents":500}`, protocol.CodeBadRequest},
			{"deep nesting", strings.Repeat(`{"a":`, 20_000/5), protocol.CodeBadRequest},
			{"invalid UTF-8", "{\"count\":1,\"priceCents\":500,\"\xff\":1}", protocol.CodeBadRequest},
			{"byte order mark", "\ufeff" + `{"count":1,"priceCents":500}`, protocol.CodeBadRequest},
			{"65 KiB", `{"count":1,"priceCents":500,"x":"` + strings.Repeat("x", 65<<10) + `"}`, protocol.CodeTooLarge},
			{"65 KiB of spaces", `{"count":1,"priceCents":500}` + strings.Repeat(" ", 65<<10), protocol.CodeTooLarge},
		} {
			c.unchanged(func() {
				if a := c.post("/api/box/1/open", tt.body); a.Code != tt.want {
					t.Errorf("%s: %d %s, want %d", tt.name, a.Code, a.ErrMsg, tt.want)
				}
			})
		}
	})
}

func TestTextsWithControlAndDirectionCharacters(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for name, bad := range map[string]string{"NUL": `\u0000`, "escape": `\u001b`, "newline": `\n`,
			"delete": `\u007f`, "right-to-left override": `\u202e`,
			"isolate": `\u2066`, "mark": `\u200f`, "raw override": "\u202e", "lone surrogate": `\ud800`} {
			body := `{"phone":"alice01","password":"vane7harbor` + bad + `","fingerprinId":"f"}`
			if a := w.visitor().post("/api/user/register", body); a.Code != protocol.CodeBadRequest {
				t.Errorf("%s in a password: %d", name, a.Code)
			}
		}
		if a := w.visitor().get("/api/box/list?q=%00"); a.Code != protocol.CodeBadRequest {
			t.Errorf("NUL in a query: %d", a.Code)
		}
		if a := w.visitor().get("/api/box/list?q=%E2%80%AE"); a.Code != protocol.CodeBadRequest {
			t.Errorf("an override in a query: %d", a.Code)
		}
		// verbatim
		w.visitor().post("/api/user/register",
			`{"phone":"alice01","password":"vane7 härbor ✓","fingerprinId":"f"}`).want(w, protocol.OK)
		w.visitor().post("/api/user/login", `{"phone":"alice01","password":"vane7 härbor ✓"}`).want(w, protocol.OK)
	})
}

func TestIdempotencyKeysAreHeldToTheirForm(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		body := map[string]any{"count": 1, "priceCents": priceCents}
		c.open()
		for _, bad := range []string{"", " ", "a b", "é", "a.b", "seed.open:1", strings.Repeat("k", 81)} {
			for _, path := range []string{"/api/box/1/open", "/api/bag/sell/all", "/api/fair/rotate",
				"/api/battle/create", "/api/battle/1/join"} {
				c.unchanged(func() {
					if a := c.keyed(path, bad, body); a.Code != protocol.CodeKeyMissing {
						t.Errorf("%s with key %q: %d", path, bad, a.Code)
					}
				})
			}
		}
		c.keyed("/api/box/1/open", strings.Repeat("k", 80), body).want(w, protocol.OK)
		// A key belongs to its player: the same one of somebody else is another operation.
		other := w.newPlayer("bobby02")
		other.keyed("/api/box/1/open", strings.Repeat("k", 80), body).want(w, protocol.OK)
		if got := other.worth().GemsCents; got != welcomeCents-priceCents {
			t.Errorf("the other player has %d", got)
		}
	})
}

func TestPathsAndMethodsThatAreNone(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.get("/api/none").want(w, protocol.CodeNotFound)
		c.get("/api/").want(w, protocol.CodeNotFound)
		for path, want := range map[string]string{"/api/user/login": "POST", "/api/box/1": "GET, HEAD"} {
			a := c.do(http.MethodPatch, path, nil, nil)
			a.want(w, protocol.CodeUnsupported)
			if got := a.header.Get("Allow"); got != want {
				t.Errorf("%s allows %q, want %q", path, got, want)
			}
		}
		c.get("/api/user/login").want(w, protocol.CodeUnsupported)
		c.post("/api/user/info", nil).want(w, protocol.CodeUnsupported)
		c.do(http.MethodDelete, "/api/box/1", nil, nil).want(w, protocol.CodeUnsupported)
		c.do(http.MethodPut, "/api/fair/export", nil, nil).want(w, protocol.CodeUnsupported)
		c.unchanged(func() {
			a := c.do(http.MethodPost, "/api/box/1/open", `{"count":1,"priceCents":500}`,
				http.Header{"Idempotency-Key": {"form"}, "Content-Type": {"application/x-www-form-urlencoded"}})
			a.want(w, protocol.CodeMediaType)
			if a.status != http.StatusUnsupportedMediaType {
				t.Errorf("status %d", a.status)
			}
		})
		c.get("/api/box/list?type=all&sort=popular").want(w, protocol.OK)
		c.get("/api/box/list?typ=all").want(w, protocol.CodeBadRequest) // must not answer everything
	})
}
