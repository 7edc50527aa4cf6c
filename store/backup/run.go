package backup

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pglogrepl"
)

// Run is one backup: a base, and the log from its beginning on.
type Run struct {
	DSN    func() (string, error) // asked before each connection: a site that starts again may be elsewhere
	To     Destination
	Every  time.Duration // as Follower.Every
	Follow bool          // go on with the log after the base
	// BaseEvery is how old the newest base may become while Follow goes on; 0: it may be of any age.
	BaseEvery time.Duration
	Now       func() time.Time
	Tell      func(Progress)
	Base      func(Base)  // told of each base that counts
	Failed    func(error) // told of what Follow goes on after
}

// Do makes the backup. With Follow it returns when ctx ends, nil if a base counts by then.
func (r Run) Do(ctx context.Context) error {
	if err := Tidy(ctx, r.To); err != nil {
		return err
	}
	if !r.Follow {
		return r.once(ctx)
	}
	return r.follow(ctx)
}

// once makes a base while another connection takes the log, up to where the base needs it.
func (r Run) once(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var need, durable atomic.Uint64
	started, followed := make(chan struct{}), make(chan error, 1)
	dsn, err := r.DSN()
	if err != nil {
		return err
	}
	f := Follower{DSN: dsn, To: r.To, Every: r.Every, Once: true, Tell: r.Tell,
		Started: func(int32) { close(started) }}
	go func() {
		err := f.Until(ctx, func(at pglogrepl.LSN) bool {
			durable.Store(uint64(at))
			return need.Load() != 0 && uint64(at) >= need.Load()
		})
		if err != nil {
			cancel(err)
		}
		followed <- err
	}()
	select {
	case <-started:
	case err := <-followed:
		return err
	}
	b, end, err := r.copy(ctx, dsn)
	if err != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	need.Store(uint64(end))
	if err := <-followed; err != nil {
		return err
	}
	return r.keep(ctx, b)
}

// copy makes a base, which counts when the log is kept up to its end.
func (r Run) copy(ctx context.Context, dsn string) (b Base, end pglogrepl.LSN, err error) {
	if b, err = Copy(ctx, dsn, r.To, r.Tell); err == nil {
		end, err = pglogrepl.ParseLSN(b.End)
	}
	return b, end, err
}

func (r Run) keep(ctx context.Context, b Base) error {
	if _, err := LogOf(ctx, r.To, b); err != nil {
		return err
	}
	if err := b.Keep(ctx, r.To); err != nil {
		return err
	}
	if r.Base != nil {
		r.Base(b)
	}
	return nil
}

// retryMost bounds the pause between two tries of a follower: PostgreSQL may restart at any time.
const retryMost = 10 * time.Second

// gotten is how far a follower has come.
type gotten struct {
	durable  atomic.Uint64 // LSN
	timeline atomic.Int32
}

// follow keeps the log until ctx ends, and a base of it: when there is none, when the archive has got a gap, when the
// database goes on under another timeline (it was restored, or a standby took over), and each time that the newest one
// is old.
func (r Run) follow(ctx context.Context) error {
	f := Follower{To: r.To, Every: r.Every, Tell: r.Tell}
	var got gotten
	wanted, started := make(chan struct{}, 1), make(chan int32, 1)
	f.Started = func(timeline int32) {
		got.durable.Store(0) // it was said of another connection, perhaps of another timeline
		got.timeline.Store(timeline)
		select {
		case <-started: // of a connection that is over
		default:
		}
		started <- timeline
	}
	want := func() {
		select {
		case wanted <- struct{}{}:
		default:
		}
	}
	done := make(chan struct{})
	defer func() { <-done }()
	basing, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer close(done)
		r.bases(basing, started, wanted, &got)
	}()
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, retryMost) {
		begun := time.Now()
		var err error
		if f.DSN, err = r.DSN(); err == nil {
			err = f.Until(ctx, func(at pglogrepl.LSN) bool {
				got.durable.Store(uint64(at))
				return false
			})
		}
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, ErrOtherSite) {
			return err
		}
		if errors.Is(err, ErrGap) || errors.Is(err, ErrTimeline) {
			f.Fresh = true
			want()
		}
		if r.Failed != nil {
			r.Failed(err)
		}
		if time.Since(begun) > retryMost {
			pause = 50 * time.Millisecond
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// bases makes a base whenever one is wanted, and when the newest one of the timeline that is followed is old. One that
// fails is tried again.
func (r Run) bases(ctx context.Context, started chan int32, wanted chan struct{}, got *gotten) {
	wait := time.Duration(-1)
	for {
		var due <-chan time.Time
		if wait >= 0 {
			due = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return
		case timeline := <-started:
			wait = r.newest(ctx, timeline)
			continue
		case <-wanted:
		case <-due:
		}
		if wait = r.BaseEvery; wait <= 0 {
			wait = -1
		}
		for pause := time.Second; ctx.Err() == nil; pause = min(2*pause, time.Minute) {
			err := r.base(ctx, got)
			if err == nil {
				break
			}
			if ctx.Err() == nil && r.Failed != nil {
				r.Failed(err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
		}
	}
}

// newest is how long the newest base of a timeline will do, 0 when there is none or it is old, -1 for ever.
func (r Run) newest(ctx context.Context, timeline int32) time.Duration {
	b, _, err := BaseFor(ctx, r.To, time.Time{})
	switch {
	case err != nil || b.Timeline != timeline:
		return 0
	case r.BaseEvery <= 0:
		return -1
	default:
		return max(r.BaseEvery-r.Now().Sub(b.Ended), 0)
	}
}

func (r Run) base(ctx context.Context, got *gotten) error {
	dsn, err := r.DSN()
	if err != nil {
		return err
	}
	b, end, err := r.copy(ctx, dsn)
	if err != nil {
		return err
	}
	for got.durable.Load() < uint64(end) {
		if got.timeline.Load() != b.Timeline {
			return fmt.Errorf("%w than base %s", ErrTimeline, b.Name)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return r.keep(ctx, b)
}
