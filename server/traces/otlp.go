package traces

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const (
	sendWithin = 10 * time.Second
	replyMost  = 4 << 10
)

// exporter writes OTLP over HTTP in JSON, which every collector takes. OpenTelemetry's own exporter brings gRPC and its
// gateway, also for HTTP: five megabytes of program for these few lines.
type exporter struct {
	endpoint, version string
	log               zerolog.Logger
	client            *http.Client
	failing           atomic.Bool
}

var _ sdk.SpanExporter = (*exporter)(nil)

// ExportSpans implements sdk.SpanExporter. Spans that the collector does not take are lost, which is told once.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.send(ctx, spans)
	switch was := e.failing.Swap(err != nil); {
	case err != nil && !was:
		e.log.Warn().Err(err).Msg("traces are lost: the collector does not take them")
	case err == nil && was:
		e.log.Info().Msg("the collector takes traces again")
	}
	return nil
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

func (e *exporter) send(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	body, err := json.Marshal(encode(e.version, spans))
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := e.client.Do(r)
	if called := (*url.Error)(nil); errors.As(err, &called) {
		return called.Err // without the address, which may have a token of the collector's
	}
	if err != nil {
		return err
	}
	defer a.Body.Close()
	_, _ = io.CopyN(io.Discard, a.Body, replyMost) // so that the connection is used again
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("the collector answers %s", a.Status)
	}
	return nil
}

// What follows is ExportTraceServiceRequest of OpenTelemetry's protocol, as its JSON has it: ids in hex, 64-bit numbers
// as texts.
type (
	request struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   resource     `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	resource struct {
		Attributes []pair `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope     `json:"scope"`
		Spans []spanOut `json:"spans"`
	}
	scope struct {
		Name string `json:"name"`
	}
	spanOut struct {
		TraceID      string         `json:"traceId"`
		SpanID       string         `json:"spanId"`
		ParentSpanID string         `json:"parentSpanId,omitempty"`
		Name         string         `json:"name"`
		Kind         trace.SpanKind `json:"kind"`
		Start        string         `json:"startTimeUnixNano"`
		End          string         `json:"endTimeUnixNano"`
		Attributes   []pair         `json:"attributes,omitempty"`
		Status       status         `json:"status"`
	}
	status struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	pair struct {
		Key   string `json:"key"`
		Value value  `json:"value"`
	}
	value struct {
		String string `json:"stringValue,omitempty"`
		Int    string `json:"intValue,omitempty"`
	}
)

// statusError is STATUS_CODE_ERROR, which Go's API numbers otherwise.
const statusError = 2

func encode(version string, spans []sdk.ReadOnlySpan) request {
	out := make([]spanOut, len(spans))
	for i, s := range spans {
		out[i] = spanOut{TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(),
			Name: s.Name(), Kind: s.SpanKind(), Start: strconv.FormatInt(s.StartTime().UnixNano(), 10),
			End: strconv.FormatInt(s.EndTime().UnixNano(), 10), Attributes: pairs(s.Attributes())}
		if parent := s.Parent().SpanID(); parent.IsValid() {
			out[i].ParentSpanID = parent.String()
		}
		if s.Status().Code == codes.Error {
			out[i].Status = status{statusError, s.Status().Description}
		}
	}
	about := []pair{{"service.name", value{String: "jadebox"}}, {"service.version", value{String: version}}}
	return request{[]resourceSpans{{resource{about}, []scopeSpans{{scope{"jadebox"}, out}}}}}
}

func pairs(attributes []attribute.KeyValue) (list []pair) {
	for _, a := range attributes {
		p := pair{Key: string(a.Key)}
		if a.Value.Type() == attribute.INT64 {
			p.Value.Int = strconv.FormatInt(a.Value.AsInt64(), 10)
		} else {
			p.Value.String = a.Value.String()
		}
		list = append(list, p)
	}
	return list
}
