//go:build linux

package scenario_test

import (
	"bytes"
	"testing"
	"time"
)

const short = 1500 * time.Millisecond

// lines passes a log on to the test's own.
type lines struct{ t *testing.T }

func (l *lines) Write(p []byte) (int, error) {
	l.t.Log(string(bytes.TrimRight(p, "\n")))
	return len(p), nil
}
