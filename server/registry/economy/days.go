package economy

import (
	"math"
	"slices"

	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/settings/rates"
	"jadebox/protocol"
)

// day is one of boxes, rooms of a kind and upgrades at once: gifts are what it brings beside what is won, net is that
// without the sign-in and less what the house keeps of its stakes, signed what each day of the row of sign-ins brings
// on it, below everything where that is not taken.
type day struct {
	player
	gifts, net float64
	signed     [sign.Row]float64
}

// days are what the mixed ones come to. There are as many as plays of all kinds can be put together, so that each is
// looked at once and none is kept.
type days struct {
	mixed float64                   // the most that one brings beyond what it costs, as a share of the cost
	gains [rates.Places + 1]float64 // the most that is left of what one gives, by place in the ranking (dayGains)
	rows  [sign.Row]front           // by day of the row of sign-ins: those on which its sign-in is taken
}

// days looks at the mixed ones at which a gift begins: of each kind of play none, one, or as much as something asks
// for, and more of one of them up to what something asks of all play. What gifts ask to be spent is spread over them at
// no cost.
func (r *rules) days() *days {
	list, totals := &days{mixed: -1}, r.totals()
	for _, in := range r.boxRooms() {
		r.daysIn(in, totals, func(p player) { list.see(r, r.day(p)) })
	}
	return list
}

func (l *days) see(r *rules, d day) {
	l.mixed = max(l.mixed, (d.gifts-r.loss(d.player))/d.cost())
	for place := range l.gains {
		l.gains[place] = max(l.gains[place], r.takenAt(place, d.player, d.gifts))
	}
	sees(&l.rows, d)
}

// sees takes a day into the row of sign-ins.
func sees(rows *[sign.Row]front, d day) {
	for n, signed := range d.signed {
		if !math.IsInf(signed, -1) {
			rows[n].add(point{d.cost(), d.net + signed})
		}
	}
}

// daysIn goes through those with rooms of a kind.
func (r *rules) daysIn(in *kind, totals []float64, see func(player)) {
	sales := r.sales()
	// What sales are asked for and a day's play does not come to is bought in the mall, and sold again.
	buys := func(p player) {
		see(p)
		for _, cents := range sales {
			if more := cents - r.sold(p); more > 0 {
				p := p
				p.bought = math.Ceil(more / r.mallBack)
				see(p)
			}
		}
	}
	for _, stake := range r.boxStakes() {
		boxes, rooms := starts(r.boxVolumes(stake), stake), starts(r.roomVolumes(in, stake), stake)
		for i, up := range r.upgradeStakes() {
			upgrades := starts(r.upgradeVolumes(up), up)
			if i > 0 { // a day without any was seen
				upgrades = upgrades[1:]
			}
			for _, b := range boxes {
				for _, u := range upgrades {
					for _, f := range rooms {
						filled(player{spent: b + u + f, boxes: b, upgrades: u, rooms: f, in: in, stake: stake,
							upgradeStake: up}, totals, buys)
					}
				}
			}
		}
	}
}

// filled is a day, and it with more of one kind of play up to each of the totals.
func filled(p player, totals []float64, see func(player)) {
	if p.spent > 0 {
		see(p)
	}
	for _, all := range totals {
		more := all - p.spent
		if more <= 0 {
			continue
		}
		for i := range 3 {
			full := p
			full.spent = all
			*[]*float64{&full.boxes, &full.upgrades, &full.rooms}[i] += more
			see(full)
		}
	}
}

func (r *rules) day(p player) day {
	d := day{player: p, gifts: r.beside(p)}
	d.net = d.gifts - r.loss(p)
	for n := range d.signed {
		d.signed[n] = math.Inf(-1)
	}
	if r.sign.Closed || !r.eligible(p) {
		return d
	}
	off := r.offBeside(p)
	d.gifts = r.gifts(p)
	for n, c := range r.sign.Days {
		if r.signs(c, p) {
			d.signed[n] = r.signReward(c, p) - r.unused(p, off, r.off(c.Reward.Prize))
		}
	}
	return d
}

