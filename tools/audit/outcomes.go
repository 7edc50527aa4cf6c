package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/store"
)

// outcomes recompute what rooms came to from their seeds, and compare it with what their ops gave whom.
type outcomes struct {
	p       *prices
	seeds   *seeds
	waiting bool // leaves wait for the log
	asked   []store.Listing
}

// reader is one stored room, for those who prove it.
type reader struct{ r store.Room }

func (r reader) Room(_ context.Context, id store.RoomID) (store.Room, error) {
	if id != r.r.ID {
		return store.Room{}, store.ErrNotFound
	}
	return r.r, nil
}

// unnamed is a catalogue without a store: proofs of rooms hold their tables themselves.
var unnamed = catalog.New(nil, time.Now)

func (o *outcomes) room(ctx context.Context, r *Report, view store.Snapshot, rec store.Room) error {
	spec, known := kinds.All.Of(rec.Kind)
	if !known || spec.Bundle == nil {
		return nil
	}
	var err error
	switch {
	case rec.Status == store.RoomSettled:
		err = o.settled(ctx, view, spec, rec)
	case rec.Status == store.RoomRunning || rec.Status == store.RoomVoid:
		err = o.some(ctx, view, spec, rec)
	}
	var wrong wrongDraw
	if errors.As(err, &wrong) {
		r.violate(Results, "room %d (%s): %s", rec.ID, rec.Kind, wrong)
		return nil
	}
	return err
}

// settled proves a whole room.
func (o *outcomes) settled(ctx context.Context, view store.Snapshot, spec room.Spec, rec store.Room) error {
	b, _, err := spec.Bundle(ctx, reader{rec}, unnamed, strconv.FormatInt(int64(rec.ID), 10))
	if err != nil {
		return wrongf("it cannot be proved: %v", err)
	}
	if err := o.verified(ctx, view, b); err != nil {
		return err
	}
	if effects, known := effectsOf[b.Kind]; known {
		return effects(o, ctx, view, rec, b)
	}
	return nil
}

// verified checks a proof, and that it is of what was published before the beacon's value existed.
func (o *outcomes) verified(ctx context.Context, view store.Snapshot, b *fairness.Bundle) error {
	if err := o.seeds.chains.check(ctx, view, b.Beacon); err != nil {
		return err
	}
	for _, c := range fairness.VerifyWith(b, fairness.Trust{Anchors: o.seeds.chains.anchors}).Checks {
		if !c.OK && !c.Skipped {
			return wrongf("%s: %s", c.Name, c.Detail)
		}
	}
	published := func(key string) ([]byte, error) {
		leaf, err := view.LogLeaf(ctx, key)
		if errors.Is(err, store.ErrNotFound) {
			if o.waiting {
				return nil, nil
			}
			return nil, wrongf("%s was never published", key)
		}
		return leaf.Data, err
	}
	locked, err := published("lock:" + b.Scope)
	if err != nil {
		return err
	}
	if locked != nil && string(locked) != b.Context.Leaf {
		return wrongf("it was drawn from other things than were locked")
	}
	text, err := published("commit:" + b.Scope)
	if err != nil || text == nil {
		return err
	}
	leaf, err := log.Parse(text)
	if c, ok := leaf.(*log.Commit); err != nil || !ok || c.Commit != b.Commit {
		return wrongf("its key is not the one that was committed")
	}
	return nil
}

