package steam

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/store/memory"
)

const (
	origin = "http://play.test"
	back   = origin + "/steam/return?state=abc"
	koi    = "76561198000000002"
)

type world struct {
	*testing.T
	at      time.Time
	sandbox *Sandbox
	*Provider
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	now := func() time.Time { return w.at }
	s, err := NewSandbox(now, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	w.sandbox, w.Provider = s, s.Source(memory.New(memory.Options{Clock: time.Now}))(origin)
	return w
}

// login goes the way of a browser: to the provider, a choice, and back.
func (w *world) login() Answer {
	w.Helper()
	r := httptest.NewRequest(http.MethodGet, w.Address(back, origin+"/")+"&as="+koi, nil)
	rec := httptest.NewRecorder()
	w.sandbox.ServeHTTP(rec, r)
	to, err := url.Parse(rec.Header().Get("Location"))
	if rec.Code != http.StatusFound || err != nil || !strings.HasPrefix(to.String(), back+"&") {
		w.Fatalf("%d to %q", rec.Code, rec.Header().Get("Location"))
	}
	q := to.Query()
	get := func(name string) string { return q.Get("openid." + name) }
	return Answer{get("ns"), get("mode"), get("op_endpoint"), get("claimed_id"), get("identity"), get("return_to"),
		get("response_nonce"),
		get("assoc_handle"), get("signed"), get("sig")}
}

func TestALoginIsGoodOnce(t *testing.T) {
	w := newWorld(t)
	a := w.login()
	var good atomic.Int64
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			id, err := w.Verify(t.Context(), a, back)
			switch {
			case err == nil && id == koi:
				good.Add(1)
			case !errors.Is(err, ErrRefused):
				t.Errorf("%q, %v", id, err)
			}
		})
	}
	all.Wait()
	if good.Load() != 1 {
		t.Errorf("good %d times", good.Load())
	}
}

func TestForgeriesAreRefused(t *testing.T) {
	w := newWorld(t)
	for name, forge := range map[string]func(*Answer){
		"another person": func(a *Answer) {
			a.ClaimedID = origin + sandboxID +
				"76561198000000001"
			a.Identity = a.ClaimedID
		},
		"claimed id alone": func(a *Answer) { a.ClaimedID = origin + sandboxID + "76561198000000001" },
		"identity alone":   func(a *Answer) { a.Identity = origin + sandboxID + "76561198000000001" },
		"id of another provider": func(a *Answer) {
			a.ClaimedID = "http://evil.test/id/" +
				koi
			a.Identity = a.ClaimedID
		},
		"more behind the id":   func(a *Answer) { a.ClaimedID += "/x"; a.Identity = a.ClaimedID },
		"a line behind the id": func(a *Answer) { a.ClaimedID += "\n"; a.Identity = a.ClaimedID },
		"another endpoint":     func(a *Answer) { a.Endpoint = "http://evil.test/login" },
		"cancelled":            func(a *Answer) { a.Mode = "cancel" },
		"back to elsewhere":    func(a *Answer) { a.ReturnTo = "http://evil.test/" },
		"another signature":    func(a *Answer) { a.Sig = "AAAA" },
		"no signature":         func(a *Answer) { a.Sig = "" },
		"identity not signed":  func(a *Answer) { a.Signed = strings.ReplaceAll(a.Signed, "identity,", "") },
		"another nonce":        func(a *Answer) { a.ResponseNonce += "x" },
		"no nonce":             func(a *Answer) { a.ResponseNonce = "" },
		"a huge field":         func(a *Answer) { a.AssocHandle = strings.Repeat("x", fieldMax+1) },
		"another namespace":    func(a *Answer) { a.NS = "http://openid.net/signon/1.1" },
	} {
		a := w.login()
		forge(&a)
		if id, err := w.Verify(t.Context(), a, back); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %q, %v", name, id, err)
		}
	}
	a := w.login()
	if _, err := w.Verify(t.Context(), a, back+"x"); !errors.Is(err, ErrRefused) {
		t.Errorf("of another state: %v", err)
	}
	forged := a
	forged.Sig = "AAAA"
	_, _ = w.Verify(t.Context(), forged, back)
	if _, err := w.Verify(t.Context(), a, back); err != nil {
		t.Errorf("a forgery has used up the true answer: %v", err)
	}
	late := w.login()
	w.at = w.at.Add(nonceLife + time.Second)
	if _, err := w.Verify(t.Context(), late, back); !errors.Is(err, ErrRefused) {
		t.Errorf("late: %v", err)
	}
}

func TestTheSandboxSendsNobodyElsewhere(t *testing.T) {
	w := newWorld(t)
	for _, tt := range [][2]string{
		{"http://evil.test/", origin + "/"}, {back, "http://evil.test/"}, {"//evil.test/", origin + "/"},
		{"javascript:alert(1)", origin + "/"}, {"", ""},
		{"http://evil.test/", "http://evil.test/"},
	} {
		rec := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, w.Address(tt[0], tt[1])+"&as="+koi, nil)
		r.Host = "play.test"
		w.sandbox.ServeHTTP(rec, r)
		if rec.Code != http.StatusBadRequest {
			t.Errorf("%v: %d to %q", tt, rec.Code, rec.Header().Get("Location"))
		}
	}
}

// mute is a provider that says something else than yes.
type mute struct {
	status int
	body   string
}

func (m mute) RoundTrip(*http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	rec.WriteHeader(m.status)
	_, _ = rec.WriteString(m.body)
	return rec.Result(), nil
}

func TestOnlyAClearYesCounts(t *testing.T) {
	for _, m := range []mute{{200, "is_valid:false\n"}, {200, ""}, {200, "xis_valid:true\n"}, {500, "is_valid:true\n"},
		{200, "is_valid:true."}} {
		w := newWorld(t)
		a := w.login()
		w.Client = &http.Client{Transport: m}
		if id, err := w.Verify(t.Context(), a, back); !errors.Is(err, ErrRefused) {
			t.Errorf("%d %q: %q, %v", m.status, m.body, id, err)
		}
	}
}
