package endtoend

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"jadebox/server/config"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/loadsim/client"
)

// spanRecord is a span as a collector reads it.
type spanRecord struct {
	TraceID, SpanID, ParentSpanID, Name, StartTimeUnixNano, EndTimeUnixNano string
	Kind                                                                    int
	Attributes                                                              []struct {
		Key   string
		Value struct{ StringValue, IntValue string }
	}
}

// collector takes spans as one of OpenTelemetry does.
type collector struct {
	mu    sync.Mutex
	spans []spanRecord
	text  strings.Builder
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var all struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []spanRecord }
		}
	}
	if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" ||
		json.Unmarshal(body, &all) != nil {
		http.Error(w, "no spans", http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text.Write(body)
	for _, resource := range all.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
	_, _ = w.Write([]byte("{}"))
}

// An opening under a traceparent is one trace: the call, the actor below it, and the commit of its operation; what a
// collector is told names no player. A server that was given no collector measures nothing.
func TestAnOpeningIsOneTraceFromItsCallerToTheDatabase(t *testing.T) {
	var c collector
	at := httptest.NewServer(&c)
	defer at.Close()
	dsn := pgtest.MigratedDSN(t)
	flags := flagsFor(dsn)
	flags.TraceEndpoint, flags.TraceShare = config.Secret(at.URL+"/v1/traces"), 1
	s := startWith(t, flags)
	p := s.register("tracedone")
	box := cheapest(p)
	ask[client.Opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 1, PriceCents: box.PriceCents})

	const traceID, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	for _, path := range []string{client.PathOpen(box.ID), client.PathInfo} {
		call := client.NewCall(path, "traced-opening", client.OpenBox{Count: 1, PriceCents: box.PriceCents})
		method, body := http.MethodPost, strings.NewReader(string(call.Body))
		if path == client.PathInfo {
			method, body = http.MethodGet, strings.NewReader("")
		}
		r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.Addr()+path, body)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"token": p.Token, "lang": "en", "Idempotency-Key": call.Key,
			"Content-Type": "application/json", "traceparent": "00-" + traceID + "-" + parent + "-00"} {
			r.Header.Set(name, value)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %+v", path, err, a)
		}
		a.Body.Close()
	}
	s.stop() // sends what is left
	s.sound()

	c.mu.Lock()
	defer c.mu.Unlock()
	byName, byID := map[string]spanRecord{}, map[string]spanRecord{}
	for _, span := range c.spans {
		if span.TraceID == traceID {
			byName[span.Name], byID[span.SpanID] = span, span
		}
		if span.EndTimeUnixNano < span.StartTimeUnixNano || span.SpanID == "" {
			t.Errorf("%+v", span)
		}
	}
	opening := byName["POST /api/box/{id}/open"]
	if opening.ParentSpanID != parent || opening.Kind != 2 {
		t.Errorf("the call is %+v of %+v", opening, c.spans)
	}
	for _, name := range []string{"actor player", "commit box.open"} {
		if span, is := byName[name]; !is || span.ParentSpanID != opening.SpanID {
			t.Errorf("%s: %t, below %+v", name, is, byID[span.ParentSpanID])
		}
	}
	if query, is := byName["query"]; !is || byID[query.ParentSpanID].TraceID != traceID {
		t.Errorf("no query below a call: %+v", query)
	}
	for _, secret := range []string{p.Token, p.name, "traced-opening"} {
		if strings.Contains(c.text.String(), secret) {
			t.Errorf("the collector is told %q", secret)
		}
	}
}

func TestACollectorThatIsAwayCostsNothingButTraces(t *testing.T) {
	at := httptest.NewServer(http.NotFoundHandler())
	at.Close()
	flags := flagsFor(pgtest.MigratedDSN(t))
	flags.TraceEndpoint, flags.TraceShare = config.Secret(at.URL), 1
	s := startWith(t, flags)
	p := s.register("untraced")
	get[client.User](p, client.PathInfo)
	s.stop()
	s.sound()
}
