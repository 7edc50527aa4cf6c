package beacon

import (
	"time"

	"jadebox/store"
)

// spreadMS is over how long after a round's due time the rooms that wait for it draw.
const (
	spreadBits = 10
	spreadMS   = 1 << spreadBits
)

// DrawsAt is when a room asks for the value of its round that falls due at dueMS: within about a second after it, each
// room at a moment of its own, so that hundreds of rooms that wait for one value do not all commit and publish at
// once (tools/bench/rooms: an event's p99 beside that of one room alone). Fairness is untouched: the round was named
// before, and its value is the same.
func DrawsAt(dueMS int64, room store.RoomID) time.Time {
	// Fibonacci hashing (Knuth, TAOCP 6.4): neighbouring ids lie far apart.
	return time.UnixMilli(dueMS + int64(uint64(room)*0x9e3779b97f4a7c15>>(64-spreadBits)))
}
