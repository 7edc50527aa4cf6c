package ws

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"

	"github.com/gobwas/ws"
	"github.com/tinylib/msgp/msgp"
)

// audience is a hand-turned loop and the transport that counts what it writes. Its time is the number of writes: that
// is what a pass costs, on any machine.
type audience struct {
	*loop
	t         *testing.T
	writes    int
	busiest   int // writes in one turn
	listeners map[*conn]*listener
	published map[string][]int // by topic, the writes before each event; event o at o − 1
}

// listener is the far end of one connection and its one subscription.
type listener struct {
	c       *conn
	topic   string
	joined  int // order
	first   uint64
	last    uint64 // offset; events first … last have come
	late    int    // writes between publishing and delivery, of all its events
	worst   int
	closed  int
	stalled bool // takes nothing
}

func newAudience(t *testing.T, o Options) *audience {
	h := &audience{t: t, listeners: map[*conn]*listener{}, published: map[string][]int{}}
	o.PingAfter, o.Snapshots = 24*time.Hour, h
	h.loop = handTurned(t, h, o)
	return h
}

func (h *audience) write(c *conn, b []byte) (int, error) {
	p := h.listeners[c]
	if p.stalled {
		return 0, errAgain
	}
	h.writes++
	for rest := b; len(rest) > 0; {
		head, start, ok := header(rest)
		if !ok || start+int(head.Length) > len(rest) {
			h.t.Fatalf("no whole frames: %x", b)
		}
		h.took(p, head.OpCode, rest[start:start+int(head.Length)])
		rest = rest[start+int(head.Length):]
	}
	return len(b), nil
}

// batching is an audience behind a transport that writes many at once, as that of io_uring does.
type batching struct{ *audience }

func (b batching) writeAll(all []delivery) bool {
	for i := range all {
		d := &all[i]
		d.n, d.err = b.write(d.sub.conn, d.bytes)
	}
	return true
}

func (h *audience) took(p *listener, op ws.OpCode, payload []byte) {
	switch op {
	case ws.OpClose:
		p.closed = closeCodeOf(payload)
	case ws.OpText: // a drop's ID is its offset; the channel has no other number
		_, id, _ := strings.Cut(string(payload), `"id":"`)
		id, _, _ = strings.Cut(id, `"`)
		o, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			h.t.Fatalf("%s: %v", payload, err)
		}
		h.heard(p, o)
	case ws.OpBinary:
		for len(payload) > 0 {
			var e protocol.Event
			rest, err := msgp.Skip(payload)
			if err == nil && payload[1] == protocol.TypeEvent {
				_, err = e.UnmarshalMsg(payload)
				h.heard(p, e.Offset)
			}
			if err != nil {
				h.t.Fatal(err)
			}
			payload = rest
		}
	}
}

func (h *audience) heard(p *listener, offset uint64) {
	if offset != p.last+1 {
		h.t.Fatalf("%s: listener %d heard %d after %d", p.topic, p.joined, offset, p.last)
	}
	p.last = offset
	late := h.writes - h.published[p.topic][offset-1]
	p.late, p.worst = p.late+late, max(p.worst, late)
}

func (h *audience) arm(*conn, bool)        {}
func (h *audience) finish(*conn)           {}
func (h *audience) close(*conn)            {}
func (h *audience) opened(*conn)           {}
func (h *audience) release(*conn, handing) {}
func (h *audience) wake()                  {}

// Snapshot implements publish.Snapshots: a subscriber that would need one has fallen behind, which counts as lagged.
func (h *audience) Snapshot(context.Context, store.PlayerID, string, string) (publish.Snapshot, error) {
	return publish.Snapshot{}, errBusy
}

// join subscribes n listeners to what a topic publishes from now on; text is the JSON channel.
func (h *audience) join(topic string, n int, text bool) []*listener {
	h.t.Helper()
	all := make([]*listener, n)
	for i := range all {
		c := &conn{}
		if !h.adopt(c, netip.Addr{}) {
			h.t.Fatal("refused")
		}
		c.state, c.hello, c.greeted = open, true, true
		h.srv.sessions.visit()
		last := uint64(len(h.published[topic]))
		p := &listener{c: c, topic: topic, joined: len(h.listeners), first: last + 1, last: last}
		h.listeners[c], all[i] = p, p
		if text {
			c.mode = channel
			h.listen(c, topic)
			continue
		}
		s := h.newSubscription(c, h.srv.acquire(topic))
		s.answered = true
		cursor, ok := s.stream.topic.attach(publish.Snapshot{Epoch: 1, Offset: last})
		if !ok {
			h.t.Fatal("no place in the log")
		}
		h.live(s, cursor)
	}
	return all
}

