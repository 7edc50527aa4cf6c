// Command mutate asks whether the tests would notice if the code that moves value were wrong. It changes one thing in
// it at a time, in an overlay and never on disk, and looks whether the package's own tests or the simulator fail; what
// neither notices is named: a test is missing, or the change changes nothing.
//
// go run ./tools/mutate [--count 500] [--seed 1] [--for 10m] [--below actors,store,fairness] [--report file]. A report
// is a line of JSON for each mutant and is gone on with. `mutate planted` runs the mistakes of planted.go, all of which
// the simulator must find. Deliberately absent: changes of tests, of generated code and of what runs processes; more
// than one change at a time.
package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"jadebox/tools/command"
)

type arguments struct {
	Sample  sample  `cmd:"" default:"withargs" help:"Try a random sample of all mutants."`
	Planted planted `cmd:"" help:"Try the mistakes that the simulator must find."`
}

type sample struct {
	Count  int           `default:"500" help:"How many mutants, those of the report included."`
	Seed   uint64        `default:"1" help:"Which ones."`
	For    time.Duration `default:"0" help:"Begin no other mutant after so long; 0: until all are tried."`
	Each   time.Duration `default:"3m" help:"How long one test run may take; longer is killed."`
	Below  []string      `default:"actors,store,fairness" help:"Folders whose code is changed."`
	Seeds  int           `default:"100" help:"Of the simulator, for each workload."`
	Report string        `default:"mutants.jsonl" help:"What was tried, a line each; a run goes on where it ends."`
	Least  int           `default:"0" help:"Fail when fewer in a hundred are killed."`
}

func main() { command.Main(command.Parser("mutate", &arguments{})) }

// result is a line of the report.
type result struct {
	Mutant
	Outcome string  `json:"outcome"` // killed, survived, or invalid where it does not compile
	By      string  `json:"by,omitempty"`
	Seconds float64 `json:"seconds"`
}

const (
	killed   = "killed"
	survived = "survived"
	invalid  = "invalid"
)

// Run tries mutants until there are enough.
func (a sample) Run() error {
	all, err := mutants(".", a.Below)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(a.Seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	before, err := read(a.Report)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(a.Report, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	t := trial{each: a.Each, seeds: a.Seeds}
	if err := t.prepare(); err != nil {
		return err
	}
	defer t.end()
	fmt.Printf("%d mutants are possible\n", len(all))
	var list []result
	valid, begun := 0, time.Now()
	for _, m := range all {
		if valid == a.Count {
			break
		}
		res, known := before[m.ID]
		if !known {
			if a.For > 0 && time.Since(begun) > a.For {
				break
			}
			if res, err = t.try(context.Background(), m); err != nil {
				return err
			}
			line, err := json.Marshal(res)
			if err == nil {
				_, err = out.Write(append(line, '\n'))
			}
			if err != nil {
				return err
			}
			fmt.Printf("%-8s %-40s %5.1fs  %s\n", res.Outcome, res.By, res.Seconds, m)
		}
		if res.Outcome != invalid {
			valid++
			list = append(list, res)
		}
	}
	return tell(list, a.Least)
}

// tell prints the figure and who lives.
func tell(list []result, least int) error {
	dead := 0
	slices.SortFunc(list, func(a, b result) int { return cmp.Compare(a.String(), b.String()) })
	for _, r := range list {
		if r.Outcome == killed {
			dead++
			continue
		}
		fmt.Println("survived", r.Mutant)
	}
	share := 100 * dead / max(1, len(list))
	fmt.Printf("%d of %d killed (%d %%)\n", dead, len(list), share)
	if share < least {
		return command.Exit(1)
	}
	return nil
}

// read is what a report knows, by mutant.
func read(path string) (map[string]result, error) {
	known := map[string]result{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		known[r.ID] = r
	}
	return known, lines.Err()
}

// mutants lists what could be changed below some folders, in an order that follows from the code.
func mutants(root string, below []string) ([]Mutant, error) {
	var all []Mutant
	for _, folder := range below {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			name := filepath.ToSlash(path)
			if d.IsDir() {
				if left(name) {
					return fs.SkipDir
				}
				return nil
			}
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
				strings.HasSuffix(name, "_gen.go") {
				return nil
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			list, err := Find(name, src)
			all = append(all, list...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// left are folders that hold tests and their tools, and what runs PostgreSQL.
func left(path string) bool {
	for _, part := range []string{"actors/sim", "actors/room/roomtest", "actors/settings/settingstest",
		"store/storetest", "store/embedded", "store/memory"} {
		if path == part || strings.HasSuffix(path, "/"+part) {
			return true
		}
	}
	return strings.HasSuffix(path, "/testdata")
}
