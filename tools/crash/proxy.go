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
	"time"
)

// proxy stands between clients and PostgreSQL and cuts each connection after a while, in the middle of whatever it
// carries: a request that never arrives, or an answer that does not.
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
	p := &proxy{dsn: hostOf.ReplaceAllString(dsn, "host="+dir), target: filepath.Join(host[1], ".s.PGSQL.5432"), listener: l}
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
	time.AfterFunc(50*time.Millisecond+rand.N(300*time.Millisecond), cut)
	go func() {
		io.Copy(client, server)
		cut()
	}()
	io.Copy(server, client)
	cut()
}

func (p *proxy) close() { p.listener.Close() }
