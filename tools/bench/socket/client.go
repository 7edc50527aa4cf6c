//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// crowd is many sockets on one epoll set, reading raw frames: the same client for every server.
type crowd struct {
	poll     int
	speech   speech
	members  []*member
	byFD     []*member
	buf      []byte
	live     int
	ended    int
	received int
	stalled  int // members from this index on stop reading once they are live
	delays   []time.Duration
	sample   int // keeps every n-th delay

	beaten time.Time // pongs until then were said
	beatAt int
}

type member struct {
	fd    int32
	index int
	step  int    // of the speech; len(steps): live
	heard []byte // of this step
	tail  []byte // end of the last read: a mark may be cut
	got   int
	late  time.Duration // of all that it got
}

const (
	mark      = "~jade~" // stands in a text before the time at which it was published
	markTime  = 16       // hexadecimal digits, ns
	textBytes = 170      // of a text: about 200 on the wire
	tailBytes = len(mark) + markTime - 1
	// every server here takes a pong that it did not ask for, and ours expects one now and then
	beatEvery = 8 * time.Second
)

// text is a payload: mark, time and filling.
func text() string {
	b := make([]byte, 0, textBytes)
	b = append(b, mark...)
	b = fmt.Appendf(b, "%016x", time.Now().UnixNano())
	return string(append(b, bytes.Repeat([]byte("x"), textBytes-len(b))...))
}

func newCrowd(s speech) (*crowd, error) {
	poll, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	return &crowd{poll: poll, speech: s, buf: make([]byte, 256<<10), sample: 1, stalled: math.MaxInt,
		beaten: time.Now()}, nil
}

func (c *crowd) close() {
	for _, m := range c.members {
		if m != nil {
			unix.Close(int(m.fd))
		}
	}
	unix.Close(c.poll)
}

