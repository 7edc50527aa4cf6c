//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
)

// bench is one PostgreSQL with a database for the server and one for the bare engine.
type bench struct {
	ctx     context.Context
	cluster *embedded.Server
	server  *process.Server
	engine  *postgres.Engine
	box     client.Box
	callers int
	players []*player
	model   store.Op // an opening as the server has committed it
	stakes  []*stake
}

func prepare(ctx context.Context, dir, bin string, callers int) (b *bench, err error) {
	b = &bench{ctx: ctx, callers: callers}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if bin == "" {
		if bin, _, err = process.Binary(dir); err != nil {
			return b, err
		}
	}
	if b.cluster, err = embedded.Start(ctx, embedded.Options{DataDir: filepath.Join(dir, "pg"),
		OrphanGrace: time.Second}); err != nil {
		return b, err
	}
	for _, name := range []string{"front", "bare"} {
		if err = execute(ctx, b.cluster.DSN(), "CREATE DATABASE "+name); err != nil {
			return b, err
		}
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return b, err
	}
	log, err := os.Create(filepath.Join(dir, "server.log"))
	if err != nil {
		return b, err
	}
	defer log.Close()
	b.server, err = process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen,
		Log:         log,
		DatabaseURL: asURL(b.cluster.DSN(), "front"), Args: []string{"--log-level", "warn"}})
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return b, fmt.Errorf("%w\n%s", err, words)
	}
	if err = b.enrol(); err != nil {
		return b, err
	}
	if err = b.findModel(); err != nil {
		return b, err
	}
	return b, b.openBare()
}

func (b *bench) close() {
	if b.engine != nil {
		b.engine.Close()
	}
	if b.server != nil {
		stopping, cancel := context.WithTimeout(b.ctx, 20*time.Second)
		_ = b.server.Terminate(stopping)
		cancel()
	}
	if b.cluster != nil {
		_ = b.cluster.Stop()
	}
}

func execute(ctx context.Context, dsn, query string) error {
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, query)
	return err
}

// asURL writes a key-value DSN of a Unix socket as the URL that the server's settings want.
func asURL(dsn, database string) string {
	q := url.Values{}
	for _, field := range strings.Fields(dsn) {
		if name, value, _ := strings.Cut(field, "="); name != "dbname" {
			q.Set(name, value)
		}
	}
	return "postgres:///" + database + "?" + q.Encode()
}

// player is an account with a connection of its own.
type player struct {
	conn client.Conn
	keys int
}

// enrol registers the callers and opens one box each, which waits for the beacon of their first seeds.
func (b *bench) enrol() error {
	c := client.Conn{Target: client.Target{Host: b.server.Listen}}
	defer c.Close()
	var list client.BoxList
	if err := c.Get(b.ctx, client.PathBoxes+"?type=all", &list); err != nil {
		return err
	}
	if len(list.Boxes) == 0 {
		return errors.New("the server has no boxes")
	}
	b.box = slices.MinFunc(list.Boxes, func(x, y client.Box) int { return cmp.Compare(x.PriceCents, y.PriceCents) })
	b.players = make([]*player, b.callers)
	errs := make([]error, b.callers)
	var all sync.WaitGroup
	slots := make(chan struct{}, 16)
	for i := range b.players {
		b.players[i] = &player{conn: client.Conn{Target: client.Target{Host: b.server.Listen,
			Forwarded: journal.ForwardedFor(i)}}}
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			errs[i] = b.players[i].register(b.ctx, i)
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for i, p := range b.players {
		all.Go(func() { errs[i] = b.warm(p) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (p *player) register(ctx context.Context, i int) error {
	name := fmt.Sprintf("bench%05d", i)
	data, err := p.conn.Post(ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: name,
		Password: "Bench-7-jade", Fingerprint: name}))
	if err != nil {
		return fmt.Errorf("register %s: %w", name, err)
	}
	var s client.Session
	err = client.Decode(data, &s)
	p.conn.Token = s.Token
	return err
}

func (b *bench) warm(p *player) error {
	for tries := 0; ; tries++ {
		err := b.open(p)
		if err == nil || !client.Retryable(err) || tries == 10 {
			return err
		}
	}
}

// open is one opening of one box. A player without funds sells what it has first.
func (b *bench) open(p *player) error {
	p.keys++
	call := client.NewCall(client.PathOpen(b.box.ID), fmt.Sprintf("bench-%d", p.keys),
		client.OpenBox{Count: 1, PriceCents: b.box.PriceCents})
	_, err := p.conn.Post(b.ctx, call)
	return err
}

func (p *player) sellAll(ctx context.Context) error {
	p.keys++
	_, err := p.conn.Post(ctx, client.NewCall(client.PathSellAll, fmt.Sprintf("bench-%d", p.keys), struct{}{}))
	return err
}
