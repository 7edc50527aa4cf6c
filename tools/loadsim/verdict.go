package loadsim

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"jadebox/tools/audit"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/report"
	"jadebox/tools/operator"
)

// audit asks the database when the run was told where it is, else the live auditor of the server by its metrics.
func (r *run) audit(ctx context.Context) report.Audit {
	switch {
	case r.Unaudited:
		return report.Audit{}
	case r.DatabaseURL == "" && r.DataDir == "":
		return r.askLive(ctx)
	}
	a := report.Audit{By: "database"}
	var found *audit.Report
	err := operator.Database{Data: r.DataDir, DatabaseURL: r.DatabaseURL}.At(ctx, func(dsn string) (err error) {
		found, err = audit.CheckDSN(ctx, dsn, audit.OfSite(true))
		return err
	})
	if err != nil {
		a.Detail = []string{"the audit could not look: " + err.Error()}
		return a
	}
	a.OK, a.Violations, a.Ops = found.OK(), int64(found.Total()), found.Ops
	for _, v := range found.Violations[:min(len(found.Violations), 20)] {
		a.Detail = append(a.Detail, fmt.Sprintf("%d %s: %s", v.Invariant, v.Name, v.What))
	}
	return a
}

// Metrics of the live auditor.
const (
	metricRuns       = "jadebox_audit_runs_total"
	metricViolations = "jadebox_audit_violations"
	passWithin       = 150 * time.Second // it passes once a minute
)

// askLive waits for a pass that began after the load: of two that end after it, the second. Where no auditor was named
// nothing is asked; one that was named and does not answer has found nothing right.
func (r *run) askLive(ctx context.Context) report.Audit {
	if r.Metrics == "" {
		return report.Audit{Detail: []string{
			"no auditor: none of --data, --database-url and --metrics is given"}}
	}
	a := report.Audit{By: "live auditor"}
	before, err := r.metrics(ctx)
	if err != nil || before[metricRuns] == 0 {
		a.Detail = []string{fmt.Sprintf("%s tells no %s: %v", r.Metrics, metricRuns, err)}
		return a
	}
	for end := time.Now().Add(passWithin); ; {
		now, err := r.metrics(ctx)
		switch {
		case err == nil && now[metricRuns] > before[metricRuns]+1:
			a.Violations = int64(now[metricViolations])
			a.OK = a.Violations == 0
			return a
		case time.Now().After(end) || ctx.Err() != nil:
			a.Detail = []string{"the live auditor made no pass after the load"}
			return a
		}
		backOff(ctx, 6)
	}
}

// metrics reads the samples without labels.
func (r *run) metrics(ctx context.Context) (map[string]float64, error) {
	c := client.Conn{Target: client.Target{Host: r.Metrics, Timeout: 10 * time.Second}}
	defer c.Close()
	_, body, err := c.Do(ctx, "GET", "/metrics", "", nil)
	if err != nil {
		return nil, err
	}
	samples := map[string]float64{}
	for lines := bufio.NewScanner(bytes.NewReader(body)); lines.Scan(); {
		name, value, ok := strings.Cut(lines.Text(), " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			samples[name] = v
		}
	}
	return samples, nil
}
