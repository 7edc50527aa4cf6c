package props

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/store"
)

// PlanSetting is where the plan stands in the store: whoever runs the site writes it, running servers read it again and again.
const PlanSetting = "props.plan"

// Plan says what is given beside all play.
type Plan struct {
	Steps  []Step  `json:"steps"`  // of one day, ascending; null: the standard ones, empty: none
	Orders []Order `json:"orders"` // once each
}

// Step is an extra drop for whoever has spent so much on boxes in one day (UTC): the most valuable item worth at most
// ValueCents, and prizes beside it.
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
	Prizes  []prize.Prize `json:"prizes,omitempty"` // gems, fragments and cards, beside the items
}

// standardSteps give 2 % of the spend back at most, out of the 8 % that a box keeps (docs/rules.md, "Boxes").
var standardSteps = []Step{{SpentCents: 50_00, ValueCents: 1_00}, {SpentCents: 200_00, ValueCents: 3_00}, {SpentCents: 1000_00, ValueCents: 16_00}}

const (
	stepsMax  = 10
	ordersMax = 50
	defsMax   = 10
	// tooOld is when an order that nobody has carried out is no longer meant.
	tooOld = time.Hour
)

// ReadPlan reads a plan; nil is an empty one.
func ReadPlan(text []byte) (Plan, error) {
	var p Plan
	if len(text) > 0 {
		if err := json.Unmarshal(text, &p); err != nil {
			return Plan{}, fmt.Errorf("props: plan: %w", err)
		}
	}
	return p, p.Check()
}

// Check says what a plan may not be.
func (p Plan) Check() error {
	rising := slices.IsSortedFunc(p.Steps, func(a, b Step) int { return int(min(max(a.SpentCents-b.SpentCents, -1), 1)) })
	switch {
	case len(p.Steps) > stepsMax || len(p.Orders) > ordersMax:
		return fmt.Errorf("props: plan: more than %d steps or %d orders", stepsMax, ordersMax)
	case !rising || slices.ContainsFunc(p.Steps, func(s Step) bool { return s.SpentCents < 1 || s.ValueCents < 1 || s.ValueCents > s.SpentCents }):
		return fmt.Errorf("props: plan: steps rise, and none gives more than was spent")
	case slices.ContainsFunc(p.Orders, func(o Order) bool {
		return o.ID == "" || len(o.ID) > 40 || o.Account == "" || len(o.Defs)+len(o.Prizes) < 1 || len(o.Defs)+len(o.Prizes) > defsMax
	}):
		return fmt.Errorf("props: plan: an order has an id, an account and 1 to %d items and prizes", defsMax)
	case slices.ContainsFunc(p.Steps, func(s Step) bool { return len(s.Prizes) > defsMax }):
		return fmt.Errorf("props: plan: a step has at most %d prizes", defsMax)
	}
	return nil
}

// Fresh drops orders that are long over.
func (p Plan) Fresh(now time.Time) []Order {
	return slices.DeleteFunc(slices.Clone(p.Orders), func(o Order) bool { return o.AtMS < now.Add(-tooOld).UnixMilli() })
}

func (p Plan) steps() []Step {
	if p.Steps == nil {
		return standardSteps
	}
	return p.Steps
}

// reached lists the steps that a rise of a day's spend passes.
func (p Plan) reached(before, after int64) []Step {
	var list []Step
	for _, s := range p.steps() {
		if before < s.SpentCents && s.SpentCents <= after {
			list = append(list, s)
		}
	}
	return list
}
