package room

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/store"
)

// ErrNotKept means that a room cannot be played again, or not past an op: its record does not keep what a command said.
var ErrNotKept = errors.New("room: it does not keep what is needed to play it again")

// Replay plays the first n ops of a stored room again by the rules of today, and says step by step what differs from
// what is stored; ops are all of the room, in their order. It changes nothing. Played to its end the room is what its
// record says, or the last step differs. ErrNotKept beside what could be played; other errors are of a damaged record.
type Replay func(rec store.Room, ops []store.OpRecord, n int) ([]Replayed, error)

// Replayed is one op that was played again. After one that differs nothing is played: what follows hangs on it.
type Replayed struct {
	Op      store.OpID
	Kind    string
	At      time.Time
	Status  store.RoomStatus // after it
	Events  []uint16         // what the watchers are told, protocol.Event…
	Differs []string         // empty: it is what is stored
}

// ReplayOf is the Replay of a kind. command finds the command that has made the first of some ops, as Prepare gives it
// to the rules, from these ops, from the state before, and from the record of the room, which keeps who took part and
// what was drawn.
func ReplayOf[S State[S]](k Kind[S], command func(before, final S, ops []store.OpRecord) (any, error)) Replay {
	return func(rec store.Room, ops []store.OpRecord, n int) ([]Replayed, error) {
		final, err := k.Decode(rec.ID, rec.State)
		if err != nil {
			return nil, err
		}
		s, version := k.Empty(rec.ID), uint64(0)
		var done []Replayed
		for i := range ops[:n] {
			cmd, err := command(s, final, ops[i:])
			var r Replayed
			next := s
			if err == nil {
				r, next, err = replay(k, cmd, rec, version, s, &ops[i])
			}
			if err != nil {
				return done, fmt.Errorf("op %d (%s): %w", ops[i].ID, ops[i].Kind, err)
			}
			done = append(done, r)
			if len(r.Differs) > 0 {
				return done, nil
			}
			s, version = next, version+1
		}
		if n < len(ops) || len(done) == 0 {
			return done, nil
		}
		last := &done[len(done)-1]
		state, err := s.Encode()
		switch {
		case err != nil:
			return done, err
		case !bytes.Equal(state, rec.State):
			last.Differs = append(last.Differs, fmt.Sprintf("the room is %s, played %s", shown(rec, rec.State),
				shown(rec, state)))
		case rec.Status != s.Status() || rec.Version != version:
			last.Differs = append(last.Differs, fmt.Sprintf("the room is at version %d, status %d, played %d, %d",
				rec.Version, rec.Status, version, s.Status()))
		}
		return done, nil
	}
}

// shown is a state as text; of a room that goes on its hash, since the key of its draw is in it.
func shown(rec store.Room, state []byte) string {
	if rec.Status.Final() {
		return string(state)
	}
	return fmt.Sprintf("of SHA-256 %x", sha256.Sum256(state))
}

// replay plays one op.
func replay[S State[S]](k Kind[S], cmd any, rec store.Room, version uint64, s S, op *store.OpRecord) (r Replayed,
	next S, err error) {
	r = Replayed{Op: op.ID, Kind: op.Kind, At: op.At, Status: op.Room.Status}
	s = k.Resume(s, op.At)
	step, err := s.Apply(cmd, op.At)
	switch {
	case err != nil:
		r.Differs = []string{fmt.Sprintf("the rules refuse it: %v", err)}
		return r, s, nil
	case step.Op == nil:
		r.Differs = []string{"the rules do nothing then"}
		return r, s, nil
	}
	for _, e := range step.Events {
		r.Events = append(r.Events, e.Type)
	}
	made, err := written(k, rec.ID, op.Room.Epoch, version, s, step, op.At)
	if err != nil {
		return r, s, err
	}
	r.Differs = differences(rec, made.Normal(op.ID), op, step.Op)
	return r, k.Bind(step.State, store.Receipt{Op: op.ID, Result: op.Result, At: op.At}), nil
}

// differences are the parts of an op that are not what the rules make. What the player's actor adds to an op that takes
// from its player (the lock of limits, what is still to be staked) is left out.
func differences(rec store.Room, made *store.Op, stored *store.OpRecord, by *Op) (list []string) {
	differ := func(what string, made, stored any) {
		if !reflect.DeepEqual(made, stored) {
			list = append(list, fmt.Sprintf("%s: %+v, played %+v", what, stored, made))
		}
	}
	moves, items := stored.Moves, stored.NewItems
	if by.Escrow {
		moves, items = limits.WithoutLock(&stored.Op)
	}
	hash := sha256.Sum256(made.Room.State)
	room, as := *made.Room, *stored.Room
	room.State, room.Listed = nil, "" // not in the journal
	as.State = nil
	differ("kind", made.Kind, stored.Kind)
	differ("key", made.Key, stored.Key)
	differ("postings", none(made.Postings), none(stored.Postings))
	differ("new items", none(made.NewItems), none(items))
	differ("moves", none(made.Moves), none(moves))
	differ("leaves", none(made.Leaves), none(stored.Leaves))
	differ("events", none(made.Events), none(stored.Events))
	differ("result", string(made.Result), string(stored.Result))
	differ("room", room, as)
	if hash != stored.StateHash {
		list = append(list, fmt.Sprintf("state: of SHA-256 %x, played %x: %s", stored.StateHash, hash,
			shown(rec, made.Room.State)))
	}
	if by.Request == ([32]byte{}) {
		differ("request", made.Request, stored.Request)
	}
	return list
}

// none is one word for an empty list.
func none[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
