package ws

import (
	"bytes"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// pair is a connection of the loop and its far end.
func pair(t *testing.T) (near *conn, far int) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fds[0]); unix.Close(fds[1]) })
	return &conn{fd: int32(fds[0])}, fds[1]
}

func TestARingSaysWhatCameOfEachSend(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	g, err := newRing()
	if err != nil {
		t.Skipf("no io_uring here: %v", err)
	}
	defer g.close()
	for round := range 3 { // the places of the ring are used again
		var all []delivery
		add := func(c *conn, b []byte) { all = append(all, delivery{sub: &subscription{conn: c}, bytes: b}) }
		var readers []int
		for i := range ringEntries - 3 {
			c, far := pair(t)
			add(c, bytes.Repeat([]byte{byte(i + 1)}, 100+i))
			readers = append(readers, far)
		}
		full, _ := pair(t)
		for err := error(nil); err == nil; {
			_, err = unix.Write(int(full.fd), make([]byte, 64<<10))
		}
		add(full, []byte("nobody reads"))
		short, _ := pair(t)
		long := make([]byte, 8<<20)
		add(short, long)
		gone, far := pair(t)
		unix.Shutdown(far, unix.SHUT_RDWR)
		add(gone, []byte("nobody is there"))

		if !g.sendAll(all) {
			t.Fatal("the ring is of no use")
		}
		for i, far := range readers {
			buf := make([]byte, 1000)
			n, err := unix.Read(far, buf)
			if d := &all[i]; err != nil || !bytes.Equal(buf[:n], d.bytes) || d.n != len(d.bytes) || d.err != nil {
				t.Errorf("round %d, send %d: %d bytes, %v; %d came, %v", round, i, d.n, d.err, n, err)
			}
		}
		for i, want := range []struct {
			sent func(n int) bool
			err  error
		}{{func(n int) bool { return n == 0 }, errAgain}, {func(n int) bool { return n > 0 && n < len(long) }, nil},
			{func(n int) bool { return n == 0 }, syscall.EPIPE}} {
			if d := &all[len(readers)+i]; !want.sent(d.n) || d.err != want.err {
				t.Errorf("round %d, case %d: %d bytes, %v", round, i, d.n, d.err)
			}
		}
	}
}

func TestABrokenRingSendsNothing(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	g, err := newRing()
	if err != nil {
		t.Skipf("no io_uring here: %v", err)
	}
	c, far := pair(t)
	fd := g.fd
	g.fd = int(c.fd) // no ring
	if g.sendAll([]delivery{{sub: &subscription{conn: c}, bytes: []byte("x")}}) {
		t.Error("a socket passed for a ring")
	}
	if n, err := unix.Read(far, make([]byte, 8)); err != unix.EAGAIN {
		t.Errorf("%d bytes came, %v", n, err)
	}
	g.fd = fd
	g.close()
}
