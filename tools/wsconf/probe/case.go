package probe

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gobwas/ws"
)

// Case is one exchange.
type Case struct {
	Name   string
	frames [][]byte
	chop   bool // one byte a write
	want   reaction
}

// reaction is what the endpoint must do, in this order: answer a ping, echo a message, close.
type reaction struct {
	pong, echo *string
	close      int // close code; anyClose: some code or none
}

const (
	open     = 0 // the connection stays
	anyClose = -1
)

const patience = 3 * time.Second

// Run plays the case; nil is a pass.
func (c Case) Run(addr, path string) error {
	dialer := ws.Dialer{Timeout: patience}
	conn, buffered, _, err := dialer.Dial(context.Background(), "ws://"+addr+path)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	var r io.Reader = conn
	if buffered != nil {
		r = io.MultiReader(io.LimitReader(buffered, int64(buffered.Buffered())), conn)
	}
	go c.send(conn)
	return c.expect(r)
}

// send ignores errors: an endpoint that has refused already may close meanwhile.
func (c Case) send(conn net.Conn) {
	all := bytes.Join(c.frames, nil)
	if !c.chop {
		conn.Write(all)
		return
	}
	for i := range all {
		if _, err := conn.Write(all[i : i+1]); err != nil {
			return
		}
	}
}

func (c Case) expect(r io.Reader) error {
	want := c.want
	for {
		h, err := ws.ReadHeader(r)
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
			return errors.New("no reaction")
		}
		if err != nil {
			if want.close == anyClose && want.pong == nil && want.echo == nil {
				return nil
			}
			return fmt.Errorf("dropped without a close frame: %w", err)
		}
		if h.Masked {
			return errors.New("a server must not mask")
		}
		if h.Length > 1<<20 {
			return fmt.Errorf("frame of %d bytes", h.Length)
		}
		payload := make([]byte, h.Length)
		if _, err := io.ReadFull(r, payload); err != nil {
			return err
		}
		switch h.OpCode {
		case ws.OpPing:
			continue
		case ws.OpPong:
			if want.pong != nil && string(payload) == *want.pong {
				want.pong = nil
			}
		case ws.OpClose:
			return want.closed(payload)
		default:
			switch {
			case want.pong != nil:
				return errors.New("data before the pong")
			case want.echo == nil:
				return fmt.Errorf("data %.20q instead of a close", payload)
			case string(payload) != *want.echo:
				return fmt.Errorf("echo of %d bytes %.20q, want %d bytes %.20q", len(payload), payload, len(*want.echo),
					*want.echo)
			}
			want.echo = nil
		}
		if want.pong == nil && want.echo == nil && want.close == open {
			return nil
		}
	}
}

func (w reaction) closed(payload []byte) error {
	code := 0
	if len(payload) >= 2 {
		code = int(binary.BigEndian.Uint16(payload))
	}
	switch {
	case w.pong != nil || w.echo != nil:
		return fmt.Errorf("closed with %d before the answer", code)
	case w.close == open:
		return fmt.Errorf("closed with %d", code)
	case w.close != anyClose && w.close != code:
		return fmt.Errorf("closed with %d, want %d", code, w.close)
	}
	return nil
}
