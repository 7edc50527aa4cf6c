package payment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
)

// Op kinds of an order's life. The journal is the order: each step is an op of its own under a key that names the
// order, so that a step happens once whichever process takes it, and nothing has to be kept equal with a second table.
const (
	KindOrder  = "pay.order"  // under the client's key; its op id is the order's number
	KindBegun  = "pay.begun"  // what the provider answered
	KindCredit = "pay.credit" // the gems
	KindFailed = "pay.failed" // the provider says that nothing will come (paid and taken back: store.KindReversed)
	KindEvent  = "pay.event"  // a provider's event, in the house's key space: one meaning for ever
	// KindPayer is whose a payer is, in the house's key space: the account that was paid for first, for ever.
	KindPayer   = "pay.payer"
	KindRefused = "pay.refused" // paid by the payer of an excluded player: nothing is credited
)

// OutboxRecharge is the outbox type of recharges: VIP, tasks and promotion follow it by cursors of their own. Body:
// Recharge.
const OutboxRecharge = "recharge"

// OutboxFailed is the outbox type of orders that were paid and that their provider takes back. Body: Failure.
const OutboxFailed = "recharge.failed"

// Currency of every order.
const Currency = "BRL"

var (
	ErrAmount  = apierr.New(protocol.CodePayAmount)
	ErrChannel = apierr.New(protocol.CodePayChannel)
	ErrGone    = apierr.New(protocol.CodePayGone)
	// ErrMismatch is an event that does not match exactly the order that it names.
	ErrMismatch = errors.New("payment: event does not equal its order")
	// ErrPaidAgain is another payment for an order that was paid: an operator has to give the money back.
	ErrPaidAgain = errors.New("payment: the order was paid before")
)

// Recharge is the body of an event of OutboxRecharge, written with the credit in one op.
type Recharge struct {
	Player     store.PlayerID `json:"player"`
	Order      store.OpID     `json:"order"`
	PriceCents int64          `json:"priceCents"` // of Currency
	GemsCents  int64          `json:"gemsCents"`  // bought, without the bonus
	BonusCents int64          `json:"bonusCents"`
	AtMS       int64          `json:"atMs"`
	// Holder is whose the payer is, where it is another player's (Payer).
	Holder store.PlayerID `json:"holder,omitempty"`
}

// Failure is the body of an event of OutboxFailed.
type Failure struct {
	Player store.PlayerID `json:"player"`
	Order  store.OpID     `json:"order"`
	AtMS   int64          `json:"atMs"`
}

// Placed is an order as it was made; nothing of it changes afterwards.
type Placed struct {
	Quote
	Channel  int    `json:"channel"`
	Provider string `json:"provider"`
	Currency string `json:"currency"`
	AtMS     int64  `json:"atMs"`
	EndsMS   int64  `json:"endsMs"`
}

// State is where an order stands.
type State uint8

const (
	Waiting State = iota + 1
	Paid
	Failed
	Expired   // nothing has come in time; money that comes later is still credited
	TakenBack // paid, and taken back by the provider
	Refused   // paid by the payer of an excluded player; what another payer sends later is still credited
)

// Begun is what the provider answered, as it is sent to the client. Kept, so that asking again gives the same.
type Begun struct {
	Action    string `json:"action"`
	URL       string `json:"url,omitempty"`
	HTML      string `json:"html,omitempty"`
	Forms     string `json:"forms,omitempty"` // origins that forms of HTML may lead to
	Text      string `json:"text,omitempty"`
	Page      string `json:"page,omitempty"`
	Reference string `json:"reference"`
}

// Order is one order with all that the journal knows of it.
type Order struct {
	ID     store.OpID
	Player store.PlayerID
	Placed
	Begun   *Begun // nil until a provider has answered
	State   State
	EndedMS int64 // when it was paid, failed, was taken back or refused
	PaidMS  int64 // when it was credited, 0 for never
}

// Name is what a provider knows the order by.
func (o Order) Name() string { return name(o.ID) }

func name(id store.OpID) string { return "p" + strconv.FormatInt(int64(id), 10) }

// ParseName reads Name.
func ParseName(text string) (store.OpID, error) {
	digits, ok := strings.CutPrefix(text, "p")
	n, err := strconv.ParseInt(digits, 10, 64)
	if !ok || err != nil || n <= 0 || strconv.FormatInt(n, 10) != digits {
		return 0, ErrGone
	}
	return store.OpID(n), nil
}

