package ws

import (
	"crypto/rand"
	"encoding/base64"
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// Tickets are one-use stand-ins for a token in the address of a socket, which a proxy may log. [SES5] In memory: a
// ticket is worth nothing on another server and after a restart.
type Tickets struct {
	clock store.Clock
	max   int

	mu   sync.Mutex
	open map[string]ticket
	fifo []string // ascending by expiry: all tickets live equally long
}

type ticket struct {
	session store.Session
	expires time.Time
}

const ticketsMax = 100_000

// NewTickets makes an empty store.
func NewTickets(clock store.Clock) *Tickets {
	return &Tickets{clock: clock, max: ticketsMax, open: map[string]ticket{}}
}

// Issue returns a ticket for the session, valid once and for protocol.TicketMS. When too many are open the oldest go.
func (t *Tickets) Issue(session store.Session) string {
	var b [32]byte
	rand.Read(b[:]) // never fails
	id := base64.RawURLEncoding.EncodeToString(b[:])
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.clock()
	for len(t.fifo) > 0 {
		if old, ok := t.open[t.fifo[0]]; ok && now.Before(old.expires) && len(t.open) < t.max {
			break
		}
		delete(t.open, t.fifo[0])
		t.fifo = t.fifo[1:]
	}
	t.open[id] = ticket{session, now.Add(protocol.TicketMS * time.Millisecond)}
	t.fifo = append(t.fifo, id)
	return id
}

// Redeem returns the session of a ticket that was not used before.
func (t *Tickets) Redeem(id string) (store.Session, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	found, ok := t.open[id]
	delete(t.open, id)
	return found.session, ok && t.clock().Before(found.expires)
}
