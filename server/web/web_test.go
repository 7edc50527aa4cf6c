package web

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func client(t *testing.T) *Client {
	t.Helper()
	c, err := load(fstest.MapFS{
		"index.html":          {Data: []byte("<html><head>\n  </head><body>page</body></html>")},
		"assets/app-1.js":     {Data: []byte("script")},
		"assets/app-1.js.br":  {Data: []byte("BR")},
		"assets/app-1.js.gz":  {Data: []byte("GZ")},
		"assets/shell-2.js":   {Data: []byte("shell")},
		"art/items/1.webp":    {Data: []byte("art")},
		"sw.js":               {Data: []byte("worker")},
		"site.webmanifest":    {Data: []byte("{}")},
		"pages/home.zh.html":  {Data: []byte("<style data-file=\"/assets/a.css\">a{}</style>page, home, zh")},
		"pages/home.en.html":  {Data: []byte("<style>a{}</style>page, home, en")},
		"pages/other.zh.html": {Data: []byte("<style>b{}</style>page, other, zh")},
		"pages/other.en.html": {Data: []byte("<style>b{}</style>page, other, en")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func get(c *Client, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	c.ServeHTTP(w, r)
	return w
}

func TestEveryRouteIsThePage(t *testing.T) {
	c := client(t)
	for _, path := range []string{"/", "/page/battle/17", "/user/case", "/nowhere", "/siteMaintain.html"} {
		w := get(c, path)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "page") {
			t.Errorf("%s: %d %q", path, w.Code, w.Body)
		}
		if got := w.Header().Get("Cache-Control"); got != always {
			t.Errorf("%s is cached as %q: a new build would not be seen", path, got)
		}
	}
}

func TestMissingFilesAreMissing(t *testing.T) {
	c := client(t)
	for _, path := range []string{"/assets/gone.js", "/art/gone.webp", "/robots.txt", "/index.html.br",
		"/assets/app-1.js.br"} {
		if w := get(c, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
}

func TestCompressedFormIsChosen(t *testing.T) {
	c := client(t)
	for accept, want := range map[string]string{"": "script", "gzip": "GZ", "gzip, br": "BR", "gzip, br;q=0": "GZ",
		"br; q=0": "script"} {
		w := get(c, "/assets/app-1.js", "Accept-Encoding", accept)
		if w.Body.String() != want {
			t.Errorf("Accept-Encoding %q: %q, want %q", accept, w.Body, want)
		}
		if w.Header().Get("Vary") != "Accept-Encoding" || w.Header().Get("Cache-Control") != immutable {
			t.Errorf("headers: %v", w.Header())
		}
	}
}

func TestTagAnswersNotModified(t *testing.T) {
	c := client(t)
	first := get(c, "/art/items/1.webp")
	again := get(c, "/art/items/1.webp", "If-None-Match", first.Header().Get("ETag"))
	if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
		t.Errorf("%d with %d bytes, want 304 without any", again.Code, again.Body.Len())
	}
}

// A picture host passes on what it got, and pages paint with it. Nothing else of the site is for the scripts of others.
func TestOnlyArtIsForOtherOrigins(t *testing.T) {
	c := client(t)
	for path, want := range map[string]string{"/art/items/1.webp": "*", "/": "", "/assets/app-1.js": "", "/sw.js": "",
		"/site.webmanifest": "", "/art/gone.webp": ""} {
		if got := get(c, path, "Origin",
			"https://play.example").Header().Values("Access-Control-Allow-Origin"); strings.Join(got, ",") != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	again := get(c, "/art/items/1.webp", "If-None-Match", get(c, "/art/items/1.webp").Header().Get("ETag"))
	if again.Code != http.StatusNotModified || again.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("asked again: %d, %v", again.Code, again.Header())
	}
}

func TestPageIsDrawnInTheVisitorsLanguage(t *testing.T) {
	c := client(t)
	for _, one := range []struct{ path, cookie, accepts, want string }{
		{"/", "", "", "home, zh"},
		{"/", "", "en-US,en;q=0.9", "home, en"},
		{"/", "", "fr-FR,fr;q=0.9,en;q=0.8", "home, en"},
		{"/", "", "fr", "home, zh"},
		{"/", "language=zh", "en", "home, zh"},
		{"/", "language=en", "zh", "home, en"},
		{"/", "language=xx", "en", "home, zh"},
		{"/", "language=../index", "", "home, zh"},
		{"/page/battle/17", "other=1; language=en", "", "other, en"},
		{"/user/case", "", "", "other, zh"},
	} {
		w := get(c, one.path, "Cookie", one.cookie, "Accept-Language", one.accepts)
		if !strings.HasSuffix(w.Body.String(), "page, "+one.want) ||
			w.Header().Get("Vary") != "Accept-Encoding, Cookie, Accept-Language" {
			t.Errorf("%s with %q, %q: %q, Vary %q, want %q", one.path, one.cookie, one.accepts, w.Body,
				w.Header().Get("Vary"), one.want)
		}
	}
}

func TestPolicyAllowsThePagesOwnStylesOnly(t *testing.T) {
	c := client(t)
	const policy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'"
	answer := func(path string) string {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Security-Policy", policy)
		c.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Header().Get("Content-Security-Policy")
	}
	sum := sha256.Sum256([]byte("a{}"))
	own := " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if got, want := answer("/"), strings.Replace(policy, "style-src 'self'", "style-src 'self'"+own, 1); got != want {
		t.Errorf("policy of the home page:\n%s, want\n%s", got, want)
	}
	if got := answer("/case/all"); got == policy || strings.Contains(got, own) {
		t.Errorf("another page allows %q", got)
	}
	if got := answer("/assets/app-1.js"); got != policy {
		t.Errorf("a script's policy: %q", got)
	}
}

func TestBuildWithoutPagesServesItsIndex(t *testing.T) {
	c, err := load(fstest.MapFS{"index.html": {Data: []byte("index")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/user/case"} {
		if w := get(c, path); w.Body.String() != "index" {
			t.Errorf("%s: %q", path, w.Body)
		}
	}
}

func TestThePageIsOnlyRead(t *testing.T) {
	w := httptest.NewRecorder()
	client(t).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", w.Code)
	}
}

func TestWorkerAndManifestAreAskedForAtEachVisit(t *testing.T) {
	c := client(t)
	for path, kind := range map[string]string{"/sw.js": "text/javascript",
		"/site.webmanifest": "application/manifest+json"} {
		w := get(c, path)
		if got := w.Header(); w.Code != http.StatusOK || got.Get("Cache-Control") != always ||
			!strings.HasPrefix(got.Get("Content-Type"), kind) {
			t.Errorf("%s: %d %v", path, w.Code, got)
		}
	}
}
