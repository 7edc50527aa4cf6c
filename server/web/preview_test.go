package web

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/gzip"

	"jadebox/actors/kinds"
)

func previewing(t testing.TB) *Client {
	t.Helper()
	page := "<html><head><style>b{}</style></head><body>" + strings.Repeat("page ", 100) + "</body></html>"
	c, err := load(fstest.MapFS{"index.html": {Data: []byte(page)}, "pages/other.zh.html": {Data: []byte(page)},
		"pages/other.zh.html.br": {Data: []byte("BR")},
		"art/icon-192.png":       {Data: []byte("icon")}})
	if err != nil {
		t.Fatal(err)
	}
	c.Preview(func(r *http.Request) string { return "https://play.example" }, kinds.All)
	return c
}

func TestSharedAddressesNameTheirPicture(t *testing.T) {
	c := previewing(t)
	for path, picture := range map[string]string{
		"/page/battle/17?code=SECRET":                       "/share/battle/17.png",
		"/page/battleBattle/17":                             "/share/battle/17.png",
		"/page/battleV2/9223372036854775807":                "/share/battle/9223372036854775807.png",
		"/fair/verify?result=battle-17":                     "/share/result/battle-17.png",
		"/upgrade/detail?result=12-0&x=1":                   "/share/result/12-0.png",
		"/upgrade/replay?result=12-0":                       "/share/result/12-0.png",
		"/page/roll/17?from=abc":                            "/share/result/roll-17.png",
		"/wish/17":                                          "/share/result/wish-17.png",
		"/luckycard/17":                                     "/share/result/luckycard-17.png",
		"/fair/verify?result=luckycard-17-3":                "/share/result/luckycard-17-3.png",
		"/page/roll":                                        "",
		"/wish/017":                                         "",
		"/page/battle/017":                                  "",
		"/page/battle/x%22%3E":                              "",
		"/page/caseBattle":                                  "",
		"/fair/verify":                                      "",
		"/fair/verify?result=%22%3E%3Cscript%3E":            "",
		"/case/all?result=12-0":                             "",
		"/upgrade/detail?result=" + strings.Repeat("1", 60): "",
	} {
		w := get(c, path)
		body := w.Body.String()
		want := `<meta property="og:image" content="https://play.example` + picture + `?lang=zh" />`
		if picture == "" {
			if strings.Contains(body, "og:image") {
				t.Errorf("%s has a preview", path)
			}
			continue
		}
		if strings.Count(body, want) != 1 || !strings.Contains(body, "<body>page ") ||
			strings.Contains(body, "SECRET") {
			t.Errorf("%s: %s", path, body)
		}
		if w.Header().Get("Cache-Control") != always || !strings.Contains(w.Header().Get("Vary"), "Cookie") {
			t.Errorf("%s: %v", path, w.Header())
		}
	}
}

func TestPreviewsArePackedAndKnownAgain(t *testing.T) {
	c := previewing(t)
	first := get(c, "/page/battle/17", "Accept-Encoding", "gzip, br")
	if got := first.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("encoding %q: the page that was packed ahead has no preview", got)
	}
	r, err := gzip.NewReader(first.Body)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(r); err != nil || !strings.Contains(string(body), "/share/battle/17.png") {
		t.Errorf("%v %s", err, body)
	}
	tag := first.Header().Get("ETag")
	if again := get(c, "/page/battle/17", "If-None-Match", tag); again.Code != http.StatusNotModified {
		t.Errorf("%d for the same page", again.Code)
	}
	for _, other := range []string{"/page/battle/18", "/case/all"} {
		if w := get(c, other, "If-None-Match", tag); w.Code != http.StatusOK {
			t.Errorf("%s: %d: taken for another page", other, w.Code)
		}
	}
	if w := get(c, "/case/all", "Accept-Encoding", "br"); w.Body.String() != "BR" {
		t.Error("other pages are no longer sent as they were packed")
	}
}

// A preview is in the language that the link names, else the visitor's, else one that the visitor reads, else
// Chinese.
func TestPreviewsSpeakTheLinksLanguage(t *testing.T) {
	c := previewing(t)
	for _, tt := range []struct{ path, cookie, accept, want string }{
		{"/wish/7", "", "", "zh"}, {"/wish/7", "pt", "en", "pt"}, {"/wish/7?lang=en", "pt", "pt", "en"},
		{"/wish/7", "", "pt-BR,pt;q=0.9", "pt"},
		{"/wish/7", "", "de", "zh"}, {"/wish/7?lang=ru", "", "", "en"}, {"/wish/7?lang=%22%3E", "", "", "zh"},
	} {
		headers := []string{"Accept-Language", tt.accept}
		if tt.cookie != "" {
			headers = append(headers, "Cookie", "language="+tt.cookie)
		}
		w := get(c, tt.path, headers...)
		if !strings.Contains(w.Body.String(), `/share/result/wish-7.png?lang=`+tt.want+`" />`) ||
			!strings.Contains(w.Header().Get("Vary"), "Accept-Language") {
			t.Errorf("%+v: %v %s", tt, w.Header(), w.Body)
		}
	}
}

func TestArtIsFoundByAddress(t *testing.T) {
	c := previewing(t)
	if string(c.Art("/art/icon-192.png")) != "icon" || c.Art("/art/none.png") != nil {
		t.Error("art")
	}
}

func BenchmarkPreview(b *testing.B) {
	c := previewing(b)
	for b.Loop() {
		get(c, "/page/battle/17", "Accept-Encoding", "gzip")
	}
}
