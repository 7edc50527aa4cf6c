//go:build linux

// Package scenario is what must hold when things die: bots play, the server is killed with kill -9, its PostgreSQL too,
// it is asked to stop and started again, and in the end every acknowledged operation is there, once, and the audit is
// clean.
//
// The server is the real binary, the bots are tools/loadsim. Deliberately absent: looking into the database by any
// other way than the product's own audit; power cuts and lost connections (tools/crash).
package scenario

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/report"
)

// CrashPoint is one way to go down.
type CrashPoint uint8

const (
	KillServer   CrashPoint = iota // kill -9 of the server; PostgreSQL lives on and is adopted
	KillPostgres                   // kill -9 of PostgreSQL; the server starts it again
	Terminate                      // SIGTERM, as a rolling restart does
	KillBoth                       // kill -9 of both, as a machine that goes away
	crashPointCount
)

var crashPointNames = [crashPointCount]string{"kill -9 server", "kill -9 postgres", "SIGTERM", "kill -9 both"}

func (b CrashPoint) String() string { return crashPointNames[b] }

// Options of a scenario.
type Options struct {
	Bin    string
	Dir    string // for data, journal and logs; emptied by the caller
	Rounds int    // crash points, each kind in turn
	Bots   int
	Seed   uint64
	Pause  time.Duration // between the recovery from one crash point and the next, ±50 %
	Log    io.Writer     // lines for a person
}

// Round is one crash point and what it took to recover.
type Round struct {
	CrashPoint CrashPoint
	BackIn     time.Duration // until an operation was acknowledged again
	ReadyIn    time.Duration // until /readyz said so
	Err        error
}

// Result is what a scenario found.
type Result struct {
	Rounds  []Round
	Load    *report.Result
	Verdict journal.Verdict
	Audit   string // the audit's own words
	AuditOK bool
}

// Lost is the number of acknowledged operations that are not as they were acknowledged.
func (r *Result) Lost() int64 { return r.Verdict.Broken }

// OK reports whether nothing was lost, nothing was wrong and that enough happened for this to mean something.
func (r *Result) OK() bool { return r.Err() == nil }

// Err is everything that is wrong.
func (r *Result) Err() error {
	var errs []error
	add := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	for i, round := range r.Rounds {
		add(round.Err != nil, "round %d, %v: %w", i+1, round.CrashPoint, round.Err)
	}
	add(r.Load.Broken > 0, "%d violations seen by the bots: %+v", r.Load.Broken, r.Load.Violations)
	add(r.Load.Retired > 0, "%d operations were given up", r.Load.Retired)
	add(r.Verdict.Broken > 0, "%d acknowledged operations lost or changed: %+v", r.Verdict.Broken, r.Verdict.Violations)
	add(r.Verdict.Unreachable > 0, "%d acknowledged operations could not be asked for", r.Verdict.Unreachable)
	add(r.Verdict.Acknowledged < 10*len(r.Rounds), "only %d acknowledged operations: the scenario proves nothing",
		r.Verdict.Acknowledged)
	add(r.Verdict.Balances == 0, "no balance was compared: the scenario proves nothing")
	add(!r.AuditOK, "the audit found violations or could not look:\n%s", r.Audit)
	return errors.Join(errs...)
}

// Run runs the scenario. An error means that it could not be run; what it found is in the result.
func Run(ctx context.Context, o Options) (*Result, error) {
	t := &injector{Options: o, rng: rand.New(rand.NewPCG(o.Seed, 9))}
	server, log, err := process.Prepare(o.Dir, o.Bin, &t.Log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	t.server = server
	defer func() { process.End(t.running, t.server.Data) }()
	return t.run(ctx)
}

type injector struct {
	Options
	rng     *rand.Rand
	server  process.Options
	running *process.Server
	probe   *probe
}

func (t *injector) say(format string, args ...any) { fmt.Fprintf(t.Log, format+"\n", args...) }

// tidy leaves no process behind, whatever happened.
func (t *injector) start(ctx context.Context) error {
	running, err := process.Start(ctx, t.server)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, t.lastWords())
	}
	t.running = running
	return nil
}

// lastWords are the end of the server's log.
func (t *injector) lastWords() string {
	b, _ := os.ReadFile(filepath.Join(t.Dir, process.LogName))
	return string(b[max(0, len(b)-lastWordsMax):])
}

const lastWordsMax = 1500

