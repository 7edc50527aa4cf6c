package httpapi

import "github.com/prometheus/client_golang/prometheus"

// requests is a global as metrics are: one process, one registry.
var requests = prometheus.NewHistogramVec(prometheus.HistogramOpts{
	Name:    "jadebox_http_request_seconds",
	Help:    "Time from the first byte read to the last written, by route and class of status.",
	Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 5},
}, []string{"route", "class"})

func init() { prometheus.MustRegister(requests) }
