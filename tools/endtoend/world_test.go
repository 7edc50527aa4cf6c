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

// ear receives what is sent to a socket.
type ear struct {
	*testing.T
	mu     sync.Mutex
	events []protocol.Event
	bye    *protocol.Bye
	next   map[uint32]uint64 // offset by topic id
	heard  chan struct{}
}

func (p *person) listen(topics ...string) *ear {
	p.Helper()
	socket, err := client.Dial(p.Context(), p.target(), p.Token)
	if err != nil {
		p.Fatal(err)
	}
	e := &ear{T: p.T, next: map[uint32]uint64{}, heard: make(chan struct{}, 1)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = socket.Read(e)
		e.tell()
	}()
	p.Cleanup(func() { socket.Close(); <-done })
	for i, topic := range topics {
		if err := socket.Subscribe(protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: uint32(i + 1),
			Topic: topic}); err != nil {
			p.Fatal(err)
		}
	}
	e.until("subscribed", func() bool { return len(e.next) == len(topics) })
	return e
}

func (e *ear) tell() {
	select {
	case e.heard <- struct{}{}:
	default:
	}
}

func (e *ear) change(f func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	f()
	e.tell()
}

func (e *ear) Subscribed(m *protocol.Subscribed) {
	e.change(func() { e.next[m.TopicID] = m.Offset + 1 })
}
func (e *ear) Gap(m *protocol.Gap) { e.change(func() { e.Errorf("gap at %d", m.Offset) }) }
func (e *ear) Refused(m *protocol.Error) {
	e.change(func() { e.Errorf("refused: %d %s", m.Code, m.Message) })
}
func (e *ear) Bye(m *protocol.Bye) { e.change(func() { e.bye = m }) }
func (e *ear) Event(m *protocol.Event) {
	e.change(func() {
		if m.Offset != e.next[m.TopicID] {
			e.Errorf("offset %d after %d", m.Offset, e.next[m.TopicID]-1)
		}
		e.next[m.TopicID] = m.Offset + 1
		kept := *m
		kept.Body = append([]byte(nil), m.Body...)
		e.events = append(e.events, kept)
	})
}

// until waits for what the socket brings.
func (e *ear) until(what string, holds func() bool) {
	e.Helper()
	give := time.After(90 * time.Second)
	for {
		e.mu.Lock()
		ok := holds()
		e.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-e.heard:
		case <-give:
			e.Fatalf("never heard: %s", what)
		}
	}
}

// saw counts events of a type; call it below until.
func (e *ear) saw(kind uint16) (n int) {
	for _, event := range e.events {
		if event.EventType == kind {
			n++
		}
	}
	return n
}

const welcome = demo.WelcomeCents
