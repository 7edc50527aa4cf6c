package player

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// SetLimits makes a promise of the player's. The answer is a LimitsSet.
type SetLimits struct {
	Key    string
	Change limits.Change
}

// LimitsSet is the answer to SetLimits: what holds since its op.
type LimitsSet struct {
	Op    store.OpID
	State limits.State
}

// Limits asks for what the player has promised, and what was played. Since is a moment of this month or week; the
// answer is a LimitsReport.
type Limits struct{ Since time.Time }

// LimitsReport is what a player's limits are held against.
type LimitsReport struct {
	State limits.State
	At    time.Time             // on the site's clock
	Spans map[string]limits.Sum // by limits.Day, …
	Since limits.Sum            // from Limits.Since on
	Out   error                 // why the player is shut out
}

// unlockedFor is how long an activation assumes that its player has promised nothing. From the first lock on the
// store refuses an activation that has not read it; before there is one, another activation's first promise is not
// noticed otherwise: a guard would be a look at every player's lock by every opening, for a pause that begins a minute
// late where two processes hold one player at once. So long, too, it takes for granted that the holder of the payer who
// has paid for its player is not excluded.
const unlockedFor = time.Minute

// historySlack is how much older than now an op may be that a room has made.
const historySlack = time.Hour

func (a *player) setLimits(r directory.Request, m SetLimits) {
	var held limits.Settings
	a.run(&command{r: r, key: m.Key, request: durable.Request(limits.KindSet, m.Change.Limits, m.Change.CoolOffHours,
		m.Change.ExclusionMonths),
		prepare: func(then func(error)) {
			a.activation.Go(func() func() {
				now, err := limits.Setting.Read(context.Background(), a.Store)
				return func() {
					if held = now; err != nil {
						then(apierr.FromStore(err))
						return
					}
					a.withLock(then)
				}
			})
		},
		rules: func() (*store.Op, error) {
			now := a.Now().Truncate(time.Millisecond)
			if last := time.UnixMilli(a.held.State.AtMS); !now.After(last) {
				now = last.Add(time.Millisecond)
			}
			s, err := a.held.State.Apply(m.Change, held, now)
			if err != nil {
				return nil, err
			}
			s.AtMS = now.UnixMilli()
			op := &store.Op{Kind: limits.KindSet, At: now}
			op.Result, err = json.Marshal(s)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) {
			s, err := limits.ReadSet(rec.Op, rec.Result)
			return LimitsSet{rec.Op, s}, err
		},
	})
}

// withLock makes the player's first lock. Two activations that do it get the same one.
func (a *player) withLock(then func(error)) {
	if a.held.Lock != 0 {
		then(nil)
		return
	}
	durable.Commit(a.activation, a.Store, limits.Begin(a.id, a.Now()), func(rec store.Receipt, err error) {
		if err != nil {
			then(apierr.FromStore(err))
			return
		}
		a.refresh(func(err error) { // it may have been passed on since
			if err == nil && a.held.Lock == 0 {
				err = ErrBusy
			}
			then(apierr.FromStore(err))
		})
	})
}

// hold takes in what was read with the player's record.
func (a *player) hold(now limits.Standing) {
	if now.Lock != a.held.Lock { // another activation has played, by another clock
		a.history = nil
	}
	a.held, a.heldAt, a.historyRead = now, a.Now(), false
}

func (a *player) historySince() time.Time {
	return limits.Since(period.In(a.Settings, a.Now().Add(-historySlack)))
}

// moments are those from which on what was played may be asked: where the spans of now begin, and those of ops that a
// room has made, beside others.
func (a *player) moments(others ...time.Time) []time.Time {
	now := a.Now()
	return slices.Concat(limits.Starts(period.In(a.Settings, now)),
		limits.Starts(period.In(a.Settings, now.Add(-historySlack))), others)
}

func (a *player) historyIsRead() bool {
	return a.historyRead && a.history.Covers(a.historySince()) && a.history.Knows(a.moments()...)
}

func (a *player) reading() limits.Reading {
	return limits.Reading{Player: a.id, Played: Played, Outcome: a.Outcome, Summed: Summed}
}

