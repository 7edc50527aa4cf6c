package ws

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

const reactorHere = true

// reactor is one epoll set. Calls that never block go as raw syscalls: the runtime's bookkeeping around a syscall costs
// as much as the write of a small frame.
type reactor struct {
	l        *loop
	poll     int
	event    int // eventfd: mail
	listener int // −1: none
	reserve  int // descriptor given up to shed a connection when there are no more [WS10]
	paused   bool
	resumeMS uint32
	buf      []byte
	fds      []*conn // by descriptor
	ring     *ring   // nil: the kernel allows none
}

const readBuffer = 64 << 10

func newReactor(l *loop) (run func(), err error) {
	r := &reactor{l: l, poll: -1, event: -1, listener: -1, reserve: -1, buf: make([]byte, readBuffer)}
	if l.srv.o.Echo {
		r.buf = make([]byte, readBuffer+echoBytes)
	}
	if r.poll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return nil, fmt.Errorf("epoll: %w", err)
	}
	if r.event, err = unix.Eventfd(0, unix.EFD_NONBLOCK|unix.EFD_CLOEXEC); err != nil {
		unix.Close(r.poll)
		return nil, fmt.Errorf("eventfd: %w", err)
	}
	if err = r.control(unix.EPOLL_CTL_ADD, r.event, unix.EPOLLIN); err != nil {
		return nil, fmt.Errorf("epoll eventfd: %w", err)
	}
	r.openReserve()
	l.transport = r
	return r.run, nil
}

func (r *reactor) openReserve() {
	if fd, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		r.reserve = fd
	}
}

func (r *reactor) control(op, fd int, events uint32) error {
	return unix.EpollCtl(r.poll, op, fd, &unix.EpollEvent{Events: events, Fd: int32(fd)})
}

func (r *reactor) run() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer r.end()
	if g, err := newRing(); err == nil {
		r.ring = g
	}
	events := make([]unix.EpollEvent, 256)
	l := r.l
	for {
		n, err := unix.EpollWait(r.poll, events, l.patience())
		if err != nil && err != unix.EINTR {
			l.srv.logger.Error().Err(err).Msg("epoll wait")
			return
		}
		select {
		case <-l.srv.done:
			return
		default:
		}
		l.tick()
		for i := range max(n, 0) {
			r.handle(&events[i])
		}
		if r.paused && int32(l.nowMS-r.resumeMS) >= 0 && r.listener >= 0 {
			r.paused = false
			r.watchListener()
		}
		l.turn()
	}
}

func (r *reactor) handle(e *unix.EpollEvent) {
	switch fd := int(e.Fd); fd {
	case r.event:
		var b [8]byte
		syscall.RawSyscall(syscall.SYS_READ, uintptr(r.event), uintptr(unsafe.Pointer(&b)), uintptr(len(b)))
		r.l.takeMail()
	case r.listener:
		r.accept()
	default:
		c := r.byFD(fd)
		if c == nil {
			return
		}
		if e.Events&unix.EPOLLOUT != 0 {
			r.l.writable(c)
		}
		if e.Events&^unix.EPOLLOUT != 0 && c.state != dead {
			r.read(c)
		}
	}
}

func (r *reactor) byFD(fd int) *conn {
	if fd < len(r.fds) {
		return r.fds[fd]
	}
	return nil
}

func (r *reactor) end() {
	for _, c := range r.l.conns {
		if c != nil {
			r.l.drop(c)
		}
	}
	r.closeListener()
	if r.ring != nil {
		r.ring.close()
	}
	for _, fd := range []int{r.poll, r.event, r.reserve} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
}

func (r *reactor) read(c *conn) {
	off := 0
	if c.extra != nil {
		off = copy(r.buf, c.left)
	}
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(c.fd), uintptr(unsafe.Pointer(&r.buf[off])),
		uintptr(len(r.buf)-off))
	switch {
	case errno == syscall.EAGAIN, errno == syscall.EINTR:
	case errno != 0, n == 0:
		r.l.drop(c)
	default:
		r.l.received(c, r.buf[:off+int(n)])
	}
}

