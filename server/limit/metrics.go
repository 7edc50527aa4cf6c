package limit

import "github.com/prometheus/client_golang/prometheus"

// redisSeconds is a global as metrics are: one process, one registry.
var redisSeconds = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "jadebox_redis_seconds",
	Help:    "How long Redis took to count an attempt, or until it was given up.",
	Buckets: []float64{.0002, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1}}, []string{"answer"})

func init() {
	prometheus.MustRegister(redisSeconds)
	for _, err := range []error{nil, ErrDegraded} { // told before the first, too
		redisSeconds.WithLabelValues(answerOf(err))
	}
}

func answerOf(err error) string {
	if err != nil {
		return "none"
	}
	return "counted"
}
