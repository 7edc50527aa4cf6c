package rain

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

const (
	leastCents = 1
	graceMS    = 1_000  // a click in the last moment is on its way
	settleMS   = 60_000 // after the end, by when the round must be settled
)

// Record is the whole durable state of a round. What is not in it follows from it.
type Record struct {
	Room       store.RoomID `json:"room"`
	PoolCents  int64        `json:"poolCents"`
	Packets    int          `json:"packets"`
	ClaimsMax  int          `json:"claimsMax"`
	CapCents   int64        `json:"capCents"`
	DurationMS int64        `json:"durationMs"`
	WantedMS   int64        `json:"wantedMs"` // start, when the beacon is in time
	Key        string       `json:"key"`      // hex; secret until the round is final
	Commit     string       `json:"commit"`
	Secret     []byte       `json:"secret"` // makes packet ids

	CreatedMS int64 `json:"createdMs"`
	room.Awaited
	Root       string `json:"root,omitempty"`
	StartsMS   int64  `json:"startsMs,omitempty"`
	EndedMS    int64  `json:"endedMs,omitempty"`
	VoidReason string `json:"voidReason,omitempty"`

	status store.RoomStatus
	claims []claim // in the order in which they came; never changed in place
	passed []int   // places below next that are free: each holds more than those who came might still take
	next   int     // no place from here on was taken or passed
	shares map[store.PlayerID]share
	draw   fairness.RainDraw // once there is a beacon
	paid   int64
}

// claim is one packet that was paid.
type claim struct {
	place  int // in the committed list
	player store.PlayerID
	slot   int
	key    [8]byte // of the command: distinguishes a repetition from a second claim
	bot    bool
	atMS   int64
}

// share is what one player has got.
type share struct {
	cents  int64
	places [protocol.RainClaimsMax]int32 // 1 + place, by slot
	claims int
}

func (r Record) scope() string { return fairness.RainScope(int64(r.Room)) }

func (r Record) context() fairness.RainContext {
	return fairness.RainContext{Room: int64(r.Room), PoolCents: r.PoolCents, Packets: r.Packets, LeastCents: leastCents,
		ClaimsMax: r.ClaimsMax,
		CapCents:  r.CapCents, Commit: r.Commit, BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound}
}

// deal draws the amounts, the same ones whenever it is asked.
func (r *Record) deal() (err error) {
	r.draw, err = room.Drawn(fairness.DrawRain, r.Key, r.context(), r.Awaited)
	return err
}

func (r Record) amount(place int) int64 { return r.draw.Amounts[place] }

func (r Record) endsMS() int64 { return r.StartsMS + r.DurationMS }

// packetID names packet slot of a player: its digit, and 96 bits that only the server can make.
func (r Record) packetID(p store.PlayerID, slot int) string {
	mac := hmac.New(sha256.New, r.Secret)
	mac.Write([]byte("rain-packet\n" + strconv.FormatInt(int64(p), 10) + "\n" + strconv.Itoa(slot) + "\n"))
	return strconv.Itoa(slot) + hex.EncodeToString(mac.Sum(nil)[:12])
}

// slotOf finds a packet of a player by its id, -1 when it is not one.
func (r Record) slotOf(p store.PlayerID, id string) int {
	if len(id) != 25 || id[0] < '0' || int(id[0]-'0') >= r.ClaimsMax {
		return -1
	}
	slot := int(id[0] - '0')
	if subtle.ConstantTimeCompare([]byte(r.packetID(p, slot)), []byte(id)) != 1 {
		return -1
	}
	return slot
}

// opensMS is when a packet may be claimed: they open evenly, so that the last is there as long as one falls.
func (r Record) opensMS(slot int) int64 {
	return r.StartsMS + int64(slot)*max(r.DurationMS-protocol.RainLifeMS, 0)/int64(r.ClaimsMax)
}

// grown returns a copy that take may be called on, with room for n claims.
func (r Record) grown(n int) Record {
	r.claims = slices.Grow(slices.Clip(r.claims), n)
	r.passed = slices.Clone(r.passed)
	r.shares = maps.Clone(r.shares)
	return r
}

// take adds a claim to a record that is not shared yet.
func (r *Record) take(c claim) {
	r.claims = append(r.claims, c)
	r.countFrom(len(r.claims) - 1)
}

// passMost is how many places may wait for a player who may still take what they hold. The auditor walks the places of
// a rain that falls, and gives up where 100 in a row are free.
const passMost = 64

// placeFor is the first free place that holds at most so many cents, -1 when none of those that are looked at does.
func (r Record) placeFor(cents int64) int {
	for _, place := range r.passed {
		if r.amount(place) <= cents {
			return place
		}
	}
	for place := r.next; place < r.Packets && place-r.next+len(r.passed) <= passMost; place++ {
		if r.amount(place) <= cents {
			return place
		}
	}
	return -1
}

// occupy takes a free place out of the list of those that are.
func (r *Record) occupy(place int) {
	if i := slices.Index(r.passed, place); i >= 0 {
		r.passed = slices.Delete(r.passed, i, i+1)
		return
	}
	for ; r.next < place; r.next++ {
		r.passed = append(r.passed, r.next)
	}
	r.next = place + 1
}

