package season

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting registers them. There is no standard season.
var Setting = &settings.Setting[Settings]{Name: "activity",
	Says: "the season: its days, what play earns, what tokens buy", Standard: Standard,
	Earlier: []func() Settings{until090}, Check: Settings.Check, New: Settings.whole}

// Type is a kind of play that earns tokens: the numbers of product-spec §7, /api/activity/receive.
type Type int

// Types, and what their counts are.
const (
	SignIn      Type = 1 // the day's sign-in: 1
	Battle      Type = 2 // battles played to their end
	Upgrade     Type = 3 // upgrades
	Wish        Type = 4 // wish rooms that were drawn
	Hash        Type = 5 // hash boxes opened
	Consumption Type = 6 // cents of gems spent
	Streak      Type = 7 // battles won one after another
)

// Page is the page of the site that shows a season (product-spec §2). /page/active shows every season that is
// running.
type Page string

// Pages.
const (
	PageActive  Page = ""
	PageMoonBox Page = "moonbox"
	PageNewYear Page = "newyear"
)

// Source is where the items of a season's boxes say that they come from.
func (p Page) Source() store.ItemSource {
	if p == PageNewYear {
		return store.FromNewYear
	}
	return store.FromReward
}

// Settings of the activity. What is left out is standard; there is no standard season.
type Settings struct {
	Season string     `json:"season"` // names it in the keys of claims: another name begins a day anew
	Page   Page       `json:"page"`
	Name   store.Text `json:"name"`
	From   time.Time  `json:"from"`
	Until  time.Time  `json:"until"`
	// LeastCents is the price, entry or stake from which a box, a battle or an upgrade counts.
	LeastCents int64  `json:"leastCents"`
	Goals      []Goal `json:"goals"`
	Boxes      []Box  `json:"boxes"`
	Assist     Assist `json:"assist"`
}

// Goal is what one type of play earns in a day of the site.
type Goal struct {
	Type  Type   `json:"type"`
	Steps []Step `json:"steps"` // counts rise
}

// Step gives tokens, once a day, to each player who has done so much.
type Step struct {
	Count  int64 `json:"count"` // cents for Consumption
	Tokens int64 `json:"tokens"`
}

// Box is a box of the catalogue that tokens buy. One that is not on sale can be among them. In place of one box an
// offer can have a cycle of them, one a night.
type Box struct {
	Box    store.BoxID `json:"box,omitempty"`
	Tokens int64       `json:"tokens"`
	Cycle  []Night     `json:"cycle,omitempty"`
}

// Assist is what a friend's help brings the player who asked for it.
type Assist struct {
	Tokens int64 `json:"tokens"`
	DayMax int   `json:"dayMax"` // friends who can help in a day of the site
}

// Standard is what a season is like unless it says otherwise. A token is worth about three cents of gems in a demo, and
// a day on which everything is played that brings some gives back 2 % of what is staked.
func Standard() Settings {
	return Settings{LeastCents: 100, Assist: Assist{Tokens: 1, DayMax: 2},
		Goals: []Goal{
			{SignIn, []Step{{1, 1}}},
			{Battle, []Step{{1, 1}, {5, 2}}},
			{Upgrade, []Step{{3, 1}, {10, 3}}},
			{Wish, []Step{{1, 1}}},
			{Hash, []Step{{3, 1}, {10, 3}}},
			{Consumption, []Step{{50_00, 3}, {200_00, 22}}},
			{Streak, []Step{{2, 1}, {3, 2}}},
		},
		Boxes: []Box{{Box: 1, Tokens: 60}, {Box: 2, Tokens: 150}, {Box: 3, Tokens: 264}},
	}
}

// until090 was the standard of releases until 0.9.0, whose boxes cost half as many tokens.
func until090() Settings {
	t := Standard()
	t.Boxes = []Box{{Box: 1, Tokens: 30}, {Box: 2, Tokens: 75}, {Box: 3, Tokens: 132}}
	return t
}

// Running reports whether there is an activity at a moment.
func (t Settings) Running(now time.Time) bool {
	return t.Season != "" && !now.Before(t.From) && now.Before(t.Until)
}