func (t *injector) run(ctx context.Context) (*Result, error) {
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	t.say("server ready in %v", t.running.Took.Round(time.Millisecond))
	var err error
	if t.probe, err = t.newProbe(ctx); err != nil {
		return nil, fmt.Errorf("probe: %w", err)
	}
	if err := t.alive(ctx); err != nil { // the first opening waits for a beacon
		return nil, err
	}
	load, stop := context.WithCancel(ctx)
	defer stop()
	type ending struct {
		result *report.Result
		err    error
	}
	playing, ended := make(chan struct{}), make(chan ending, 1)
	path := filepath.Join(t.Dir, "journal")
	go func() {
		r, err := loadsim.Run(load, loadsim.Options{URL: t.running.URL(), Bots: t.Bots, Duration: time.Hour,
			Seed: t.Seed, Scenario: "mixed",
			Think: 30 * time.Millisecond, Feed: 0.5, Patience: 60 * time.Second, Unaudited: true, Journal: path,
			OnPhase: func(p loadsim.Phase) {
				if p == loadsim.PhasePlay {
					close(playing)
				}
			}})
		ended <- ending{r, err}
	}()
	select {
	case <-playing:
	case e := <-ended:
		return nil, fmt.Errorf("the load did not start: %w\n%s", e.err, t.lastWords())
	}
	result := &Result{}
	for i := range t.Rounds {
		t.pause()
		round := t.round(ctx, CrashPoint(i%int(crashPointCount)))
		result.Rounds = append(result.Rounds, round)
		t.say("round %d: %-16v ready in %6v, operations again after %6v %v", i+1, round.CrashPoint,
			round.ReadyIn.Round(time.Millisecond), round.BackIn.Round(time.Millisecond), errText(round.Err))
		if round.Err != nil {
			break
		}
	}
	t.pause()
	if last := len(result.Rounds) - 1; last >= 0 && result.Rounds[last].Err != nil && t.running.Exited() {
		if err := t.start(ctx); err != nil {
			return nil, errors.Join(result.Rounds[last].Err, err)
		}
	}
	stop() // the load ends in order: battles play out, balances are compared
	e := <-ended
	if e.err != nil {
		return nil, fmt.Errorf("load: %w", e.err)
	}
	result.Load = e.result
	if err := t.judge(ctx, result, path); err != nil {
		return nil, err
	}
	return result, nil
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func (t *injector) pause() {
	time.Sleep(t.Pause/2 + time.Duration(t.rng.Int64N(int64(t.Pause))))
}

// round strikes and waits for the recovery.
func (t *injector) round(ctx context.Context, b CrashPoint) Round {
	r := Round{CrashPoint: b}
	began := time.Now()
	restart := true
	switch b {
	case KillServer:
		r.Err = t.running.Kill()
	case KillPostgres:
		r.Err, restart = process.KillPostgres(t.server.Data), false
	case KillBoth:
		r.Err = errors.Join(process.KillPostgres(t.server.Data), t.running.Kill())
	case Terminate:
		stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
		r.Err = t.running.Terminate(stopping)
		cancel()
	}
	if restart && r.Err == nil {
		r.Err = t.start(ctx)
	}
	if r.Err == nil {
		r.ReadyIn = time.Since(began)
		r.Err = t.alive(ctx)
		r.BackIn = time.Since(began)
	}
	return r
}

// probe is a player of the scenario's own who opens a box after every crash point: that needs every part of the server.
type probe struct {
	conn client.Conn
	box  client.Box
	n    int
}

func (t *injector) newProbe(ctx context.Context) (*probe, error) {
	p := &probe{conn: client.Conn{Target: client.Target{Host: t.server.Listen, Forwarded: "10.200.0.1",
		Timeout: 10 * time.Second}}}
	var list client.BoxList
	if err := p.conn.Get(ctx, client.PathBoxes+"?type=all", &list); err != nil {
		return nil, err
	}
	p.box = slices.MinFunc(list.Boxes, func(a, b client.Box) int { return cmp.Compare(a.PriceCents, b.PriceCents) })
	data, err := p.conn.Post(ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: "probe0001",
		Password: "Probe-7-jade", Fingerprint: "probe"}))
	if err != nil {
		return nil, err
	}
	var session client.Session
	if err := client.Decode(data, &session); err != nil {
		return nil, err
	}
	p.conn.Token = session.Token
	return p, nil
}

// alive opens a box, again and again until that is acknowledged.
func (t *injector) alive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	p := t.probe
	p.n++
	call := client.NewCall(client.PathOpen(p.box.ID), fmt.Sprintf("probe-%d", p.n),
		client.OpenBox{Count: 1, PriceCents: p.box.PriceCents})
	for {
		_, err := p.conn.Post(ctx, call)
		if err == nil {
			return nil
		}
		if t.running.Exited() {
			return fmt.Errorf("%w\n%s", process.ErrExited, t.lastWords())
		}
		if !client.Retryable(err) || ctx.Err() != nil {
			return fmt.Errorf("alive: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// judge holds the server to the journal, stops it, and lets the product's own audit look at what it left.
func (t *injector) judge(ctx context.Context, r *Result, path string) error {
	j, err := journal.Read(path)
	if err != nil {
		return err
	}
	if t.running.Exited() { // a server that could not come back is still to keep its word when it is started later
		if err := t.start(ctx); err != nil {
			return err
		}
	}
	r.Verdict = journal.Verify(ctx, client.Target{Host: t.server.Listen, Timeout: 20 * time.Second}, j, 8)
	t.say("%v", r.Verdict)
	stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := t.running.Terminate(stopping); err != nil {
		return err
	}
	r.Audit, err = t.running.Audit(ctx)
	r.AuditOK = err == nil
	t.say("%s", r.Audit)
	return nil
}
