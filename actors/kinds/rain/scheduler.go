package rain

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/period"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// The scheduler is one actor: it starts rains by the settings and announces them on the public topic.
const (
	SchedulerKind = "rainscheduler"
	SchedulerID   = "scheduler"
)

// Now asks what is to be seen; the answer is a protocol.RainSnapshot.
type Now struct{}

// RoundChanged is a round that has moved on. No answer.
type RoundChanged struct{ Round protocol.RainRound }

const (
	lookEvery = time.Second
	// readEvery is how often the rounds are read again: what notifies of them may be lost with a process, or go to the
	// scheduler of another.
	readEvery = 5 * time.Second
	// farAhead is when no round starts but one that was made by a clock that has jumped: the settings do not wait for
	// it.
	farAhead = time.Hour
)

func registerScheduler(h room.Deps, e Every) directory.Kind {
	return directory.Kind{Name: SchedulerKind, New: func(_ string, activation directory.Activation) directory.Handler {
		s := &scheduler{Deps: h, every: e, activation: activation, setRain: Setting.Standard(), zone: time.UTC,
			begun: map[string]time.Time{}, ended: map[string]time.Time{}, heard: map[string]bool{}}
		s.topic = publish.NewTopic(h.Publish, protocol.TopicRain, activation.Epoch(publish.Epoch(h.Now())))
		s.load()
		return s
	}}
}

type scheduler struct {
	room.Deps
	every      Every
	activation directory.Activation
	topic      *publish.Topic
	loaded     bool
	waiting    []func()

	setRain Settings
	zone    *time.Location // of the site's days
	orders  Orders
	round   *protocol.RainRound // not over
	last    *protocol.RainRound
	ended   map[string]time.Time // ids of rounds of whose end this activation was notified, and when
	heard   map[string]bool      // ids of rounds that a notice came of since the look under way began
	read    time.Time            // when the rounds were read last
	busy    bool                 // one is being made
	begun   map[string]time.Time // keys of rains that were made, or refused for good, and when they were due
}

