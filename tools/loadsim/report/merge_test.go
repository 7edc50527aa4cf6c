package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/measure"
)

var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// of is the report of a generator that measured 10 s and opened boxes so fast.
func of(seed uint64, at time.Time, opens int, took time.Duration) *Result {
	r := measure.NewRecorder()
	for range opens {
		r.Done("box.open", took)
		r.Delayed("feed", took)
	}
	r.Lasted("battle", 20*time.Second)
	r.Tick()
	s := r.Summary()
	s.DurationS, s.Deliveries = 10, 100
	for i := range s.Operations {
		s.Operations[i].PerS = float64(s.Operations[i].OK) / 10
	}
	s.Series[0].AtS = 1
	return &Result{Version: Version, URL: "http://127.0.0.1:1", Scenario: "open", Seed: seed, StartedAt: at,
		MeasuredAt: at, Bots: 5, Asked: 6, Summary: s, Checks: []check.RuleCount{{Rule: "balance", Checked: 7}},
		Clock: Clock{Known: true}, Audit: Audit{By: "database", OK: true, Ops: 3}}
}

func TestReportsOfSeveralGeneratorsMakeOne(t *testing.T) {
	a, b := of(1, noon, 100, 10*time.Millisecond), of(2, noon.Add(time.Second), 300, 50*time.Millisecond)
	b.Arrivals = &Arrivals{Stages: "1s:1", Planned: 4, Unserved: 1, Late: a.Delay}
	m, err := Merge([]*Result{b, a}, false)
	if err != nil {
		t.Fatal(err)
	}
	open := m.Operations[0]
	if open.Op != "box.open" || open.OK != 400 || open.PerS != 400/11. || open.Latency.Count != 400 {
		t.Errorf("%+v", open)
	}
	// a quarter took 10 ms: no mean of percentiles says that
	if p20, p30 := open.Latency.At(20), open.Latency.At(30); p20 > 10_100 || p30 < 49_900 {
		t.Errorf("p20 %d, p30 %d", p20, p30)
	}
	if m.DurationS != 11 || m.OpsPerS != 400/11. || m.Deliveries != 200 || m.Delay.Count != 400 || m.Bots != 10 ||
		m.Asked != 12 || m.Checks[0].Checked != 14 || !m.OK() || m.Topics[0].Delay.Count != 400 ||
		m.Arrivals.Planned != 4 || m.Arrivals.Unserved != 1 || m.Arrivals.Late.Count != 100 {
		t.Errorf("%+v", m)
	}
	if len(m.Series) != 2 || m.Series[0].AtS != 1 || m.Series[1].Ops["box.open"] != 300 || m.Series[1].AtS != 2 {
		t.Errorf("series %+v", m.Series)
	}
	b.Audit.OK = false
	if m, _ := Merge([]*Result{a, b}, false); m.OK() {
		t.Error("an auditor's violation is gone")
	}
	b.Audit.OK, b.Broken = true, 1
	if m, _ := Merge([]*Result{a, b}, false); m.OK() {
		t.Error("a violation is gone")
	}
}

func TestGeneratorsWithOneSeedOrOfTwoServersMakeNoReport(t *testing.T) {
	a, b := of(1, noon, 1, time.Millisecond), of(1, noon.Add(9*time.Second), 1, time.Millisecond)
	if _, err := Merge([]*Result{a, b}, false); !errors.Is(err, ErrMerge) || !strings.Contains(err.Error(), "seed 1") {
		t.Errorf("at once: %v", err)
	}
	b.MeasuredAt = noon.Add(11 * time.Second)
	if _, err := Merge([]*Result{a, b}, false); err != nil {
		t.Errorf("one after the other: %v", err)
	}
	b.URL = "http://127.0.0.1:2"
	if _, err := Merge([]*Result{a, b}, false); !errors.Is(err, ErrMerge) {
		t.Errorf("two servers: %v", err)
	}
	if m, err := Merge([]*Result{a, b}, true); err != nil || m.URL != a.URL+" + "+b.URL {
		t.Errorf("two addresses of one server: %v", err)
	}
}

