package httpapi

import (
	"net/http"
	"strings"

	"jadebox/protocol"
)

// Closed is what a call answers while the site is closed, with number 1000 (product-spec §8).
type Closed struct {
	UntilMS int64 `json:"untilMs" doc:"when it is to open; for the maintenance page"`
}

// whileClosed refuses every call during maintenance. Probes, pages and what a payment provider says go on: money that was
// paid is credited, and a supervisor must not take a closed server for a dead one.
func (a *API) whileClosed(next http.Handler) http.Handler {
	if a.Maintenance == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/finance/")
		if call && !strings.HasPrefix(r.URL.Path, webhookPath) {
			if now, window := a.Now(), a.Maintenance(); window.Covers(now) {
				a.refuseWith(w, r, protocol.CodeMaintenance, window.Left(now), Closed{window.UntilMS})
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