// Store is what orders need of an engine.
type Store interface {
	store.Ledger
	settings.Source
	limits.Store
}

// lookMax is how often an order looks again at what its player does beside it.
const lookMax = 50

// Service takes orders and credits them. It keeps nothing in memory.
type Service struct {
	Store     Store
	Directory directory.Directory
	Now       store.Clock
	// Rate is what a buyer's level adds to an order made now, in millionths of its gems; nil adds nothing.
	Rate func(ctx context.Context, who store.PlayerID) (ppm int64, err error)
	// Settings are the zone of the days, weeks and months of a player's limits; nil: UTC.
	Settings *settings.Watch
}

// Quote is what an order would cost and give this buyer now; who = 0 is a visitor.
func (d *Service) Quote(ctx context.Context, held Settings, who store.PlayerID, gemsCents int64) (Quote, error) {
	ppm := int64(0)
	if d.Rate != nil {
		var err error
		if ppm, err = d.Rate(ctx, who); err != nil {
			return Quote{}, err
		}
	}
	return held.Quote(gemsCents, ppm)
}

// Open makes an order under the client's key; the same key gives the same order, whatever the settings say by then.
func (d *Service) Open(ctx context.Context, who store.PlayerID, key string, channel int, gemsCents int64,
	has func(provider string) bool) (Order, error) {
	held, err := Setting.Read(ctx, d.Store)
	if err != nil {
		return Order{}, err
	}
	i := slices.IndexFunc(held.Channels, func(c Channel) bool { return c.Type == channel && has(c.Provider) })
	if i < 0 {
		return Order{}, ErrChannel
	}
	quote, err := d.Quote(ctx, held, who, gemsCents)
	if err != nil {
		return Order{}, err
	}
	now := d.Now()
	placed := Placed{Quote: quote, Channel: channel, Provider: held.Channels[i].Provider, Currency: Currency,
		AtMS:   now.UnixMilli(),
		EndsMS: now.Add(time.Duration(held.LifeS) * time.Second).UnixMilli()}
	result, err := json.Marshal(placed)
	if err != nil {
		return Order{}, err
	}
	for range lookMax {
		op := &store.Op{Player: who, Key: key, Kind: KindOrder, At: now, Result: result,
			Request: sha256.Sum256(fmt.Appendf(nil, "%s %d %d", KindOrder, channel, gemsCents))}
		if refusal := d.promised(ctx, op, quote.PriceCents); refusal != nil {
			if _, made, err := d.step(ctx, who, key); !made || err != nil { // an order that was made is answered again
				return Order{}, cmp.Or(err, refusal)
			}
		}
		rec, err := d.Store.Commit(ctx, op)
		if errors.Is(err, store.ErrItemState) { // something else of this player has passed meanwhile
			continue
		}
		if err != nil {
			return Order{}, apierr.FromStore(err)
		}
		d.locked(op)
		return d.order(ctx, who, rec.Op, rec.Result)
	}
	return Order{}, player.ErrBusy
}

// Begin keeps what the provider answered; of two answers the first stands.
func (d *Service) Begin(ctx context.Context, o Order, b Begun) (Order, error) {
	result, err := json.Marshal(b)
	if err != nil {
		return o, err
	}
	key := stepKey(o.ID, ":begun")
	rec, err := d.Store.Commit(ctx, &store.Op{Player: o.Player, Key: key, Kind: KindBegun, At: d.Now(), Result: result,
		Request: sha256.Sum256([]byte(key))})
	if err != nil {
		return o, apierr.FromStore(err)
	}
	o.Begun = &Begun{}
	return o, json.Unmarshal(rec.Result, o.Begun)
}

// Find reads an order; who = 0 is the process itself. An unknown order and another player's get one answer.
func (d *Service) Find(ctx context.Context, who store.PlayerID, id store.OpID) (Order, error) {
	op, err := d.Store.Op(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Order{}, ErrGone
	case err != nil:
		return Order{}, apierr.FromStore(err)
	case op.Kind != KindOrder || who != 0 && op.Player != who:
		return Order{}, ErrGone
	}
	return d.order(ctx, op.Player, op.ID, op.Result)
}

