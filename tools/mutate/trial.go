package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/tools/mutate/live"
)

// result is a line of the report.
type result struct {
	Mutant
	Outcome string  `json:"outcome"` // killed or survived
	By      string  `json:"by,omitempty"`
	Tests   int     `json:"tests"` // that reach it, each workload of the simulator one
	Seconds float64 `json:"seconds"`
}

const (
	killed   = "killed"
	survived = "survived"
)

// process is tests that run together.
type process struct {
	path    string
	names   []string
	args    []string
	seconds float64 // without a mutant
}

// ownFirst is how much cheaper tests of the mutant's own package count: they are those that most often notice.
const ownFirst = 0.2

// processes are the runs that tell about a mutant, the cheapest first.
func (s *suite) processes(m numbered) (all []process, tests int) {
	byPath := map[string][]unit{}
	for _, u := range s.units {
		if _, reaches := slices.BinarySearch(u.Reaches, m.N); !reaches {
			continue
		}
		tests++
		switch {
		case len(u.Args) > 0:
		case strings.Contains(u.Name, "/"): // a part
			all = append(all, process{u.Package, []string{u.Name}, nil, u.Seconds})
			continue
		default:
			byPath[u.Package] = append(byPath[u.Package], u)
			continue
		}
		for _, n := range s.seeds { // a workload
			all = append(all, process{u.Package, []string{u.Name}, seedsOf(n),
				u.Seconds * float64(n) / float64(s.seeds[0])})
		}
	}
	for path, units := range byPath {
		byCost(units)
		p, most := process{path: path}, 1.0
		for _, u := range units {
			if len(p.names) > 0 && p.seconds+u.Seconds > most {
				all = append(all, p)
				p, most = process{path: path}, most*4
			}
			p.names, p.seconds = append(p.names, u.Name), p.seconds+u.Seconds
		}
		all = append(all, p)
	}
	cost := func(p process) float64 {
		if strings.HasPrefix(m.File, strings.TrimPrefix(p.path, s.of.module+"/")+"/") {
			return p.seconds * ownFirst
		}
		return p.seconds
	}
	slices.SortFunc(all, func(a, b process) int {
		return cmp.Or(cmp.Compare(cost(a), cost(b)), cmp.Compare(a.path, b.path), slices.Compare(a.names, b.names))
	})
	return all, tests
}

// try reports whether a test kills a mutant. A mutant that takes many times what the tests take hangs, and is killed.
func (s *suite) try(ctx context.Context, m numbered) (result, error) {
	begun := time.Now()
	all, tests := s.processes(m)
	r := result{Mutant: m.Mutant, Outcome: survived, Tests: tests}
	for _, p := range all {
		if s.spend > 0 && time.Since(begun) > s.spend {
			break
		}
		most := s.patience + time.Duration(4*p.seconds*float64(time.Second))
		out, err := s.run(ctx, p.path, p.names, p.args, most, live.Mutant+"="+strconv.Itoa(m.N))
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil {
			r.Outcome, r.By = killed, strings.TrimPrefix(p.path, s.of.module+"/")+" "+why(out, err, p)
			break
		}
	}
	r.Seconds = float64(time.Since(begun).Milliseconds()) / 1000
	return r, nil
}

var failure = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// why names the test that failed, or how the process ended.
func why(out []byte, err error, p process) string {
	if found := failure.FindSubmatch(out); found != nil {
		name := string(found[1])
		if len(p.names) == 1 {
			name = p.names[0]
		}
		return name
	}
	if errors.Is(err, errTooLong) {
		return "hangs"
	}
	return fmt.Sprintf("ends with %v", err)
}
