package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

// table is a program of figures below tools/bench. Those that hold the goals of speed come first: the time of a run may
// be bounded.
type table struct {
	Name  string        `json:"name"`
	about string        // for readers of the page of figures
	usual time.Duration // on two cores
	args  []string
	brief []string // only to see that it runs
}

// hungAfter is how many times its usual time a table may take before it is ended: runs are unattended.
const hungAfter = 3

// pageOfFigures is written here and so not cited; collection is what it is made from.
const pageOfFigures, collection = "figures" + ".md", "figures.json"

// socketTable is the one whose rows have peers.
const socketTable = "socket"

var tables = []table{
	{"http", "one box opening over HTTP, 1 to 1,024 callers, beside the bare commit of the same op", 3 * time.Minute,
		nil, []string{"--duration=500ms", "--samples=50", "--callers=1,256"}},
	{"store", "the group-commit engine beside the plain ways and the pipelined one", 75 * time.Second, nil,
		[]string{"--duration=1s"}},
	{socketTable, "the server's sockets beside other servers", 14 * time.Minute, nil,
		[]string{"--sockets=500", "--hot=500", "--seconds=1", "--rounds=1", "--rest=2s"}},
	{"rain", "claims of a rain beside the plain way, and 1,000 sockets that claim at once", 4 * time.Minute, nil,
		[]string{"--rounds=1", "--clients=50"}},
	{"soak", "the server's memory after a burst, and over ten minutes of a steady load", 20 * time.Minute, nil,
		[]string{"--callers=64", "--burst=2s", "--quiet=2s", "--warm=1s", "--duration=20s", "--sockets=100"}},
	{"client", "downloads of the client, its frames and mounts, on a phone, too, and Lighthouse", 6 * time.Minute, nil,
		[]string{"--runs=1"}},
	{"verify", "results that one core draws again from their key", 15 * time.Second, nil,
		[]string{"--duration=500ms"}},
	{"rooms", "events of all rooms at once beside one room alone", 2 * time.Minute, nil,
		[]string{"--alone=10s", "--warm=5s", "--duration=10s", "--rooms=battle=20"}},
	{"records", "the 10,000th page of a list beside the first", 3 * time.Minute, nil, []string{"--turns=50"}},
	{"logins", "everybody else's calls in a storm of logins, and logins of known devices in a siege", 4 * time.Minute,
		nil, []string{"--turns=12"}},
}

// tableNeeds are the parts without which a table has failed.
var tableNeeds = map[string]string{"client": paintingPart}

// figures are what the tables of one commit printed on one machine, in the order of the page.
type figures struct {
	Commit  string   `json:"commit"`
	Machine string   `json:"machine"`
	Parts   []figure `json:"parts"`
}

type figure struct {
	table
	When time.Time     `json:"when"` // when it began
	Took time.Duration `json:"took"`
	Text string        `json:"text"`
	End  string        `json:"end"` // what it failed or missed; empty = nothing
	Ran  bool          `json:"ran"` // to its end, whatever it missed
}

// stands reports whether its goals were judged.
func (f figure) stands() bool { return f.Ran && !strings.Contains(f.End, machine.ErrBusy.Error()) }

// bench prints tables of figures; each goal is a ratio within its own run, or does not depend on the machine. What was
// missed is told at the end, after everything was measured. The figures of a commit are collected in bin, with a page
// of them: an hour without a neighbour is rare on a machine that others share, so that each table may be judged in a
// quiet moment of its own. Once every table was, the page is written among the documents, too.
func (h *checkout) bench(o bench) error {
	chosen := tables
	if len(o.Tables) > 0 {
		chosen = nil
		for _, t := range tables {
			if slices.Contains(o.Tables, t.Name) {
				chosen = append(chosen, t)
			}
		}
		if len(chosen) < len(o.Tables) {
			return fmt.Errorf("%v: the tables are %s", o.Tables, strings.Join(names(tables), ", "))
		}
	}
	if err := h.build(); err != nil {
		return err
	}
	if err := h.compile(nil, "go", "build", "-o", h.path("bin", "bench")+string(filepath.Separator),
		"./tools/bench/..."); err != nil {
		return err
	}
	h.bring() // the client's table says what could not be measured without it
	if of := func(t table) bool { return t.Name == socketTable }; !o.Brief && slices.ContainsFunc(chosen, of) {
		if err := h.makePeers(); err != nil {
			return err
		}
	}
	end := time.Now().Add(o.For)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends at once
	return h.measure(ctx, tables, chosen, o, end)
}

// peersFrom has what makes the peers of the sockets' table.
var peersFrom = filepath.Join("tools", "bench", "socket", "peers")

// peersWithin is how long the making of them may take: a registry that answers nothing would hold the figures up.
const peersWithin = 10 * time.Minute

