//go:build linux

package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/bench/site"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
)

// bench is one PostgreSQL with a database for the server and one for the bare engine.
type bench struct {
	ctx     context.Context
	cluster *embedded.Server
	site    *site.Site
	engine  *postgres.Engine
	box     client.Box
	callers int
	players []*site.Player
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
		if err = execute(ctx, b.cluster.KeeperDSN(), "CREATE DATABASE "+name+" OWNER jadebox"); err != nil {
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
	database := asURL(b.cluster.DSN(), "front")
	server, err := process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(dir, "data"), Listen: listen,
		Log: log, DatabaseURL: database, Args: []string{"--log-level", "warn"}})
	if err != nil {
		words, _ := os.ReadFile(log.Name())
		return b, fmt.Errorf("%w\n%s", err, words)
	}
	b.site = &site.Site{Bin: bin, Server: server, Database: database}
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
	if b.site != nil {
		stopping, cancel := context.WithTimeout(b.ctx, 20*time.Second)
		_ = b.site.Server.Terminate(stopping)
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

// checkpoint writes what is in memory, which the site's role may not order.
func (b *bench) checkpoint() error { return execute(b.ctx, b.cluster.KeeperDSN(), "CHECKPOINT") }

// asURL writes a key-value DSN of a Unix socket as the URL that the server's flags want.
func asURL(dsn, database string) string {
	q := url.Values{}
	for _, field := range strings.Fields(dsn) {
		if name, value, _ := strings.Cut(field, "="); name != "dbname" {
			q.Set(name, value)
		}
	}
	return "postgres:///" + database + "?" + q.Encode()
}

// funds are enough for all openings of a run.
const funds = 1 << 40

// enrol makes the callers and opens one box each, which waits for the beacon of their first seeds.
func (b *bench) enrol() (err error) {
	if b.box, err = b.site.Box(b.ctx); err != nil {
		return err
	}
	if b.players, err = b.site.Players(b.ctx, b.callers, funds); err != nil {
		return err
	}
	return site.Warm(b.ctx, b.players, b.box)
}
