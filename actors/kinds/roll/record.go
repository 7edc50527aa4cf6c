package roll

import (
	"slices"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

const (
	aheadMin  = 20 * time.Second    // from the publication to the draw
	aheadMax  = 30 * 24 * time.Hour // from the creation to the draw
	settleMax = 60 * time.Second    // after the draw's time, by when the roster must be locked
)

// Record is the whole durable state of a roll room. What is not in it follows from it.
type Record struct {
	Room        store.RoomID        `json:"room"`
	Host        store.PlayerID      `json:"host,omitempty"` // 0: the house
	HostName    string              `json:"hostName,omitempty"`
	HostAvatar  string              `json:"hostAvatar,omitempty"`
	Name        string              `json:"name"`
	Description string              `json:"description,omitempty"`
	JoinType    string              `json:"joinType"`
	Tasks       []protocol.RollTask `json:"tasks,omitempty"`
	Prizes      []Prize             `json:"prizes"` // the id of a prize is its place here, from 1
	OpenAtMS    int64               `json:"openAtMs"`
	JoinMax     int                 `json:"joinMax"`
	Key         string              `json:"key"` // hex; secret until the room is final
	Commit      string              `json:"commit"`
	Token       string              `json:"token"`              // of the overlay
	Salt        []byte              `json:"salt"`               // of the passwords
	Password    []byte              `json:"password,omitempty"` // hash

	CreatedMS   int64 `json:"createdMs"`
	PublishedMS int64 `json:"publishedMs,omitempty"`
	LockedMS    int64 `json:"lockedMs,omitempty"`
	room.Awaited
	EndedMS    int64  `json:"endedMs,omitempty"`
	VoidReason string `json:"voidReason,omitempty"`

	entrants []Entrant
	helpers  []helper // players who brought others without having joined
	once     []once
	status   store.RoomStatus
	wins     []fairness.RollWin // of a drawn room
}

// Prize is an item in escrow, gems in escrow (Def 0), or an item that the house makes (Item 0).
type Prize struct {
	Item       store.ItemID `json:"item,omitempty"`
	Def        store.DefID  `json:"def,omitempty"`
	ValueCents int64        `json:"valueCents"`
}

// Entrant is one place, in join order.
type Entrant struct {
	Player  store.PlayerID
	Name    string
	Avatar  string
	Frame   string // head frame when joining; "" for none
	Assists int    // at most assistsMax
	Bot     bool   // a house player; shown
}

type helper struct {
	player  store.PlayerID
	assists int
}

// assistsMax keeps weights at RollWeightMax.
const assistsMax = fairness.RollWeightMax - 1

func (e Entrant) weight() int { return 1 + e.Assists }

// clone separates what rules change in place.
func (r Record) clone() Record {
	r.entrants, r.helpers, r.once = slices.Clone(r.entrants), slices.Clone(r.helpers), slices.Clone(r.once)
	return r
}

// placeOf is the place of a player, -1 for none.
func (r Record) placeOf(p store.PlayerID) int {
	return slices.IndexFunc(r.entrants, func(e Entrant) bool { return e.Player == p })
}

func (r Record) helperOf(p store.PlayerID) int {
	return slices.IndexFunc(r.helpers, func(h helper) bool { return h.player == p })
}

// assistsOf counts for members and for those who have not joined yet.
func (r Record) assistsOf(p store.PlayerID) int {
	if i := r.placeOf(p); i >= 0 {
		return r.entrants[i].Assists
	}
	if i := r.helperOf(p); i >= 0 {
		return r.helpers[i].assists
	}
	return 0
}

func (r Record) totalWeight() (sum int64) {
	for _, e := range r.entrants {
		sum += int64(e.weight())
	}
	return sum
}

// vipLevel is the least level that may join, 0 for every player.
func (r Record) vipLevel() int32 {
	i := slices.IndexFunc(r.Tasks, func(t protocol.RollTask) bool { return t.Kind == protocol.TaskVIP })
	if i < 0 {
		return 0
	}
	return int32(r.Tasks[i].Target)
}

func (r Record) draft() bool { return r.PublishedMS == 0 }

// ripe reports whether it is time to lock the roster.
func (r Record) ripe(now time.Time) bool {
	return r.status == store.RoomOpen && !r.draft() && len(r.entrants) > 0 && now.UnixMilli() >= r.OpenAtMS
}

// gemsCents is what the escrow holds of the room's gem prizes until it is final.
func (r Record) gemsCents() (sum int64) {
	for _, p := range r.Prizes {
		if p.Def == 0 {
			sum += p.ValueCents
		}
	}
	return sum
}

// Status implements room.State.
func (r Record) Status() store.RoomStatus { return r.status }

// Deadline implements room.State.
func (r Record) Deadline() time.Time {
	switch r.status {
	case store.RoomOpen:
		return time.UnixMilli(r.OpenAtMS).Add(settleMax)
	case store.RoomLocked:
		return r.GivenUp()
	default:
		return time.Time{}
	}
}

// Wake implements room.State.
func (r Record) Wake() time.Time {
	switch r.status {
	case store.RoomOpen:
		return time.UnixMilli(r.OpenAtMS)
	case store.RoomLocked:
		return beacon.DrawsAt(r.BeaconDueMS, r.Room)
	default:
		return time.Time{}
	}
}

// context is the roster leaf. It fails until the roster is locked.
func (r Record) context() fairness.RollContext {
	c := fairness.RollContext{Room: int64(r.Room), Commit: r.Commit, BeaconSource: r.BeaconSource,
		BeaconRound: r.BeaconRound}
	for i, p := range r.Prizes {
		c.Prizes = append(c.Prizes, fairness.RollPrize{ID: int64(i) + 1, Item: strconv.FormatInt(int64(p.Item), 10),
			Def: int64(p.Def), ValueCents: p.ValueCents})
	}
	c.Entrants = make([]fairness.RollEntrant, len(r.entrants))
	for i, e := range r.entrants {
		c.Entrants[i] = fairness.RollEntrant{Player: int64(e.Player), Weight: uint64(e.weight())}
	}
	return c
}

// deal draws the winners: the same record gives the same draw, today and after any crash.
func (r *Record) deal() (err error) {
	r.wins, err = room.Drawn(fairness.DrawRoll, r.Key, r.context(), r.Awaited)
	return err
}

func (r Record) scope() string { return fairness.RollScope(int64(r.Room)) }

func (r Record) resultID() string { return ResultPrefix + strconv.FormatInt(int64(r.Room), 10) }

// ResultPrefix begins the result id of a room in /api/fair/result.
const ResultPrefix = "roll-"

// Events and steps of this kind.
type (
	event = room.Event[Record]
	step  = room.Step[Record]
)
