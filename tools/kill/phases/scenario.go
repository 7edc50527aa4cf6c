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

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/house"
	"jadebox/tools/loadsim/journal"
)

// scenario is everybody who plays, and the rooms that they play in.
type scenario struct {
	listen       string
	journal      *journal.Writer
	flying       map[string]*atomic.Int64 // operations without an answer now, by kind
	acknowledged atomic.Int64
	credited     atomic.Int64 // orders that were paid and acknowledged

	host       *player
	joiners    []*player // also claim
	wishers    []*player
	flippers   []*player
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

	opensAt time.Time // the draw of the rolls
	rolls   []string
	draft   string
	wishes  []string
	decks   []string
	joined  map[string]int // acknowledged, by room
	flips   map[string]int // the same
	taken   map[string]int // the same, of bottles

	looking sync.Mutex
	eye     *player // the host on a connection of its own, to look at rooms from anywhere

	mu     sync.Mutex
	wrongs []error
}

const (
	startCents  = 1_000_000
	joinerCount = 10
	wishSeats   = 4
	wishRooms   = 6
	bottles     = 10
	deckRooms   = 6
	rollRooms   = 5
	rollAhead   = 32500 * time.Millisecond // the server wants 20 s; the rest is for a slow start after the first crash
	prizeCents  = 500
	boxesEach   = 8 // openings of five before the first crash point: things to exchange
)

func (c *scenario) wrong(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrongs = append(c.wrongs, fmt.Errorf(format, args...))
}

// newScenario makes the accounts.
func newScenario(ctx context.Context, dir, listen string, h *house.House, cycle int) (*scenario, error) {
	w, err := journal.Create(filepath.Join(dir, fmt.Sprintf("phases-%d", cycle)))
	if err != nil {
		return nil, err
	}
	c := &scenario{listen: listen, journal: w, flying: counters(), joined: map[string]int{}, flips: map[string]int{},
		taken: map[string]int{}}
	count := 1 + joinerCount + wishSeats + 3 + 4 + len(shopperTokens) + len(claimKinds) + payers + claimers + drawers
	for i := range count {
		inviter := ""
		if i >= count-payers-claimers-drawers { // whoever buys came by the host
			inviter = c.all[0].account.Player
		}
		p := &player{scenario: c, cents: startCents, worth: map[string]int64{}, gained: map[string]gain{},
			account: journal.Account{Bot: i, Name: fmt.Sprintf("ph%03dx%03d", cycle, i), Password: "-"}}
		if p.account.Token, err = h.EnrolBy(ctx, p.account.Name, inviter, startCents); err != nil {
			return nil, err
		}
		p.conn = client.Conn{Target: client.Target{Host: listen, Forwarded: journal.ForwardedFor(i),
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
	c.host, c.joiners, c.wishers, c.flippers, c.exchangers, c.shoppers = next(1)[0], next(joinerCount), next(wishSeats),
		next(3), next(4), next(len(shopperTokens))
	c.harvesters = next(len(claimKinds))
	c.payers, c.claimers, c.drawers = next(payers), next(claimers), next(drawers)
	for _, p := range c.drawers {
		if err := h.Real(ctx, p.account.Player, realCents); err != nil {
			return nil, err
		}
	}
	for _, p := range c.harvesters {
		if err := h.Resets(ctx, p.account.Name, resets); err != nil {
			return nil, err
		}
		p.cards += resets
	}
	if err := h.Milestone(ctx, milestoneCents); err != nil {
		return nil, err
	}
	c.eye = &player{scenario: c, conn: client.Conn{Target: c.host.conn.Target, Token: c.host.conn.Token}}
	return c, h.Streamer(ctx, c.host.account.Name)
}

// furnish opens every room and plays each so far that the first crash point finds it in the middle.
func (c *scenario) furnish(ctx context.Context, h *house.House) error {
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
	var err error
	if c.decks, err = h.Luckycards(ctx, deckRooms); err != nil {
		return err
	}
	if c.wishes, err = h.Wishes(ctx, wishRooms, bottles); err != nil {
		return err
	}
	c.opensAt = time.Now().Add(rollAhead)
	for range rollRooms {
		c.rolls = append(c.rolls, c.host.openRoll(ctx, c.opensAt, true))
	}
	c.draft = c.host.openRoll(ctx, c.opensAt.Add(40*time.Second), false)
	var all sync.WaitGroup
	for _, p := range c.exchangers {
		all.Go(func() {
			for range boxesEach {
				p.open(ctx)
			}
		})
	}
	for _, p := range c.wishers { // of ten bottles a player may take three
		all.Go(func() {
			for _, id := range c.wishes {
				p.takeBottle(ctx, id)
			}
		})
	}
	all.Go(func() { c.joiners[0].join(ctx, c.rolls[0]) })
	all.Go(func() { c.await(ctx, func() bool { return c.deckStatus(ctx, c.decks[0]) == protocol.LuckycardOpen }) })
	all.Wait()
	c.flippers[0].flip(ctx, c.decks[0], 0)
	if err := c.outfit(ctx, h); err != nil { // last: an order takes seconds, and the first crash point is to find some
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

func (c *scenario) rollRoom(ctx context.Context, id string) (s protocol.RollSnapshot) {
	c.look(ctx, client.PathRoll(id), &s)
	return s
}

func (c *scenario) wishRoom(ctx context.Context, id string) (s protocol.WishSnapshot) {
	c.look(ctx, client.PathWish(id), &s)
	return s
}

func (c *scenario) deckRoom(ctx context.Context, id string) (s protocol.LuckycardSnapshot) {
	c.look(ctx, client.PathDeck(id), &s)
	return s
}

func (c *scenario) deckStatus(ctx context.Context, id string) string {
	return c.deckRoom(ctx, id).Card.Status
}

// envelope is the rain as one of the joiners sees it; no round is an empty one.
func (c *scenario) envelope(ctx context.Context, p *player) (e client.Envelope) {
	_ = p.get(ctx, client.PathEnvelope, &e)
	if e.Round == nil {
		e.Round = &protocol.RainRound{}
	}
	return e
}

func (c *scenario) close() error {
	for _, p := range append(c.all, c.eye) {
		p.conn.Close()
	}
	return c.journal.Close()
}
