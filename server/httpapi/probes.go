package httpapi

import (
	"net/http"

	"jadebox/server/httpapi/call"
)

// probes registers what a supervisor asks. They are no calls: no envelope, no token, nothing about the inside.
func (a *API) probes() {
	a.raw(call.Route{Name: "probe.live", Method: http.MethodGet, Path: "/livez", Access: call.Anyone,
		Summary: "Whether the process runs."},
		plain("text/plain"), func(w http.ResponseWriter, _ *http.Request) {
			plainText(w, http.StatusOK, "ok")
		})
	ready := plain("text/plain")
	ready.Responses["503"] = ready.Responses["200"]
	a.raw(call.Route{Name: "probe.ready", Method: http.MethodGet, Path: "/readyz", Access: call.Anyone,
		Summary: "Whether it should get traffic; 503 when not. It says what it does without, if anything."},
		ready, func(w http.ResponseWriter, r *http.Request) {
			if err := a.Ready(r.Context()); err != nil {
				noteOf(r).cause = err
				plainText(w, http.StatusServiceUnavailable, "not ready")
				return
			}
			if a.Degraded != nil {
				if err := a.Degraded(); err != nil {
					plainText(w, http.StatusOK, "ready, degraded: "+err.Error())
					return
				}
			}
			plainText(w, http.StatusOK, "ready")
		})
}

func plainText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
