//go:build unix

package postgres_test

import (
	"testing"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

func open(t *testing.T, dsn string, opt postgres.Options) *postgres.Engine {
	t.Helper()
	e, err := postgres.Open(t.Context(), dsn, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func TestContractEmbedded(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Engine { return open(t, pgtest.MigratedDSN(t), postgres.Options{}) })
}

// TestContractServer takes the way of a deployment: TCP, a password, a schema migrated by the engine itself (once: the
// tests have copies), other sizes of everything.
func TestContractServer(t *testing.T) {
	dsn := pgtest.ServerDSN(t)
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	storetest.Run(t, func(t *testing.T) store.Engine {
		return open(t, pgtest.Copy(t, dsn), postgres.Options{Writers: 3, MaxBatch: 16, Reads: 3})
	})
}
