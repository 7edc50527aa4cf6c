// Package sectest attacks a running demo server as its enemies would, over its public address alone, and says what gave
// way.
//
// What there is to attack it reads from the server's own /openapi.json: every call, every parameter, every body. An id
// that no recipe of the matrix knows fails the run, so that a new call cannot be forgotten. Beside it stands the
// conformance table of product-spec §7 (spec7.json), which is checked on the same server. With the server's database it
// looks there, too, at what an attack has changed; with its log it looks for what must never stand in one. Deliberately
// absent: load (tools/loadsim), faults (tools/kill), and any way into the server but those of its clients.
package sectest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/store/postgres"
)

// Options of a run.
type Options struct {
	URL      string           // http://host:port of a server with --demo
	Database *postgres.Engine // nil: what needs it is skipped, and said
	Log      string           // file that the server logs into; "": no search for canaries
	Proxied  bool             // the server takes X-Forwarded-For: limits by address can be tried
	Only     Only
	Out      io.Writer // progress
}

// Only chooses parts of a run; the zero value is all of it.
type Only struct {
	checks *regexp.Regexp // their names
	calls  *regexp.Regexp // of the recipes that the matrix asks, by their names in the document
}

// ParseOnly reads CHECKS or CHECKS/CALLS, regular expressions both: as in `webhooks`, or `every id/^wish`.
func ParseOnly(text string) (o Only, err error) {
	checks, calls, _ := strings.Cut(text, "/")
	o.checks, err = regexp.Compile(checks)
	if err == nil {
		o.calls, err = regexp.Compile(calls)
	}
	return o, err
}

func (o Only) check(name string) bool { return o.checks == nil || o.checks.MatchString(name) }
func (o Only) call(name string) bool  { return o.calls == nil || o.calls.MatchString(name) }

// Result is what one check found.
type Result struct {
	Name     string
	Failures []string
	Notes    []string
	Skipped  string // why, when it was
	Took     time.Duration
}

// Report is every check in its order.
type Report []Result

// OK reports whether nothing failed. What was skipped is no failure; Print names it.
func (r Report) OK() bool {
	return !slices.ContainsFunc(r, func(c Result) bool { return len(c.Failures) > 0 })
}

// Print writes a line a check, and what it found.
func (r Report) Print(out io.Writer) {
	passed, failed, skipped := 0, 0, 0
	for _, c := range r {
		word := "ok"
		switch {
		case len(c.Failures) > 0:
			word = "FAILED"
			failed++
		case c.Skipped != "":
			word = "SKIPPED: " + c.Skipped
			skipped++
		default:
			passed++
		}
		fmt.Fprintf(out, "%6.1fs  %-34s %s\n", c.Took.Seconds(), c.Name, word)
		for _, n := range c.Notes {
			fmt.Fprintln(out, "           ", n)
		}
		for _, f := range c.Failures {
			fmt.Fprintln(out, "         !", f)
		}
	}
	fmt.Fprintf(out, "checks: %d passed, %d failed, %d skipped\n", passed, failed, skipped)
}

// check is one check under way, in the manner of testing.T.
type check struct {
	*site
	Result
	mu   sync.Mutex
	last answer // to the sending of a code
}

var errStop = errors.New("sectest: the check ends here")

func (c *check) errorf(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.Failures) < failuresShown {
		c.Failures = append(c.Failures, fmt.Sprintf(format, args...))
	}
}

// fatalf ends the check.
func (c *check) fatalf(format string, args ...any) {
	c.errorf(format, args...)
	panic(errStop)
}

func (c *check) skipf(format string, args ...any) {
	c.Skipped = fmt.Sprintf(format, args...)
	panic(errStop)
}

func (c *check) notef(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// each runs do for every call of the document, some at once.
func (c *check) each(do func(*call)) {
	var all sync.WaitGroup
	slots := make(chan struct{}, atATime)
	for _, call := range c.document.calls {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			do(call)
		})
	}
	all.Wait()
}

const atATime = 8

const failuresShown = 20 // of one check

// checks in their order: what spoils things for others (limits that are used up, sessions that end) comes late, and the
// search of the log last, when everything has passed through it.
var checks = []struct {
	name string
	do   func(*check)
}{
	{"headers", headers},
	{"authentication", authentication},
	{"strict bodies", strictBodies},
	{"what clients claim", claimedByClients},
	{"two players over every id", matrix}, // leaves a worker on its way, which changes things by itself
	{"sessions", sessions},
	{"stolen sessions", thefts},
	{"second factors", factors},
	{"200 at once", atOnce},
	{"payment webhooks", webhooks},
	{"product-spec §7", conformance},
	{"enumeration", enumeration},
	{"brute force", bruteForce},
	{"captcha farm", farm},
	{"login names", loginNames},
	{"log canaries", canaries},
	{"ledger", ledger},
}

// Run attacks the server. An error says that the run could not be made; what gave way stands in the report.
func Run(ctx context.Context, o Options) (report Report, failed error) {
	s, err := newSite(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Database != nil { // what an attack is given would stand before what the next one retrieves
		before, err := askToPlay(ctx, o.Database, playthrough.Settings{})
		if err != nil {
			return nil, err
		}
		defer func() { failed = putBack(context.WithoutCancel(ctx), o.Database, before, failed) }()
	}
	for _, each := range checks {
		if !o.Only.check(each.name) {
			continue
		}
		c := &check{site: s, Result: Result{Name: each.name}}
		began := time.Now()
		c.run(each.do)
		c.Took = time.Since(began)
		if o.Out != nil {
			Report{c.Result}.line(o.Out)
		}
		report = append(report, c.Result)
		if err := ctx.Err(); err != nil {
			return report, err
		}
	}
	return report, nil
}

// askToPlay sets what gifts ask to be played, and says what they asked before.
func askToPlay(ctx context.Context, db store.Engine, now playthrough.Settings) (before playthrough.Settings,
	err error) {
	err = registry.Set(ctx, db, playthrough.Setting, settings.Who{Author: "sectest", At: time.Now()},
		func(t playthrough.Settings) (playthrough.Settings, error) {
			before = t
			return now, nil
		})
	return before, err
}

// putBack sets what gifts asked before. An error of it is one of the run: the target would go on asking for nothing.
func putBack(ctx context.Context, db store.Engine, before playthrough.Settings, of error) error {
	if _, err := askToPlay(ctx, db, before); err != nil {
		return errors.Join(of, fmt.Errorf("sectest: what gifts ask to be played is not put back: %w", err))
	}
	return of
}

func (r Report) line(out io.Writer) {
	for _, c := range r {
		fmt.Fprintf(out, "%s: %d failures, %.1f s\n", c.Name, len(c.Failures), c.Took.Seconds())
	}
}

func (c *check) run(do func(*check)) {
	defer stopped()
	do(c)
}

// stopped is deferred around what fatalf may end.
func stopped() {
	if r := recover(); r != nil && r != any(errStop) {
		panic(r)
	}
}

// beside runs a part of a check while the others run; the answer waits for it.
func (c *check) beside(do func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer stopped()
		do()
	}()
	return func() { <-done }
}
