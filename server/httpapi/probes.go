package httpapi

import "net/http"

// probes registers what a supervisor asks. They are no calls: no envelope, no token, nothing about the inside.
func (a *API) probes() {
	a.mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { plainText(w, http.StatusOK, "ok") })
	a.mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := a.Ready(r.Context()); err != nil {
			noteOf(r).cause = err
			plainText(w, http.StatusServiceUnavailable, "not ready")
			return
		}
		plainText(w, http.StatusOK, "ready")
	})
	if a.Metrics != nil {
		a.mux.Handle("GET /metrics", a.Metrics)
	}
}

func plainText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
