package limits

import (
	"fmt"
	"slices"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
)

// What is limited.
const (
	Spend   = "spend"   // gems that were paid for play
	Loss    = "loss"    // what was staked, less what was won
	Deposit = "deposit" // money that was paid in for gems
)

// How long what was played counts: the site's days, weeks from Monday, and months.
const (
	Day   = "day"
	Week  = "week"
	Month = "month"
)

// Kinds and Spans in the order they are shown.
var (
	Kinds = []string{Deposit, Spend, Loss}
	Spans = []string{Day, Week, Month}
)

const (
	// None is no limit.
	None = -1
	// CentsMax is the highest one.
	CentsMax = 1_000_000_000_00
)

// Refusals.
var (
	ErrSpend    = apierr.New(protocol.CodeOwnSpend)
	ErrLoss     = apierr.New(protocol.CodeOwnLoss)
	ErrDeposit  = apierr.New(protocol.CodeOwnPaid)
	ErrCoolOff  = apierr.New(protocol.CodeCoolOff)
	ErrExcluded = apierr.New(protocol.CodeExcluded)
	ErrAmount   = apierr.New(protocol.CodeOwnAmount)
	ErrTime     = apierr.New(protocol.CodeOwnTime)
)

// Limit is one limit, and what it becomes when NextMS has come.
type Limit struct {
	Kind      string `json:"kind"`
	Span      string `json:"span"`
	Cents     int64  `json:"cents"` // None: no limit
	NextCents int64  `json:"nextCents,omitempty"`
	NextMS    int64  `json:"nextMs,omitempty"` // 0: nothing waits
}

// State is every limit that a player has set. The zero State is nothing.
type State struct {
	Limits     []Limit `json:"limits,omitempty"` // at most one for a kind and span
	CoolMS     int64   `json:"coolMs,omitempty"`
	ExcludedMS int64   `json:"excludedMs,omitempty"`
	// of the op that says so: each is later than the one before, whatever clocks do
	AtMS int64 `json:"atMs,omitempty"`
}

// Set is one limit as a player wants it.
type Set struct {
	Kind, Span string
	Cents      int64 // None: no limit
}

// Change is one wish of a player; a zero field changes nothing.
type Change struct {
	Limits          []Set
	CoolOffHours    int64
	ExclusionMonths int64
}

// At is the state as it is at a moment: raises whose time has come hold.
func (s State) At(now time.Time) State {
	s.Limits = slices.Clone(s.Limits)
	for i := range s.Limits {
		if l := &s.Limits[i]; l.NextMS != 0 && l.NextMS <= now.UnixMilli() {
			l.Cents, l.NextCents, l.NextMS = l.NextCents, 0, 0
		}
	}
	s.Limits = slices.DeleteFunc(s.Limits, func(l Limit) bool { return l.Cents == None && l.NextMS == 0 })
	return s
}

// Of is the limit of a kind and span.
func (s State) Of(kind, span string) Limit {
	for _, l := range s.Limits {
		if l.Kind == kind && l.Span == span {
			return l
		}
	}
	return Limit{Kind: kind, Span: span, Cents: None}
}

// Bounded reports whether there is a limit to hold play against.
func (s State) Bounded() bool {
	return s.Limited(Spend) || s.Limited(Loss)
}

// Limited reports whether there is a limit of a kind.
func (s State) Limited(kind string) bool {
	return slices.ContainsFunc(s.Limits, func(l Limit) bool { return l.Kind == kind })
}

// Excluded reports whether the player is shut out at a moment.
func (s State) Excluded(now time.Time) bool { return s.ExcludedMS > now.UnixMilli() }

// Refuse is why nothing can be played at a moment; nil when something can.
func (s State) Refuse(now time.Time) error {
	switch {
	case s.Excluded(now):
		return ErrExcluded
	case s.CoolMS > now.UnixMilli():
		return ErrCoolOff
	}
	return nil
}

// Loosened reports whether a change takes away from what protects the player.
func (s State) Loosened(c Change) bool {
	return slices.ContainsFunc(c.Limits, func(set Set) bool {
		held := s.Of(set.Kind, set.Span)
		return held.Cents != None && (set.Cents == None || set.Cents > held.Cents)
	})
}

