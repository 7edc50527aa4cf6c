package battle

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// Times of a battle (docs/rules.md, "Battles"; contract of the rounds: protocol.RoundMS).
const (
	WaitMax   = 60 * time.Minute // then the room is refunded
	BotsAfter = 15 * time.Second // then the host may fill seats with bots
	settleMax = 60 * time.Second // after the last round, by when the store expects it settled
)

// Record is the whole durable state of a battle. What is not in it follows from it.
type Record struct {
	Room       store.RoomID   `json:"room"`
	Host       store.PlayerID `json:"host"`
	Mode       string         `json:"mode"`
	Private    bool           `json:"private,omitempty"`
	Code       string         `json:"code,omitempty"` // invite code of a private room
	Tables     []Table        `json:"tables"`         // each distinct box once
	Rounds     []int          `json:"rounds"`         // index into Tables
	EntryCents int64          `json:"entryCents"`
	Seats      []Seat         `json:"seats"`
	Key        string         `json:"key"` // hex; secret until the room is final
	Commit     string         `json:"commit"`

	CreatedMS int64 `json:"createdMs"`
	LockedMS  int64 `json:"lockedMs,omitempty"`
	room.Awaited
	StartedMS  int64  `json:"startedMs,omitempty"`
	EndedMS    int64  `json:"endedMs,omitempty"`
	VoidReason string `json:"voidReason,omitempty"`

	status   store.RoomStatus
	shown    int                  // rounds published to the watchers
	draw     *fairness.BattleDraw // from the start on
	settleOp store.OpID           // from the settlement on
}

// Table is a box as it was when the room was created; its odds are fixed from then on.
type Table struct {
	Box        store.BoxID          `json:"box"`
	Version    uint32               `json:"version"`
	PriceCents int64                `json:"priceCents"`
	OddsHash   string               `json:"oddsHash"`
	Entries    []fairness.OddsEntry `json:"entries"`
}

// Seat is a place; Player 0 is a free one. PaidCents is in escrow until the room is final. A Bot pays nothing and what
// it wins is burnt; a House player has a wallet like any player. Both are shown as bots.
type Seat struct {
	Player       store.PlayerID `json:"player"`
	Name         string         `json:"name,omitempty"`
	Avatar       string         `json:"avatar,omitempty"`
	VIP          uint8          `json:"vip,omitempty"`
	Frame        string         `json:"frame,omitempty"` // head frame
	Bot          bool           `json:"bot,omitempty"`
	House        bool           `json:"house,omitempty"`
	UserSeed     string         `json:"userSeed,omitempty"`
	PaidCents    int64          `json:"paidCents,omitempty"`
	Voucher      store.ItemID   `json:"card,omitempty"`      // that the room holds for this seat
	VoucherCents int64          `json:"cardCents,omitempty"` // of PaidCents, by the house for the voucher
}

// ownCents is what the player paid: the rest of PaidCents is the house's, for a voucher.
func (s Seat) ownCents() int64 { return s.PaidCents - s.VoucherCents }

// flagged reports whether no human sits here.
func (s Seat) flagged() bool { return s.Bot || s.House }

// stored is the encoding of a record.
type stored struct {
	Record
	Status store.RoomStatus `json:"status"`
}

// Encode implements room.State.
func (r Record) Encode() ([]byte, error) { return json.Marshal(stored{r, r.status}) }

func decode(state []byte) (Record, error) {
	var s stored
	if err := json.Unmarshal(state, &s); err != nil {
		return Record{}, fmt.Errorf("battle: state: %w", err)
	}
	r := s.Record
	r.status = s.Status
	if r.Beacon != nil && r.status != store.RoomVoid {
		if err := r.deal(); err != nil {
			return Record{}, err
		}
	}
	return r, nil
}

// clone separates what rules change in place.
func (r Record) clone() Record {
	r.Seats = slices.Clone(r.Seats)
	return r
}

func (r Record) full() bool {
	return !slices.ContainsFunc(r.Seats, func(s Seat) bool { return s.Player == 0 })
}

// seatOf is the seat of a player, -1 for none.
func (r Record) seatOf(p store.PlayerID) int {
	return slices.IndexFunc(r.Seats, func(s Seat) bool { return s.Player == p && p != 0 })
}

