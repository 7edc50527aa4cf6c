package web

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"path"
	"regexp"
	"strings"

	"jadebox/protocol"
)

// The client's build draws what a browser shows before any script has run: pages/<kind>.<language>.html. "home" is the
// address /, drawn whole; "other" is every other address. Both carry the styles of their first paint.
const (
	drawn = "pages/"
	home  = "home"
	other = "other"
)

// language is the cookie in which the page keeps what its visitor chose; it changes nothing but the first paint.
const language = "language"

// takePages moves the drawn pages out of the files that an address can name.
func (c *Client) takePages() {
	for name, f := range c.files {
		if kind, ok := strings.CutPrefix(name, "/"+drawn); ok {
			f.policy = stylePolicy(f.body)
			f.vary = "Accept-Encoding, Cookie, " + acceptLanguage
			c.pages[strings.TrimSuffix(kind, path.Ext(kind))] = f
			delete(c.files, name)
		}
	}
}

const acceptLanguage = "Accept-Language"

// pageFor is in the language that the visitor chose, on a first visit in the first of the browser's languages that is
// one of the site's, and otherwise in Chinese (product-spec §1). src/i18n/language.ts decides the same.
func (c *Client) pageFor(r *http.Request) *file {
	kind := other
	if r.URL.Path == "/" {
		kind = home
	}
	chosen, asked := "", r.Header.Get(acceptLanguage)
	if kept, err := r.Cookie(language); err == nil {
		chosen, asked = kept.Value, ""
	}
	if f := c.pages[kind+"."+protocol.ParseLanguage(chosen, asked).String()]; f != nil {
		return f
	}
	return c.page
}

var style = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)

// stylePolicy is the source list that lets exactly the page's own styles stand in it (CSP 3 §6.7.3), "" for none.
func stylePolicy(page []byte) string {
	var sources strings.Builder
	for _, m := range style.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(m[1])
		sources.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return sources.String()
}

// allow widens the policy that the outer handlers set by the page's own styles.
func allow(h http.Header, sources string) {
	const name, directive = "Content-Security-Policy", "style-src 'self'"
	if policy := h.Get(name); sources != "" && policy != "" {
		h.Set(name, strings.Replace(policy, directive, directive+sources, 1))
	}
}
