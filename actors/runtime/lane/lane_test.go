package lane

import (
	"fmt"
	"testing"
)

func TestALaneKeepsOrderAndItsBound(t *testing.T) {
	l := New(2)
	var log []string
	var finish []func()
	work := func(name string) func(func()) {
		return func(done func()) {
			log = append(log, name)
			finish = append(finish, done)
		}
	}
	if !l.Do(work("a")) || !l.Do(work("b")) || !l.Do(work("c")) {
		t.Fatal("refused with room")
	}
	if l.Do(work("d")) {
		t.Error("took more than its bound")
	}
	l.First(work("own duty")) // whatever the bound
	if len(log) != 1 || l.Idle() {
		t.Fatalf("running at once: %v", log)
	}
	for len(finish) > 0 {
		f := finish[0]
		finish = finish[1:]
		f()
	}
	if got := fmt.Sprint(log); got != "[a own duty b c]" || !l.Idle() {
		t.Errorf("order %s", got)
	}
}

func TestWorkThatEndsAtOnceLeavesRoomForMore(t *testing.T) {
	l := New(1)
	n := 0
	for range 100 {
		if !l.Do(func(done func()) { n++; done() }) {
			t.Fatal("refused")
		}
	}
	if n != 100 {
		t.Errorf("ran %d", n)
	}
}
