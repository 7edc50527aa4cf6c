//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jadebox/protocol"
	"jadebox/tools/bench/site"
	"jadebox/tools/loadsim/client"
)

const (
	fifths = 5
	// openers are the players that open in turns: each waits for its answer, so that there must be some.
	openers = 200
	// readings of the memory in each fifth.
	readings = 60
)

// soakRow is a steady load over time.
type soakRow struct {
	Took       time.Duration   `json:"tookNS"`
	PerSecond  float64         `json:"perSecond"`
	Rate       int             `json:"rate"` // that was asked for
	Sockets    int             `json:"sockets"`
	Frames     int64           `json:"frames"`
	RSSMB      [fifths]float64 `json:"rssMB"` // medians
	Goroutines [fifths]float64 `json:"goroutines"`
	Drift      float64         `json:"drift"` // of RSS, in ten minutes
	Grown      float64         `json:"grown"` // of goroutines, in ten minutes
	P99MS      float64         `json:"p99MS"`
	Lost       int64           `json:"lost"`
	Failed     int64           `json:"failed"`
}

func (s *soakRow) met() bool {
	return s.Drift <= driftMax && s.Grown <= levelMax && s.P99MS <= lateMaxMS && s.kept() && s.Lost+s.Failed == 0
}

// kept reports whether there were as many openings as were due.
func (s *soakRow) kept() bool { return s.PerSecond >= rateMin*float64(s.Rate) }

// counter reads everything of a socket and keeps nothing.
type counter struct{ frames *atomic.Int64 }

func (c counter) Subscribed(*protocol.Subscribed) {}
func (c counter) Event(*protocol.Event)           { c.frames.Add(1) }
func (c counter) Gap(*protocol.Gap)               {}
func (c counter) Refused(*protocol.Error)         {}
func (c counter) Bye(*protocol.Bye)               {}

// listeners are sockets that receive what a page receives.
type listeners struct {
	sockets []*client.Socket
	frames  atomic.Int64
	lost    atomic.Int64
	over    atomic.Bool
	all     sync.WaitGroup
}

func listen(ctx context.Context, s *site.Site, players []*site.Player, n int) (*listeners, error) {
	l := &listeners{sockets: make([]*client.Socket, n)}
	var dialling errgroup.Group
	dialling.SetLimit(16)
	for i := range n {
		dialling.Go(func() error {
			socket, err := client.Dial(ctx, s.Target(i), players[i%len(players)].Conn.Token)
			if err != nil {
				return fmt.Errorf("socket %d: %w", i, err)
			}
			l.sockets[i] = socket
			for ref, topic := range []string{protocol.TopicFeed, protocol.TopicLobby, protocol.TopicPlayer} {
				if err := socket.Subscribe(protocol.Subscribe{Ref: uint32(ref + 1), Topic: topic}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := dialling.Wait(); err != nil {
		return nil, err
	}
	for _, socket := range l.sockets {
		l.all.Go(func() {
			if err := socket.Read(counter{&l.frames}); err != nil && !l.over.Load() {
				l.lost.Add(1)
			}
		})
	}
	return l, nil
}

func (l *listeners) close() {
	l.over.Store(true)
	for _, socket := range l.sockets {
		socket.Close()
	}
	l.all.Wait()
}

func soak(ctx context.Context, a arguments) (row *soakRow, err error) {
	s, err := site.Start(ctx, a.Bin)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	players, err := s.Players(ctx, max(openers, a.Sockets), funds)
	if err != nil {
		return nil, err
	}
	box, err := s.Box(ctx)
	if err != nil {
		return nil, err
	}
	if err := site.Warm(ctx, players[:openers], box); err != nil {
		return nil, err
	}
	l, err := listen(ctx, s, players, a.Sockets)
	if err != nil {
		return nil, err
	}
	defer l.close()
	row = &soakRow{Sockets: a.Sockets, Rate: a.Rate}
	loaded := time.Now()
	load := openingsAt(openers, a.Rate, func(i int) error { return players[i].Open(ctx, box) })
	time.Sleep(a.Warm)
	began := time.Now()
	for fifth := range fifths {
		var rss, goroutines []float64
		for range readings {
			time.Sleep(a.Duration / fifths / readings)
			mb, of, err := memory(ctx, s)
			if err != nil {
				load.stop()
				return nil, err
			}
			rss, goroutines = append(rss, mb), append(goroutines, of["go_goroutines"])
		}
		row.RSSMB[fifth], row.Goroutines[fifth] = median(rss), median(goroutines)
	}
	row.Took = time.Since(began).Round(time.Second)
	times := load.stop()
	row.PerSecond = float64(len(times)) / time.Since(loaded).Seconds()
	row.Drift, row.Grown = drift(row.RSSMB, a.Duration), drift(row.Goroutines, a.Duration)
	row.Frames, row.Lost, row.Failed = l.frames.Load(), l.lost.Load(), load.failed.Load()
	if len(times) == 0 {
		return nil, errors.New("nothing was opened")
	}
	slices.Sort(times)
	row.P99MS = float64(times[len(times)*99/100].Microseconds()) / 1000
	return row, nil
}

// drift is what ten minutes have of the growth from the middle of the first fifth to that of the last, as a share of
// the first.
func drift(medians [fifths]float64, duration time.Duration) float64 {
	const apart = float64(fifths-1) / fifths
	return (medians[fifths-1]/medians[0] - 1) * (10 * time.Minute).Seconds() / (apart * duration.Seconds())
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// load is openings at a rate.
type load struct {
	over   chan struct{}
	ended  time.Time // when over was closed
	all    sync.WaitGroup
	mu     sync.Mutex
	times  []time.Duration
	failed atomic.Int64
}

// openingsAt lets each of the players open when its turn is due. What was due when the load is stopped is opened all
// the same: an opening that has not begun by then is the latest of all.
func openingsAt(players, rate int, open func(player int) error) *load {
	l := &load{over: make(chan struct{})}
	began := time.Now()
	for i := range players {
		l.all.Go(func() {
			for n := i; ; n += players {
				due := began.Add(time.Duration(n) * time.Second / time.Duration(rate))
				select {
				case <-l.over:
				case <-time.After(time.Until(due)):
				}
				if l.without(due) {
					return
				}
				if err := open(i); err != nil {
					l.failed.Add(1)
					continue
				}
				l.mu.Lock()
				l.times = append(l.times, time.Since(due))
				l.mu.Unlock()
			}
		})
	}
	return l
}

// without reports whether the load was stopped before something was due.
func (l *load) without(due time.Time) bool {
	select {
	case <-l.over:
		return !due.Before(l.ended)
	default:
		return false
	}
}

// stop waits for what is under way and returns how long openings took.
func (l *load) stop() []time.Duration {
	l.ended = time.Now()
	close(l.over)
	l.all.Wait()
	return l.times
}
