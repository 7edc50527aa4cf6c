package httpapi

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"jadebox/protocol"
	"jadebox/store"
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

func TestTextsWithControlCharactersAreRefused(t *testing.T) {
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
		// A key belongs to its player: the same key of another player is another operation.
		other := w.newPlayer("bobby02")
		other.keyed("/api/box/1/open", strings.Repeat("k", 80), body).want(w, protocol.OK)
		if got := other.worth().GemsCents; got != welcomeCents-priceCents {
			t.Errorf("the other player has %d", got)
		}
	})
}

// A refusal names which field is wrong, and why; whatever is echoed is bounded and valid UTF-8.
func TestARefusalNamesItsField(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.grant(store.RoleStreamer)
		long := strings.Repeat("é", 100)
		battle := func(change map[string]any) map[string]any {
			body := map[string]any{"boxes": []int{1}, "seats": 2, "mode": "normal", "priceCents": 500}
			maps.Copy(body, change)
			return body
		}
		for i, tt := range []struct {
			path   string
			body   any // nil: GET
			code   protocol.Code
			field  string
			reason string
		}{
			{"/api/box/list?typ=all", nil, protocol.CodeBadRequest, "typ", "no such parameter"},
			{"/api/user/records?kind=rain;since=1", nil, protocol.CodeBadRequest, "?", "malformed"},
			{"/api/user/records?kind=%zz", nil, protocol.CodeBadRequest, "?", "malformed"},
			{"/api/user/records?kind=rain&kind=won", nil, protocol.CodeBadRequest, "kind", "stands there twice"},
			{exportPath + "records&kind=%zz", nil, protocol.CodeBadRequest, "?", "malformed"},
			{exportPath + "openings&kind=won", nil, protocol.CodeBadRequest, "kind", "this list has none"},
			{"/api/fair/export?form=5", nil, protocol.CodeBadRequest, "form", "no such parameter"},
			{"/api/fair/export?from=x", nil, protocol.CodeBadRequest, "from", "malformed"},
			{"/api/fair/export?from=-1", nil, protocol.CodeBadRequest, "from", "beyond its bounds"},
			{"/api/fair/log/consistency?from=5&to=2", nil, protocol.CodeBadRequest, "to",
				"no size of the log that comes after from"},
			{"/api/box/list?" + url.QueryEscape(long) + "=1", nil, protocol.CodeBadRequest, long[:64],
				"no such parameter"},
			{"/api/user/cards?current=-1", nil, protocol.CodeBadRequest, "current", "beyond its bounds"},
			{"/api/user/cards?current=10000001", nil, protocol.CodeBadRequest, "current",
				"no such page, or a size beyond the greatest"},
			{"/api/user/cards?state=x", nil, protocol.CodeBadRequest, "state", "none of its values"},
			{"/api/mall/items?minCents=-1", nil, protocol.CodeBadRequest, "minCents", "beyond its bounds"},
			{"/api/box/list?sort=x", nil, protocol.CodeBadRequest, "sort", "none of its values"},
			{"/api/personal/center/back/pack?size=x", nil, protocol.CodeBadRequest, "size", "malformed"},
			{"/api/personal/center/back/pack?type=9", nil, protocol.CodeBadRequest, "type", "none of its values"},
			{"/api/user/steam/address?type=2", nil, protocol.CodeBadRequest, "type", "beyond its bounds"},
			{"/api/box/1/open", `{"count":"x","priceCents":500}`, protocol.CodeBadRequest, "/count",
				"of another type, or beyond its bounds"},
			{"/api/box/1/open", `{"count":1,"nonce":7}`, protocol.CodeBadRequest, "/nonce", "no such name"},
			{"/api/box/1/open", `{"count":1,"count":2}`, protocol.CodeBadRequest, "/count", "stands there twice"},
			{"/api/box/1/open", `{"count":`, protocol.CodeBadRequest, "/count", "no JSON"},
			{"/api/battle/create", battle(map[string]any{"seats": 9}), protocol.CodeBattleSetup, "seats", "2 to 4"},
			{"/api/battle/create", battle(map[string]any{"boxes": []int{}}), protocol.CodeBattleSetup,
				"boxes", "1 to 15"},
			{"/api/battle/create", battle(map[string]any{"mode": "x"}), protocol.CodeBattleSetup, "mode",
				"no such mode"},
			{"/api/studio/roll/create", giveawaySetup(map[string]any{"joinMax": 9_999}),
				protocol.CodeRollSetup, "joinMax",
				"0 to 5000"},
			{"/api/studio/roll/create", giveawaySetup(map[string]any{"name": " x"}), protocol.CodeRollSetup, "name",
				"1 to 40 characters, none of space around it"},
		} {
			method := http.MethodPost
			if tt.body == nil {
				method = http.MethodGet
			}
			c.unchanged(func() {
				a := c.do(method, tt.path, tt.body, http.Header{"Idempotency-Key": {fmt.Sprint("field-", i)}})
				a.want(w, tt.code)
				if got := into[invalid](w, a); got.Field != tt.field || got.Reason != tt.reason {
					t.Errorf("%s %v: %+v, want %s: %s", tt.path, tt.body, got, tt.field, tt.reason)
				}
			})
		}
	})
}

func TestUnknownPathsAndMethodsAreRefused(t *testing.T) {
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
