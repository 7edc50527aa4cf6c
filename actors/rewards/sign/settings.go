package sign

import (
	"errors"
	"fmt"
	"slices"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "sign", Says: "what signing in brings and asks", Standard: Standard,
	Check: Settings.Check,
	Beside: func(t Settings, now *store.SettingsNow) error {
		for _, c := range slices.Concat(t.Days, t.Months) {
			if c.Reward.Kind == Skins {
				continue
			}
			if err := prize.Givable(now, c.Reward.Prize); err != nil {
				return fmt.Errorf("sign: settings: %w", err)
			}
		}
		return nil
	}}

// Row is how many days follow each other (product-spec §9).
const Row = 7

// Skins is the reward type of a box that is opened for nothing; the other types are those of package prize.
const Skins prize.Kind = "skins"

// Requirements: what has to be done on the day of a claim (product-spec §9, limitationType).
const (
	Upgrades = 0
	Opens    = 1
	Larger   = 2 // of upgrades and opens
	Obtained = 3 // gems by selling, in cents
)

// Settings are what signing in brings and asks. They are shown to players.
type Settings struct {
	Closed  bool        `json:"closed"`  // sign-in is closed
	GapDays int         `json:"gapDays"` // days that may be missed in a row before it begins anew
	Days    []Condition `json:"days"`    // seven; null: the standard
	Months  []Condition `json:"months"`  // by Days; null: the standard, empty: none
}

// Condition is one reward and what it asks.
type Condition struct {
	Days   int    `json:"days,omitempty"` // of a milestone: signed days of the month
	Reward Reward `json:"reward"`
	Limit  Limit  `json:"limit,omitzero"`
}

// Reward is a prize or a box.
type Reward struct {
	prize.Prize
	Box store.BoxID `json:"box,omitempty"` // of Skins; 0: the cheapest that there is
}

// Limit is a requirement; a least of 0 asks nothing.
type Limit struct {
	Type  int   `json:"type"`
	Least int64 `json:"least"`
}

// Standard is docs/rules.md. Beside what every sign-in asks for (package eligibility), the free box asks for as many
// paid boxes of that day as keep more than it is worth.
func Standard() Settings {
	give := func(kind prize.Kind, num int64) Reward { return Reward{Prize: prize.Prize{Kind: kind, Num: num}} }
	return Settings{
		Days: []Condition{
			{Reward: give(prize.Diamond, 10)}, {Reward: give(prize.Debris, 5)}, {Reward: give(prize.OpenBox, 1)},
			{Reward: give(prize.Diamond, 20)}, {Reward: give(prize.TrendChart, 1)}, {Reward: give(prize.Debris, 10)},
			{Reward: give(Skins, 1), Limit: Limit{Opens, 20}},
		},
		Months: []Condition{
			{Days: 7, Reward: give(prize.Debris, 20)}, {Days: 14, Reward: give(prize.Reset, 1)},
			{Days: 21, Reward: give(prize.Diamond, 30)},
			{Days: 28, Reward: give(prize.Competition, 1), Limit: Limit{Larger, 5}},
		},
	}
}

const (
	gapMax      = 30
	leastMax    = 1_000_000_00
	numMax      = 1_000_000_00
	monthMax    = 31
	vouchersMax = 10 // of one kind
)

// Check reports what is not allowed in settings; whether there is a voucher is held against the settings of prizes.
func (t Settings) Check() error {
	if len(t.Days) != Row || t.GapDays < 0 || t.GapDays > gapMax {
		return fmt.Errorf("sign: settings: %d days follow each other, of which at most %d are missed", Row, gapMax)
	}
	for i, c := range t.Days {
		if !c.good() || c.Days != 0 {
			return fmt.Errorf("sign: settings: day %d: %w", i+1, errReward)
		}
	}
	before := 0
	for _, c := range t.Months {
		if !c.good() || c.Days <= before || c.Days > monthMax {
			return fmt.Errorf("sign: settings: milestone of %d days, which rise and end at %d: %w", c.Days, monthMax,
				errReward)
		}
		before = c.Days
	}
	return nil
}

var errReward = errors.New("no such reward or requirement")

func (c Condition) good() bool {
	if c.Limit.Type < Upgrades || c.Limit.Type > Obtained || c.Limit.Least < 0 || c.Limit.Least > leastMax {
		return false
	}
	switch r := c.Reward; r.Kind {
	case Skins:
		return r.Num == 1 && r.Voucher == 0 && r.Box >= 0
	case prize.Diamond, prize.Debris:
		return r.Num >= 1 && r.Num <= numMax && r.Voucher == 0 && r.Box == 0
	case prize.OpenBox, prize.TrendChart, prize.Competition, prize.Reset:
		return r.Num >= 1 && r.Num <= vouchersMax && r.Voucher >= 0 && r.Box == 0
	}
	return false
}

// Milestone finds the reward of so many signed days.
func (t Settings) Milestone(days int) (Condition, bool) {
	for _, c := range t.Months {
		if c.Days == days {
			return c, true
		}
	}
	return Condition{}, false
}

// Done is what a player did on a day.
type Done struct {
	Upgrades      int64
	Opens         int64
	ObtainedCents int64
	SpentCents    int64
}

// Met reports whether a requirement is met.
func (l Limit) Met(d Done) bool { return l.Least == 0 || l.of(d) >= l.Least }

func (l Limit) of(d Done) int64 {
	switch l.Type {
	case Upgrades:
		return d.Upgrades
	case Opens:
		return d.Opens
	case Larger:
		return max(d.Upgrades, d.Opens)
	}
	return d.ObtainedCents
}
