package loadsim

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

// link is a bot's socket, which comes back whenever it is lost, with the topics it was subscribed to and the place it
// stood at in each.
type link struct {
	run    *run
	who    string
	token  string
	target client.Target
	ledger *check.Ledger // nil of a visitor

	mu      sync.Mutex
	socket  *client.Socket
	topics  map[string]*topic
	byID    map[uint32]*topic // of this socket
	left    map[uint32]bool   // ids whose events may still be on their way
	refs    uint32
	wanted  bool // until close
	stopped chan struct{}
	waitMS  uint32 // of the last Bye
	severed bool   // by cut: its end is no error
	events  int
}

// openLink connects and says hello; after the first success it keeps itself up.
func (r *run) openLink(ctx context.Context, t client.Target, who, token string, ledger *check.Ledger) (*link, error) {
	l := &link{run: r, who: who, token: token, target: t, ledger: ledger, topics: map[string]*topic{}, wanted: true,
		stopped: make(chan struct{})}
	socket, err := client.Dial(ctx, t, token)
	if err != nil {
		return nil, err
	}
	l.adopt(socket)
	go l.keep(socket)
	return l, nil
}

// adopt makes a fresh socket the current one and asks for every topic again, with recovery where that is possible.
func (l *link) adopt(s *client.Socket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.socket, l.byID, l.left = s, map[uint32]*topic{}, map[uint32]bool{}
	l.run.recorder.Sockets.Add(1)
	for _, t := range l.topics {
		l.ask(t, t.Known)
	}
}

// ask subscribes; l.mu is held. A failed write is noticed by the reader.
func (l *link) ask(t *topic, recover bool) {
	l.refs++
	t.ref = l.refs
	if l.socket != nil {
		_ = l.socket.Subscribe(protocol.Subscribe{Ref: t.ref, Topic: t.name, Code: t.code, Recover: recover,
			Epoch: t.Epoch, Offset: t.Offset})
	}
}

// keep reads until the link is closed and dials again after every loss.
func (l *link) keep(s *client.Socket) {
	defer close(l.stopped)
	for attempt := 0; ; {
		err := s.Read(l)
		s.Close()
		l.run.recorder.Sockets.Add(-1)
		if !l.lost(err) {
			return
		}
		attempt = 0
		for {
			if !l.rest(attempt) {
				return
			}
			next, err := client.Dial(context.Background(), l.target, l.token)
			if err == nil {
				s = next
				l.adopt(s)
				break
			}
			l.run.recorder.Failed(failure("socket.dial", err), false)
			attempt++
		}
	}
}

// lost notes why a socket ended and reports whether to come back.
func (l *link) lost(err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.socket = nil
	if !l.wanted {
		return false
	}
	if errors.Is(err, client.ErrFrame) {
		l.run.findings.Hold(false, check.Frames, l.who, "%v", err)
	}
	if !l.severed {
		l.run.recorder.Failed(failure("socket", err), false)
	}
	l.severed = false
	return true
}

// rest waits as the server's Bye asked, or longer with every failed attempt; false says that the link is not wanted.
func (l *link) rest(attempt int) bool {
	l.mu.Lock()
	wait := max(time.Duration(l.waitMS)*time.Millisecond, min(50*time.Millisecond<<min(attempt, 5), time.Second))
	l.waitMS = 0
	l.mu.Unlock()
	for end := time.Now().Add(wait); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if !l.isWanted() {
			return false
		}
	}
	return l.isWanted()
}

func (l *link) isWanted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wanted
}

// up reports whether there is a socket now.
func (l *link) up() bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.socket != nil
}

// close ends the link and waits for its goroutine.
func (l *link) close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	l.wanted = false
	if l.socket != nil {
		go l.socket.Close()
	}
	l.mu.Unlock()
	<-l.stopped
}

// cut drops the connection as a lost network does; the link comes back by itself.
func (l *link) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.socket != nil {
		l.severed = true
		l.socket.Cut()
	}
}

