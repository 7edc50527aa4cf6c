package app

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"jadebox/tools/audit"
)

const auditEvery = time.Minute

// Metrics are globals: one process, one registry.
var (
	auditViolations = prometheus.NewGauge(prometheus.GaugeOpts{Name: "jadebox_audit_violations", Help: "Broken invariants that the live auditor has found since the start; one is an alarm."})
	auditRuns       = prometheus.NewCounter(prometheus.CounterOpts{Name: "jadebox_audit_runs_total", Help: "Passes of the live auditor."})
)

func init() { prometheus.MustRegister(auditViolations, auditRuns) }

// audit looks at what is new every minute. A violation is never repaired here: it is told, and stays told.
func (a *App) audit(ctx context.Context) {
	live := audit.NewLive(a.db, audit.Options{Now: a.now, Stake: a.stake, CardStake: a.cardStake})
	tick := time.NewTicker(auditEvery)
	defer tick.Stop()
	for {
		report, err := live.Pass(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.log.Warn().Err(err).Msg("audit not done")
		default:
			auditRuns.Inc()
			if !report.OK() {
				auditViolations.Add(float64(report.Total()))
				a.log.Error().Interface("report", report).Msg("invariants are broken")
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
