//go:build linux

// Package phases kills the real server with kill -9 in each phase of each kind of room, with operations of that kind
// under way, and holds it to what it had acknowledged: every operation is there once, every room goes on or gives back,
// balances and backpacks are what the answers add up to, and the audit is clean.
//
// A cycle has three crash points. The first falls while rolls are open (one is a draft), lucky cards are turned, wish
// rooms fill, a rain counts down, and joins, flips, takings, upgrades, trade-ins, purchases and retrievals are without
// an answer; the second while rolls and wishes are locked and packets fall, with claims under way; the third when all
// is over and players buy gems, claim the bonuses of their levels, withdraw R$ and claim what is given once in its time
// (a sign-in, a milestone of its month, a week's benefit, task boxes, a box that a reset voucher opens once more, the
// boxes of the welcome, radishes of an activity, a box for them and a friend's help), while commissions are to be paid.
// A phase that was not hit is an error. Deliberately absent: battles, SIGTERM and the death of PostgreSQL (package
// scenario).
package phases

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/house"
	"jadebox/tools/loadsim/journal"
)

// Options of the crash points.
type Options struct {
	Bin    string
	Dir    string // for data, journals and the log; emptied by the caller
	Cycles int    // of three crash points, about half a minute each; up to two more for phases that were not hit
	Seed   uint64 // when exactly a crash point falls
	// Kind is the one kind of room that is played, with nothing beside its rooms; "" are all, and all that players do
	// beside them.
	Kind string
	// negative control: the first crash point takes the database back to before the cycle, and nothing follows it
	Rewind bool
	Log    io.Writer
}

// Result is what was hit and what was found.
type Result struct {
	Hit          map[string]int // phases and operations under way, with the crash points that fell in them
	Acknowledged int
	Wrong        []error
	Audit        string

	kind string // of the options
}

// Phases are what must be hit, each at least once, where one kind of room is played, or all ("").
func Phases(kind string) (list []string) {
	for _, k := range roomKinds(kind) {
		list = append(list, k.phases...)
		list = append(list, flights(k.midway, k.locked)...)
	}
	if kind != "" {
		return list
	}
	return append(append(list, "item on its way", "items delivered", "promotion.pay to come"),
		flights(exchanges, claimKinds, payments)...)
}

// exchanges are under way at the first crash point besides what players do in rooms, payments at the third.
var (
	exchanges = []string{"upgrade.play", "item.trade", "mall.buy", "item.retrieve"}
	payments  = []string{"pay.order", "pay.webhook", "pay.withdraw", "vip.claim"}
)

func inFlight(op string) string { return op + " in flight" }

func flights(ops ...[]string) (list []string) {
	for _, op := range slices.Concat(ops...) {
		list = append(list, inFlight(op))
	}
	return list
}

// Err is everything that is wrong.
func (r *Result) Err() error {
	errs := r.Wrong
	for _, phase := range r.missed() {
		errs = append(errs, fmt.Errorf("no crash fell into %q: nothing is proven about it", phase))
	}
	return errors.Join(errs...)
}

func (r *Result) missed() []string {
	return slices.DeleteFunc(Phases(r.kind), func(phase string) bool { return r.Hit[phase] > 0 })
}

type injector struct {
	Options
	rng     *rand.Rand
	server  process.Options
	running *process.Server
	result  Result

	ahead time.Duration // from furnish to the locks, in the next cycle
}

// ErrKind means that no rooms of the kind are killed here.
var ErrKind = errors.New("no kind of room that is killed in its phases")