func (r *reactor) write(c *conn, b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, uintptr(c.fd), uintptr(unsafe.Pointer(&b[0])),
		uintptr(len(b)), unix.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0, sendError(errno)
	}
	return int(n), nil
}

func sendError(errno syscall.Errno) error {
	if errno == syscall.EAGAIN || errno == syscall.EINTR {
		return errAgain
	}
	return errno
}

// ringWorth is how many sends pay for the way through the ring.
const ringWorth = 8

// writeAll sends to many with one call of the kernel.
func (r *reactor) writeAll(all []delivery) bool {
	if r.ring == nil || len(all) < ringWorth {
		return false
	}
	if !r.ring.sendAll(all) {
		r.ring.close()
		r.ring = nil
		return false
	}
	return true
}

const readEvents = unix.EPOLLIN | unix.EPOLLRDHUP

func (r *reactor) arm(c *conn, on bool) {
	events := uint32(readEvents)
	if on {
		events |= unix.EPOLLOUT
	}
	r.control(unix.EPOLL_CTL_MOD, int(c.fd), events)
}

func (r *reactor) opened(c *conn) {
	size := int32(r.l.srv.o.SendBuffer)
	syscall.RawSyscall6(syscall.SYS_SETSOCKOPT, uintptr(c.fd), unix.SOL_SOCKET, unix.SO_SNDBUF,
		uintptr(unsafe.Pointer(&size)), unsafe.Sizeof(size), 0)
}

func (r *reactor) finish(c *conn) { unix.Shutdown(int(c.fd), unix.SHUT_WR) }

func (r *reactor) close(c *conn) {
	r.fds[c.fd] = nil
	unix.Close(int(c.fd))
}

// release gives the descriptor to the runtime's poller.
func (r *reactor) release(c *conn, with handing) {
	r.fds[c.fd] = nil
	r.control(unix.EPOLL_CTL_DEL, int(c.fd), 0)
	file := os.NewFile(uintptr(c.fd), "")
	nc, err := net.FileConn(file) // duplicates
	file.Close()
	if err != nil {
		r.l.srv.logger.Warn().Err(err).Msg("hand over to http")
		with.left()
		return
	}
	r.l.srv.http.give(nc, with)
}

func (r *reactor) wake() {
	one := uint64(1)
	syscall.RawSyscall(syscall.SYS_WRITE, uintptr(r.event), uintptr(unsafe.Pointer(&one)), 8)
}

// take duplicates the descriptor of a TCP connection; TLS and pipes are not for a reactor.
func (r *reactor) take(nc net.Conn, ip netip.Addr, head []byte) bool {
	tcp, ok := nc.(*net.TCPConn)
	if !ok {
		return false
	}
	fd := duplicate(tcp)
	if fd < 0 {
		return false
	}
	nc.Close()
	r.l.post(func() {
		setSocketOptions(fd)
		if c := r.adopt(fd, ip); c != nil && len(head) > 0 {
			c.introduced = true
			r.l.received(c, head)
		}
	})
	return true
}

func duplicate(sc syscall.Conn) int {
	fd := -1
	if raw, err := sc.SyscallConn(); err == nil {
		raw.Control(func(p uintptr) {
			if d, err := unix.FcntlInt(p, unix.F_DUPFD_CLOEXEC, 0); err == nil {
				fd = d
			}
		})
	}
	return fd
}

func (r *reactor) adopt(fd int, ip netip.Addr) *conn {
	c := &conn{fd: int32(fd)}
	if !r.l.adopt(c, ip) {
		unix.Close(fd)
		return nil
	}
	for fd >= len(r.fds) {
		r.fds = append(r.fds, make([]*conn, max(64, len(r.fds)/2))...)
	}
	r.fds[fd] = c
	if err := r.control(unix.EPOLL_CTL_ADD, fd, readEvents); err != nil {
		r.l.drop(c)
		return nil
	}
	return c
}
