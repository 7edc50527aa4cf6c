// Package progress counts what a player has done in some time, for the requirements of roll rooms and of task boxes.
//
// It reads the journal, so that nothing has to be counted between requests. What ops add up to the store keeps as it
// is asked for (store.SumQuery): a question costs the ops that came since the one before and a few dozen, whatever the
// time and however much a player does. Recharges, rooms and invited players are read, those of the time, and of the
// latter two at most pagesMax pages. The VIP level is the one requirement that is not counted but had. Deliberately
// absent: counters that the ops themselves keep, which would make each dearer.
package progress

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/store"
)

// Kind is the name of these actors in the directory; the id is the decimal player id.
const Kind = "progress"

// Count asks how much of each task a player has done from Since on and before Until; the answer is a []int64 in the
// order of Tasks. What came with a room counts when the room was over. A recharge does not count that its provider took
// back, as far as that was before Until: to know it, ask without an end.
type Count struct {
	Player store.PlayerID
	Since  time.Time
	Until  time.Time // zero: no end
	Tasks  []int32   // protocol.Task…
}

func (m Count) holds(at time.Time) bool {
	return !at.Before(m.Since) && (m.Until.IsZero() || at.Before(m.Until))
}

func (m Count) wants(tasks ...int32) bool {
	return slices.ContainsFunc(tasks, func(t int32) bool { return slices.Contains(m.Tasks, t) })
}

// Store is what counting reads.
type Store interface {
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
	SumOps(ctx context.Context, q store.SumQuery) ([]int64, error)
	Rooms
	Invitees(ctx context.Context, by, before store.PlayerID, n int) ([]store.Invitee, error)
}

// Ports of an actor.
type Ports struct {
	Store   Store
	Kinds   room.Specs
	Catalog *catalog.Catalog
	// Level is a player's VIP level now, as vip.Service.Badge returns it; nil: levels are not read.
	Level func(ctx context.Context, who store.PlayerID) (level int, until time.Time, err error)
}

const idle = 2 * time.Second

// Register is the registration line.
func Register(p Ports) directory.Kind {
	return directory.Kind{Name: Kind, New: func(_ string, activation directory.Activation) directory.Handler {
		return &service{Ports: p, activation: activation, idle: directory.NewIdle(activation, idle, nil),
			adding: make(chan struct{}, 1)}
	}}
}

// Countable reports whether anything counts a task.
func Countable(task int32) bool {
	return task >= 0 && task <= protocol.TaskMax || task == protocol.TaskVIP
}

type service struct {
	Ports
	activation directory.Activation
	idle       *directory.Idle
	counting   []*reading // that are under way
	adding     chan struct{}
}

// reading is one count, and the requests that wait for the next one of the same: a player whose request comes while it
// is read may have done something since it began, and all who do share the one that follows. So many claims at once
// cost two readings.
type reading struct {
	of   Count
	next []directory.Request
}

func (r *reading) same(m Count) bool {
	return r.of.Player == m.Player && r.of.Since.Equal(m.Since) && r.of.Until.Equal(m.Until) &&
		slices.Equal(r.of.Tasks, m.Tasks)
}

// Receive implements directory.Handler.
func (d *service) Receive(r directory.Request) {
	d.idle.Touch()
	m, ok := r.Msg.(Count)
	if !ok {
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
		return
	}
	if i := slices.IndexFunc(d.counting, func(c *reading) bool { return c.same(m) }); i >= 0 {
		d.counting[i].next = append(d.counting[i].next, r)
		return
	}
	c := &reading{of: m}
	d.counting = append(d.counting, c)
	d.read(c, []directory.Request{r})
}

// read counts for those who wait, and then for those who have come meanwhile.
func (d *service) read(c *reading, waiting []directory.Request) {
	d.activation.Go(func() func() {
		done, err := d.count(context.Background(), c.of)
		return func() {
			for _, r := range waiting {
				r.Reply(slices.Clone(done), apierr.FromStore(err))
			}
			if len(c.next) == 0 {
				d.counting = slices.DeleteFunc(d.counting, func(o *reading) bool { return o == c })
				return
			}
			waiting, c.next = c.next, nil
			d.read(c, waiting)
		}
	})
}

// Stop implements directory.Handler.
func (d *service) Stop() { d.idle.Stop() }

const (
	pageSize = 200
	pagesMax = 50 // 10,000 rooms, or players invited; a player with more meets every requirement
)

func (d *service) count(ctx context.Context, m Count) ([]int64, error) {
	sum := make([]int64, protocol.TaskMax+1)
	for _, add := range []func(context.Context, Count, []int64) error{d.ops, d.recharges} {
		if err := add(ctx, m, sum); err != nil {
			return nil, fmt.Errorf("progress: %w", err)
		}
	}
	for _, k := range d.Kinds {
		if k.Counts == nil || !m.wants(k.Counts.Tasks...) {
			continue
		}
		if err := d.rooms(ctx, m, k, sum); err != nil {
			return nil, fmt.Errorf("progress: %w", err)
		}
	}
	if m.wants(protocol.TaskAssists) {
		if err := d.invited(ctx, m, sum); err != nil {
			return nil, fmt.Errorf("progress: %w", err)
		}
	}
	level := 0
	if d.Level != nil && slices.Contains(m.Tasks, protocol.TaskVIP) { // of the moment, whatever was done since when
		var err error
		if level, _, err = d.Level(ctx, m.Player); err != nil {
			return nil, fmt.Errorf("progress: %w", err)
		}
	}
	done := make([]int64, len(m.Tasks))
	for i, t := range m.Tasks {
		switch {
		case t == protocol.TaskVIP:
			done[i] = int64(level)
		case t >= 0 && t <= protocol.TaskMax:
			done[i] = sum[t]
		}
	}
	return done, nil
}

