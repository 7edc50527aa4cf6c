package delivery

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// WorkerKind and WorkerID find the one worker in the directory.
const (
	WorkerKind = "delivery"
	WorkerID   = "worker"
)

// Ports of the worker.
type Ports struct {
	Store Store
	Bot   Bot // nil: an operator ships by hand
	Now   store.Clock
	Log   zerolog.Logger
	Every time.Duration // between two looks; 0: a second
	// Owes is what a player owes for recharges that were taken back, in cents of gems; nil: no player owes anything.
	Owes func(ctx context.Context, who store.PlayerID) (cents int64, err error)
}

const (
	lookEvery = time.Second
	restShare = 4                // a look that takes long is followed by a rest that is this much longer
	atOnce    = 8                // trades that are asked about at the same time
	botWithin = 20 * time.Second // for one answer
	pauseMin  = time.Second      // between two questions about one trade
	pauseMax  = time.Minute
)

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: WorkerKind, New: func(_ string, activation directory.Activation) directory.Handler {
		c := &worker{Ports: p, activation: activation, pauses: map[store.RoomID]pause{}}
		c.look()
		return c
	}}
}

// worker takes every open order to its next step, again and again: whatever a crash interrupts is found open by the
// next one.
type worker struct {
	Ports
	activation directory.Activation
	pauses     map[store.RoomID]pause // of trades under way; belongs to the one look under way
}

// pause grows from one question about a trade to the next.
type pause struct {
	length time.Duration
	until  time.Time
}

// Receive implements directory.Handler.
func (c *worker) Receive(r directory.Request) { directory.Woken(r) }

// Stop implements directory.Handler.
func (c *worker) Stop() {}

func (c *worker) look() {
	c.activation.Go(func() func() {
		began := c.Now()
		c.round(context.Background())
		rest := max(cmp.Or(c.Every, lookEvery), restShare*c.Now().Sub(began))
		return func() { c.activation.After(rest, c.look) }
	})
}

// round looks at every open order once.
func (c *worker) round(ctx context.Context) {
	held, err := Setting.Read(ctx, c.Store)
	if err != nil {
		c.Log.Warn().Err(err).Msg("settings of delivery not read")
		return
	}
	open, err := c.Store.OpenRooms(ctx, Kind)
	if err != nil {
		c.Log.Warn().Err(err).Msg("orders not read")
		return
	}
	for id := range c.pauses {
		if !slices.ContainsFunc(open, func(r store.Room) bool { return r.ID == id }) {
			delete(c.pauses, id)
		}
	}
	var due []Order
	now := c.Now()
	for _, r := range slices.Backward(open) { // the oldest first
		o, err := ReadOrder(r)
		if err != nil {
			c.Log.Error().Err(err).Int64("order", int64(r.ID)).Msg("order not read")
			continue
		}
		if o.Step == store.RoomOpen {
			if o, err = c.review(ctx, o, r.Deadline, held); err != nil {
				c.logKept(o, err)
				continue
			}
		}
		if c.Bot == nil || o.Step == store.RoomOpen || o.Step.Final() || now.Before(c.pauses[o.ID].until) {
			continue
		}
		due = append(due, o)
	}
	c.trades(ctx, due)
}

// review passes small orders on without a person, as far as a player's day allows and nothing is owed, and gives back
// what no person has looked at in time. The request has asked about a debt (docs/rules.md, "Recharge"); a recharge may
// be taken back between it and this look.
func (c *worker) review(ctx context.Context, o Order, deadline time.Time, held Settings) (Order, error) {
	now := c.Now()
	small := o.ValueCents() <= min(held.AutoCents, held.DayCents)
	if small {
		unseen, err := c.unseen(ctx, o.Player, now)
		if err != nil {
			return o, err
		}
		small = unseen+o.ValueCents() <= held.DayCents
	}
	if small && c.Owes != nil {
		owed, err := c.Owes(ctx, o.Player)
		if err != nil {
			return o, err
		}
		small = owed == 0
	}
	switch {
	case small:
		return approve(ctx, c.Store, now, o.ID, "", true)
	case !now.Before(deadline):
		return Fail(ctx, c.Store, now, o.ID, Refused, "not reviewed in time")
	}
	return o, nil
}

