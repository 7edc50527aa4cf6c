//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"

	"jadebox/actors/runtime/publish"
	"jadebox/server/ws"
	"jadebox/store"
)

// serveChild is the whole of a child process: one server, told what to publish on stdin.
func serveChild(name string) error {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	publish := func(string) {}
	switch name {
	case "goroutines":
		publish = newGoroutines(ln).publish
	case "echo":
		if err := serveEcho(ln); err != nil {
			return err
		}
	default:
		return fmt.Errorf("no server %q", name)
	}
	fmt.Println(ln.Addr())
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var o order
		if err := json.Unmarshal(in.Bytes(), &o); err != nil {
			return err
		}
		for _, text := range o.Texts {
			publish(text)
		}
	}
	return nil
}

// nobody is the other side of a server without sessions, whose topics have no snapshot.
type nobody struct{ publish.Snapshots }

// serveEcho is server/ws for the conformance probe.
func serveEcho(ln net.Listener) error {
	s, err := ws.New(ws.Options{Echo: true, Snapshots: nobody{},
		Sessions: func(context.Context, string) (store.Session, error) { return store.Session{}, store.ErrNotFound }})
	if err == nil {
		go s.Serve(ln)
	}
	return err
}
