package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// Canaries ride through every call that takes them; none may get into a log or an answer that is not theirs.
func TestSecretsStayOutOfLogsAndAnswers(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		const device, wrongToken, code = "canary-device-9c1", "canarytokencanarytokencanarytokencanarytok0",
			"canary-code"
		c := w.visitor()
		a := c.post("/api/user/register", map[string]any{"phone": "canary01", "password": pass, "fingerprinId": device})
		c.name, c.token = "canary01", into[registered](w, a).Token
		c.post("/api/user/login", map[string]any{"phone": "canary01", "password": "canary7wrong"}).want(w,
			protocol.CodeCredentials)
		c.post("/api/user/register", `{"phone":"canary02","password":"`+pass+`","fingerprinId":"`+device+`"`).want(w,
			protocol.CodeBadRequest)
		(&client{world: w, token: wrongToken}).get("/api/user/info").want(w, protocol.CodeTokenInvalid)
		o := c.open()
		c.get("/api/battle/77?code=" + code)
		c.get("/api/box/list?q=canary-search")
		c.post("/api/bag/sell", map[string]any{"items": []call.ID{o.Results[0].ItemID}}).want(w, protocol.OK)
		p, err := w.engine.PlayerByName(w.Context(), "canary01")
		if err != nil {
			t.Fatal(err)
		}
		full, err := w.engine.LoadPlayer(w.Context(), p.ID) // with the seed epoch's active key
		if err != nil {
			t.Fatal(err)
		}
		secrets := map[string]string{"password": pass, "wrong password": "canary7wrong", "token": c.token,
			"wrong token": wrongToken, "device": device,
			"name": "canary01", "invite code": code, "search": "canary-search", "password hash": full.PasswordHash,
			"seed key": hexOf(full.Seed.Key[:])}
		for name, secret := range secrets {
			if strings.Contains(w.lines.String(), secret) {
				t.Errorf("%s is in the log", name)
			}
		}
		if !strings.Contains(w.lines.String(), `"path":"/api/box/1/open"`) {
			t.Error("the log says nothing at all")
		}
		var answers strings.Builder
		for _, path := range []string{"/api/user/info", "/api/fair/seed", "/api/box/history", "/api/fair/result/" +
			o.Results[0].ResultID, "/api/home/web/info",
			"/api/personal/center/back/pack?type=2", "/openapi.json", "/docs"} {
			answers.Write(c.get(path).raw)
		}
		for _, name := range []string{"password", "password hash", "seed key", "device", "token"} {
			if strings.Contains(answers.String(), secrets[name]) {
				t.Errorf("%s is in an answer", name)
			}
		}
	})
}

func hexOf(b []byte) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		for _, path := range []string{"/", "/api/none", "/api/box/list", "/livez", "/docs", "/openapi.json"} {
			h := w.visitor().get(path).header
			csp := h.Get("Content-Security-Policy")
			if strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self'") ||
				!strings.Contains(csp, "frame-ancestors 'none'") {
				t.Errorf("%s: policy %q", path, csp)
			}
			if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") == "" ||
				h.Get("X-Request-Id") == "" {
				t.Errorf("%s: %v", path, h)
			}
		}
		if got := w.visitor().get("/api/box/list").header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("an answer may be cached: %q", got)
		}
	})
}

func TestPanicIsOneAnswerAndOneLine(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		h := w.api.Outermost(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("the secret reason") }))
		w.http = h
		a := w.visitor().get("/api/anything")
		a.want(w, protocol.CodeInternal)
		if strings.Contains(string(a.raw), "secret reason") {
			t.Error("the reason is in the answer")
		}
		if n := strings.Count(w.lines.String(), "the secret reason"); n != 1 {
			t.Errorf("%d lines tell the reason", n)
		}
	})
}

func TestAMeasuredRequestEndsWhateverBecomesOfIt(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var keys []string
		ended := 0
		w.api.Traced = func(r *http.Request, key string) (*http.Request, func(string, int)) {
			keys = append(keys, key)
			return r, func(string, int) { ended++ }
		}
		for _, reason := range []any{nil, "some reason", http.ErrAbortHandler} {
			h := w.api.Outermost(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				if reason != nil {
					panic(reason)
				}
			}))
			for _, key := range []string{"a-key", "no key", strings.Repeat("a", protocol.KeyLength+1)} {
				r := httptest.NewRequestWithContext(w.Context(), http.MethodPost, "/api/anything", nil)
				r.Header.Set("Idempotency-Key", key)
				func() {
					defer func() { _ = recover() }()
					h.ServeHTTP(httptest.NewRecorder(), r)
				}()
			}
		}
		if ended != 9 {
			t.Errorf("%d of 9 requests ended", ended)
		}
		if got := strings.Join(keys, ","); got != "a-key,,,a-key,,,a-key,," {
			t.Errorf("measured with the keys %q", got)
		}
	})
}

