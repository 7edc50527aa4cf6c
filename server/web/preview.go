package web

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"

	"jadebox/actors/room"
	"jadebox/protocol"
)

// A link to a battle or a result shows a picture wherever it is shared. A program that makes previews runs no scripts,
// so the page says it itself (Open Graph); the picture is the server's (httpapi/sharecards.go). Which battle it is, and
// whether there is one, is not asked here: a page costs no look into the store, and reveals nothing that only the
// picture may.
var (
	number = regexp.MustCompile(`^[1-9][0-9]{0,18}$`)
	result = regexp.MustCompile(`^[0-9A-Za-z-]{1,48}$`)
	// with the query result=
	results = map[string]bool{"/fair/verify": true, "/upgrade/detail": true, "/upgrade/replay": true}
)

// pictureOf is the address of what a page's preview shows, "" when it has none of its own, and of the page itself
// without what a link carries besides its name, as the code of an invitation.
func (c *Client) pictureOf(r *http.Request) (picture, page string) {
	before, id := path.Split(r.URL.Path)
	if kind, ok := c.rooms[before]; ok && number.MatchString(id) {
		if kind.OwnPicture {
			return "/share/" + kind.Kind + "/" + id + ".png", r.URL.Path
		}
		return "/share/result/" + kind.Kind + "-" + id + ".png", r.URL.Path
	}
	if results[r.URL.Path] {
		if id := r.URL.Query().Get("result"); result.MatchString(id) {
			return "/share/result/" + id + ".png", r.URL.Path + "?result=" + id
		}
	}
	return "", ""
}

// Preview lets pages of shared addresses name their picture: those of results, and of rooms of these kinds. origin is
// how players see the site. Call it before serving.
func (c *Client) Preview(origin func(*http.Request) string, kinds room.Specs) {
	c.origin, c.rooms = origin, map[string]room.Spec{}
	for _, kind := range kinds {
		for _, page := range kind.Pages {
			c.rooms[page] = kind
		}
	}
}

// Art is a file of the client by its address, nil when there is none.
func (c *Client) Art(address string) []byte {
	if f := c.files[address]; f != nil {
		return f.body
	}
	return nil
}

const headEnds = "</head>"

// previewLanguage is what a preview is written in. A program that makes previews has no cookie, so a link may name the
// language of the one sharing it.
func previewLanguage(r *http.Request) string {
	chosen := r.URL.Query().Get(shared)
	if kept, err := r.Cookie(language); err == nil && chosen == "" {
		chosen = kept.Value
	}
	return protocol.ParseLanguage(chosen, r.Header.Get(acceptLanguage)).Whole().String()
}

// shared is the name of a link's language.
const shared = "lang"

// previewed is the page with its preview; the page itself where it has none.
func (c *Client) previewed(f *file, r *http.Request) *file {
	if c.origin == nil {
		return f
	}
	picture, page := c.pictureOf(r)
	before, after, ok := bytes.Cut(f.body, []byte(headEnds))
	if picture == "" || !ok {
		return f
	}
	origin := c.origin(r)
	picture += "?lang=" + previewLanguage(r)
	meta := fmt.Sprintf(`<meta property="og:type" content="website" /><meta property="og:title" content="Jadebox" />`+
		`<meta property="og:url" content="%s" /><meta property="og:image" content="%s" /><meta property="og:image:type" content="image/png" />`+
		`<meta property="og:image:width" content="1200" /><meta property="og:image:height" content="630" />`+
		`<meta name="twitter:card" content="summary_large_image" />`,
		html.EscapeString(origin+page), html.EscapeString(origin+picture))
	var body bytes.Buffer
	body.Grow(len(f.body) + len(meta))
	body.Write(before)
	body.WriteString(meta + headEnds)
	body.Write(after)
	own := *f
	if !strings.Contains(own.vary, acceptLanguage) {
		own.vary = strings.TrimPrefix(f.vary+", "+acceptLanguage, ", ")
	}
	own.body, own.br, own.gzip = body.Bytes(), nil, nil
	own.tag = strings.TrimSuffix(f.tag, `"`) + "-" + strconv.Quote(picture)[1:]
	if accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		own.gzip = packed(own.body)
	}
	return &own
}

var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that exists
	return w
}}

func packed(body []byte) []byte {
	var b bytes.Buffer
	w := packers.Get().(*gzip.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	if _, err := w.Write(body); err != nil || w.Close() != nil {
		return nil
	}
	return b.Bytes()
}
