package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/store"
)

// reviewWithin is when an order that was not reviewed comes back.
const reviewWithin = 30 * 24 * time.Hour

// Store is what orders need of an engine.
type Store interface {
	store.Ledger
	store.Rooms
	settings.Source
	ItemsByID(ctx context.Context, ids []store.ItemID) ([]store.Item, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
}

// Contacts knows where a player's items go.
type Contacts interface {
	Contact(ctx context.Context, id store.PlayerID) (store.Contact, error)
}

// Service takes orders. It keeps nothing in memory.
type Service struct {
	Store     Store
	Contacts  Contacts
	Directory directory.Directory
	Bot       Bot // asked beforehand whether the inventory can be seen; nil: it is not asked
	Now       store.Clock
}

// Request asks for 1–50 own items, all or none, as one order. The same key gives the same order.
func (d *Service) Request(ctx context.Context, who store.PlayerID, key string, items []store.ItemID) (Record, error) {
	ids, ok := player.Distinct(items, protocol.ItemIDsMax)
	if !ok {
		return Record{}, ErrCount
	}
	// without the order's number: a repetition has another
	request := sha256.Sum256(fmt.Appendf(nil, "%s %d", KindRequest, ids))
	rec, err := d.repeated(ctx, who, key, request)
	if !errors.Is(err, store.ErrNotFound) {
		return rec, err
	}
	op, err := d.op(ctx, who, ids)
	if err == nil {
		op.Key, op.Request = key, request
		var done store.Receipt
		if done, err = directory.Ask[store.Receipt](ctx, d.Directory, player.Kind, player.ID(who),
			player.Escrow{Op: op}); err == nil {
			return ReadRecord(done.Op, done.Result)
		}
	}
	if errors.Is(err, ErrState) { // the first of two that came at once has taken the items
		if rec, again := d.repeated(ctx, who, key, request); !errors.Is(again, store.ErrNotFound) {
			return rec, again
		}
	}
	return Record{}, apierr.FromStore(err)
}

func (d *Service) repeated(ctx context.Context, who store.PlayerID, key string, request [32]byte) (Record, error) {
	rec, err := player.Repeated(ctx, d.Store, who, key, request)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return Record{}, err
	case err != nil:
		return Record{}, apierr.FromStore(err)
	}
	return ReadRecord(rec.Op, rec.Result)
}

// op makes the op of a request, or says why there can be none.
func (d *Service) op(ctx context.Context, who store.PlayerID, ids []store.ItemID) (*store.Op, error) {
	items, err := d.Store.ItemsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	if len(items) != len(ids) || slices.ContainsFunc(items, func(it store.Item) bool { return it.Owner != who }) {
		return nil, ErrForeign // an unknown item and another player's get one answer
	}
	if slices.ContainsFunc(items, func(it store.Item) bool { return !Retrievable(it.Status) }) {
		return nil, ErrState
	}
	contact, err := d.Contacts.Contact(ctx, who)
	if err != nil {
		return nil, err
	}
	if contact.TradeURL == "" {
		return nil, ErrTradeLink
	}
	if d.Bot != nil {
		if err := d.Bot.Check(ctx, contact.TradeURL); errors.Is(err, ErrPrivate) {
			return nil, apierr.Wrap(protocol.CodePrivate, err)
		}
	}
	return d.write(ctx, who, items, contact.TradeURL)
}

func (d *Service) write(ctx context.Context, who store.PlayerID, items []store.Item, tradeURL string) (*store.Op,
	error) {
	now := d.Now()
	o := Order{Player: who, TradeURL: tradeURL, AtMS: now.UnixMilli(), ChangedMS: now.UnixMilli()}
	op := &store.Op{Player: who, Kind: KindRequest, At: now}
	for _, it := range items {
		o.Items = append(o.Items, Item{ID: it.ID, Def: it.Def, ValueCents: it.ValueCents, Before: it.Status})
		op.Moves = append(op.Moves, store.ItemMove{Item: it.ID, From: store.ItemPlace{Owner: who, Status: it.Status},
			To: store.ItemPlace{Owner: who, Status: store.ItemAwaitingDelivery}})
	}
	if err := d.remember(ctx, who, o.Items); err != nil {
		return nil, err
	}
	id, err := d.Store.NewRoomID(ctx)
	if err != nil {
		return nil, err
	}
	state, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	op.Room = &store.RoomWrite{Room: id, Kind: Kind, Epoch: 1, Status: store.RoomOpen, State: state,
		Deadline: now.Add(reviewWithin), Member: who}
	op.Result, err = json.Marshal(Record{ID: id, Items: o.Items, AtMS: o.AtMS})
	return op, err
}

// historyMost is how far back an item's failures are looked for: a player who retrieves more than that in between
// begins anew.
const historyMost = 50

// remember fills in how often each item has come back, from the last op that says so.
func (d *Service) remember(ctx context.Context, who store.PlayerID, items []Item) error {
	ops, _, err := d.Store.Ops(ctx, store.OpQuery{Player: who, Kinds: []string{KindFail, KindRelease},
		Page: store.Page{Limit: historyMost}})
	if err != nil {
		return err
	}
	for _, op := range slices.Backward(ops) { // the newest last: it stands
		rec, err := ReadRecord(op.ID, op.Result)
		if err != nil {
			return err
		}
		for _, before := range rec.Items {
			if i := slices.IndexFunc(items, func(it Item) bool { return it.ID == before.ID }); i >= 0 {
				items[i].Failures, items[i].Declines = before.Failures, before.Declines
			}
		}
	}
	return nil
}
