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

// What a command commits is of the database's time, on a machine whose clock is two days behind it, and of the site's
// where one runs that goes by another: also the ops that the engine stamps itself.
func TestACommandWritesByTheClockOfTheSiteOrOfTheDatabase(t *testing.T) {
	for name, site := range map[string]time.Duration{
		"no site differs": 0, "a site that is behind": -20 * time.Minute, "a demo of tomorrow": 24 * time.Hour,
	} {
		t.Run(name, func(t *testing.T) { writesBy(t, site) })
	}
}

func writesBy(t *testing.T, site time.Duration) {
	at := Database{DatabaseURL: pgtest.MigratedDSN(t)}
	behind := siteclock.New(-48 * time.Hour)
	ctx := t.Context()
	err := at.by(ctx, siteclock.New(0), func(db *postgres.Engine, _ store.Clock) error {
		there, err := db.Time(ctx)
		if err != nil {
			return err
		}
		return siteclock.New(site).Tell(ctx, db, there)
	})
	if err != nil {
		t.Fatal(err)
	}
	err = at.by(ctx, behind, func(db *postgres.Engine, now store.Clock) error {
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
			if apart := there.Add(site).Sub(is).Abs(); apart > time.Minute {
				t.Errorf("%s is %v from the site's time", name, apart)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
