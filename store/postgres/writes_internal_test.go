package postgres

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestWhatADatabaseLacksIsSaidOnceUntilItTakesAWrite(t *testing.T) {
	var w writes
	for i, step := range []struct {
		code, says string // "" says nothing
	}{
		{"53100", "disk is full"}, {"53100", ""}, {"08006", ""}, {"53100", ""},
		{"53200", "no memory"}, {"53200", ""}, {"53300", "connections"}, {"58030", "files"}, {"53400", "limit"},
		{"", ""}, // a write is committed
		{"53400", "limit"}, {"53400", ""},
		{"40001", ""},
	} {
		time.Sleep(time.Microsecond)
		if step.code == "" {
			w.succeed(time.Now())
			continue
		}
		words, first := w.fail(fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: step.code}))
		if first != (step.says != "") || !strings.Contains(words, step.says) {
			t.Errorf("step %d, %s: %q, said: %t", i, step.code, words, first)
		}
	}
}

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
