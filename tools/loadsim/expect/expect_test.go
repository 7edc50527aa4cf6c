package expect

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"jadebox/tools/loadsim/measure"
	"jadebox/tools/loadsim/report"
)

// sample has 100 openings of 1 to 100 ms, an error for four of them, and 3 of 4 bots.
func sample() *report.Result {
	r := measure.NewRecorder()
	for i := range 100 {
		r.Done("box.open", time.Duration(i+1)*time.Millisecond)
		r.Delayed("battle", 2*time.Millisecond)
	}
	for range 25 {
		r.Failed(measure.Failure{Op: "box.open"}, false)
	}
	r.Failed(measure.Failure{Op: "pay.open"}, true)
	return &report.Result{Summary: r.Summary(), Bots: 3, Asked: 4, Clock: report.Clock{Known: true}}
}

func parse(t *testing.T, text string) Expectation {
	t.Helper()
	var e Expectation
	if err := e.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestExpectationsAreHeldAgainstTheReport(t *testing.T) {
	for text, met := range map[string]bool{
		"box.open.p50<51ms": true, "box.open.p50<50ms": false,
		"box.open.p99<=101ms": true, "box.open.p99 < 98ms": false,
		"box.open.max<=101ms": true, "box.open.max<99ms": false,
		"box.open.min<=1100us": true, "box.open.min>2ms": false,
		"box.open.mean<51ms": true, "box.open.mean>51ms": false, "box.open.p99.9>98ms": true,
		"box.open.errors<=20%": true, "box.open.errors<20%": false, "box.open.errors==25": true,
		"box.open.failed<=0": true, "pay.open.failed<=0": false, "failed<1%": true, "failed<0.5%": false,
		"errors<21%": true, "errors<20%": false, "errors<=26": true, "errors<26": false,
		"box.open.count>=100": true, "box.open.count>100": false, "box.open.rate>1": true, "rate>1/s": true,
		"rate<1": false, "delay.p99<3ms": true, "delay.p99<1ms": false, "delay.battle.p50<3ms": true,
		"delay.roll.p50<3s": false, "delay.count>=100": true,
		"arrived>=75%": true, "arrived>75%": false, "arrived>=3": true, "arrived=4": false,
		"sell.p99<1s": false, "ox.open.p99<1s": false,
		"pay.open.failed<=100%": true, "open.p99<1s": false, "late.p99<1s": false, "unserved<1%": false,
	} {
		got := Check(sample(), []Expectation{parse(t, text), parse(t, "arrived>=0")})
		if len(got) < 2 || got[0].Met != met || got[0].Got == "" {
			t.Errorf("%s: %+v, want met %v", text, got, met)
		}
	}
}

func TestNoDelayIsAsExpectedWhereTheServersClockIsNotKnown(t *testing.T) {
	for _, known := range []bool{true, false} {
		for text, met := range map[string]bool{"delay.p99<3ms": known, "delay.battle.p99<3ms": known,
			"delay.max>1us": known, "delay.count>=100": true, "box.open.p99<1s": true} {
			r := sample()
			r.Clock.Known = known
			if got := Check(r, []Expectation{parse(t, text)}); got[0].Met != met {
				t.Errorf("known %v: %+v, want met %v", known, got[0], met)
			}
		}
	}
}

func TestTheLastPartOfANameIsEnoughWhereItIsOne(t *testing.T) {
	r := sample()
	r.Operations = r.Operations[:1]
	if got := Check(r, []Expectation{parse(t, "open.p99<200ms")}); !got[0].Met {
		t.Errorf("%+v", got)
	}
	if got := Check(sample(), []Expectation{parse(t, "open.p99<200ms")}); !strings.Contains(got[0].Got, "pay.open") {
		t.Errorf("two have the name: %+v", got)
	}
	if got := Check(sample(), []Expectation{parse(t, "opne.p99<200ms")}); !strings.Contains(got[0].Got, "box.open") {
		t.Errorf("a slip does not tell what there was: %+v", got)
	}
}

// unmetOf are the texts of what a report does not meet.
func unmetOf(t *testing.T, r *report.Result, list ...string) string {
	t.Helper()
	var expected []Expectation
	for _, text := range list {
		expected = append(expected, parse(t, text))
	}
	var all []string
	for _, e := range Check(r, expected) {
		if !e.Met {
			all = append(all, e.Text)
		}
	}
	return strings.Join(all, " ")
}

// A server that ends in the middle of a run leaves good figures of what it did before.
func TestEveryBotArrivesIsServedAndGoesOnUnlessToldOtherwise(t *testing.T) {
	r := sample()
	r.Bots = 4
	check := func(want string, list ...string) {
		t.Helper()
		if got := unmetOf(t, r, list...); got != want {
			t.Errorf("with %v there is unmet %q, want %q", list, got, want)
		}
	}
	check("")
	r.Bots = 3
	check("arrived>=100%")
	check("", "arrived>=70%")
	r.Bots, r.Arrivals = 4, &report.Arrivals{Planned: 10, Unserved: 1}
	check("unserved<=0")
	check("", "unserved<=10%")
	r.Arrivals = nil
	check("unserved<=0", "unserved<=0") // asked for, and there was nothing to be served
	r.Retired = 1
	check("gaveup<=0")
	check("", "gaveup<=25%")
	check("gaveup<25%", "gaveup<25%")
	r.Retired = 0
	for i := range r.Operations {
		r.Operations[i].OK = 0
	}
	check("count>=1")
	check("", "count>=0")
}

func TestAMergedReportIsHeldToWhatItsGeneratorsWereToldUnlessToldOtherwise(t *testing.T) {
	a, b := sample(), sample()
	a.Expected = Check(a, []Expectation{parse(t, "box.open.p99<1ms")})
	b.Expected = Check(b, []Expectation{parse(t, "box.open.p99<1ms"), parse(t, "arrived>=60%")})
	texts := func(list ...string) string {
		t.Helper()
		var own []Expectation
		for _, text := range list {
			own = append(own, parse(t, text))
		}
		told, err := Told([]*report.Result{a, b}, own)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range told {
			all = append(all, e.String())
		}
		return strings.Join(all, " ")
	}
	if got := texts(); got != "box.open.p99<1ms arrived>=100% gaveup<=0 count>=1 arrived>=60%" {
		t.Errorf("told %q", got)
	}
	if got := texts("arrived>=50%"); got != "box.open.p99<1ms gaveup<=0 count>=1" {
		t.Errorf("with one of its own: %q", got)
	}
}

func TestWhatIsNoExpectationIsRefusedWithItsPlace(t *testing.T) {
	for text, place := range map[string]string{
		"": "want a metric", "open": "want a metric", "open.p99": "want a metric", "open.p99<": "want a metric",
		"open.p99!200ms": "want a metric", "open.p98x<1s": "ends with no metric", "open<1s": "ends with no metric",
		"p99<1s": "of what", "open.p101<1s": "beyond 100", "open.p99<fast": "no limit", "open.p99<200": "a time as",
		"open.p99<2%": "a time as", "rate>1s": "a number", "errors<1s": "a number", "errors<-1": "no limit",
		"open.arrived>1": "whole run", "delay.rate>1": "has no rate", "late.errors<1": "has no errors",
		"open.p99<-5ms": "a time as", "rate>NaN": "", "open.p99<200ms open.p50<1ms": "want a metric",
	} {
		var e Expectation
		err := e.UnmarshalText([]byte(text))
		if err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%q: %v, want %q", text, err, place)
		}
	}
}

func TestHistogramsSurviveAReportsText(t *testing.T) {
	r := sample()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var again report.Result
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"box.open.p50<51ms", "box.open.p50>49ms"} {
		if got := Check(&again, []Expectation{parse(t, text)}); !got[0].Met {
			t.Errorf("%+v", got[0])
		}
	}
}