func (h *audience) emit(topic string) {
	h.published[topic] = append(h.published[topic], h.writes)
	offset := uint64(len(h.published[topic]))
	body, err := (&protocol.Drop{ID: fmt.Sprint(offset)}).MarshalMsg(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.srv.Publish(publish.Event{Topic: topic, Epoch: 1, Offset: offset, Type: protocol.EventDrop, Body: body})
}

// once is a turn of the loop as the transports do it, 5 ms after the last.
func (h *audience) once() {
	before := h.writes
	h.nowMS += 5
	h.takeMail()
	h.turn()
	h.busiest = max(h.busiest, h.writes-before)
}

// rest turns until nothing is on its way.
func (h *audience) rest() {
	for len(h.passes) > 0 || len(h.due) > 0 {
		h.once()
	}
}

// wantAll: every subscriber has received everything, none later than worst writes after it was published, and none
// was closed or counted as slow.
func (h *audience) wantAll(worst int) {
	h.t.Helper()
	missing, late, closed := 0, 0, 0
	for _, p := range h.listeners {
		if p.c.state != open || p.closed != 0 {
			closed++
		}
		if p.last != uint64(len(h.published[p.topic])) {
			missing++
		}
		late = max(late, p.worst)
	}
	if n := h.srv.stats.lagged.Load(); missing+closed > 0 || n > 0 || late > worst {
		h.t.Fatalf("of %d listeners %d have not heard everything, %d are closed, %d lagged; the latest event came after %d writes, want %d at most",
			len(h.listeners), missing, closed, n, late, worst)
	}
	if h.busiest > passChunk {
		h.t.Errorf("%d writes in one turn keep the reads waiting", h.busiest)
	}
}

// wantEven: every tenth of the joining order waited as long as the others.
func (h *audience) wantEven(all []*listener) {
	h.t.Helper()
	tenths := make([]float64, 10)
	for i, p := range all {
		tenths[i*10/len(all)] += float64(p.late) / float64(p.last+1-p.first)
	}
	least, most := tenths[0], tenths[0]
	for _, n := range tenths {
		least, most = min(least, n), max(most, n)
	}
	if most > 1.1*least {
		for i := range tenths {
			tenths[i] /= float64(len(all) / 10)
		}
		h.t.Errorf("mean lateness by tenth of the joining order, in writes: %.0f", tenths)
	}
}

// [TOP9] More subscribers than a turn serves: the first to join are served as soon as the last.
func TestTOP9_LatenessIsEvenOverJoiningOrder(t *testing.T) {
	const listeners, events = 1000, 250
	for name, test := range map[string]struct {
		topic string
		text  bool
		turns int // between events; 0: until nothing is on its way
		worst int
		batch bool
	}{
		"a battle that tells more than a turn can":         {"battle:5", false, 1, listeners + passChunk, false},
		"the same in batches":                              {"battle:5", false, 1, listeners + passChunk, true},
		"a battle that tells in the middle of a pass":      {"battle:5", false, 3, listeners + passChunk, false},
		"the same in the middle of a pass, and in batches": {"battle:5", false, 3, listeners + passChunk, true},
		"a battle that tells now and then":                 {"battle:5", false, 0, listeners, false},
		// and a tick of 15 ms
		"a feed that tells more than a turn can":         {"feed", false, 1, listeners + 4*passChunk, false},
		"a feed that tells in the middle of a pass":      {"feed", false, 3, listeners + 4*passChunk, false},
		"a feed that tells now and then":                 {"feed", false, 0, listeners, false},
		"a drop channel that tells more than a turn can": {"feed", true, 1, listeners + 4*passChunk, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newAudience(t, Options{LogFrames: 128})
			if test.batch {
				h.transport = batching{h}
			}
			all := h.join(test.topic, listeners, test.text)
			h.rest()
			for range events {
				h.emit(test.topic)
				for range test.turns {
					h.once()
				}
				if test.turns == 0 {
					h.once()
					h.rest()
				}
			}
			h.once()
			h.rest()
			h.wantAll(test.worst)
			h.wantEven(all)
		})
	}
}

// [TOP9] Subscribers come and go while passes are on their way.
func TestTOP9_JoinsAndLeavesInMidPass(t *testing.T) {
	for name, turns := range map[string]int{"busy": 1, "now and then": 6} {
		t.Run(name, func(t *testing.T) {
			const listeners = 700
			h := newAudience(t, Options{LogFrames: 128})
			all := h.join("battle:5", listeners, false)
			luck := rand.New(rand.NewPCG(7, 7))
			for range 500 {
				h.emit("battle:5")
				for range turns {
					h.once()
					for range luck.IntN(40) {
						at := luck.IntN(len(all))
						p := all[at]
						all[at] = h.join("battle:5", 1, false)[0]
						h.drop(p.c)
						delete(h.listeners, p.c)
					}
				}
			}
			h.once()
			h.rest()
			h.wantAll(2*listeners + passChunk)
		})
	}
}