// Apply is the state after a change. What is stricter holds at once, what is looser after the delay of the settings.
// Pauses and exclusions only become longer.
func (s State) Apply(c Change, held Settings, now time.Time) (State, error) {
	s = s.At(now)
	if s.Excluded(now) && c.ExclusionMonths == 0 {
		return s, ErrExcluded
	}
	seen := map[string]bool{}
	for _, set := range c.Limits {
		name := set.Kind + "." + set.Span
		if !slices.Contains(Kinds, set.Kind) || !slices.Contains(Spans, set.Span) || seen[name] || set.Cents != None &&
			(set.Cents < 0 || set.Cents > CentsMax) {
			return s, ErrAmount
		}
		seen[name] = true
		s = s.set(set, now.Add(held.raise()).UnixMilli())
	}
	if c.CoolOffHours != 0 {
		until := now.Add(time.Duration(c.CoolOffHours) * time.Hour).UnixMilli()
		if !slices.Contains(held.CoolOffHours, c.CoolOffHours) || until <= s.CoolMS {
			return s, ErrTime
		}
		s.CoolMS = until
	}
	if c.ExclusionMonths != 0 {
		until := now.AddDate(0, int(c.ExclusionMonths), 0).UnixMilli()
		if !slices.Contains(held.ExclusionMonths, c.ExclusionMonths) || until <= s.ExcludedMS {
			return s, ErrTime
		}
		s.ExcludedMS = until
	}
	return s, nil
}

// looser compares limits; None is looser than any.
func looser(a, b int64) bool { return b != None && (a == None || a > b) }

func (s State) set(want Set, dueMS int64) State {
	l := s.Of(want.Kind, want.Span)
	switch {
	case !looser(want.Cents, l.Cents): // as strict as now or stricter: what waited is given up
		l.Cents, l.NextCents, l.NextMS = want.Cents, 0, 0
	// less than what waits: it has waited long enough for this, too
	case l.NextMS != 0 && !looser(want.Cents, l.NextCents):
		l.NextCents = want.Cents
	default:
		l.NextCents, l.NextMS = want.Cents, dueMS
	}
	rest := slices.DeleteFunc(slices.Clone(s.Limits), func(o Limit) bool {
		return o.Kind == l.Kind &&
			o.Span == l.Span
	})
	if l.Cents != None || l.NextMS != 0 {
		rest = append(rest, l)
	}
	s.Limits = rest
	return s
}

// Start is when a span began that a moment lies in.
func Start(span string, at time.Time) time.Time {
	switch span {
	case Day:
		return period.Day(at).Start
	case Week:
		return period.Week(at).Start
	case Month:
		return period.Month(at).Start
	}
	panic(fmt.Sprintf("limits: no span %q", span))
}

// Starts are when the spans began that a moment lies in, in the order of Spans.
func Starts(at time.Time) (list []time.Time) {
	for _, span := range Spans {
		list = append(list, Start(span, at))
	}
	return list
}

// Since is the first moment that any span counts of which a moment lies in.
func Since(at time.Time) time.Time {
	week, month := Start(Week, at), Start(Month, at)
	if week.Before(month) {
		return week
	}
	return month
}

// AllowsDeposit reports why so much cannot be paid in; at is on the site's clock, paid is what was paid in from a
// moment on.
func (s State) AllowsDeposit(paid func(since time.Time) int64, at time.Time, cents int64) error {
	for _, l := range s.At(at).Limits {
		if l.Kind == Deposit && l.Cents != None && paid(Start(l.Span, at))+cents > l.Cents {
			return ErrDeposit
		}
	}
	return nil
}

// Allows reports why a play cannot be made that spends and risks so much; at is on the site's clock. A play is
// allowed when the limits hold even if all of it is lost.
func (s State) Allows(b *History, at time.Time, spendCents, riskCents int64) error {
	for _, l := range s.At(at).Limits {
		if l.Cents == None || l.Kind == Deposit {
			continue
		}
		sum := b.Sum(Start(l.Span, at))
		switch {
		case l.Kind == Spend && spendCents > 0 && sum.SpentCents+spendCents > l.Cents:
			return ErrSpend
		case l.Kind == Loss && riskCents > 0 && sum.LossCents()+riskCents > l.Cents:
			return ErrLoss
		}
	}
	return nil
}
