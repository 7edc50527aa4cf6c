//go:build linux

package machine

import (
	"math"
	"testing"
)

func TestStolenTimeIsNeitherBusyNorIdle(t *testing.T) {
	before, err := parseCPU([]byte("cpu  100 0 100 700 50 0 10 40 5 0\ncpu0 1 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	after, err := parseCPU([]byte("cpu  120 0 110 740 60 0 20 50 5 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if busy, stolen := after.busySince(before), after.StolenSince(before); math.Abs(busy-0.4) > 1e-9 ||
		math.Abs(stolen-0.1) > 1e-9 {
		t.Errorf("busy %.3f, stolen %.3f; want 0.4 and 0.1", busy, stolen)
	}
	if _, err := parseCPU([]byte("cpu 1 2 3\n")); err == nil {
		t.Error("a line of another form was read")
	}
}
