//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"jadebox/protocol"

	gobwas "github.com/gobwas/ws"
	"golang.org/x/sys/unix"
)

// crowd is many sockets on one epoll set, reading raw frames: the same client for every server.
type crowd struct {
	poll     int
	peers    map[int32]*member
	greet    bool   // Hello and Subscribe, as server/ws wants them
	topic    string // of Subscribe
	buf      []byte
	live     int
	received int
	delays   []time.Duration
	sample   int // keeps every n-th delay
}

type member struct {
	fd    int32
	stage int // 0 handshake, 1 Hello sent, 2 Subscribe sent, 3 live
	index int
	tail  []byte // end of the last read: a mark may be cut
}

const tailBytes = 16

func newCrowd(greet bool, topic string) (*crowd, error) {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return &crowd{poll: poll, peers: map[int32]*member{}, greet: greet, topic: topic, buf: make([]byte, 256<<10), sample: 1}, nil
}

func (c *crowd) close() {
	for fd := range c.peers {
		unix.Close(int(fd))
	}
	unix.Close(c.poll)
}

// join connects n sockets and waits until all are live. Members from the stalled-th on stop reading once they are.
func (c *crowd) join(addr string, n, stalledFrom int) error {
	ap, err := netip.ParseAddrPort(addr)
	if err != nil {
		return err
	}
	target := &unix.SockaddrInet4{Port: int(ap.Port()), Addr: ap.Addr().As4()}
	const window = 256 // handshakes on their way
	for i := range n {
		if err := c.connect(target, i, i >= stalledFrom); err != nil {
			return err
		}
		for c.live < i-window {
			if err := c.read(time.Second, stalledFrom); err != nil {
				return err
			}
		}
	}
	for end := time.Now().Add(30 * time.Second); c.live < n; {
		if time.Now().After(end) {
			return fmt.Errorf("%d of %d sockets are live", c.live, n)
		}
		if err := c.read(100*time.Millisecond, stalledFrom); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowd) connect(target unix.Sockaddr, index int, stalled bool) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if stalled {
		unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, 4<<10)
	}
	if err := unix.Connect(fd, target); err != nil {
		return fmt.Errorf("connect %d: %w", index, err)
	}
	unix.SetNonblock(fd, true)
	c.peers[int32(fd)] = &member{fd: int32(fd), index: index}
	head := "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	if _, err := unix.Write(fd, []byte(head)); err != nil {
		return err
	}
	return unix.EpollCtl(c.poll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
}

// read handles what arrives within the time, one wait.
func (c *crowd) read(within time.Duration, stalledFrom int) error {
	var events [512]unix.EpollEvent
	n, err := unix.EpollWait(c.poll, events[:], int(within.Milliseconds()))
	if err != nil && err != unix.EINTR {
		return err
	}
	for _, e := range events[:max(n, 0)] {
		m := c.peers[e.Fd]
		got, err := unix.Read(int(e.Fd), c.buf)
		if err == unix.EAGAIN || err == unix.EINTR {
			continue
		}
		if err != nil || got == 0 {
			return fmt.Errorf("socket %d ended at stage %d: %v", m.index, m.stage, err)
		}
		c.took(m, c.buf[:got], stalledFrom)
	}
	return nil
}

func (c *crowd) took(m *member, b []byte, stalledFrom int) {
	if m.stage == 3 {
		c.count(m, b)
		return
	}
	switch {
	case m.stage == 0 && !c.greet:
		m.stage = 3
	case m.stage == 0:
		c.say(m, &protocol.Hello{Type: protocol.TypeHello, Token: "bench-" + strconv.Itoa(m.index)})
		m.stage = 1
	case m.stage == 1:
		c.say(m, &protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: c.topic})
		m.stage = 2
	default:
		m.stage = 3
	}
	if m.stage == 3 {
		c.live++
		if m.index >= stalledFrom {
			unix.EpollCtl(c.poll, unix.EPOLL_CTL_DEL, int(m.fd), nil)
		}
	}
}

func (c *crowd) say(m *member, e protocol.Codec) {
	body, err := e.MarshalMsg(nil)
	if err != nil {
		panic(err)
	}
	frame := gobwas.MustCompileFrame(gobwas.MaskFrame(gobwas.NewBinaryFrame(body)))
	unix.Write(int(m.fd), frame)
}

// count finds the events in a stretch of the stream by their mark.
func (c *crowd) count(m *member, b []byte) {
	if len(m.tail) > 0 {
		b = append(append(make([]byte, 0, len(m.tail)+len(b)), m.tail...), b...)
	}
	now := time.Now().UnixNano()
	at := 0
	for {
		i := bytes.Index(b[at:], magic)
		if i < 0 || at+i+len(magic)+8 > len(b) {
			if i >= 0 {
				at += i
			} else {
				at = max(at, len(b)-len(magic)+1)
			}
			break
		}
		at += i + len(magic)
		c.received++
		if c.received%c.sample == 0 {
			c.delays = append(c.delays, time.Duration(now-int64(binary.BigEndian.Uint64(b[at:]))))
		}
		at += 8
	}
	rest := b[at:]
	if len(rest) > tailBytes {
		rest = rest[len(rest)-tailBytes:]
	}
	m.tail = append(m.tail[:0], rest...)
}

// percentile of the delays kept.
func (c *crowd) percentile(p float64) time.Duration {
	if len(c.delays) == 0 {
		return 0
	}
	slices.Sort(c.delays)
	return c.delays[min(len(c.delays)-1, int(p*float64(len(c.delays))))]
}

// more connects n further sockets.
func (c *crowd) more(addr string, n int) error {
	before := c.live
	c.live = 0
	err := c.join(addr, n, math.MaxInt)
	c.live += before
	return err
}

// held is the mean number of bytes that wait in the receive buffers of the members from the given one on.
func (c *crowd) held(from int) int {
	sum, n := 0, 0
	for fd, m := range c.peers {
		if m.index < from {
			continue
		}
		if waiting, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ); err == nil {
			sum, n = sum+waiting, n+1
		}
	}
	return sum / max(1, n)
}
