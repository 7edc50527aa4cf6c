//go:build unix

package postgres_test

import (
	"errors"
	"testing"

	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

func TestADatabaseThatWasRecoveredIsNotTakenUnmarked(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	for range 2 {
		if err := e.ClaimTimeline(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	execute(t, dsn, `UPDATE setting SET value = '7' WHERE key = 'site.timeline'`)
	if err := e.ClaimTimeline(t.Context()); !errors.Is(err, postgres.ErrRecovered) {
		t.Errorf("of another timeline: %v", err)
	}
	if err := postgres.AcceptTimeline(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	if err := e.ClaimTimeline(t.Context()); err != nil {
		t.Errorf("accepted: %v", err)
	}
}
