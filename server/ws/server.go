package ws

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"

	"github.com/rs/zerolog"
)

// Server is the socket server of a process. Make it with New, feed it with Serve, ServeHTTP or both, end it with Drain.
type Server struct {
	o      Options
	logger zerolog.Logger

	topics    topics
	sessions  sessions
	admission admission
	presence  presence
	work      *workers
	http      *httpListener
	stats     counters
	channels  textChannels

	loops     []*loop // the last one is the shard loop for connections that the reactor cannot take
	shardOnce sync.Once
	runningMu sync.Mutex
	started   []*loop

	listenerMu sync.Mutex
	listeners  []net.Listener
	draining   atomic.Bool
	maintained atomic.Bool
	done       chan struct{}
	closeOnce  sync.Once
	stopped    sync.WaitGroup
}

var _ publish.Publisher = (*Server)(nil)

// New starts the loops; nothing listens yet.
func New(o Options) (*Server, error) {
	if o.Sessions == nil || o.Snapshots == nil {
		return nil, errors.New("ws: Options need Sessions and Snapshots")
	}
	o.setDefaults()
	if o.CodeOf == nil {
		o.CodeOf = apierr.Code
	}
	channels, err := channelsOf(o.Texts)
	if err != nil {
		return nil, err
	}
	s := &Server{o: o, channels: channels, logger: o.Logger, done: make(chan struct{}), work: newWorkers(o.Workers)}
	s.topics.byName = map[string]*topic{}
	s.sessions.live, s.sessions.ended = map[sessionKey]*session{}, map[sessionKey]ending{}
	s.admission = admission{socketsMax: o.AddressSocketsMax, perSecond: o.AddressAcceptsPerS, proxies: o.Proxies,
		byIP: map[netip.Prefix]*address{}}
	s.presence = presence{report: o.PresenceChanged, pending: map[*topic]struct{}{}}
	s.http = newHTTPListener(s.Addr, o.PlainMax, o.PlainIdleMax)
	s.loops = make([]*loop, o.Loops+1)
	for i := range s.loops {
		s.loops[i] = newLoop(s, i)
	}
	for _, l := range s.loops[:o.Loops] {
		if err := s.startLoop(l, o.Backend); err != nil {
			s.Close()
			return nil, err
		}
	}
	s.stopped.Add(1)
	go s.housekeep()
	return s, nil
}

func (s *Server) startLoop(l *loop, backend Backend) error {
	var run func()
	var err error
	if backend == Shard || backend == Best && !reactorHere {
		run = newShard(l)
	} else if run, err = newReactor(l); err != nil {
		return err
	}
	s.runningMu.Lock()
	s.started = append(s.started, l)
	s.runningMu.Unlock()
	s.stopped.Add(1)
	go func() {
		defer s.stopped.Done()
		run()
	}()
	return nil
}

func (s *Server) running() []*loop {
	s.runningMu.Lock()
	defer s.runningMu.Unlock()
	return s.started[:len(s.started):len(s.started)]
}

// take gives a connection from ip to a loop, with what was read from it: nothing of one that was just accepted.
func (s *Server) take(nc net.Conn, ip netip.Addr, head []byte) {
	if s.draining.Load() {
		nc.Close()
		return
	}
	l := s.idlest()
	if l.transport.(adopter).take(nc, ip, head) {
		return
	}
	s.shardOnce.Do(func() { s.startLoop(s.loops[s.o.Loops], Shard) })
	s.loops[s.o.Loops].transport.(adopter).take(nc, ip, head)
}

// adopter takes connections that another listener accepted; false: not this kind.
type adopter interface {
	take(nc net.Conn, ip netip.Addr, head []byte) bool
}

func (s *Server) idlest() *loop {
	best := s.loops[0]
	for _, l := range s.loops[1:s.o.Loops] {
		if l.count.Load() < best.count.Load() {
			best = l
		}
	}
	return best
}

