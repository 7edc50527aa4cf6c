// Package alarms reads docs/operating's rules and board with Prometheus' own parser, and lets each rule fire.
//
// Deliberately absent: which metrics there are; server/app's test writes that list.
package alarms

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/parser"
)

// documents and what is in them
const (
	listOfMetrics = "../../../docs/operating/metrics.md"
	pagesOfAlarms = "../../../docs/operating/alarms.md"
	rules         = "../../../docs/operating/alerts.yaml"
	board         = "../../../docs/operating/grafana.json"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// metrics are those of the server's list, with the series of histograms, and those that every target has.
func metrics(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{"up": true, "process_start_time_seconds": true}
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (\\w+) ")
	for _, m := range row.FindAllStringSubmatch(read(t, listOfMetrics), -1) {
		if m[2] != "histogram" {
			known[m[1]] = true
			continue
		}
		for _, part := range []string{"_bucket", "_count", "_sum"} {
			known[m[1]+part] = true
		}
	}
	if len(known) < 30 {
		t.Fatalf("the list has only %d", len(known))
	}
	return known
}

// unknown are the metrics of an expression that the server does not have.
func unknown(expression string, known map[string]bool) (list []string, err error) {
	parsed, err := parser.NewParser(parser.Options{}).ParseExpr(expression)
	if err != nil {
		return nil, err
	}
	parser.Inspect(parsed, func(n parser.Node, _ []parser.Node) error {
		if v, ok := n.(*parser.VectorSelector); ok && !known[v.Name] {
			list = append(list, v.Name)
		}
		return nil
	})
	return list, nil
}

func groups(t *testing.T) *rulefmt.RuleGroups {
	t.Helper()
	parsed, errs := rulefmt.Parse([]byte(read(t, rules)), false, model.UTF8Validation,
		parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return parsed
}

func TestEveryRuleNamesMetricsThatThereAreAndHasAPage(t *testing.T) {
	known, pages := metrics(t), read(t, pagesOfAlarms)
	alarms := map[string]bool{}
	for _, group := range groups(t).Groups {
		for _, rule := range group.Rules {
			alarms[rule.Alert] = true
			list, err := unknown(rule.Expr, known)
			if err != nil || len(list) > 0 {
				t.Errorf("%s: %q are no metrics, %v", rule.Alert, list, err)
			}
			_, page, there := strings.Cut(pages, "\n## "+rule.Alert+"\n")
			page, _, _ = strings.Cut(page, "\n## ")
			for _, part := range []string{"**Means**", "**Look**", "**Do**", "everity: " + rule.Labels["severity"]} {
				if !there || !strings.Contains(strings.ReplaceAll(page, "\n", " "), part) {
					t.Errorf("the page of %s has no %q", rule.Alert, part)
				}
			}
			if rule.Annotations["summary"] == "" {
				t.Errorf("%s says nothing", rule.Alert)
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^## (\w+)$`).FindAllStringSubmatch(pages, -1) {
		if !alarms[m[1]] {
			t.Errorf("there is a page of %s, which never fires", m[1])
		}
	}
	if list, err := unknown("rate(jadebox_none_total[5m]) > jadebox_sockets", known); len(list) != 1 || err != nil {
		t.Errorf("a metric that there is not goes unseen: %q, %v", list, err)
	}
}

func TestEveryExpressionOfTheBoardNamesMetricsThatThereAre(t *testing.T) {
	var shown struct {
		Panels []struct {
			ID      int
			Title   string
			Type    string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, board)), &shown); err != nil {
		t.Fatal(err)
	}
	known, ids, expressions := metrics(t), map[int]bool{}, 0
	variables := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*")
	for _, p := range shown.Panels {
		if ids[p.ID] {
			t.Errorf("two panels are number %d", p.ID)
		}
		ids[p.ID] = true
		if p.Type != "row" && len(p.Targets) == 0 {
			t.Errorf("%s shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			expressions++
			if list, err := unknown(variables.Replace(target.Expr), known); err != nil || len(list) > 0 {
				t.Errorf("%s: %q are no metrics, %v", p.Title, list, err)
			}
		}
	}
	if expressions < 20 {
		t.Errorf("the board has only %d expressions", expressions)
	}
}

// states are what a site shows when each rule is to fire, in promtool's form, one reading a minute; well is the same
// site when it is not.
var states = map[string]struct{ ill, well string }{
	"JadeboxDown":            {`up{job="jadebox"} 0x60`, `up{job="jadebox"} 1x60`},
	"JadeboxInvariantBroken": {`jadebox_audit_violations 0x30 1x30`, `jadebox_audit_violations 0x60`},
	"JadeboxAuditLate": {"jadebox_audit_last_timestamp_seconds 0x60\nprocess_start_time_seconds 0x60",
		"jadebox_audit_last_timestamp_seconds 0+60x60\nprocess_start_time_seconds 0x60"},
	"JadeboxDatabaseAway": {`jadebox_database_up 0x60`, `jadebox_database_up 1x60`},
	"JadeboxDatabaseSlow": {"jadebox_store_commit_seconds_bucket{answer=\"kept\",le=\"0.5\"} 0+90x60\n" +
		"jadebox_store_commit_seconds_bucket{answer=\"kept\",le=\"1\"} 0+100x60\n" +
		"jadebox_store_commit_seconds_bucket{answer=\"kept\",le=\"+Inf\"} 0+100x60",
		"jadebox_store_commit_seconds_bucket{answer=\"kept\",le=\"0.01\"} 0+100x60\n" +
			"jadebox_store_commit_seconds_bucket{answer=\"kept\",le=\"+Inf\"} 0+100x60"},
	"JadeboxStoreQueue": {`jadebox_store_queue 5000x60`, `jadebox_store_queue 12x60`},
	"JadeboxCommitsUnknown": {`jadebox_store_commit_seconds_count{answer="unknown"} 0+30x60`,
		`jadebox_store_commit_seconds_count{answer="kept"} 0+30x60`},
	"JadeboxConnectionsUsedUp": {`jadebox_database_connection_wait_seconds_total 0+120x60`,
		`jadebox_database_connection_wait_seconds_total 0+2x60`},
	"JadeboxDegraded": {`jadebox_degraded 1x60`, `jadebox_degraded 0x60`},
	"JadeboxRedisSlow": {"jadebox_redis_seconds_bucket{le=\"0.1\"} 0+90x60\n" +
		"jadebox_redis_seconds_bucket{le=\"0.2\"} 0+100x60\njadebox_redis_seconds_bucket{le=\"+Inf\"} 0+100x60",
		"jadebox_redis_seconds_bucket{le=\"0.001\"} 0+100x60\njadebox_redis_seconds_bucket{le=\"+Inf\"} 0+100x60"},
	"JadeboxErrors": {"jadebox_http_request_seconds_count{class=\"5xx\"} 0+5x60\n" +
		"jadebox_http_request_seconds_count{class=\"2xx\"} 0+95x60",
		"jadebox_http_request_seconds_count{class=\"5xx\"} 0+1x60\n" +
			"jadebox_http_request_seconds_count{class=\"2xx\"} 0+99x60"},
	"JadeboxBeaconEnds":   {`jadebox_beacon_rounds_left 100x60`, `jadebox_beacon_rounds_left 80000x60`},
	"JadeboxBeaconBehind": {`jadebox_beacon_behind_seconds 200x60`, `jadebox_beacon_behind_seconds 1x60`},
	"JadeboxClockApart":   {`jadebox_clock_apart_seconds -3x60`, `jadebox_clock_apart_seconds -0.2x60`},
	"JadeboxFollowerBehind": {`jadebox_follower_lag_seconds{follower="feed"} 300x60`,
		`jadebox_follower_lag_seconds{follower="feed"} 1x60`},
	"JadeboxRankingUnpaid": {`jadebox_follower_due_seconds{follower="ranking"} 5000x60`,
		`jadebox_follower_due_seconds{follower="ranking"} 300x60`},
	// a follower that fails is there again with each try, and keeps nothing
	"JadeboxBackupStopped": {"jadebox_backup_until_timestamp_seconds 600x60\n" +
		"jadebox_backup_followed 0 1 0 1 0 1 0 1x53",
		"jadebox_backup_until_timestamp_seconds 0+60x60\njadebox_backup_followed 1 1 0 1x57"},
	"JadeboxBackupBehind": {`jadebox_backup_kept_bytes 3000000000x60`, `jadebox_backup_kept_bytes 16000000x60`},
	"JadeboxReviewsWait": {`jadebox_reviews_waiting{kind="withdrawal"} 30x90`,
		`jadebox_reviews_waiting{kind="withdrawal"} 3x90`},
	"JadeboxBoxPaysTooMuch": {"jadebox_box_prize_cents_total{box=\"7\"} 0+90000x60\n" +
		"jadebox_box_stake_cents_total{box=\"7\"} 0+60000x60",
		"jadebox_box_prize_cents_total{box=\"7\"} 0+54000x60\n" +
			"jadebox_box_stake_cents_total{box=\"7\"} 0+60000x60"},
	"JadeboxPaymentsStopped": {"jadebox_ops_total{kind=\"pay.order\"} 0+2x90",
		"jadebox_ops_total{kind=\"pay.order\"} 0+2x90\njadebox_ops_total{kind=\"pay.credit\"} 0+1x90"},
	"JadeboxLoginsRefused": {"jadebox_logins_total{way=\"password\",answer=\"refused\"} 0+600x60\n" +
		"jadebox_logins_total{way=\"password\",answer=\"in\"} 0+60x60",
		"jadebox_logins_total{way=\"password\",answer=\"refused\"} 0+600x60\n" +
			"jadebox_logins_total{way=\"password\",answer=\"in\"} 0+900x60"},
	"JadeboxLoginsHeldOff": {`jadebox_password_hashes_waiting 100x60`, `jadebox_password_hashes_waiting 2x60`},
}

// fires reports whether an expression holds at each minute from when on for as long as the rule asks, and at the end.
func fires(t *testing.T, rule rulefmt.Rule, state string) bool {
	t.Helper()
	var shown readings
	for line := range strings.Lines(state) {
		shown.read(t, strings.TrimSpace(line))
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 50_000, Timeout: time.Minute,
		Parser: parser.NewParser(parser.Options{})})
	defer engine.Close()
	end := time.Unix(0, 0).Add(time.Hour)
	if time.Duration(rule.For) >= time.Hour {
		end = end.Add(30 * time.Minute)
	}
	for at := end.Add(-time.Duration(rule.For)); !at.After(end); at = at.Add(time.Minute) {
		query, err := engine.NewInstantQuery(context.Background(), shown.queryable(), nil, rule.Expr, at)
		if err != nil {
			t.Fatal(err)
		}
		result := query.Exec(context.Background())
		if result.Err != nil {
			t.Fatalf("%s: %v", rule.Alert, result.Err)
		}
		vector, ok := result.Value.(promql.Vector)
		if !ok {
			t.Fatalf("%s is no vector: %v", rule.Alert, result.Value)
		}
		if len(vector) == 0 {
			return false
		}
	}
	return true
}

func TestEveryRuleFiresWhenItShallAndNotOtherwise(t *testing.T) {
	tried := map[string]bool{}
	for _, group := range groups(t).Groups {
		for _, rule := range group.Rules {
			state, there := states[rule.Alert]
			if !there {
				t.Errorf("nothing lets %s fire", rule.Alert)
				continue
			}
			tried[rule.Alert] = true
			if !fires(t, rule, state.ill) {
				t.Errorf("%s does not fire over %s", rule.Alert, state.ill)
			}
			if fires(t, rule, state.well) {
				t.Errorf("%s fires over %s", rule.Alert, state.well)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(states)) {
		if !tried[name] {
			t.Errorf("%s is no rule", name)
		}
	}
}

// A planned maintenance stops what the site needs, often the site itself, at night.
func TestAMaintenancePagesNobody(t *testing.T) {
	const (
		closed = "\njadebox_maintenance_end_timestamp_seconds 0x5 36000x10" // and then nobody is there to say it
		over   = "\njadebox_maintenance_end_timestamp_seconds 0x5 1200x10"
		opened = "\njadebox_maintenance_end_timestamp_seconds 0x5 36000x10 0x5"
		// the process that said so is gone, and the one in its place says that the site is open
		moved = "\njadebox_maintenance_end_timestamp_seconds{instance=\"a\"} 0x5 36000x10" +
			"\njadebox_maintenance_end_timestamp_seconds{instance=\"b\"} _x18 0x60"
	)
	held := 0
	for _, group := range groups(t).Groups {
		for _, rule := range group.Rules {
			if !strings.Contains(rule.Expr, "maintenance_end") {
				if rule.Labels["severity"] == "page" && rule.Alert != "JadeboxInvariantBroken" {
					t.Errorf("%s gets somebody up for a planned maintenance", rule.Alert)
				}
				continue
			}
			held++
			if fires(t, rule, states[rule.Alert].ill+closed) {
				t.Errorf("%s fires while the site is closed", rule.Alert)
			}
			for what, state := range map[string]string{"is over": over, "was ended before its time": opened,
				"was ended before its time, in another process": moved} {
				if !fires(t, rule, states[rule.Alert].ill+state) {
					t.Errorf("%s does not fire when the maintenance %s", rule.Alert, what)
				}
			}
		}
	}
	if held < 7 {
		t.Errorf("only %d rules know of maintenance", held)
	}
}
