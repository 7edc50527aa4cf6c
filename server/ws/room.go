package ws

import (
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
)

// room is what one loop keeps of one stream: its subscribers and the pass over them.
type room struct {
	stream *stream
	subs   []*subscription
	target uint64 // the pass brings every cursor here
	at     int    // next index of the pass, downwards; −1: none
	dueMS  uint32
	lastMS uint32
	start  uint32 // where the last pass began, in 2⁻³² of the room
	queued bool   // in loop.due
	ever   bool   // lastMS is set
	whole  bool   // the pass came from the top with this target: at the bottom it is over

	blobs []blob // of the pass, oldest first: shared by all subscribers with the same cursor
}

// blob is the wire bytes of the frames [lo, hi).
type blob struct {
	lo, hi uint64
	bytes  []byte
}

const blobsMax = 8

// subscription is a cursor into the log.
type subscription struct {
	conn   *conn
	stream *stream
	next   *subscription // of the connection
	code   string
	cursor uint64
	index  int32 // in room.subs; −1 while it waits for its snapshot
	ref    uint32
	tries  uint8
	gone   bool

	answered bool // its Subscribe was: the next snapshot is a Gap
}

// schedule starts a pass over the room now, or when its tick allows: the first frame of a quiet topic goes at once.
// [TOP7]
func (l *loop) schedule(r *room) {
	tick := uint32(r.stream.topic.tick.Milliseconds())
	if r.queued || len(r.subs) == 0 {
		return
	}
	if tick == 0 || !r.ever || l.nowMS-r.lastMS >= tick {
		l.startPass(r)
		return
	}
	r.queued, r.dueMS = true, r.lastMS+tick
	l.due = append(l.due, r)
}

func (l *loop) flushDue() {
	for i := 0; i < len(l.due); {
		r := l.due[i]
		if int32(r.dueMS-l.nowMS) > 0 {
			i++
			continue
		}
		r.queued = false
		l.due[i] = l.due[len(l.due)-1]
		l.due[len(l.due)-1] = nil
		l.due = l.due[:len(l.due)-1]
		l.startPass(r)
	}
}

// startPass brings every subscriber to the end of the log. A pass on its way goes on from where it is, to the new end,
// and comes round again for those whom it had served: to begin anew would serve the same few again and leave the others
// waiting. [TOP9]
func (l *loop) startPass(r *room) {
	t := r.stream.topic
	t.mu.Lock()
	r.target = r.stream.log.next
	t.mu.Unlock()
	r.lastMS, r.ever = l.nowMS, true
	r.whole = false
	clear(r.blobs) // they end at the old target: what is served from now on gets one message
	r.blobs = r.blobs[:0]
	if r.at >= 0 {
		return
	}
	// Not from the top, or the newest would always be served first. Steps of the golden section meet every part as
	// often.
	r.start += goldenStep
	r.at = int(uint64(r.start) * uint64(len(r.subs)) >> 32)
	l.passes = append(l.passes, r)
}

const goldenStep = 0x9E3779B9 // 2³² divided by the golden ratio

// runPasses feeds at most passChunk subscribers, passShare of a room and then of the next: a room with many
// subscribers, or one with events all the time, holds up no other. [TOP9]
func (l *loop) runPasses() {
	for budget := passChunk; budget >= passShare && len(l.passes) > 0; {
		r := l.passes[0]
		budget -= l.walk(r, passShare)
		l.passes[0] = nil
		l.passes = l.passes[1:]
		if r.at >= 0 {
			l.passes = append(l.passes, r)
			continue
		}
		r.blobs = nil
	}
	if len(l.passes) == 0 {
		l.passes = nil
	}
}

// walk goes on with r's pass until share subscribers were fed or the pass is over, and returns how many were fed. A
// pass is over after a whole round, from the top to the bottom, with one target; cursors make a second visit cost
// nothing.
func (l *loop) walk(r *room, share int) (fed int) {
	for r.at >= 0 && fed < share {
		// Downwards: a leave moves the last subscriber into the hole. The whole round has served it already, and what
		// the part of a round before missed by that, the whole round meets.
		if r.at < len(r.subs) {
			fed += l.gather(r, r.subs[r.at])
		}
		if r.at--; r.at < 0 && !r.whole {
			r.at, r.whole = len(r.subs)-1, true
			l.deliver(r.target) // none stands in a batch twice
		}
	}
	l.deliver(r.target)
	return fed
}

