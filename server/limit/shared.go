package limit

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"
	"github.com/rs/zerolog"

	"jadebox/store"
)

const (
	// answerWithin is how long one attempt waits for Redis: longer than it ever takes, shorter than a person notices.
	answerWithin = 250 * time.Millisecond
	askAgain     = time.Second
)

// ErrDegraded means that limits are this process's own for now.
var ErrDegraded = errors.New("limit: redis does not answer: each process limits for itself")

// Shared limits across processes as long as Redis answers, and within this process meanwhile: a login waits for no
// Redis, and a client that spreads attempts over n processes has n times as many until it is back. Its state is logged
// when it changes and not with every attempt.
type Shared struct {
	connect func() (Limiter, func(), error)
	own     *Memory
	log     zerolog.Logger

	far  atomic.Pointer[Limiter] // nil while it does not answer
	lost chan struct{}           // wakes Run
	end  context.CancelFunc
	over sync.WaitGroup
}

// NewShared connects in the background: a Redis that is down when the process starts is no different from one that
// fails later. Close ends it.
func NewShared(opt rueidis.ClientOption, prefix string, now store.Clock, log zerolog.Logger) *Shared {
	return newShared(func() (Limiter, func(), error) {
		client, err := rueidis.NewClient(opt)
		if err != nil {
			return nil, nil, err
		}
		return NewRedis(client, prefix), client.Close, nil
	}, now, log, askAgain)
}

func newShared(connect func() (Limiter, func(), error), now store.Clock, log zerolog.Logger,
	again time.Duration) *Shared {
	ctx, end := context.WithCancel(context.Background())
	s := &Shared{connect: connect, own: NewMemory(now), log: log, lost: make(chan struct{}, 1), end: end}
	first := make(chan struct{})
	s.over.Go(func() { s.run(ctx, again, first) })
	<-first
	return s
}

// Close ends the connection.
func (s *Shared) Close() {
	s.end()
	s.over.Wait()
}

// Take implements Limiter.
func (s *Shared) Take(ctx context.Context, key string, r Rate) (time.Duration, error) {
	far := s.far.Load()
	if far == nil {
		return s.own.Take(ctx, key, r)
	}
	within, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	began := time.Now()
	retry, err := (*far).Take(within, key, r)
	redisSeconds.WithLabelValues(answerOf(err)).Observe(time.Since(began).Seconds())
	if err == nil {
		return retry, nil
	}
	if ctx.Err() != nil { // the caller has gone; that says nothing about Redis
		return 0, err
	}
	if s.far.CompareAndSwap(far, nil) {
		s.log.Error().Err(err).Msg(ErrDegraded.Error())
		select {
		case s.lost <- struct{}{}:
		default:
		}
	}
	return s.own.Take(ctx, key, r)
}

// Give implements Limiter. What Redis does not take back meanwhile stays counted there.
func (s *Shared) Give(ctx context.Context, key string, r Rate) error {
	if far := s.far.Load(); far != nil {
		within, cancel := context.WithTimeout(ctx, answerWithin)
		defer cancel()
		if (*far).Give(within, key, r) == nil {
			return nil
		}
	}
	return s.own.Give(ctx, key, r)
}

// Degraded is ErrDegraded while Redis does not answer.
func (s *Shared) Degraded() error {
	if s.far.Load() == nil {
		return ErrDegraded
	}
	return nil
}

// run connects, and again after each loss, until ctx ends. first is closed when the first try is over.
func (s *Shared) run(ctx context.Context, again time.Duration, first chan struct{}) {
	reported := false
	for tries := 0; ctx.Err() == nil; tries++ {
		far, closeFar, err := s.connect()
		if err == nil {
			err = s.probe(ctx, far)
			if err != nil {
				closeFar()
			}
		}
		switch {
		case err == nil:
			if reported || tries > 0 { // before Degraded ends, so that the line stands when it has
				s.log.Info().Msg("limit: redis answers: limits are shared")
			}
			s.far.Store(&far)
			reported = false
		case !reported:
			s.log.Error().Err(err).Msg(ErrDegraded.Error())
			reported = true
		}
		if tries == 0 {
			close(first) // ctx cannot have ended before
		}
		if err == nil {
			select {
			case <-s.lost:
			case <-ctx.Done():
			}
			s.far.Store(nil)
			closeFar()
			reported = true // by Take
		}
		select {
		case <-time.After(again):
		case <-ctx.Done():
		}
	}
}

// probe makes a request, so that a Redis that takes connections and never answers counts as down.
func (s *Shared) probe(ctx context.Context, far Limiter) error {
	within, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	if _, err := far.Take(within, "probe", Rate{Burst: 1000, Per: time.Second}); err != nil {
		return fmt.Errorf("redis: %w", err)
	}
	return nil
}

var _ Limiter = (*Shared)(nil)
