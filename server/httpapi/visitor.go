package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"jadebox/server/httpapi/call"
)

// A visitor is what a visitor begins and ends in one browser without being logged in: a code that is sent and shown
// back, a Steam login. A cookie that no script reads names it; a player's visitor is the session itself,
// whatever its token.
const (
	visitorCookie = "visitor"
	visitorBytes  = 32
	visitorLife   = 30 * time.Minute
)

// visitorOf reads the cookie; "" when it has another form.
func visitorOf(r *http.Request) string {
	c, err := r.Cookie(visitorCookie)
	if err != nil {
		return ""
	}
	if raw, err := base64.RawURLEncoding.Strict().DecodeString(c.Value); err != nil || len(raw) != visitorBytes {
		return ""
	}
	return c.Value
}

// Origin is how players see the site; the request is asked only where no address is configured.
func (a *API) Origin(r *http.Request) string {
	if a.PublicURL != "" {
		return a.PublicURL
	}
	u := url.URL{Scheme: "http", Host: r.Host}
	if r.TLS != nil {
		u.Scheme = "https"
	}
	return u.String()
}

// beginVisitor returns the caller's visitor, a new one when there is none.
func (a *API) beginVisitor(c *call.Caller) (string, error) {
	if c.Player() != 0 || c.Visitor != "" {
		return currentVisitor(c), nil
	}
	var raw [visitorBytes]byte
	if _, err := io.ReadFull(a.Random, raw[:]); err != nil {
		return "", err
	}
	c.Visitor = base64.RawURLEncoding.EncodeToString(raw[:])
	cookie := http.Cookie{Name: visitorCookie, Value: c.Visitor, Path: "/api/", MaxAge: int(visitorLife.Seconds()),
		HttpOnly: true,
		Secure:   strings.HasPrefix(c.Origin, "https:"), SameSite: http.SameSiteStrictMode}
	if c.Header != nil {
		c.Header.Add("Set-Cookie", cookie.String())
	}
	return currentVisitor(c), nil
}

// currentVisitor is "" for a visitor who has begun nothing.
func currentVisitor(c *call.Caller) string {
	switch {
	case c.Player() != 0:
		return "session " + hex.EncodeToString(c.Session.First[:])
	case c.Visitor != "":
		return "visitor " + c.Visitor
	}
	return ""
}

// digest hashes parts so that no two lists of parts are one text.
func digest(parts ...string) (sum [32]byte) {
	h := sha256.New()
	for _, p := range parts {
		part := sha256.Sum256([]byte(p))
		h.Write(part[:])
	}
	h.Sum(sum[:0])
	return sum
}
