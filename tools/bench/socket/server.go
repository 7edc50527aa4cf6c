//go:build linux

package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/server/ws"
	"jadebox/store"

	"github.com/tinylib/msgp/msgp"
)

// order is one line from the parent; reading is the answer.
type order struct {
	Do     string // "mem", "cpu", "publish"
	PerS   int    // bursts a second
	Burst  int
	During time.Duration
}

type reading struct {
	Addr    string
	CPU     time.Duration // user + system of the process so far
	RSS     int64         // bytes
	Heap    int64         // bytes in use: heap and stacks, after a collection
	Sockets int
	Events  int
}

const (
	eventBytes = 200 // of a whole event on the wire, about
	topic      = "battle:1"
	feed       = "feed"
)

var magic = []byte("\xf0\x9f\x8e\xb2jade") // marks the time stamp in an event

// stamped is an event's payload: the mark, the time, and filling.
func stamped(n int) []byte {
	b := make([]byte, n)
	copy(b, magic)
	binary.BigEndian.PutUint64(b[len(magic):], uint64(time.Now().UnixNano()))
	return b
}

// backend is a server under test.
type backend interface {
	publish()
	sockets() int
}

// serveChild is the whole of a child process: one server, told what to do on stdin.
func serveChild(kind string) error {
	debug.SetGCPercent(100)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	var b backend
	switch kind {
	case "ours":
		b, err = newOurs(ln, topic)
	case "feed":
		b, err = newOurs(ln, feed)
	case "goroutines":
		b = newGoroutines(ln)
	default:
		err = fmt.Errorf("no server %q", kind)
	}
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.Encode(reading{Addr: ln.Addr().String()})
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var o order
		if err := json.Unmarshal(in.Bytes(), &o); err != nil {
			return err
		}
		events := 0
		if o.Do == "publish" {
			events = publishFor(b, o)
		}
		r := measure(o.Do == "mem")
		r.Sockets, r.Events = b.sockets(), events
		out.Encode(r)
	}
	return nil
}

func publishFor(b backend, o order) (events int) {
	tick := time.NewTicker(time.Second / time.Duration(o.PerS))
	defer tick.Stop()
	for end := time.Now().Add(o.During); time.Now().Before(end); {
		<-tick.C
		for range o.Burst {
			b.publish()
			events++
		}
	}
	time.Sleep(300 * time.Millisecond) // what is on its way belongs to the bill
	return events
}

func measure(collect bool) reading {
	var r reading
	if collect {
		debug.FreeOSMemory()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		r.Heap = int64(m.HeapAlloc + m.StackInuse)
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		r.CPU = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(kb), "kB")), 10, 64)
			r.RSS = n << 10
		}
	}
	return r
}

// ours is server/ws with a session for every socket.
type ours struct {
	*ws.Server
	topic  string
	offset uint64
}

func newOurs(ln net.Listener, topic string) (*ours, error) {
	o := &ours{topic: topic}
	s, err := ws.New(ws.Options{
		Echo:      true,
		Snapshots: o,
		Sessions: func(_ context.Context, token string) (store.Session, error) {
			hash := sha256.Sum256([]byte(token))
			return store.Session{TokenHash: hash, Player: store.PlayerID(binary.BigEndian.Uint32(hash[:])), Expires: time.Now().Add(time.Hour)}, nil
		},
	})
	if err != nil {
		return nil, err
	}
	o.Server = s
	go s.Serve(ln)
	return o, nil
}

func (o *ours) publish() {
	o.offset++
	o.Publish(publish.Event{Topic: o.topic, Epoch: 1, Offset: o.offset, AtMS: time.Now().UnixMilli(), Type: 999,
		Body: msgp.AppendBytes(nil, stamped(eventBytes-30))})
}

func (o *ours) Snapshot(context.Context, store.PlayerID, string, string) (publish.Snapshot, error) {
	return publish.Snapshot{Epoch: 1, Offset: 0, Type: 998, Body: msgp.AppendNil(nil)}, nil
}

func (o *ours) sockets() int { return o.Presence(o.topic) }
