package loadsim

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// A typing error in an address, or a server that has died, is no audit that holds.
func TestAnAuditorThatWasNamedMustAnswer(t *testing.T) {
	var asked, violations atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "%s %d\n%s %d\n", metricRuns, asked.Add(1), metricViolations, violations.Load())
	}))
	defer s.Close()
	mute := httptest.NewServer(http.NotFoundHandler())
	defer mute.Close()
	host := func(s *httptest.Server) string { return strings.TrimPrefix(s.URL, "http://") }
	for name, c := range map[string]struct {
		metrics    string
		violations int64
		by         string
		ok         bool
	}{
		"none is named":    {"", 0, "", false},
		"it holds":         {host(s), 0, "live auditor", true},
		"it does not hold": {host(s), 2, "live auditor", false},
		"another server":   {host(mute), 0, "live auditor", false},
		"no server":        {"127.0.0.1:1", 0, "live auditor", false},
	} {
		violations.Store(c.violations)
		asked.Store(0)
		r := run{Options: Options{Metrics: c.metrics}}
		a := r.askLive(t.Context())
		if a.By != c.by || a.OK != c.ok || a.Violations != c.violations || !a.OK && a.Violations == 0 &&
			len(a.Detail) == 0 {
			t.Errorf("%s: %+v", name, a)
		}
		if c.ok && asked.Load() != 3 {
			t.Errorf("the pass on its way when the load ended is taken for one after it: %d answers", asked.Load())
		}
	}
}
