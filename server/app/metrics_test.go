package app

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"jadebox/store/storetest/pgtest"
)

// Metrics and profiles show how busy the site is, and what is in its memory: each are at an address of their own, since
// that of the metrics is a cluster's in Kubernetes, and at that of the site nowhere, for callers on this machine
// neither.
func TestMetricsAreNotForEverybody(t *testing.T) {
	scrape := func(address, path string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.StatusCode, string(text)
	}
	metrics := map[string]string{"/metrics": "jadebox_beacon_rounds_left"}
	profiles := map[string]string{"/debug/pprof/": "goroutine", "/debug/pprof/heap?debug=1": "heap profile:",
		"/debug/pprof/profile?seconds=1": "\x1f\x8b", "/debug/pprof/trace?seconds=1": "go 1."}
	told := func(address string, pages map[string]string, want bool) {
		t.Helper()
		for path, word := range pages {
			status, text := scrape(address, path)
			if got := status == http.StatusOK && strings.Contains(text, word); got != want {
				t.Errorf("%s%s: %d, told %t, want %t", address, path, status, got, want)
			}
		}
	}
	other := fresh(t).Addr()
	told(other, metrics, false)
	told(other, profiles, false)

	c := flagsFor(pgtest.MigratedDSN(t))
	c.MetricsListen, c.Pprof = "127.0.0.1:0", "127.0.0.1:0"
	own := startWith(t, c)
	told(own.meter.Addr, metrics, true)
	told(own.meter.Addr, profiles, false)
	told(own.profiler.Addr, profiles, true)
	told(own.profiler.Addr, metrics, false)
	told(own.Addr(), metrics, false)
	told(own.Addr(), profiles, false)
}

// Which follower is behind, whether a day can be settled, and when each writer last committed.
func TestMetricsTellOfEachFollowerAndWriter(t *testing.T) {
	s := fresh(t) // the demo's accounts were written
	readings := prometheus.NewPedanticRegistry()
	readings.MustRegister(ages{s})
	gather := func() map[string]map[string]float64 {
		t.Helper()
		families, err := readings.Gather()
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]map[string]float64{}
		for _, f := range families {
			told[f.GetName()] = map[string]float64{}
			for _, m := range f.GetMetric() {
				told[f.GetName()][m.GetLabel()[0].GetValue()] = m.GetGauge().GetValue()
			}
		}
		return told
	}
	var told map[string]map[string]float64
	for range 100 {
		if told = gather(); !slices.Contains(slices.Collect(maps.Values(told["jadebox_follower_ready"])), 0) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if len(told["jadebox_follower_lag_seconds"]) != s.followers {
		t.Errorf("%d followers are registered, and told are %v", s.followers, told["jadebox_follower_lag_seconds"])
	}
	for name, lag := range told["jadebox_follower_lag_seconds"] {
		if lag < 0 || lag > 30 || told["jadebox_follower_ready"][name] != 1 {
			t.Errorf("follower %s: %v s behind, ready %v", name, lag, told["jadebox_follower_ready"][name])
		}
	}
	writers := told["jadebox_store_writer_age_seconds"]
	if len(writers) == 0 || len(writers) > 2 {
		t.Errorf("writers %v", writers)
	}
	for slot, age := range writers {
		if slot == "0" || age < 0 || age > 60 {
			t.Errorf("slot %s: %v s", slot, age)
		}
	}
}
