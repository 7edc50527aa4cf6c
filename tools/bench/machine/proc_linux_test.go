package machine

import (
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestTheFirstLineOfProcStatIsRead(t *testing.T) {
	c, err := parseCPU([]byte("cpu  100 1 20 500 30 0 4 5 9 0\ncpu0 1 1 1\n"))
	if want := (CPU{all: 660 * tick, idle: 530 * tick, waited: 30 * tick, stolen: 5 * tick}); err != nil || c != want {
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

// A browser's processes lose their parent when its first one is killed.
func TestTheTimeOfAnOrphanIsTheBenchmarksOwn(t *testing.T) {
	if err := adopt(); err != nil {
		t.Fatal(err)
	}
	before := tree(os.Getpid())
	const work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done"
	parent := exec.Command("sh", "-c", "(sleep 0.2; "+work+") & echo started")
	out, err := parent.StdoutPipe()
	if err == nil {
		err = parent.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(out) // until the orphan has ended
	if err != nil || string(said) != "started\ndone\n" || parent.Wait() != nil {
		t.Fatalf("%q %v", said, err)
	}
	if own := tree(os.Getpid()) - before; own < 5*tick {
		t.Errorf("an orphan's work counts %v", own)
	}
}

func TestAChildThatEndsBetweenTwoReadingsIsNotForgotten(t *testing.T) {
	for _, readings := range [][]time.Duration{{30 * time.Millisecond, time.Second},
		{time.Second, 30 * time.Millisecond}} {
		if own := ownTime(func() time.Duration {
			next := readings[0]
			readings = readings[1:]
			return next
		}); own != time.Second {
			t.Errorf("%v", own)
		}
	}
}