// readHistory reads what was played, as far as it is not known, so that it can be asked for from the beginning of each
// span on. A first reading takes these moments along; for them alone nothing is read again (sumFrom). Lane only.
func (a *player) readHistory(then func(error), moments ...time.Time) {
	since := a.historySince()
	if !a.history.Covers(since) || !a.history.Knows(a.moments()...) {
		a.history, a.historyRead = limits.NewHistory(since), false
	}
	from, open := a.history.From()
	now := a.Now()
	reading := a.reading()
	if a.history.Fresh() {
		reading.Moments = a.moments(moments...)
	}
	a.activation.Go(func() func() {
		news, err := reading.Read(context.Background(), a.Store, now, from, open)
		return func() {
			if err != nil {
				then(apierr.FromStore(err))
				return
			}
			a.history.Take(news, since)
			a.historyRead = true
			then(nil)
		}
	})
}

// sumFrom asks what was played from a moment on that a history which is read does not know. Lane only.
func (a *player) sumFrom(m time.Time, then func(limits.Sum, error)) {
	reading, horizon := a.reading(), a.history.Horizon()
	a.activation.Go(func() func() {
		before, err := reading.From(context.Background(), a.Store, m, horizon)
		return func() {
			if err != nil {
				then(limits.Sum{}, apierr.FromStore(err))
				return
			}
			then(a.history.SumWith(m, before), nil)
		}
	})
}

// promised holds an op that the rules allow against what the player has promised and against a suspension, and gives
// it the lock.
func (a *player) promised(op *store.Op) (*store.Op, error) {
	if a.held.Lock == 0 {
		return op, nil
	}
	state, now := a.held.State, a.Now()
	suspended := a.held.Suspension.Suspended(now)
	switch {
	case op.Kind == limits.KindSet:
	case state.Excluded(now) && rewards(op):
		return nil, limits.ErrExcluded
	case suspended != nil && (rewards(op) || a.leaves(op)): // what is theirs stays where it is until it is cleared up
		return nil, suspended
	case !plays(op, a.id):
		return op, nil
	default:
		if err := a.held.Refuse(now); err != nil {
			return nil, err
		}
		at := period.In(a.Settings, op.At)
		if state.Bounded() && (!a.history.Covers(limits.Since(at)) || !a.history.Knows(limits.Starts(at)...)) {
			return nil, ErrBusy // made by another process's clock
		}
		spend, risk := AtStake(op)
		if err := state.Allows(a.history, at, spend, risk); err != nil {
			return nil, err
		}
	}
	locked := *op // a room may keep what it has asked for
	locked.Moves = append(slices.Clone(op.Moves), limits.Pass(a.id, a.held.Lock))
	locked.NewItems = append(slices.Clone(op.NewItems), limits.NewLock(a.id))
	return &locked, nil
}

// kept takes a durable op of this activation into memory.
func (a *player) kept(op *store.Op, rec store.Receipt) {
	if i := slices.IndexFunc(op.NewItems, func(n store.NewItem) bool { return n.Def == limits.Lock }); i >= 0 {
		a.held.Lock = rec.ItemID(i)
	}
	if op.Kind == limits.KindSet {
		if s, err := limits.ReadSet(rec.Op, op.Result); err == nil {
			a.held.State = s
		}
	}
	if a.history != nil {
		if e, ok := Played(op); ok {
			a.history.Add(rec.Op, e)
		}
	}
}

func (a *player) limits(r directory.Request, m Limits) {
	a.inLane(r, func(done func()) {
		answer := func(since limits.Sum, err error) {
			defer done()
			if err != nil {
				r.Reply(nil, err)
				return
			}
			at := period.In(a.Settings, a.Now())
			s := LimitsReport{State: a.held.State.At(at), At: at, Spans: map[string]limits.Sum{},
				Since: since, Out: a.held.ShutOut(at)}
			for _, span := range limits.Spans {
				s.Spans[span] = a.history.Sum(limits.Start(span, at))
			}
			r.Reply(s, nil)
		}
		read := func(err error) {
			switch {
			case err != nil:
				answer(limits.Sum{}, err)
			case a.history.Knows(m.Since):
				answer(a.history.Sum(m.Since), nil)
			default:
				a.sumFrom(m.Since, answer)
			}
		}
		if a.historyIsRead() {
			read(nil)
			return
		}
		a.readHistory(read, m.Since)
	})
}