func TestGeneratorsWhoseClocksAreApartAreMergedByTheServers(t *testing.T) {
	a, b := of(1, noon, 100, time.Millisecond), of(1, noon.Add(30*time.Second), 100, time.Millisecond)
	b.Clock.OffsetMS = -29_000 // its own is ahead by so much: it began a second after the other
	if _, err := Merge([]*Result{a, b}, false); !errors.Is(err, ErrMerge) {
		t.Errorf("one seed at once: %v", err)
	}
	b.Seed = 2
	m, err := Merge([]*Result{b, a}, false)
	if err != nil {
		t.Fatal(err)
	}
	if m.DurationS != 11 || m.Operations[0].PerS != 200/11. || len(m.Series) != 2 || m.Series[1].AtS != 2 {
		t.Errorf("%v s, %v a second, %+v", m.DurationS, m.Operations[0].PerS, m.Series)
	}
}

func find(d *Differences, what string) Difference {
	for _, r := range d.Rows {
		if r.What == what {
			return r
		}
	}
	return Difference{}
}

func TestWhatIsWorseThanToleratedIsSaid(t *testing.T) {
	l := Limits{Tolerance: 1.25, Ignore: time.Millisecond, Least: 100}
	for name, c := range map[string]struct {
		before, after *Result
		worse         string
	}{
		"the same": {of(1, noon, 100, 10*time.Millisecond), of(1, noon, 100, 10*time.Millisecond), ""},
		"slower": {of(1, noon, 100, 10*time.Millisecond), of(1, noon, 100, 13*time.Millisecond),
			"box.open.p99"},
		"a bit slower":   {of(1, noon, 100, 10*time.Millisecond), of(1, noon, 100, 12*time.Millisecond), ""},
		"slower by less": {of(1, noon, 100, 100*time.Microsecond), of(1, noon, 100, 900*time.Microsecond), ""},
		"faster":         {of(1, noon, 100, 10*time.Millisecond), of(1, noon, 100, time.Millisecond), ""},
		"fewer":          {of(1, noon, 200, time.Millisecond), of(1, noon, 150, time.Millisecond), "box.open.rate"},
		"too few":        {of(1, noon, 99, time.Millisecond), of(1, noon, 99, time.Second), ""},
		"hardly any":     {of(1, noon, 10_000, time.Millisecond), of(1, noon, 60, time.Second), "box.open.rate"},
	} {
		t.Run(name, func(t *testing.T) {
			d := Differ(c.before, c.after, l)
			if (d.Worse() > 0) != (c.worse != "") || c.worse != "" && !find(d, c.worse).Worse {
				t.Errorf("%d worse: %+v", d.Worse(), d.Rows)
			}
		})
	}
	for what, worsen := range map[string]func(*Result){
		"missing bots":       func(r *Result) { r.Asked++ },
		"bots that gave up":  func(r *Result) { r.Retired++ },
		"violations":         func(r *Result) { r.Broken++ },
		"failed audits":      func(r *Result) { r.Audit = Audit{By: "database"} },
		"unmet expectations": func(r *Result) { r.Expected = []Expected{{"rate>1", "0/s", false}} },
	} {
		b := of(1, noon, 100, time.Millisecond)
		worsen(b)
		if d := Differ(of(1, noon, 100, time.Millisecond), b, l); d.Worse() != 1 || !find(d, what).Worse {
			t.Errorf("%s: %+v", what, d.Rows)
		}
		if d := Differ(b, b, l); d.Worse() != 0 {
			t.Errorf("%s in both: %+v", what, d.Rows)
		}
	}
	a, b := of(1, noon, 100, time.Millisecond), of(1, noon, 100, time.Millisecond)
	b.Operations[0].Retried = 5
	if d := Differ(a, b, l); !find(d, "box.open.errors").Worse || d.Worse() != 1 {
		t.Errorf("errors: %+v", d.Rows)
	}
	var out bytes.Buffer
	var all suites
	d := Differ(a, b, l)
	if err := d.JUnit(&out); err != nil || xml.Unmarshal(out.Bytes(), &all) != nil || all.Suites[0].Failures != 1 ||
		all.Suites[0].Tests != len(d.Rows) || all.Suites[0].Skipped != 0 {
		t.Errorf("%v: %s", err, out.String())
	}
	out.Reset()
	if err := d.CSV(&out); err != nil || !strings.Contains(out.String(),
		"box.open.errors,%,0.000,4.762,0.000,true,true,") {
		t.Errorf("%v: %s", err, out.String())
	}
	b = of(1, noon, 100, time.Millisecond)
	b.Operations = b.Operations[1:]
	if d = Differ(a, b, l); !find(d, "box.open").Worse || find(d, "battle").Worse {
		t.Errorf("gone: %+v", d.Rows)
	}
	if d := Differ(b, a, l); d.Worse() != 0 || find(d, "box.open").Why == "" {
		t.Errorf("new: %+v", d.Rows)
	}
}

