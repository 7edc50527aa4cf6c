package ws

import (
	"net"
	"net/netip"
	"time"
)

// shard runs a loop over any net.Conn: a goroutine reads each connection and hands what it read to the loop, one more
// writes while there is something to write.
type shard struct {
	l      *loop
	signal chan struct{}
}

// link is the shard's half of a connection.
type link struct {
	nc      net.Conn
	writing bool
	ending  bool // shut down for writing after the write on its way
}

func newShard(l *loop) (run func()) {
	sh := &shard{l: l, signal: make(chan struct{}, 1)}
	l.transport = sh
	return sh.run
}

func (sh *shard) run() {
	l := sh.l
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		timer.Reset(time.Duration(l.patience()) * time.Millisecond)
		select {
		case <-l.srv.done:
			for _, c := range l.conns {
				if c != nil {
					l.drop(c)
				}
			}
			return
		case <-sh.signal:
			l.tick()
			l.takeMail()
		case <-timer.C:
			l.tick()
		}
		l.turn()
	}
}

func (sh *shard) wake() {
	select {
	case sh.signal <- struct{}{}:
	default:
	}
}

func (sh *shard) take(nc net.Conn, ip netip.Addr, head []byte) bool {
	sh.l.post(func() {
		c := &conn{fd: -1, link: &link{nc: nc}}
		if !sh.l.adopt(c, ip) {
			nc.Close()
			return
		}
		if len(head) > 0 {
			c.introduced = true
			sh.l.received(c, head)
		}
		if c.state == handshaking || c.state == open || c.state == closing {
			go sh.read(c)
		}
	})
	return true
}

func addrOf(nc net.Conn) netip.Addr {
	if a, ok := nc.RemoteAddr().(*net.TCPAddr); ok {
		return a.AddrPort().Addr().Unmap()
	}
	return netip.Addr{}
}

// read hands over one buffer at a time, so that a flood waits in the kernel.
func (sh *shard) read(c *conn) {
	buf := make([]byte, 4<<10)
	more := make(chan bool, 1)
	for {
		n, err := c.link.nc.Read(buf)
		sh.l.post(func() {
			if n > 0 && c.state != dead {
				all := buf[:n]
				if c.extra != nil && len(c.left) > 0 {
					all = append(append(make([]byte, 0, len(c.left)+n), c.left...), all...)
				}
				sh.l.received(c, all)
			}
			if err != nil && c.state != handed {
				sh.l.drop(c)
			}
			more <- c.state != dead && c.state != handed
		})
		select {
		case ok := <-more:
			if !ok {
				return
			}
		case <-sh.l.srv.done:
			return
		}
	}
}

func (sh *shard) write(c *conn, b []byte) (int, error) {
	if c.link.writing {
		return 0, errAgain
	}
	if len(b) == 0 {
		return 0, nil
	}
	c.link.writing = true
	go func() {
		c.link.nc.SetWriteDeadline(time.Now().Add(writeWithin))
		_, err := c.link.nc.Write(b)
		sh.l.post(func() { sh.wrote(c, err) })
	}()
	return len(b), nil
}

const writeWithin = 20 * time.Second

func (sh *shard) wrote(c *conn, err error) {
	c.link.writing = false
	switch {
	case c.state == dead:
	case err != nil:
		sh.l.drop(c)
	case c.armed:
		sh.l.writable(c)
	case c.link.ending:
		sh.finish(c)
	}
}

func (sh *shard) arm(*conn, bool) {}

func (sh *shard) opened(c *conn) {
	if b, ok := c.link.nc.(interface{ SetWriteBuffer(int) error }); ok {
		b.SetWriteBuffer(sh.l.srv.o.SendBuffer)
	}
}

func (sh *shard) finish(c *conn) {
	if c.link.writing {
		c.link.ending = true
		return
	}
	if half, ok := c.link.nc.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
	}
}

func (sh *shard) close(c *conn) { c.link.nc.Close() }

func (sh *shard) release(c *conn, with handing) { sh.l.srv.http.give(c.link.nc, with) }
