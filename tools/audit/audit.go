// Package audit checks the invariants of the ledger: what must hold in every database at every moment
// (ARCHITECTURE.md, "Invariants"). It replays the journal and compares the result with the tables.
//
// Check looks at everything in one consistent view, beside a running server if need be. Live looks at what is new,
// every minute. Deliberately absent: repairing, and whatever a room kind means by its own state.
package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

// Invariant is one of the numbered rules; the numbers are those of the design.
type Invariant int

const (
	Ledger    Invariant = 1  // sums to zero per currency; every balance ≥ 0 and equal to the sum of its entries
	Escrow    Invariant = 2  // equals the open rooms
	Items     Invariant = 3  // each has one owner and a legal status path
	Keys      Invariant = 4  // one effect per operation key
	Claims    Invariant = 5  // once per player, activity and period
	Rooms     Invariant = 6  // settled or refunded exactly once
	Packets   Invariant = 7  // a red packet never pays more than its pool
	Winners   Invariant = 8  // of a roll are distinct
	Durable   Invariant = 9  // every acknowledged operation is present
	Results   Invariant = 10 // every published result re-verifies
	Deadlines Invariant = 11 // no room is stuck 60 s past its deadline
	Chain     Invariant = 12 // the hash chain is unbroken
	// of a player holds every op that changed what the player owns, so that it adds up to the balances
	Statement Invariant = 14
	Payments  Invariant = 13 // gems are bought for a paid order, once; R$ that is withdrawn is paid or comes back
	Log       Invariant = 15 // the public log is the journal's leaves, each once, under its signed checkpoint
	Prices    Invariant = 16 // every op is of a known kind, and costs and gives what its kind may
	Rules     Invariant = 17 // settings, boxes and items are what the chain of their changes says
	Operators Invariant = 18 // each act is signed by an operator of its time, and above a limit approved by another
)

var names = map[Invariant]string{Ledger: "ledger", Escrow: "escrow", Items: "items", Keys: "keys", Claims: "claims",
	Rooms:   "rooms",
	Packets: "red packets", Winners: "roll winners", Durable: "acknowledged", Results: "results",
	Deadlines: "deadlines", Chain: "hash chain", Payments: "payments", Statement: "statement",
	Log: "public log", Prices: "prices", Rules: "rules", Operators: "operators"}

func (i Invariant) String() string { return names[i] }

// notHere are the invariants that a database alone cannot show, with what shows them.
var notHere = map[Invariant]string{
	Durable: "needs the clients' journals: tools/crash",
}

// Violation is one breach.
type Violation struct {
	Invariant Invariant `json:"invariant"`
	Name      string    `json:"name"`
	What      string    `json:"what"`
}

// Report is the outcome of one audit.
type Report struct {
	At         time.Time            `json:"at"`
	Full       bool                 `json:"full"`       // false: only what is new since the last one
	Remembered bool                 `json:"remembered"` // the log was held to what was kept elsewhere
	Ops        int64                `json:"ops"`
	Accounts   int64                `json:"accounts"`
	Items      int64                `json:"items"`
	Rooms      int64                `json:"rooms"`
	Results    int64                `json:"results"`
	TookMS     int64                `json:"tookMS"`
	Counts     map[Invariant]int    `json:"violationCounts"`
	Violations []Violation          `json:"violations"` // the first of them
	Skipped    map[Invariant]string `json:"skipped"`
	Notes      []string             `json:"notes,omitempty"`
}

// OK reports whether nothing was found.
func (r *Report) OK() bool { return len(r.Counts) == 0 }

// Total is the number of violations.
func (r *Report) Total() (n int) {
	for _, c := range r.Counts {
		n += c
	}
	return n
}

const violationsMax = 100

func (r *Report) violate(i Invariant, format string, a ...any) {
	r.Counts[i]++
	if len(r.Violations) < violationsMax {
		r.Violations = append(r.Violations, Violation{i, i.String(), fmt.Sprintf(format, a...)})
	}
}

// Options are hooks into what the store does not know.
type Options struct {
	Now func() time.Time // time.Now when nil
	// Leaf verifies one leaf of the public log and reports whether it is a published result. VerifyLeaf when nil.
	Leaf func(store.LogLeaf) (result bool, err error)
	// Stake is what an open room must hold in escrow; nil or false leaves only the general rules: final rooms hold
	// nothing, and nothing is held without a room.
	Stake func(store.Room) (cents int64, known bool)
	// WishCardStake is Stake for wish cards.
	WishCardStake func(store.Room) (wishCards int64, known bool)
	// Site is set when the journal is one of a site, whose draws, prices and rooms are judged, too; nil: any
	// ledger.
	Site *Site
	// LogKey is the public key that the log must be signed with; empty: the one that the site keeps.
	LogKey string
	// Checkpoints are signed heads of the public log that were kept elsewhere: the log must have begun with each.
	Checkpoints []string
	// Archive is the directory of the journal's archived months, for CheckDSN; empty: none is mounted, and what is in
	// them cannot be audited.
	Archive string
	// Named reports whether the statement of a player lists the ops of a kind (actors/lists/statement). Nil: all of
	// them.
	Named func(kind string) bool
}

