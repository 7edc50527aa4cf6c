package room

import (
	"slices"

	"jadebox/actors/settings"
	"jadebox/store"
)

// Return is what rooms of a kind bring back to players. server/registry/economy looks for profitable loops in it
// (docs/rules.md, "What settings cost"), so that a kind which pays more than it takes is named before it is played.
type Return struct {
	// Nothing says why no play brings anything back; "" where Play or Gifts is set.
	Nothing string
	// Play is what is played for gems; nil: nothing.
	Play *Play
	// Gifts is what is given to each player who joins; nil: nothing.
	Gifts *Gifts
}

// Play is what players pay gems for in rooms of a kind. Amounts are expectations in cents of gems.
type Play struct {
	// Name is what is done, as an operator reads it of a loop ("play battles"), and How under which condition it pays
	// most ("and sell what is won").
	Name, How string
	// Rate reckons a play with the settings that hold and a catalogue's items: a setting of the kind that moves what it
	// gives is read here, whatever the items are, and its error is returned. nil: what is played are boxes on sale, at
	// their prices and with their return, and days with boxes and upgrades besides are searched, too. Whether the ops
	// of a room pay what this says, the kind's contract test finds (roomtest).
	Rate func(*store.SettingsNow, []store.ItemDef) (Rate, error)
	// AlsoCents is the most that a play brings on average beside what Rate or its boxes bring, whatever it costs: what
	// is small beside a dear play is much of a cheap one.
	AlsoCents float64
	// Tasks are those that a play counts for, but for gems spent on anything.
	Tasks []PlayTask
}

// PlayTask is a task that plays count for.
type PlayTask struct {
	Task  int32 // protocol.Task…
	Cents bool  // by the cents that are paid, and not by the play
}

// Rate is what plays cost and bring with a catalogue.
type Rate struct {
	// StakeCents is the least that a play costs; 0: none can be had.
	StakeCents float64
	// Back is the most that comes back of a play at any time, as a share of its cost, with so much given beside it.
	Back func(giftCents float64) float64
	// WishCardCents is the most that a wish card brings which is paid instead; 0: none is taken.
	WishCardCents float64
}

// Gifts is what rooms of a kind give by a setting.
type Gifts struct {
	// Name is what is done, as an operator reads it of a loop ("play, and claim every rain").
	Name    string
	Setting settings.Any
	// Day reads what the setting gives in a day.
	Day func(*store.SettingsNow) (GiftDay, error)
}

// GiftDay is what is given in a day: pools, each a share of what all have played with, and at least so much.
type GiftDay struct {
	Pools      int
	SharePPM   int64
	LeastCents int64
	CapPPM     int64 // of a pool, at most, to one player
	Asks       bool  // only of an eligible player (docs/rules.md, "Eligibility")
}

// Counts reports whether a play counts for a task; cents: by what is paid.
func (p *Play) Counts(task int32) (cents, ok bool) {
	i := slices.IndexFunc(p.Tasks, func(t PlayTask) bool { return t.Task == task })
	return i >= 0 && p.Tasks[i].Cents, i >= 0
}

// FreeTasks are those that are done in rooms without paying anything.
func (l Specs) FreeTasks() (tasks []int32) {
	for _, op := range l.CountedOps() {
		if !op.Stakes {
			tasks = append(tasks, op.Task)
		}
	}
	return tasks
}
