package loadsim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/clock"
	"jadebox/tools/loadsim/expect"
	"jadebox/tools/loadsim/house"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/measure"
	"jadebox/tools/loadsim/report"
)

// run is what all bots share.
type run struct {
	Options
	target   client.Target
	id       string       // makes keys of this run unlike those of earlier runs with the same seed
	boxes    []client.Box // cheapest first
	findings *check.Findings
	witness  *check.Witness
	recorder *measure.Recorder
	journal  *journal.Writer
	lobby    lobby
	market   market
	house    *house.House // nil where it is not needed
	census   census
	accounts accounts
	arrivals *arrivals     // nil in a closed model, where each bot begins its next turn after the last
	clock    clock.Clock   // the server's
	playing  chan struct{} // closed when nothing new is to be started
	progress *progress

	caught         atomic.Int64 // cents that bots got in rains
	broke, retired atomic.Int64 // bots without funds; bots that gave an operation up
}

// Run loads the server and reports. It stops early, in order, when ctx ends. An error means that there is nothing to
// report: no server, no bots. Findings, errors of the server and a violated audit stand in the result.
func Run(ctx context.Context, o Options) (*report.Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	host, err := o.host()
	if err != nil {
		return nil, err
	}
	findings := &check.Findings{}
	r := &run{Options: o, target: client.Target{Host: host, Language: "en"}, id: runID(), findings: findings,
		witness: check.NewWitness(findings), recorder: measure.NewRecorder(), playing: make(chan struct{}),
		progress: newProgress(o.Progress)}
	if r.accounts, err = readAccounts(o.Accounts); err != nil {
		return nil, err
	}
	if len(o.Stages) > 0 {
		r.arrivals = newArrivals(o.Stages)
	}
	if err := r.survey(ctx); err != nil {
		return nil, err
	}
	if scenario, _ := o.scenario(); scenario.house || r.enrols() && (o.DataDir != "" || o.DatabaseURL != "") {
		if r.house, err = house.Open(ctx, o.DataDir, o.DatabaseURL); err != nil {
			return nil, err
		}
		defer r.house.Close()
	}
	if o.Journal != "" {
		if r.journal, err = journal.Create(o.Journal); err != nil {
			return nil, err
		}
	}
	result, err := r.play(ctx)
	r.progress.close()
	return result, errors.Join(err, r.journal.Close())
}

func (r *run) phase(p Phase) {
	r.progress.phase(p)
	if r.OnPhase != nil {
		r.OnPhase(p)
	}
}

// runID is short, unique on this machine and made of the letters that keys allow.
func runID() string { return fmt.Sprintf("%x", time.Now().UnixMicro()) }

// survey asks what there is to open.
func (r *run) survey(ctx context.Context) error {
	c := client.Conn{Target: r.target}
	defer c.Close()
	var list client.BoxList
	if err := c.Get(ctx, client.PathBoxes+"?type=all", &list); err != nil {
		return fmt.Errorf("loadsim: is the server up? %w", err)
	}
	if len(list.Boxes) == 0 {
		return errors.New("loadsim: the server has no boxes: start it with --demo")
	}
	slices.SortFunc(list.Boxes, func(a, b client.Box) int { return int(a.PriceCents - b.PriceCents) })
	r.boxes = list.Boxes
	if r.upgrades() {
		return r.visitMarket(ctx)
	}
	return nil
}

func (r *run) play(ctx context.Context) (*report.Result, error) {
	ticking, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	var ticker sync.WaitGroup
	ticker.Go(func() { r.tick(ticking) })

	select {
	case <-r.keepTime(ticking, &ticker):
	case <-time.After(firstWithin): // delays are then by this machine's clock, and the report says so
	}
	r.phase(PhaseRamp)
	began := time.Now()
	crew, absent, err := r.ramp(ctx)
	if err != nil {
		return nil, err
	}
	ramped := time.Since(began)
	if err := r.accounts.keep(r.Options.Accounts, crew); err != nil {
		return nil, err
	}

	// hard outlives the playing time: what was begun may end.
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	parts := r.parts(ticking, &ticker, crew)
	alone := r.alone(ctx, hard, parts)
	done := r.begin(ctx, hard, parts)
	r.phase(PhasePlay)
	measured := time.Now()
	r.recorder.Start()
	r.census.restart()
	r.playFor(ctx, done)
	cut := ctx.Err() != nil
	close(r.playing)
	summary := r.recorder.Summary() // the drain is not the run
	rooms := r.census.rooms()
	arrived := r.arrivals.end()

	r.phase(PhaseDrain)
	drain := time.AfterFunc(r.Drain, cancel)
	<-done
	drain.Stop()
	r.dismiss(hard, crew)
	stop()
	ticker.Wait()

	result := &report.Result{
		Version: report.Version, URL: r.URL, Scenario: r.scenarioName(), Seed: r.Seed, StartedAt: began,
		MeasuredAt: measured, Bots: len(crew), Asked: r.Bots, RampS: ramped.Seconds(),
		Clock: report.ClockOf(r.clock.Estimate()), Summary: summary, Rooms: report.Compare(rooms, summary, alone),
		Checks: r.findings.RuleCounts(), Violations: r.findings.Texts(), Broken: r.findings.Broken(),
		Broke: r.broke.Load(), Retired: r.retired.Load(), Absent: absent, Arrivals: arrived,
		Cut: cut,
	}
	r.phase(PhaseAudit)
	result.Audit = r.audit(context.WithoutCancel(ctx))
	result.Expected = expect.Check(result, r.Expect)
	return result, nil
}

// dismiss takes the last balance of every bot, a few at a time.
func (r *run) dismiss(ctx context.Context, crew []*bot) {
	queue := make(chan *bot)
	var workers sync.WaitGroup
	for range rampWorkers {
		workers.Go(func() {
			for b := range queue {
				b.farewell(ctx)
			}
		})
	}
	for _, b := range crew {
		queue <- b
	}
	close(queue)
	workers.Wait()
}

// await waits, at most until all bots are done.
func (r *run) await(ctx context.Context, d time.Duration, done <-chan struct{}) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-done:
	case <-t.C:
	}
}

// playFor waits for what is measured to end.
func (r *run) playFor(ctx context.Context, done <-chan struct{}) {
	if r.arrivals == nil {
		r.await(ctx, r.Duration, done)
		return
	}
	r.await(ctx, r.Stages.Duration()+lastWithin, r.arrivals.drained)
}

// over reports whether nothing new is to be started.
func (r *run) over() bool {
	select {
	case <-r.playing:
		return true
	default:
		return false
	}
}

// pause waits, or returns early when the playing time is over.
func (r *run) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-r.playing:
	case <-t.C:
	}
}

// tick closes a second of the series and shows it.
func (r *run) tick(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			r.census.tick()
			r.progress.second(r.recorder.Tick(), r.findings.Broken())
		}
	}
}