// loss is what the house keeps of a day's stakes, where what is played in rooms are boxes.
func (r *rules) loss(p player) float64 {
	return r.goods.houseEdge()*(p.boxes+p.rooms) + (1-r.upgradeBack())*p.upgrades +
		r.mallLoss(p)
}

func (r *rules) mallLoss(p player) float64 { return max(0, 1-r.mallBack) * p.bought }

// cost is what a day is played with: gems with which items were bought are there again when those are sold.
func (p player) cost() float64 { return max(p.spent, p.bought) }

// sales are the gems of sales that something asks of a day.
func (r *rules) sales() []float64 {
	list := r.volumesOf(nil, map[int32]float64{protocol.TaskSoldCents: 1}, nil, map[int]float64{sign.Obtained: 1})
	slices.Sort(list)
	return slices.Compact(list)
}

// starts are nothing, one stake, and volumes, each once.
func starts(volumes []float64, stake float64) []float64 {
	list := append([]float64{0, stake}, volumes...)
	slices.Sort(list)
	return slices.Compact(list)
}

// totals are the days' plays of any kind, in cents, at which a gift begins.
func (r *rules) totals() []float64 {
	list := []float64{float64(r.asks.SpentCents), float64(r.pay.LeastCents), r.rankAsks()}
	for _, s := range r.benefit.Steps {
		list = append(list, math.Ceil(float64(s.SpentCents)/7))
	}
	list = r.volumesOf(list, map[int32]float64{protocol.TaskSpentCents: 1},
		map[season.Type]float64{season.Consumption: 1}, nil)
	slices.Sort(list)
	return slices.Compact(list)
}

// boxVolumes are those of boxes at a stake.
func (r *rules) boxVolumes(stake float64) (list []float64) {
	for _, s := range r.props.Steps {
		list = append(list, float64(s.SpentCents))
	}
	sold := 1 / (1 - r.goods.houseEdge())
	return r.volumesOf(list, map[int32]float64{protocol.TaskClassicOpens: stake,
		protocol.TaskHashOpens: stake, protocol.TaskSoldCents: sold}, map[season.Type]float64{season.Hash: stake},
		map[int]float64{sign.Opens: stake, sign.Larger: stake, sign.Obtained: sold})
}

// upgradeVolumes are those of upgrades at a stake.
func (r *rules) upgradeVolumes(stake float64) (list []float64) {
	for _, s := range r.prizes.Upgrades {
		if stake >= float64(r.prizes.UpgradeLeastCents) {
			list = append(list, float64(s.Count)*stake)
		}
	}
	sold := 1 / r.upgradeBack()
	return r.volumesOf(list, map[int32]float64{protocol.TaskUpgradeCount: stake,
		protocol.TaskUpgradeCents: 1, protocol.TaskUpgradeWins: stake, protocol.TaskSoldCents: sold},
		map[season.Type]float64{season.Upgrade: stake},
		map[int]float64{sign.Upgrades: stake, sign.Larger: stake, sign.Obtained: sold})
}

// volumesOf adds to a list what tasks, the season and sign-ins ask for, given what one of each costs in cents; what is
// asked of more than a day is spread over it.
func (r *rules) volumesOf(list []float64, tasks map[int32]float64, goals map[season.Type]float64,
	signs map[int]float64) []float64 {
	for _, b := range r.tasks.Boxes {
		if one := tasks[b.Task]; one > 0 {
			list = append(list, math.Ceil(float64(b.Target)*one/spanDays[b.Kind()]))
		}
	}
	for _, g := range r.season.Goals {
		for _, s := range g.Steps {
			if one := goals[g.Type]; one > 0 {
				list = append(list, math.Ceil(float64(s.Count)*one))
			}
		}
	}
	for _, c := range slices.Concat(r.sign.Days, r.sign.Months) {
		if one := signs[c.Limit.Type]; one > 0 && c.Limit.Least > 0 {
			list = append(list, math.Ceil(float64(c.Limit.Least)*one))
		}
	}
	return slices.DeleteFunc(list, func(cents float64) bool { return cents < 1 })
}
