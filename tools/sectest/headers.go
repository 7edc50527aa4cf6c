package sectest

import (
	"net/http"
	"strings"
)

// headers looks at what the server says beside its answers: of a page, a call, an error, a picture and the sandbox's
// page.
func headers(c *check) {
	paths := []string{"/", "/api/box/list", "/api/none", "/api/user/info", "/openapi.json", "/docs", "/livez",
		"/page/assets", "/no-such-file.js"}
	for _, path := range paths {
		a := c.visitor().send(request{method: http.MethodGet, path: path, header: http.Header{"Accept": {"text/html"}}})
		c.secured(path, a)
	}
	for _, call := range c.document.calls {
		c.secured(call.String(), c.visitor().send(request{method: call.method, path: call.sample(),
			body: bodyOf(call)}))
	}
	// Another origin's page gets no leave to read, and no method beyond the site's is served.
	for _, method := range []string{http.MethodOptions, http.MethodTrace, http.MethodDelete, http.MethodPatch,
		"PROPFIND"} {
		a := c.visitor().send(request{method: method, path: "/api/user/info",
			header: http.Header{"Origin": {"https://evil.example"}, "Access-Control-Request-Method": {"POST"}}})
		if a.err == nil && (a.status < 400 || a.header.Get("Access-Control-Allow-Origin") != "") {
			c.errorf("%s /api/user/info: %s, Allow-Origin %q", method, a, a.header.Get("Access-Control-Allow-Origin"))
		}
	}
	for _, path := range []string{"/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/art/..%5c..%5cgo.mod",
		"/.git/config", "/debug/pprof/", "/identity.keys"} {
		a := c.visitor().get(path)
		if strings.Contains(string(a.raw), "root:") || strings.Contains(string(a.raw), "[core]") ||
			strings.Contains(string(a.raw), "goroutine") {
			c.errorf("%s is served: %.80q", path, a.raw)
		}
	}
}

func (c *check) secured(what string, a answer) {
	if a.err != nil {
		c.errorf("%s: %v", what, a.err)
		return
	}
	policy := map[string]string{}
	for part := range strings.SplitSeq(a.header.Get("Content-Security-Policy"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		policy[name] = value
	}
	for name, want := range map[string]string{"default-src": "'self'", "script-src": "'self'", "object-src": "'none'",
		"base-uri":        "'none'",
		"frame-ancestors": "'none'", "form-action": "'self'"} {
		if policy[name] != want {
			c.errorf("%s: Content-Security-Policy %s is %q, want %q", what, name, policy[name], want)
		}
	}
	// pages that are drawn already name the styles in them by hash
	for source := range strings.FieldsSeq(policy["style-src"]) {
		if source != "'self'" && !strings.HasPrefix(source, "'sha256-") {
			c.errorf("%s: Content-Security-Policy style-src allows %s", what, source)
		}
	}
	if !strings.HasPrefix(policy["style-src"], "'self'") {
		c.errorf("%s: Content-Security-Policy style-src is %q", what, policy["style-src"])
	}
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		"Referrer-Policy":            "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin"} {
		if got := a.header.Get(name); got != want {
			c.errorf("%s: %s is %q, want %q", what, name, got, want)
		}
	}
	if got := a.header.Get("Server") + a.header.Get("X-Powered-By"); got != "" {
		c.errorf("%s says what it runs on: %q", what, got)
	}
	if a.Code != 0 && !strings.Contains(a.header.Get("Cache-Control"), "no-") {
		c.errorf("%s: an answer may be cached: %q", what, a.header.Get("Cache-Control"))
	}
}
