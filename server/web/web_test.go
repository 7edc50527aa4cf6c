package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func client(t *testing.T) *Client {
	t.Helper()
	c, err := load(fstest.MapFS{
		"index.html":         {Data: []byte("<html><head>\n  </head><body>page</body></html>")},
		"assets/app-1.js":    {Data: []byte("script")},
		"assets/app-1.js.br": {Data: []byte("BR")},
		"assets/app-1.js.gz": {Data: []byte("GZ")},
		"assets/shell-2.js":  {Data: []byte("shell")},
		"art/items/1.webp":   {Data: []byte("art")},
		".vite/manifest.json": {Data: []byte(`{"index.html":{"file":"assets/app-1.js"},
			"src/app/shell.tsx":{"file":"assets/shell-2.js","css":["assets/shell-3.css"],"imports":["index.html"]}}`)},
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
	for _, path := range []string{"/assets/gone.js", "/art/gone.webp", "/robots.txt", "/.vite/manifest.json", "/assets/app-1.js.br"} {
		if w := get(c, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
}

func TestCompressedFormIsChosen(t *testing.T) {
	c := client(t)
	for accept, want := range map[string]string{"": "script", "gzip": "GZ", "gzip, br": "BR", "gzip, br;q=0": "GZ", "br; q=0": "script"} {
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

func TestPagePreloadsTheShell(t *testing.T) {
	body := get(client(t), "/").Body.String()
	for _, want := range []string{`rel="modulepreload" crossorigin href="/assets/shell-2.js"`, `rel="stylesheet" crossorigin href="/assets/shell-3.css"`} {
		if strings.Count(body, want) != 1 {
			t.Errorf("%q stands %d times in %s", want, strings.Count(body, want), body)
		}
	}
}

func TestOnlyReading(t *testing.T) {
	w := httptest.NewRecorder()
	client(t).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", w.Code)
	}
}
