package ranking

import (
	"cmp"
	"maps"
	"slices"

	"jadebox/actors/settings/rates"
	"jadebox/protocol"
)

// Boards.
const (
	Upgrades = "upgrade" // value of the item won per success rate
	Openings = "open"    // value of the item per price of the box
)

// Boards is how many there are: each gives the rewards of a day.
const Boards = 2

var boards = [Boards]string{Upgrades, Openings}

const (
	// Top is how many are listed and rewarded (product-spec §7, …Top10).
	Top = rates.Places
	// keepMost and keepLeast bound what is remembered of a day: a player who falls out can only return with a better
	// score.
	keepMost, keepLeast = 400, 100
)

// board is the best of every player in one day, by name. A name is one player's for good; the row of a player who
// changes theirs has the name of now.
type board map[string]protocol.RankRow

// take keeps a row if it is its player's best; of equals the earlier. It names whose rows are other ones then.
func (b board) take(row protocol.RankRow) (changed []string) {
	if old, ok := b[row.Name]; ok && better(old, row) <= 0 {
		return nil
	}
	b[row.Name] = row
	changed = append(changed, row.Name)
	if len(b) > keepMost {
		for _, r := range b.ranked()[keepLeast:] {
			delete(b, r.Name)
			changed = append(changed, r.Name)
		}
	}
	return changed
}

// rename gives the row of a player the name of now; if that has a row, too, the better one stays. It names whose rows
// are other ones then.
func (b board) rename(was, is string) (changed []string) {
	row, there := b[was]
	if !there || was == is {
		return nil
	}
	delete(b, was)
	row.Name = is
	return append(b.take(row), was)
}

func better(a, b protocol.RankRow) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.AtMS, b.AtMS), cmp.Compare(a.ResultID, b.ResultID))
}

func (b board) ranked() []protocol.RankRow { return slices.SortedFunc(maps.Values(b), better) }

// list is the first ten with their places and what they receive, by place among the players who do not belong to the
// house.
func (b board) list(awards []int64) []protocol.RankRow {
	rows := b.ranked()
	rows = rows[:min(len(rows), Top)]
	people := 0
	for i := range rows {
		rows[i].Rank, rows[i].AwardCents = int32(i+1), 0
		if !rows[i].Bot && people < len(awards) {
			rows[i].AwardCents = awards[people]
			people++
		}
	}
	return rows
}

// ofUpgrade is the score of a won upgrade; false for a lost one, which gives no item.
func ofUpgrade(u protocol.UpgradeDone) (protocol.RankRow, bool) {
	bp := int64(u.RateE8) / 10_000 // rates are steps of 0.01 %
	if !u.Won || bp == 0 {
		return protocol.RankRow{}, false
	}
	return protocol.RankRow{Name: u.PlayerName, Avatar: u.Avatar, Bot: u.Bot, Magnification: 1_000_000 / bp,
		Score: u.RightCents * 10_000 / bp,
		Def:   u.RightDef, ValueCents: u.RightCents, RateE8: u.RateE8, ResultID: u.ID, AtMS: u.AtMS}, true
}

// ofOpening is the score of a drop from a box of this price.
func ofOpening(d protocol.Drop, priceCents int64) protocol.RankRow {
	times := d.ValueCents * 100 / priceCents
	return protocol.RankRow{Name: d.PlayerName, Avatar: d.Avatar, Bot: d.Bot, Magnification: times, Score: times,
		Def:        d.Def,
		ValueCents: d.ValueCents, BoxID: d.BoxID, ResultID: d.ID, AtMS: d.AtMS}
}
