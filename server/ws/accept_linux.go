package ws

import (
	"net"
	"net/netip"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	acceptBatch   = 64
	notSentLowat  = 16 << 10
	userTimeoutMS = 20_000
)

// setSocketOptions of a listener are inherited by what it accepts: no further syscalls a connection. TCP_NOTSENT_LOWAT
// keeps a slow peer's data in the log, where it is shared, instead of in the kernel; SO_SNDBUF waits for the handshake,
// because net/http is better off without it.
func setSocketOptions(fd int) {
	unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)
	unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NOTSENT_LOWAT, notSentLowat)
	unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, userTimeoutMS)
}

// listen makes every loop wait on the listener's socket (EPOLLEXCLUSIVE: one wakes). False: not TCP.
func (r *reactor) listen(ln net.Listener) (bool, error) {
	tcp, ok := ln.(*net.TCPListener)
	if !ok {
		return false, nil
	}
	for _, l := range r.l.srv.loops[:r.l.srv.o.Loops] {
		fd := duplicate(tcp) // each loop its own, so that each closes its own
		if fd < 0 {
			return false, net.ErrClosed
		}
		setSocketOptions(fd)
		l.post(func() {
			r := l.transport.(*reactor)
			if l.srv.draining.Load() {
				unix.Close(fd)
				return
			}
			r.closeListener()
			r.listener = fd
			r.watchListener()
		})
	}
	return true, nil
}

func (r *reactor) watchListener() {
	if err := r.control(unix.EPOLL_CTL_ADD, r.listener, unix.EPOLLIN|unix.EPOLLEXCLUSIVE); err != nil {
		r.l.srv.logger.Error().Err(err).Msg("epoll listener")
	}
}

func (r *reactor) unlisten() {
	for _, l := range r.l.srv.running() {
		if r, ok := l.transport.(*reactor); ok {
			l.post(r.closeListener)
		}
	}
}

func (r *reactor) closeListener() {
	if r.listener >= 0 {
		unix.Close(r.listener)
		r.listener = -1
	}
}

func (r *reactor) accept() {
	for range acceptBatch {
		var from unix.RawSockaddrAny
		size := uint32(unix.SizeofSockaddrAny)
		fd, _, errno := syscall.RawSyscall6(syscall.SYS_ACCEPT4, uintptr(r.listener), uintptr(unsafe.Pointer(&from)),
			uintptr(unsafe.Pointer(&size)), unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0, 0)
		switch errno {
		case 0:
			r.place(int(fd), addrFrom(&from))
		case syscall.EINTR, syscall.ECONNABORTED:
		case syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.ENOMEM:
			r.shed()
			return
		default: // EAGAIN
			return
		}
	}
}

// place keeps the connection, or gives it to a loop that has clearly fewer.
func (r *reactor) place(fd int, ip netip.Addr) {
	const clearly = 32
	to := r.l.srv.idlest()
	if other, ok := to.transport.(*reactor); ok && to != r.l && r.l.count.Load() > to.count.Load()+clearly {
		to.post(func() { other.adopt(fd, ip) })
		return
	}
	r.adopt(fd, ip)
}

// shed closes one waiting connection, so that its peer is notified, and lets the backlog rest for a moment instead of
// spinning on a listener that stays readable.
func (r *reactor) shed() {
	r.l.srv.stats.acceptFailures.Add(1)
	if r.reserve >= 0 {
		unix.Close(r.reserve)
		r.reserve = -1
		if fd, _, errno := syscall.RawSyscall6(syscall.SYS_ACCEPT4, uintptr(r.listener), 0, 0, unix.SOCK_CLOEXEC, 0,
			0); errno == 0 {
			unix.Close(int(fd))
		}
		r.openReserve()
	}
	r.control(unix.EPOLL_CTL_DEL, r.listener, 0)
	r.paused, r.resumeMS = true, r.l.nowMS+uint32(acceptPause.Milliseconds())
}

func addrFrom(from *unix.RawSockaddrAny) netip.Addr {
	switch from.Addr.Family {
	case unix.AF_INET:
		return netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(from)).Addr)
	case unix.AF_INET6:
		return netip.AddrFrom16((*unix.RawSockaddrInet6)(unsafe.Pointer(from)).Addr).Unmap()
	}
	return netip.Addr{}
}
