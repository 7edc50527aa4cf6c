//go:build linux

package main

import (
	"net"
	"sync"

	gobwas "github.com/gobwas/ws"
)

// goroutines is the usual way: gobwas with one goroutine that reads and one that writes for each socket, and a bounded
// queue between the room and the writer.
type goroutines struct {
	mu   sync.Mutex
	room map[chan []byte]struct{}
}

const queueFrames = 64

func newGoroutines(ln net.Listener) *goroutines {
	g := &goroutines{room: map[chan []byte]struct{}{}}
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go g.serve(c)
		}
	}()
	return g
}

func (g *goroutines) serve(c net.Conn) {
	defer c.Close()
	if _, err := gobwas.Upgrade(c); err != nil {
		return
	}
	out := make(chan []byte, queueFrames)
	g.mu.Lock()
	g.room[out] = struct{}{}
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		delete(g.room, out)
		g.mu.Unlock()
		close(out)
	}()
	go func() {
		for frame := range out {
			if _, err := c.Write(frame); err != nil {
				c.Close()
				return
			}
		}
	}()
	for {
		if _, err := gobwas.ReadFrame(c); err != nil {
			return
		}
	}
}

func (g *goroutines) publish(text string) {
	frame := gobwas.MustCompileFrame(gobwas.NewBinaryFrame([]byte(text)))
	g.mu.Lock()
	defer g.mu.Unlock()
	for out := range g.room {
		select {
		case out <- frame:
		default: // slow: loses the event
		}
	}
}
