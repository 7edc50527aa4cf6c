package economy

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Contribution is how much of what is open comes from one setting: the difference when it gives nothing. Amount has the
// unit of what it is part of: a share of what a round costs (Loop.NetReturn), or cents of gems (Gain.Cents).
type Contribution struct {
	Setting string
	Amount  float64
}

// source is a setting that can be lowered, as it is when it gives nothing.
type source struct {
	name string
	none func(*rules)
}

// sources are all settings that cost something, in the order of their names.
func (r *rules) sources() []source {
	list := slices.Clone(fixedSources)
	for _, g := range r.given {
		list = append(list, source{g.by.Setting.ID(), func(r *rules) { r.without(g.kind) }})
	}
	slices.SortFunc(list, func(a, b source) int { return cmp.Compare(a.name, b.name) })
	return list
}

// fixedSources are those that are no kind's of rooms.
var fixedSources = []source{
	{"activity", func(r *rules) { r.season.Season = "" }},
	{"benefit", func(r *rules) { r.benefit.Steps = nil }},
	{"eligibility", func(r *rules) { r.asks.SpentCents = math.MaxInt32 }},
	{"mall", func(r *rules) { r.mall.MarkupPPM, r.mall.Own = HouseEdgePPM, nil }}, // it keeps as much as a box
	{"pay", func(r *rules) { r.pay.Tiers = nil }},
	{"playthrough", func(r *rules) { r.play.MultiplePPM = max(r.play.MultiplePPM, ppm) }}, // more takes nothing off
	{"prizes", func(r *rules) { r.prizes.Upgrades = nil }},
	{"promotion", func(r *rules) { r.promotion.SharePPM = 0 }},
	{"props", func(r *rules) { r.props.Steps = nil }},
	{"rates", func(r *rules) {
		r.rates.Upgrade.DrawPPM, r.rates.AwardsCents = max(r.rates.Upgrade.DrawPPM, HouseEdgePPM), nil
	}},
	{"realname", func(r *rules) { r.realname.RewardCents = 0 }},
	{"sign", func(r *rules) { r.sign.Closed = true }},
	{"tasks", func(r *rules) { r.tasks.Boxes, r.tasks.Welcome.Free, r.tasks.Welcome.Recharge = nil, nil, nil }},
	{"vip", func(r *rules) { r.vip.Levels = nil }},
}

const contributionsShown = 4

// attribute says of what is open which settings bring the most of it.
func (r *rules) attribute(e *Economy) {
	if len(e.Open()) == 0 {
		return
	}
	for _, s := range r.sources() {
		without := *r
		s.none(&without)
		without.derive()
		seen := without.days()
		loops, gains := without.loops(seen), without.gains(seen)
		for i := range e.Loops {
			if l := &e.Loops[i]; l.Open() {
				l.Contributions = append(l.Contributions, Contribution{s.name, l.NetReturn - loops[i].NetReturn})
			}
		}
		for i := range e.Gains {
			if g := &e.Gains[i]; g.Open() {
				g.Contributions = append(g.Contributions, Contribution{s.name, g.Cents - gains[i].Cents})
			}
		}
	}
	for i := range e.Loops {
		e.Loops[i].Contributions = greatest(e.Loops[i].Contributions)
	}
	for i := range e.Gains {
		e.Gains[i].Contributions = greatest(e.Gains[i].Contributions)
	}
}

func greatest(list []Contribution) []Contribution {
	list = slices.DeleteFunc(list, func(f Contribution) bool { return f.Amount < 1e-6 })
	slices.SortStableFunc(list, func(a, b Contribution) int { return cmp.Compare(b.Amount, a.Amount) })
	return list[:min(len(list), contributionsShown)]
}

// shown is what an operator is shown of them.
func shown(list []Contribution, one func(Contribution) string) string {
	if len(list) == 0 {
		return ""
	}
	words := make([]string, len(list))
	for i, f := range list {
		words[i] = one(f)
	}
	return "; of it by " + strings.Join(words, ", ") + ": lower what these settings give"
}
