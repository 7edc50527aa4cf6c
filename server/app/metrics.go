package app

import (
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"net/http/pprof"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"jadebox/server/password"
)

// metrics registers readings of the parts. A process has one App; a second one in a test keeps the first one's
// readings.
func (a *App) metrics(passwords *password.Hasher) {
	gauge := func(name, help string, read func() float64) {
		register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jadebox_" + name, Help: help}, read))
	}
	counter := func(name, help string, read func() float64) {
		register(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "jadebox_" + name, Help: help}, read))
	}
	register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "jadebox_build_info",
		Help:        "1; which release this is, of which commit, made by which Go.",
		ConstLabels: prometheus.Labels{"version": Version, "commit": Commit, "go": runtime.Version()}},
		func() float64 { return 1 }))
	register(figures{a.db.Engine, a.readings})
	gauge("password_hashes_waiting", "Logins and registrations that wait for the hash of a password.",
		func() float64 { return float64(passwords.Waiting()) })
	counter("password_hashes_refused_total",
		"Logins and registrations that were turned away because too many waited for a hash.",
		func() float64 { return float64(passwords.Refused()) })
	if a.config.RedisURL != "" {
		gauge("redis_up", "1 while limits are shared through Redis; 0: this process counts for itself.",
			func() float64 { return truth(a.limited() == nil) })
	}
	gauge("actors", "Actors in memory.", func() float64 { return float64(a.directory.Active()) })
	gauge("store_queue", "Ops that wait for a commit.", func() float64 { return float64(a.db.Counters().QueueLen) })
	counter("store_ops_total", "Committed ops.", func() float64 { return float64(a.db.Counters().Ops) })
	counter("store_batches_total", "Committed transactions.",
		func() float64 { return float64(a.db.Counters().Batches) })
	counter("store_replays_total", "Repeated keys that were answered from the store.",
		func() float64 { return float64(a.db.Counters().Replays) })
	counter("store_refusals_total", "Ops that the store refused.",
		func() float64 { return float64(a.db.Counters().Refusals) })
	counter("store_reconnects_total", "Connections that the writers lost.",
		func() float64 { return float64(a.db.Counters().Reconnects) })
	gauge("beacon_rounds_left",
		"Rounds, of a second each, that the local beacon can still promise; renewed when fewer than 9 hours are left. +Inf with drand.",
		a.beacon.left)
	gauge("beacon_behind_seconds",
		"How long drand's newest round is overdue: what is committed anew waits. 0 with the local beacon.",
		func() float64 { return a.beacon.behind().Seconds() })
	gauge("clock_apart_seconds", "The database's time less the site's, when last asked; above 1 it is an alarm.",
		func() float64 { return a.clock.Apart().Seconds() })
	gauge("degraded", "1 while the process does without something that it was given: the reason is in /readyz.",
		func() float64 { return truth(a.degraded() != nil) })
	gauge("maintenance_end_timestamp_seconds",
		"When the maintenance ends for which the site is closed; 0 while it is open.", a.maintenanceEnd)
	gauge("sockets", "Open sockets.", func() float64 { return float64(a.hub.Stats().Sockets) })
	gauge("topics", "Topics with a log.", func() float64 { return float64(a.hub.Stats().Topics) })
	gauge("online", "Sessions with a socket.", func() float64 { return float64(a.hub.Stats().Online) })
	counter("events_published_total", "Events that actors published.",
		func() float64 { return float64(a.hub.Stats().Published) })
	counter("events_delivered_total", "Frames written to sockets.",
		func() float64 { return float64(a.hub.Stats().Delivered) })
	counter("sockets_slow_total", "Sockets closed because they did not read.",
		func() float64 { return float64(a.hub.Stats().Slow) })
	counter("gaps_total", "Snapshots sent to subscribers that had fallen behind.",
		func() float64 { return float64(a.hub.Stats().Gaps) })
	register(ages{a})
	gauge("public_log_size", "Leaves of the public log.", func() float64 { return float64(a.publicLog.Head().Size) })
}

// ages are readings of what there is several of.
type ages struct{ *App }

var (
	followerLag = prometheus.NewDesc("jadebox_follower_lag_seconds",
		"Since a follower last read what every writer has, but for what it must not tell yet.", []string{"follower"},
		nil)
	followerDue = prometheus.NewDesc("jadebox_follower_due_seconds",
		"For how long something has been due that a follower has not done, such as the payment of a day of the ranking; 0: nothing is.",
		[]string{"follower"}, nil)
	followerReady = prometheus.NewDesc("jadebox_follower_ready",
		"1 when its last reading came to that end: a day of the ranking is settled at such a one only.",
		[]string{"follower"}, nil)
	writerAge = prometheus.NewDesc("jadebox_store_writer_age_seconds",
		"Since the last commit of each writer's slot that this process holds.", []string{"slot"}, nil)
)

// Describe implements prometheus.Collector.
func (ages) Describe(to chan<- *prometheus.Desc) {
	to <- followerLag
	to <- followerDue
	to <- followerReady
	to <- writerAge
}

// Collect implements prometheus.Collector.
func (a ages) Collect(to chan<- prometheus.Metric) {
	gauge := func(of *prometheus.Desc, value float64, name string) {
		to <- prometheus.MustNewConstMetric(of, prometheus.GaugeValue, value, name)
	}
	for name, lag := range a.lags.All() {
		gauge(followerLag, lag.Behind.Seconds(), name)
		gauge(followerDue, lag.Due.Seconds(), name)
		gauge(followerReady, truth(lag.Ready), name)
	}
	for slot, last := range a.db.LastCommits() {
		gauge(writerAge, time.Since(last).Seconds(), strconv.FormatInt(slot, 10))
	}
}

// listenMetrics opens the addresses of what the operator alone may know. Metrics may be asked for by a Prometheus
// elsewhere; profiles (net/http/pprof) show what is in the memory, and are for this machine (config refuses another
// address). They are nowhere else.
func (a *App) listenMetrics() error {
	metrics, profiles := http.NewServeMux(), http.NewServeMux()
	metrics.Handle("GET /metrics", promhttp.Handler())
	profiles.HandleFunc("GET /debug/pprof/", pprof.Index) // and each profile by its name, such as heap
	profiles.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	profiles.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	var err error
	if a.meter, err = a.aside("metrics-listen", a.config.MetricsListen, metrics); err == nil {
		a.profiler, err = a.aside("pprof", a.config.Pprof, profiles)
	}
	return err
}

// aside serves at an address of a flag, beside the site; nil for none.
func (a *App) aside(flag, address string, pages http.Handler) (*http.Server, error) {
	if address == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	log := a.log.With().Str("part", flag).Logger()
	s := &http.Server{Addr: l.Addr().String(), Handler: pages, ReadHeaderTimeout: headersWithin,
		ReadTimeout: requestWithin, WriteTimeout: answerWithin,
		IdleTimeout: idleConnection, MaxHeaderBytes: headerBytes, ErrorLog: stdlog.New(log, "", 0)}
	log.Info().Str("address", s.Addr).Msg("listening")
	go func() {
		if err := s.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("no longer listening")
		}
	}()
	return s, nil
}

func register(c prometheus.Collector) {
	if err := prometheus.Register(c); err != nil && !errors.As(err, new(prometheus.AlreadyRegisteredError)) {
		panic(err) // two metrics of one name: a mistake of the list above
	}
}
