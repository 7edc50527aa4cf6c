// Package traces tells a collector of OpenTelemetry what calls do and how long each part of them takes: the call itself
// (a child of its caller's traceparent), the actors that it asks, the queries, and the commit of its operation.
//
// A nil *Traces is off, which is the default: nothing is measured and nothing is sent. Spans have patterns, kinds and
// texts of queries, never ids, tokens, bodies or values. Deliberately absent: spans of sockets, and of work that no
// call waits for.
package traces

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"jadebox/actors/runtime/directory"
)

// Traces measures and sends.
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	format   propagation.TraceContext
	calls    sync.Map // Idempotency-Key to *trace.SpanContext of the call that carries it, while it is under way
}

// New sends so many of all traces, from 0 to 1, to a collector's address of OTLP over HTTP. Which ones is decided by
// chance alone, neither by the id nor by the flag of a caller's traceparent: strangers must not fill the collector.
func New(endpoint string, share float64, version string, log zerolog.Logger) *Traces {
	to := &exporter{endpoint: endpoint, version: version, log: log, client: &http.Client{Timeout: sendWithin}}
	return newTraces(share, sdk.WithBatcher(to))
}

func newTraces(share float64, to sdk.TracerProviderOption) *Traces {
	provider := sdk.NewTracerProvider(to, sdk.WithSampler(chance(share)))
	return &Traces{provider: provider, tracer: provider.Tracer("jadebox")}
}

// chance samples so many calls, and of those each part.
func chance(share float64) sdk.Sampler {
	call := draw(share)
	return sdk.ParentBased(call, sdk.WithRemoteParentSampled(call), sdk.WithRemoteParentNotSampled(call))
}

type draw float64

// ShouldSample implements sdk.Sampler.
func (d draw) ShouldSample(p sdk.SamplingParameters) sdk.SamplingResult {
	result := sdk.SamplingResult{Tracestate: trace.SpanContextFromContext(p.ParentContext).TraceState()}
	if rand.Float64() < float64(d) {
		result.Decision = sdk.RecordAndSample
	}
	return result
}

// Description implements sdk.Sampler.
func (d draw) Description() string { return fmt.Sprintf("chance of %v", float64(d)) }

// Close sends what is left, until ctx ends.
func (t *Traces) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Call begins the span of a call with its Idempotency-Key, empty for none. done ends it with the pattern of its route
// and the status of its answer.
func (t *Traces) Call(r *http.Request, key string) (traced *http.Request, done func(pattern string, status int)) {
	if t == nil {
		return r, func(string, int) {}
	}
	ctx := t.format.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	call := span.SpanContext()
	if key != "" && call.IsSampled() {
		t.calls.Store(key, &call)
	}
	return r.WithContext(ctx), func(pattern string, status int) {
		if key != "" {
			t.calls.CompareAndDelete(key, &call)
		}
		span.SetName(pattern)
		span.SetAttributes(attribute.String("http.request.method", r.Method), attribute.String("http.route", pattern),
			attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, http.StatusText(status))
		}
		span.End()
	}
}

// Directory measures what calls ask of actors.
func (t *Traces) Directory(d directory.Directory) directory.Directory {
	if t == nil {
		return d
	}
	return asked{d, t}
}

type asked struct {
	directory.Directory
	t *Traces
}

// Request implements directory.Directory.
func (d asked) Request(ctx context.Context, kind, id string, msg any) (any, error) {
	ctx, end := d.t.part(ctx, "actor "+kind)
	reply, err := d.Directory.Request(ctx, kind, id, msg)
	end(err)
	return reply, err
}

// Commit begins the span of an operation's way into the database, below the call whose key it has. Actors know keys and
// no callers; two players who chose the same key at once may see one's commit in the other's trace.
func (t *Traces) Commit(key, kind string) (end func(error)) {
	if t == nil {
		return func(error) {}
	}
	call, known := t.calls.Load(key)
	if !known {
		return func(error) {}
	}
	_, end = t.part(trace.ContextWithSpanContext(context.Background(), *call.(*trace.SpanContext)), "commit "+kind)
	return end
}

// part begins a span below the one of ctx; without one, nothing is measured.
func (t *Traces) part(ctx context.Context, name string, about ...attribute.KeyValue) (context.Context, func(error)) {
	if !trace.SpanContextFromContext(ctx).IsSampled() {
		return ctx, func(error) {}
	}
	ctx, span := t.tracer.Start(ctx, name, trace.WithAttributes(about...))
	return ctx, func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, "") // the text may name a player
		}
		span.End()
	}
}

// Queries measures those that calls wait for; nil when traces are off.
func (t *Traces) Queries() pgx.QueryTracer {
	if t == nil {
		return nil
	}
	return queries{t}
}

type queries struct{ t *Traces }

type queryKey struct{}

// TraceQueryStart implements pgx.QueryTracer.
func (q queries) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	if !trace.SpanContextFromContext(ctx).IsSampled() {
		return ctx
	}
	ctx, end := q.t.part(ctx, "query", attribute.String("db.system.name", "postgresql"),
		attribute.String("db.query.text", data.SQL))
	return context.WithValue(ctx, queryKey{}, end)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (queries) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if end, ok := ctx.Value(queryKey{}).(func(error)); ok {
		end(data.Err)
	}
}
