package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Target says where the server is and how a caller names itself.
type Target struct {
	Host      string        // host:port
	Forwarded string        // X-Forwarded-For, counted when the server trusts this machine as a proxy; "" sends none
	Language  string        // header lang
	Timeout   time.Duration // one request or handshake; 0 = the specification's 60 s
}

// Conn is one caller's HTTP connection: one request at a time, dialled when needed. Not safe for concurrent use.
type Conn struct {
	Target
	Token string

	nc  net.Conn
	br  *bufio.Reader
	out []byte
}

// ErrLost means that no answer came. Whether the server did what was asked is unknown unless ErrUnsent is there
// too.
var (
	ErrLost   = errors.New("client: no answer")
	ErrUnsent = errors.New("client: nothing was sent")
)

const (
	requestWithin = 60 * time.Second // specification §9
	replyBytes    = 16 << 20
)

func (t Target) timeout() time.Duration {
	if t.Timeout > 0 {
		return t.Timeout
	}
	return requestWithin
}

// Close drops the connection; the next request dials again.
func (c *Conn) Close() {
	if c.nc != nil {
		c.nc.Close()
		c.nc, c.br = nil, nil
	}
}

// Do sends one request and returns the status and the whole body. A connection that the server closed while it was idle
// is dialled again once, as browsers do; the repetition carries the same key. Errors match ErrLost.
func (c *Conn) Do(ctx context.Context, method, path, key string, body []byte) (int, []byte, error) {
	for reused := c.nc != nil; ; reused = false {
		if err := c.dial(ctx); err != nil {
			return 0, nil, fmt.Errorf("%w: %w: %w", ErrLost, ErrUnsent, err)
		}
		status, reply, answered, err := c.exchange(ctx, method, path, key, body)
		if err == nil {
			return status, reply, nil
		}
		c.Close()
		if !reused || answered || ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded) {
			return 0, nil, fmt.Errorf("%w: %s %s: %w", ErrLost, method, path, err)
		}
	}
}

func (c *Conn) dial(ctx context.Context) error {
	if c.nc != nil {
		return nil
	}
	d := net.Dialer{Timeout: c.timeout(), KeepAlive: -1}
	nc, err := d.DialContext(ctx, "tcp", c.Host)
	if err != nil {
		return err
	}
	c.nc, c.br = nc, bufio.NewReaderSize(nc, 4<<10)
	return nil
}

// exchange reports whether any byte of an answer came.
func (c *Conn) exchange(ctx context.Context, method, path, key string, body []byte) (status int, reply []byte,
	answered bool, err error) {
	if err := c.nc.SetDeadline(time.Now().Add(c.timeout())); err != nil {
		return 0, nil, false, err
	}
	if ctx.Done() != nil {
		nc := c.nc
		stop := context.AfterFunc(ctx, func() { nc.SetDeadline(time.Unix(1, 0)) })
		defer stop()
	}
	c.out = c.request(c.out[:0], method, path, key, body)
	if _, err := c.nc.Write(c.out); err != nil {
		return 0, nil, false, err
	}
	if _, err := c.br.Peek(1); err != nil {
		return 0, nil, false, err
	}
	resp, err := http.ReadResponse(c.br, nil)
	if err != nil {
		return 0, nil, true, err
	}
	reply, err = io.ReadAll(io.LimitReader(resp.Body, replyBytes))
	resp.Body.Close()
	if err != nil {
		return 0, nil, true, err
	}
	if resp.Close {
		c.Close()
	}
	return resp.StatusCode, reply, true, nil
}

func (c *Conn) request(b []byte, method, path, key string, body []byte) []byte {
	b = append(b, method...)
	b = append(b, ' ')
	b = append(b, path...)
	b = append(b, " HTTP/1.1\r\nHost: "...)
	b = append(b, c.Host...)
	b = append(b, "\r\nAccept: application/json\r\n"...)
	b = header(b, "lang", c.Language)
	b = header(b, "token", c.Token)
	b = header(b, "X-Forwarded-For", c.Forwarded)
	b = header(b, "Idempotency-Key", key)
	if method != http.MethodGet {
		b = append(b, "Content-Type: application/json\r\nContent-Length: "...)
		b = strconv.AppendInt(b, int64(len(body)), 10)
		b = append(b, "\r\n"...)
	}
	b = append(b, "\r\n"...)
	return append(b, body...)
}

func header(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	b = append(b, name...)
	b = append(b, ": "...)
	b = append(b, value...)
	return append(b, "\r\n"...)
}
