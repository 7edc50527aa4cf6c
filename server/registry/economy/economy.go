package economy

import (
	"context"
	"fmt"
	"math"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
	"jadebox/server/realname"
	"jadebox/store"
)

// EdgePPM is what the house keeps of a box (docs/rules.md, "Boxes": price = expected value / 0.92).
const EdgePPM = 80_000

const (
	ppm        = 1e6
	edge       = EdgePPM / ppm
	stakeCents = 2_00 // of one play of a reference player
	monthDays  = 30
)

// Players are what the reference players play with, in cents of gems a day.
var Players = [...]int64{0, 20_00, 1000_00}

// Goods are the parts of the catalogue that gifts are worth.
type Goods struct {
	boxes map[store.BoxID]box
	items []store.ItemDef
	least float64 // price of the cheapest box that is on sale
	free  float64 // worth of that box
}

type box struct{ price, worth float64 }

// Catalogue is where goods are read from.
type Catalogue interface {
	Boxes(ctx context.Context) ([]store.Box, error)
	ItemDefs(ctx context.Context) ([]store.ItemDef, error)
}

// ReadGoods reads the catalogue and writes nothing.
func ReadGoods(ctx context.Context, from Catalogue) (*Goods, error) {
	boxes, err := from.Boxes(ctx)
	if err != nil {
		return nil, err
	}
	items, err := from.ItemDefs(ctx)
	if err != nil {
		return nil, err
	}
	g := &Goods{boxes: map[store.BoxID]box{}, items: items}
	price := map[store.DefID]float64{}
	for _, d := range items {
		price[d.ID] = float64(d.PriceCents)
	}
	for _, b := range boxes {
		one := box{price: float64(b.PriceCents)}
		for _, e := range b.Entries {
			one.worth += float64(e.Weight) / 1e8 * price[e.Def]
		}
		g.boxes[b.ID] = one
		if b.Enabled && b.PriceCents > 0 && (g.least == 0 || one.price < g.least) {
			g.least, g.free = one.price, one.worth
		}
	}
	return g, nil
}

// worth of a box; 0 is the cheapest.
func (g *Goods) worth(id store.BoxID) float64 {
	if id == 0 {
		return g.free
	}
	return g.boxes[id].worth
}

// Line is one source of gifts: cents of gems a day, by reference player.
type Line struct {
	Source string
	Cents  [len(Players)]float64
}

// Loop is a way to play: Gain is what a round brings beyond what it costs, as a share of the cost; open where it is not
// negative.
type Loop struct {
	Name string
	Gain float64
}

// Open says that the loop pays.
func (l Loop) Open() bool { return l.Gain >= 0 }

// Economy is what a set of settings costs.
type Economy struct {
	Lines   []Line
	Joining []Amount // once for a player
	House   []Amount // in a day, whoever plays
	Loops   []Loop
}

// Amount is cents of gems.
type Amount struct {
	Source string
	Cents  float64
}

// Total is what a day of each reference player costs, in cents.
func (e *Economy) Total() (sum [len(Players)]float64) {
	for _, l := range e.Lines {
		for i, c := range l.Cents {
			sum[i] += c
		}
	}
	return sum
}

// Of computes the economy of the settings that a snapshot holds; goods may be empty, then boxes that are given are
// worth nothing.
func Of(now *store.SettingsNow, goods *Goods) (*Economy, error) {
	r, err := read(now, goods)
	if err != nil {
		return nil, err
	}
	e := &Economy{}
	line := func(source string, of func(player) float64) {
		l := Line{Source: source}
		for i, cents := range Players {
			l.Cents[i] = of(reference(float64(cents)))
		}
		e.Lines = append(e.Lines, l)
	}
	line("sign-in", r.signIn)
	line("weekly benefit", r.benefitOf)
	line("extra drops", r.dropsOf)
	line("task boxes", r.taskBoxes)
	line("upgrades of a day", r.upgradesOf)
	line("season", r.seasonOf)
	line("recharge bonus", func(p player) float64 { return r.tierBonus(p.recharge()) })
	line("VIP share", func(p player) float64 { return r.vipShare(p.recharge()) * p.recharge() })
	line("commission", func(p player) float64 { return float64(r.promotion.SharePPM) / ppm * p.recharge() })
	line("rain, by the share", func(p player) float64 {
		return float64(len(r.rain.Daily)) * float64(r.rain.Pool.SharePPM) / ppm * p.spent
	})

	once := func(source string, cents float64) { e.Joining = append(e.Joining, Amount{source, cents}) }
	once("real name", float64(r.realname.RewardCents))
	once("welcome", most(r.tasks.Welcome.Free, goods)+most(r.tasks.Welcome.Recharge, goods))
	levels := 0.0
	for _, l := range r.vip.Levels {
		levels += float64(l.BonusCents)
	}
	once("VIP levels, all of them", levels)

	awards := 0.0
	for _, c := range r.rates.AwardsCents {
		awards += float64(c)
	}
	e.House = []Amount{{"ranking of upgrades", awards}, {"rain, at the least", float64(len(r.rain.Daily)) * float64(r.rain.Pool.LeastCents)}}
	e.Loops = r.loops()
	return e, nil
}