// Receive implements directory.Handler.
func (s *scheduler) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case publish.SnapshotRequest:
		s.whenLoaded(func() {
			v := s.snapshot()
			r.Reply(s.topic.Snapshot(protocol.EventRainSnapshot, &v), nil)
		})
	case Now:
		s.whenLoaded(func() { r.Reply(s.snapshot(), nil) })
	case RoundChanged:
		r.Reply(nil, nil)
		s.heard[m.Round.ID] = true
		s.roundChanged(m.Round)
	case directory.Wake:
		r.Reply(nil, nil)
	default:
		r.Reply(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// Stop implements directory.Handler.
func (s *scheduler) Stop() {}

func (s *scheduler) whenLoaded(answer func()) {
	if !s.loaded {
		s.waiting = append(s.waiting, answer)
		return
	}
	answer()
}

func (s *scheduler) load() {
	s.activation.Go(func() func() {
		open, last, err := s.rounds(context.Background(), "")
		return func() {
			if err != nil {
				s.Log.Warn().Err(err).Msg("rains not loaded")
				s.activation.After(lookEvery, s.load)
				return
			}
			s.found(soonest(open))
			switch {
			case last == nil:
			case s.round != nil && s.round.ID == last.ID: // it ended between the two readings, or a notice came late
				s.roundChanged(*last)
			case s.last == nil:
				s.last, s.ended[last.ID] = last, s.Now()
			}
			s.loaded, s.read = true, s.Now()
			for _, answer := range s.waiting {
				answer()
			}
			s.waiting = nil
			s.look()
		}
	})
}

// rounds reads those that are open, and the one that ended last; of mine that is not open any more, that one.
func (s *scheduler) rounds(ctx context.Context, mine string) (open []protocol.RainRound, last *protocol.RainRound,
	err error) {
	rooms, err := s.Store.OpenRooms(ctx, Kind)
	if err != nil {
		return nil, nil, err
	}
	var over []store.Room
	if mine != "" && !slices.ContainsFunc(rooms, func(r store.Room) bool { return room.ID(r.ID) == mine }) {
		var id store.RoomID
		over = make([]store.Room, 1)
		if id, err = room.ParseID(mine); err == nil {
			over[0], err = s.Store.Room(ctx, id)
		}
	} else {
		over, _, err = s.Store.FinalRooms(ctx, Kind, "", store.Page{Limit: 1})
	}
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rooms {
		v, err := RoundOf(r)
		if err != nil {
			return nil, nil, err
		}
		open = append(open, v)
	}
	if len(over) > 0 {
		v, err := RoundOf(over[0])
		if err != nil {
			return nil, nil, err
		}
		last = &v
	}
	return open, last, nil
}

// soonest is the round that falls, or does so first.
func soonest(open []protocol.RainRound) (first *protocol.RainRound) {
	for i, v := range open {
		if first == nil || v.StartsAtMS > 0 && (first.StartsAtMS == 0 || v.StartsAtMS < first.StartsAtMS) {
			first = &open[i]
		}
	}
	return first
}

// missed takes what the store had of the rounds a moment ago as the notices that have not come. One that has come since
// is younger.
func (s *scheduler) missed(open []protocol.RainRound, last *protocol.RainRound) {
	if last != nil && over(last.Status) && !s.over(last.ID) && !s.heard[last.ID] {
		s.roundChanged(*last)
	}
	now := soonest(open)
	if now == nil || s.over(now.ID) || s.heard[now.ID] {
		return
	}
	if r := s.round; r == nil || r.ID != now.ID || r.Status != now.Status {
		s.roundChanged(*now)
	}
}

// over reports whether this activation was notified of a round's end.
func (s *scheduler) over(id string) bool { return !s.ended[id].IsZero() }

// kept is for how long a round that is over, or a rain that was due, is remembered: much longer than a notice is late
// (seconds), and than a rain is made after its time (tooLate). What is forgotten too early comes once all the same, by
// its key.
const kept = time.Hour

func (s *scheduler) forget(now time.Time) {
	old := func(_ string, at time.Time) bool { return at.Before(now.Add(-kept)) }
	maps.DeleteFunc(s.ended, old)
	maps.DeleteFunc(s.begun, old)
}

func over(status string) bool {
	return status == protocol.RainStatusOver || status == protocol.RainStatusVoid
}

// roundChanged takes a notice. One that comes after that of the round's end is late: nothing would end the round again.
func (s *scheduler) roundChanged(v protocol.RainRound) {
	switch {
	case over(v.Status):
		s.ended[v.ID] = s.Now()
		if s.round != nil && s.round.ID == v.ID {
			s.round = nil
		}
		if s.last != nil && s.last.ID == v.ID && s.last.Status == v.Status {
			return
		}
		s.last = &v
		s.topic.Publish(s.Now().UnixMilli(), protocol.EventRainOver, &v)
	case s.over(v.ID):
	case v.Status == protocol.RainStatusFalling:
		s.round = &v
		s.topic.Publish(s.Now().UnixMilli(), protocol.EventRainComing, &v)
	default:
		s.round = &v
	}
}

func (s *scheduler) snapshot() protocol.RainSnapshot {
	now := s.Now()
	v := protocol.RainSnapshot{Round: s.round, Last: s.last, ServerTimeMS: now.UnixMilli()}
	for _, d := range s.dues(now, now.Add(25*time.Hour)) {
		if _, begun := s.begun[d.key]; !begun {
			v.NextAtMS = d.at.UnixMilli()
			break
		}
	}
	return v
}

// dues lists what is to begin between two moments, earliest first.
func (s *scheduler) dues(from, to time.Time) []due {
	list := append(s.setRain.dues(s.orders.Orders, s.zone, from, to), s.every.dues(from, to)...)
	slices.SortStableFunc(list, func(a, b due) int { return a.at.Compare(b.at) })
	return list
}

// found takes the round that the store had a moment ago. A notice that has come since is younger: of another round, or
// of the end of this one, which would otherwise be waited for in vain, and with it every rain after it.
func (s *scheduler) found(round *protocol.RainRound) {
	if s.round == nil && round != nil && !s.over(round.ID) {
		s.round = round
	}
}

// look reads the settings, from time to time the rounds, and begins what is due.
func (s *scheduler) look() {
	again, mine := s.Now().Sub(s.read) >= readEvery, ""
	if s.round != nil {
		mine = s.round.ID
	}
	clear(s.heard)
	s.activation.Go(func() func() {
		ctx := context.Background()
		held, err := Setting.Read(ctx, s.Store)
		orders, ordersErr := OrdersSetting.Read(ctx, s.Store)
		name, nameErr := period.Setting.Read(ctx, s.Store)
		zone, zoneErr := period.Named(name)
		var open []protocol.RainRound
		var last *protocol.RainRound
		var roundsErr error
		if again {
			open, last, roundsErr = s.rounds(ctx, mine)
		}
		return func() {
			s.activation.After(lookEvery, s.look)
			switch {
			case roundsErr != nil:
				s.Log.Warn().Err(roundsErr).Msg("rains not read")
			case again:
				s.read = s.Now()
				s.missed(open, last)
			}
			if err = cmp.Or(err, ordersErr, nameErr, zoneErr); err != nil {
				s.Log.Warn().Err(err).Msg("settings of rains not read")
				return
			}
			s.setRain, s.orders, s.zone = held, orders, zone
			s.begin()
		}
	})
}

// begin makes the first round that is due, when there is none: one after the other. Its key is that of the settings, so
// that a restart, or a second server, makes it once.
func (s *scheduler) begin() {
	now := s.Now()
	s.forget(now)
	if s.busy || s.round != nil && s.round.StartsAtMS < now.Add(farAhead).UnixMilli() {
		return
	}
	for _, d := range s.dues(now.Add(-tooLate), now.Add(lead)) {
		if _, begun := s.begun[d.key]; begun {
			continue
		}
		s.begun[d.key] = d.at
		s.make(d, now)
		return
	}
}

func (s *scheduler) make(d due, now time.Time) {
	s.busy = true
	held, each, watching := s.setRain, s.setRain.Each, s.Publish.Presence("")
	local := now.In(s.zone)
	s.activation.Go(func() func() {
		ctx := context.Background()
		pool, err := d.poolCents, error(nil)
		if pool == 0 {
			pool, err = held.PoolOf(ctx, s.Store, local)
		}
		var id store.RoomID
		if err == nil {
			id, err = s.Store.NewRoomID(ctx)
		}
		return func() {
			if err != nil {
				s.made(d, err)
				return
			}
			s.Directory.Post(Kind, room.ID(id), Create{Key: d.key, PoolCents: pool, Each: each,
				Packets:    each.packets(pool, watching, fairness.RainPacketsMax),
				DurationMS: held.DurationMS, StartsAtMS: d.at.UnixMilli()},
				func(_ any, err error) { s.activation.Reenter(func() { s.made(d, err) }) })
		}
	})
}

// made ends an attempt; after a failure the next look makes another, under the same key, unless the rules or the store
// have refused it for good.
func (s *scheduler) made(d due, err error) {
	s.busy = false
	if err == nil {
		return
	}
	s.Log.Warn().Err(err).Str("rain", d.key).Msg("rain not begun")
	if code := apierr.Code(apierr.FromStore(err)); code == protocol.CodeInternal || code.Retryable() {
		delete(s.begun, d.key)
	}
}
