package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"jadebox/server/app"
	"jadebox/server/limit"
	"jadebox/server/registry"
	"jadebox/server/registry/economy"
	"jadebox/store"
	"jadebox/store/backup"
	"jadebox/store/postgres"
	"jadebox/tools/operator"
)

// within bounds what is asked of another machine.
const within = 10 * time.Second

// Differences of two clocks: rooms and beacons go by the database's time.
const (
	clockWell  = time.Second
	clockLeast = 30 * time.Second
)

// ofDatabase looks at the database, which it starts for as long when it is the embedded one and is not running.
func (c *Command) ofDatabase(ctx context.Context, r *report) {
	at := operator.Database{Data: c.Data, DatabaseURL: c.DatabaseURL.Reveal()}
	if at.DatabaseURL == "" {
		if _, err := os.Stat(filepath.Join(c.Data, "PG_VERSION")); err != nil {
			if _, err := os.Stat(c.Data); errors.Is(err, fs.ErrNotExist) {
				r.say(good, "database", "none yet: the first start makes it in %s", c.Data)
				return
			}
		}
	}
	err := at.At(ctx, func(dsn string) error {
		missing, err := postgres.Pending(ctx, dsn)
		if errors.Is(err, postgres.ErrSchemaNewer) {
			r.say(failure, "schema", "%v", err)
			return nil // of what another release keeps nothing can be said
		}
		if err != nil {
			return err
		}
		if n := len(missing); n > 0 {
			r.say(warning, "schema", "%d steps are missing (jadebox migrate --dry-run): the next start makes them", n)
			return nil // what is asked below is not there
		}
		r.say(good, "schema", "this program's")
		return at.With(ctx, func(db *postgres.Engine) error {
			c.inDatabase(ctx, r, db)
			return nil
		})
	})
	if err != nil {
		r.found(err, "database", "")
	}
}

// database is what is asked of one.
type database interface {
	store.Engine
	Time(ctx context.Context) (time.Time, error)
	Mode(ctx context.Context) (store.Mode, error)
	Role(ctx context.Context) (name string, superuser, migrates bool, err error)
	Followed(ctx context.Context, slot string) (postgres.Followed, error)
}

func (c *Command) inDatabase(ctx context.Context, r *report, db database) {
	began := time.Now()
	its, err := db.Time(ctx)
	took := time.Since(began)
	if r.found(err, "database", "answers in %v", took.Round(time.Microsecond)) {
		c.clock(r, "the database's", its, began, took)
	}
	mode, err := db.Mode(ctx)
	switch {
	case errors.Is(err, store.ErrNotFound):
		r.say(good, "mode", "the next start makes it a %s database", c.Mode())
	case err == nil:
		err = store.CheckMode(mode, c.Mode())
		fallthrough
	default:
		r.found(err, "mode", "%s", mode)
	}
	role, superuser, migrates, err := db.Role(ctx)
	switch {
	case err == nil && superuser:
		r.say(warning, "role", "%s is a superuser of the database, who may read its machine's files: see "+
			"docs/operating, \"A PostgreSQL of one's own\"", role)
	case err == nil && !migrates:
		r.say(warning, "role", "%s cannot change the schema, as the next release may have to: it must own the "+
			"database and its tables, see docs/operating, \"A PostgreSQL of one's own\"", role)
	default:
		r.found(err, "role", "%s is no superuser, and can change the schema", role)
	}
	c.keys(ctx, r, db)
	c.backup(ctx, r, db)
	c.settings(ctx, r, db)
}

// backup says whether the database is kept elsewhere, as far as the database knows.
func (c *Command) backup(ctx context.Context, r *report, db database) {
	f, err := db.Followed(ctx, backup.Slot)
	switch {
	case err != nil:
		r.found(err, "backup", "")
	case c.Demo:
	case f.Lost:
		r.say(warning, "backup",
			"it was away so long that the database gave up keeping its log: run jadebox backup --follow")
	case f.Active:
		r.say(good, "backup", "jadebox backup --follow runs, %d KB behind", f.Kept>>10)
	case f.Slot:
		r.say(warning, "backup", "jadebox backup --follow does not run; %d MB of log are kept for it", f.Kept>>20)
	default:
		r.say(warning, "backup", "nobody follows this database (jadebox backup --follow)")
	}
}

// clock compares a clock that was read between began and began + took with this machine's.
func (c *Command) clock(r *report, whose string, its, began time.Time, took time.Duration) {
	off := its.Sub(began.Add(took/2)).Abs() - took/2
	switch {
	case off > clockLeast:
		r.say(failure, "clock", "%s is %v from this machine's", whose, off.Round(time.Second))
	case off > clockWell:
		r.say(warning, "clock", "%s is %v from this machine's", whose, off.Round(time.Millisecond))
	default:
		r.say(good, "clock", "%s goes with this machine's", whose)
	}
}

// keys holds the file of the keys of real names to what the database knows of them.
func (c *Command) keys(ctx context.Context, r *report, db store.Engine) {
	path, known, err := app.IdentityKeys(ctx, db, &c.Serve)
	switch {
	case err != nil:
		r.found(err, "keys", "")
	case known == nil:
		r.say(good, "keys", "of real names: none yet, the next start makes %s", path)
	default:
		r.say(good, "keys", "%s opens this database's names: keep a copy apart from the backups", path)
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
			r.say(warning, "keys", "%s can be read by other users of this machine (mode %o)", path, info.Mode().Perm())
		}
	}
}

// settings reads every setting as a server does, and looks for ways to play that pay for themselves.
func (c *Command) settings(ctx context.Context, r *report, db store.Engine) {
	now, err := db.Settings(ctx)
	if err != nil {
		r.found(err, "settings", "")
		return
	}
	bad := 0
	for _, s := range registry.All {
		if _, err := s.JSONIn(now); err != nil {
			bad++
			r.say(failure, "settings", "%s: %v: its standard holds", s.ID(), err)
		}
	}
	if bad == 0 {
		r.say(good, "settings", "all %d can be read", len(registry.All))
	}
	goods, err := economy.ReadGoods(ctx, db)
	if err == nil {
		var e *economy.Economy
		if e, err = economy.Of(registry.Readable(now), goods); err == nil {
			open := e.Open()
			for _, g := range open {
				worst := failure
				if c.Demo {
					worst = warning
				}
				r.say(worst, "loops", "%s", g)
			}
			if len(open) == 0 {
				r.say(good, "loops", "no way to play pays for itself")
			}
		}
	}
	if err != nil {
		r.found(err, "loops", "")
	}
}

// ofRedis asks the Redis of shared limits. A site plays on without it.
func (c *Command) ofRedis(ctx context.Context, r *report) {
	if c.RedisURL == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	if err := limit.AskRedis(ctx, c.RedisURL.Reveal()); err != nil {
		r.say(warning, "redis", "%v: each process limits for itself", err)
		return
	}
	r.say(good, "redis", "answers")
}
