// Package operator is what the commands of whoever runs the site have in common: they open the database beside a running
// server, or start the embedded one for as long as they need it. Deliberately absent: a way to do anything over the network.
package operator

import (
	"context"
	"errors"
	"flag"
	"os"

	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// Database is where a command's database is, by its flags.
type Database struct{ data, url *string }

// Flags adds the flags that every command has.
func Flags(flags *flag.FlagSet) Database {
	return Database{
		data: flags.String("data", os.Getenv("JADEBOX_DATA"), "data directory of an embedded server, running or not"),
		url:  flags.String("database-url", os.Getenv("JADEBOX_DATABASE_URL"), "PostgreSQL server"),
	}
}

// At is the database of an embedded server's data directory.
func At(data string) Database { return Database{data: &data, url: new(string)} }

// With opens the database, calls do and closes it again.
func (d Database) With(ctx context.Context, do func(*postgres.Engine) error) error {
	url := *d.url
	if url == "" {
		if *d.data == "" {
			return errors.New("give --data or --database-url")
		}
		dsn, running := embedded.RunningDSN(*d.data)
		if !running {
			if _, err := os.Stat(*d.data); err != nil {
				return err
			}
			server, err := embedded.Start(ctx, embedded.Options{DataDir: *d.data})
			if err != nil {
				return err
			}
			defer server.Stop()
			dsn = server.DSN()
		}
		url = dsn
	}
	db, err := postgres.Open(ctx, url, postgres.Options{Writers: 1})
	if err != nil {
		return err
	}
	defer db.Close()
	return do(db)
}