// claimAt finds the claim that took a place.
func (r Record) claimAt(place int) (claim, bool) {
	i := slices.IndexFunc(r.claims, func(c claim) bool { return c.place == place })
	if i < 0 {
		return claim{}, false
	}
	return r.claims[i], true
}

// countFrom counts the claims from one on into the shares.
func (r *Record) countFrom(from int) {
	if r.shares == nil {
		r.shares = map[store.PlayerID]share{}
	}
	for _, c := range r.claims[from:] {
		s := r.shares[c.player]
		s.cents += r.amount(c.place)
		s.places[c.slot] = int32(c.place) + 1
		s.claims++
		r.shares[c.player] = s
		r.paid += r.amount(c.place)
		r.occupy(c.place)
	}
}

// Status implements room.State.
func (r Record) Status() store.RoomStatus { return r.status }

// Deadline implements room.State.
func (r Record) Deadline() time.Time {
	switch {
	case r.status.Final():
		return time.Time{}
	case r.status == store.RoomRunning:
		return time.UnixMilli(r.endsMS() + settleMS)
	default:
		return r.GivenUp().Add(settleMS * time.Millisecond)
	}
}

// Wake implements room.State.
func (r Record) Wake() time.Time {
	switch r.status {
	case store.RoomLocked:
		return time.UnixMilli(r.BeaconDueMS)
	case store.RoomRunning:
		return time.UnixMilli(r.endsMS() + graceMS)
	default:
		return time.Time{}
	}
}

// Encode implements room.State: the status, the head as JSON behind its length, and the claims. The list is written
// with each op, so an entry is about 14 bytes. A place is written where it is not that of the entry: rounds of releases
// that gave each claim the next place read as they did.
func (r Record) Encode() ([]byte, error) {
	head, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, len(head)+16+16*len(r.claims))
	b = append(b, byte(r.status))
	b = binary.AppendUvarint(b, uint64(len(head)))
	b = append(b, head...)
	b = binary.AppendUvarint(b, uint64(len(r.claims)))
	for i, c := range r.claims {
		flags := byte(c.slot) << slotShift
		if c.bot {
			flags |= flagBot
		}
		if c.place != i {
			flags |= flagPlace
		}
		b = binary.AppendUvarint(b, uint64(c.player))
		b = append(b, flags)
		b = append(b, c.key[:]...)
		b = binary.AppendUvarint(b, uint64(max(c.atMS-r.StartsMS, 0)))
		if c.place != i {
			b = binary.AppendUvarint(b, uint64(c.place))
		}
	}
	return b, nil
}

// Bits of an entry's flags; the slot stands in between.
const (
	flagBot   = 1
	slotShift = 1
	flagPlace = 0x80
)

var errState = fmt.Errorf("rain: state is damaged")

// readHead reads all but the claims, and how many of those there are.
func readHead(state []byte) (r Record, claims int, rest []byte, err error) {
	if len(state) == 0 {
		return r, 0, nil, errState
	}
	status := store.RoomStatus(state[0])
	size, n := binary.Uvarint(state[1:])
	if n <= 0 || size > uint64(len(state)-1-n) {
		return r, 0, nil, errState
	}
	rest = state[1+n:]
	if err := json.Unmarshal(rest[:size], &r); err != nil {
		return r, 0, nil, fmt.Errorf("%w: %w", errState, err)
	}
	r.status = status
	count, n := binary.Uvarint(rest[size:])
	if n <= 0 || count > uint64(r.Packets) {
		return r, 0, nil, errState
	}
	return r, int(count), rest[int(size)+n:], nil
}

func decode(state []byte) (Record, error) {
	r, count, rest, err := readHead(state)
	if err != nil {
		return r, err
	}
	in := bytes.NewReader(rest)
	r.claims = make([]claim, count)
	taken := make([]bool, r.Packets)
	for i := range r.claims {
		c := &r.claims[i]
		player, e1 := binary.ReadUvarint(in)
		flags, e2 := in.ReadByte()
		_, e3 := in.Read(c.key[:])
		delta, e4 := binary.ReadUvarint(in)
		place, e5 := uint64(i), error(nil)
		if flags&flagPlace != 0 {
			place, e5 = binary.ReadUvarint(in)
		}
		slot := int(flags &^ flagPlace >> slotShift)
		if cmp.Or(e1, e2, e3, e4, e5) != nil || slot >= r.ClaimsMax || place >= uint64(r.Packets) || taken[place] {
			return r, errState
		}
		taken[place] = true
		*c = claim{place: int(place), player: store.PlayerID(player), slot: slot, key: c.key, bot: flags&flagBot != 0,
			atMS: r.StartsMS + int64(delta)}
	}
	if in.Len() > 0 || count > 0 && r.Beacon == nil {
		return r, errState
	}
	if r.Beacon != nil {
		if err := r.deal(); err != nil {
			return r, err
		}
	}
	r.countFrom(0)
	return r, nil
}
