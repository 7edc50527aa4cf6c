package ws

import (
	"bytes"
	"encoding/binary"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"jadebox/protocol"
)

// heapGrowth is what f leaves and passes through the heap.
func heapGrowth(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// [ENV2, ENV3] Frames whose envelopes are bombs or broken: 4000, close 4400, nothing else happens.
func TestENV2_ABrokenEnvelopeClosesTheSocket(t *testing.T) {
	hello, _ := (&protocol.Hello{Type: protocol.TypeHello}).MarshalMsg(nil)
	ping, _ := (&protocol.Ping{Type: protocol.TypePing}).MarshalMsg(nil)
	for name, payload := range map[string][]byte{
		"array of 2^32-1":   {0xdd, 0xff, 0xff, 0xff, 0xff},
		"subscribe of 2^31": {0xdd, 0x80, 0, 0, 0, protocol.TypeSubscribe},
		"deep nesting":      bytes.Repeat([]byte{0x91}, 10<<10),
		"body of 4 GiB":     {0x95, protocol.TypeCommand, 1, 0xa1, 'k', 0xa1, 'n', 0xc6, 0xff, 0xff, 0xff, 0xff},
		"map":               {0x81, 1, 2},
		"no type":           {0x90},
		"unknown type":      {0x92, 99, 1},
		"server's type":     {0x93, protocol.TypePong, 1, 1},
		"too short":         {0x91, protocol.TypePing},
		"too long":          {0x93, protocol.TypePing, 1, 1},
		"wrong kind":        {0x92, protocol.TypePing, 0xa1, 'x'},
		"negative":          {0x92, protocol.TypePing, 0xff},
		"bytes left over":   append(bytes.Clone(ping), 0xc1),
		"long token":        append([]byte{0x93, protocol.TypeHello, 0xda, 1, 0}, strings.Repeat("t", 258)...),
		"second hello":      append(bytes.Clone(ping), hello...),
		"65 envelopes":      bytes.Repeat(ping, protocol.EnvelopesMax+1),
	} {
		t.Run(name, func(t *testing.T) {
			bothBackends(t, func(t *testing.T, b Backend) {
				w := newWorld(t, Options{Backend: b})
				p := w.greeted("")
				grew := heapGrowth(func() {
					p.raw(maskedFrame(0x82, payload))
					for {
						kind, _ := p.next()
						if kind == protocol.TypeError {
							break
						}
						if kind != protocol.TypePong {
							t.Fatalf("answered with envelope %d", kind)
						}
					}
				})
				p.wantClose(protocol.CloseBroken)
				if grew > 1<<20 {
					t.Errorf("allocated %d bytes", grew)
				}
				if w.questions() != 0 {
					t.Error("it did something")
				}
			})
		})
	}
}

// [ENV1]
func TestENV1_EveryEnvelopeOfAFrameIsAnswered(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		p := w.greeted("")
		many := make([]protocol.Codec, protocol.EnvelopesMax)
		for i := range many {
			many[i] = &protocol.Ping{Type: protocol.TypePing, Ref: uint32(i)}
		}
		p.send(many...)
		for i := range many {
			if pong := decode[protocol.Pong](p, protocol.TypePong); pong.Ref != uint32(i) {
				t.Fatalf("pong %d, want %d", pong.Ref, i)
			}
		}
	})
}

// [ENV7]
func TestENV7_ATextFrameClosesTheSocket(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		p := w.greeted("")
		p.raw(maskedFrame(0x81, []byte("hello")))
		p.wantClose(1003)
	})
}

// [WS2]
func TestWS2_FramesAndFragmentsAreBounded(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		declared := w.greeted("")
		grew := heapGrowth(func() {
			declared.raw(binary.BigEndian.AppendUint64([]byte{0x82, 0xff}, 1<<30)) // no mask yet, no payload
			declared.wantClose(1009)
		})
		if grew > 1<<20 {
			t.Errorf("a header of 10 bytes allocated %d", grew)
		}
		over := w.greeted("")
		over.raw(maskedFrame(0x82, make([]byte, protocol.FrameBytes+1)))
		over.wantClose(1009)

		pieces := w.greeted("")
		part := make([]byte, 6<<10)
		pieces.raw(maskedFrame(0x02, part))
		pieces.raw(maskedFrame(0x00, part))
		pieces.raw(maskedFrame(0x00, part))
		pieces.wantClose(1009)

		unmasked := w.greeted("")
		unmasked.raw([]byte{0x82, 1, 0})
		unmasked.wantClose(1002)
	})
}