// [TOP9] Topics of one loop share its turns: neither the many subscribers of one nor its many events hold up another.
func TestTOP9_TopicsTakeTurns(t *testing.T) {
	h := newAudience(t, Options{LogFrames: 128})
	const hot, small = 1000, 200
	h.join("battle:1", hot, false)
	h.join("feed", hot/2, false)
	h.join("feed", hot/2, true)
	for i := range small {
		h.join(fmt.Sprintf("battle:%d", 10+i), 4, false)
	}
	quiet := h.join("battle:2", 4, false)
	for n := range 400 {
		h.emit("battle:1")
		h.emit("feed")
		h.emit(fmt.Sprintf("battle:%d", 10+n%small))
		if n%10 == 0 {
			h.emit("battle:2")
		}
		h.once()
	}
	h.rest()
	h.wantAll(4 * (2*hot + 4*small)) // a fair share each
	for _, p := range quiet {
		if p.worst > 2*passChunk {
			t.Errorf("an event of a battle of four came after %d writes for others", p.worst)
		}
	}
}

// [TOP9] More battles have events than a turn serves: first come, first served.
func TestTOP9_ManySmallTopicsReachAllTheirSubscribers(t *testing.T) {
	const battles, players, telling = 300, 4, 100
	h := newAudience(t, Options{})
	name := func(n int) string { return fmt.Sprintf("battle:%d", 1+n%battles) }
	for n := range battles {
		h.join(name(n), players, false)
	}
	for n := range 600 * telling {
		h.emit(name(n))
		if n%telling == telling-1 {
			h.once()
		}
	}
	h.rest()
	h.wantAll(battles*players + passChunk)
}

// [TOP6, TOP9] Connections that take nothing cost the others nothing, and are closed once they read again; no other is.
func TestTOP6_ReadersBesideStalledOnesGetEverything(t *testing.T) {
	h := newAudience(t, Options{LogFrames: 128})
	var stalled, healthy []*listener
	for i, p := range h.join("battle:5", 1000, false) {
		if p.stalled = i%5 != 0; p.stalled {
			stalled = append(stalled, p)
		} else {
			healthy = append(healthy, p)
		}
	}
	h.emit("battle:5")
	h.once()
	h.rest()
	for range 400 {
		h.emit("battle:5")
		h.once()
		for _, p := range healthy { // fewer than a turn serves
			if told := len(h.published["battle:5"]); p.last != uint64(told) {
				t.Fatalf("listener %d heard %d of %d events", p.joined, p.last, told)
			}
		}
	}
	for _, p := range stalled {
		if p.last != 0 || p.c.state != open {
			t.Fatalf("the stalled listener %d heard %d events, state %d", p.joined, p.last, p.c.state)
		}
		p.stalled = false
		h.writable(p.c)
		if p.closed != protocol.CloseSlow || p.last != 1 {
			t.Fatalf("the stalled listener %d was closed with %d after %d events", p.joined, p.closed, p.last)
		}
		delete(h.listeners, p.c)
	}
	if n := h.srv.stats.lagged.Swap(0); n != uint64(len(stalled)) {
		t.Errorf("%d lagged, want %d", n, len(stalled))
	}
	h.wantAll(len(healthy))
}

// [TOP9] The same over sockets: the loop itself publishes, once a turn, while no event is unsent.
func TestTOP9_EverybodyHearsEverything(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		const peers, events = 2*passChunk + 32, 48 // a wake-up serves every second turn's event
		w := newWorld(t, Options{Backend: b, Loops: 1, LogFrames: 16})
		var all [peers]*peer
		for i := range all {
			all[i] = w.greeted("")
			all[i].subscribe(1, "battle:5")
		}
		l := w.loops[0]
		var told func()
		n := 0
		told = func() {
			free := true
			for _, c := range l.conns {
				free = free && (c == nil || !c.blocked() && (c.link == nil || !c.link.writing))
			}
			if free {
				w.emit("battle:5")
				n++
			}
			if n < events {
				l.post(told)
			}
		}
		l.post(told)
		for _, p := range all {
			for o := uint64(1); o <= events; o++ {
				p.wantEvent(1, o)
			}
		}
		if s := w.Stats(); s.Lagged != 0 || s.Sockets != peers {
			t.Errorf("%d lagged, %d of %d sockets are left", s.Lagged, s.Sockets, peers)
		}
	})
}
