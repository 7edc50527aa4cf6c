package traces

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func TestTheShareIsNotTheCallersChoice(t *testing.T) {
	const calls, share = 2000, 0.1
	for _, traceparent := range []string{
		"00-00000000000000000000000000000001-00f067aa0ba902b7-01",
		"00-ffffffffffffffffffffffffffffffff-00f067aa0ba902b7-00",
		"",
	} {
		spans := tracetest.NewInMemoryExporter()
		traces := newTraces(share, sdk.WithSyncer(spans))
		for range calls {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.Header.Set("traceparent", traceparent)
			r, done := traces.Call(r, "")
			_, end := traces.part(r.Context(), "part")
			end(nil)
			done("GET /", http.StatusOK)
		}
		// Ten standard deviations around calls * share; a call and its part are told together or not at all.
		if n := len(spans.GetSpans()); n%2 != 0 || n/2 < 66 || n/2 > 334 {
			t.Errorf("%q: %d spans of %d calls", traceparent, n, calls)
		}
	}
}

func TestACallThatEndsIsForgotten(t *testing.T) {
	traces := newTraces(1, sdk.WithSyncer(tracetest.NewInMemoryExporter()))
	_, done := traces.Call(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil), "key")
	if _, known := traces.calls.Load("key"); !known {
		t.Error("a call under way is not known by its key")
	}
	done("POST /", http.StatusOK)
	if _, known := traces.calls.Load("key"); known {
		t.Error("a call that ended is kept")
	}
}

func TestTheLogDoesNotNameTheCollectorsAddress(t *testing.T) {
	at := httptest.NewServer(http.NotFoundHandler())
	at.Close()
	var log bytes.Buffer
	traces := New(strings.Replace(at.URL, "://", "://user:password@", 1)+"/secret-path?token=secret-token", 1, "test",
		zerolog.New(&log))
	_, done := traces.Call(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), "")
	done("GET /", http.StatusOK)
	if err := traces.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(&log)
	if !strings.Contains(text, "traces are lost") {
		t.Fatalf("nothing is said of a collector that is away: %q", text)
	}
	for _, secret := range []string{"password", "secret-path", "secret-token"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is logged: %s", secret, text)
		}
	}
}
