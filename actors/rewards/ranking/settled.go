package ranking

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/store"
)

// Settled is a day of a board that was paid.
type Settled struct {
	Board, Date string
	Winners     []Won // by place
}

// Won is a row that was paid, and to whom.
type Won struct {
	protocol.RankRow
	Player store.PlayerID
}

// Op is the op that the row is a result of; 0: none.
func (w Won) Op() store.OpID {
	text, _, _ := strings.Cut(w.ResultID, "-")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return store.OpID(id)
}

// ReadSettled reads an op of KindSettle and checks that it is consistent: its key is that of a board and of a day that
// is over, and it pays the rows which say so, each to another player, in their order. For auditors.
func ReadSettled(op *store.Op) (Settled, error) {
	var c closed
	if err := json.Unmarshal(op.Result, &c); err != nil {
		return Settled{}, fmt.Errorf("ranking: a day without a result: %w", err)
	}
	i := slices.IndexFunc(boards[:], func(name string) bool { return op.Key == settleKey(name, c.Date) })
	if i < 0 || op.Player != 0 || len(c.Rows) > Top || !period.Over(c.Date, op.At) {
		return Settled{}, fmt.Errorf("ranking: %q at %v is no payment of the day %q", op.Key, op.At, c.Date)
	}
	s, seen := Settled{Board: boards[i], Date: c.Date}, map[store.AccountID]bool{}
	for _, row := range c.Rows {
		if row.AwardCents == 0 {
			continue
		}
		var entry store.Posting
		if n := len(s.Winners); n < len(op.Postings) {
			entry = op.Postings[n]
		}
		if row.Bot || entry.Debit != store.Bonus || entry.Credit.Class() != store.ClassPlayerGems ||
			seen[entry.Credit] || entry.AmountCents != row.AwardCents {
			return Settled{}, fmt.Errorf("ranking: %q pays %v for %+v", op.Key, entry, row)
		}
		seen[entry.Credit] = true
		s.Winners = append(s.Winners, Won{row, store.PlayerID(entry.Credit.Owner())})
	}
	if len(s.Winners) != len(op.Postings) {
		return Settled{}, fmt.Errorf("ranking: %q pays %d players for %d rows", op.Key, len(op.Postings),
			len(s.Winners))
	}
	return s, nil
}

// Right reports whether a row that was paid is a result of this op: the player's own, of that day, with the score that
// it had. Whether another player had a better one is not checked, nor what a box cost at that time.
func (s Settled) Right(w Won, op *store.OpRecord) bool {
	if op.ID != w.Op() || op.Player != w.Player || !period.Near(s.Date, op.At) {
		return false
	}
	for i, ev := range op.Events {
		e := store.Event{Op: op.ID, Index: i, At: op.At, NewEvent: ev}
		switch {
		case s.Board == Upgrades && ev.Type == publish.OutboxUpgrade:
			u, err := publish.ReadUpgrade(e)
			row, won := ofUpgrade(u)
			if err == nil && won && row.ResultID == w.ResultID && row.Score == w.Score {
				return true
			}
		case s.Board == Openings && ev.Type == publish.OutboxDrop:
			d, err := publish.ReadDrop(e)
			if err == nil && d.Source == uint8(store.FromBox) && d.ID == w.ResultID && d.ValueCents == w.ValueCents {
				return true
			}
		}
	}
	return false
}
