//go:build linux

package main

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"jadebox/protocol"
	"jadebox/tools/bench/site"
	"jadebox/tools/loadsim/client"
)

const (
	players = 48

	enrolling = 16 // registrations at once
)

// bench is a demo server with players that go on playing.
type bench struct {
	ctx   context.Context
	site  *site.Site
	box   client.Box
	free  chan *site.Player
	names []string
}

func prepare(ctx context.Context, o options) (b *bench, err error) {
	b = &bench{ctx: ctx, free: make(chan *site.Player, players)}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	if b.site, err = site.Start(ctx, o.Bin); err != nil {
		return b, err
	}
	if b.box, err = b.site.Box(ctx); err != nil {
		return b, err
	}
	return b, b.enrol()
}

func (b *bench) close() {
	if b.site != nil {
		_ = b.site.Close()
	}
}

// enrol registers the players, with a password each, and opens one box for each.
func (b *bench) enrol() error {
	list := make([]*site.Player, players)
	var all errgroup.Group
	all.SetLimit(enrolling)
	for i := range list {
		all.Go(func() (err error) {
			list[i], err = b.site.Register(b.ctx, i, fmt.Sprintf("storm%05d", i))
			return err
		})
	}
	if err := all.Wait(); err != nil {
		return err
	}
	for _, p := range list {
		b.names = append(b.names, p.Name)
		b.free <- p
	}
	return site.Warm(b.ctx, list, b.box)
}

// open is one opening of one box; a player without gems sells items, which is as much a commit as the opening.
func (b *bench) open(p *site.Player) error {
	err := p.Open(b.ctx, b.box)
	if client.CodeOf(err) == protocol.CodeFunds {
		_, err = p.Conn.Post(b.ctx, client.NewCall(client.PathSellAll, p.Key(), struct{}{}))
	}
	return err
}
