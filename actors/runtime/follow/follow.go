// Package follow is how an actor follows the outbox of durable ops: it reads behind a cursor, hands each event over
// once, and keeps the cursor together with what the actor made of the events, so that a restart goes on where it was
// (docs/store.md).
//
// Several processes may follow for the same: each reads all, and one of them keeps. It writes only over what it has
// read or written itself, so that cursor and rows are always of one process; one that finds another's there stands by,
// and takes over with all that it knows once the other does not write what is new.
//
// Everything runs on the mailbox of the activation, but the store's calls. Deliberately absent: what an event means,
// and any way to lose one: what was not kept is read from the outbox again.
package follow

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/directory"
	"jadebox/store"
)

const (
	batch        = 256 // events of one reading
	persistEvery = 5 * time.Second
	// takeOverAfter looks, persistEvery apart, at which another process has not kept what is new it keeps no more.
	takeOverAfter = 3
	loadRetry     = time.Second
	// aheadMost is how far ahead of the reader an op may be stamped and still count as early: one of a clock that ran
	// ahead would keep its writer's events back until that time has come.
	aheadMost = time.Minute
	// askAgain is after how many readings a look that does not end asks again for what was early.
	askAgain = 64
)

// Store is what a follower reads, and keeps its position in.
type Store interface {
	Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error)
	Kept(ctx context.Context, key string) ([]byte, error)
	KeptRows(ctx context.Context, key string) (map[string][]byte, error)
	PutKeptIf(ctx context.Context, key string, was [32]byte, value []byte, rows map[string][]byte) error
}

// Position is embedded in what a follower keeps. It is kept as JSON, cursor and all, under one key; what it knows of
// each player is kept as rows beside it (Keyed).
type Position struct {
	Cursor store.Cursor `json:"cursor"` // by writer: the last op whose events were taken
}

func (p *Position) position() *Position { return p }

// State is a pointer to what a follower keeps.
type State[S any] interface {
	*S
	position() *Position
}

// Keyed is a State with rows: of what it knows, only that is written which has changed. Its JSON and its rows are kept
// together, under a key that ends with rowsOf. That of before it had rows stays as it is: a release that knows
// no rows goes on from there. It is read where there is no other, and where it is ahead, for then such a release has
// run since: what that has read is not read again, by other settings than held at its time.
type Keyed interface {
	// ReadRows is given every row that is kept, once, after the JSON was read. Nil: the JSON is of before, and has all.
	ReadRows(rows map[string][]byte) error
	// ChangedRows are those that have changed since it was asked before; nil for one that is gone.
	ChangedRows() map[string][]byte
	// AllRows are all that there are; none of them has changed then.
	AllRows() map[string][]byte
}

const rowsOf = ".rows"

// Begin gives where a follower begins of which nothing is kept: behind a cursor, or at the journal's start. An error is
// tried again.
type Begin func(ctx context.Context) (store.Cursor, error)

// AtStart is a follower that takes every event that there ever was.
func AtStart(context.Context) (store.Cursor, error) { return nil, nil }

// AtCheckpoint is one that takes what came after the checkpoint of the public log, and all while there is none.
func AtCheckpoint(log interface {
	LogCheckpoint(ctx context.Context) (checkpoint []byte, cursor store.Cursor, err error)
}) Begin {
	return func(ctx context.Context) (store.Cursor, error) {
		_, logged, err := log.LogCheckpoint(ctx)
		if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		return logged, err
	}
}

// Registration is an actor that follows, given where it records how far it came: what registers it (server/app)
// measures it.
type Registration func(*Lags) directory.Kind

// Ports of a follower. Hooks that are nil do nothing.
type Ports struct {
	Activation directory.Activation
	Store      Store
	Log        zerolog.Logger
	Key        string        // under which the state is kept (Store.Kept)
	Every      time.Duration // between two looks, once everything was read

	// Load reads what else the actor needs to begin, beside the state and off the mailbox; apply runs on it, with the
	// state in place. An error is tried again.
	Load func(ctx context.Context) (apply func(), err error)
	// Look reads what the actor needs for the next events, before each look and off the mailbox; apply runs on it,
	// before the events are taken. After an error no event is taken.
	Look func(ctx context.Context) (apply func(), err error)
	// Early reports whether an event is to be taken later, as TooYoung does; it keeps every later event of its
	// writer waiting, and no other's. It must say the same of every event of one op that Take looks at, or those
	// before the early one are taken twice.
	Early func(store.Event) bool
	// Take is given each event, in the order of its writer.
	Take func(store.Event)
	// Looked comes after each reading; all says that the outbox of every writer was read to its end, but for what is
	// early. err is why nothing was.
	Looked func(all bool, err error)
}

