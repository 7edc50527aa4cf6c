//go:build linux

// Command socket measures the server's sockets beside other servers, in one run and with one client, and prints ratios:
// figures of a shared machine mean little alone.
//
// Ours is the real binary in demo mode, with rows in its session table for every socket and a private battle that all
// watch. It is built with the tag benchsocket, so that the benchmark can say what the battle tells. Peers are the plain
// Go server of this package and those of PEERS=DIR, which tools/bench/socket/peers/build makes; a row whose peer is not
// there says so. Goals are held against one of them, centrifuge, which takes turns with ours; the others are measured
// once, and not idle. A goal whose peer is absent, delivered nothing or closed sockets is missed: nothing was shown.
//
// It exits 0 when every goal is met, 1 when one is missed or the machine was busy (the table is printed all the same),
// 2 when it could not measure.
//
//	go run ./tools/bench/socket
//	PEERS=DIR go run ./tools/bench/socket --rows fan,saturation --seconds 3
//	go run ./tools/bench/socket --beside OTHER   # another build of the server as one more peer
//	go run ./tools/bench/socket --bin BUILD --beside BUILD --loops 2   # other loops beside the server's own
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

type arguments struct {
	Child   string        `hidden:"" help:"Run as this server (for the benchmark itself)."`
	Peers   string        `env:"PEERS" help:"Directory with other servers."`
	Bin     string        `help:"Server, built with the tag benchsocket; default: one built now."`
	Beside  string        `help:"Another such server, as a peer."`
	Rows    []string      `help:"Of these only: ${rows}."`
	Loops   int           `help:"Event loops of the server, not of the one beside it; 0: its own number, cores − 1."`
	Sockets int           `default:"10000" help:"Idle sockets."`
	Hot     int           `default:"15000" help:"Sockets in the one hot room."`
	Seconds float64       `default:"6" help:"Length of one measurement."`
	Rounds  int           `default:"2" help:"Times that the servers of the goals take turns; figures are means."`
	Rest    time.Duration `default:"1m" help:"How long idle sockets are idle before their memory is read."`
}

func main() {
	command.Main(command.Parser("bench/socket", &arguments{}, kong.Vars{"rows": strings.Join(partNames(), ", ")}))
}

// parts are the rows that can be asked for, in their order.
var parts = []struct {
	name string
	run  func(*bench, context.Context) error
}{{"conformance", (*bench).conformance}, {"idle", (*bench).idle}, {"fan", (*bench).fan},
	{"saturation", (*bench).saturation}, {"hot", (*bench).hot}, {"stalled", (*bench).stalled}}

func partNames() (all []string) {
	for _, p := range parts {
		all = append(all, p.name)
	}
	return all
}

// Validate refuses rows that there are not: nothing would be measured, and so nothing missed.
func (a arguments) Validate() error {
	for _, name := range a.Rows {
		if !slices.Contains(partNames(), name) {
			return fmt.Errorf("--rows %s: there are %s", name, strings.Join(partNames(), ", "))
		}
	}
	return nil
}

// Run measures and prints, or serves for one that does.
func (a arguments) Run() error {
	if a.Child != "" {
		return serveChild(a.Child)
	}
	return a.run(context.Background())
}

// bench is one run.
type bench struct {
	arguments
	during time.Duration
	site   *site // ours
	beside *site // another build; nil: none
	report report
}

func (a arguments) run(ctx context.Context) (err error) {
	b := &bench{arguments: a, during: time.Duration(a.Seconds * float64(time.Second)),
		report: report{versions: map[string]string{}}}
	dir, err := os.MkdirTemp("", "jadebox-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := b.build(dir); err != nil {
		return err
	}
	watch, err := machine.Begin()
	if err != nil {
		return err
	}
	if err := b.measure(ctx, dir); err != nil {
		return err
	}
	verdict, err := watch.End()
	if err != nil {
		return err
	}
	b.report.print(verdict)
	fmt.Println(verdict.Words)
	return verdict.Judge(b.report.missed())
}

func (b *bench) measure(ctx context.Context, dir string) (err error) {
	sessions := max(b.Sockets+warm, b.Hot, slices.Max(crowds))
	if b.site, err = openSite(ctx, dir+"/ours", b.Bin, sessions, b.Loops); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.site.close()) }()
	if b.Beside != "" {
		if b.beside, err = openSite(ctx, dir+"/beside", b.Beside, sessions, 0); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.beside.close()) }()
	}
	for _, part := range parts {
		if len(b.Rows) > 0 && !slices.Contains(b.Rows, part.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s …\n", part.name)
		if err := part.run(b, ctx); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return nil
}

// report is the table.
type report struct {
	rows     []row
	versions map[string]string // of the peers that say theirs
}

// row is one figure of ours and of a peer. A row without a goal is only told.
type row struct {
	name, ours, peer, figure string
	goal                     string
	met                      bool
}

func (r *report) add(row row) { r.rows = append(r.rows, row) }

func (r *report) print(seen machine.Verdict) {
	fmt.Printf("%-46s %20s  %-34s %-14s %s\n", "", "jadebox", "peer", "goal", "")
	for _, row := range r.rows {
		word := ""
		if row.goal != "" {
			word = seen.Word(row.met)
		}
		peer := strings.TrimSpace(row.peer + "  " + row.figure)
		fmt.Printf("%-46s %20s  %-34s %-14s %s\n", row.name, row.ours, peer, row.goal, word)
	}
	var said []string
	for _, name := range slices.Sorted(maps.Keys(r.versions)) {
		said = append(said, name+" "+r.versions[name])
	}
	if len(said) > 0 {
		fmt.Println("peers:", strings.Join(said, ", "))
	}
}

// missed names the goals that were not met.
func (r *report) missed() error {
	var list []string
	name := "" // of the rows of one figure, the first has it
	for _, row := range r.rows {
		if row.name != "" {
			name = strings.TrimSpace(row.name)
		}
		if row.goal != "" && !row.met {
			list = append(list, fmt.Sprintf("%s %s, wanted %s", name, cmp.Or(row.figure, row.ours), row.goal))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return errors.New("missed: " + strings.Join(list, "; "))
}
