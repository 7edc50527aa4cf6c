package loadsim

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"jadebox/tools/loadsim/expect"
	"jadebox/tools/loadsim/fakeserver"
	"jadebox/tools/loadsim/measure"
)

// The good answers of before it fell silent are all that such a server has.
func TestAServerThatFallsSilentIsTimedUntilTheEnd(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	defer s.Silent(40)()
	o := options(s.URL, "open")
	o.Bots, o.Duration, o.Drain = 8, 4*time.Second, 50*time.Millisecond // the silence itself is what is measured
	o.Expect = make([]expect.Expectation, 1)
	if err := o.Expect[0].UnmarshalText([]byte("open.max<1s")); err != nil {
		t.Fatal(err)
	}
	r := load(t, o)
	if r.Met() {
		t.Errorf("all is as expected: %+v", r.Expected)
	}
	var unanswered, told int64
	for _, op := range r.Operations {
		unanswered += op.Unanswered
		if op.Unanswered > 0 && op.Latency.Count != op.OK+op.Unanswered {
			t.Errorf("%s: %d latencies of %d answered and %d that were not", op.Op, op.Latency.Count, op.OK,
				op.Unanswered)
		}
	}
	for _, e := range r.Errors {
		if e.Text == measure.Unanswered {
			told += e.Count
		}
	}
	if unanswered == 0 || unanswered > 8 || told != unanswered { // on a slow machine some wait for less than 1 s
		t.Errorf("%d unanswered, %d among the errors, want those of up to 8 bots", unanswered, told)
	}
}

// A run that SIGTERM ended after a second of ten minutes has shown nothing of the ten minutes.
func TestARunThatIsCutShortIsNotAsExpected(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	for _, cut := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		o := options(s.URL, "open")
		o.Seed += map[bool]uint64{true: 1}[cut]
		o.OnPhase = func(p Phase) {
			if cut && p == PhasePlay {
				time.AfterFunc(200*time.Millisecond, cancel) // in the second that it plays
			}
		}
		r, err := Run(ctx, o)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := r.Text(&text); err != nil || strings.Contains(text.String(), "cut short") != cut {
			t.Errorf("cut %v: %v %s", cut, err, text.String())
		}
		if r.Cut != cut || r.Met() == cut {
			t.Errorf("cut %v: %v, met %v: %+v", cut, r.Cut, r.Met(), r.Expected)
		}
	}
}

// A server that dies after its welcome never answers the subscription.
func TestARampEndsWhenItIsToldToWhateverTheServerDoes(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	asked := s.Welcoming()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := Run(ctx, options(s.URL, "open"))
		ended <- err
	}()
	<-asked
	cancel()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a run without a bot has a result")
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it goes on")
	}
	s.Close()
}
