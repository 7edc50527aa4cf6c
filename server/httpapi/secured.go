package httpapi

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// policyOf lets a page run and load what the server itself gives, and nothing inline; pictures may come from a few
// origins more, and a captcha's provider may be loaded and framed. Workers may be blobs: Pixi decodes images in one.
func policyOf(pictures, captcha []string) string {
	images := strings.Join(append([]string{"'self' data: blob:"}, pictures...), " ")
	self := strings.Join(append([]string{"'self'"}, captcha...), " ")
	return "default-src 'self'; script-src " + self + "; style-src " + self + "; frame-src " + self + "; img-src " +
		images + "; font-src 'self'; connect-src " + self + "; " +
		"worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// strictTransport is for a year, the least that browsers' lists take (RFC 6797); hosts below the site's are others'.
const strictTransport = "max-age=31536000"

// secured sets the headers of docs/reliability-security.md, "headers", on every answer. A site whose address is https
// is asked for in no other way again.
func secured(pictures, captcha []string, public string, next http.Handler) http.Handler {
	fixed := http.Header{}
	fixed.Set("Content-Security-Policy", policyOf(pictures, captcha))
	fixed.Set("X-Content-Type-Options", "nosniff")
	fixed.Set("X-Frame-Options", "DENY")
	fixed.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	fixed.Set("Cross-Origin-Opener-Policy", "same-origin")
	fixed.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
	if strings.HasPrefix(public, "https:") {
		fixed.Set("Strict-Transport-Security", strictTransport)
	}
	for name, values := range fixed {
		fixed[name] = slices.Clip(values) // every answer shares them: who adds another value gets a list of its own
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), fixed)
		next.ServeHTTP(w, r)
	})
}
