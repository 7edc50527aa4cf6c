package loadsim

import (
	"testing"
	"time"

	"jadebox/tools/loadsim/arrival"
	"jadebox/tools/loadsim/fakeserver"
	"jadebox/tools/loadsim/report"
)

// open has 200 turns of openers fall due within 2 s.
func open(t *testing.T, slow time.Duration) (r *report.Result, most time.Duration) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	o := options(s.URL, "open")
	o.Bots = 8
	if err := o.Stages.UnmarshalText([]byte("0s:100,2s:100")); err != nil {
		t.Fatal(err)
	}
	s.Slow(slow)
	r = load(t, o)
	for _, op := range r.Operations {
		if op.Op == "box.open" {
			most = time.Duration(op.Latency.MaxUS) * time.Microsecond
		}
	}
	return r, most
}

func TestAServerThatKeepsUpServesAllArrivals(t *testing.T) {
	r, _ := open(t, 0)
	if a := r.Arrivals; a.Planned != 200 || a.Unserved != 0 || a.Late.Count != 200 || !r.Met() {
		t.Errorf("%+v, %+v", a, r.Expected)
	}
}

// Eight bots that each wait for their answer before they ask again would see a server of 20 a second answer within
// 0.4 s, for ever.
func TestAServerThatDoesNotKeepUpIsTimedFromWhenArrivalsWereMeant(t *testing.T) {
	r, most := open(t, 50*time.Millisecond)
	if a := r.Arrivals; a.Planned < 190 || a.Unserved < 60 || a.Late.Count < a.Planned-8 ||
		time.Duration(a.Late.MaxUS)*time.Microsecond < time.Second {
		t.Errorf("planned %d, unserved %d, late %d up to %d µs", a.Planned, a.Unserved, a.Late.Count, a.Late.MaxUS)
	}
	if most < time.Second {
		t.Errorf("the slowest opening took %v", most)
	}
	if r.Met() {
		t.Error("the run is as expected")
	}
}

func TestTheMeasuredTimeIsThatOfTheStages(t *testing.T) {
	o := Options{URL: "http://127.0.0.1:1", Bots: 1, Scenario: "open", Stages: arrival.Stages{{Over: 5 * time.Second,
		PerS: 1}}}
	if err := o.check(); err != nil || o.Duration != 5*time.Second {
		t.Errorf("%v, %v", o.Duration, err)
	}
	if o.Scenario, o.DataDir = scenarioRooms, "data"; o.check() == nil {
		t.Error("the scenario rooms has stages")
	}
}
