package ws

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

// topic is one name on this server: its log, who may read it, and where its subscribers are. It lives from its first
// subscriber until Linger after the last.
type topic struct {
	name, kind string
	id         uint32
	open       bool // protocol.PublicTopics
	mayLag     bool // those: a subscriber that falls behind gets a snapshot
	tick       time.Duration

	subscribers atomic.Int32
	reported    time.Time // by presence, which alone touches it

	mu       sync.Mutex
	at       timeline
	binary   stream
	text     texts // by language; nil until a JSON channel of it listens
	refs     int   // subscriptions, also those that wait for their snapshot
	idleFrom time.Time
	granted  map[store.PlayerID]struct{} // viewers whose snapshot was answered: they may recover
	cached   publish.Snapshot            // of a public topic
	cachedAt time.Time
	asking   []func(publish.Snapshot, error) // waiters of a snapshot on its way
}

// texts are the streams of the JSON channels: what they send of items is in their language.
type texts [len(protocol.Languages)]*stream

// stream is a log and the loops that read it.
type stream struct {
	topic *topic
	log   *frameLog
	loops uint64        // bit i: loop i has subscribers
	dirty atomic.Uint64 // bit i: loop i has been notified and has not looked yet
	rooms []*room       // by loop; entry i is touched by loop i only
}

const (
	maxLoops     = 63
	grantsMax    = 4096
	cacheWithin  = time.Second
	textLogLimit = 64 << 10
)

// public topics have one snapshot for all subscribers and need no permission.
func (t *topic) public() bool { return t.open }

func (t *topic) mayRecover(viewer store.PlayerID) bool {
	if t.public() || t.kind == protocol.TopicPlayer { // a player's topic is only ever opened for its own session
		return true
	}
	_, ok := t.granted[viewer]
	return ok
}

// recoverFrom returns the cursor behind (epoch, offset), if the log still holds all that followed. [TOP3]
func (t *topic) recoverFrom(viewer store.PlayerID, epoch uint32, offset uint64) (uint64, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.mayRecover(viewer) || !t.at.known || epoch != t.at.epoch || offset > t.at.offset {
		return 0, false
	}
	g := t.binary.log
	back := t.at.offset - offset
	if back > g.next-g.first {
		return 0, false
	}
	return g.next - back, true
}

// attach returns the cursor behind a snapshot. False when the snapshot is older than the log: ask again.
func (t *topic) attach(s publish.Snapshot) (uint64, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !t.at.known:
		t.at = timeline{known: true, epoch: s.Epoch, offset: s.Offset}
	case s.Epoch > t.at.epoch, s.Epoch == t.at.epoch && s.Offset > t.at.offset:
		// Events up to s.Offset were published before the snapshot was answered: if the log has not seen them, it
		// missed them.
		t.reset()
		t.at = timeline{known: true, epoch: s.Epoch, offset: s.Offset}
	case s.Epoch < t.at.epoch:
		return 0, false
	}
	g := t.binary.log
	back := t.at.offset - s.Offset
	if back > g.next-g.first {
		return 0, false
	}
	return g.next - back, true
}

func (t *topic) reset() {
	t.binary.log.reset()
	t.cachedAt = time.Time{}
}

func (t *topic) grant(viewer store.PlayerID, code string) {
	if t.public() || viewer == 0 && code != "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.granted == nil {
		t.granted = map[store.PlayerID]struct{}{}
	}
	if len(t.granted) < grantsMax {
		t.granted[viewer] = struct{}{}
	}
}

// Publish implements publish.Publisher: encodes the event once per protocol and notifies the loops that have
// subscribers.
func (s *Server) Publish(e publish.Event) {
	t := s.topics.find(e.Topic)
	if t == nil {
		return
	}
	t.mu.Lock()
	switch t.at.classify(&e) {
	case stepDrop:
		t.mu.Unlock()
		return
	case stepReset:
		t.reset()
	}
	t.at = timeline{known: true, epoch: e.Epoch, offset: e.Offset}
	env := protocol.Event{Type: protocol.TypeEvent, TopicID: t.id, Epoch: e.Epoch, Offset: e.Offset, AtMS: e.AtMS,
		EventType: e.Type, Body: e.Body}
	frame, err := env.MarshalMsg(nil)
	if err != nil {
		t.mu.Unlock()
		s.logger.Error().Err(err).Str("topic", e.Topic).Msg("event does not encode")
		return
	}
	t.binary.log.append(frame)
	tell, text, tellText := t.binary.loops, t.text, [len(texts{})]uint64{}
	for l, st := range text {
		if st == nil || st.loops == 0 {
			continue
		}
		if frame := s.channelFrame(&e, protocol.Language(l)); frame != nil {
			st.log.append(frame)
			tellText[l] = st.loops
		}
	}
	t.mu.Unlock()
	s.stats.published.Add(1)
	s.tell(&t.binary, tell)
	for l, st := range text {
		s.tell(st, tellText[l])
	}
}

