package main

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// logLines is how many lines wait for a log that is not taken; more are dropped and counted.
const logLines = 4096

// flushWithin is how long the end of the process waits for a log that is not taken.
const flushWithin = time.Second

// logPipe passes lines on to a file that may stall or be closed, such as a pipe to a collector: logging does not block
// the caller, and a log that is lost stops no server.
type logPipe struct {
	to    io.Writer
	lines chan []byte
	flush chan chan struct{}
	lost  atomic.Int64
}

func newLogPipe(to io.Writer) *logPipe {
	p := &logPipe{to: to, lines: make(chan []byte, logLines), flush: make(chan chan struct{})}
	go p.run()
	return p
}

// Write implements io.Writer. It never fails, and takes the line or counts it.
func (p *logPipe) Write(line []byte) (int, error) {
	select {
	case p.lines <- bytes.Clone(line):
	default:
		p.lost.Add(1)
	}
	return len(line), nil
}

func (p *logPipe) run() {
	for {
		select {
		case line := <-p.lines:
			p.pass(line)
		case done := <-p.flush:
			for len(p.lines) > 0 {
				p.pass(<-p.lines)
			}
			close(done)
		}
	}
}

func (p *logPipe) pass(line []byte) {
	if n := p.lost.Load(); n > 0 {
		const lostLines = `{"level":"warn","lines":%d,"time":%q,"message":"lines of the log are lost"}` + "\n"
		if _, err := fmt.Fprintf(p.to, lostLines, n, time.Now().Format(time.RFC3339Nano)); err == nil {
			p.lost.Add(-n)
		}
	}
	if _, err := p.to.Write(line); err != nil {
		p.lost.Add(1)
	}
}

// Flush passes on what waits, for at most flushWithin.
func (p *logPipe) Flush() {
	done, late := make(chan struct{}), time.After(flushWithin)
	select {
	case p.flush <- done:
	case <-late:
		return
	}
	select {
	case <-done:
	case <-late:
	}
}
