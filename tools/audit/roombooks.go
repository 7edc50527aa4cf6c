package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

// roomBooks hold the ops of rooms to what their rooms came to: what goes in and out while they are open, and what their
// outcome, recomputed from its seeds, gives whom. Whatever must be equal between ops and rooms is kept as sets, so that
// memory does not grow with the rooms.
type roomBooks struct {
	// rooms that the chunk at hand writes, as they are now
	now map[store.RoomID]store.RoomStatus
	// what went into rooms that are void, less what came out, by room and account
	voids setHash
	// parts of rooms: entries, flips, claims, as ops made them, less as rooms have them
	parts setHash
	decks map[string]fairness.LuckycardContext
}

// rule holds an op of a room to what any may do: it moves money between its own room, its own player and the house, in
// the currencies that rooms hold, and what players have only if its kind says so.
func (b *roomBooks) rule(p *prices, spec room.Spec, e *store.JournalEntry) error {
	if e.Room == nil || e.Room.Kind != spec.Kind {
		return wrongf("it writes no room of its kind")
	}
	moves, items := withoutLock(e)
	declared := slices.ContainsFunc(spec.Ops, func(o room.OpKind) bool { return o.Kind == e.Kind })
	escrow, wishCards := store.RoomEscrow(e.Room.Room), store.RoomWishCards(e.Room.Room)
	for _, entry := range e.Postings {
		for _, a := range []store.AccountID{entry.Debit, entry.Credit} {
			switch a.Class() {
			case store.ClassHouse, store.ClassHouseWishCards, store.ClassBonus, store.ClassRounding:
			case store.ClassPlayerGems, store.ClassPlayerWishCards:
				if !declared {
					return wrongf("it changes what player %d has", a.Owner())
				}
			default:
				if a != escrow && a != wishCards {
					return wrongf("it moves %v", entry)
				}
			}
		}
		if entry.Debit.OfPlayer() && entry.Debit.Owner() != int64(e.Player) {
			return wrongf("it takes from player %d", entry.Debit.Owner())
		}
	}
	if !declared && len(moves)+len(items) > 0 {
		return wrongf("it moves items")
	}
	holder := store.RoomHolder(e.Room.Room)
	for _, m := range moves {
		if m.From.Owner < 0 && m.From.Owner != holder || m.To.Owner < 0 && m.To.Owner != holder ||
			m.From.Owner > 0 && (m.From.Owner != e.Player || m.To.Owner != holder) {
			return wrongf("item %d goes from %v to %v", m.Item, m.From, m.To)
		}
	}
	if b.now[e.Room.Room] == store.RoomVoid {
		b.void(e, moves)
	}
	if part, known := partRules[e.Kind]; known {
		return part(b, p, e)
	}
	return nil
}

// void: everybody gets back from a room without a result what he put in, and nobody anything else.
func (b *roomBooks) void(e *store.JournalEntry, moves []store.ItemMove) {
	ofRoom := func(a store.AccountID) bool {
		return a.Class() == store.ClassRoomEscrow || a.Class() == store.ClassRoomWishCards
	}
	for _, entry := range e.Postings {
		if ofRoom(entry.Credit) {
			b.voids.add(entry.AmountCents, fmt.Appendf(nil, "%d %d", entry.Credit, entry.Debit))
		}
		if ofRoom(entry.Debit) {
			b.voids.add(-entry.AmountCents, fmt.Appendf(nil, "%d %d", entry.Debit, entry.Credit))
		}
	}
	for _, m := range moves {
		if m.To.Owner < 0 {
			b.voids.add(1, fmt.Appendf(nil, "item %d %v", m.Item, m.From))
		} else if m.From.Owner < 0 {
			b.voids.add(-1, fmt.Appendf(nil, "item %d %v", m.Item, m.To))
		}
	}
}

// partRules note what an op did in its room, to be compared with what the room came to.
var partRules = map[string]func(*roomBooks, *prices, *store.JournalEntry) error{
	battle.KindCreate:  (*roomBooks).entry,
	battle.KindJoin:    (*roomBooks).entry,
	battle.KindLeave:   (*roomBooks).entry,
	wish.KindTake:      (*roomBooks).bottles,
	luckycard.KindFlip: (*roomBooks).flip,
	rain.KindCreate:    (*roomBooks).pool,
	rain.KindClaim:     (*roomBooks).claims,
}

func partText(what string, id store.RoomID, a ...any) []byte {
	return fmt.Appendf(nil, "%s %d %v", what, id, a)
}

// entry: the own money and a voucher's worth, which the house pays, are one entry; leaving gives it back.
func (b *roomBooks) entry(_ *prices, e *store.JournalEntry) error {
	var cents int64
	escrow := store.RoomEscrow(e.Room.Room)
	for _, entry := range e.Postings {
		in, out := entry.Credit == escrow, entry.Debit == escrow
		other := entry.Debit
		if out {
			other = entry.Credit
		}
		if in == out || other != store.PlayerGems(e.Player) && (other != store.Bonus || len(e.Moves) == 0) ||
			out != (e.Kind == battle.KindLeave) {
			return wrongf("it moves %v", entry)
		}
		cents += entry.AmountCents
	}
	n := int64(1)
	if e.Kind == battle.KindLeave {
		n = -1
	}
	if b.now[e.Room.Room] == store.RoomSettled {
		b.parts.add(n, partText("entry", e.Room.Room, cents))
	}
	return nil
}

