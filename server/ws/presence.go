package ws

import (
	"sync"
	"time"
)

// presence collects topics whose number of subscribers changed and reports them once a second. The more a topic has,
// the more a report costs that is sent to all of them, and the less one of them matters: a second for each TellPerS.
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

// TellPerS is how many subscribers of a topic put off the next report of their number by a second.
const TellPerS = 1000

func (p *presence) flush(now time.Time) {
	p.mu.Lock()
	pending := p.pending
	p.pending = map[*topic]struct{}{}
	p.mu.Unlock()
	for t := range pending {
		count := int(t.subscribers.Load())
		if now.Sub(t.reported) < time.Duration(count/TellPerS)*time.Second {
			p.changed(t)
			continue
		}
		t.reported = now
		p.report(t.name, count)
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
				s.presence.flush(now)
			}
			s.forget(now)
			s.sessions.forget(now)
			s.admission.forget(now)
		}
	}
}
