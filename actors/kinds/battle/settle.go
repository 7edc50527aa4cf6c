package battle

import (
	"slices"
	"strconv"
	"time"

	"jadebox/actors/room"
	"jadebox/actors/runtime/publish"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

// consolationCents goes to each human who loses (docs/rules.md: 0.01 gem), whatever the entry is: boxes so cheap that
// it is more of them than the house keeps are a profitable loop (AlsoCents of Spec), with which no live site starts.
const consolationCents = 1

// Lists of settled battles by how they ended for a player (store.Op.Lists).
const (
	ListWon  = "battle.won"
	ListLost = "battle.lost"
)

// prize is what one seat wins. A winner by items takes all of them; where several win (share, teams) the house
// buys the items at their values and pays the pot out in equal parts, because no split of items is equal without
// further luck.
type prize struct {
	seat      int
	draws     []int // indexes into the draw's results, in the order of the op's new items
	paidCents int64
}

// prizes decides who gets what. It is the one place that both the op and the shown result are made from.
func (r Record) prizes() (list []prize, potCents, remainderCents int64) {
	score := r.draw.Score
	for _, total := range score.Totals {
		potCents += total
	}
	n := int64(len(score.Winners))
	for seat := range r.Seats {
		p := prize{seat: seat}
		switch won := slices.Contains(score.Winners, seat); {
		case won && n == 1:
			for i := range r.draw.Results {
				p.draws = append(p.draws, i)
			}
		case won:
			p.paidCents = potCents / n
		case r.Seats[seat].Bot:
			continue
		default:
			p.paidCents = consolationCents
		}
		list = append(list, p)
	}
	if n > 1 {
		remainderCents = potCents % n
	}
	return list, potCents, remainderCents
}

// settle is the one op that ends a battle: the escrow becomes the house's, items and money go to the winners, and the
// key and every draw become public. What a bot wins stays with the house.
func (r Record) settle(now time.Time) (step, error) {
	next := r.clone()
	next.status, next.EndedMS = store.RoomSettled, now.UnixMilli()
	op := &room.Op{Key: room.HouseKey(Kind, r.Room, "settle"), Kind: KindSettle}
	if escrow := r.escrowCents(); escrow > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.RoomEscrow(r.Room), Credit: store.House,
			AmountCents: escrow})
	}
	for _, s := range r.Seats {
		if s.Voucher != 0 {
			op.Moves = append(op.Moves, r.voucherOut(s, store.ItemReplaced))
		}
	}
	op.Lists = r.outcomes()
	prizes, _, remainder := r.prizes()
	for _, p := range prizes {
		if !r.Seats[p.seat].Bot {
			r.award(op, p)
		}
	}
	if remainder > 0 {
		op.Postings = append(op.Postings, store.Posting{Debit: store.House,
			Credit: store.Account(0, store.ClassRounding), AmountCents: remainder})
	}
	var err error
	if op.Leaves, err = r.resultLeaves(next.EndedMS); err != nil {
		return step{}, err
	}
	return step{State: next, Op: op, Events: []event{settledEvent()}, Notices: next.gone()}, nil
}

// outcomes puts the battle on the list of won or lost ones of each player who has a record of it.
func (r Record) outcomes() (lists []store.Entry) {
	for i, s := range r.Seats {
		switch {
		case s.Player == 0 || s.Bot:
		case slices.Contains(r.draw.Score.Winners, i):
			lists = append(lists, store.Entry{Player: s.Player, List: ListWon})
		default:
			lists = append(lists, store.Entry{Player: s.Player, List: ListLost})
		}
	}
	return lists
}

func (r Record) award(op *room.Op, p prize) {
	seat := r.Seats[p.seat]
	best := -1
	for _, i := range p.draws {
		value := r.valueCents(i)
		op.NewItems = append(op.NewItems, store.NewItem{Owner: seat.Player, Def: store.DefID(r.draw.Results[i].Item),
			ValueCents: value, Source: store.FromBattle})
		if best < 0 || value > r.valueCents(best) {
			best = i
		}
	}
	if best >= 0 {
		op.Outbox = append(op.Outbox, publish.OutboxEvent(r.drop(seat, best)))
	}
	if p.paidCents > 0 {
		from := store.House
		if !slices.Contains(r.draw.Score.Winners, p.seat) {
			from = store.Bonus
		}
		op.Postings = append(op.Postings, store.Posting{Debit: from, Credit: store.PlayerGems(seat.Player),
			AmountCents: p.paidCents})
	}
}

// drop is the winner's best item, one line in the ticker for a whole battle.
func (r Record) drop(seat Seat, i int) protocol.Drop {
	proof := r.draw.Results[i]
	table := r.Tables[r.Rounds[proof.N]]
	ppm := int32(int64(proof.EndSection-proof.StartSection+1) * 1_000_000 / fairness.TicketUnit)
	return protocol.Drop{ID: r.resultID(), PlayerName: seat.Name, Avatar: seat.Avatar, Def: int32(proof.Item),
		BoxID: int32(table.Box), BattleID: strconv.FormatInt(int64(r.Room), 10), ValueCents: r.valueCents(i),
		OddsPPM: ppm, Source: uint8(store.FromBattle),
		Lucky: publish.Lucky(ppm, r.valueCents(i), table.PriceCents), AtMS: r.endsMS()}
}

// valueCents of draw i, by round and seat.
func (r Record) valueCents(i int) int64 { return r.draw.Values[i/len(r.Seats)][i%len(r.Seats)] }

// resultLeaves publishes every draw and then the key.
func (r Record) resultLeaves(atMS int64) ([]store.LogLeaf, error) {
	scope := fairness.BattleScope(int64(r.Room))
	ctx, err := r.context().Hash()
	if err != nil {
		return nil, err
	}
	tables, err := r.odds()
	if err != nil {
		return nil, err
	}
	var leaves []store.LogLeaf
	for _, proof := range r.draw.Results {
		table := r.Rounds[proof.N]
		record := fairness.ResultLeaf(scope, ctx, r.Beacon.Value, proof, tables[table])
		record.AtMS, record.Bot = atMS, r.Seats[proof.Seat].flagged()
		if !r.Seats[proof.Seat].Bot {
			record.StakeCents = r.Tables[table].PriceCents
		}
		leaf, err := record.Leaf()
		if err != nil {
			return nil, err
		}
		key := fairlog.KeyResult.Of(fairness.ResultID(scope, proof.N)) + ":s" + strconv.Itoa(proof.Seat)
		leaves = append(leaves, store.LogLeaf{Key: key, Data: leaf})
	}
	kept, err := r.promise().Kept(atMS)
	return append(leaves, kept), err
}