// delivery is one write of a pass.
type delivery struct {
	sub   *subscription
	bytes []byte
	n     int // written
	err   error
}

// gather puts what s is to receive into the batch, and counts s if there is anything.
func (l *loop) gather(r *room, s *subscription) int {
	if s.cursor >= r.target || s.conn.blocked() {
		return 0
	}
	if b, ok := l.nextBlob(r, s, r.target); ok {
		l.batch = append(l.batch, delivery{sub: s, bytes: b})
	}
	return 1
}

// batcher is a transport that writes many at once; false: it has not.
type batcher interface {
	writeAll([]delivery) bool
}

// deliver writes the batch. Subscribers for whom one write does not suffice are served further.
func (l *loop) deliver(target uint64) {
	if b, ok := l.transport.(batcher); !ok || !b.writeAll(l.batch) {
		for i := range l.batch {
			d := &l.batch[i]
			d.n, d.err = l.transport.write(d.sub.conn, d.bytes)
		}
	}
	for i := range l.batch {
		d := &l.batch[i]
		l.wrote(d.sub.conn, d.bytes, d.n, d.err)
		if d.sub.cursor < target {
			l.feed(d.sub, target)
		}
	}
	clear(l.batch)
	l.batch = l.batch[:0]
}

// feed sends frames up to target, one write at a time, until the subscriber has them or takes no more.
func (l *loop) feed(s *subscription, target uint64) {
	r, c := s.stream.rooms[l.id], s.conn
	for s.cursor < target && !s.gone && c.state == open && !c.blocked() {
		b, ok := l.nextBlob(r, s, target)
		if !ok {
			return
		}
		l.put(c, b)
	}
}

// nextBlob is what s gets next, and counts it as sent; false when the log has lost it.
func (l *loop) nextBlob(r *room, s *subscription, target uint64) ([]byte, bool) {
	b, ok := r.cached(s.cursor)
	if !ok {
		if b, ok = l.build(s, target); !ok {
			return nil, false
		}
		r.keep(b)
	}
	l.srv.stats.delivered.Add(b.hi - b.lo)
	s.cursor = b.hi
	return b.bytes, true
}

func (r *room) cached(lo uint64) (blob, bool) {
	for _, b := range r.blobs {
		if b.lo == lo {
			return b, true
		}
	}
	return blob{}, false
}

// keep stores b in place of the oldest: neighbours mostly have the same cursor.
func (r *room) keep(b blob) {
	if len(r.blobs) == blobsMax {
		copy(r.blobs, r.blobs[1:])
		r.blobs = r.blobs[:blobsMax-1]
	}
	r.blobs = append(r.blobs, b)
}

// build takes the next blob of s from the log; false when the log no longer has it, which is then dealt with.
func (l *loop) build(s *subscription, target uint64) (blob, bool) {
	g := s.stream.log
	s.stream.topic.mu.Lock()
	if s.cursor < g.first {
		slow := !g.lostByReset(s.cursor)
		s.stream.topic.mu.Unlock()
		l.lagged(s, slow)
		return blob{}, false
	}
	b := blob{lo: s.cursor}
	b.bytes, b.hi = g.blob(s.cursor, min(target, g.next))
	s.stream.topic.mu.Unlock()
	return b, true
}

// catchUp feeds a subscriber outside a pass.
func (l *loop) catchUp(s *subscription) {
	if s.index < 0 || s.gone {
		return
	}
	s.stream.topic.mu.Lock()
	target := s.stream.log.next
	s.stream.topic.mu.Unlock()
	l.feed(s, target)
	if r := s.stream.rooms[l.id]; r.at < 0 {
		r.blobs = nil // no other pass is on its way
	}
}

// lagged: frames that s has not had are gone from the log. [TOP5, TOP6]
func (l *loop) lagged(s *subscription, slow bool) {
	t := s.stream.topic
	if slow {
		l.srv.stats.lagged.Add(1)
	}
	if s.stream.log.text { // the JSON channel has no snapshots: it loses drops [JSON4]
		t.mu.Lock()
		s.cursor = s.stream.log.next
		t.mu.Unlock()
		return
	}
	if slow && !t.mayLag {
		l.farewell(s.conn, protocol.CodeBusy, protocol.ReconnectFailMS, protocol.CloseSlow)
		return
	}
	l.detach(s)
	s.tries = 0
	l.askSnapshot(s)
}

