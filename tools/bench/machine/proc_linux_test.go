package machine

import (
	"os/exec"
	"testing"
	"time"
)

func TestTheFirstLineOfProcStatIsRead(t *testing.T) {
	c, err := parseCPU([]byte("cpu  100 1 20 500 30 0 4 5 9 0\ncpu0 1 1 1\n"))
	if want := (CPU{all: 660 * tick, idle: 530 * tick, stolen: 5 * tick}); err != nil || c != want {
		t.Errorf("%+v %v, want %+v", c, err, want)
	}
	for _, text := range []string{"", "cpu 1 2 3", "cpu a b c d e f g h i j"} {
		if _, err := parseCPU([]byte(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// What a benchmark has started is its own, while it runs and after it was waited for.
func TestAChildsTimeIsTheBenchmarksOwn(t *testing.T) {
	before, err := ReadCPU()
	if err != nil {
		t.Skip(err)
	}
	work := exec.Command("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done")
	if err := work.Run(); err != nil {
		t.Fatal(err)
	}
	after, err := ReadCPU()
	if err != nil {
		t.Fatal(err)
	}
	spent := work.ProcessState.UserTime() + work.ProcessState.SystemTime()
	if own := after.own - before.own; own < spent-3*tick {
		t.Errorf("a child worked %v, of which %v are counted", spent, own.Round(time.Millisecond))
	}
}