// bottles: each costs the same.
func (b *roomBooks) bottles(_ *prices, e *store.JournalEntry) error {
	var taken struct{ Numbers []int32 }
	if err := json.Unmarshal(e.Result, &taken); err != nil || len(taken.Numbers) == 0 || len(e.Postings) != 1 {
		return wrongf("it takes bottles as %s for %v", e.Result, e.Postings)
	}
	n, entry := int64(len(taken.Numbers)), e.Postings[0]
	inWishCards := entry.Debit == store.PlayerWishCards(e.Player)
	if entry.AmountCents%n != 0 || !inWishCards && entry.Debit != store.PlayerGems(e.Player) {
		return wrongf("%d bottles cost %v", n, entry)
	}
	if b.now[e.Room.Room] == store.RoomSettled {
		b.parts.add(n, partText("bottle", e.Room.Room, inWishCards, entry.AmountCents/n))
	}
	return nil
}

// flip: at the price of the deck, what the card is that lies there.
func (b *roomBooks) flip(p *prices, e *store.JournalEntry) error {
	if len(e.Leaves) == 0 {
		return wrongf("it turns no card")
	}
	rec, err := log.Parse(e.Leaves[0].Data)
	f, ok := rec.(*log.Flip)
	if err != nil || !ok || f.Scope != fairness.LuckycardScope(int64(e.Room.Room)) || f.Player != int64(e.Player) ||
		e.Leaves[0].Key != luckycard.LeafKey(e.Room.Room, int(f.N)) {
		return wrongf("it publishes %s", e.Leaves[0].Key)
	}
	deck, err := b.deck(p, f.Scope)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(deck.Cards, func(c fairness.DeckCard) bool { return c.ID == f.Card })
	if i < 0 || f.PriceCents != deck.PriceCents {
		return wrongf("card %d for %d is not of the deck", f.Card, f.PriceCents)
	}
	card := deck.Cards[i]
	b.parts.add(1, partText("flip", e.Room.Room, f.N, f.Player, f.Card))
	return does(e, []store.Posting{pay(e.Player, deck.PriceCents)}, []store.NewItem{{Owner: e.Player,
		Def: store.DefID(card.Def), ValueCents: card.ValueCents, Source: store.FromReward}}, nil)
}

const decksMax = 1000

// deck is what was locked before the beacon's value existed.
func (b *roomBooks) deck(p *prices, scope string) (fairness.LuckycardContext, error) {
	if c, known := b.decks[scope]; known {
		return c, nil
	}
	leaf, err := p.view.LogLeaf(p.ctx, "lock:"+scope)
	if errors.Is(err, store.ErrNotFound) {
		return fairness.LuckycardContext{}, wrongf("the deck of %s was never published", scope)
	}
	if err != nil {
		return fairness.LuckycardContext{}, err
	}
	c, err := fairness.ParseLuckycardContext(string(leaf.Data))
	if err != nil {
		return c, wrongf("the deck of %s cannot be read: %v", scope, err)
	}
	if len(b.decks) > decksMax {
		clear(b.decks)
	}
	b.decks[scope] = c
	return c, nil
}

// pool: of the house's, as it was ordered or follows from what was spent.
func (b *roomBooks) pool(p *prices, e *store.JournalEntry) error {
	if len(e.Postings) != 1 || e.Postings[0].Debit != store.Bonus ||
		e.Postings[0].Credit != store.RoomEscrow(e.Room.Room) {
		return wrongf("it fills a pool with %v", e.Postings)
	}
	return p.rained(e)
}

// claims: each as its leaf says.
func (b *roomBooks) claims(_ *prices, e *store.JournalEntry) error {
	var postings []store.Posting
	for _, l := range e.Leaves {
		c, err := log.ParseRainClaim(string(l.Data))
		if err != nil || c.Scope != fairness.RainScope(int64(e.Room.Room)) ||
			l.Key != rain.LeafKey(e.Room.Room, int(c.N)) {
			return wrongf("leaf %q is no claim: %v", l.Key, err)
		}
		b.parts.add(1, partText("claim", e.Room.Room, c.N, c.Player, c.ValueCents))
		to := store.PlayerGems(store.PlayerID(c.Player))
		i := slices.IndexFunc(postings, func(p store.Posting) bool { return p.Credit == to })
		if i < 0 {
			i, postings = len(postings), append(postings, store.Posting{Debit: store.RoomEscrow(e.Room.Room),
				Credit: to})
		}
		postings[i].AmountCents += c.ValueCents
	}
	return does(e, postings, nil, nil)
}

// rained: the pool that was ordered, or one within what the settings of its day allow.
func (p *prices) rained(e *store.JournalEntry) error {
	cents := e.Postings[0].AmountCents
	within := func(t rain.Settings) bool { return cents >= t.Pool.LeastCents && cents <= t.Pool.MostCents }
	good := false
	switch id, ordered := strings.CutPrefix(e.Key, "rain:order:"); {
	case ordered:
		good = slices.ContainsFunc(ever(p.rulebook, rain.OrdersSetting), func(t rain.Orders) bool {
			return slices.ContainsFunc(t.Orders, func(o rain.Order) bool {
				return o.ID == id && (o.PoolCents == cents || o.PoolCents == 0 && allows(p.rulebook, rain.Setting,
					e.At, within))
			})
		})
	case strings.HasPrefix(e.Key, "rain:daily:"), strings.HasPrefix(e.Key, "rain:every:") && p.trial:
		good = allows(p.rulebook, rain.Setting, e.At, within)
	}
	if !good {
		return wrongf("nobody has set a pool of %d under %q", cents, e.Key)
	}
	return does(e, e.Postings, nil, nil)
}
