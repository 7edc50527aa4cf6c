package ws

import "sync/atomic"

// counters are the server's own; Stats reads them.
type counters struct {
	sockets                                    atomic.Int64
	opened, rejected, refused                  atomic.Uint64
	published, delivered, recovered            atomic.Uint64
	lagged, gaps, slow, silent, acceptFailures atomic.Uint64
}

// Stats is a reading for metrics. All but Sockets, Topics and Online only grow.
type Stats struct {
	Sockets, Topics, Online int
	Opened                  uint64 // handshakes done
	Rejected                uint64 // handshakes refused: origin, form, path
	Refused                 uint64 // connections refused: caps
	Published, Delivered    uint64 // events in, frames out
	Recovered               uint64 // subscriptions resumed from a log
	Lagged, Gaps            uint64 // subscribers behind a log, snapshots sent to them
	Slow                    uint64 // closed: too many unsent replies
	Silent                  uint64 // closed: no pong
	AcceptFailures          uint64 // out of descriptors
}

// Stats reads the counters.
func (s *Server) Stats() Stats {
	s.topics.mu.RLock()
	topics := len(s.topics.byName)
	s.topics.mu.RUnlock()
	c := &s.stats
	return Stats{
		Sockets: int(c.sockets.Load()), Topics: topics, Online: s.Online(),
		Opened: c.opened.Load(), Rejected: c.rejected.Load(), Refused: c.refused.Load(),
		Published: c.published.Load(), Delivered: c.delivered.Load(), Recovered: c.recovered.Load(),
		Lagged: c.lagged.Load(), Gaps: c.gaps.Load(), Slow: c.slow.Load(), Silent: c.silent.Load(),
		AcceptFailures: c.acceptFailures.Load(),
	}
}