// unseenMost is how many orders of one player and day are passed on without a person, whatever they are worth.
const unseenMost = 100

// unseen is what the orders of a player are worth that were not reviewed, of the site's day: what is too
// much for one order does not go out in many small ones. An order that came back counts, too.
func (c *worker) unseen(ctx context.Context, who store.PlayerID, now time.Time) (sum int64, err error) {
	name, err := period.Setting.Read(ctx, c.Store)
	if err != nil {
		return 0, err
	}
	zone, err := period.Named(name)
	if err != nil {
		return 0, err
	}
	ops, total, err := c.Store.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{KindApprove},
		Page: store.Page{Limit: unseenMost, Since: period.Day(now.In(zone)).Start}})
	if err != nil {
		return 0, err
	}
	if total >= unseenMost {
		return math.MaxInt64 / 2, nil
	}
	for _, op := range ops {
		r, err := ReadRecord(op.ID, op.Result)
		if err != nil {
			return 0, err
		}
		if !r.Unseen {
			continue
		}
		for _, it := range r.Items {
			sum += it.ValueCents
		}
	}
	return sum, nil
}

// trades calls the bot for orders, some at a time.
func (c *worker) trades(ctx context.Context, due []Order) {
	type answer struct {
		order Order
		state State
		err   error
	}
	for batch := range slices.Chunk(due, atOnce) {
		answers := make([]answer, len(batch))
		var all sync.WaitGroup
		for i, o := range batch {
			all.Go(func() {
				o, state, err := c.trade(ctx, o)
				answers[i] = answer{o, state, err}
			})
		}
		all.Wait()
		for _, a := range answers {
			switch {
			case a.err != nil || a.state == Pending:
				c.logKept(a.order, a.err)
				p := c.pauses[a.order.ID]
				p.length = min(max(2*p.length, pauseMin), pauseMax)
				p.until = c.Now().Add(p.length)
				c.pauses[a.order.ID] = p
			default:
				c.end(ctx, a.order, a.state)
			}
		}
	}
}

// trade notes that the bot is called, and calls it.
func (c *worker) trade(ctx context.Context, o Order) (Order, State, error) {
	if o.Step == store.RoomLocked {
		var err error
		if o, err = ask(ctx, c.Store, c.Now(), o.ID); err != nil {
			return o, "", err
		}
	}
	offer := Offer{Key: o.Key(), TradeURL: o.TradeURL}
	for _, it := range o.Items {
		offer.Items = append(offer.Items, it.Def)
	}
	ctx, cancel := context.WithTimeout(ctx, botWithin)
	defer cancel()
	state, err := c.Bot.Trade(ctx, offer)
	return o, state, err
}

func (c *worker) end(ctx context.Context, o Order, state State) {
	var err error
	switch state {
	case Shipped:
		_, err = Ship(ctx, c.Store, c.Now(), o.ID, "")
	case Failed, Declined, Private:
		_, err = Fail(ctx, c.Store, c.Now(), o.ID, state, "")
	default:
		c.Log.Error().Int64("order", int64(o.ID)).Str("state", string(state)).Msg("the bot says what it may not")
		return
	}
	if err == nil {
		c.Log.Info().Int64("order", int64(o.ID)).Int64("player", int64(o.Player)).Str("outcome",
			string(state)).Msg("retrieval ended")
	}
	c.logKept(o, err)
}

// logKept logs what keeps an order; that another process took its step is not logged.
func (c *worker) logKept(o Order, err error) {
	if err != nil && !errors.Is(err, ErrStep) {
		c.Log.Warn().Err(err).Int64("order", int64(o.ID)).Msg("retrieval not taken on yet")
	}
}
