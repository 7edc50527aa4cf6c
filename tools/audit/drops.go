package audit

import (
	"time"

	"jadebox/actors/player"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// drops hold the extra drops of a day to when they came. One comes within its day, or as soon as the site runs again:
// days on which boxes are opened are days on which it runs.
type drops struct {
	opened map[int64]bool // days of UTC on which a box was opened
	late   []lateDrop
}

type lateDrop struct {
	op       store.OpID
	who      store.PlayerID
	date     string
	day, due int64 // the day, and that of the op
}

// slackDays is how many days of play an extra drop may be late by: a process may end before it has read the day,
// nothing is read while a setting cannot be, and a gift that the store does not take holds back those behind it, until
// that is mended. Later is what no operator would have left standing.
const slackDays = 7

func dayNumber(at time.Time) int64 { return at.Unix() / (24 * 60 * 60) }

func (d *drops) feed(e *store.JournalEntry) {
	if e.Kind == player.KindOpen {
		d.opened[dayNumber(e.At)] = true
	}
}

// dated notes a drop that did not come within its day, to be judged when all days of play are known.
func (d *drops) dated(e *store.JournalEntry, date string) error {
	start, err := time.Parse(time.DateOnly, date)
	if err != nil || !period.Near(date, e.At) && e.At.Before(start) {
		return wrongf("it is given for %q", date)
	}
	if !period.Near(date, e.At) {
		d.late = append(d.late, lateDrop{e.ID, e.Player, date, dayNumber(start), dayNumber(e.At)})
	}
	return nil
}

// check judges them.
func (d *drops) check(r *Report) {
	for _, late := range d.late {
		// a day of any zone begins in the one before of UTC, or ends in the one after it
		if !d.opened[late.day-1] && !d.opened[late.day] && !d.opened[late.day+1] {
			r.violate(Prices, "op %d gives player %d the extra drop of %s, on which no box was opened", late.op,
				late.who, late.date)
			continue
		}
		played := 0
		for day := late.day + 2; day < late.due && played <= slackDays; day++ {
			if d.opened[day] {
				played++
			}
		}
		if played > slackDays {
			r.violate(Prices, "op %d gives player %d the extra drop of %s only after days of play", late.op, late.who,
				late.date)
		}
	}
}
