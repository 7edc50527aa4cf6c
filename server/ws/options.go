package ws

import (
	"context"
	"errors"
	"net/netip"
	"runtime"
	"time"

	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/server/ws/jsonchannel"
	"jadebox/store"

	"github.com/rs/zerolog"
)

// Options are the ports and limits of a Server. Zero durations and counts take the defaults of New.
type Options struct {
	// Sessions resolves a token. store.ErrNotFound reads as "token unknown" (403), ErrExpired as "session over" (104),
	// any other error as busy. Called off the loop.
	Sessions func(ctx context.Context, token string) (store.Session, error)
	// Tickets, when given, lets ?ticket= stand for the token.
	Tickets *Tickets
	// Snapshots answers new subscribers; its error's public number reaches the client.
	Snapshots publish.Snapshots
	// Commands runs a player's intent and returns the JSON data of the HTTP call of the same name. nil refuses all.
	Commands func(ctx context.Context, session store.Session, cmd Command) (data []byte, err error)
	// CodeOf gives the public number of an error of Snapshots and Commands; default apierr.Code.
	CodeOf func(error) protocol.Code
	// Items names item definitions for the JSON channel, in a language that has every text; nil leaves the names empty.
	Items func(def int32, l protocol.Language) (jsonchannel.Item, bool)
	// Texts are what the kinds of rooms send on the JSON channels, besides the server's own.
	Texts []jsonchannel.Text
	// PresenceChanged is notified of a topic's number of subscribers, at most once a second a topic, and less often
	// where there are thousands.
	PresenceChanged func(topic string, count int)

	// Origins that a browser may come from besides the host that it asks; "*" is any. A request without Origin is no
	// browser.
	Origins []string
	// Proxies whose X-Forwarded-For counts as the client's address.
	Proxies []netip.Prefix
	// ProxyProtocol has every connection begin with the head of a proxy that has the client's address (version 2).
	ProxyProtocol bool

	Clock  store.Clock
	Logger zerolog.Logger

	Backend Backend
	Loops   int  // default: cores − 1, at least 1
	Workers int  // concurrent calls of the ports; default 64
	Echo    bool // serves /ws/echo for conformance probes

	SocketsMax          int // all; default 200,000
	PlainMax            int // connections of net/http; default 16,384
	PlainIdleMax        int // of them, that wait for a request: the longest idle gives way; default 8,192
	AddressSocketsMax   int // one address, loopback and proxies excepted; default 512
	AddressAcceptsPerS  int // one address; default 200
	MessagesPerS        int // one socket; default 60
	BytesPerS           int // one socket; default 64 KiB
	LogFrames, LogBytes int // kept a topic; default 1024 frames, 256 KiB
	ReplyBytes          int // unsent direct replies of one socket before it counts as slow; default 256 KiB
	SendBuffer          int // SO_SNDBUF of a socket, bytes as asked of the kernel; default 32 KiB

	HandshakeWithin, HelloWithin, MessageWithin time.Duration // defaults 5 s, 10 s, 10 s
	PingAfter, PongWithin                       time.Duration // defaults 10 s, 10 s (specification §9)
	CloseWithin                                 time.Duration // for the peer's close; default 2 s
	// feed and lobby; default 15 ms; battles and players have none
	TickFeed  time.Duration
	Linger    time.Duration // a log outlives its last subscriber; default 60 s
	DrainOver time.Duration // default 3 s
}

// Command is protocol.Command without its framing.
type Command struct {
	Name, Key string
	Body      []byte // JSON
	Language  protocol.Language
	Address   netip.Addr // of the client, as far as it is counted: a loopback address when it is not
}

// Backend picks the transport.
type Backend uint8

const (
	Best    Backend = iota // reactor where there is one
	Reactor                // Linux only
	Shard
)

// ErrExpired is what Options.Sessions returns for a session that is over.
var ErrExpired = errors.New("ws: session is over")

func (o *Options) setDefaults() {
	set := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	within := func(v *time.Duration, d time.Duration) {
		if *v == 0 {
			*v = d
		}
	}
	set(&o.Loops, max(runtime.GOMAXPROCS(0)-1, 1))
	o.Loops = min(o.Loops, maxLoops)
	set(&o.Workers, 64)
	set(&o.SocketsMax, 200_000)
	set(&o.PlainMax, 16_384)
	set(&o.PlainIdleMax, 8_192)
	set(&o.AddressSocketsMax, 512)
	set(&o.AddressAcceptsPerS, 200)
	set(&o.MessagesPerS, 60)
	set(&o.BytesPerS, 64<<10)
	set(&o.LogFrames, 1024)
	set(&o.LogBytes, 256<<10)
	set(&o.ReplyBytes, 256<<10)
	set(&o.SendBuffer, 32<<10)
	within(&o.HandshakeWithin, 5*time.Second)
	within(&o.HelloWithin, protocol.HelloWithinMS*time.Millisecond)
	within(&o.MessageWithin, 10*time.Second)
	within(&o.PingAfter, protocol.PingAfterMS*time.Millisecond)
	within(&o.PongWithin, protocol.PongWithinMS*time.Millisecond)
	within(&o.CloseWithin, 2*time.Second)
	within(&o.TickFeed, 15*time.Millisecond)
	within(&o.Linger, time.Minute)
	within(&o.DrainOver, 3*time.Second)
	if o.Clock == nil {
		o.Clock = time.Now
	}
}
