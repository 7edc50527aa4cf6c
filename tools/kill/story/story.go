//go:build linux

// Package story is what must hold when things die: bots play, the server is killed with kill -9, its PostgreSQL too, it is
// asked to stop and started again, and in the end every acknowledged operation is there, once, and the audit is clean.
//
// The server is the real binary, the bots are tools/loadsim. Deliberately absent: looking into the database by any
// other way than the product's own audit; power cuts and lost connections (tools/crash).
package story

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
	"jadebox/tools/loadsim/report"
)

// Blow is one way to go down.
type Blow uint8

const (
	KillServer   Blow = iota // kill -9 of the server; PostgreSQL lives on and is adopted
	KillPostgres             // kill -9 of PostgreSQL; the server starts it again
	Terminate                // SIGTERM, as a rolling restart does
	KillBoth                 // kill -9 of both, as a machine that goes away
	blowCount
)

var blowNames = [blowCount]string{"kill -9 server", "kill -9 postgres", "SIGTERM", "kill -9 both"}

func (b Blow) String() string { return blowNames[b] }

// Options of a story.
type Options struct {
	Bin    string
	Dir    string // for data, journal and logs; emptied by the caller
	Rounds int    // blows, each kind in turn
	Bots   int
	Seed   uint64
	Pause  time.Duration // between the recovery from one blow and the next, ±50 %
	Log    io.Writer     // lines for a person
}

// Round is one blow and what it took to recover.
type Round struct {
	Blow    Blow
	BackIn  time.Duration // until an operation was acknowledged again
	ReadyIn time.Duration // until /readyz said so
	Err     error
}

// Result is the end of the story.
type Result struct {
	Rounds  []Round
	Load    *report.Result
	Verdict journal.Verdict
	Audit   string // the audit's own words
	AuditOK bool
}

// Lost is the number of acknowledged operations that are not as they were acknowledged.
func (r *Result) Lost() int64 { return r.Verdict.Broken }

// OK says that nothing was lost, nothing was wrong and that enough happened for this to mean something.
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
		add(round.Err != nil, "round %d, %v: %w", i+1, round.Blow, round.Err)
	}
	add(r.Load.Broken > 0, "%d violations seen by the bots: %+v", r.Load.Broken, r.Load.Violations)
	add(r.Load.Retired > 0, "%d operations were given up", r.Load.Retired)
	add(r.Verdict.Broken > 0, "%d acknowledged operations lost or changed: %+v", r.Verdict.Broken, r.Verdict.Violations)
	add(r.Verdict.Unreachable > 0, "%d acknowledged operations could not be asked for", r.Verdict.Unreachable)
	add(r.Verdict.Acknowledged < 10*len(r.Rounds), "only %d acknowledged operations: the story proves nothing", r.Verdict.Acknowledged)
	add(r.Verdict.Balances == 0, "no balance was compared: the story proves nothing")
	add(!r.AuditOK, "the audit found violations or could not look:\n%s", r.Audit)
	return errors.Join(errs...)
}

// Tell runs the story. An error means that it could not be told; what it found is in the result.
func Tell(ctx context.Context, o Options) (*Result, error) {
	t := &teller{Options: o, rng: rand.New(rand.NewPCG(o.Seed, 9))}
	if t.Log == nil {
		t.Log = io.Discard
	}
	log, err := os.Create(filepath.Join(o.Dir, "server.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	t.server = process.Options{Bin: o.Bin, Data: filepath.Join(o.Dir, "data"), Listen: listen, Log: log}
	defer t.tidy()
	return t.tell(ctx)
}

type teller struct {
	Options
	rng     *rand.Rand
	server  process.Options
	running *process.Server
}

func (t *teller) say(format string, args ...any) { fmt.Fprintf(t.Log, format+"\n", args...) }

// tidy leaves no process behind, whatever happened.
func (t *teller) tidy() {
	if t.running != nil && !t.running.Exited() {
		_ = t.running.Kill()
	}
	process.StopPostgres(t.server.Data)
}

func (t *teller) start(ctx context.Context) (err error) {
	t.running, err = process.Start(ctx, t.server)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, t.lastWords())
	}
	return nil
}

// lastWords are the end of the server's log.
func (t *teller) lastWords() string {
	b, _ := os.ReadFile(filepath.Join(t.Dir, "server.log"))
	return string(b[max(0, len(b)-3000):])
}

func (t *teller) tell(ctx context.Context) (*Result, error) {
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	t.say("server ready in %v", t.running.Took.Round(time.Millisecond))
	load, stop := context.WithCancel(ctx)
	defer stop()
	type ending struct {
		result *report.Result
		err    error
	}
	playing, ended := make(chan struct{}), make(chan ending, 1)
	path := filepath.Join(t.Dir, "journal")
	go func() {
		r, err := loadsim.Run(load, loadsim.Options{URL: t.running.URL(), Bots: t.Bots, Duration: time.Hour, Seed: t.Seed, Scenario: "mixed",
			Think: 30 * time.Millisecond, Feed: 0.5, Patience: 90 * time.Second, Journal: path,
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
		round := t.round(ctx, Blow(i%int(blowCount)))
		result.Rounds = append(result.Rounds, round)
		t.say("round %d: %-16v ready in %6v, operations again after %6v %v", i+1, round.Blow, round.ReadyIn.Round(time.Millisecond), round.BackIn.Round(time.Millisecond), errText(round.Err))
		if round.Err != nil {
			break
		}
	}
	t.pause()
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

func (t *teller) pause() {
	time.Sleep(t.Pause/2 + time.Duration(t.rng.Int64N(int64(t.Pause))))
}

// round strikes and waits for the recovery.
func (t *teller) round(ctx context.Context, b Blow) Round {
	r := Round{Blow: b}
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

// alive registers a fresh player, which needs every part of the server, its database included.
func (t *teller) alive(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c := client.Conn{Target: client.Target{Host: t.server.Listen, Forwarded: fmt.Sprintf("10.200.%d.%d", t.rng.IntN(256), t.rng.IntN(256)), Timeout: 10 * time.Second}}
	defer c.Close()
	name := fmt.Sprintf("probe%07x", t.rng.Uint32()&0xfffffff)
	for {
		_, err := c.Post(ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: name, Password: "Probe-7-jade", Fingerprint: name}))
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
func (t *teller) judge(ctx context.Context, r *Result, path string) error {
	j, err := journal.Read(path)
	if err != nil {
		return err
	}
	r.Verdict = journal.Verify(ctx, client.Target{Host: t.server.Listen, Timeout: 20 * time.Second}, j, 8)
	t.say("%v", r.Verdict)
	stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := t.running.Terminate(stopping); err != nil {
		return err
	}
	var out bytes.Buffer
	audit := exec.CommandContext(ctx, t.Bin, "audit", "--data", t.server.Data)
	audit.Stdout, audit.Stderr = &out, &out
	err = audit.Run()
	r.Audit, r.AuditOK = strings.TrimSpace(out.String()), err == nil
	t.say("%s", r.Audit)
	return nil
}