// humans lists the players with money in the room.
func (r Record) humans() []store.PlayerID {
	var list []store.PlayerID
	for _, s := range r.Seats {
		if s.Player != 0 && !s.Bot {
			list = append(list, s.Player)
		}
	}
	return list
}

func (r Record) escrowCents() int64 {
	var sum int64
	for _, s := range r.Seats {
		sum += s.PaidCents
	}
	return sum
}

func (r Record) resultID() string { return Kind + "-" + strconv.FormatInt(int64(r.Room), 10) }

func (r Record) expires() time.Time { return time.UnixMilli(r.CreatedMS).Add(WaitMax) }

func (r Record) endsMS() int64 { return r.StartedMS + int64(len(r.Rounds))*protocol.RoundMS }

// asOf is a record that is not played yet, with the rounds shown whose second has come.
func (r Record) asOf(now time.Time) Record {
	r.shown = r.due(now)
	return r
}

// due is how many rounds have begun.
func (r Record) due(now time.Time) int {
	if r.StartedMS == 0 {
		return 0
	}
	past := now.UnixMilli() - r.StartedMS
	if past < 0 {
		return 0
	}
	return int(min(past/protocol.RoundMS+1, int64(len(r.Rounds))))
}

// Status implements room.State.
func (r Record) Status() store.RoomStatus { return r.status }

// Deadline implements room.State.
func (r Record) Deadline() time.Time {
	switch r.status {
	case store.RoomOpen:
		return r.expires()
	case store.RoomLocked:
		return r.GivenUp()
	case store.RoomRunning:
		return time.UnixMilli(r.endsMS()).Add(settleMax)
	default:
		return time.Time{}
	}
}

// Wake implements room.State.
func (r Record) Wake() time.Time {
	switch r.status {
	case store.RoomOpen:
		if r.full() {
			return time.UnixMilli(r.CreatedMS) // lock now
		}
		return r.expires()
	case store.RoomLocked:
		return beacon.DrawsAt(r.BeaconDueMS, r.Room)
	case store.RoomRunning:
		return time.UnixMilli(r.StartedMS + int64(r.shown)*protocol.RoundMS)
	default:
		return time.Time{}
	}
}

// context is the roster leaf. It fails until the roster is locked.
func (r Record) context() fairness.BattleContext {
	c := fairness.BattleContext{Room: int64(r.Room), Mode: fairness.BattleMode(r.Mode), Commit: r.Commit,
		BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound}
	for i, s := range r.Seats {
		c.Seats = append(c.Seats, fairness.Seat{Seat: i, Player: int64(s.Player), UserSeed: s.UserSeed,
			Bot: s.flagged()})
	}
	for _, t := range r.Rounds {
		c.OddsHashes = append(c.OddsHashes, r.Tables[t].OddsHash)
	}
	return c
}

// odds rebuilds the tables; their hashes were fixed when the room was created.
func (r Record) odds() ([]*fairness.Odds, error) {
	tables := make([]*fairness.Odds, len(r.Tables))
	for i, t := range r.Tables {
		odds, err := fairness.NewOdds(int64(t.Box), t.Version, t.Entries)
		if err != nil {
			return nil, err
		}
		if odds.Hash() != t.OddsHash {
			return nil, fmt.Errorf("%w: table of box %d", fairness.ErrMismatch, t.Box)
		}
		tables[i] = odds
	}
	return tables, nil
}

// deal draws the whole battle: the same record gives the same draw, today and after any crash.
func (r *Record) deal() error {
	tables, err := r.odds()
	if err != nil {
		return err
	}
	byRound := make([]*fairness.Odds, len(r.Rounds))
	for i, t := range r.Rounds {
		byRound[i] = tables[t]
	}
	key, err := fairness.ParseKey(r.Key)
	if err != nil {
		return err
	}
	draw, err := fairness.DrawBattle(key, r.context(), *r.Beacon, byRound)
	if err != nil {
		return err
	}
	r.draw = &draw
	return nil
}

// result is the draw of one seat in one round.
func (r Record) result(round, seat int) fairness.ResultProof {
	return r.draw.Results[round*len(r.Seats)+seat]
}

// Events and steps of this kind.
type (
	event = room.Event[Record]
	step  = room.Step[Record]
)
