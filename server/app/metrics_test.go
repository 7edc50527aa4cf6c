package app

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"jadebox/store/storetest/pgtest"
)

// Metrics tell how busy the house is: strangers get them from nowhere, and with an address of their own only there.
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
		if got := status == http.StatusOK && strings.Contains(text, "jadebox_beacon_rounds_left"); got != want || !want && strings.Contains(text, "# HELP") {
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
