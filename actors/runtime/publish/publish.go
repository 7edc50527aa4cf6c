// Package publish is the port through which actors publish ordered events of topics, and snapshots of them.
//
// Nothing is published before it is durable (ARCHITECTURE.md, "One door for money"). Deliberately absent: sockets,
// subscriptions and the ring of past events, which belong to the hub that implements Publisher.
package publish

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
	"jadebox/store"
)

// Event is one step of a topic. Offset counts by one within an Epoch; a new Epoch starts at offset 1 again.
type Event struct {
	Topic  string
	Epoch  uint32
	Offset uint64
	AtMS   int64
	Type   uint16
	Body   []byte // msgpack tuple of the protocol struct; never changed after Publish
}

// Publisher is the hub. Its methods never block and may be called from any goroutine.
type Publisher interface {
	Publish(Event)
	// Presence is the number of sockets subscribed to a topic; "" counts all sockets.
	Presence(topic string) int
}

// Snapshot replaces all that a client knew of a topic. Every event up to Offset was published before it was answered.
type Snapshot struct {
	Epoch  uint32
	Offset uint64
	Type   uint16
	Body   []byte
}

// SnapshotRequest asks an actor for the snapshot of its topic; the answer is a Snapshot. Rooms, players, the lobby and
// the feed answer it.
type SnapshotRequest struct {
	Viewer store.PlayerID // 0 = visitor
	Code   string         // invite code of a private room
}

// Snapshots answers a new subscriber. viewer 0 is a visitor; code is the invite code of a private room.
type Snapshots interface {
	Snapshot(ctx context.Context, viewer store.PlayerID, topic, code string) (Snapshot, error)
}

// PlayerTopic names the topic of one player inside the process; on the wire it is "player", the session's own.
func PlayerTopic(id store.PlayerID) string {
	return protocol.TopicPlayer + ":" + strconv.FormatInt(int64(id), 10)
}

// Topic numbers the events of one topic. It belongs to one actor and is the only way from an actor to the Publisher.
type Topic struct {
	to     Publisher
	name   string
	epoch  uint32
	offset uint64
}

// NewTopic starts a topic at offset 0 of an epoch.
func NewTopic(to Publisher, name string, epoch uint32) *Topic {
	return &Topic{to: to, name: name, epoch: epoch}
}

// Publish sends one event.
func (t *Topic) Publish(atMS int64, kind uint16, body msgp.Marshaler) {
	t.offset++
	t.to.Publish(Event{Topic: t.name, Epoch: t.epoch, Offset: t.offset, AtMS: atMS, Type: kind, Body: encode(body)})
}

// Snapshot stamps a snapshot with the position of the topic.
func (t *Topic) Snapshot(kind uint16, body msgp.Marshaler) Snapshot {
	return Snapshot{Epoch: t.epoch, Offset: t.offset, Type: kind, Body: encode(body)}
}

// Presence is the number of subscribers.
func (t *Topic) Presence() int { return t.to.Presence(t.name) }

func encode(body msgp.Marshaler) []byte {
	b, err := body.MarshalMsg(nil)
	if err != nil { // a message of the server that does not encode is a broken invariant
		panic("publish: " + err.Error())
	}
	return b
}

// decode reads a message that is the whole of a body.
func decode(body []byte, into msgp.Unmarshaler) error {
	rest, err := into.UnmarshalMsg(body)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes behind the end", len(rest))
	}
	return err
}

// Epoch numbers the life of a topic that has no epoch of its own in the store: quarters of a second since 2024, so that
// a later start is a later epoch. Have it checked by directory.Activation.Epoch: handlers of one actor may start within
// one quarter, and clocks may jump back.
func Epoch(start time.Time) uint32 {
	const origin = 1_704_067_200_000 // 2024-01-01 in ms
	return uint32((start.UnixMilli() - origin) / 250)
}
