package sign

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/settings/period"
	"jadebox/store"
)

// Types of a claim, as product-spec §3 names them (activityType).
const (
	Every      = "every"      // a day of the row
	Accumulate = "accumulate" // a milestone of the month
)

// Note is what a claim's op keeps: for which day of the row, or for which milestone, it was made on a date.
type Note struct {
	Type string `json:"type"`
	Date string `json:"date"` // 2026-11-21, by the site's zone
	Day  int    `json:"day,omitempty"`
	Days int    `json:"days,omitempty"`
}

func (n Note) month() string { return n.Date[:min(len(n.Date), len("2026-11"))] }

// key is what makes a claim one for its player and day, or for its player, month and milestone.
func (n Note) key() string {
	if n.Type == Every {
		return DayKey(n.Date)
	}
	return fmt.Sprintf("sign:month:%s:%d", n.month(), n.Days)
}

// DayKey is the key under which a player has signed in on a date of the site, as period.Day names it.
func DayKey(date string) string { return "sign:day:" + date }

// ReadNote reads which claim an op was.
func ReadNote(g player.Granted) (Note, error) {
	var n Note
	if err := json.Unmarshal(g.Note, &n); err != nil {
		return n, fmt.Errorf("sign: note of op %d: %w", g.Op, err)
	}
	if _, err := time.Parse(time.DateOnly, n.Date); err != nil || n.Type != Every && n.Type != Accumulate {
		return n, fmt.Errorf("sign: op %d notes %+v", g.Op, n)
	}
	return n, nil
}

// Right reports whether an op gives what its result says, under the key of the claim that it notes, on the date of that
// claim. For auditors.
func Right(op *store.Op) bool {
	g, err := player.ReadGranted(0, op.Result)
	if err != nil || !player.RightGrant(op) {
		return false
	}
	n, err := ReadNote(g)
	if err != nil || op.Key != n.key() || !period.Near(n.Date, op.At) {
		return false
	}
	if n.Type == Every {
		return n.Day >= 1 && n.Day <= Row && n.Days == 0
	}
	return n.Day == 0 && n.Days >= 1
}

// Signed is a day of the row.
type Signed struct {
	Date string
	Day  int
}

// Progress is how far a player has come.
type Progress struct {
	Date      string         // today
	Ends      time.Time      // of today
	MonthEnds time.Time      // of this month
	Row       []Signed       // signed days of the row, the first one first
	Today     bool           // signed
	MonthDays int            // signed days of this month
	Taken     map[int]string // milestones of this month that were taken, and when
	Given     []Given        // claims of today, the last one first
}

// Given is a claim that was made.
type Given struct {
	Note
	player.Granted
}

// progressOf reads a player's claims, in any order, on the site's clock.
func progressOf(claims []Given, now time.Time, t Settings) Progress {
	day, month := period.Day(now), period.Month(now)
	s := Progress{Date: day.Name, Ends: day.End, MonthEnds: month.End, Row: []Signed{}, Taken: map[int]string{}}
	var days []Signed
	for _, g := range claims {
		if g.Date == s.Date {
			s.Given = append(s.Given, g)
		}
		switch {
		case g.Type == Every:
			days = append(days, Signed{g.Date, g.Day})
			if g.month() == month.Name {
				s.MonthDays++
			}
		case g.month() == month.Name:
			s.Taken[g.Days] = g.Date
		}
	}
	slices.SortFunc(days, func(a, b Signed) int { return strings.Compare(b.Date, a.Date) }) // the last one first
	if len(days) == 0 {
		return s
	}
	last := days[0]
	s.Today = last.Date >= s.Date // a later one: the site's zone was set back, and a day is not signed twice
	if !s.Today && (last.Day >= Row || missed(last.Date, s.Date) > t.GapDays) {
		return s // the row is full or broken: it begins anew
	}
	s.Row = slices.Clone(days[:min(last.Day, len(days))])
	slices.Reverse(s.Row)
	return s
}

// missed counts the days between two dates.
func missed(from, to string) int {
	a, err1 := time.Parse(time.DateOnly, from)
	b, err2 := time.Parse(time.DateOnly, to)
	if err1 != nil || err2 != nil {
		return 0
	}
	return int(b.Sub(a)/(24*time.Hour)) - 1
}

// Next is the day of the row that can be signed, 0 when today is signed.
func (s Progress) Next() int {
	if s.Today {
		return 0
	}
	return len(s.Row) + 1
}

// Open reports whether anything waits to be taken, whatever it requires: today's day, or a milestone that is reached.
func (s Progress) Open(t Settings) bool {
	if t.Closed {
		return false
	}
	waits := func(c Condition) bool { return s.Taken[c.Days] == "" && c.Days <= s.MonthDays }
	return !s.Today || slices.ContainsFunc(t.Months, waits)
}
