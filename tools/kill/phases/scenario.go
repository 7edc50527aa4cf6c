//go:build linux

package phases

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/house"
	"jadebox/tools/loadsim/journal"
)

// scenario is the players, and the rooms that they play in.
type scenario struct {
	listen       string
	alone        bool // one kind of room is played, and nothing beside its rooms
	house        *house.House
	journal      *journal.Writer
	flying       sync.Map // *atomic.Int64: operations without an answer now, by kind
	acknowledged atomic.Int64
	credited     atomic.Int64 // orders that were paid and acknowledged

	host       *player
	exchangers []*player // even ones upgrade, odd ones trade
	shoppers   []*player // buy in the mall and retrieve
	payers     []*player
	claimers   []*player // buy gems and claim the bonuses of their levels
	harvesters []*player // claim what is given once in its time, a kind each
	drawers    []*player
	all        []*player

	boxes    []client.Box
	box      client.Box // the cheapest
	rule     client.UpgradeRule
	market   []client.ItemDef
	cheapest client.ItemDef // of the mall

	games   []game
	locksAt time.Time // when rooms are to be locked, for the second crash point

	lockAhead time.Duration // from furnish to locksAt

	looking sync.Mutex
	eye     *player // the host on a connection of its own, to look at rooms from anywhere

	mu     sync.Mutex
	wrongs []error
}

const (
	startCents = 1_000_000
	// rollLeast is how long before its lock a roll is opened, at the least.
	rollLeast = 20 * time.Second
	// lockAhead is from the scenario's beginning to its locks: rollLeast, and the rest is for a start after the first
	// crash. A machine that needs longer makes the cycle void, and the next one waits as long once more.
	lockAhead = 32500 * time.Millisecond
	// lockAheadOfOne is lockAhead where one kind is played alone: less is made before the first crash.
	lockAheadOfOne = 22500 * time.Millisecond
	lockMost       = 90 * time.Second // a machine that needs more is too slow, and a rain lasts no longer
	// lockSpare is what must be left of it when the server is ready again: joins that were under way are sent again.
	lockSpare  = 5 * time.Second
	exchangers = 4
	boxesEach  = 8 // openings of five before the first crash point: things to exchange
)

func (c *scenario) wrong(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrongs = append(c.wrongs, fmt.Errorf(format, args...))
}

// underWayOf counts the operations of a kind that are without an answer now.
func (c *scenario) underWayOf(op string) *atomic.Int64 {
	n, _ := c.flying.LoadOrStore(op, &atomic.Int64{})
	return n.(*atomic.Int64)
}

// newScenario makes the accounts, and the games that some of them play.
func (t *injector) newScenario(ctx context.Context, h *house.House, cycle int) (*scenario, error) {
	w, err := journal.Create(filepath.Join(t.Dir, fmt.Sprintf("phases-%d", cycle)))
	if err != nil {
		return nil, err
	}
	c := &scenario{listen: t.server.Listen, journal: w, lockAhead: t.ahead, alone: t.Kind != ""}
	traders, buyers := []int{exchangers, len(shopperTokens), len(claimKinds)}, []int{payers, claimers, drawers}
	if c.alone {
		traders, buyers = []int{0, 0, 0}, []int{0, 0, 0}
	}
	invited := buyers[0] + buyers[1] + buyers[2]
	count := 1 + traders[0] + traders[1] + traders[2] + invited
	for _, k := range roomKinds(t.Kind) {
		count += k.seats
	}
	for i := range count {
		inviter := ""
		if i >= count-invited { // a buyer was invited by the host
			inviter = c.all[0].account.Player
		}
		p := &player{scenario: c, cents: startCents, worth: map[string]int64{}, gained: map[string]gain{},
			account: journal.Account{Bot: i, Name: fmt.Sprintf("ph%03dx%03d", cycle, i), Password: "-"}}
		if p.account.Token, err = h.EnrolBy(ctx, p.account.Name, inviter, startCents); err != nil {
			return nil, err
		}
		p.conn = client.Conn{Target: client.Target{Host: c.listen, Forwarded: journal.ForwardedFor(i),
			Timeout: 5 * time.Second}, Token: p.account.Token}
		var u client.User
		if err := p.get(ctx, client.PathInfo, &u); err != nil {
			return nil, err
		}
		p.account.Player = u.ID
		w.Account(p.account)
		c.all = append(c.all, p)
	}
	rest := c.all
	next := func(n int) (list []*player) { list, rest = rest[:n], rest[n:]; return list }
	c.host = next(1)[0]
	for _, k := range roomKinds(t.Kind) {
		c.games = append(c.games, k.play(stage{c, t, next(k.seats)}))
	}
	c.exchangers, c.shoppers, c.harvesters = next(traders[0]), next(traders[1]), next(traders[2])
	c.payers, c.claimers, c.drawers = next(buyers[0]), next(buyers[1]), next(buyers[2])
	for _, p := range c.drawers {
		if err := h.Real(ctx, p.account.Player, realCents); err != nil {
			return nil, err
		}
	}
	for _, p := range c.harvesters {
		if err := h.Resets(ctx, p.account.Name, resets); err != nil {
			return nil, err
		}
		p.vouchers += resets
	}
	if !c.alone {
		if err := h.Milestone(ctx, milestoneCents); err != nil {
			return nil, err
		}
	}
	c.eye = &player{scenario: c, conn: client.Conn{Target: c.host.conn.Target, Token: c.host.conn.Token}}
	return c, h.Streamer(ctx, c.host.account.Name)
}

// furnish opens every room and plays each so far that the first crash point finds it in the middle.
func (c *scenario) furnish(ctx context.Context) error {
	var list client.BoxList
	var items client.ItemList
	if err := errors.Join(c.host.get(ctx, client.PathBoxes+"?type=all", &list), c.host.get(ctx, client.PathItems,
		&items), c.host.get(ctx, client.PathRule, &c.rule)); err != nil {
		return err
	}
	if err := c.sameDay(ctx); err != nil {
		return err
	}
	c.boxes = list.Boxes
	c.box = slices.MinFunc(list.Boxes, func(a, b client.Box) int { return int(a.PriceCents - b.PriceCents) })
	c.market = slices.DeleteFunc(items.Items, func(d client.ItemDef) bool { return d.PriceCents < 1 })
	slices.SortFunc(c.market, func(a, b client.ItemDef) int { return int(a.PriceCents - b.PriceCents) })
	c.locksAt = time.Now().Add(c.lockAhead)
	errs := make([]error, len(c.games))
	var all sync.WaitGroup
	for i, g := range c.games {
		all.Go(func() { errs[i] = g.furnish(ctx) })
	}
	for _, p := range c.exchangers {
		all.Go(func() {
			for range boxesEach {
				p.open(ctx)
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if c.alone {
		return errors.Join(c.wrongs...)
	}
	if err := c.outfit(ctx); err != nil { // last: an order takes seconds, and the first crash is to find some
		return err
	}
	return errors.Join(c.wrongs...)
}

// await polls until something is so, at most half a minute.
func (c *scenario) await(ctx context.Context, so func() bool) bool {
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end) &&
		ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return false
}

// look leaves out as it is when there is no answer: a room without a status.
func (c *scenario) look(ctx context.Context, path string, out any) {
	c.looking.Lock()
	defer c.looking.Unlock()
	_ = c.eye.get(ctx, path, out)
}

func (c *scenario) close() error {
	for _, p := range append(c.all, c.eye) {
		p.conn.Close()
	}
	return c.journal.Close()
}
