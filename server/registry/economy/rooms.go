package economy

import (
	"slices"

	"jadebox/actors/kinds"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/room"
	"jadebox/protocol"
	"jadebox/store"
)

// kind is a kind of room in which gems are played.
type kind struct {
	play   *room.Play
	rate   room.Rate
	keeps  float64      // of a stake, as a share, with nothing given beside; 1 where there is no rate
	counts *room.Counts // nil: for nothing
}

// given is what rooms of a kind give in a day.
type given struct {
	room.GiftDay
	kind string
	by   *room.Gifts
}

// specs are the kinds of rooms that are reckoned with.
func (g *Goods) specs() room.Specs {
	if g.kinds == nil {
		return kinds.All
	}
	return g.kinds
}

// played are the kinds in which gems are played, in the order of their list, under the settings that hold.
func (g *Goods) played(now *store.SettingsNow) (list []*kind, err error) {
	for _, s := range g.specs() {
		p := s.Return.Play
		if p == nil {
			continue
		}
		k := &kind{play: p, keeps: 1, counts: s.Counts}
		if p.Rate != nil {
			if k.rate, err = p.Rate(now, g.items); err != nil {
				return nil, err
			}
		}
		if k.rate.StakeCents > 0 {
			k.keeps = 1 - k.rate.Back(0)
		}
		list = append(list, k)
	}
	return list, nil
}

func givenBy(specs room.Specs, now *store.SettingsNow) (list []given, err error) {
	for _, s := range specs {
		if s.Return.Gifts == nil {
			continue
		}
		day, err := s.Return.Gifts.Day(now)
		if err != nil {
			return nil, err
		}
		list = append(list, given{day, s.Kind, s.Return.Gifts})
	}
	return list, nil
}

// boxRooms are the kinds in which boxes are played; one that is none where there is no such kind.
func (r *rules) boxRooms() (list []*kind) {
	for _, k := range r.kinds {
		if k.play.Rate == nil {
			list = append(list, k)
		}
	}
	if list == nil {
		list = []*kind{nil}
	}
	return list
}

// roomLoop is the best day of rooms of a kind. Boxes in them are worth what they are worth elsewhere; of other plays
// the best is reckoned with, and what task boxes give for them at its target.
func (r *rules) roomLoop(k *kind) float64 {
	stakes, back := r.boxStakes(), 1-r.goods.houseEdge()
	if k.play.Rate != nil {
		if k.rate.StakeCents == 0 {
			return -usualHouseEdge // there is none
		}
		stakes, back = []float64{r.entry(k)}, k.rate.Back(r.tasksOf(k))
		for _, t := range k.play.Tasks {
			if t.Cents {
				back += r.tasksShare(t.Task)
			}
		}
	}
	return r.best(stakes, back, func(spent, stake float64) float64 {
		return r.gifts(player{spent: spent, rooms: spent, in: k, stake: stake})
	})
}

// entry is the least with which a room of a kind counts for a season, if it does, and else the least play.
func (r *rules) entry(k *kind) float64 {
	if k.seasonal() {
		return max(k.rate.StakeCents, float64(r.season.LeastCents), 1)
	}
	return max(k.rate.StakeCents, 1)
}

// seasonal reports whether rooms of a kind are goals of seasons.
func (k *kind) seasonal() bool {
	return k.counts != nil && (k.counts.Season != 0 || k.counts.Streak != 0)
}

// goal reports whether rooms of a kind count for a type of play of seasons.
func (k *kind) goal(of season.Type) bool {
	return k.seasonal() && of != 0 && (k.counts.Season == int(of) || k.counts.Streak == int(of))
}

// tasksOf is what task boxes give for one play, each at its target.
func (r *rules) tasksOf(k *kind) (cents float64) {
	for _, t := range k.play.Tasks {
		for _, b := range r.tasks.Boxes {
			if b.Task == t.Task && !t.Cents {
				cents += r.boxWorth(b, player{stake: stakeCents}) / float64(b.Target)
			}
		}
	}
	return cents
}

// roomVolumes are those of rooms of a kind at a stake: what is given for other plays than boxes begins with each.
func (r *rules) roomVolumes(k *kind, stake float64) []float64 {
	if k == nil {
		return nil
	}
	goals := map[season.Type]float64{}
	if k.seasonal() {
		goals[season.Type(k.counts.Season)], goals[season.Type(k.counts.Streak)] = stake, stake
		delete(goals, 0)
	}
	if k.play.Rate != nil {
		if back := k.rate.Back(0); back > 0 {
			return r.volumesOf([]float64{stake}, map[int32]float64{protocol.TaskSoldCents: 1 / back}, goals, nil)
		}
		return r.volumesOf([]float64{stake}, nil, goals, nil)
	}
	sold := 1 / (1 - r.goods.houseEdge())
	tasks := map[int32]float64{protocol.TaskSoldCents: sold}
	for _, t := range k.play.Tasks {
		tasks[t.Task] = stake
		if t.Cents {
			tasks[t.Task] = 1
		}
	}
	return r.volumesOf(nil, tasks, goals, map[int]float64{sign.Obtained: sold})
}

// pooled is what all players together get of what they play with in a day, as a share, by pools of a kind.
func (g given) pooled() float64 { return float64(g.Pools) * float64(g.SharePPM) / ppm }

// without has a kind give nothing.
func (r *rules) without(kind string) {
	r.given = slices.Clone(r.given)
	for i := range r.given {
		if r.given[i].kind == kind {
			r.given[i].GiftDay = room.GiftDay{}
		}
	}
}
