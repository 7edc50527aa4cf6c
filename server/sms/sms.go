// Package sms sends short messages: to the log, into a file, through an HTTP gateway, or into an outbox that a demo
// shows.
//
// Deliberately absent: what a message says and who may get one, and retries: a code that did not arrive is asked for
// again.
package sms

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"jadebox/server/gateway"
)

// Message is one text for one phone.
type Message struct {
	Phone string    `json:"phone"`
	Text  string    `json:"text"`
	At    time.Time `json:"at"`
}

// Sender sends a message or says why not. Errors name neither phone nor text.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Log logs that a message would have gone out, with neither phone nor text: codes do not belong in logs.
type Log struct{ Logger zerolog.Logger }

// Send implements Sender.
func (l Log) Send(_ context.Context, m Message) error {
	l.Logger.Info().Str("phone", Masked(m.Phone)).Msg("short message")
	return nil
}

// File appends messages as lines of JSON.
type File struct {
	Path string
	mu   sync.Mutex
}

// Send implements Sender.
func (f *File) Send(_ context.Context, m Message) error {
	line, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out, err := os.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	_, err = out.Write(append(line, '\n'))
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	return nil
}

// HTTP posts messages as JSON to a gateway, which answers 2xx for those it takes.
type HTTP gateway.Gateway

// Send implements Sender.
func (h HTTP) Send(ctx context.Context, m Message) error {
	status, _, err := gateway.Gateway(h).Post(ctx, m)
	if err != nil {
		return fmt.Errorf("sms: %w", err)
	}
	if status/100 != 2 {
		return fmt.Errorf("sms: gateway answers %d", status)
	}
	return nil
}

// Outbox keeps the newest messages in memory, for a demo that has no phones.
type Outbox struct {
	mu   sync.Mutex
	sent []Message
}

const outboxMax = 500

// Send implements Sender.
func (o *Outbox) Send(_ context.Context, m Message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.sent) == outboxMax {
		o.sent = append(o.sent[:0], o.sent[1:]...)
	}
	o.sent = append(o.sent, m)
	return nil
}

// To returns what was sent to a phone, newest first.
func (o *Outbox) To(phone string) []Message {
	o.mu.Lock()
	defer o.mu.Unlock()
	var list []Message
	for i := len(o.sent) - 1; i >= 0; i-- {
		if o.sent[i].Phone == phone {
			list = append(list, o.sent[i])
		}
	}
	return list
}

// Masked shows the first three and the last two digits.
func Masked(phone string) string {
	if len(phone) < 7 {
		return "***"
	}
	return phone[:3] + "******" + phone[len(phone)-2:]
}
