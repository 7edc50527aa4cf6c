package loadsim

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"

	"jadebox/tools/loadsim/measure"
)

// progress tells a person how the run goes: one line that changes on a terminal, a line every few seconds elsewhere.
// A nil progress is silent.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	tty   bool
	word  Phase
	since time.Time
	lines int
}

// plainEvery: outside of a terminal, one line for so many seconds.
const plainEvery = 5

func newProgress(out io.Writer) *progress {
	if out == nil {
		return nil
	}
	f, ok := out.(*os.File)
	return &progress{out: out, tty: ok && isatty.IsTerminal(f.Fd()), since: time.Now()}
}

func (p *progress) phase(word Phase) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end()
	p.word, p.since, p.lines = word, time.Now(), 0
	if !p.tty {
		fmt.Fprintf(p.out, "%s\n", word)
	}
}

func (p *progress) end() {
	if p.tty && p.lines > 0 {
		fmt.Fprintln(p.out)
	}
}

func (p *progress) second(s measure.Second, broken int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lines++
	if !p.tty && p.lines%plainEvery != 0 {
		return
	}
	var ops int64
	for _, n := range s.Ops {
		ops += n
	}
	line := fmt.Sprintf(
		"%-5s %4.0f s  bots %5d  sockets %5d  %6d ops/s  p50 %7.2f ms  p99 %8.2f ms  %7d deliveries/s  errors/s %d",
		p.word,
		time.Since(p.since).Seconds(), s.Bots, s.Sockets, ops, float64(s.P50US)/1000, float64(s.P99US)/1000,
		s.Deliveries, s.Errors)
	if broken > 0 {
		line += fmt.Sprintf("  VIOLATIONS %d", broken)
	}
	if p.tty {
		fmt.Fprint(p.out, "\r\x1b[K", line)
		return
	}
	fmt.Fprintln(p.out, strings.TrimRight(line, " "))
}

func (p *progress) close() {
	if p != nil {
		p.mu.Lock()
		p.end()
		p.lines = 0
		p.mu.Unlock()
	}
}
