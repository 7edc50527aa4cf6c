// Command dev builds, runs and proves Jadebox: what the Makefile calls. It needs Go, Node and nothing else; what a step
// needs beyond that (PostgreSQL from npm, Redis and Chromium from the system's packages) it brings, or says loudly
// what it skips.
//
// Deliberately absent: anything about how the product works. A step is a command line and a reason.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// targets maps a word of the Makefile to what it does.
var targets = map[string]func(*house) error{
	"build":    (*house).build,
	"run":      (*house).run,
	"test":     (*house).test,
	"lint":     (*house).lint,
	"bench":    (*house).bench,
	"crash":    (*house).crash,
	"sim":      (*house).simulate,
	"gen":      (*house).generate,
	"examples": (*house).examples,
	"screens":  (*house).screens,
	"new":      (*house).newRoom,
	"bring":    func(h *house) error { h.bring(); return nil },
}

func main() {
	if len(os.Args) < 2 || targets[os.Args[1]] == nil {
		words := make([]string, 0, len(targets))
		for w := range targets {
			words = append(words, w)
		}
		slices.Sort(words)
		fmt.Fprintf(os.Stderr, "usage: go run ./tools/dev %s [arguments]\n", strings.Join(words, "|"))
		os.Exit(2)
	}
	h, err := newHouse(os.Args[2:])
	if err == nil {
		err = targets[os.Args[1]](h)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "\n%s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}
