package props

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings"
	"jadebox/store"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "props", Says: "extra drops of a day, by what was spent on boxes",
	Standard: func() Settings { return Settings{standardSteps} }, Check: Settings.Check,
	Beside: func(t Settings, now *store.SettingsNow) error {
		for _, step := range t.Steps {
			if err := prize.Givable(now, step.Prizes...); err != nil {
				return fmt.Errorf("props: settings: step of %d: %w", step.SpentCents, err)
			}
		}
		return nil
	}}

// OrdersSetting is what operators have ordered: jadebox props give, which asks whether there are such prizes. An order
// is carried out once, so that it holds no later settings of prizes back.
var OrdersSetting = &settings.Setting[Orders]{Name: "props.orders",
	Says:            "gifts that operators have ordered",
	Command:         "jadebox props",
	Orders:          func(o Orders) []string { return settings.Texts(o.Orders) },
	CostlessBecause: "each is a gift that an operator has put a worth on",
	Gives:           true,
	Standard:        func() Orders { return Orders{Orders: []Order{}} }, Check: Orders.Check}

// Settings say what is given beside all play.
type Settings struct {
	Steps []Step `json:"steps"` // of one day, ascending; empty: none
}

// Orders are given once each.
type Orders struct {
	Orders []Order `json:"orders"`
}

// Step is an extra drop for a player who has spent so much on boxes in one day of the site: the most valuable item
// worth at most ValueCents, and prizes beside it.
type Step struct {
	SpentCents int64         `json:"spentCents"`
	ValueCents int64         `json:"valueCents"`
	Prizes     []prize.Prize `json:"prizes,omitempty"`
}

// Order gives items and prizes to one account.
type Order struct {
	ID      string        `json:"id"`
	AtMS    int64         `json:"atMs"`
	Account string        `json:"account"`
	Defs    []store.DefID `json:"defs"`
	Prizes  []prize.Prize `json:"prizes,omitempty"` // gems, fragments and vouchers, beside the items
}

// standardSteps give 0.6 % of the spend back at most, out of the 8 % that a box keeps (docs/rules.md, "Boxes").
var standardSteps = []Step{{SpentCents: 50_00, ValueCents: 30}, {SpentCents: 200_00, ValueCents: 90},
	{SpentCents: 1000_00, ValueCents: 4_80}}

const (
	stepsMax  = 10
	ordersMax = 50
	defsMax   = 10
	// tooOld is when an order that was not carried out is no longer meant.
	tooOld = time.Hour
)

// Check reports what is not allowed in settings.
func (p Settings) Check() error {
	rising := slices.IsSortedFunc(p.Steps,
		func(a, b Step) int { return int(min(max(a.SpentCents-b.SpentCents, -1), 1)) })
	switch {
	case len(p.Steps) > stepsMax:
		return fmt.Errorf("props: settings: more than %d steps", stepsMax)
	case !rising || slices.ContainsFunc(p.Steps, func(s Step) bool {
		return s.SpentCents < 1 || s.ValueCents < 1 ||
			s.ValueCents > s.SpentCents
	}):
		return fmt.Errorf("props: settings: steps rise, and none gives more than was spent")
	case slices.ContainsFunc(p.Steps, func(s Step) bool { return len(s.Prizes) > defsMax }):
		return fmt.Errorf("props: settings: a step has at most %d prizes", defsMax)
	}
	return nil
}

// Check reports what is not allowed in orders.
func (l Orders) Check() error {
	switch {
	case len(l.Orders) > ordersMax:
		return fmt.Errorf("props: more than %d orders", ordersMax)
	case slices.ContainsFunc(l.Orders, func(o Order) bool {
		return o.ID == "" || len(o.ID) > 40 || o.Account == "" || len(o.Defs)+len(o.Prizes) < 1 || len(o.Defs)+
			len(o.Prizes) > defsMax
	}):
		return fmt.Errorf("props: an order has an id, an account and 1 to %d items and prizes", defsMax)
	case slices.ContainsFunc(l.Orders, func(o Order) bool {
		return slices.ContainsFunc(o.Defs, func(d store.DefID) bool { return d < 1 })
	}):
		return errors.New("props: an order gives an item by its number, from 1 on")
	}
	return nil
}

// Fresh drops orders that are long over.
func (l Orders) Fresh(now time.Time) []Order {
	return slices.DeleteFunc(slices.Clone(l.Orders),
		func(o Order) bool { return o.AtMS < now.Add(-tooOld).UnixMilli() })
}

// reached lists the steps that a rise of a day's spend passes.
func (p Settings) reached(before, after int64) []Step {
	var list []Step
	for _, s := range p.Steps {
		if before < s.SpentCents && s.SpentCents <= after {
			list = append(list, s)
		}
	}
	return list
}
