package luckycard

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/store"
)

const (
	lifeMax   = 30 * 24 * time.Hour // an unfinished deck is closed and opened then
	lastMax   = time.Hour           // so long the top prize lies alone: it costs more than it is worth
	settleMax = 60 * time.Second
)

// Record is the whole durable state of a room. What is not in it follows from it.
type Record struct {
	Room       store.RoomID     `json:"room"`
	Deck       string           `json:"deck"`
	ReturnPPM  int64            `json:"returnPpm,omitempty"`
	PriceCents int64            `json:"priceCents,omitempty"` // of every flip, before there was a return
	Cards      []Card           `json:"cards"`
	State      store.RoomStatus `json:"status"`
	Key        string           `json:"key"` // hex; secret until the room is final
	Commit     string           `json:"commit"`

	CreatedMS int64 `json:"createdMs"`
	room.Awaited
	Flips      []Turned `json:"flips,omitempty"` // never changed in place
	EndedMS    int64    `json:"endedMs,omitempty"`
	VoidReason string   `json:"voidReason,omitempty"`

	draw fairness.DeckDraw // once there is a beacon
}

// Turned is one flip.
type Turned struct {
	Place  int            `json:"place"`
	Card   int64          `json:"card,omitempty"` // 0 in a deck of one price
	Player store.PlayerID `json:"player"`
	Name   string         `json:"name"`
	Avatar string         `json:"avatar"`
	Bot    bool           `json:"bot,omitempty"`
	AtMS   int64          `json:"atMs"`
}

// Encode implements room.State.
func (r Record) Encode() ([]byte, error) { return json.Marshal(r) }

// read is decode without the order of the cards, for callers that only count them.
func read(state []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(state, &r); err != nil {
		return r, fmt.Errorf("luckycard: state: %w", err)
	}
	return r, nil
}

func decode(state []byte) (Record, error) {
	r, err := read(state)
	if err != nil {
		return r, err
	}
	if r.Beacon != nil {
		if err := r.deal(); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r Record) scope() string { return fairness.LuckycardScope(int64(r.Room)) }

func (r Record) context() fairness.LuckycardContext {
	c := fairness.LuckycardContext{Room: int64(r.Room), PriceCents: r.PriceCents, ReturnPPM: r.ReturnPPM,
		Commit:       r.Commit,
		BeaconSource: r.BeaconSource, BeaconRound: r.BeaconRound}
	for i, card := range r.Cards {
		c.Cards = append(c.Cards, fairness.DeckCard{ID: int64(i) + 1, Def: int64(card.Def),
			ValueCents: card.ValueCents})
	}
	return c
}

// deal shuffles: the same record gives the same order, today and after any crash.
func (r *Record) deal() (err error) {
	r.draw, err = room.Drawn(fairness.DrawDeck, r.Key, r.context(), r.Awaited)
	return err
}

// card is what lies at a place.
func (r Record) card(place int) (id int64, c Card) {
	id = r.draw.Order[place]
	return id, r.Cards[id-1]
}

func (r Record) root() string {
	if r.draw.Commitment == nil {
		return ""
	}
	return r.draw.Commitment.Root()
}

func (r Record) turned(place int) bool {
	return slices.ContainsFunc(r.Flips, func(t Turned) bool { return t.Place == place })
}

// flipCents is what a flip costs once the first n were made.
func (r Record) flipCents(n int) int64 {
	if r.ReturnPPM == 0 || n >= len(r.Cards) {
		return r.PriceCents
	}
	sum, left := r.faceDown(n)
	return fairness.FlipCents(sum, left, r.ReturnPPM)
}

// faceDown is what the cards are worth that lie face down once the first n flips were made, and how many they are.
func (r Record) faceDown(n int) (cents, cards int64) {
	for _, c := range r.Cards {
		cents += c.ValueCents
	}
	for _, t := range r.Flips[:n] {
		cents -= r.Cards[t.Card-1].ValueCents
	}
	return cents, int64(len(r.Cards) - n)
}

// offer is what the next flip costs and gives back of it; of a deck that is over, what its last one did.
func (r Record) offer() (cents, returnPPM int64) {
	n := len(r.Flips)
	if r.State == store.RoomSettled {
		n--
	}
	cents = r.flipCents(n)
	if r.ReturnPPM == 0 {
		return cents, ReturnPPM
	}
	worth, cards := r.faceDown(n)
	return cents, worth * 1_000_000 / (cards * cents)
}

func (r Record) proofFlips() []fairness.DeckFlip {
	list := make([]fairness.DeckFlip, len(r.Flips))
	for i, t := range r.Flips {
		id, _ := r.card(t.Place)
		list[i] = fairness.DeckFlip{Place: t.Place, Player: int64(t.Player), Card: id}
	}
	return list
}

// Status implements room.State.
func (r Record) Status() store.RoomStatus { return r.State }

// Deadline implements room.State.
func (r Record) Deadline() time.Time {
	switch r.State {
	case store.RoomLocked:
		return r.GivenUp()
	case store.RoomRunning:
		if r.ReturnPPM == 0 {
			return time.UnixMilli(r.CreatedMS).Add(lifeMax + settleMax)
		}
		return r.Wake().Add(settleMax)
	default:
		return time.Time{}
	}
}

// Wake implements room.State.
func (r Record) Wake() time.Time {
	switch r.State {
	case store.RoomLocked:
		return beacon.DrawsAt(r.BeaconDueMS, r.Room)
	case store.RoomRunning:
		end := time.UnixMilli(r.CreatedMS).Add(lifeMax)
		if n := len(r.Flips); n == len(r.Cards)-1 {
			if last := time.UnixMilli(r.Flips[n-1].AtMS).Add(lastMax); last.Before(end) {
				return last
			}
		}
		if r.ReturnPPM == 0 { // of one price: waiting would pay
			return time.UnixMilli(r.CreatedMS)
		}
		return end
	default:
		return time.Time{}
	}
}

// ResultPrefix begins the result id of a room ("luckycard-7") or of one flip in it ("luckycard-7-17") in
// /api/fair/result.
const ResultPrefix = "luckycard-"

// ResultID names a flip; place -1 the whole room.
func ResultID(id store.RoomID, place int) string {
	whole := ResultPrefix + strconv.FormatInt(int64(id), 10)
	if place < 0 {
		return whole
	}
	return whole + "-" + strconv.Itoa(place)
}

type (
	event = room.Event[Record]
	step  = room.Step[Record]
)
