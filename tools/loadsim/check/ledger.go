package check

import (
	"slices"
	"sync"

	"jadebox/protocol"
)

// Ledger is one player's own account of balance and backpack, kept op by op from acknowledged answers.
// Safe for concurrent use: wallet events come from the socket's goroutine.
type Ledger struct {
	findings *Findings
	who      string

	mu      sync.Mutex
	cents   int64
	bag     int
	doubt   bool              // an operation's outcome is not known: nothing can be concluded from here on
	states  []state           // since the last reconciliation, oldest first
	wallets []protocol.Wallet // events not reconciled yet
	last    protocol.Wallet   // newest event
	heard   bool
}

type state struct {
	cents int64
	bag   int
}

// NewLedger starts from what GET /api/user/info said.
func NewLedger(f *Findings, who string, cents int64, bag int) *Ledger {
	return &Ledger{findings: f, who: who, cents: cents, bag: bag, states: []state{{cents, bag}}}
}

// Book enters one acknowledged operation.
func (l *Ledger) Book(cents int64, items int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cents += cents
	l.bag += items
	l.states = append(l.states, state{l.cents, l.bag})
}

// Doubt stops all conclusions: an operation was given up with its outcome unknown.
func (l *Ledger) Doubt() {
	l.mu.Lock()
	l.doubt = true
	l.mu.Unlock()
}

// Doubtful tells whether Doubt was called.
func (l *Ledger) Doubtful() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.doubt
}

// Now returns balance and bag as the ledger has them.
func (l *Ledger) Now() (cents int64, bag int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cents, l.bag
}

// Answered compares what the server says after an operation. Call it when no other operation of the player is open.
func (l *Ledger) Answered(op string, cents int64, bag int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubt {
		return
	}
	if !l.findings.Hold(cents == l.cents, Balance, l.who, "after %s: server %d cents, own sum %d (%+d)", op, cents, l.cents, cents-l.cents) {
		l.cents = cents // one finding for one fault
	}
	if !l.findings.Hold(bag == l.bag, Bag, l.who, "after %s: server %d items, own count %d (%+d)", op, bag, l.bag, bag-l.bag) {
		l.bag = bag
	}
	l.states = append(l.states, state{l.cents, l.bag})
}

// Wallet takes a wallet event or snapshot of the topic "player".
func (l *Ledger) Wallet(w protocol.Wallet) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last, l.heard = w, true
	if len(l.wallets) < walletsMax {
		l.wallets = append(l.wallets, w)
	}
}

// walletsMax bounds the events kept between two reconciliations.
const walletsMax = 4096

// Reconcile checks the wallet events so far: each is a state of the ledger, and they follow in its order. Call it when no
// operation of the player is open and every credit of a battle is booked.
func (l *Ledger) Reconcile() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubt {
		return
	}
	at := 0
	for _, w := range l.wallets {
		s := state{w.GemsCents, int(w.BagCount)}
		i := slices.Index(l.states[at:], s)
		if !l.findings.Hold(i >= 0, Wallet, l.who, "event says %d cents and %d items (op %s): never so, or before its time", s.cents, s.bag, w.OpID) {
			continue
		}
		at += i
	}
	l.wallets = l.wallets[:0]
	l.states = append(l.states[:0], l.states[at:]...)
}

// Caught says whether the newest wallet event shows what the ledger has.
func (l *Ledger) Caught() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.doubt || l.heard && l.last.GemsCents == l.cents && int(l.last.BagCount) == l.bag
}

// Close checks, at the end of a run, that the socket has told the last state. heard is false for a bot without a socket.
func (l *Ledger) Close() {
	l.Reconcile()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubt || !l.heard {
		return
	}
	l.findings.Hold(l.last.GemsCents == l.cents && int(l.last.BagCount) == l.bag, Wallet, l.who,
		"newest event says %d cents and %d items, own sum %d and %d", l.last.GemsCents, l.last.BagCount, l.cents, l.bag)
}
