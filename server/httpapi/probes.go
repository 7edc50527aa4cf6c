package httpapi

import (
	"net/http"
	"net/netip"

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
	if a.Metrics != nil {
		metrics := plain("text/plain")
		metrics.Responses["404"] = metrics.Responses["200"]
		a.raw(call.Route{Name: "probe.metrics", Method: http.MethodGet, Path: "/metrics", Access: call.Anyone,
			Summary: "Prometheus; told to callers on the same machine only."}, metrics,
			func(w http.ResponseWriter, r *http.Request) {
				if !direct(r) {
					http.NotFound(w, r)
					return
				}
				a.Metrics.ServeHTTP(w, r)
			})
	}
}

// direct reports whether the caller is a program on this machine and not a proxy on it that passes a stranger on.
func direct(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback()
}

func plainText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
