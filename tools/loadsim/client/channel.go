package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gobwas/ws"
)

// Channel is a connection to one of the JSON channels after its welcome. One goroutine calls Next.
type Channel struct{ s *Socket }

// heartCheck is what both ends say to show that they are there.
const heartCheck = "heart check"

// ChannelMessage is what all messages of the JSON channels have; others' fields are not read.
type ChannelMessage struct {
	MsgType      json.RawMessage `json:"msgType"`
	ServerTimeMS int64           `json:"serverTimeMs"` // of the welcome
	ErrCode      int32           `json:"errCode"`
	ErrMsg       string          `json:"errMsg"`
}

// DialChannel connects to a path below /ws/ and waits for the welcome; public channels take no token.
func DialChannel(ctx context.Context, t Target, path, token string) (*Channel, error) {
	ctx, cancel := context.WithTimeout(ctx, t.timeout())
	defer cancel()
	nc, br, err := t.dialWS(ctx, "/ws/"+path, nil)
	if err != nil {
		return nil, err
	}
	c := &Channel{&Socket{nc: nc, br: br, text: true}}
	if err := c.greet(ctx, t, token); err != nil {
		nc.Close()
		return nil, err
	}
	return c, nil
}

func (c *Channel) greet(ctx context.Context, t Target, token string) error {
	if token != "" {
		b, err := json.Marshal(map[string]string{"token": token, "lang": t.Language})
		if err != nil {
			return err
		}
		if err := c.s.write(ws.OpText, b); err != nil {
			return err
		}
	}
	deadline, _ := ctx.Deadline()
	text, err := c.s.next(deadline)
	if err != nil {
		return fmt.Errorf("waiting for the welcome: %w", err)
	}
	m, err := message(text)
	if err == nil && string(m.MsgType) != `"welcome"` {
		err = fmt.Errorf("%w: %.120q before the welcome", ErrFrame, text)
	}
	return err
}

func message(text []byte) (m ChannelMessage, err error) {
	if err := json.Unmarshal(text, &m); err != nil || len(m.MsgType) == 0 {
		return m, fmt.Errorf("%w: no message of a channel: %.120q", ErrFrame, text)
	}
	return m, nil
}

// Next waits for a message; heart says that it is the answer to Heart.
func (c *Channel) Next() (m ChannelMessage, heart bool, err error) {
	text, err := c.s.next(time.Now().Add(silenceMax))
	if err != nil || bytes.Equal(text, []byte(heartCheck)) {
		return m, err == nil, err
	}
	m, err = message(text)
	return m, false, err
}

// Heart asks for an answer.
func (c *Channel) Heart() error { return c.s.write(ws.OpText, []byte(heartCheck)) }

// Close sends a close frame and drops the connection.
func (c *Channel) Close() { c.s.Close() }
