//go:build linux

package main

import (
	"bytes"
	"fmt"
	"strings"

	"jadebox/protocol"

	gobwas "github.com/gobwas/ws"
)

// speech is what a client sends until it receives what is published.
type speech struct {
	path  string
	steps []step
}

// step waits for an answer, says the next thing, or nothing.
type step struct {
	await func(heard []byte) (taken int, err error) // 0: not yet
	say   func(index int) []byte
}

func (s speech) request() []byte {
	return []byte("GET " + s.path +
		" HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
}

// upgraded waits for the end of the handshake's answer.
func upgraded(heard []byte) (int, error) {
	end := bytes.Index(heard, []byte("\r\n\r\n"))
	if end < 0 {
		return 0, nil
	}
	if !bytes.HasPrefix(heard, []byte("HTTP/1.1 101")) {
		return 0, fmt.Errorf("%q", heard[:end])
	}
	return end + 4, nil
}

// raw servers send every message to every client.
func raw(path string) speech { return speech{path, []step{{await: upgraded}}} }

// jadebox says Hello with the socket's session, and subscribes to the room.
func jadebox(tokens []string, topic, code string) speech {
	subscribe := binary(&protocol.Subscribe{Type: protocol.TypeSubscribe, Ref: 1, Topic: topic, Code: code})
	return speech{"/ws", []step{
		{upgraded, func(i int) []byte { return binary(&protocol.Hello{Type: protocol.TypeHello, Token: tokens[i]}) }},
		{envelope(protocol.TypeWelcome), func(int) []byte { return subscribe }},
		{envelope(protocol.TypeSubscribed), nil},
	}}
}

// envelope waits for a frame whose first envelope is of a type.
func envelope(want byte) func([]byte) (int, error) {
	return func(heard []byte) (int, error) {
		if len(heard) < 2 {
			return 0, nil
		}
		at := 2
		switch heard[1] {
		case 126:
			at = 4
		case 127:
			at = 10
		}
		if len(heard) < at+2 {
			return 0, nil
		}
		if heard[0] != 0x82 || heard[at+1] != want {
			return 0, fmt.Errorf("the server says %q", heard)
		}
		return len(heard), nil
	}
}

func binary(e protocol.Codec) []byte {
	body, err := e.MarshalMsg(nil)
	if err != nil {
		panic(err)
	}
	return gobwas.MustCompileFrame(gobwas.MaskFrame(gobwas.NewBinaryFrame(body)))
}

// centrifuge speaks its JSON protocol.
func centrifuge() speech {
	return speech{"/connection/websocket", []step{
		{upgraded, say(`{"id":1,"connect":{}}`)},
		{words(`"connect":`), say(`{"id":2,"subscribe":{"channel":"bench"}}`)},
		{words(`"subscribe":`), nil},
	}}
}

// socketIO speaks engine.io 4 over a socket from the start.
func socketIO() speech {
	return speech{"/socket.io/?EIO=4&transport=websocket", []step{
		{upgraded, nil},
		{words(`0{`), say("40")},
		{words(`40`), nil},
	}}
}

func say(text string) func(int) []byte {
	frame := gobwas.MustCompileFrame(gobwas.MaskFrame(gobwas.NewTextFrame([]byte(text))))
	return func(int) []byte { return frame }
}

func words(want string) func([]byte) (int, error) {
	return func(heard []byte) (int, error) {
		if !strings.Contains(string(heard), want) {
			return 0, nil
		}
		return len(heard), nil
	}
}
