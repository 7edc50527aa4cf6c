//go:build unix

package operator

import (
	"testing"
	"time"

	"jadebox/actors/runtime/siteclock"
	"jadebox/actors/settings"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// What a command commits is of the database's time, on a machine whose clock is two days behind it: also the ops that
// the engine stamps itself.
func TestACommandOfAMachineWhoseClockIsBehindWritesByTheDatabasesClock(t *testing.T) {
	at := Database{DatabaseURL: pgtest.MigratedDSN(t)}
	behind := siteclock.New(-48 * time.Hour)
	ctx := t.Context()
	err := at.by(ctx, behind, func(db *postgres.Engine, now store.Clock) error {
		held, err := db.Settings(ctx)
		if err != nil {
			return err
		}
		who := settings.Who{Author: "ana", At: now(), Note: "a test"}
		if _, err := settings.Put(ctx, db, "site", held, []byte(`{}`), who); err != nil {
			return err
		}
		there, err := db.Time(ctx)
		if err != nil {
			return err
		}
		change, err := db.Lookup(ctx, 0, store.RulesKey(1))
		if err != nil {
			return err
		}
		for name, is := range map[string]time.Time{"the change": change.At, "the command's clock": now()} {
			if apart := there.Sub(is).Abs(); apart > time.Minute {
				t.Errorf("%s is %v from the database's time", name, apart)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
