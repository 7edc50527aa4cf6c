package playthrough

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"jadebox/actors/room"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Journal is what a Ledger reads of stakes that come back.
type Journal interface {
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// Ledger is the ledger as a process commits through it: every op with what it asks to be played.
type Ledger struct {
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
func (l *Ledger) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	whole, err := l.whole(ctx, op)
	if err != nil {
		return store.Receipt{}, err
	}
	return l.Ledger.Commit(ctx, whole)
}

// Submit implements store.Ledger.
func (l *Ledger) Submit(op *store.Op, done func(store.Receipt, error)) {
	if len(l.backs(op)) == 0 {
		l.Ledger.Submit(l.raised(op), done)
		return
	}
	run := l.Go
	if run == nil {
		run = l.reading.run
	}
	run(func() {
		whole, err := l.whole(context.Background(), op)
		if store.Permanent(err) { // asking again would never end
			done(store.Receipt{}, err)
			return
		}
		if err != nil { // nothing was decided: the caller submits again
			done(store.Receipt{}, fmt.Errorf("%w: play-through: %w", store.ErrUnknown, err))
			return
		}
		l.Ledger.Submit(whole, done)
	})
}

// raised is the op with what its gifts ask to be played.
func (l *Ledger) raised(op *store.Op) *store.Op {
	raise := Setting.Cached(l.Settings).Raise(l.Kinds, op)
	if len(raise) == 0 {
		return op
	}
	whole := *op // the caller may still hold it
	whole.Play = slices.Concat(op.Play, raise)
	return &whole
}

// back is what an op brings or takes back, and what that changes of what is to be played.
type back struct {
	who   store.PlayerID
	cents int64
	most  func(context.Context) (int64, error) // how much of it
	entry func(store.PlayerID, int64) store.Posting
}

// backs are returned stakes, and gifts that are taken back, each ascending by player.
func (l *Ledger) backs(op *store.Op) (list []back) {
	stakes, gifts := Back(l.Kinds, op), TakenBack(op)
	for _, who := range slices.Sorted(maps.Keys(stakes)) {
		list = append(list, back{who, stakes[who], func(ctx context.Context) (int64, error) {
			return l.lowered(ctx, op.Room, who, stakes[who])
		}, store.MoreToPlay})
	}
	for _, who := range slices.Sorted(maps.Keys(gifts)) {
		asks := Setting.Cached(l.Settings).Asks(gifts[who])
		list = append(list, back{who, asks, func(ctx context.Context) (int64, error) {
			p, err := l.Journal.LoadPlayer(ctx, who)
			return p.ToPlayCents, err
		}, store.LessToPlay})
	}
	return list
}

// whole is the op with that, with what its returned stakes had lowered, and without what a gift that is taken back asks
// for: at most what is left. A player who has played more meanwhile is read anew: the store refuses to lower more than
// there is.
func (l *Ledger) whole(ctx context.Context, op *store.Op) (*store.Op, error) {
	whole := *l.raised(op)
	whole.Play = slices.Clone(whole.Play)
	for _, b := range l.backs(op) {
		most, err := b.most(ctx)
		if err != nil {
			return nil, err
		}
		if cents := min(most, b.cents); cents > 0 {
			whole.Play = append(whole.Play, b.entry(b.who, cents))
		}
	}
	return &whole, nil
}

// partSize is how many ops lowered reads at a time, because it ends early as a rule.
const partSize = 50

// lowered is what a player's own ops in a room have lowered, less what came back. They are the newest of their kinds as
// a rule, so that reading ends with the part by which they have staked what is given back now.
func (l *Ledger) lowered(ctx context.Context, w *store.RoomWrite, who store.PlayerID, back int64) (cents int64,
	err error) {
	escrow := store.RoomEscrow(w.Room)
	staked, read := int64(0), 0
	for op, err := range store.EachOp(ctx, l.Journal, store.OpQuery{Player: who, Kinds: l.Kinds.Staked(w.Kind),
		Page: store.Page{Limit: partSize}}) {
		if err != nil {
			return 0, err
		}
		if op.Room != nil && op.Room.Room == w.Room {
			cents += Lowered(&op.Op, who)
			for _, p := range op.Postings {
				switch {
				case p.Credit == escrow && p.Debit == store.PlayerGems(who):
					staked += p.AmountCents
				case p.Debit == escrow && p.Credit == store.PlayerGems(who):
					staked -= p.AmountCents
				}
			}
		}
		if read++; read%partSize == 0 && staked == back { // before the next part is read
			break
		}
	}
	return cents, nil
}
