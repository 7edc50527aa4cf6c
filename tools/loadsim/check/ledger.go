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

	mu        sync.Mutex
	cents     int64
	bag       int               // without gifts
	gifts     int               // items that the house gave beside all play: told, or in an answer or a wallet event
	sure      int               // gifts that an answer has shown
	shown     int               // gifts that a wallet event has shown
	announced int               // gifts that the socket has told
	doubt     bool              // an operation's outcome is not known: nothing can be concluded from here on
	states    []state           // since the last reconciliation, oldest first
	wallets   []protocol.Wallet // events not reconciled yet
	last      protocol.Wallet   // newest event
	heard     bool
}

type state struct {
	cents int64
	bag   int
}

// NewLedger starts from what GET /api/user/info said.
func NewLedger(f *Findings, who string, cents int64, bag int) *Ledger {
	return &Ledger{findings: f, who: who, cents: cents, bag: bag, states: []state{{cents, bag}}}
}

// Enter enters one acknowledged operation.
func (l *Ledger) Enter(cents int64, items int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cents += cents
	l.bag += items
	l.states = append(l.states, state{l.cents, l.bag})
}

// Given takes items that the house says it gave beside all play. They may show in an answer before or after.
func (l *Ledger) Given(items int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.announced += items
	l.gifts = max(l.gifts, l.announced)
}

// Gifts is the number of items that came beside all play, told or not: a caller that asks for them must find them on
// record.
func (l *Ledger) Gifts() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.gifts
}

// giftsMax bounds the gifts that may come between two looks.
const giftsMax = 5

// Doubt stops all conclusions: an operation was given up with its outcome unknown.
func (l *Ledger) Doubt() {
	l.mu.Lock()
	l.doubt = true
	l.mu.Unlock()
}

// Doubtful reports whether Doubt was called.
func (l *Ledger) Doubtful() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.doubt
}

// Now returns balance and bag as the ledger has them.
func (l *Ledger) Now() (cents int64, bag int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cents, l.bag + l.gifts
}

// Answered compares what the server says after an operation. Call it when no other operation of the player is open.
func (l *Ledger) Answered(op string, cents int64, bag int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubt {
		return
	}
	if !l.findings.Hold(cents == l.cents, Balance, l.who, "after %s: server %d cents, own sum %d (%+d)", op, cents,
		l.cents, cents-l.cents) {
		l.cents = cents // one finding for one fault
	}
	gifts := bag - l.bag
	if l.findings.Hold(gifts >= l.sure && gifts <= l.gifts+giftsMax, Bag, l.who,
		"after %s: server %d items, own count %d and %d gifts (%+d)", op, bag, l.bag, l.gifts, gifts-l.gifts) {
		l.sure, l.gifts = gifts, max(l.gifts, gifts)
	} else {
		l.bag = bag - l.gifts
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

// Reconcile checks the wallet events so far: each is a state of the ledger, and they follow in its order. Call it when
// no operation of the player is open and every credit of a battle is booked.
func (l *Ledger) Reconcile() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubt {
		return
	}
	at := 0
	for _, w := range l.wallets {
		i, gifts := l.find(l.states[at:], w)
		if !l.findings.Hold(i >= 0, Wallet, l.who,
			"event says %d cents and %d items (op %s): never so, or before its time", w.GemsCents, w.BagCount, w.OpID) {
			continue
		}
		at += i
		l.shown, l.gifts = gifts, max(l.gifts, gifts)
	}
	l.wallets = l.wallets[:0]
	l.states = append(l.states[:0], l.states[at:]...)
}

// find looks for the state that a wallet event shows, with as few gifts as may be.
func (l *Ledger) find(states []state, w protocol.Wallet) (i, gifts int) {
	for gifts = l.shown; gifts <= l.gifts+giftsMax; gifts++ {
		if i = slices.Index(states, state{w.GemsCents, int(w.BagCount) - gifts}); i >= 0 {
			return i, gifts
		}
	}
	return -1, 0
}

// Caught reports whether the newest wallet event shows what the ledger has.
func (l *Ledger) Caught() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.doubt || l.heard && l.last.GemsCents == l.cents && int(l.last.BagCount) == l.bag+l.gifts
}

// Close checks, at the end of a run, that the socket has sent the last state. heard is false for a bot without a
// socket.
func (l *Ledger) Close() {
	l.Reconcile()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.doubt || !l.heard {
		return
	}
	l.findings.Hold(l.last.GemsCents == l.cents && int(l.last.BagCount) == l.bag+l.gifts, Wallet, l.who,
		"newest event says %d cents and %d items, own sum %d and %d", l.last.GemsCents, l.last.BagCount, l.cents, l.bag+
			l.gifts)
}
