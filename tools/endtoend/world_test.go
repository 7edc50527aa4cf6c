package endtoend

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/protocol"
	"jadebox/server/app"
	"jadebox/server/config"
	"jadebox/server/demo"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
	"jadebox/tools/loadsim/client"
)

// server is an App on a real PostgreSQL, spoken to over real HTTP and real sockets.
type server struct {
	*testing.T
	*app.App
	dsn string
}

func flagsFor(dsn string) *config.Serve {
	return &config.Serve{Steam: "sandbox", RealName: "sandbox", Listen: "127.0.0.1:0", Demo: true,
		DatabaseURL: config.Secret(dsn),
		LogLevel:    "warn", Drain: 9 * time.Second}
}

func start(t *testing.T, dsn string) *server {
	t.Helper()
	return startWith(t, flagsFor(dsn))
}

func startWith(t *testing.T, c *config.Serve) *server {
	t.Helper()
	if c.IdentityKeys == "" {
		c.IdentityKeys = pgtest.KeysOf(t, c.DatabaseURL.Reveal())
	}
	a, err := app.Start(t.Context(), c, zerolog.New(zerolog.NewTestWriter(t)).Level(zerolog.WarnLevel), audit.OfServer)
	if err != nil {
		t.Fatal(err)
	}
	return &server{t, a, c.DatabaseURL.Reveal()}
}

func (s *server) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
	defer cancel()
	s.Stop(ctx)
}

// fresh is a server on an empty database that stops with the test and whose ledger must be sound in the end.
func fresh(t *testing.T) *server {
	t.Helper()
	s := start(t, pgtest.MigratedDSN(t))
	t.Cleanup(func() {
		s.stop()
		s.sound()
	})
	return s
}

// sound audits the whole ledger from outside.
func (s *server) sound() {
	s.Helper()
	report, err := audit.CheckDSN(context.Background(), s.dsn, audit.OfSite(true))
	if err != nil {
		s.Fatal(err)
	}
	if !report.OK() {
		s.Errorf("%+v", report)
	}
}

// store is the database beside the running server, as an operator has it.
func (s *server) store() *postgres.Engine {
	s.Helper()
	db, err := postgres.Open(s.Context(), s.dsn, postgres.Options{Writers: 1})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { db.Close() })
	return db
}

// person is one player with one connection.
type person struct {
	*server
	*client.Conn
	name string
	keys int
}

const secret = "vane7harbor"

func (s *server) target() client.Target { return client.Target{Host: s.Addr(), Language: "en"} }

func (s *server) register(name string) *person {
	s.Helper()
	p := &person{server: s, Conn: &client.Conn{Target: s.target()}, name: name}
	s.Cleanup(p.Conn.Close)
	p.Token = ask[client.Session](p, client.PathRegister, client.Credentials{Phone: name, Password: secret,
		Fingerprint: "device " + name}).Token
	return p
}

// ask posts with a fresh key and wants success.
func ask[Out any](p *person, path string, body any) Out {
	p.Helper()
	p.keys++
	return answer[Out](p, client.NewCall(path, fmt.Sprintf("%s-%d", p.name, p.keys), body))
}

// answer repeats what the catalogue calls retryable under the same key, as clients do: the beacon of a first epoch is
// seconds away.
func answer[Out any](p *person, call client.Call) (out Out) {
	p.Helper()
	data, err := p.Post(p.Context(), call)
	for give := time.Now().Add(time.Minute); err != nil && client.Retryable(err) && time.Now().Before(give); {
		time.Sleep(500 * time.Millisecond)
		data, err = p.Post(p.Context(), call)
	}
	if err == nil {
		err = client.Decode(data, &out)
	}
	if err != nil {
		p.Fatalf("%s %s: %v", p.name, call.Path, err)
	}
	return out
}

func get[Out any](p *person, path string) (out Out) {
	p.Helper()
	if err := p.Get(p.Context(), path, &out); err != nil {
		p.Fatalf("%s %s: %v", p.name, path, err)
	}
	return out
}

// listener receives what is sent to a socket.
type listener struct {
	*testing.T
	mu      sync.Mutex
	events  []protocol.Event
	bye     *protocol.Bye
	next    map[uint32]uint64 // offset by topic id
	changed chan struct{}
}

func (p *person) listen(topics ...string) *listener {
	p.Helper()
	socket, err := client.Dial(p.Context(), p.target(), p.Token)
	if err != nil {
		p.Fatal(err)
	}
	l := &listener{T: p.T, next: map[uint32]uint64{}, changed: make(chan struct{}, 1)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = socket.Read(l)
		l.notify()
	}()
	p.Cleanup(func() { socket.Close(); <-done })
	for i, topic := range topics {
		if err := socket.Subscribe(protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: uint32(i + 1),
			Topic: topic}); err != nil {
			p.Fatal(err)
		}
	}
	l.until("subscribed", func() bool { return len(l.next) == len(topics) })
	return l
}

func (l *listener) notify() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

func (l *listener) change(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
	l.notify()
}

func (l *listener) Subscribed(m *protocol.Subscribed) {
	l.change(func() { l.next[m.TopicID] = m.Offset + 1 })
}
func (l *listener) Gap(m *protocol.Gap) { l.change(func() { l.Errorf("gap at %d", m.Offset) }) }
func (l *listener) Refused(m *protocol.Error) {
	l.change(func() { l.Errorf("refused: %d %s", m.Code, m.Message) })
}
func (l *listener) Bye(m *protocol.Bye) { l.change(func() { l.bye = m }) }
func (l *listener) Event(m *protocol.Event) {
	l.change(func() {
		if m.Offset != l.next[m.TopicID] {
			l.Errorf("offset %d after %d", m.Offset, l.next[m.TopicID]-1)
		}
		l.next[m.TopicID] = m.Offset + 1
		kept := *m
		kept.Body = append([]byte(nil), m.Body...)
		l.events = append(l.events, kept)
	})
}

// until waits for what the socket brings.
func (l *listener) until(what string, holds func() bool) {
	l.Helper()
	give := time.After(90 * time.Second)
	for {
		l.mu.Lock()
		ok := holds()
		l.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-l.changed:
		case <-give:
			l.Fatalf("never received: %s", what)
		}
	}
}

// saw counts events of a type; call it below until.
func (l *listener) saw(kind uint16) (n int) {
	for _, event := range l.events {
		if event.EventType == kind {
			n++
		}
	}
	return n
}

const welcome = demo.WelcomeCents
