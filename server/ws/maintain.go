package ws

import (
	"math/rand/v2"

	"jadebox/protocol"
)

// reconnectMaintainedMS spreads the reconnects of all clients that were disconnected at once, in milliseconds.
const reconnectMaintainedMS = 15_000

// Maintain closes the server for players, or opens it again: a client that is there is notified (number 1000) and
// closed, one that comes gets the same answer. The listeners stay.
func (s *Server) Maintain(closed bool) {
	if s.maintained.Swap(closed) || !closed {
		return
	}
	for _, l := range s.running() {
		l.post(func() {
			for _, c := range l.conns {
				if c != nil && c.mode != echo {
					l.farewell(c, protocol.CodeMaintenance, maintainedMS(), closeTryAgain)
				}
			}
		})
	}
}

func maintainedMS() uint32 { return reconnectMaintainedMS + rand.Uint32N(reconnectMaintainedMS) }

// turnedAway sends Bye to a connection that comes while the server is closed.
func (l *loop) turnedAway(c *conn) bool {
	if !l.srv.maintained.Load() {
		return false
	}
	l.dismiss(c, protocol.CodeMaintenance, maintainedMS(), closeTryAgain)
	return true
}
