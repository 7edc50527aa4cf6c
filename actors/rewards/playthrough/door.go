package playthrough

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"jadebox/actors/room"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Journal is what the door reads of stakes that come back.
type Journal interface {
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// Door is the ledger as a process commits through it: every op with what it asks to be played.
type Door struct {
	Ledger interface {
		Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
		Submit(op *store.Op, done func(store.Receipt, error))
	}
	Journal  Journal
	Kinds    room.Specs
	Settings *settings.Watch // nil: the standard
	Go       func(func())    // runs what reads the store beside Submit's caller; nil: a few goroutines
	reading  queue
}

// readersMost is how many ops are read for at a time: when a beacon is missed, all rooms give back at once.
const readersMost = 8

// queue runs functions on a few goroutines, in the order in which they came.
type queue struct {
	mutex   sync.Mutex
	running int
	waiting []func()
}

func (q *queue) run(f func()) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.running == readersMost {
		q.waiting = append(q.waiting, f)
		return
	}
	q.running++
	go q.work(f)
}

func (q *queue) work(f func()) {
	for f != nil {
		f()
		f = q.next()
	}
}

// next is what waits longest; nil ends the goroutine that asks.
func (q *queue) next() (f func()) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if len(q.waiting) == 0 {
		q.running--
		return nil
	}
	f, q.waiting = q.waiting[0], q.waiting[1:]
	return f
}

// Commit implements store.Ledger.
func (d *Door) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	whole, err := d.whole(ctx, op)
	if err != nil {
		return store.Receipt{}, err
	}
	return d.Ledger.Commit(ctx, whole)
}

// Submit implements store.Ledger.
func (d *Door) Submit(op *store.Op, done func(store.Receipt, error)) {
	if len(Back(d.Kinds, op)) == 0 && len(TakenBack(op)) == 0 {
		d.Ledger.Submit(d.raised(op), done)
		return
	}
	run := d.Go
	if run == nil {
		run = d.reading.run
	}
	run(func() {
		whole, err := d.whole(context.Background(), op)
		if errors.Is(err, store.ErrClosed) { // asking again would never end
			done(store.Receipt{}, err)
			return
		}
		if err != nil { // nothing was decided: whoever submits asks again
			done(store.Receipt{}, fmt.Errorf("%w: play-through: %w", store.ErrUnknown, err))
			return
		}
		d.Ledger.Submit(whole, done)
	})
}

// raised is the op with what its gifts ask to be played.
func (d *Door) raised(op *store.Op) *store.Op {
	raise := Setting.Held(d.Settings).Raise(d.Kinds, op)
	if len(raise) == 0 {
		return op
	}
	whole := *op // whoever made it may keep it
	whole.Play = slices.Concat(op.Play, raise)
	return &whole
}

// whole is the op with that, with what its returned stakes had lowered, and without what a gift that is taken back asks
// for: at most what is left. Who has played more meanwhile is read anew: the store refuses to lower more than there is.
func (d *Door) whole(ctx context.Context, op *store.Op) (*store.Op, error) {
	back := Back(d.Kinds, op)
	whole := *d.raised(op)
	whole.Play = slices.Clone(whole.Play)
	for _, who := range slices.Sorted(maps.Keys(back)) {
		lowered, err := d.lowered(ctx, op.Room, who, back[who])
		if err != nil {
			return nil, err
		}
		if cents := min(lowered, back[who]); cents > 0 {
			whole.Play = append(whole.Play, store.Posting{Debit: store.HouseToPlay, Credit: store.PlayerToPlay(who),
				AmountCents: cents})
		}
	}
	for who, cents := range TakenBack(op) {
		p, err := d.Journal.LoadPlayer(ctx, who)
		if err != nil {
			return nil, err
		}
		if cents := min(p.ToPlayCents, Setting.Held(d.Settings).Asks(cents)); cents > 0 {
			whole.Play = append(whole.Play, store.Posting{Debit: store.PlayerToPlay(who), Credit: store.HouseToPlay,
				AmountCents: cents})
		}
	}
	return &whole, nil
}

const pageSize = 50

// lowered is what a player's own ops in a room have lowered, less what came back. They are the newest of their kinds as
// a rule, so that reading ends with the page by which they have staked what is given back now.
func (d *Door) lowered(ctx context.Context, w *store.RoomWrite, who store.PlayerID, back int64) (cents int64,
	err error) {
	escrow := store.RoomEscrow(w.Room)
	staked := int64(0)
	err = eachOp(ctx, d.Journal, store.OpQuery{Player: who, Kinds: d.Kinds.Staked(w.Kind)}, func(op *store.OpRecord) {
		if op.Room == nil || op.Room.Room != w.Room {
			return
		}
		cents += Lowered(&op.Op, who)
		for _, p := range op.Postings {
			switch {
			case p.Credit == escrow && p.Debit == store.PlayerGems(who):
				staked += p.AmountCents
			case p.Debit == escrow && p.Credit == store.PlayerGems(who):
				staked -= p.AmountCents
			}
		}
	}, func() bool { return staked == back })
	return cents, err
}
