// Package operator is what the commands of the operator have in common: they open the database beside a
// running server, or start the embedded one for as long as they need it. Deliberately absent: a way to do anything over
// the network.
package operator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strconv"
	"strings"
	"time"
	"unicode"

	"jadebox/actors/runtime/siteclock"
	"jadebox/actors/settings"
	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// Database is where a command's database is. Commands embed it: these are their flags.
type Database struct {
	Data        string `placeholder:"DIR" help:"Data directory of an embedded server, running or not."`
	DatabaseURL string `name:"database-url" placeholder:"URL" help:"PostgreSQL server."`
	Archive     string `placeholder:"DIR" help:"Directory of the journal's archived months (jadebox archive)."`
}

// With opens the database, calls do and closes it again. What do commits is of the time of the site that runs there, or
// of the database's when none does, as what a server commits that starts now, whatever this machine's clock says.
func (d Database) With(ctx context.Context, do func(*postgres.Engine) error) error {
	return d.by(ctx, siteclock.New(0), func(db *postgres.Engine, _ store.Clock) error { return do(db) })
}

// by is With on a machine with a clock, which is set to that time before do is called with it.
func (d Database) by(ctx context.Context, clock *siteclock.Clock, do func(*postgres.Engine, store.Clock) error) error {
	return d.At(ctx, func(dsn string) error {
		db, err := postgres.Open(ctx, dsn, postgres.Options{Writers: 1, KeepSchema: true, Clock: clock.Now,
			Archived: d.Archive})
		if err != nil {
			return err
		}
		defer db.Close()
		if err := clock.Beside(ctx, db); err != nil {
			return err
		}
		return do(db, clock.Now)
	})
}

// At calls do with the address of the database, which runs meanwhile.
func (d Database) At(ctx context.Context, do func(dsn string) error) error {
	if d.DatabaseURL != "" {
		return do(d.DatabaseURL)
	}
	if d.Data == "" {
		return errors.New("give --data or --database-url")
	}
	dsn, running := embedded.RunningDSN(d.Data)
	if !running {
		if _, err := os.Stat(d.Data); err != nil {
			return err
		}
		server, err := embedded.Start(ctx, embedded.Options{DataDir: d.Data})
		if err != nil {
			return err
		}
		defer server.Stop()
		dsn = server.DSN()
	}
	return do(dsn)
}

// Session is what a command is run with.
type Session struct {
	In       io.Reader
	Out, Err io.Writer
	Now      store.Clock
	Wait     func(time.Duration) // nil: does not wait
	Store    store.Engine        // nil: what the command's flags say
	Args     []string            // the command line, without the program
	// Again runs a command line once more, in another session: what a second operator approves. Nil: cannot.
	Again func(s *Session, args []string) error

	approving *signing          // how the command of a request writes, which runs; nil: none does
	files     map[string]string // what was read, by name; of a request that is carried out, what is to be read
}

// With calls do with what a command reads.
func (s *Session) With(ctx context.Context, at Database, do func(View) error) error {
	return s.open(ctx, at, func(db store.Engine) error { return do(looking{db, db}) })
}

// open calls do with the store of a command.
func (s *Session) open(ctx context.Context, at Database, do func(store.Engine) error) error {
	if s.Store != nil {
		return do(s.Store)
	}
	return at.by(ctx, siteclock.New(0), func(db *postgres.Engine, now store.Clock) error {
		s.Now = now
		return do(db)
	})
}

// InForce returns when running servers have read what was set.
func (s *Session) InForce() {
	if s.Wait != nil {
		s.Wait(2 * settings.Every)
	}
}

// Printf writes to the command's output.
func (s *Session) Printf(format string, a ...any) { fmt.Fprintf(s.Out, format, a...) }

// fileBytes bounds what is read: a setting is a page, not a book.
const fileBytes = 64 << 10

// ReadFile reads a file that a command names, "-" for standard input; what begins as JSON is the text itself.
func (s *Session) ReadFile(path string) ([]byte, error) { return s.ReadUpTo(path, fileBytes) }

// ReadUpTo is ReadFile with a bound of the caller's, in bytes.
func (s *Session) ReadUpTo(path string, most int64) ([]byte, error) {
	if strings.HasPrefix(path, "{") || strings.HasPrefix(path, "[") || strings.HasPrefix(path, `"`) {
		return []byte(path), nil
	}
	if s.approving != nil {
		text, known := s.files[path]
		if !known {
			return nil, fmt.Errorf("the request has no file %q", path)
		}
		return []byte(text), nil
	}
	in := s.In
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s is too long", path)
	}
	text = bytes.TrimSpace(text)
	if err == nil {
		if s.files == nil {
			s.files = map[string]string{}
		}
		s.files[path] = string(text)
	}
	return text, err
}

// By are the flags of every command that acts: history tells who did it and why, and on a site with operators it is
// one of them who signs, and who gives a reason.
type By struct {
	Key
	Note string `env:"-" placeholder:"TEXT" help:"Why, for the history; an operator gives a reason with every act."`
}

// Because is the same operator with a reason that the command takes in another way, unless there is a note.
func (f By) Because(reason string) By {
	if f.Note == "" {
		f.Note = reason
	}
	return f
}

// Key are the flags that say who acts.
type Key struct {
	As          string `placeholder:"NAME" help:"Which operator you are; where a demo has none, any name, or the system's user."`
	OperatorKey string `placeholder:"FILE" help:"The operator's key: see jadebox operators."`
}

// Who is the author of a change.
func (f By) Who(now time.Time) settings.Who {
	name := f.As
	if name == "" {
		name = "unknown"
		if u, err := user.Current(); err == nil {
			name = u.Username
		}
	}
	return settings.Who{Author: OneLine(name), At: now, Note: OneLine(f.Note)}
}

// Words are a command line as the approver reads it: a word that is not plain is quoted, so that none looks like
// two, and no sign that is not seen changes how the others stand.
func Words(command []string) string {
	shown := make([]string, len(command))
	for i, w := range command {
		if shown[i] = w; w == "" || strings.ContainsFunc(w, unplain) {
			shown[i] = strconv.QuoteToGraphic(w)
		}
	}
	return strings.Join(shown, " ")
}

// unplain is all but signs that are seen for themselves.
func unplain(r rune) bool { return !unicode.IsPrint(r) || r == ' ' || r == '"' }

// OneLine is a text without control characters: what is printed as a row of a table must not make another row, nor
// change the order in which it is read.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
}