// [WS2] A message of exactly the limit, in fragments, passes.
func TestWS2_AMessageOfTheLimitPasses(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b})
		w.login("a", 1, time.Time{})
		p := w.greeted("a")
		m := protocol.Command{Type: protocol.TypeCommand, Ref: 1, Name: "x", Body: make([]byte, protocol.FrameBytes)}
		body, _ := m.MarshalMsg(nil)
		m.Body = m.Body[:len(m.Body)-(len(body)-protocol.FrameBytes)]
		if body, _ = m.MarshalMsg(nil); len(body) != protocol.FrameBytes {
			t.Fatalf("%d bytes", len(body))
		}
		p.raw(maskedFrame(0x02, body[:100]))
		p.raw(maskedFrame(0x80, body[100:]))
		p.want(protocol.TypeReply)
	})
}

// [WS3]
func TestWS3_AnUnfinishedMessageClosesTheSocket(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		for name, start := range map[string][]byte{
			"half a frame": maskedFrame(0x82, make([]byte, 100))[:50], "half a message": maskedFrame(0x02,
				make([]byte, 10)),
		} {
			w := newWorld(t, Options{Backend: b, MessageWithin: 300 * time.Millisecond})
			p := w.greeted("")
			p.raw(start)
			trickle := time.NewTicker(20 * time.Millisecond)
			defer trickle.Stop()
			closed := make(chan struct{})
			go func() {
				defer close(closed)
				p.wantClose(protocol.CloseIdle)
			}()
			for i := 0; ; i++ {
				select {
				case <-closed:
				case <-trickle.C:
					if name == "half a frame" {
						if i < 40 {
							p.conn.Write([]byte{0})
						}
					} else {
						p.conn.Write(maskedFrame(0x00, nil))
					}
					continue
				}
				break
			}
		}
	})
}

// [WS5]
func TestWS5_APeerThatDoesNotPongIsClosed(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, PingAfter: 300 * time.Millisecond, PongWithin: 1200 * time.Millisecond})
		answers, mute := w.greeted(""), w.greeted("")
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			mute.wantClose(protocol.CloseIdle)
		}()
		for { // answers pings inside frame loops until the mute one is gone
			op, payload := answers.frame()
			if op != 9 {
				t.Fatalf("frame %d %q", op, payload)
			}
			answers.raw(maskedFrame(0x8a, payload))
			select {
			case <-closed:
			default:
				continue
			}
			break
		}
		if w.Stats().Silent != 1 {
			t.Errorf("%d closed for silence, want 1", w.Stats().Silent)
		}
	})
}

// [WS6]
func TestWS6_TooManyMessagesCloseTheSocket(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, MessagesPerS: 20})
		p, other := w.greeted(""), w.greeted("")
		for range 30 {
			p.conn.Write(maskedFrame(0x89, nil))
		}
		p.wantError(0, protocol.CodeRateLimited)
		if bye := decode[protocol.Bye](p, protocol.TypeBye); bye.ReconnectAfterMS == 0 {
			t.Errorf("%+v", bye)
		}
		p.wantClose(protocol.CloseRate)
		other.silent()

		big := w.greeted("")
		for range 5 {
			big.conn.Write(maskedFrame(0x02, make([]byte, 1)))
			big.conn.Write(maskedFrame(0x80, make([]byte, 15<<10)))
		}
		if op, _ := big.frame(); op == 0 {
			t.Fatal("dropped without a word")
		}
	})
}

// [WS8]
func TestWS8_ADrainSendsEveryPeerAway(t *testing.T) {
	bothBackends(t, func(t *testing.T, b Backend) {
		w := newWorld(t, Options{Backend: b, DrainOver: 200 * time.Millisecond})
		peers := make([]*peer, 40)
		for i := range peers {
			peers[i] = w.greeted("")
			peers[i].subscribe(1, "feed")
		}
		done := make(chan error, 1)
		go func() { done <- w.Drain(t.Context()) }()
		delays := map[uint32]bool{}
		for _, p := range peers {
			bye := decode[protocol.Bye](p, protocol.TypeBye)
			delays[bye.ReconnectAfterMS] = true
			p.wantClose(1012)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		if len(delays) < 10 {
			t.Errorf("40 sockets were told %d different delays", len(delays))
		}
		if delays[0] {
			t.Error("a socket was told not to come back")
		}
		if conn, err := net.Dial("tcp", w.addr); err == nil {
			conn.Close()
			t.Error("still accepting")
		}
		if n := w.Stats().Sockets; n != 0 {
			t.Errorf("%d sockets left", n)
		}
	})
}