func TestJUnitAndCSVSayWhatTheReportSays(t *testing.T) {
	r := of(1, noon, 100, 10*time.Millisecond)
	r.Expected = []Expected{{"open.p99<1ms", "10 ms", false}, {"rate>1", "10/s", true}}
	r.Checks = append(r.Checks, check.RuleCount{Rule: "bag", Checked: 3, Broken: 2}, check.RuleCount{Rule: "stuck"})
	r.Violations = []check.Finding{{Rule: "bag", Who: "bot <1>", What: "an item & more"}}
	r.Audit = Audit{}
	var out bytes.Buffer
	if err := r.JUnit(&out); err != nil {
		t.Fatal(err)
	}
	var all suites
	if err := xml.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	s := all.Suites[0]
	if s.Tests != 6 || s.Failures != 2 || s.Skipped != 2 || s.Cases[0].Failure == nil || s.Cases[1].Failure != nil ||
		!strings.Contains(s.Cases[3].Failure.Text, "bot <1>: an item & more") {
		t.Errorf("%s", out.String())
	}
	out.Reset()
	if err := r.HTML(&out); err != nil || !strings.Contains(out.String(), "Not as expected") {
		t.Errorf("%v: the page calls the run as expected", err)
	}
	out.Reset()
	if err := r.CSV(&out); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 5 || rows[1][1] != "box.open" || rows[1][2] != "100" || rows[1][3] != "10.000" ||
		rows[0][10] != "p99_us" || len(rows[1][10]) != 5 || rows[4][1] != "feed" {
		t.Errorf("%v %v", rows, err)
	}
}

func TestAFileThatIsNoReportIsRefusedWithItsPlace(t *testing.T) {
	dir := t.TempDir()
	if err := of(1, noon, 3, time.Millisecond).Write(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, JSONFile)
	r, err := Read(path)
	if err != nil || r.Operations[0].Latency.Count != 3 {
		t.Fatal(r, err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	histogram, _ := r.Operations[0].Latency.Histogram.MarshalText()
	other := hdrhistogram.New(1, 1000, 2)
	_ = other.RecordValue(5) // in range
	narrow, err := other.Encode(hdrhistogram.V2CompressedEncodingCookieBase)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, place string }{
		"no JSON":         {"{", "load of", "report.json"},
		"cut":             {string(good[len(good)/2:]), "", "report.json"},
		"another type":    {`"bots": 5`, `"bots": "many"`, "/bots"},
		"another version": {`"version": 1`, `"version": 7`, "version 7"},
		"a damaged histogram": {string(histogram), string(histogram[:len(histogram)/2]),
			"/operations/0/latency/histogram"},
		"a histogram of nobody": {string(histogram), "HISTFAAA", "/operations/0/latency/histogram"},
		"another range":         {string(histogram), string(narrow), "/operations/0/latency/histogram"},
		"no histogram":          {`"histogram": "` + string(histogram) + `"`, `"histogram": null`, "no histogram"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, bytes.Replace(good, []byte(c.old), []byte(c.new), 1), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Read(path); err == nil || !strings.Contains(err.Error(), c.place) ||
				!strings.Contains(err.Error(), path) {
				t.Errorf("%v, want %q", err, c.place)
			}
		})
	}
}