// counted are the ops that count for something, besides those of rooms and recharges.
var counted = []string{player.KindOpen, player.KindSell, player.KindUpgrade, player.KindTrade}

// otherwise are the tasks for which no op of counted counts.
var otherwise = []int32{protocol.TaskRecharge, protocol.TaskAssists, protocol.TaskVIP}

const (
	// sumsList is the name under which the store keeps what ops add up to.
	sumsList = "progress"
	// edition is another one with every change of what an op counts for.
	edition = 1
)

// ops counts what the player's own ops were: openings, sales, upgrades, flips, trade-ins, roll rooms joined.
func (d *service) ops(ctx context.Context, m Count, sum []int64) error {
	if !slices.ContainsFunc(m.Tasks, func(t int32) bool { return !slices.Contains(otherwise, t) }) {
		return nil
	}
	// One question after the other: the first may have to add up all that the player has ever done, and the next finds
	// what it has kept.
	d.adding <- struct{}{}
	defer func() { <-d.adding }()
	hash := d.Catalog.OfType("hash")
	kinds, version := d.rules(hash)
	done, err := d.Store.SumOps(ctx, store.SumQuery{Player: m.Player, List: sumsList, Version: version, Kinds: kinds,
		Since: m.Since, Until: m.Until, Width: len(sum),
		Add: func(op *store.OpRecord, sum []int64) error { return d.op(op, hash, sum) }})
	for i, n := range done {
		sum[i] += n
	}
	return err
}

// rules are the kinds of ops that count, and a name for all that decides what they count for.
func (d *service) rules(hash []store.BoxID) (kinds []string, version string) {
	kinds = slices.Clone(counted)
	all := sha256.New()
	fmt.Fprint(all, hash)
	for _, op := range d.Kinds.CountedOps() {
		kinds = append(kinds, op.Kind)
		fmt.Fprintf(all, " %s:%d", op.Kind, op.Task)
	}
	return kinds, fmt.Sprintf("%d-%x", edition, all.Sum(nil)[:6])
}

// recharges are counted by themselves: what a provider has taken back counts neither, however long ago it was paid, and
// a player has few.
func (d *service) recharges(ctx context.Context, m Count, sum []int64) error {
	if !m.wants(protocol.TaskRecharge) {
		return nil
	}
	for credit, err := range payment.Credits(ctx, d.Store, m.Player, m.Since, m.Until) {
		if err != nil {
			return err
		}
		sum[protocol.TaskRecharge] += credit.GemsCents // what was paid for, without the bonus
	}
	return nil
}

// op is what one op counts for; hash are the boxes whose openings count as those of hash boxes.
func (d *service) op(op *store.OpRecord, hash []store.BoxID, sum []int64) error {
	switch op.Kind {
	case player.KindSell:
		var sold player.Sold
		if err := json.Unmarshal(op.Result, &sold); err != nil {
			return fmt.Errorf("op %d: %w", op.ID, err)
		}
		sum[protocol.TaskSoldCents] += sold.SoldCents - sold.TradedCents // the same gems would count again and again
		return nil
	// its gems come back, at once or with the sale of what it made: counting them would count the same ones again and
	// again
	case player.KindTrade:
		sum[protocol.TaskTrades]++
		return nil
	}
	sum[protocol.TaskSpentCents] += spent(op)
	switch op.Kind {
	case player.KindUpgrade:
		u, err := player.ReadUpgraded(op.ID, op.Result)
		if err != nil {
			return err
		}
		sum[protocol.TaskUpgradeCount]++
		sum[protocol.TaskUpgradeCents] += u.StakeCents()
		if u.Won {
			sum[protocol.TaskUpgradeWins]++
		}
		return nil
	case player.KindOpen:
		opened, err := player.ReadOpened(op.ID, op.Result)
		if err != nil {
			return err
		}
		task := protocol.TaskClassicOpens
		if _, is := slices.BinarySearch(hash, opened.Box); is {
			task = protocol.TaskHashOpens
		}
		sum[task] += int64(len(opened.Results))
		return nil
	}
	for _, k := range d.Kinds.CountedOps() {
		if k.Kind == op.Kind {
			sum[k.Task]++
		}
	}
	return nil
}

// spent is what an op took from its player.
func spent(op *store.OpRecord) (cents int64) {
	for _, p := range op.Postings {
		if p.Debit == store.PlayerGems(op.Player) {
			cents += p.AmountCents
		}
	}
	return cents
}

// rooms counts those that were played to their end: what was given back was not spent.
func (d *service) rooms(ctx context.Context, m Count, k room.Spec, sum []int64) error {
	return Ended(ctx, d.Store, k.Kind, m.Player, m.Since, m.Until, k.Counts.Lives, func(rec store.Room) error {
		part, err := k.Counts.Part(rec, m.Player)
		if err != nil || !part.Played { // left before the start
			return err
		}
		sum[protocol.TaskSpentCents] += part.OwnCents
		for _, c := range part.Tasks {
			sum[c.Task] += c.N
		}
		return nil
	})
}

// invited counts the players who opened an account by the player's link (助力次数). A roll room counts its own.
func (d *service) invited(ctx context.Context, m Count, sum []int64) error {
	before := store.PlayerID(0)
	for range pagesMax {
		list, err := d.Store.Invitees(ctx, m.Player, before, pageSize)
		if err != nil {
			return err
		}
		for _, i := range list {
			if i.At.Before(m.Since) {
				return nil // newest first
			}
			if m.holds(i.At) {
				sum[protocol.TaskAssists]++
			}
			before = i.ID
		}
		if len(list) < pageSize {
			return nil
		}
	}
	return nil
}