// TooYoung reports whether an op of the moment at has not reached an age yet. One that is stamped further ahead than
// two servers' clocks may differ waits for nothing.
func TooYoung(at, now time.Time, age time.Duration) bool {
	return at.After(now.Add(-age)) && !at.After(now.Add(aheadMost))
}

// Moment is when an op counts as made that is stamped with at. One that is stamped so far ahead that it waits for
// nothing is of now, or it would be the first of a day to come.
func Moment(at, now time.Time) time.Time {
	if at.After(now.Add(aheadMost)) {
		return now
	}
	return at
}

// Follower reads the outbox for one activation.
type Follower[S any, P State[S]] struct {
	Ports
	begin   Begin
	lags    *Lags
	State   S // set when Load's apply runs
	loaded  bool
	waiting []func()
	dirty   bool              // the state has changed since it was kept
	unkept  map[string][]byte // rows that have changed before, and could not be kept
	was     [32]byte          // SHA-256 of what is kept, as it was read or written here last; zero: nothing
	// SHA-256 of what was written over was, and of whose fate nothing is known: few, for without a store nothing is
	// read, and what is written is the same again
	tried map[[32]byte]bool
	other *other // keeps; nil: this process does
}

// Start loads the state and goes on from it. It must be called on the activation's mailbox.
func Start[S any, P State[S]](begin Begin, lags *Lags, p Ports) *Follower[S, P] {
	f := &Follower[S, P]{Ports: p, begin: begin, lags: lags}
	lags.Begins(p.Key)
	f.load()
	return f
}

// WhenLoaded calls answer on the mailbox once the state is there: now, if it is.
func (f *Follower[S, P]) WhenLoaded(answer func()) {
	if !f.loaded {
		f.waiting = append(f.waiting, answer)
		return
	}
	answer()
}

// Changed has the state kept with the next persisting, within persistEvery.
func (f *Follower[S, P]) Changed() { f.dirty = true }

// Owes has the metrics tell for how long something has been due that is not done; 0: nothing is.
func (f *Follower[S, P]) Owes(due time.Duration) { f.lags.owes(f.Key, due) }

// Cursor is up to where each writer was read.
func (f *Follower[S, P]) Cursor() store.Cursor { return P(&f.State).position().Cursor }

func (f *Follower[S, P]) load() {
	f.Activation.Go(func() func() {
		ctx := context.Background()
		var s S
		was, stale, err := f.kept(ctx, &s)
		if err == nil {
			err = f.begins(ctx, &s)
		}
		apply, loadErr := call(ctx, f.Load)
		return func() {
			if err = errors.Join(err, loadErr); err != nil {
				f.Log.Warn().Err(err).Str("kept", f.Key).Msg("follower not loaded")
				f.Activation.After(loadRetry, f.load)
				return
			}
			f.State, f.was, f.unkept, f.loaded = s, was, stale, true
			apply()
			for _, answer := range f.waiting {
				answer()
			}
			f.waiting = nil
			f.look()
			f.persistLater()
		}
	})
}

// begins places a state of which no position is kept.
func (f *Follower[S, P]) begins(ctx context.Context, s *S) (err error) {
	if at := P(s).position(); at.Cursor == nil {
		at.Cursor, err = f.begin(ctx)
	}
	return err
}

func call(ctx context.Context, hook func(context.Context) (func(), error)) (func(), error) {
	if hook == nil {
		return func() {}, nil
	}
	return hook(ctx)
}

