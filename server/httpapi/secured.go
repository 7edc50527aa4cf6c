package httpapi

import (
	"net/http"
	"strings"
)

// policyOf lets a page run and load what the server itself gives, and nothing inline; pictures may come from a few
// origins more. Workers may be blobs: Pixi decodes images in one.
func policyOf(pictures []string) string {
	images := strings.Join(append([]string{"'self' data: blob:"}, pictures...), " ")
	return "default-src 'self'; script-src 'self'; style-src 'self'; img-src " + images + "; font-src 'self'; connect-src 'self'; " +
		"worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// secured sets the headers of docs/reliability-security.md, "headers", on every answer.
func secured(pictures []string, next http.Handler) http.Handler {
	policy := policyOf(pictures)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
		next.ServeHTTP(w, r)
	})
}
