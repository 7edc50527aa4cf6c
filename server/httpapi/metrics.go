package httpapi

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// requests is a global as metrics are: one process, one registry.
var requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Name:    "jadebox_http_request_seconds",
	Help:    "Time from the first byte read to the last written, by route and class of status.",
	Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5},
}, []string{"route", "class"})

// logins counts tries to come in, by way and answer.
var logins = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "jadebox_logins_total",
	Help: "Logins, registrations and new passwords, by way, and whether they were let in, refused or held off."},
	[]string{"way", "answer"})

func init() { prometheus.MustRegister(requests, logins) }

// entry is a login or a registration, counted.
func entry[In, Out any](way string, do func(context.Context, *call.Caller, In) (Out, error)) func(context.Context,
	*call.Caller, In) (Out, error) {
	return func(ctx context.Context, c *call.Caller, in In) (Out, error) {
		out, err := do(ctx, c, in)
		answer := "in"
		switch {
		case err == nil:
		case codeOf(err) == protocol.CodeSecondFactor: // counted when that ends it
			return out, err
		case codeOf(err) == protocol.CodeRateLimited || codeOf(err) == protocol.CodeBusy:
			answer = "held off"
		default:
			answer = "refused"
		}
		logins.WithLabelValues(way, answer).Inc()
		return out, err
	}
}
