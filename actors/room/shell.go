package room

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/lane"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
)

// Ports are what every room is given.
type Ports struct {
	Store     Store
	Directory directory.Directory
	Publish   publish.Publisher
	Now       store.Clock
	Log       zerolog.Logger
	// MustEnd says why a room is to do nothing but end, and give everything back; "": it goes on. nil: all do.
	// ReasonOperator holds only while the room is Cancellable.
	MustEnd func(store.RoomID) (reason string)
}

// Store is what a room, and what looks after rooms, needs of an engine.
type Store interface {
	store.Ledger
	store.Rooms
	settings.Source
	Spent(ctx context.Context, from, to time.Time, butKinds ...string) (int64, error)
}

const (
	laneMax     = 64                     // commands that wait for one room
	gatherMax   = 8192                   // commands that wait to be one
	idle        = time.Minute            // a final room without subscribers leaves memory
	idleAbsent  = time.Second            // a room that does not exist leaves sooner
	tickFloor   = 250 * time.Millisecond // between two ticks that change nothing
	busyMax     = 5 * time.Second        // between two tries of an own op that the store refuses for now
	brokenAfter = 3                      // panics after which the room is voided
)

// Register is a kind's registration line.
func Register[S State[S]](k Kind[S], p Ports) directory.Kind {
	return directory.Kind{Name: k.Name(),
		New: func(id string, activation directory.Activation) directory.Handler { return start(k, p, id, activation) }}
}

// ID is the directory id of a room.
func ID(id store.RoomID) string { return strconv.FormatInt(int64(id), 10) }

// shell is one activation of a room. Every field belongs to the mailbox.
type shell[S State[S]] struct {
	Ports
	kind       Kind[S]
	activation directory.Activation
	id         store.RoomID
	lane       *lane.Lane
	topic      *publish.Topic

	loaded  bool
	failed  error
	waiting []func()
	state   S
	version uint64
	epoch   store.Epoch

	present int
	ticking bool   // a tick waits in the lane
	late    bool   // a tick of this activation came when the room was stuck
	crowd   []task // commands that wait to be one
	timer   *directory.Timer
	leave   *directory.Timer

	busy time.Duration // how long the own op waits that the store has refused for now; 0: none does
}

func start[S State[S]](k Kind[S], p Ports, id string, activation directory.Activation) *shell[S] {
	n, err := strconv.ParseInt(id, 10, 64)
	s := &shell[S]{Ports: p, kind: k, activation: activation, id: store.RoomID(n), lane: lane.New(laneMax)}
	s.Log = p.Log.With().Str("kind", k.Name()).Str("room", id).Logger()
	s.lane.Do(func(done func()) {
		if err != nil || n <= 0 {
			s.fail(apierr.New(protocol.CodeNotFound))
			done()
			return
		}
		s.load(done)
	})
	return s
}

// Receive implements directory.Handler.
func (s *shell[S]) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case Presence:
		s.presence(r, m)
	case SnapshotRequest:
		s.read(r, func() (any, error) { return s.snapshot(m) })
	case directory.Wake: // also ends a room that is to end (Ports.MustEnd)
		s.read(r, func() (any, error) {
			s.endWhereDue()
			return nil, nil
		})
	default:
		s.queryOrCommand(r)
	}
}

// Stop implements directory.Handler.
func (s *shell[S]) Stop() {
	s.timer.Stop()
	s.leave.Stop()
}

// read answers from the last durable state, as soon as there is one.
func (s *shell[S]) read(r directory.Request, value func() (any, error)) {
	answer := func() {
		if s.failed != nil {
			r.Reply(nil, s.failed)
			return
		}
		r.Reply(value())
	}
	if !s.loaded {
		s.waiting = append(s.waiting, answer)
		return
	}
	answer()
}

func (s *shell[S]) queryOrCommand(r directory.Request) {
	if _, ok, _ := s.kind.Query(s.kind.Empty(s.id), r.Msg, s.moment()); ok {
		s.read(r, func() (any, error) {
			v, _, err := s.kind.Query(s.state, r.Msg, s.moment())
			return v, err
		})
		return
	}
	if g, ok := any(s.kind).(Gatherer[S]); ok && g.Gathers(r.Msg) {
		s.gather(g, task{cmd: r.Msg, reply: r.Reply})
		return
	}
	if !s.lane.Do(func(done func()) { s.run(task{cmd: r.Msg, reply: r.Reply}, done) }) {
		r.Reply(nil, apierr.New(protocol.CodeBusy))
	}
}

func (s *shell[S]) snapshot(req SnapshotRequest) (any, error) {
	kind, body, err := s.kind.Snapshot(s.state, req, s.moment())
	if err != nil {
		return nil, err
	}
	return s.topic.Snapshot(kind, body), nil
}

func (s *shell[S]) moment() Moment { return Moment{Now: s.Now(), Spectators: s.present} }

func (s *shell[S]) presence(r directory.Request, m Presence) {
	r.Reply(nil, nil)
	if m.Count == s.present {
		return
	}
	s.present = m.Count
	if s.loaded && s.version > 0 && !s.state.Status().Final() {
		s.publish(s.kind.Watched(m.Count))
	}
	s.stayOrLeave()
}

// load takes the room's epoch, so that no earlier activation can commit any more and its events are distinct from
// those of this one, and reads its state. Lane only.
func (s *shell[S]) load(done func()) {
	s.loaded = false
	watched := s.Publish.Presence(s.kind.Name()+":"+ID(s.id)) > 0
	s.activation.Go(func() func() {
		rec, settled, err := s.fetch(watched)
		return func() {
			s.install(rec, settled, err)
			done()
		}
	})
}