// join connects n more sockets and waits until all are live.
func (c *crowd) join(addr string, n int) error {
	ap, err := netip.ParseAddrPort(addr)
	if err != nil {
		return err
	}
	target := &unix.SockaddrInet4{Port: int(ap.Port()), Addr: ap.Addr().As4()}
	const window = 256 // handshakes on their way
	all := len(c.members) + n
	for len(c.members) < all {
		if err := c.connect(target); err != nil {
			return err
		}
		for c.live+c.ended < len(c.members)-window {
			if err := c.read(time.Second); err != nil {
				return err
			}
		}
	}
	for end := time.Now().Add(30 * time.Second); c.live < all; {
		if c.ended > 0 || time.Now().After(end) {
			return fmt.Errorf("%d of %d sockets are live, %d were closed", c.live, all, c.ended)
		}
		if err := c.read(100 * time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func (c *crowd) connect(target unix.Sockaddr) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	m := &member{fd: int32(fd), index: len(c.members)}
	if m.index >= c.stalled {
		unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, 4<<10)
	}
	if err := unix.Connect(fd, target); err != nil {
		return fmt.Errorf("connect %d: %w", m.index, err)
	}
	unix.SetNonblock(fd, true)
	c.members = append(c.members, m)
	for fd >= len(c.byFD) {
		c.byFD = append(c.byFD, make([]*member, 1024)...)
	}
	c.byFD[fd] = m
	if _, err := unix.Write(fd, c.speech.request()); err != nil {
		return err
	}
	return unix.EpollCtl(c.poll, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
}

// read handles what arrives within the time, one wait.
func (c *crowd) read(within time.Duration) error {
	c.beat()
	var events [512]unix.EpollEvent
	n, err := unix.EpollWait(c.poll, events[:], int(within.Milliseconds()))
	if err != nil && err != unix.EINTR {
		return err
	}
	for _, e := range events[:max(n, 0)] {
		m := c.byFD[e.Fd]
		got, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(m.fd), uintptr(unsafe.Pointer(&c.buf[0])),
			uintptr(len(c.buf)))
		switch {
		case errno == unix.EAGAIN, errno == unix.EINTR:
		case errno != 0, got == 0:
			if m.step < len(c.speech.steps) {
				return fmt.Errorf("socket %d was closed before it was live: %v", m.index, errno)
			}
			c.lose(m)
		case m.step == len(c.speech.steps):
			c.count(m, c.buf[:got])
		default:
			if err := c.talk(m, c.buf[:got]); err != nil {
				return fmt.Errorf("socket %d: %w", m.index, err)
			}
		}
	}
	return nil
}

// lose removes a member that the server closed.
func (c *crowd) lose(m *member) {
	unix.Close(int(m.fd))
	c.byFD[m.fd], c.members[m.index] = nil, nil
	c.live--
	c.ended++
}

// talk goes on with the speech until it waits for more.
func (c *crowd) talk(m *member, b []byte) error {
	m.heard = append(m.heard, b...)
	for m.step < len(c.speech.steps) {
		step := c.speech.steps[m.step]
		n, err := step.await(m.heard)
		if n == 0 || err != nil {
			return err
		}
		m.heard = m.heard[n:]
		if step.say != nil {
			unix.Write(int(m.fd), step.say(m.index))
		}
		m.step++
	}
	m.heard = nil
	c.live++
	if m.index >= c.stalled {
		return unix.EpollCtl(c.poll, unix.EPOLL_CTL_DEL, int(m.fd), nil)
	}
	return nil
}

var pong = []byte{0x8a, 0x80, 0, 0, 0, 0}

// beat lets every client send a message every beatEvery, a few at a time.
func (c *crowd) beat() {
	if len(c.members) == 0 {
		return
	}
	each := beatEvery / time.Duration(len(c.members))
	for n := min(len(c.members), int(time.Since(c.beaten)/each)); n > 0; n-- {
		c.beaten = c.beaten.Add(each)
		c.beatAt++
		if m := c.members[c.beatAt%len(c.members)]; m != nil && m.step == len(c.speech.steps) {
			unix.Write(int(m.fd), pong)
		}
	}
}

// count finds the texts in a stretch of the stream by their mark.
func (c *crowd) count(m *member, b []byte) {
	if len(m.tail) > 0 {
		b = append(append(make([]byte, 0, len(m.tail)+len(b)), m.tail...), b...)
	}
	now := time.Now().UnixNano()
	at := 0
	for {
		i := bytes.Index(b[at:], []byte(mark))
		if i < 0 || at+i+len(mark)+markTime > len(b) {
			break
		}
		at += i + len(mark)
		then, err := strconv.ParseInt(string(b[at:at+markTime]), 16, 64)
		if err != nil {
			continue
		}
		at += markTime
		late := time.Duration(now - then)
		m.got, m.late = m.got+1, m.late+late
		if c.received++; c.received%c.sample == 0 {
			c.delays = append(c.delays, late)
		}
	}
	rest := b[at:]
	m.tail = append(m.tail[:0], rest[max(0, len(rest)-tailBytes):]...)
}

// percentile of the delays kept.
func (c *crowd) percentile(p float64) time.Duration {
	if len(c.delays) == 0 {
		return 0
	}
	slices.Sort(c.delays)
	return c.delays[min(len(c.delays)-1, int(p*float64(len(c.delays))))]
}

// unevenness is the mean lateness of the slowest tenth of the joining order beside that of the fastest.
func (c *crowd) unevenness() float64 {
	var late, got [10]float64
	for i, m := range c.members {
		if m != nil && i < c.stalled {
			t := i * len(late) / len(c.members)
			late[t], got[t] = late[t]+m.late.Seconds(), got[t]+float64(m.got)
		}
	}
	least, most := math.Inf(1), 0.0
	for i := range late {
		mean := late[i] / max(1, got[i])
		least, most = min(least, mean), max(most, mean)
	}
	return most / least
}

// held is the mean number of bytes that wait in the receive buffers of the stalled.
func (c *crowd) held() int {
	sum, n := 0, 0
	for _, m := range c.members[min(c.stalled, len(c.members)):] {
		if m == nil {
			continue
		}
		if waiting, err := unix.IoctlGetInt(int(m.fd), unix.TIOCINQ); err == nil {
			sum, n = sum+waiting, n+1
		}
	}
	return sum / max(1, n)
}
