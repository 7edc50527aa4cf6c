package main

import (
	"context"
	"errors"
	"net"
	"runtime"
	"testing"

	"jadebox/actors/runtime/publish"
	"jadebox/server/ws"
	"jadebox/store"
	"jadebox/tools/wsconf/probe"
)

// nobody is the other side of a server without sessions, whose topics have no snapshot: the cases use the echo alone.
type nobody struct{ publish.Snapshots }

// [WS1]
func TestWS1_BothBackendsPassTheConformanceCases(t *testing.T) {
	for name, backend := range map[string]ws.Backend{"reactor": ws.Reactor, "shard": ws.Shard} {
		if backend == ws.Reactor && runtime.GOOS != "linux" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s, err := ws.New(ws.Options{Backend: backend, Echo: true, Snapshots: nobody{},
				Sessions: func(context.Context, string) (store.Session, error) {
					return store.Session{},
						store.ErrNotFound
				},
				Commands: func(context.Context, store.Session, ws.Command) ([]byte, error) {
					return nil,
						store.ErrNotFound
				}})
			if err != nil {
				t.Fatal(err)
			}
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			served := make(chan error, 1)
			go func() { served <- s.Serve(ln) }()
			defer func() {
				s.Close()
				if err := <-served; !errors.Is(err, net.ErrClosed) {
					t.Errorf("Serve returned %v", err)
				}
			}()
			passed := 0
			for _, c := range probe.Cases() {
				if err := c.Run(ln.Addr().String(), "/ws/echo"); err != nil {
					t.Errorf("%s: %v", c.Name, err)
					continue
				}
				passed++
			}
			if passed != 41 {
				t.Errorf("%d/41", passed)
			}
		})
	}
}