func TestAClientThatLeavesIsNoErrorOfTheServer(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		ctx, leave := context.WithCancel(w.Context())
		leave()
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/home/web/info", nil)
		rec := httptest.NewRecorder()
		w.http.ServeHTTP(rec, r)
		// A caller that finds the answer ready gets it all the same.
		if code := rec.Code; code != protocol.CodeTimeout.Status() && code != http.StatusOK ||
			strings.Contains(w.lines.String(), `"level":"error"`) {
			t.Errorf("%d\n%s", rec.Code, w.lines.String())
		}
	})
}

func TestProbesTellNoSecrets(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		if a := w.visitor().get("/livez"); a.status != http.StatusOK {
			t.Error(a.status)
		}
		if a := w.visitor().get("/readyz"); a.status != http.StatusOK {
			t.Error(a.status)
		}
		w.ready = errors.New("draining database dsn=secret")
		a := w.visitor().get("/readyz")
		if a.status != http.StatusServiceUnavailable || strings.Contains(string(a.raw), "secret") {
			t.Errorf("%d %s", a.status, a.raw)
		}
		if a := w.visitor().get("/livez"); a.status != http.StatusOK {
			t.Error("a server that drains is dead")
		}
	})
}

func TestCommandsAreTheCallsOfTheSameName(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		p, _ := w.engine.PlayerByName(w.Context(), "alice01")
		caller := &call.Caller{Key: "by-socket", Language: protocol.English}
		caller.Session.Player = p.ID
		run := func(name, body string, want protocol.Code) any {
			t.Helper()
			data, err := w.api.Command(w.Context(), caller, name, []byte(body))
			if got := codeOf(err); got != want {
				t.Fatalf("%s: %d (%v), want %d", name, got, err, want)
			}
			return data
		}
		o := run("box.open", `{"id":1,"count":1,"priceCents":500}`, protocol.OK).(opened)
		// The same key over HTTP is the same operation.
		a := c.keyed("/api/box/1/open", "by-socket", map[string]any{"count": 1, "priceCents": priceCents})
		a.want(w, protocol.OK)
		if again := into[opened](w, a); again.OpID != o.OpID || c.worth().GemsCents != welcomeCents-priceCents {
			t.Errorf("HTTP %v, socket %v, balance %d", again.OpID, o.OpID, c.worth().GemsCents)
		}
		run("box.open", `{"id":1,"count":1,"priceCents":500,"x":1}`, protocol.CodeBadRequest)
		run("box.none", `{}`, protocol.CodeUnsupported)
		run("user.login", `{"phone":"alice01","password":"`+pass+`"}`, protocol.CodeUnsupported)
		caller.Key = "not a key"
		c.unchanged(func() { run("box.open", `{"id":1,"count":1,"priceCents":500}`, protocol.CodeKeyMissing) })
		time.Sleep(time.Millisecond)
	})
}

func TestBigAnswersArePackedAndTokensAreNot(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		accept := http.Header{"Accept-Encoding": {"gzip"}}
		c := w.newPlayer("alice01")
		big := c.do(http.MethodGet, "/openapi.json", nil, accept)
		if big.header.Get("Content-Encoding") != "gzip" || big.header.Get("Content-Security-Policy") == "" {
			t.Errorf("%v", big.header)
		}
		r := httptest.NewRequest(http.MethodPost, "/api/user/login",
			strings.NewReader(`{"phone":"alice01","password":"`+pass+`"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		w.http.ServeHTTP(rec, r)
		if rec.Code != http.StatusOK || rec.Header().Get("Content-Encoding") != "" {
			t.Errorf("%d %v", rec.Code, rec.Header())
		}
	})
}

// A refusal that passes by itself says when, whatever layer makes it.
func TestWhatIsRefusedForAMomentSaysWhenToComeBack(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		told := map[int]int{}
		for _, d := range protocol.Errors {
			rec := httptest.NewRecorder()
			w.api.refuse(rec, httptest.NewRequest(http.MethodGet, "/api/box/list", nil), d.Code, 0)
			passes := d.Retryable && (d.Status == 429 || d.Status == 503 || d.Status == 504)
			if got := rec.Header().Get("Retry-After"); (got != "") != passes {
				t.Errorf("%d (%d, retryable %v): Retry-After %q", d.Code, d.Status, d.Retryable, got)
			}
			if passes {
				told[d.Status]++
			}
		}
		if len(told) != 3 {
			t.Errorf("no refusal of every status: %v", told)
		}
	})
}
