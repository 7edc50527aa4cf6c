package props

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/durable"
	"jadebox/protocol"
	"jadebox/store"
)

// KindGive is the op kind of a gift.
const KindGive = "props.give"

// giveRetry is the pause after a gift that the store did not take.
const giveRetry = 5 * time.Second

// gift is what one account is owed: for a step of a day, or by an operator's order.
type gift struct {
	Date       string        `json:"date,omitempty"`
	SpentCents int64         `json:"spentCents,omitempty"`
	Order      string        `json:"order,omitempty"`
	Account    string        `json:"account"`
	Defs       []store.DefID `json:"defs"`
	Prizes     []prize.Prize `json:"prizes,omitempty"`
}

// Reason is the stored result of a gift: what it was for. Both are zero for an operator's.
type Reason struct {
	Date       string `json:"date,omitempty"`
	SpentCents int64  `json:"spentCents,omitempty"`
}

// ReadReason reads what the op that made an extra drop was for; any op but a gift has no such reason.
func ReadReason(op store.OpRecord) (Reason, error) {
	var r Reason
	if op.Kind != KindGive {
		return r, nil
	}
	if err := json.Unmarshal(op.Result, &r); err != nil {
		return r, fmt.Errorf("props: result of op %d: %w", op.ID, err)
	}
	return r, nil
}

// key names what a gift is for. It is in the key space of the player who gets it, so that the store gives it once
// whichever caller asks, and no client can send it: it has a colon.
func (w gift) key(p store.PlayerID) string {
	if w.Order != "" {
		return "props:order:" + w.Order
	}
	return "props:day:" + w.Date + ":" + strconv.FormatInt(w.SpentCents, 10) + ":" + strconv.FormatInt(int64(p), 10)
}

// ordered takes the orders that were not carried out yet.
func (g *giver) ordered() {
	for _, o := range g.orders.Fresh(g.Now()) {
		owed := slices.ContainsFunc(g.outbox.State.Owed, func(w gift) bool { return w.Order == o.ID })
		if o.AtMS > g.Now().UnixMilli() || owed || g.given[o.ID] {
			continue
		}
		g.outbox.State.Owed = append(g.outbox.State.Owed, gift{Order: o.ID, Account: o.Account, Defs: o.Defs,
			Prizes: o.Prizes})
	}
}

// give carries out the oldest gift that is owed: one after the other.
func (g *giver) give() {
	if g.busy || len(g.outbox.State.Owed) == 0 {
		return
	}
	g.busy = true
	w := g.outbox.State.Owed[0]
	g.activation.Go(func() func() {
		who, err := g.Store.PlayerByName(context.Background(), w.Account)
		out := false
		if err == nil {
			out, err = limits.ShutOut(context.Background(), g.Store, who.ID, g.Now())
		}
		return func() {
			op, drop, made := g.op(w, who)
			switch {
			case out: // docs/rules.md: no rewards, and nothing that calls back; what was ordered is not kept for later
				g.Log.Warn().Str("account", w.Account).Str("order",
					w.Order).Msg("no gift for a player who is shut out")
				g.done(w)
			case errors.Is(err, store.ErrNotFound) || err == nil && !made:
				g.Log.Error().Str("account", w.Account).Str("order", w.Order).Msg("gift without an account or item")
				g.done(w)
			case err != nil:
				g.later(err)
			default:
				durable.Commit(g.activation, g.Store, op, func(rec store.Receipt, err error) {
					g.gave(w, who.ID, drop,
						rec, err)
				})
			}
		}
	})
}

// op makes what a gift does: items for nothing, source "extra drop" (product-spec §3), and prizes.
func (g *giver) op(w gift, who store.Player) (op *store.Op, drop protocol.PropsDrop, ok bool) {
	reason, err := json.Marshal(Reason{w.Date, w.SpentCents})
	if err != nil {
		panic(err) // plain data of this package
	}
	key := w.key(who.ID)
	op = &store.Op{Player: who.ID, Key: key, Kind: KindGive, Request: sha256.Sum256([]byte(key)), At: g.Now(),
		Result: reason}
	for _, id := range w.Defs {
		def, known := g.Catalog.Item(id)
		if !known || def.PriceCents < 1 {
			return nil, drop, false
		}
		op.NewItems = append(op.NewItems, store.NewItem{Owner: who.ID, Def: id, ValueCents: def.PriceCents,
			Source: store.FromDrop})
		drop.Items = append(drop.Items, protocol.PropsItem{Def: int32(id), ValueCents: def.PriceCents})
	}
	held := prize.Setting.Cached(g.Settings)
	for _, p := range w.Prizes {
		if held.Give(op, who.ID, p) != nil {
			return nil, drop, false
		}
	}
	return op, drop, len(drop.Items)+len(w.Prizes) > 0
}

func (g *giver) gave(w gift, to store.PlayerID, drop protocol.PropsDrop, rec store.Receipt, err error) {
	if err != nil && !errors.Is(err, store.ErrKeyReused) {
		g.later(err)
		return
	}
	if err == nil && (rec.Replayed || len(drop.Items) == 0) { // replayed: the first answer may have been lost
		g.Directory.Post(player.Kind, player.ID(to), player.Credited{}, nil)
	} else if err == nil { // published once; a client that misses it reads it from the backpack
		drop.OpID = strconv.FormatInt(int64(rec.Op), 10)
		for i := range drop.Items {
			drop.Items[i].ID = strconv.FormatInt(int64(rec.ItemID(i)), 10)
		}
		g.Directory.Post(player.Kind, player.ID(to), player.Given{Drop: drop}, nil)
		g.Log.Info().Int64("player", int64(to)).Int("items", len(drop.Items)).Str("order", w.Order).Msg("props given")
	}
	g.done(w)
}

func (g *giver) done(w gift) {
	if w.Order != "" {
		g.given[w.Order] = true
	}
	g.outbox.State.Owed = slices.Delete(g.outbox.State.Owed, 0, 1)
	g.outbox.Changed()
	g.busy = false
	g.give()
}

func (g *giver) later(err error) {
	if !errors.Is(err, store.ErrFull) {
		g.Log.Warn().Err(err).Msg("gift not made yet")
	}
	g.activation.After(giveRetry, func() {
		g.busy = false
		g.give()
	})
}
