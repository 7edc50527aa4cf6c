package ws

import (
	"errors"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ring is an io_uring that sends to many sockets in one syscall. Nothing is on its way when sendAll returns: the
// sockets do not block, so the kernel answers each send within the call.
type ring struct {
	fd             int
	queues, places []byte // mapped
	tail           *uint32
	mask           uint32
	entries        []entry
	doneHead       *uint32
	doneTail       *uint32
	doneMask       uint32
	done           []completion
}

// entry and completion are io_uring_sqe and io_uring_cqe.
type entry struct {
	op, flags uint8
	priority  uint16
	fd        int32
	offset    uint64
	address   uint64
	length    uint32
	msgFlags  uint32
	user      uint64
	_         [3]uint64
}

type completion struct {
	user  uint64
	res   int32
	flags uint32
}

// ringParams is io_uring_params.
type ringParams struct {
	entries, doneEntries, flags, cpu, idle, features, workers uint32
	_                                                         [3]uint32
	head, tail, mask, size, state, dropped, array, _          uint32
	_                                                         uint64
	doneHead, doneTail, doneMask, doneSize, overflow, dones   uint32
	_                                                         [2]uint32
	_                                                         uint64
}

const (
	ringEntries = passShare

	setupSubmitAll    = 1 << 7
	setupCoopTaskrun  = 1 << 8
	setupSingleIssuer = 1 << 12
	setupDeferTaskrun = 1 << 13
	featSingleMmap    = 1 << 0
	offQueues         = 0
	offEntries        = 0x10000000
	enterGetEvents    = 1
	opSend            = 26
)

// newRing makes a ring for this thread; it is an error where the kernel has none or forbids it, which containers often
// do.
func newRing() (*ring, error) {
	p := ringParams{flags: setupSubmitAll | setupSingleIssuer | setupDeferTaskrun | setupCoopTaskrun}
	fd, _, errno := syscall.Syscall(unix.SYS_IO_URING_SETUP, ringEntries, uintptr(unsafe.Pointer(&p)), 0)
	if errno != 0 {
		return nil, errno
	}
	g := &ring{fd: int(fd)}
	if p.features&featSingleMmap == 0 {
		g.close()
		return nil, errors.New("ws: io_uring of an old kernel")
	}
	unix.CloseOnExec(g.fd)
	size := max(p.array+p.entries*4, p.dones+p.doneEntries*uint32(unsafe.Sizeof(completion{})))
	var err error
	if g.queues, err = unix.Mmap(g.fd, offQueues, int(size), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_SHARED|unix.MAP_POPULATE); err == nil {
		g.places, err = unix.Mmap(g.fd, offEntries, int(p.entries)*int(unsafe.Sizeof(entry{})),
			unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	}
	if err != nil {
		g.close()
		return nil, err
	}
	at := func(offset uint32) *uint32 { return (*uint32)(unsafe.Pointer(&g.queues[offset])) }
	g.tail, g.mask = at(p.tail), *at(p.mask)
	g.doneHead, g.doneTail, g.doneMask = at(p.doneHead), at(p.doneTail), *at(p.doneMask)
	g.done = unsafe.Slice((*completion)(unsafe.Pointer(&g.queues[p.dones])), p.doneEntries)
	g.entries = unsafe.Slice((*entry)(unsafe.Pointer(&g.places[0])), p.entries)
	for i, array := 0, unsafe.Slice(at(p.array), p.entries); i < len(array); i++ {
		array[i] = uint32(i) // entry i is always in place i
	}
	return g, nil
}

func (g *ring) close() {
	for _, m := range [][]byte{g.queues, g.places} {
		if m != nil {
			unix.Munmap(m)
		}
	}
	unix.Close(g.fd)
}

// sendAll sends to each of all, ringEntries at most, and returns the results. False: nothing was sent, and the ring
// is of no use.
func (g *ring) sendAll(all []delivery) bool {
	tail := *g.tail
	for i := range all {
		d := &all[i]
		d.n, d.err = 0, syscall.EIO // unless it is answered
		g.entries[tail&g.mask] = entry{op: opSend, fd: d.sub.conn.fd,
			address: uint64(uintptr(unsafe.Pointer(&d.bytes[0]))), length: uint32(len(d.bytes)),
			msgFlags: unix.MSG_NOSIGNAL | unix.MSG_DONTWAIT, user: uint64(i)}
		tail++
	}
	atomic.StoreUint32(g.tail, tail)
	for {
		_, _, errno := syscall.RawSyscall6(unix.SYS_IO_URING_ENTER, uintptr(g.fd), uintptr(len(all)), uintptr(len(all)),
			enterGetEvents, 0, 0)
		if errno == syscall.EINTR {
			continue
		}
		if errno != 0 {
			return false
		}
		break
	}
	head := *g.doneHead
	for end := atomic.LoadUint32(g.doneTail); head != end; head++ {
		done := &g.done[head&g.doneMask]
		d := &all[done.user]
		if done.res >= 0 {
			d.n, d.err = int(done.res), nil
		} else {
			d.err = sendError(syscall.Errno(-done.res))
		}
	}
	atomic.StoreUint32(g.doneHead, head)
	return true
}
