package ws

import (
	"sync"
	"time"
)

// presence collects topics whose number of subscribers changed and reports them once a second.
type presence struct {
	report func(topic string, count int)

	mu      sync.Mutex
	pending map[*topic]struct{}
}

func (p *presence) changed(t *topic) {
	if p.report == nil {
		return
	}
	p.mu.Lock()
	p.pending[t] = struct{}{}
	p.mu.Unlock()
}

func (p *presence) flush() {
	p.mu.Lock()
	pending := p.pending
	p.pending = map[*topic]struct{}{}
	p.mu.Unlock()
	for t := range pending {
		p.report(t.name, int(t.subscribers.Load()))
	}
}

// housekeep runs what is due once a second and belongs to no loop.
func (s *Server) housekeep() {
	defer s.stopped.Done()
	every := time.NewTicker(time.Second)
	defer every.Stop()
	for {
		select {
		case <-s.done:
			return
		case now := <-every.C:
			if s.presence.report != nil {
				s.presence.flush()
			}
			s.forget(now)
			s.sessions.forget(now)
			s.admission.forget(now)
		}
	}
}
