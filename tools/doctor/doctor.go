// Package doctor is the operator's command that says, before a start and at any hour after it, what a site lacks on its
// machine, in its database and at its public address. It takes what serve takes, and changes nothing.
//
// Deliberately absent: mending what it finds, and what only a running server knows, which is in /readyz and /metrics.
package doctor

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"jadebox/server/config"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// Command is `jadebox doctor`.
type Command struct {
	config.Serve

	machine *machine     `kong:"-"` // nil: this one
	client  *http.Client `kong:"-"` // of the public address; nil: one of its own
}

// grade is how bad a finding is.
type grade int

// From good to what keeps a site from being played, or its operator from answering for it.
const (
	good grade = iota
	warning
	failure
)

func (g grade) String() string { return [...]string{"ok", "WARN", "FAIL"}[g] }

// report collects findings as they are told.
type report struct {
	to    *operator.Session
	count [failure + 1]int
}

func (r *report) say(g grade, of, format string, args ...any) {
	r.count[g]++
	r.to.Printf("%-4s  %-10s  %s\n", g, of, fmt.Sprintf(format, args...))
}

// found says a failure, or what is good when there is none.
func (r *report) found(err error, of, format string, args ...any) bool {
	if err != nil {
		r.say(failure, of, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
		return false
	}
	r.say(good, of, format, args...)
	return true
}

// Run tells every finding, and ends with 1 when one of them is a failure.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	r := &report{to: s}
	if c.machine == nil {
		c.machine = thisMachine()
	}
	c.ofMachine(r)
	c.ofDatabase(ctx, r)
	c.ofRedis(ctx, r)
	c.ofBeacon(ctx, r)
	c.ofProxy(r)
	c.ofPublicURL(ctx, r)
	s.Printf("%d failures, %d warnings, %d as they should be\n", r.count[failure], r.count[warning], r.count[good])
	if r.count[failure] > 0 {
		return command.Exit(1)
	}
	return nil
}

// machine is what is asked of the one that the command runs on.
type machine struct {
	disk  func(dir string) (free, all uint64, err error) // bytes
	files func() (uint64, error)                         // that a process may have open, sockets too
	root  func() bool
}

// Bounds of a machine. A database that cannot write stops every round, so that space is told of early; each player
// online is a socket, which is a file.
const (
	diskLeast  = 1 << 30
	diskShare  = 10 // per cent that should be free
	filesLeast = 4_096
	filesWell  = 65_536
)

func (c *Command) ofMachine(r *report) {
	switch free, all, err := c.machine.disk(c.Data); {
	case err != nil:
		r.say(failure, "disk", "%s: %v", c.Data, err)
	case free < diskLeast:
		r.say(failure, "disk", "%s has %d MiB left: nothing is played when the database cannot write", c.Data, free>>20)
	case free*100 < all*diskShare:
		r.say(warning, "disk", "%s has %d MiB left, %d %% of the disk", c.Data, free>>20, free*100/all)
	default:
		r.say(good, "disk", "%d MiB free", free>>20)
	}
	switch n, err := c.machine.files(); {
	case err != nil:
		r.say(failure, "files", "%v", err)
	case n < filesLeast:
		r.say(failure, "files", "%d open files at most, and each player online is one: raise the limit to %d", n,
			filesWell)
	case n < filesWell:
		r.say(warning, "files", "%d open files at most: players online beyond that are refused", n)
	default:
		r.say(good, "files", "%d open files at most", n)
	}
	if c.machine.root() {
		r.say(warning, "user", "this is root: a site is run by a user of its own")
	}
	if info, err := os.Stat(c.Data); err == nil && info.Mode().Perm()&0o077 != 0 {
		r.say(warning, "data", "%s is open to other users of this machine (mode %o): keys are in it", c.Data,
			info.Mode().Perm())
	}
}