// subscribe adds a topic, or asks for a fresh snapshot of one that is there.
func (l *link) subscribe(name, code string) *topic {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.topics[name]
	if t == nil {
		t = newTopic(name, code)
		l.topics[name] = t
	}
	l.ask(t, false)
	return t
}

func (l *link) unsubscribe(t *topic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.topics, t.name)
	for id, other := range l.byID {
		if other == t {
			delete(l.byID, id)
			l.left[id] = true
		}
	}
	if l.socket != nil {
		_ = l.socket.Unsubscribe(t.name)
	}
}

// Subscribed implements client.Handler.
func (l *link) Subscribed(m *protocol.Subscribed) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.topics[m.Topic]
	if t == nil || t.ref != m.Ref {
		l.left[m.TopicID] = t == nil // unsubscribed meanwhile, or asked for again
		return
	}
	delete(l.left, m.TopicID)
	l.byID[m.TopicID] = t
	t.answer(nil)
	if m.Recovered {
		t.Recovered(l.run.findings, l.who, m.Epoch, m.Offset)
		return
	}
	t.Restart(l.run.findings, l.who, m.Epoch, m.Offset)
	l.take(t, m.SnapshotType, m.Snapshot)
}

// Gap implements client.Handler.
func (l *link) Gap(m *protocol.Gap) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.find(m.TopicID, "gap")
	if t == nil {
		return
	}
	l.run.recorder.Failed(failure("socket.gap", errors.New("events were skipped, a snapshot came instead")), false)
	t.Gap(l.run.findings, l.who, m.Epoch, m.Offset)
	l.take(t, m.SnapshotType, m.Snapshot)
}

// Event implements client.Handler.
func (l *link) Event(m *protocol.Event) {
	l.run.recorder.Delivered(1)
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.find(m.TopicID, "event")
	if t == nil {
		return
	}
	if l.events++; l.events%delaySample == 0 || t.room != nil && l.run.Scenario == scenarioRooms {
		l.run.recorder.Delayed(t.kind, -l.run.until(m.AtMS))
	}
	// a room that was loaded again tells everything [TOP5]
	if m.EventType == snapshotType(t.kind) && m.Epoch > t.Epoch {
		t.Gap(l.run.findings, l.who, m.Epoch, m.Offset)
		l.take(t, m.EventType, m.Body)
		return
	}
	t.Event(l.run.findings, l.who, m.Epoch, m.Offset)
	l.apply(t, m.EventType, m.Body)
}

// delaySample: one delivery in so many is timed, and every one to a room where rooms are compared.
const delaySample = 4

// find is the topic of an id; nil for one that was left.
func (l *link) find(id uint32, what string) *topic {
	t := l.byID[id]
	if t == nil {
		l.run.findings.Hold(l.left[id], check.Frames, l.who, "%s of topic id %d, which was never subscribed", what, id)
	}
	return t
}

// Refused implements client.Handler: a subscription was not granted, or the session is over.
func (l *link) Refused(m *protocol.Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	refusal := &client.Refusal{Code: protocol.Code(m.Code), Message: m.Message}
	l.run.recorder.Failed(failure("socket.subscribe", refusal), false)
	for _, t := range l.topics {
		if t.ref == m.Ref && m.Ref != 0 {
			if m.Retryable {
				time.AfterFunc(subscribeAgain, func() { l.retry(t, m.Ref) })
				return
			}
			delete(l.topics, t.name)
			t.answer(refusal)
			return
		}
	}
}

// subscribeAgain is the pause after a retryable refusal.
const subscribeAgain = 300 * time.Millisecond

func (l *link) retry(t *topic, ref uint32) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.topics[t.name] == t && t.ref == ref {
		l.ask(t, t.Known)
	}
}

// Bye implements client.Handler.
func (l *link) Bye(m *protocol.Bye) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waitMS = min(m.ReconnectAfterMS, 10_000)
}

func (l *link) String() string { return fmt.Sprintf("link of %s", l.who) }