// Run runs all cycles. An error means that they could not be run; what is wrong is in the result.
func Run(ctx context.Context, o Options) (*Result, error) {
	t := &injector{Options: o, rng: rand.New(rand.NewPCG(o.Seed, 11)),
		result: Result{Hit: map[string]int{}, kind: o.Kind}, ahead: lockAhead}
	switch {
	case len(roomKinds(o.Kind)) == 0:
		return nil, fmt.Errorf("%q: %w", o.Kind, ErrKind)
	case o.Kind != "":
		t.ahead = lockAheadOfOne
	}
	server, log, err := process.Prepare(o.Dir, o.Bin, &t.Log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	t.server = server
	defer func() { process.End(t.running, t.server.Data) }()
	if err := t.start(ctx); err != nil {
		return nil, err
	}
	for done, cycle := 0, 0; done < max(o.Cycles, 1) || t.again(done); cycle++ {
		switch err := t.cycle(ctx, cycle); {
		case errors.Is(err, errLate) && t.ahead < lockMost:
			t.ahead += lockAhead
			t.say("cycle %d is void: %v; the next has %v", cycle, err, t.ahead)
		case err != nil:
			return nil, err
		default:
			done++
		}
	}
	return &t.result, t.audit(ctx)
}

// againMost is how many cycles more are played for phases that were not hit.
const againMost = 2

// again says that another cycle is worth its time: nothing is wrong, and a phase was not hit, which is a matter of
// chance on a busy machine.
func (t *injector) again(done int) bool {
	missed := t.result.missed()
	if t.Rewind || len(t.result.Wrong) > 0 || len(missed) == 0 || done >= max(t.Cycles, 1)+againMost {
		return false
	}
	t.say("not hit in %d cycles: %q", done, missed)
	return true
}

func (t *injector) start(ctx context.Context) (err error) {
	t.running, err = process.Start(ctx, t.server)
	return err
}

func (t *injector) say(format string, args ...any) { fmt.Fprintf(t.Log, format+"\n", args...) }

func (t *injector) hit(phase string, is bool) {
	if is {
		t.result.Hit[phase]++
	}
}

// crashAt is kill -9 and the restart, for what is named.
func (t *injector) crashAt(ctx context.Context, what string) error {
	if err := t.running.Kill(); err != nil {
		return err
	}
	if t.Rewind {
		if err := t.rewind(); err != nil {
			return err
		}
	}
	began := time.Now()
	if err := t.start(ctx); err != nil {
		return err
	}
	t.say("kill -9 %s: ready again after %v", what, time.Since(began).Round(time.Millisecond))
	return nil
}

// flightWait is how long a crash point waits for all that it is to fall in; on a busy machine the last to come takes
// seconds.
const flightWait = 3 * time.Second

// inFlight waits a moment of chance, then until every one of these operations is without an answer, and notes them.
func (t *injector) inFlight(c *scenario, ops ...string) {
	time.Sleep(time.Duration(t.rng.Int64N(int64(12 * time.Millisecond))))
	flying := func(op string) bool { return c.underWayOf(op).Load() > 0 }
	for end := time.Now().Add(flightWait); time.Now().Before(end); time.Sleep(20 * time.Microsecond) {
		all := true
		for _, op := range ops {
			all = all && flying(op)
		}
		if all {
			break
		}
	}
	for _, op := range ops {
		t.hit(inFlight(op), flying(op))
	}
}

// errLate means that the server was ready again when the rooms were locked or nearly so: nothing can be asked of
// the rest of this cycle.
var errLate = errors.New("the server was ready again too late for the locks")

// orLate is an error of furnish so long before the locks, and errLate with it where that is too short: what came too
// late was refused, and the cycle's line says what else it may have been.
func orLate(err error, left time.Duration) error {
	if left < rollLeast {
		return fmt.Errorf("%w: %w", errLate, err)
	}
	return err
}

func (t *injector) cycle(ctx context.Context, n int) error {
	h, err := house.Open(ctx, t.server.Data, "")
	if err != nil {
		return err
	}
	defer func() { h.Close() }()
	c, err := t.newScenario(ctx, h, n)
	if err != nil {
		return err
	}
	if t.Rewind {
		if err := t.remember(ctx); err != nil {
			return err
		}
		h.Close()
		if h, err = house.Open(ctx, t.server.Data, ""); err != nil {
			return err
		}
	}
	c.house = h
	if err := c.furnish(ctx); err != nil {
		return errors.Join(orLate(err, time.Until(c.locksAt)), c.close())
	}
	hit := maps.Clone(t.result.Hit)
	err = t.threeCrashPoints(ctx, c)
	void := errors.Is(err, errLate)
	if void { // what was hit was not compared; what was acknowledged has to be there all the same
		t.result.Hit, err = hit, nil
	}
	t.result.Wrong = append(t.result.Wrong, c.wrongs...)
	t.result.Acknowledged += int(c.acknowledged.Load())
	if err = errors.Join(err, c.close()); err != nil {
		return err
	}
	if err = t.replay(ctx, n, void); err == nil && void {
		err = errLate
	}
	return err
}

// replay sends everything acknowledged once more: the same answers, and nothing moves.
// A void cycle has no balances.
func (t *injector) replay(ctx context.Context, cycle int, void bool) error {
	j, err := journal.Read(filepath.Join(t.Dir, fmt.Sprintf("phases-%d", cycle)))
	if err != nil {
		return err
	}
	v := journal.Verify(ctx, client.Target{Host: t.server.Listen, Timeout: 20 * time.Second}, j, 4)
	t.say("%v", v)
	if !v.OK() {
		t.result.Wrong = append(t.result.Wrong, fmt.Errorf("%v: %+v", v, v.Violations))
	}
	least := 50
	if t.Kind != "" {
		least = 20
	}
	if v.Acknowledged < least || v.Balances == 0 && !t.Rewind && !void {
		t.result.Wrong = append(t.result.Wrong, fmt.Errorf("%v: proves nothing", v))
	}
	return nil
}

// audit stops the server and lets the product's own audit look at what it left.
func (t *injector) audit(ctx context.Context) error {
	stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := t.running.Terminate(stopping); err != nil {
		return err
	}
	var err error
	t.result.Audit, err = t.running.Audit(ctx)
	t.say("%s", t.result.Audit)
	if err != nil {
		t.result.Wrong = append(t.result.Wrong, fmt.Errorf("audit: %w\n%s", err, t.result.Audit))
	}
	return nil
}

// remember copies the database of a server that is stopped for it.
func (t *injector) remember(ctx context.Context) error {
	stopping, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := t.running.Terminate(stopping); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(t.Dir, "before"), os.DirFS(filepath.Join(t.server.Data, "pg"))); err != nil {
		return err
	}
	return t.start(ctx)
}

func (t *injector) rewind() error {
	process.StopPostgres(t.server.Data)
	pg := filepath.Join(t.server.Data, "pg")
	return errors.Join(os.RemoveAll(pg), os.CopyFS(pg, os.DirFS(filepath.Join(t.Dir, "before"))), os.Chmod(pg, 0o700))
}