func most(gifts []taskbox.Gift, goods *Goods) (cents float64) {
	for _, g := range gifts { // a player takes one of them
		cents = max(cents, goods.worth(g.Box))
	}
	return cents
}

// rules are the settings that cost something, read at once.
type rules struct {
	goods     *Goods
	benefit   benefit.Settings
	mall      mall.Settings
	pay       payment.Settings
	prizes    prize.Settings
	promotion promotion.Settings
	props     props.Settings
	rain      rain.Settings
	realname  realname.Settings
	season    season.Settings
	sign      sign.Settings
	tasks     taskbox.Settings
	rates     rates.Settings
	vip       vip.Settings
}

func read(now *store.SettingsNow, goods *Goods) (*rules, error) {
	r := &rules{goods: goods}
	var err error
	of(&r.benefit, benefit.Setting, now, &err)
	of(&r.mall, mall.Setting, now, &err)
	of(&r.pay, payment.Setting, now, &err)
	of(&r.prizes, prize.Setting, now, &err)
	of(&r.promotion, promotion.Setting, now, &err)
	of(&r.props, props.Setting, now, &err)
	of(&r.rain, rain.Setting, now, &err)
	of(&r.realname, realname.Setting, now, &err)
	of(&r.season, season.Setting, now, &err)
	of(&r.sign, sign.Setting, now, &err)
	of(&r.tasks, taskbox.Setting, now, &err)
	of(&r.rates, rates.Setting, now, &err)
	of(&r.vip, vip.Setting, now, &err)
	return r, err
}

func of[T any](v *T, s *settings.Setting[T], now *store.SettingsNow, failed *error) {
	if *failed == nil {
		*v, *failed = s.In(now)
	}
}

// player is what a day of one is like, in cents of gems.
type player struct {
	spent, boxes, upgrades, battles float64
	stake                           float64 // of one play
}

func reference(cents float64) player {
	return player{spent: cents, boxes: cents / 3, upgrades: cents / 3, battles: cents / 3, stake: stakeCents}
}

func (p player) recharge() float64 { return edge * p.spent }

// did is how much of a task he does in so many days, which need not be the same every day.
func (p player) did(task int32, days float64) float64 {
	switch task {
	case protocol.TaskUpgradeCents:
		return days * p.upgrades
	case protocol.TaskUpgradeCount:
		return math.Floor(days * p.upgrades / p.stake)
	case protocol.TaskUpgradeWins:
		return math.Floor(days * p.upgrades / p.stake / 2)
	case protocol.TaskBattleCents:
		return days * p.battles
	case protocol.TaskBattleCount:
		return math.Floor(days * p.battles / p.stake)
	case protocol.TaskSoldCents:
		return days * p.boxes * (1 - edge)
	case protocol.TaskSpentCents:
		return days * p.spent
	case protocol.TaskClassicOpens, protocol.TaskHashOpens:
		return math.Floor(days * p.boxes / p.stake)
	case protocol.TaskRecharge:
		return days * p.recharge()
	}
	return 0 // wishes, flips, trades, rolls and friends are not what these players do
}

// worth of a prize for a player.
func (r *rules) worth(v prize.Prize, p player) float64 {
	switch v.Kind {
	case prize.Diamond:
		return float64(v.Num)
	case prize.Debris:
		return float64(v.Num) * ppm / float64(r.prizes.FragmentPPM)
	case prize.Reset:
		return float64(v.Num) * r.again(p)
	}
	c, ok := r.prizes.Of(v)
	if !ok {
		return 0
	}
	switch v.Kind {
	case prize.OpenBox:
		return float64(v.Num) * float64(c.Percent) / 100 * p.boxes * float64(c.Hours) / 24
	case prize.Competition:
		return float64(v.Num) * float64(c.WorthCents)
	}
	return 0
}

// again is the most that a reset card brings: a task box that he has reached once more. One that brings a reset card
// would never end; it counts none.
func (r *rules) again(p player) (cents float64) {
	for _, b := range r.tasks.Boxes {
		if p.reaches(b) && (b.Prize == nil || b.Prize.Kind != prize.Reset) {
			cents = max(cents, r.boxWorth(b, p))
		}
	}
	return cents
}

func (r *rules) boxWorth(b taskbox.Box, p player) float64 {
	if b.Prize != nil {
		return r.worth(*b.Prize, p)
	}
	return r.goods.worth(b.Box)
}

