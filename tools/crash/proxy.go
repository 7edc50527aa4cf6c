//go:build unix

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"sync/atomic"
)

// proxy stands between clients and PostgreSQL and cuts each connection after so many bytes, in the middle of whatever
// it carries: a request that never arrives, or an answer that does not. Bytes and not time: on a busy machine no
// connection would live long enough to open the store.
type proxy struct {
	dsn      string
	target   string
	listener net.Listener
	cuts     atomic.Int64
}

var hostOf = regexp.MustCompile(`host=(\S+)`)

func newProxy(dsn, dir string) (*proxy, error) {
	host := hostOf.FindStringSubmatch(dsn)
	if host == nil {
		return nil, fmt.Errorf("no host in %q", dsn)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		return nil, err
	}
	p := &proxy{dsn: hostOf.ReplaceAllString(dsn, "host="+dir), target: filepath.Join(host[1], ".s.PGSQL.5432"),
		listener: l}
	go p.serve()
	return p, nil
}

func (p *proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.carry(client)
	}
}

func (p *proxy) carry(client net.Conn) {
	server, err := net.Dial("unix", p.target)
	if err != nil {
		client.Close()
		return
	}
	var once sync.Once
	cut := func() {
		once.Do(func() {
			p.cuts.Add(1)
			client.Close()
			server.Close()
		})
	}
	left := new(atomic.Int64)
	left.Store(least + rand.Int64N(more))
	pass := func(to, from net.Conn) {
		io.Copy(to, &metered{from, left})
		cut()
	}
	go pass(server, client)
	pass(client, server)
}

// How much a connection carries. Opening the store takes 20 KiB on one connection, so that some attempts are cut and
// most are not.
const (
	least = 1 << 10
	more  = 128 << 10
)

// metered ends when what both directions of a connection may carry is used up.
type metered struct {
	net.Conn
	left *atomic.Int64
}

func (m *metered) Read(b []byte) (int, error) {
	left := m.left.Load()
	if left <= 0 {
		return 0, io.EOF
	}
	n, err := m.Conn.Read(b[:min(int64(len(b)), left)])
	m.left.Add(-int64(n))
	return n, err
}

func (p *proxy) close() { p.listener.Close() }
