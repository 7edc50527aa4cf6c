package delivery

import (
	"encoding/json"
	"fmt"
	"strconv"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// Kinds of an order's ops. Each step has a key of its own that names the order, so that it is taken once whatever
// process takes it.
const (
	Kind        = "retrieval"     // of the record
	KindRequest = "item.retrieve" // under the client's key
	KindApprove = "item.approve"
	KindAsk     = "item.ask"
	KindShip    = "item.ship"
	KindFail    = "item.unship"
	KindCancel  = "item.recall" // under the client's key
	KindRelease = "item.release"
)

// Statuses of GET /finance/assets/status (product-spec §4).
const (
	StatusFailed   = 0
	StatusProgress = 1
	StatusShipped  = 2
	StatusRejected = 6
)

// StatusOf is how an item stands on its way to the player; ok is false for one that is not on it.
func StatusOf(s store.ItemStatus) (status int, ok bool) {
	switch s {
	case store.ItemAwaitingDelivery:
		return StatusProgress, true
	case store.ItemRetrieved:
		return StatusShipped, true
	case store.ItemRetrievalFailed, store.ItemRepeatedFailures:
		return StatusFailed, true
	case store.ItemRejected, store.ItemOffersRejected:
		return StatusRejected, true
	}
	return 0, false
}

// Retrievable reports whether a player may ask for an item in that status: one that lies in the backpack, or one that
// came back and has not come back too often.
func Retrievable(s store.ItemStatus) bool {
	return s == store.ItemInBackpack || s == store.ItemRetrievalFailed || s == store.ItemRejected
}

var (
	ErrCount     = apierr.New(protocol.CodeItemCount)
	ErrForeign   = apierr.New(protocol.CodeItemForeign)
	ErrState     = apierr.New(protocol.CodeItemState)
	ErrTradeLink = apierr.New(protocol.CodeTradeLink)
	ErrGone      = apierr.New(protocol.CodeRetrieveGone)
	ErrReviewed  = apierr.New(protocol.CodeRetrieveStep)
	// ErrStep is a step that an order cannot take now, or has taken.
	ErrStep = fmt.Errorf("delivery: the order is not in that state")
)

// Item is one item of an order, with how often it came back before.
type Item struct {
	ID         store.ItemID     `json:"id"`
	Def        store.DefID      `json:"def"`
	ValueCents int64            `json:"valueCents"`
	Failures   int              `json:"failures,omitempty"`
	Declines   int              `json:"declines,omitempty"`
	Before     store.ItemStatus `json:"before,omitempty"` // where it was when it was asked for
}

// Order is the record. The trade link is in it alone, never in the journal.
type Order struct {
	ID        store.RoomID     `json:"-"`
	Step      store.RoomStatus `json:"-"`
	Player    store.PlayerID   `json:"player"`
	Items     []Item           `json:"items"`
	TradeURL  string           `json:"tradeUrl"`
	Outcome   State            `json:"outcome,omitempty"` // how it ended
	Note      string           `json:"note,omitempty"`    // of the operator
	Unseen    bool             `json:"unseen,omitempty"`  // not reviewed: it was small
	AtMS      int64            `json:"atMs"`
	ChangedMS int64            `json:"changedMs"`
}

// ReadOrder reads a record of Kind.
func ReadOrder(r store.Room) (Order, error) {
	var o Order
	if r.Kind != Kind {
		return o, fmt.Errorf("%w: record %d is a %s", ErrStep, r.ID, r.Kind)
	}
	if err := json.Unmarshal(r.State, &o); err != nil {
		return o, fmt.Errorf("delivery: order %d: %w", r.ID, err)
	}
	o.ID, o.Step = r.ID, r.Status
	return o, nil
}

// ValueCents is what the items of an order are worth.
func (o Order) ValueCents() (sum int64) {
	for _, it := range o.Items {
		sum += it.ValueCents
	}
	return sum
}

// Key is what a bot knows the order by.
func (o Order) Key() string { return "t" + strconv.FormatInt(int64(o.ID), 10) }

// stepKey has a sign that no client's key may have.
func stepKey(id store.RoomID, step string) string {
	return "retrieval:" + strconv.FormatInt(int64(id), 10) + ":" + step
}

// Record is the stored result of a request and of a step: what the journal knows of an order.
type Record struct {
	ID      store.RoomID `json:"id"`
	Items   []Item       `json:"items"`
	Outcome State        `json:"outcome,omitempty"`
	Unseen  bool         `json:"unseen,omitempty"` // not reviewed: it was small
	AtMS    int64        `json:"atMs"`             // of the request
}

// ReadRecord reads the stored result of an op of KindRequest, KindApprove, KindShip, KindFail, KindCancel or
// KindRelease.
func ReadRecord(op store.OpID, result []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(result, &r); err != nil {
		return r, fmt.Errorf("delivery: result of op %d: %w", op, err)
	}
	return r, nil
}

// Status is how an order stands, by the numbers of product-spec §4.
func (o Order) Status() int {
	switch {
	case o.Step == store.RoomSettled:
		return StatusShipped
	case o.Step != store.RoomVoid:
		return StatusProgress
	case o.Outcome == Declined || o.Outcome == Refused:
		return StatusRejected
	}
	return StatusFailed
}
