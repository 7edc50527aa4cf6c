package httpapi

import (
	"net/http"
	"strings"

	"jadebox/protocol"
)

// closed is what a call answers while the site is closed, with number 1000 (product-spec §8).
type closed struct {
	UntilMS int64 `json:"untilMs" doc:"when it is to open; for the maintenance page"`
}

// closes reports whether what is at a path is refused during maintenance.
func closes(path string) bool {
	call := strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/finance/")
	return call && !strings.HasPrefix(path, webhookPath)
}

// whileClosed refuses every call during maintenance. Probes, pages and what a payment provider says go on: money that
// was paid is credited, and a supervisor must not take a closed server for a failed one.
func (a *API) whileClosed(next http.Handler) http.Handler {
	if a.Maintenance == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if closes(r.URL.Path) {
			if now, window := a.Now(), a.Maintenance(); window.Covers(now) {
				a.refuseWith(w, r, protocol.CodeMaintenance, window.Left(now), closed{window.UntilMS})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