// kept reads what was kept, and its SHA-256. Stale are rows that are kept and are no longer so.
func (f *Follower[S, P]) kept(ctx context.Context, s *S) (was [32]byte, stale map[string][]byte, err error) {
	keyed, hasRows := any(P(s)).(Keyed)
	var rows map[string][]byte
	text, err := f.Store.Kept(ctx, f.key(hasRows))
	if err == nil {
		was = sha256.Sum256(text)
	}
	switch {
	case hasRows && err == nil:
		if rows, err = f.rows(ctx, text); rows == nil {
			rows = map[string][]byte{}
		}
		before, beforeErr := f.Store.Kept(ctx, f.Key)
		switch {
		case errors.Is(beforeErr, store.ErrNotFound):
		case beforeErr != nil || err != nil:
			err = errors.Join(err, beforeErr)
		default:
			var later bool
			if later, err = isAhead(before, text); later {
				text, stale, rows = before, rows, nil
			}
		}
	case hasRows && errors.Is(err, store.ErrNotFound):
		text, err = f.Store.Kept(ctx, f.Key)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		err = nil
	case err == nil:
		err = json.Unmarshal(text, s)
	}
	if err == nil && hasRows {
		err = keyed.ReadRows(rows)
	}
	for name := range stale {
		stale[name] = nil
	}
	return was, stale, err
}

// errMoved is what is kept while another process writes it: its text and its rows are not of one position.
var errMoved = errors.New("another process keeps its own at this moment")

// rows reads the rows that belong to a text.
func (f *Follower[S, P]) rows(ctx context.Context, text []byte) (map[string][]byte, error) {
	rows, err := f.Store.KeptRows(ctx, f.key(true))
	if err != nil {
		return nil, err
	}
	still, err := f.Store.Kept(ctx, f.key(true))
	if err == nil && !bytes.Equal(still, text) {
		err = errMoved
	}
	return rows, err
}

// isAhead reports whether the first of two kept states has read ops that the second has not.
func isAhead(a, b []byte) (bool, error) {
	var first, second Position
	if err := errors.Join(json.Unmarshal(a, &first), json.Unmarshal(b, &second)); err != nil {
		return false, err
	}
	for w, seq := range first.Cursor {
		at, named := second.Cursor[w]
		if !named && w != store.AllUpTo && w <= second.Cursor[store.AllUpTo] {
			continue // it has ended, and was read to its end
		}
		if seq > at {
			return true, nil
		}
	}
	return false, nil
}

func (f *Follower[S, P]) key(hasRows bool) string {
	if hasRows {
		return f.Key + rowsOf
	}
	return f.Key
}

// look takes what the outbox has since the cursor, in as many readings as that needs, and then comes back. A writer
// with an early event is not read again before the next look, or for as many readings.
func (f *Follower[S, P]) look() { f.read(map[int64]bool{}, 1) }

func (f *Follower[S, P]) read(early map[int64]bool, nth int) {
	from := maps.Clone(f.Cursor())
	if from == nil {
		from = store.Cursor{}
	}
	for w := range early {
		from[w] = store.PastEnd
	}
	f.Activation.Go(func() func() {
		ctx := context.Background()
		apply, err := call(ctx, f.Look)
		var events []store.Event
		var cursor store.Cursor
		if err == nil {
			events, cursor, err = f.Store.Events(ctx, from, batch)
		}
		return func() {
			more := false
			if err != nil {
				f.Log.Warn().Err(err).Str("kept", f.Key).Msg("outbox not read")
			} else {
				apply()
				more = f.take(events, cursor, early)
			}
			f.lags.Reads(f.Key, err == nil && !more)
			if f.Looked != nil {
				f.Looked(err == nil && !more, err)
			}
			if more {
				if nth%askAgain == 0 {
					clear(early)
				}
				f.read(early, nth+1)
				return
			}
			f.Activation.After(f.Every, f.look)
		}
	})
}

// take hands over what is due, moves the cursor behind it and adds the writers whose next event is early. It reports
// whether there may be more to read at once.
func (f *Follower[S, P]) take(events []store.Event, cursor store.Cursor, early map[int64]bool) (more bool) {
	upTo := store.Cursor{} // of writers whose next event is early: what was taken
	for _, e := range events {
		w := e.Op.Writer()
		if early[w] {
			continue
		}
		if f.Early != nil && f.Early(e) {
			early[w], upTo[w] = true, e.Op.Seq()-1
			continue
		}
		f.Take(e)
	}
	at := P(&f.State).position()
	kept := store.Cursor{} // the writers that the store still names
	for w, seq := range at.Cursor {
		if _, named := cursor[w]; named {
			kept[w] = seq
		}
	}
	at.Cursor = kept
	moved := false
	for w, seq := range cursor {
		if early[w] {
			taken, now := upTo[w]
			if !now {
				continue
			}
			seq = taken
		}
		if seq > at.Cursor[w] {
			at.Cursor[w] = seq
			moved = true
		}
	}
	f.dirty = f.dirty || moved
	return moved || len(upTo) > 0
}