// askSnapshot requests s's snapshot; the answer comes to snapshotted.
func (l *loop) askSnapshot(s *subscription) {
	s.tries++
	viewer := s.conn.viewer()
	ok := l.srv.snapshot(s.stream.topic, viewer, s.code, func(snap publish.Snapshot, err error) {
		l.post(func() { l.snapshotted(s, snap, err) })
	})
	if !ok {
		l.refuse(s, protocol.CodeBusy)
	}
}

const snapshotTries = 4

func (l *loop) snapshotted(s *subscription, snap publish.Snapshot, err error) {
	c := s.conn
	if s.gone || c.state != open {
		return
	}
	if err != nil {
		l.refuse(s, l.srv.codeOf(err))
		return
	}
	cursor, ok := s.stream.topic.attach(snap)
	if !ok {
		if s.tries >= snapshotTries {
			l.refuse(s, protocol.CodeBusy)
			return
		}
		l.askSnapshot(s)
		return
	}
	if s.answered {
		l.sendEnvelope(c, &protocol.Gap{Type: protocol.TypeGap, TopicID: s.stream.topic.id, Epoch: snap.Epoch,
			Offset:       snap.Offset,
			SnapshotType: snap.Type, Snapshot: snap.Body})
		l.srv.stats.gaps.Add(1)
	} else {
		c.calls--
		s.answered = true
		l.sendEnvelope(c, &protocol.Subscribed{Type: protocol.TypeSubscribed, Ref: s.ref,
			Topic: wireTopic(s.stream.topic), TopicID: s.stream.topic.id,
			Epoch: snap.Epoch, Offset: snap.Offset, SnapshotType: snap.Type, Snapshot: snap.Body})
	}
	l.live(s, cursor)
}

// refuse ends a subscription that never came to life, or whose Gap found no snapshot.
func (l *loop) refuse(s *subscription, code protocol.Code) {
	c := s.conn
	if s.answered {
		l.farewell(c, code, protocol.ReconnectFailMS, protocol.CloseSlow)
		return
	}
	c.calls--
	s.answered = true
	ref := s.ref
	l.unsubscribe(s)
	l.fail(c, ref, code)
}

// live puts s into its room and sends what the log holds behind the cursor.
func (l *loop) live(s *subscription, cursor uint64) {
	if s.gone || s.conn.state != open {
		return
	}
	r := s.stream.rooms[l.id]
	if r == nil {
		r = &room{stream: s.stream, at: -1}
		s.stream.rooms[l.id] = r
	}
	if len(r.subs) == 0 {
		s.stream.topic.mu.Lock()
		s.stream.loops |= 1 << l.id
		s.stream.topic.mu.Unlock()
	}
	s.cursor, s.index = cursor, int32(len(r.subs))
	r.subs = append(r.subs, s)
	s.stream.topic.subscribers.Add(1)
	l.srv.presence.changed(s.stream.topic)
	if !s.conn.blocked() {
		l.catchUp(s)
	}
}

// detach takes s out of its room; it stays the connection's.
func (l *loop) detach(s *subscription) {
	if s.index < 0 {
		return
	}
	r := s.stream.rooms[l.id]
	end := len(r.subs) - 1
	moved := r.subs[end]
	r.subs[s.index] = moved
	moved.index = s.index
	r.subs[end] = nil
	r.subs = r.subs[:end]
	s.index = -1
	if end == 0 {
		s.stream.topic.mu.Lock()
		s.stream.loops &^= 1 << l.id
		s.stream.topic.mu.Unlock()
		r.subs = nil
	}
	s.stream.topic.subscribers.Add(-1)
	l.srv.presence.changed(s.stream.topic)
}

// unsubscribe ends s.
func (l *loop) unsubscribe(s *subscription) {
	if s.gone {
		return
	}
	if s.index < 0 && !s.answered {
		s.conn.calls-- // its Subscribe will not be answered
	}
	l.detach(s)
	s.gone = true
	for at := &s.conn.subs; *at != nil; at = &(*at).next {
		if *at == s {
			*at = s.next
			break
		}
	}
	s.conn.topics--
	l.srv.release(s.stream.topic)
}