// Site is what the auditor must know of a site.
type Site struct {
	// Trial reports whether play money is given, as by a demo and by the tools that try a site out.
	Trial bool
}

// grace is how long a room may be behind its deadline (invariant 11).
const grace = 60 * time.Second

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Leaf == nil {
		o.Leaf = VerifyLeaf
	}
	return o
}

func newReport(now time.Time, full bool) *Report {
	return &Report{At: now.UTC(), Full: full, Counts: map[Invariant]int{}, Violations: []Violation{}, Skipped: notHere}
}

// chunkOps is how many ops are looked at together, so that what they need is asked for at once.
const chunkOps = 500

// judge looks at ops together with what they refer to, and holds those of a site to what it may do.
func (c *replay) judge(ctx context.Context, view store.Snapshot, chunk []*store.JournalEntry) error {
	if len(chunk) == 0 {
		return nil
	}
	if err := errors.Join(c.written(ctx, view, chunk), c.opened(ctx, view), c.tookBack(ctx, view),
		c.payments.chunk(ctx, view, c.report)); err != nil {
		return err
	}
	c.again, c.backs = c.again[:0], c.backs[:0]
	if c.opt.Site == nil {
		return nil
	}
	if err := c.seeds.draw(ctx, c.report, view, chunk); err != nil {
		return err
	}
	var asked []store.Listing
	for _, e := range chunk {
		c.prices.rulebook.chain.feed(c.report, e)
		c.seals.feed(e)
		asked = append(asked, listings(e)...)
	}
	if err := lists(ctx, c.report, view, asked); err != nil {
		return err
	}
	if err := c.seals.judge(ctx, c.report, view, chunk); err != nil {
		return err
	}
	return errors.Join(c.signatures.judge(ctx, c.report, chunk), c.prices.judge(ctx, c.report, view, chunk))
}

// Check audits everything. The error says that it could not look; what it found is in the report.
func Check(ctx context.Context, s store.Auditable, opt Options) (*Report, error) {
	opt = opt.withDefaults()
	view, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer view.Close()
	began := opt.Now()
	c := newReplay(opt, newReport(began, true))
	c.report.Remembered = len(opt.Checkpoints) > 0 || opt.LogKey != ""
	c.sift()
	if c.log.head, err = view.Log(ctx); err != nil {
		return nil, err
	}
	if err := c.lateRooms(ctx, view); err != nil {
		return nil, err
	}
	if opt.Site != nil {
		if c.prices, err = newPrices(ctx, view, opt.Site); err != nil {
			return nil, err
		}
		if err := c.seals.read(ctx, view, began); err != nil {
			return nil, err
		}
		c.signatures, err = readSignatures(ctx, c.report, view, c.prices.rulebook, opt.Site.Trial)
		if err != nil {
			return nil, err
		}
	}
	var chunk []*store.JournalEntry
	if err := view.JournalAfter(ctx, nil, func(e *store.JournalEntry) error {
		c.log.feed(e)
		c.played = c.played || e.Player > 0
		if err := c.feed(e); err != nil {
			return err
		}
		if chunk = append(chunk, e); len(chunk) < chunkOps {
			return nil
		}
		err := c.judge(ctx, view, chunk)
		chunk = chunk[:0]
		return err
	}); err != nil {
		return nil, err
	}
	if err := c.judge(ctx, view, chunk); err != nil {
		return nil, err
	}
	if opt.Site != nil {
		c.seals.check(c.report, c.heads)
		c.signatures.check(c.report, c.seals.spans)
		c.prices.drops.check(c.report)
		all := outcomes{p: c.prices, seeds: c.seeds, waiting: len(c.log.waiting) > 0}
		if err := errors.Join(all.check(ctx, c.report, view),
			c.prices.rulebook.chain.check(ctx, c.report, view, c.prices.rulebook, c.seeds)); err != nil {
			return nil, err
		}
	}
	if err := c.seeds.check(ctx, c.report, view, opt.Site != nil); err != nil {
		return nil, err
	}
	c.log.ends(c.report, c.heads)
	for _, check := range []func(context.Context, store.Snapshot) error{c.ends, c.counts, c.accounts, c.statements,
		c.rooms, c.closer} {
		if err := check(ctx, view); err != nil {
			return nil, err
		}
	}
	// Before a server's first start there is no play: commands alone write, which leave the log to it.
	c.log.follows = c.log.follows && (c.seals.n > 0 || c.log.head.Size > 0 || c.played)
	if err := c.log.check(ctx, c.report, view, opt); err != nil {
		return nil, err
	}
	c.late.judge(c.report)
	c.packets.judge(c.report)
	c.goods.check(c.report, c.awaiting)
	c.payments.unvouched(c.report)
	if err := c.payments.recall(ctx, view); err != nil {
		return nil, err
	}
	c.payments.rest(c.report)
	c.report.TookMS = opt.Now().Sub(began).Milliseconds()
	return c.report, nil
}

// sift has a whole audit sum up instead of keeping what it has seen.
func (c *replay) sift() {
	c.keys, c.sieve = nil, &sieve{}
	c.inRooms, c.heldNow = map[store.AccountID]int64{}, map[store.ItemID]store.ItemPlace{}
	c.awaiting = map[store.ItemID]store.ItemStatus{}
	c.payments.sift = true
}
