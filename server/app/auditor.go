package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"jadebox/actors/runtime/repeat"
	"jadebox/store"
)

const auditEvery = time.Minute

// Metrics are globals: one process, one registry.
var (
	auditViolations = prometheus.NewGauge(prometheus.GaugeOpts{Name: "jadebox_audit_violations",
		Help: "Broken invariants that the live auditor has found since the start; one is an alarm."})
	auditLast = prometheus.NewGauge(prometheus.GaugeOpts{Name: "jadebox_audit_last_timestamp_seconds",
		Help: "When the live auditor last came to an end, in seconds since 1970; 0: not yet."})
	auditBroken = prometheus.NewGauge(prometheus.GaugeOpts{Name: "jadebox_audit_last_broken",
		Help: "Broken invariants that the live auditor's last pass found."})
	auditFailures = prometheus.NewCounter(prometheus.CounterOpts{Name: "jadebox_audit_failures_total",
		Help: "Passes of the live auditor that came to no end."})
	auditRuns = prometheus.NewCounter(prometheus.CounterOpts{Name: "jadebox_audit_runs_total",
		Help: "Passes of the live auditor."})
)

func init() {
	prometheus.MustRegister(auditViolations, auditLast, auditBroken, auditFailures, auditRuns)
}

// Auditor makes what looks at a store while the server runs: each pass reports how many invariants are broken by what
// is new, and its report. What audits a server stands above it, so the server is given one.
type Auditor func(source store.Auditable, now func() time.Time, stake, wishCardStake func(store.Room) (int64,
	bool)) func(context.Context) (broken int, report any, err error)

// audit looks at what is new every minute. A violation is never repaired here: it is reported, and stays reported.
func (a *App) audit(ctx context.Context) {
	pass := a.auditor(a.db, a.now, a.stake, a.wishCardStake)
	repeat.Every(ctx, auditEvery, func() {
		broken, report, err := pass(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			auditFailures.Inc()
			a.log.Warn().Err(err).Msg("audit not done")
		default:
			auditRuns.Inc()
			auditLast.SetToCurrentTime()
			auditBroken.Set(float64(broken))
			if broken > 0 {
				auditViolations.Add(float64(broken))
				a.log.Error().Interface("report", report).Msg("invariants are broken")
			}
		}
	})
}
