//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"jadebox/protocol"
	"jadebox/tools/kill/process"
	"jadebox/tools/loadsim/client"
	"jadebox/tools/loadsim/journal"
)

const (
	players = 48
	secret  = "Bench-7-jade"

	enrolling = 16 // registrations at once
)

// bench is a demo server with players that go on playing.
type bench struct {
	ctx    context.Context
	dir    string
	server *process.Server
	box    client.Box
	free   chan *player
	names  []string
}

// player is an account with a connection of its own.
type player struct {
	conn client.Conn
	name string
	keys int
}

func prepare(ctx context.Context, o options) (b *bench, err error) {
	b = &bench{ctx: ctx, free: make(chan *player, players)}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if b.dir, err = os.MkdirTemp("", "jadebox-bench"); err != nil {
		return b, err
	}
	bin := o.Bin
	if bin == "" {
		if bin, _, err = process.Binary(b.dir); err != nil {
			return b, err
		}
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return b, err
	}
	b.server, err = process.Start(ctx, process.Options{Bin: bin, Data: filepath.Join(b.dir, "data"), Listen: listen,
		Args: []string{"--log-level", "warn"}})
	if err != nil {
		return b, err
	}
	return b, b.enrol()
}

func (b *bench) close() {
	if b.server != nil {
		stopping, cancel := context.WithTimeout(b.ctx, 20*time.Second)
		_ = b.server.Terminate(stopping)
		cancel()
	}
	if b.dir != "" {
		_ = os.RemoveAll(b.dir)
	}
}

// enrol registers the players and opens one box each, which waits for the beacon of their first seeds.
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
	// Side by side: the first seeds of each wait for a round of the beacon.
	var all errgroup.Group
	all.SetLimit(enrolling)
	for i := range players {
		p := &player{name: fmt.Sprintf("storm%05d", i), conn: client.Conn{Target: client.Target{Host: b.server.Listen,
			Forwarded: journal.ForwardedFor(i)}}}
		b.names = append(b.names, p.name)
		all.Go(func() error {
			if err := b.register(p); err != nil {
				return fmt.Errorf("register %s: %w", p.name, err)
			}
			b.free <- p
			return nil
		})
	}
	return all.Wait()
}

// register makes the account and opens a first box.
func (b *bench) register(p *player) error {
	data, err := p.conn.Post(b.ctx, client.NewCall(client.PathRegister, "", client.Credentials{Phone: p.name,
		Password: secret, Fingerprint: p.name}))
	if err != nil {
		return err
	}
	var s client.Session
	if err := client.Decode(data, &s); err != nil {
		return err
	}
	p.conn.Token = s.Token
	for tries := 0; ; tries++ {
		if err := b.open(p); err == nil || !client.Retryable(err) || tries == 50 {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// open is one opening of one box; a player without gems sells items, which is as much a commit as the opening.
func (b *bench) open(p *player) error {
	p.keys++
	_, err := p.conn.Post(b.ctx, client.NewCall(client.PathOpen(b.box.ID), fmt.Sprintf("storm-%d", p.keys),
		client.OpenBox{Count: 1, PriceCents: b.box.PriceCents}))
	if client.CodeOf(err) == protocol.CodeFunds {
		_, err = p.conn.Post(b.ctx, client.NewCall(client.PathSellAll, fmt.Sprintf("storm-sell-%d", p.keys),
			struct{}{}))
	}
	return err
}