// makePeers makes the peers of the sockets' table in bin, where the registries of Go and npm can be reached, and tells
// where not: what was made before stays, and without any the table's rows say that they are absent. PEERS names others.
// The error says that it was interrupted.
func (h *checkout) makePeers() error {
	if os.Getenv("PEERS") != "" {
		return nil
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	h.makePeersWithin(ctx, peersWithin)
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return nil
}

// makePeersWithin ends what takes longer, with all that it has started.
func (h *checkout) makePeersWithin(ctx context.Context, within time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	to, made := h.path("bin", "peers"), filepath.Join("bin", "peers.new")
	sum, err := h.digest(peersFrom)
	if err == nil {
		err = h.once(filepath.Join("bin", "peers", ".jadebox"), sum, func() error {
			fmt.Fprintln(h.out, "build: bin/peers")
			defer os.RemoveAll(h.path(made))
			if err := os.RemoveAll(h.path(made)); err != nil {
				return err
			}
			c := exec.CommandContext(ctx, "sh", filepath.Join(peersFrom, "build"), made)
			c.Dir, c.Stdout, c.Stderr, c.WaitDelay = h.root, h.out, h.err, time.Second
			if err := command.RunGroup(c, syscall.SIGKILL, 0); err != nil && ctx.Err() != nil {
				return fmt.Errorf("not made within %v: %w", within, ctx.Err())
			} else if err != nil {
				return err
			}
			if err := os.RemoveAll(to); err != nil {
				return err
			}
			return os.Rename(h.path(made), to)
		})
	}
	if err != nil {
		fmt.Fprintln(h.out, "bench: the peers of sockets cannot be made here:", err)
	}
}

// measure runs tables one after another and collects what they print. The collection in bin grows with each, so that a
// run that is ended keeps what it has; the page of the documents is one of which each table was judged, or stays as it
// was. Of all are the tables that the page has.
func (h *checkout) measure(ctx context.Context, of, chosen []table, o bench, end time.Time) error {
	page := h.collected(of, o)
	var errs []error
	for _, t := range chosen {
		within := hungAfter * t.usual
		left := time.Until(end)
		f := figure{table: t, When: time.Now().UTC().Truncate(time.Minute)}
		switch {
		case o.Rest && page.judged(t.Name):
			continue
		case o.Brief && tableNeeds[t.Name] != "" && partOf(tableNeeds[t.Name]).found() == "":
			fmt.Fprintf(h.out, "\n=== %s SKIPPED: no %s\n", t.Name, tableNeeds[t.Name])
			continue
		case o.Brief:
			f.args = t.brief
		case o.For > 0 && left < t.usual:
			f.End = fmt.Sprintf("NOT RUN: it takes %v, and %v were left of %v", t.usual,
				left.Round(time.Second), o.For)
		case o.For > 0:
			within = min(within, left)
		}
		if f.End == "" {
			fmt.Fprintf(h.out, "\n=== %s: %s\n", t.Name, t.about)
			h.figure(ctx, &f, within)
		}
		if ctx.Err() != nil {
			return errors.Join(append(errs, errors.New("interrupted"))...)
		}
		if f.End != "" && !(o.Brief && f.Ran) {
			errs = append(errs, fmt.Errorf("%s: %s", t.Name, f.End))
		}
		if o.Brief {
			continue // its figures mean nothing
		}
		page.put(f)
		if err := h.keep(page); err != nil {
			return errors.Join(append(errs, err)...)
		}
	}
	if !o.Brief && !slices.ContainsFunc(of, func(t table) bool { return !page.judged(t.Name) }) {
		errs = append(errs, write(h.path("docs", pageOfFigures), page.page()))
	}
	return errors.Join(errs...)
}

// collected are the figures to which a run adds: those of the same commit and machine where it chooses among the
// tables, else none. A tree with changes is never the same twice.
func (h *checkout) collected(of []table, o bench) *figures {
	now := &figures{Commit: h.commit(), Machine: processor()}
	var before figures
	text, err := os.ReadFile(h.path("bin", collection))
	if err != nil || json.Unmarshal(text, &before) != nil || before.Commit != now.Commit ||
		before.Machine != now.Machine || now.Commit == unknownCommit || strings.HasSuffix(now.Commit, dirty) {
		before.Parts = nil
	}
	for _, t := range of {
		at := slices.IndexFunc(before.Parts, func(f figure) bool { return f.Name == t.Name })
		f := figure{table: t, End: "NOT RUN"}
		if at >= 0 && (o.Rest || len(o.Tables) > 0) {
			f = before.Parts[at]
			f.table = t
		}
		now.Parts = append(now.Parts, f)
	}
	return now
}

// judged reports whether a table's figures stand.
func (f *figures) judged(table string) bool {
	return slices.ContainsFunc(f.Parts, func(p figure) bool { return p.Name == table && p.stands() })
}

// put takes a table's newest figures; those that judge nothing do not replace what was judged.
func (f *figures) put(newest figure) {
	for i := range f.Parts {
		if p := &f.Parts[i]; p.Name == newest.Name && (newest.stands() || !p.stands()) {
			*p = newest
		}
	}
}

// keep leaves the collection and its page in bin.
func (h *checkout) keep(f *figures) error {
	text, err := json.MarshalIndent(f, "", "\t")
	if err != nil {
		return err
	}
	return errors.Join(write(h.path("bin", collection), text), write(h.path("bin", pageOfFigures), f.page()))
}

// write leaves at path the whole text, or what stood there before.
func write(path string, text []byte) error {
	if err := os.WriteFile(path+".new", text, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func names(list []table) (all []string) {
	for _, t := range list {
		all = append(all, t.Name)
	}
	return all
}

const (
	// launcherWithin is how long the group of an ended table may take to end the browsers that it has started.
	launcherWithin = 3 * time.Second
	// tidyWithin is how long the servers of an ended table may take to stop in order.
	tidyWithin = 20 * time.Second
)

// figure runs one table. Where it is ended, so is all that it has started: a browser or a database that goes on would
// be the noise of the tables after it.
func (h *checkout) figure(ctx context.Context, f *figure, within time.Duration) {
	tmp, err := os.MkdirTemp("", "jt")
	if err != nil {
		f.End = err.Error()
		return
	}
	defer os.RemoveAll(tmp)
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	c := exec.CommandContext(ctx, h.path("bin", "bench", f.Name), f.args...)
	var text, said bytes.Buffer
	c.Dir, c.WaitDelay = h.root, 10*time.Second
	c.Env = append(os.Environ(), "TMPDIR="+tmp, "JADEBOX_BIN="+h.path("bin", "jadebox")) // of the page's commit
	peers := h.path("bin", "peers")
	if _, err := os.Stat(peers); err == nil && os.Getenv("PEERS") == "" {
		c.Env = append(c.Env, "PEERS="+peers)
	}
	c.Stdout, c.Stderr = io.MultiWriter(h.out, &text), io.MultiWriter(h.err, &said)
	began := time.Now()
	// As a terminal's interrupt: what has started a browser, in a group of its own, ends it then.
	err = command.RunGroup(c, syscall.SIGINT, launcherWithin)
	f.Took, f.Text = time.Since(began).Round(time.Second), text.String()
	exit, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case err != nil && ctx.Err() != nil:
		f.End = fmt.Sprintf("ended after %v", f.Took)
	case err != nil:
		f.End = lastWords(f.Name, said.Bytes(), err)
	}
	f.Ran = err == nil || ctx.Err() == nil && ended && exit.ExitCode() == machine.Missed
	for end := time.Now().Add(tidyWithin); !f.Ran && hasDatabase(tmp) && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond) // the servers stop, as their parent has ended
	}
}