// Goal is what a type of play earns.
func (t Settings) Goal(of Type) (Goal, bool) {
	i := slices.IndexFunc(t.Goals, func(g Goal) bool { return g.Type == of })
	if i < 0 {
		return Goal{}, false
	}
	return t.Goals[i], true
}

// Reached is how many steps so much play has reached.
func (g Goal) Reached(done int64) (n int) {
	for n < len(g.Steps) && g.Steps[n].Count <= done {
		n++
	}
	return n
}

// Offer is what a box costs in tokens, and the night of the cycle that it is the box of, -1 for one of every night; ok
// is false when tokens do not buy it.
func (t Settings) Offer(box store.BoxID) (tokens int64, night int, ok bool) {
	for _, b := range t.Boxes {
		if night := slices.IndexFunc(b.Cycle, func(n Night) bool { return n.Box == box }); night >= 0 {
			return b.Tokens, night, true
		}
		if b.Box == box && box != 0 {
			return b.Tokens, -1, true
		}
	}
	return 0, 0, false
}

// FriendsMax bounds the friends who can help in a day.
const FriendsMax = 50

const (
	nameMax   = 16
	shownMax  = 60 // characters of the name that players read
	stepsMax  = 8
	boxesMax  = 24
	tokensMax = 1_000_000
	countMax  = 1 << 40
)

// whole refuses a name that is written and that is not in every language; without one, pages show their own title.
func (t Settings) whole() error {
	if t.Season == "" || t.Name == (store.Text{}) {
		return nil
	}
	if err := t.Name.Whole(shownMax); err != nil {
		return fmt.Errorf("season: its name: %w", err)
	}
	return nil
}

// Check reports what is not allowed in settings.
func (t Settings) Check() error {
	switch {
	case !named(t.Season):
		return fmt.Errorf("season: a name has at most %d small letters and digits", nameMax)
	case t.Season != "" && !t.From.Before(t.Until):
		return errors.New("season: it ends before it begins")
	case t.Page != PageActive && t.Page != PageMoonBox && t.Page != PageNewYear:
		return fmt.Errorf("season: its page is %q, %q or left out", PageMoonBox, PageNewYear)
	case t.LeastCents < 1:
		return errors.New("season: play counts from a cent on at the least")
	case t.Assist.Tokens < 0 || t.Assist.Tokens > tokensMax || t.Assist.DayMax < 0 || t.Assist.DayMax > FriendsMax:
		return fmt.Errorf("season: help brings up to %d tokens, from up to %d friends", tokensMax, FriendsMax)
	case t.Assist.Tokens == 0 && t.Assist.DayMax > 0:
		return errors.New("season: friends who can help bring at least a token")
	case len(t.Boxes) > boxesMax:
		return fmt.Errorf("season: more than %d boxes", boxesMax)
	}
	seen := map[Type]bool{}
	for _, g := range t.Goals {
		if err := g.check(); err != nil || seen[g.Type] {
			return fmt.Errorf("season: goal %+v: each type once, steps that rise and bring tokens: %w", g, err)
		}
		seen[g.Type] = true
	}
	boxes := map[store.BoxID]bool{}
	for i, b := range t.Boxes {
		if b.Tokens < 1 || b.Tokens > tokensMax {
			return fmt.Errorf("season: box %d of the list costs %d tokens", i+1, b.Tokens)
		}
		if len(b.Cycle) == 0 {
			if b.Box < 1 || boxes[b.Box] {
				return fmt.Errorf("season: box %d of the list is missing or there twice", i+1)
			}
			boxes[b.Box] = true
			continue
		}
		for _, n := range b.Cycle {
			if boxes[n.Box] {
				return fmt.Errorf("season: box %d is there twice", n.Box)
			}
			boxes[n.Box] = true
		}
	}
	return t.checkCycle()
}

var errGoal = errors.New("not a goal")

func (g Goal) check() error {
	if g.Type < SignIn || g.Type > Streak || len(g.Steps) == 0 || len(g.Steps) > stepsMax {
		return errGoal
	}
	before := int64(0)
	for _, s := range g.Steps {
		if s.Count <= before || s.Count > countMax || s.Tokens < 1 || s.Tokens > tokensMax {
			return errGoal
		}
		before = s.Count
	}
	return nil
}

func named(season string) bool {
	for _, c := range season {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return len(season) <= nameMax
}