// List pages a player's orders, newest first; paid leaves out all others.
func (d *Service) List(ctx context.Context, who store.PlayerID, paid bool, page store.Page) ([]Order, int, error) {
	kind := KindOrder
	if paid {
		kind = KindCredit
	}
	ops, total, err := d.Store.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{kind}, Page: page})
	if err != nil {
		return nil, 0, apierr.FromStore(err)
	}
	list := make([]Order, len(ops))
	for i, op := range ops {
		id := op.ID
		if paid {
			var r Recharge
			if err := json.Unmarshal(op.Result, &r); err != nil {
				return nil, 0, fmt.Errorf("payment: result of op %d: %w", op.ID, err)
			}
			id = r.Order
		}
		if list[i], err = d.Find(ctx, who, id); err != nil {
			return nil, 0, err
		}
	}
	return list, total, nil
}

// Recharged reports whether a player has bought gems (product-spec §3, "recharge") that were not all taken back.
func (d *Service) Recharged(ctx context.Context, who store.PlayerID) (bool, error) {
	return Recharged(ctx, d.Store, who)
}

// Recharged is Service.Recharged for those who read only.
func Recharged(ctx context.Context, from interface {
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}, who store.PlayerID) (bool, error) {
	_, credits, err := from.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{KindCredit},
		Page: store.Page{Limit: 1}})
	if err != nil || credits == 0 {
		return false, apierr.FromStore(err)
	}
	_, back, err := from.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{store.KindReversed},
		Page: store.Page{Limit: 1}})
	if err != nil || credits > back {
		return err == nil, apierr.FromStore(err)
	}
	_, again, err := from.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{KindRestored},
		Page: store.Page{Limit: 1}})
	return again > 0, apierr.FromStore(err)
}

func (d *Service) order(ctx context.Context, who store.PlayerID, id store.OpID, placed []byte) (Order, error) {
	o := Order{ID: id, Player: who}
	if err := json.Unmarshal(placed, &o.Placed); err != nil {
		return o, fmt.Errorf("payment: result of op %d: %w", id, err)
	}
	begun, ok, err := d.step(ctx, who, stepKey(id, ":begun"))
	if err != nil {
		return o, err
	}
	if ok {
		o.Begun = &Begun{}
		if err := json.Unmarshal(begun.Result, o.Begun); err != nil {
			return o, fmt.Errorf("payment: result of op %d: %w", begun.Op, err)
		}
	}
	err = d.ended(ctx, &o)
	return o, err
}

// ended reads how an order ended. Money that came counts, whatever was said before.
func (d *Service) ended(ctx context.Context, o *Order) error {
	paid, ok, err := d.step(ctx, o.Player, stepKey(o.ID, ""))
	if err != nil {
		return err
	}
	o.State = Waiting
	next, key := Failed, stepKey(o.ID, ":failed")
	if ok {
		o.PaidMS, o.EndedMS, o.State = paid.At.UnixMilli(), paid.At.UnixMilli(), Paid
		next, key = TakenBack, ReversedKey(o.ID)
	}
	end, ok, err := d.step(ctx, o.Player, key)
	if err == nil && !ok && next == Failed {
		next = Refused
		end, ok, err = d.step(ctx, o.Player, refusedKey(o.ID))
	}
	switch {
	case err != nil:
		return err
	case ok:
		o.State, o.EndedMS = next, end.At.UnixMilli()
	}
	if o.State == TakenBack {
		again, ok, err := d.step(ctx, o.Player, restoredKey(o.ID))
		if err != nil {
			return err
		}
		if ok {
			o.State, o.EndedMS = Paid, again.At.UnixMilli()
		}
	}
	if o.State == Waiting && d.Now().UnixMilli() > o.EndsMS {
		o.State = Expired
	}
	return nil
}

func (d *Service) step(ctx context.Context, who store.PlayerID, key string) (store.Receipt, bool, error) {
	rec, err := d.Store.Lookup(ctx, who, key)
	if errors.Is(err, store.ErrNotFound) {
		return rec, false, nil
	}
	return rec, err == nil, apierr.FromStore(err)
}

// CreditKey is where an order's credit stands in its player's key space: for auditors.
func CreditKey(id store.OpID) string { return stepKey(id, "") }

// stepKey has a sign that no client's key may have, so that no client can take an order's step first.
func stepKey(id store.OpID, step string) string {
	return "pay:" + strconv.FormatInt(int64(id), 10) + step
}
