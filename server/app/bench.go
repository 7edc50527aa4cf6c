//go:build benchsocket

package app

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/lists/snapshots"
	"jadebox/actors/runtime/publish"
)

// benchEvent is a number that no message of the protocol has.
const benchEvent = 999

// benchSocket lets tools/bench/socket publish texts on the topic of a room that has nothing to say itself. Orders come
// through the Unix socket DATA/bench.sock, a line of JSON each.
func (a *App) benchSocket(ctx context.Context) {
	path := filepath.Join(a.config.Data, "bench.sock")
	_ = os.Remove(path)
	ln, err := net.Listen("unix", path)
	if err != nil {
		a.log.Error().Err(err).Msg("no benchmark socket")
		return
	}
	defer context.AfterFunc(ctx, func() { _ = ln.Close() })()
	for {
		c, err := ln.Accept()
		if err != nil {
			return
		}
		if err := a.takeOrders(ctx, c); err != nil {
			a.log.Error().Err(err).Msg("benchmark socket")
		}
		_ = c.Close()
	}
}

// benchLoops is how many event loops tools/bench/socket wants; 0: the socket server's own number.
func benchLoops() int {
	n, err := strconv.Atoi(os.Getenv("JADEBOX_BENCH_LOOPS"))
	if err != nil {
		return 0
	}
	return n
}

func (a *App) takeOrders(ctx context.Context, c net.Conn) error {
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	from := snapshots.From(a.directory, a.kinds)
	last := map[string]publish.Event{} // the last of a topic
	in := bufio.NewScanner(c)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var order struct {
			Topic, Code string
			Texts       []string
			Collect     bool // return memory, then answer with an empty line
		}
		if err := json.Unmarshal(in.Bytes(), &order); err != nil {
			return err
		}
		if order.Collect {
			debug.FreeOSMemory()
			if _, err := c.Write([]byte("\n")); err != nil {
				return err
			}
			continue
		}
		e, known := last[order.Topic]
		if !known {
			snap, err := from.Snapshot(ctx, 0, order.Topic, order.Code)
			if err != nil {
				return err
			}
			e = publish.Event{Topic: order.Topic, Epoch: snap.Epoch, Offset: snap.Offset, Type: benchEvent}
		}
		for _, text := range order.Texts {
			e.Offset++
			e.AtMS, e.Body = a.now().UnixMilli(), msgp.AppendString(nil, text)
			a.hub.Publish(e)
		}
		last[order.Topic] = e
	}
	return in.Err()
}
