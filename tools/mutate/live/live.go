// Package live says in changed code which change is made. Command mutate puts it beside the module that it changes; it
// has no callers here, and nothing but the standard library below it.
package live

import (
	"os"
	"strconv"
	"sync"
)

const (
	// Mutant names the environment's variable with the number of the change that is made; without it, none is.
	Mutant = "JADEBOX_MUTANT"
	Seen   = "JADEBOX_MUTANTS_SEEN"
)

var (
	active, _ = strconv.Atoi(os.Getenv(Mutant))
	seen      = os.Getenv(Seen)
	known     sync.Map // of numbers that were written
)

// On reports whether a change is made.
func On(n int) bool {
	if seen != "" {
		note(n)
	}
	return n == active
}

// note writes at once: a test may end its process. Others may write to the file, too.
func note(n int) {
	if _, again := known.LoadOrStore(n, true); again {
		return
	}
	f, err := os.OpenFile(seen, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if _, err := f.WriteString(strconv.Itoa(n) + "\n"); err != nil {
		panic(err)
	}
}
