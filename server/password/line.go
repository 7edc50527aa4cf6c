package password

import (
	"net/netip"
	"slices"
)

// Who is whom a hash is computed for. The line is fair by Network, and a known caller has a reserved place and turns.
type Who struct {
	Network netip.Prefix // see NetworkOf; the zero value is a network like any other
	Account int64        // of a session, or of a device that logged in to it before; 0: a stranger
}

func (w Who) known() bool { return w.Account != 0 }

// NetworkOf is what one party can be expected to hold many addresses of: an IPv4 /24, also of an address that is
// written as an IPv6 one, or an IPv6 /48. An address that is none has the zero network.
func NetworkOf(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap()
	bits := 48
	if addr.Is4() {
		bits = 24
	}
	p, err := addr.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// Bounds say how many may wait.
type Bounds struct {
	Waiting int // devices not seen before
	Known   int // places reserved for those that were, one an account
	// Lent are those of Waiting that known devices are lent when Known are taken, one a network: strangers leave them.
	// A caller that finds none waits with the others.
	Lent    int
	Network int // of one network in either
}

// Standard bounds are those of a site. A known device is turned away only while 128 accounts in as many networks wait
// on known devices, which the limits of an account's logins keep from lasting. At 35 hashes a second, of which every
// second one is a stranger's, the first 33 known devices are served within two seconds, and the last within eight.
var Standard = Bounds{Waiting: 128, Known: 32, Lent: 96, Network: 32}

// line says whose hash is next and who has to leave. Every hash costs the same, so that a turn for each network is
// deficit round robin. While both wait, every second turn is a known device's: a flood of strangers, however many
// networks it comes from, costs each of them one hash before its own. It has no clock and no lock.
type line struct {
	bounds        Bounds
	known, others fairQueue
	knownLast     bool // the turn before went to a known device
}

func newLine(b Bounds) line {
	l := line{bounds: b, known: newFairQueue(b.Known, b.Network), others: newFairQueue(b.Waiting, b.Network)}
	l.known.single, l.known.borrows = true, b.Lent
	return l
}

// waiter is one place in a line.
type waiter struct {
	Who
	in   *fairQueue // nil: not in line
	turn chan turn  // what ends the waiting; room for one
}

// join puts w in line and returns which caller has to leave for it: none, a waiting one, or w itself.
func (l *line) join(w *waiter) (out *waiter) {
	out = w
	if w.known() {
		out = l.known.join(w)
	}
	l.others.waitingMax = l.bounds.Waiting - max(0, l.known.waiting-l.bounds.Known)
	switch {
	case out != nil:
		out = l.others.join(out)
	case l.others.waiting > l.others.waitingMax:
		out = l.others.shorten()
	}
	return out
}

// next takes the one whose turn it is out of the line; nil when none waits.
func (l *line) next() *waiter {
	first, second := &l.known, &l.others
	if l.knownLast {
		first, second = second, first
	}
	w := first.next()
	if w == nil {
		first = second
		w = first.next()
	}
	l.knownLast = w != nil && first == &l.known
	return w
}

// leave takes w out of the line and reports whether it was there.
func (l *line) leave(w *waiter) bool {
	if w.in == nil {
		return false
	}
	w.in.leave(w)
	return true
}

func (l *line) waiting() int { return l.known.waiting + l.others.waiting }

// fairQueue serves networks in turn, and those of one network in the order in which they came.
type fairQueue struct {
	waitingMax, networkMax int
	borrows                int // places above waitingMax, for networks of which no caller waits here

	waiting  int
	single   bool                       // an account has one place
	accounts map[int64]bool             // that have it
	queues   map[netip.Prefix][]*waiter // none is empty
	turns    []netip.Prefix             // those of queues, the next one first
}

func newFairQueue(waitingMax, networkMax int) fairQueue {
	return fairQueue{waitingMax: waitingMax, networkMax: networkMax, accounts: map[int64]bool{},
		queues: map[netip.Prefix][]*waiter{}}
}

// join is line.join. In a full one the longest queue gives a place to a caller whose queue is shorter even with that
// caller in it, so that an attacker with one network, or a few, does not keep others out.
func (l *fairQueue) join(w *waiter) (out *waiter) {
	own := len(l.queues[w.Network])
	if own >= l.networkMax || l.accounts[w.Account] {
		return w
	}
	if l.waiting >= l.waitingMax {
		switch {
		case len(l.longest()) >= own+2:
			out = l.shorten()
		case own > 0 || l.waiting >= l.waitingMax+l.borrows:
			return w
		}
	}
	if own == 0 {
		l.turns = append(l.turns, w.Network)
	}
	l.queues[w.Network] = append(l.queues[w.Network], w)
	l.waiting++
	if l.single {
		l.accounts[w.Account] = true
	}
	w.in = l
	return out
}

// longest is the longest queue, of equal ones that whose turn comes last.
func (l *fairQueue) longest() (longest []*waiter) {
	for _, network := range l.turns {
		if q := l.queues[network]; len(q) >= len(longest) {
			longest = q
		}
	}
	return longest
}

// shorten takes the last of the longest queue out.
func (l *fairQueue) shorten() *waiter {
	longest := l.longest()
	w := longest[len(longest)-1]
	l.leave(w)
	return w
}

func (l *fairQueue) next() *waiter {
	if len(l.turns) == 0 {
		return nil
	}
	network := l.turns[0]
	w := l.queues[network][0]
	l.leave(w)
	if len(l.turns) > 0 && l.turns[0] == network {
		l.turns = append(l.turns[1:], network)
	}
	return w
}

func (l *fairQueue) leave(w *waiter) {
	q := l.queues[w.Network]
	q = slices.Delete(q, slices.Index(q, w), slices.Index(q, w)+1)
	w.in = nil
	l.waiting--
	delete(l.accounts, w.Account)
	if len(q) > 0 {
		l.queues[w.Network] = q
		return
	}
	delete(l.queues, w.Network)
	at := slices.Index(l.turns, w.Network)
	l.turns = slices.Delete(l.turns, at, at+1)
}