func (s *Server) tell(st *stream, loops uint64) {
	for i := 0; loops != 0; i, loops = i+1, loops>>1 {
		if loops&1 != 0 && st.dirty.Or(1<<i)&(1<<i) == 0 {
			s.loops[i].notify(st)
		}
	}
}

// Presence implements publish.Publisher: sockets subscribed to a topic on this server; "" is Online.
func (s *Server) Presence(name string) int {
	if name == "" {
		return s.Online()
	}
	if t := s.topics.find(name); t != nil {
		return int(t.subscribers.Load())
	}
	return 0
}

// topics is the registry.
type topics struct {
	mu     sync.RWMutex
	byName map[string]*topic
	lastID uint32
}

func (r *topics) find(name string) *topic {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byName[name]
}

// acquire returns the topic, made when it is not there, with one more reference.
func (s *Server) acquire(name string) *topic {
	s.topics.mu.Lock()
	defer s.topics.mu.Unlock()
	t := s.topics.byName[name]
	if t == nil {
		s.topics.lastID++
		t = &topic{name: name, id: s.topics.lastID}
		t.kind, _ = protocol.SplitTopic(name)
		if t.open = slices.Contains(protocol.PublicTopics, name); t.open {
			t.mayLag, t.tick = true, s.o.TickFeed
		}
		t.binary = stream{topic: t, log: newFrameLog(false, s.o.LogFrames, s.o.LogBytes),
			rooms: make([]*room, len(s.loops))}
		s.topics.byName[name] = t
	}
	t.mu.Lock()
	t.refs++
	t.mu.Unlock()
	return t
}

func (s *Server) release(t *topic) {
	t.mu.Lock()
	if t.refs--; t.refs == 0 {
		t.idleFrom = time.Now()
	}
	t.mu.Unlock()
}

// forget drops topics without subscribers for Linger.
func (s *Server) forget(now time.Time) {
	s.topics.mu.Lock()
	defer s.topics.mu.Unlock()
	for name, t := range s.topics.byName {
		t.mu.Lock()
		if t.refs == 0 && now.Sub(t.idleFrom) >= s.o.Linger {
			delete(s.topics.byName, name)
		}
		t.mu.Unlock()
	}
}

func (t *topic) textStream(l protocol.Language, loops int) *stream {
	t.mu.Lock()
	defer t.mu.Unlock()
	st := &t.text[l.Whole()]
	if *st == nil {
		*st = &stream{topic: t, log: newFrameLog(true, 128, textLogLimit), rooms: make([]*room, loops)}
	}
	return *st
}

// snapshot asks for a snapshot and calls done once, from another goroutine or at once from a public topic's cache;
// false when the workers are all taken. Waiters of a public topic share one question.
func (s *Server) snapshot(t *topic, viewer store.PlayerID, code string, done func(publish.Snapshot, error)) bool {
	if !t.public() {
		return s.work.do(func(context.Context) {
			snap, err := s.askSnapshot(viewer, t.name, code)
			if err == nil {
				t.grant(viewer, code)
			}
			done(snap, err)
		})
	}
	t.mu.Lock()
	if time.Since(t.cachedAt) < cacheWithin && t.cachedFits() {
		snap := t.cached
		t.mu.Unlock()
		done(snap, nil)
		return true
	}
	t.asking = append(t.asking, done)
	first := len(t.asking) == 1
	t.mu.Unlock()
	if !first {
		return true
	}
	ok := s.work.do(func(context.Context) {
		snap, err := s.askSnapshot(0, t.name, "")
		t.mu.Lock()
		waiters := t.asking
		t.asking = nil
		if err == nil {
			t.cached, t.cachedAt = snap, time.Now()
		}
		t.mu.Unlock()
		for _, w := range waiters {
			w(snap, err)
		}
	})
	if !ok {
		t.mu.Lock()
		waiters := t.asking
		t.asking = nil
		t.mu.Unlock()
		for _, w := range waiters {
			w(publish.Snapshot{}, errBusy)
		}
	}
	return true
}

// cachedFits reports whether the log still holds what followed the cached snapshot, with room to spare.
func (t *topic) cachedFits() bool {
	return !t.at.known || t.cached.Epoch == t.at.epoch && t.cached.Offset <= t.at.offset &&
		t.at.offset-t.cached.Offset <= (t.binary.log.next-t.binary.log.first)/2
}

func (s *Server) askSnapshot(viewer store.PlayerID, topic, code string) (publish.Snapshot, error) {
	return s.o.Snapshots.Snapshot(s.work.asking(), viewer, topic, code)
}
