// Package report turns the result of a load run into text, JSON and one self-contained page.
//
// The page has no scripts and loads nothing. Deliberately absent: any judgement that is not in the result.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/clock"
	"jadebox/tools/loadsim/measure"
)

// Version of the JSON: raised when a field changes its meaning.
const Version = 1

// Files that Write makes.
const (
	TextFile = "report.txt"
	JSONFile = "report.json"
	HTMLFile = "report.html"
)

// Result is all that a run found.
type Result struct {
	Version    int       `json:"version"`
	URL        string    `json:"url"`
	Scenario   string    `json:"scenario"`
	Seed       uint64    `json:"seed"`
	StartedAt  time.Time `json:"startedAt"`
	MeasuredAt time.Time `json:"measuredAt"` // what is measured began
	Bots       int       `json:"bots"`       // that arrived
	Asked      int       `json:"asked"`      // bots
	RampS      float64   `json:"rampS"`

	Clock Clock `json:"clock"` // the server's: what delays were measured by

	measure.Summary

	Rooms []Rooms `json:"rooms"` // of the scenario rooms

	Checks     []check.RuleCount `json:"checks"`
	Broken     int64             `json:"broken"`
	Violations []check.Finding   `json:"violations"`
	Broke      int64             `json:"broke"`   // bots that ran out of funds
	Retired    int64             `json:"retired"` // bots that gave an operation up
	Audit      Audit             `json:"audit"`

	Absent   []measure.Errors `json:"absent"`             // why bots did not arrive
	Arrivals *Arrivals        `json:"arrivals,omitempty"` // of a run with stages
	Expected []Expected       `json:"expected"`
	Cut      bool             `json:"cut"` // it was told to end before its time
}

// Arrivals are what an open model planned and what became of it.
type Arrivals struct {
	Stages   string `json:"stages"`
	Planned  int64  `json:"planned"`
	Unserved int64  `json:"unserved"` // that no bot was free for before the end
	// Late is how long after the time it was meant for each began; of those unserved, how long they waited in vain.
	Late measure.Latency `json:"late"`
}

// Expected is an expectation and what there was.
type Expected struct {
	Text string `json:"text"`
	Got  string `json:"got"`
	Met  bool   `json:"met"`
}

// Clock is how far the server's clock is from that of the machine with the bots.
type Clock struct {
	Known    bool    `json:"known"`    // else the two were taken for one
	OffsetMS float64 `json:"offsetMs"` // positive: the server's is ahead
	ErrorMS  float64 `json:"errorMs"`  // either way
	TripMS   float64 `json:"tripMs"`   // the shortest round trip
}

// ClockOf is an estimate as it stands at the end of a run.
func ClockOf(e clock.Estimate) Clock {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return Clock{Known: e.Samples > 0, OffsetMS: ms(e.Offset), ErrorMS: ms(e.Error), TripMS: ms(e.Trip)}
}

// String is a line of a report.
func (c Clock) String() string {
	if !c.Known {
		return "not told: delays are by the clock of this machine"
	}
	return fmt.Sprintf("%+.2f ms (± %.2f ms, shortest round trip %.2f ms)", c.OffsetMS, c.ErrorMS, c.TripMS)
}

// Audit is the auditor's verdict.
type Audit struct {
	By         string   `json:"by"` // "database", "live auditor", "" = none could be asked
	OK         bool     `json:"ok"`
	Violations int64    `json:"violations"`
	Ops        int64    `json:"ops"` // audited, when known
	Detail     []string `json:"detail"`
}

// OK reports whether nothing was wrong with what was seen and that an auditor, if there was one, agrees.
func (r *Result) OK() bool { return r.Broken == 0 && (r.Audit.OK || r.Audit.By == "") }

// Met reports whether the run is what was expected of it. One that was cut short has not shown it.
func (r *Result) Met() bool { return !r.Cut && len(r.unmet()) == 0 }

// Write makes the three files in dir.
func (r *Result) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(dir, JSONFile), append(b, '\n'), 0o644),
		ToFile(filepath.Join(dir, TextFile), r.Text),
		ToFile(filepath.Join(dir, HTMLFile), r.HTML))
}
