package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestWhoLogsDoesNotWaitForALogThatIsNotTaken(t *testing.T) {
	from, to := io.Pipe() // takes nothing until it is read
	p := newLogPipe(to)
	const lines = 3 * logLines
	for i := range lines {
		fmt.Fprintf(p, "line %d\n", i)
	}
	p.Flush() // nor does the end of the process
	in := bufio.NewScanner(from)
	said := map[string]int{}
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		said[word]++
		if said["line"] == logLines/2 {
			break
		}
	}
	told := false
	for word := range said {
		told = told || strings.HasPrefix(word, `{"level":"warn","lines":`)
	}
	if said["line"] != logLines/2 || !told {
		t.Errorf("of what was kept and lost it says %v", said)
	}
	if lost := p.lost.Load(); lost != 0 {
		t.Errorf("%d lost lines are not told", lost)
	}
}

// closed is a pipe whose reader has gone away, until it is opened again.
type closed struct {
	open bool
	bytes.Buffer
}

func (c *closed) Write(b []byte) (int, error) {
	if !c.open {
		return 0, errors.New("broken pipe")
	}
	return c.Buffer.Write(b)
}

func TestALogThatIsClosedLosesItsLinesAndSaysHowMany(t *testing.T) {
	c := &closed{}
	p := newLogPipe(c)
	for range 5 {
		if n, err := p.Write([]byte("gone\n")); n != 5 || err != nil {
			t.Fatalf("whoever logs is told of it: %d, %v", n, err)
		}
	}
	p.Flush()
	c.open = true
	fmt.Fprintln(p, "kept")
	p.Flush()
	text := c.String()
	if !strings.HasPrefix(text, `{"level":"warn","lines":5,`) || !strings.HasSuffix(text, "kept\n") {
		t.Errorf("the log is %q", text)
	}
}