// Serve accepts on ln until Drain or Close. Plain HTTP requests come out of HTTPListener.
func (s *Server) Serve(ln net.Listener) error {
	s.listenerMu.Lock()
	s.listeners = append(s.listeners, ln)
	s.listenerMu.Unlock()
	if s.draining.Load() {
		ln.Close()
		return net.ErrClosed
	}
	if a, ok := s.loops[0].transport.(interface {
		listen(net.Listener) (bool, error)
	}); ok {
		if taken, err := a.listen(ln); err != nil {
			return err
		} else if taken {
			<-s.done
			return net.ErrClosed
		}
	}
	for {
		nc, err := ln.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return net.ErrClosed
		case err != nil: // out of descriptors, mostly: give those that are open time to end [WS10]
			s.stats.refused.Add(1)
			s.logger.Warn().Err(err).Msg("accept")
			time.Sleep(acceptPause)
			continue
		}
		s.take(nc, addrOf(nc), nil)
	}
}

const acceptPause = 100 * time.Millisecond

// HTTPListener gives the connections of Serve that did not ask for a socket path, for http.Server.Serve.
func (s *Server) HTTPListener() net.Listener { return s.http }

// Addr is the address of the first listener, nil before Serve.
func (s *Server) Addr() net.Addr {
	s.listenerMu.Lock()
	defer s.listenerMu.Unlock()
	if len(s.listeners) == 0 {
		return nil
	}
	return s.listeners[0].Addr()
}

// draining is a loop's farewell to its connections, spread over time.
type draining struct {
	startMS uint32
	overMS  uint32
	at      int // next slot
}

const drainStepMS = 50

// Drain stops accepting, sends every socket when to reconnect, a few at a time over DrainOver, and waits until all
// are gone or ctx ends; then everything is closed. [WS8] net/http drains its own connections.
func (s *Server) Drain(ctx context.Context) error {
	s.draining.Store(true)
	s.closeListeners()
	for _, l := range s.running() {
		l.post(func() {
			if l.drain == nil {
				l.drain = &draining{startMS: l.nowMS, overMS: max(1, ms(s.o.DrainOver))}
			}
		})
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for s.stats.sockets.Load() > 0 {
		select {
		case <-ctx.Done():
			s.Close()
			return ctx.Err()
		case <-look.C:
		}
	}
	s.Close()
	return nil
}

// drainSome sends Bye to the part of the table whose time has come.
func (l *loop) drainSome() {
	d := l.drain
	passed := min(l.nowMS-d.startMS, d.overMS)
	until := int(uint64(len(l.conns)) * uint64(passed) / uint64(d.overMS))
	if passed == d.overMS {
		until = len(l.conns)
	}
	for ; d.at < until; d.at++ {
		c := l.conns[d.at]
		switch {
		case c == nil:
		case c.state == handshaking:
			l.drop(c)
		case c.mode == echo:
			l.closeWith(c, closeRestart)
		default:
			l.farewell(c, protocol.CodeBusy, protocol.ReconnectFailMS+rand.Uint32N(3000), closeRestart)
		}
	}
	if passed == d.overMS {
		d.at = 0 // slots were filled meanwhile
	}
}

// Unlisten stops accepting. What was accepted before goes on: net/http and Settle see to its calls, Drain to its
// sockets.
func (s *Server) Unlisten() { s.closeListeners() }

// Settle waits, after Unlisten, until plain connections that were accepted before have been quiet for a moment, and for
// most at most: a call that is on its way to this process finds it here.
func (s *Server) Settle(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	look := time.NewTicker(settleQuiet / 4)
	defer look.Stop()
	s.http.touch() // what was just accepted has said nothing yet
	for !s.http.quiet(settleQuiet) {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// settleQuiet is more than what passes between a connection and its first bytes, or between two calls of a proxy.
const settleQuiet = 100 * time.Millisecond

func (s *Server) closeListeners() {
	s.listenerMu.Lock()
	defer s.listenerMu.Unlock()
	for _, ln := range s.listeners {
		ln.Close()
	}
	if a, ok := s.loops[0].transport.(interface{ unlisten() }); ok {
		a.unlisten()
	}
}

// Close ends everything at once.
func (s *Server) Close() {
	s.draining.Store(true)
	s.closeListeners()
	s.closeOnce.Do(func() { close(s.done) })
	s.http.Close()
	s.work.stop()
	for _, l := range s.running() {
		l.wake()
	}
	s.stopped.Wait()
}