// hasDatabase reports whether a PostgreSQL runs below a directory.
func hasDatabase(dir string) (found bool) {
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error { // what vanishes meanwhile is not there
		if filepath.Base(path) == "postmaster.pid" {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// lastWords are what a program has said under its own name before it ended, else how it ended.
func lastWords(name string, said []byte, err error) string {
	own := []byte("bench/" + name + ": ")
	at := bytes.LastIndex(said, own)
	if at < 0 {
		return err.Error()
	}
	return string(bytes.TrimSpace(said[at+len(own):]))
}

// page is figures as a document.
func (f *figures) page() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Figures

Written by %s. Goals are ratios within one run or do not depend on the machine; a run on a busy machine judges
none of them. What the rows mean stands in the comments of tools/bench; where the time goes, and why goals are missed,
in docs/store.md and docs/realtime.md.

Commit %s, %s.
`, "`make bench`", f.Commit, f.Machine)
	for _, p := range f.Parts {
		fmt.Fprintf(&b, "\n## %s\n%s.", p.Name, strings.ToUpper(p.about[:1])+p.about[1:])
		if p.Took > 0 {
			fmt.Fprintf(&b, " %s, %v.", p.When.Format("2006-01-02 15:04 UTC"), p.Took)
		}
		if text := strings.Trim(p.Text, "\n"); text != "" {
			fmt.Fprintf(&b, "\n\n```text\n%s\n```", trimLines(text))
		}
		b.WriteByte('\n')
		if p.End != "" {
			fmt.Fprintf(&b, "\n```text\n%s\n```\n", p.End)
		}
	}
	return b.Bytes()
}

// trimLines takes away what a table has padded its last column with.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
	}
	return strings.Join(lines, "\n")
}

// dirty ends the name of a commit whose tree has changes; unknownCommit is no tree of git's.
const dirty, unknownCommit = "-dirty", "unknown"

// commit is what was measured; a tree with changes says so.
func (h *checkout) commit() string {
	c := exec.Command("git", "describe", "--always", "--dirty="+dirty, "--abbrev=12", "--exclude=*")
	c.Dir = h.root
	out, err := c.Output()
	if err != nil {
		return unknownCommit
	}
	return strings.TrimSpace(string(out))
}

// processor is the machine, as far as it says.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // elsewhere than on Linux it has no name
	name := runtime.GOARCH
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%d cores of %s, %s", runtime.NumCPU(), name, runtime.Version())
}
