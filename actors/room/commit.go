package room

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/durable"
	"jadebox/protocol"
	"jadebox/store"
)

// task is one command on its way. reply is nil for the room's own.
type task struct {
	cmd     any
	reply   func(any, error)
	replies []Reply // of a gathered command, from the rules
}

func (t task) answer(v any, err error) {
	if t.reply != nil {
		t.reply(v, err)
	}
}

// run takes one command through Prepare, rules and store. Lane only: the state does not change in between.
func (s *shell[S]) run(t task, done func()) {
	if s.failed != nil {
		t.answer(nil, s.failed)
		done()
		return
	}
	if _, void := t.cmd.(Void); !void && s.ends() != "" {
		if t.reply != nil {
			t.answer(nil, apierr.New(protocol.CodeBusy))
			done()
			return
		}
		t.cmd = Void{Reason: s.ends()} // in place of a tick, which might draw
	}
	if k, ok := t.cmd.(Keyed); ok {
		if _, key, _ := k.Idempotency(s.id); len(key) == 0 || len(key) > protocol.KeyLength {
			t.answer(nil, apierr.New(protocol.CodeKeyMissing))
			done()
			return
		}
	}
	if _, tick := t.cmd.(Tick); tick && stuck(s.state.Status(), s.state.Deadline(), s.Now()) {
		s.late = true // known to the next command: by then this one is done
	}
	s.kind.Prepare(s.state, t.cmd, s.Now(), func(cmd any, err error) {
		s.activation.Reenter(func() {
			if err != nil {
				s.refuse(t, err, done)
				return
			}
			s.decide(task{cmd: cmd, reply: t.reply}, done)
		})
	})
}

func (s *shell[S]) decide(t task, done func()) {
	now := s.Now()
	step, err := s.state.Apply(t.cmd, now)
	t.replies = step.Replies
	switch {
	case err != nil:
		s.refuse(t, err, done)
	case step.Op == nil:
		s.advance(step, store.Receipt{})
		s.finish(t, store.Receipt{}, len(step.Events) == 0, done)
	default:
		op, err := s.op(step, now)
		if err != nil {
			panic(fmt.Errorf("room %d: encode state: %w", s.id, err))
		}
		s.commit(t, step, op, done)
	}
}

// op adds the room's fenced write to the step's durable part.
func (s *shell[S]) op(step Step[S], now time.Time) (*store.Op, error) {
	return written(s.kind, s.id, s.epoch, s.version, s.state, step, now)
}

// written is the op of a step from a state that the store has as a version.
func written[S State[S]](k Kind[S], id store.RoomID, epoch store.Epoch, version uint64, before S, step Step[S],
	now time.Time) (*store.Op, error) {
	state, err := step.State.Encode()
	if err != nil {
		return nil, err
	}
	o := step.Op
	op := &store.Op{Player: o.Player, Key: o.Key, Request: o.Request, Kind: o.Kind, At: now, Postings: o.Postings,
		NewItems: o.NewItems, Moves: o.Moves,
		Leaves: o.Leaves, Events: o.Outbox, Lists: o.Lists, Result: o.Result,
		Room: &store.RoomWrite{Room: id, Kind: k.Name(), Epoch: epoch, FromVersion: version,
			FromStatus: before.Status(), Status: step.State.Status(), State: state, Deadline: step.State.Deadline(),
			Member: o.Member,
			Listed: o.Listed}}
	if op.Request == ([32]byte{}) {
		op.Request = sha256.Sum256(state)
	}
	if version == 0 {
		op.Room.FromStatus = 0
	}
	return op, nil
}

func (s *shell[S]) commit(t task, step Step[S], op *store.Op, done func()) {
	if !step.Op.Escrow {
		durable.Commit(s.activation, s.Store, op, func(r store.Receipt, err error) { s.outcome(t, step, r, err, done) })
		return
	}
	s.Directory.Post(player.Kind, player.ID(op.Player), player.Escrow{Op: op}, func(v any, err error) {
		s.activation.Reenter(func() {
			r, ok := v.(store.Receipt)
			if err == nil && !ok {
				err = apierr.Wrap(protocol.CodeInternal, fmt.Errorf("escrow was answered with %T", v))
			}
			s.outcome(t, step, r, err, done)
		})
	})
}