// some proves the parts of a room that is under way, or was broken off: flips of a deck, claims of a rain.
func (o *outcomes) some(ctx context.Context, view store.Snapshot, spec room.Spec, rec store.Room) error {
	if spec.Roster || spec.Lots != nil {
		return nil // it has no parts
	}
	for place, missed := 0, 0; missed < partsMissed; place++ {
		b, _, err := spec.Bundle(ctx, reader{rec}, unnamed, fmt.Sprintf("%d-%d", rec.ID, place))
		if err != nil {
			missed++
			continue
		}
		missed = 0
		if err := o.verified(ctx, view, b); err != nil {
			return err
		}
		if effects, known := effectsOf[b.Kind]; known {
			if err := effects(o, ctx, view, rec, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// partsMissed is how many places in a row may be face down: a deck has at most so many cards.
const partsMissed = 100

// effectsOf compare an outcome with ops, by the kind of its proof. A kind that is not here has its proof checked and
// its money by the rule of all rooms.
var effectsOf = map[string]func(*outcomes, context.Context, store.Snapshot, store.Room, *fairness.Bundle) error{
	fairness.KindBattle:    (*outcomes).battle,
	fairness.KindRoll:      (*outcomes).roll,
	fairness.KindWish:      (*outcomes).wish,
	fairness.KindLuckycard: (*outcomes).luckycard,
	fairness.KindRain:      (*outcomes).rain,
}

// end is the op that ended a room.
func end(ctx context.Context, view store.Snapshot, rec store.Room, step string) (store.OpRecord, error) {
	op, err := view.Keyed(ctx, 0, fmt.Sprintf("%s:%d:%s", rec.Kind, rec.ID, step))
	if errors.Is(err, store.ErrNotFound) {
		return op, wrongf("no op has ended it")
	}
	if err == nil && (op.Room == nil || op.Room.Room != rec.ID || !op.Room.Status.Final()) {
		err = wrongf("op %d has not ended it", op.ID)
	}
	return op, err
}

// battle: one winner takes every item, several share their worth, who loses gets a cent; nobody else anything. What a
// bot wins stays with the house, and only the room knows which of the flagged seats are bots.
func (o *outcomes) battle(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseBattleContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	op, err := end(ctx, view, rec, "settle")
	if err != nil {
		return err
	}
	values, entry := map[string]map[int64]int64{}, int64(0)
	for _, t := range b.Odds {
		values[t.Hash] = map[int64]int64{}
		for _, e := range t.Entries {
			values[t.Hash][e.Item] = e.ValueCents
		}
	}
	for _, hash := range c.OddsHashes {
		t, err := o.seeds.table(ctx, view, hash)
		if err != nil {
			return err
		}
		entry += o.p.rulebook.boxes[store.BoxID(t.BoxID())][t.Version()].PriceCents
	}
	var all []store.NewItem
	for _, r := range b.Results {
		all = append(all, store.NewItem{Def: store.DefID(r.Item), ValueCents: values[r.OddsHash][r.Item],
			Source: store.FromBattle})
	}
	var pot int64
	for _, total := range b.Battle.Totals {
		pot += total
	}
	winners := int64(len(b.Battle.Winners))
	var must []store.Posting                   // to whom
	may := map[store.AccountID]store.Posting{} // a flagged seat is a bot or belongs to the house
	var items [][]store.NewItem
	for _, s := range c.Seats {
		who := store.PlayerID(s.Player)
		if !s.Bot {
			o.asked = append(o.asked, ended(who, slices.Contains(b.Battle.Winners, s.Seat), op))
		}
		var get store.Posting
		switch won := slices.Contains(b.Battle.Winners, s.Seat); {
		case won && winners == 1:
			mine := slices.Clone(all)
			for i := range mine {
				mine[i].Owner = who
			}
			items = append(items, mine)
			if s.Bot {
				items = append(items, nil)
			}
			continue
		case won:
			get = store.Posting{Debit: store.House, Credit: store.PlayerGems(who), AmountCents: pot / winners}
		default:
			get = store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: consolationCents}
		}
		if s.Bot {
			may[get.Credit] = get
		} else {
			must = append(must, get)
		}
	}
	if winners > 1 {
		items = [][]store.NewItem{nil}
		if rest := pot % winners; rest > 0 {
			must = append(must, store.Posting{Debit: store.House, Credit: store.Account(0, store.ClassRounding),
				AmountCents: rest})
		}
	}
	var got []store.Posting
	for _, p := range op.Postings {
		if p.Debit == store.RoomEscrow(rec.ID) && p.Credit == store.House && entry > 0 && p.AmountCents%entry == 0 &&
			p.AmountCents/entry <= int64(len(c.Seats)) {
			o.p.rooms.parts.add(-p.AmountCents/entry, partText("entry", rec.ID, entry))
			continue
		}
		if may[p.Credit] == p && p.AmountCents > 0 {
			delete(may, p.Credit)
			continue
		}
		got = append(got, p)
	}
	if !slices.Equal(sorted(got), sorted(must)) {
		return wrongf("op %d pays %v, the draw %v", op.ID, op.Postings, must)
	}
	if !slices.ContainsFunc(items, func(list []store.NewItem) bool { return slices.Equal(op.NewItems, list) }) {
		return wrongf("op %d makes %v, the draw one of %v", op.ID, op.NewItems, items)
	}
	for _, m := range op.Moves { // vouchers that paid an entry are used
		if m.From.Owner != store.RoomHolder(rec.ID) || m.To.Status != store.ItemReplaced {
			return wrongf("op %d moves item %d from %v to %v", op.ID, m.Item, m.From, m.To)
		}
	}
	return nil
}

// consolationCents is docs/rules.md, "Battles".
const consolationCents = 1

// roll: each winner takes the prize that was drawn; what nobody won goes back to one host, or to the house.
func (o *outcomes) roll(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseRollContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	op, err := end(ctx, view, rec, "settle")
	if err != nil {
		return err
	}
	to := map[int64]store.PlayerID{}
	for _, w := range b.Roll.Winners {
		to[w.Prize] = store.PlayerID(w.Player)
	}
	var rest, back int64
	owners := map[store.ItemID]store.PlayerID{} // 0: the host
	paid := map[store.AccountID]int64{}
	var items []store.NewItem
	for _, prize := range c.Prizes {
		who := to[prize.ID]
		switch item, _ := strconv.ParseInt(prize.Item, 10, 64); {
		case item != 0:
			owners[store.ItemID(item)] = who
		case prize.Def != 0 && who != 0:
			items = append(items, store.NewItem{Owner: who, Def: store.DefID(prize.Def), ValueCents: prize.ValueCents,
				Source: store.FromRoll})
		case prize.Def != 0:
		case who != 0:
			paid[store.PlayerGems(who)] += prize.ValueCents
		default:
			rest += prize.ValueCents
		}
	}
	var host store.AccountID
	for _, p := range op.Postings {
		if p.Debit != store.RoomEscrow(rec.ID) {
			return wrongf("op %d moves %v", op.ID, p)
		}
		if left := paid[p.Credit]; left >= p.AmountCents {
			paid[p.Credit] -= p.AmountCents
			continue
		}
		host, back = p.Credit, back+p.AmountCents
		if p.AmountCents != rest {
			return wrongf("op %d gives %v, which nobody has won", op.ID, p)
		}
	}
	for _, cents := range paid {
		if cents != 0 {
			return wrongf("op %d pays %v, the draw gives other prizes", op.ID, op.Postings)
		}
	}
	if back != rest || !slices.Equal(op.NewItems, items) || len(op.Moves) != len(owners) {
		return wrongf("op %d gives %v and %v, the draw %v and %d back", op.ID, op.NewItems, op.Moves, items, rest)
	}
	for _, m := range op.Moves {
		who, known := owners[m.Item]
		if known && who == 0 && host != 0 && host != store.Bonus {
			who = store.PlayerID(host.Owner())
		}
		if !known || m.From.Owner != store.RoomHolder(rec.ID) || who != 0 && m.To.Owner != who ||
			m.To.Status != store.ItemInBackpack {
			return wrongf("op %d gives item %d to %v, the draw to player %d", op.ID, m.Item, m.To, who)
		}
	}
	return nil
}

// wish: the prize goes to who took the bottle, and the room's money to the house.
func (o *outcomes) wish(ctx context.Context, view store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	c, err := fairness.ParseWishContext(b.Context.Leaf)
	if err != nil {
		return wrongf("%v", err)
	}
	op, err := end(ctx, view, rec, "draw")
	if err != nil {
		return err
	}
	n := int64(len(c.Bottles))
	postings := []store.Posting{{Debit: store.RoomEscrow(rec.ID), Credit: store.House, AmountCents: c.BottleCents * n},
		{Debit: store.RoomWishCards(rec.ID), Credit: store.HouseWishCards, AmountCents: c.BottleCards * n}}
	items := []store.NewItem{{Owner: store.PlayerID(b.Wish.Player), Def: store.DefID(c.PrizeDef),
		ValueCents: c.PrizeCents, Source: store.FromWish}}
	o.p.rooms.parts.add(-n, partText("bottle", rec.ID, c.BottleCards > 0, max(c.BottleCards, c.BottleCents)))
	if err := does(&store.JournalEntry{OpRecord: op}, postings, items, nil); err != nil {
		return wrongf("op %d: %v", op.ID, err)
	}
	return nil
}

func (o *outcomes) luckycard(_ context.Context, _ store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	for _, f := range b.Luckycard.Flips {
		o.p.rooms.parts.add(-1, partText("flip", rec.ID, uint64(f.Place), f.Player, f.Card))
	}
	return nil
}

func (o *outcomes) rain(_ context.Context, _ store.Snapshot, rec store.Room, b *fairness.Bundle) error {
	for _, c := range b.Rain.Claims {
		o.p.rooms.parts.add(-1, partText("claim", rec.ID, uint64(c.Place), c.Player, c.ValueCents))
	}
	return nil
}

// check walks the rooms when the journal was read.
func (o *outcomes) check(ctx context.Context, r *Report, view store.Snapshot) error {
	if o.seeds.chains.anchors == nil {
		if err := o.seeds.chains.read(ctx, view); err != nil {
			return err
		}
	}
	if err := view.Rooms(ctx, nil, func(rec store.Room) error {
		err := o.room(ctx, r, view, rec)
		if err == nil && len(o.asked) >= chunkOps {
			err, o.asked = lists(ctx, r, view, o.asked), o.asked[:0]
		}
		return err
	}); err != nil {
		return err
	}
	if err := lists(ctx, r, view, o.asked); err != nil {
		return err
	}
	if !o.p.rooms.parts.empty() {
		r.violate(Results, "entries, bottles, flips or claims of rooms are not those that ops have made")
	}
	if !o.p.rooms.voids.empty() {
		r.violate(Rooms, "a room without a result gave back something else than was put into it")
	}
	return nil
}