// claim takes the epoch of a room that may still be changed, or that has watchers. A look at one that is over writes
// nothing: its topic counts as the next epoch, in which nothing will ever be published.
func (s *shell[S]) claim(ctx context.Context, watched bool) (store.Room, error) {
	if !watched {
		rec, err := s.Store.Room(ctx, s.id)
		if err != nil || rec.Kind != s.kind.Name() || rec.Status.Final() {
			rec.Epoch++
			return rec, err
		}
	}
	return s.Store.ClaimRoom(ctx, s.id)
}

func (s *shell[S]) fetch(watched bool) (rec store.Room, settled store.Receipt, err error) {
	ctx := context.Background()
	rec, err = s.claim(ctx, watched)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && rec.Kind != s.kind.Name():
		return store.Room{}, settled, nil
	case err != nil || !rec.Status.Final():
		return rec, settled, err
	}
	state, err := s.kind.Decode(s.id, rec.State)
	if err != nil {
		return rec, settled, err
	}
	if key := s.kind.FinalKey(state); key != "" {
		settled, err = s.Store.Lookup(ctx, 0, key)
	}
	return rec, settled, err
}

func (s *shell[S]) install(rec store.Room, settled store.Receipt, err error) {
	if err != nil {
		s.fail(apierr.Wrap(protocol.CodeBusy, err))
		return
	}
	now, again := s.Now(), s.topic != nil || s.activation.Life() > 0
	s.late = false
	s.state, s.version, s.epoch = s.kind.Empty(s.id), rec.Version, max(rec.Epoch, 1)
	if rec.Version > 0 {
		state, err := s.kind.Decode(s.id, rec.State)
		if err != nil {
			s.fail(apierr.Wrap(protocol.CodeInternal, err))
			s.Log.Error().Err(err).Msg("room state is damaged")
			return
		}
		s.state = s.kind.Resume(s.kind.Bind(state, settled), now)
	}
	s.topic = publish.NewTopic(s.Publish, s.kind.Name()+":"+ID(s.id), uint32(s.epoch))
	s.loaded = true
	if s.version > 0 && s.topic.Presence() > 0 { // sockets that watched an earlier activation
		if kind, body, err := s.kind.Snapshot(s.state, SnapshotRequest{}, s.moment()); err == nil {
			s.topic.Publish(now.UnixMilli(), kind, body)
		}
	}
	if again && s.version > 0 {
		s.notify(s.kind.Announce(s.state, now))
	}
	for _, answer := range s.waiting {
		answer()
	}
	s.waiting = nil
	switch {
	case s.ends() != "":
		s.endWhereDue()
	case s.activation.Restarts() >= brokenAfter && s.version > 0 && !s.state.Status().Final():
		s.lane.First(func(done func()) { s.run(task{cmd: Void{Reason: ReasonBroken}}, done) })
	}
	s.rearm(0)
}

// ends says why the room is to end and do nothing else; "": it goes on, or has ended.
func (s *shell[S]) ends() string {
	if s.MustEnd == nil || s.version == 0 || s.state.Status().Final() {
		return ""
	}
	reason := s.MustEnd(s.id)
	if reason == ReasonOperator && !s.cancellable() {
		return ""
	}
	return reason
}

// cancellable is Cancellable, and of a stuck room that its own step was tried and has not helped: a room whose process
// was down beyond the deadline draws first.
func (s *shell[S]) cancellable() bool {
	status := s.state.Status()
	return Cancellable(status, s.state.Deadline(), s.Now()) && (status == store.RoomOpen || s.late)
}

// endWhereDue ends a room that is to end, before anything that waits for it.
func (s *shell[S]) endWhereDue() {
	if s.ends() == "" {
		return
	}
	s.lane.First(func(done func()) {
		reason := s.ends()
		if reason == "" { // it has ended meanwhile
			done()
			return
		}
		s.run(task{cmd: Void{Reason: reason}}, done)
	})
}

// fail answers what waits and leaves; the next request activates the room anew.
func (s *shell[S]) fail(err error) {
	s.failed, s.loaded = err, true
	for _, answer := range s.waiting {
		answer()
	}
	s.waiting = nil
	s.activation.After(0, s.activation.Fail)
}

// rearm sets the room's one timer to what the state needs, at least floor from now.
func (s *shell[S]) rearm(floor time.Duration) {
	s.timer.Stop()
	if wake := s.state.Wake(); !wake.IsZero() {
		s.timer = s.activation.After(max(wake.Sub(s.Now()), floor), s.tick)
	}
	s.stayOrLeave()
}

func (s *shell[S]) tick() {
	if s.ticking {
		return
	}
	s.ticking = true
	s.lane.First(func(done func()) {
		s.ticking = false
		s.run(task{cmd: Tick{}}, done)
	})
}

// stayOrLeave lets a room go that has nothing to wait for and no watcher.
func (s *shell[S]) stayOrLeave() {
	s.leave.Stop()
	if !s.loaded || s.present > 0 || !s.state.Wake().IsZero() {
		return
	}
	wait := idle
	if s.version == 0 {
		wait = idleAbsent
	}
	s.leave = s.activation.After(wait, func() {
		if !s.lane.Idle() || !s.activation.Passivate() {
			s.stayOrLeave()
		}
	})
}
