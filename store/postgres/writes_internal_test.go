package postgres

import (
	"errors"
	"testing"
	"time"
)

// A commit that was on its way when the database became full is answered after another one's failure.
func TestAWriteThatBeganBeforeAFailureDoesNotEndIt(t *testing.T) {
	var w writes
	before := time.Now()
	time.Sleep(time.Millisecond)
	w.fail(errors.New("full"))
	w.succeed(before)
	if w.failed.Load() == nil {
		t.Error("a write from before the failure has ended it")
	}
	time.Sleep(time.Millisecond)
	w.succeed(time.Now())
	if failed := w.failed.Load(); failed != nil {
		t.Errorf("still %v after a write that began later", failed)
	}
}
