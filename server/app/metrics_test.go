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

// Metrics show how busy the site is: strangers get them from nowhere, and with an address of their own only there.
func TestMetricsAreNotForEverybody(t *testing.T) {
	scrape := func(address string, header ...string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range header {
			r.Header.Set(name, "203.0.113.9")
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
	told := func(address string, want bool, header ...string) {
		t.Helper()
		status, text := scrape(address, header...)
		if got := status == http.StatusOK && strings.Contains(text, "jadebox_beacon_rounds_left"); got != want ||
			!want && strings.Contains(text, "# HELP") {
			t.Errorf("%s with %q: %d, told %t, want %t", address, header, status, got, want)
		}
	}
	s := fresh(t)
	told(s.Addr(), true)
	told(s.Addr(), false, "X-Forwarded-For")
	told(s.Addr(), false, "Forwarded")

	c := flagsFor(pgtest.MigratedDSN(t))
	c.MetricsListen = "127.0.0.1:0"
	own := startWith(t, c)
	told(own.meter.Addr, true)
	told(own.Addr(), false)
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
	for _, name := range []string{"feed", "props", "promotion", "ranking"} {
		lag, known := told["jadebox_follower_lag_seconds"][name]
		if !known || lag < 0 || lag > 30 || told["jadebox_follower_ready"][name] != 1 {
			t.Errorf("follower %s: known %t, %v s behind, ready %v", name, known, lag,
				told["jadebox_follower_ready"][name])
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