// outcome goes on once the store has decided.
func (s *shell[S]) outcome(t task, step Step[S], r store.Receipt, err error, done func()) {
	own := t.reply == nil
	switch {
	case err == nil && r.Replayed:
		// The op of this key was committed before: by a lost activation, or for another state. The store
		// knows.
		if t.replies != nil { // of rules that ran on another state: each command repeats with its own key
			t.answer(nil, apierr.New(protocol.CodeTimeout))
			t.reply, t.replies = nil, nil
		}
		s.load(func() { s.finish(t, r, false, done) })
	case err == nil:
		s.advance(step, r)
		s.activation.Recovered()
		s.busy = 0
		s.finish(t, r, false, done)
	case errors.Is(err, store.ErrFenced):
		s.Log.Info().Uint32("epoch", uint32(s.epoch)).Msg("room is owned by a later activation")
		t.answer(nil, apierr.FromStore(err))
		s.activation.Fail()
	case errors.Is(err, store.ErrRoomState), apierr.Code(err) == protocol.CodeTimeout,
		errors.Is(err, store.ErrKeyReused) && (own || t.replies != nil):
		// Memory is not the durable state, or may not be. Claiming the room again also fences whatever is under way.
		s.load(func() {
			if t.replies != nil { // the key was the room's and not theirs: each repeats with its own
				err = store.ErrRoomState
			}
			t.answer(nil, apierr.FromStore(err))
			if s.failed == nil {
				s.rearm(tickFloor)
			}
			done()
		})
	case !own:
		t.answer(nil, apierr.FromStore(err))
		s.rearm(0)
		done()
	case store.Permanent(err):
		s.activation.Fail()
	case apierr.Code(apierr.FromStore(err)) == protocol.CodeBusy:
		// No rule has refused, but a store that is full, away or at odds with another writer. The step is as right as
		// it was, and is tried until the store takes it: to void the room would take back a draw that is decided.
		s.again(t.cmd, step.Op.Key, err)
		done()
	default:
		panic(fmt.Errorf("room %d: own op %s refused: %w", s.id, step.Op.Key, err))
	}
}

// again tries an own command once more that the store has refused for now, each time after a longer wait: all rooms of
// a site are refused at once, and a store that takes nothing must still say so. It logs the first refusal, and once
// more when the wait has come to its longest.
func (s *shell[S]) again(cmd any, op string, err error) {
	before := s.busy
	s.busy = min(max(before+before/4, tickFloor), busyMax)
	if before == 0 || before < busyMax && s.busy == busyMax {
		s.Log.Warn().Err(err).Str("op", op).Dur("again", s.busy).Msg("own op refused for now, tried again")
	}
	void, ok := cmd.(Void)
	if !ok {
		s.late = false // the store took nothing: the step has not been tried
		s.rearm(s.busy)
		return
	}
	s.timer.Stop() // a void does not wait until the room would do something else
	s.timer = s.activation.After(s.busy, func() {
		switch {
		case void.Reason == ReasonBroken:
			s.lane.First(func(done func()) { s.run(task{cmd: void}, done) })
		case s.ends() != "":
			s.endWhereDue()
		default: // it is to end no more
			s.rearm(0)
		}
	})
	s.stayOrLeave()
}

// advance is the only place where the room's state changes and where its events leave.
func (s *shell[S]) advance(step Step[S], r store.Receipt) {
	s.state = step.State
	s.late = s.late && step.Op == nil && len(step.Events) == 0
	if step.Op != nil {
		s.version++
		s.state = s.kind.Bind(step.State, r)
	}
	for _, e := range step.Events {
		s.publish(e)
	}
	s.notify(step.Notices)
}

func (s *shell[S]) notify(list []Notice) {
	for _, n := range list {
		post := func() { s.Directory.Post(n.Kind, n.ID, n.Msg, nil) }
		if n.After > 0 {
			s.activation.After(n.After, post)
			continue
		}
		post()
	}
}

func (s *shell[S]) publish(e Event[S]) {
	s.topic.Publish(s.Now().UnixMilli(), e.Type, e.Body(s.state))
}

// finish answers and lets the next command in. idle says that nothing has changed.
func (s *shell[S]) finish(t task, r store.Receipt, idle bool, done func()) {
	if s.failed != nil {
		t.answer(nil, s.failed)
		done()
		return
	}
	if t.replies != nil {
		t.answer(t.replies, nil)
	} else if t.reply != nil {
		v, err := s.kind.Answer(s.state, t.cmd, r, s.moment())
		if errors.Is(err, ErrBehind) {
			s.catchUp(t, r, done)
			return
		}
		t.answer(v, err)
	}
	floor := time.Duration(0)
	if idle {
		floor = tickFloor
	}
	s.rearm(floor)
	done()
}

// catchUp answers from the durable state what is not in memory: a command that another activation has done.
func (s *shell[S]) catchUp(t task, r store.Receipt, done func()) {
	s.load(func() {
		v, err := any(nil), s.failed
		if err == nil {
			v, err = s.kind.Answer(s.state, t.cmd, r, s.moment())
			s.rearm(0)
		}
		t.answer(v, err)
		done()
	})
}

// refuse answers a command that Prepare or rules do not allow. When it repeats one that was done, the first is the
// reason, and the answer is the first one's.
func (s *shell[S]) refuse(t task, cause error, done func()) {
	k, keyed := t.cmd.(Keyed)
	if t.reply == nil || !keyed {
		if t.reply == nil {
			s.Log.Warn().Err(cause).Msgf("own command %T refused", t.cmd)
		}
		t.answer(nil, cause)
		s.rearm(tickFloor)
		done()
		return
	}
	who, key, request := k.Idempotency(s.id)
	s.activation.Go(func() func() {
		r, err := player.Repeated(context.Background(), s.Store, who, key, request)
		return func() {
			switch {
			case err == nil:
				s.finish(t, r, false, done)
				return
			case errors.Is(err, store.ErrNotFound):
				err = cause
			}
			t.answer(nil, apierr.FromStore(err))
			s.rearm(0)
			done()
		}
	})
}