func (r *rules) signIn(p player) (cents float64) {
	if r.sign.Closed {
		return 0
	}
	for _, c := range r.sign.Days {
		cents += r.signReward(c, p) / sign.Row
	}
	for _, c := range r.sign.Months {
		if c.Days <= monthDays {
			cents += r.signReward(c, p) / monthDays
		}
	}
	return cents
}

// signReward is what a day's sign-in brings whoever has done what it asks for.
func (r *rules) signReward(c sign.Condition, p player) float64 {
	done := sign.Done{Upgrades: int64(p.did(protocol.TaskUpgradeCount, 1)), Opens: int64(p.did(protocol.TaskHashOpens, 1)),
		ObtainedCents: int64(p.did(protocol.TaskSoldCents, 1)), SpentCents: int64(p.spent)}
	switch {
	case !c.Limit.Met(done):
		return 0
	case c.Reward.Kind == sign.Skins:
		return r.goods.worth(c.Reward.Box)
	}
	return r.worth(c.Reward.Prize, p)
}

func (r *rules) benefitOf(p player) float64 {
	step, _ := r.benefit.Reached(int64(7 * p.spent))
	return float64(step.RewardCents) / 7
}

// dropsOf is what is spent on boxes alone.
func (r *rules) dropsOf(p player) (cents float64) {
	for _, s := range r.props.Steps {
		if float64(s.SpentCents) > p.boxes {
			continue
		}
		cents += float64(s.ValueCents)
		for _, v := range s.Prizes {
			cents += r.worth(v, p)
		}
	}
	return cents
}

var spanDays = map[taskbox.Kind]float64{taskbox.Daily: 1, taskbox.Weekly: 7, taskbox.Monthly: monthDays, taskbox.WeeklyWelfare: 7}

func (r *rules) taskBoxes(p player) (cents float64) {
	for _, b := range r.tasks.Boxes {
		if p.reaches(b) {
			cents += r.boxWorth(b, p) / spanDays[b.Kind()]
		}
	}
	return cents
}

func (p player) reaches(b taskbox.Box) bool {
	return p.did(b.Task, spanDays[b.Kind()]) >= float64(b.Target)
}

func (r *rules) upgradesOf(p player) (cents float64) {
	if p.stake < float64(r.prizes.UpgradeLeastCents) {
		return 0
	}
	for _, s := range r.prizes.Upgrades {
		if float64(s.Count) <= p.did(protocol.TaskUpgradeCount, 1) {
			cents += r.worth(s.Prize, p)
		}
	}
	return cents
}

// tokenWorth is the most that a token of the season buys, in cents.
func (r *rules) tokenWorth() (cents float64) {
	for _, b := range r.season.Boxes {
		worth := 0.0
		if len(b.Cycle) == 0 {
			worth = r.goods.worth(b.Box)
		}
		for _, n := range b.Cycle {
			worth = max(worth, r.goods.worth(n.Box))
		}
		if b.Tokens > 0 {
			cents = max(cents, worth/float64(b.Tokens))
		}
	}
	return cents
}

// seasonOf is what a day of a season brings, as long as there is one.
func (r *rules) seasonOf(p player) float64 {
	if r.season.Season == "" {
		return 0
	}
	done := func(t season.Type) float64 {
		if t == season.SignIn {
			return 1
		}
		if p.stake < float64(r.season.LeastCents) && t != season.Consumption {
			return 0
		}
		switch t {
		case season.Battle:
			return p.did(protocol.TaskBattleCount, 1)
		case season.Upgrade:
			return p.did(protocol.TaskUpgradeCount, 1)
		case season.Hash:
			return p.did(protocol.TaskHashOpens, 1)
		case season.Consumption:
			return p.spent
		}
		return 0 // wishes are not what these players do, and wins in a row are nobody's to choose
	}
	tokens := 0.0
	for _, g := range r.season.Goals {
		for _, s := range g.Steps {
			if done(g.Type) >= float64(s.Count) {
				tokens += float64(s.Tokens)
			}
		}
	}
	return tokens * r.tokenWorth()
}

// tierBonus is what one recharge of so many cents of gems brings on top.
func (r *rules) tierBonus(gems float64) float64 {
	t, ok := payment.Reached(r.pay.Tiers, int64(gems*float64(r.pay.RatePPM)/ppm))
	if !ok {
		return 0
	}
	return float64(t.BonusCents(int64(gems)))
}

// vipShare is the share of a level that such a recharge a day reaches in a month.
func (r *rules) vipShare(gems float64) float64 {
	level := r.vip.Reached(int64(monthDays * gems * float64(r.pay.RatePPM) / ppm))
	return float64(r.vip.Of(level).RatePPM) / ppm
}

// String is a loop as an operator reads it.
func (l Loop) String() string {
	state := "closed"
	if l.Open() {
		state = "OPEN"
	}
	return fmt.Sprintf("%s: a round brings %.2f %% of what it costs (%s)", l.Name, 100*(1+l.Gain), state)
}
