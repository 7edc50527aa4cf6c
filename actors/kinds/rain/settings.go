package rain

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/fairness"
	"jadebox/protocol"
)

// Setting registers them.
var Setting = &settings.Setting[Settings]{Name: "rain",
	Says: "when it rains, how long, how much, and what one player may get",
	Standard: func() Settings {
		return Settings{Daily: []string{}, DurationMS: protocol.RainMS, Pool: standardPool, Each: standardEach,
			Asks: true}
	}, Fill: Settings.orStandard, Check: Settings.Check}

// OrdersSetting is what operators have ordered: jadebox rain start and cancel.
var OrdersSetting = &settings.Setting[Orders]{Name: "rain.orders",
	Says:            "rains that operators have ordered",
	Command:         "jadebox rain",
	Orders:          func(o Orders) []string { return settings.Texts(o.Orders) },
	CostlessBecause: "each is a gift that an operator has put a pool to",
	Gives:           true,
	Standard:        func() Orders { return Orders{Orders: []Order{}} }, Check: Orders.Check}

// Settings say when it rains.
type Settings struct {
	Daily      []string  `json:"daily"`      // "20:00", on the site's clock
	DurationMS int64     `json:"durationMs"` // 0: the product's 35 s
	Pool       PoolRules `json:"pool"`       // zero: docs/rules.md
	Each       EachRules `json:"each"`       // zero: docs/rules.md
	// Asks is whether a packet is for players who may take what has no stake (docs/rules.md, "Eligibility").
	Asks bool `json:"asks"`
}

// Orders are rains beside the settings. One that has begun cannot be taken back: its draw is named with it, and an
// operator who could end it then would choose (room.Cancellable).
type Orders struct {
	Orders []Order `json:"orders"` // once each
}

// UnmarshalJSON also reads what releases wrote that could end a round whose draw was named; those rounds are left out.
func (l *Orders) UnmarshalJSON(text []byte) error {
	var read struct {
		Orders    []Order         `json:"orders"`
		Cancelled json.RawMessage `json:"cancelled"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&read)
	l.Orders = read.Orders
	return err
}

// Order is one rain at one time.
type Order struct {
	ID        string `json:"id"`
	AtMS      int64  `json:"atMs"`
	PoolCents int64  `json:"poolCents"` // 0: by yesterday's spend
}

// PoolRules make a pool of what was spent the day before.
type PoolRules struct {
	SharePPM   int64 `json:"sharePpm"`
	LeastCents int64 `json:"leastCents"`
	MostCents  int64 `json:"mostCents"`
}

// standardPool is 0.5 % of yesterday's spend within 20–2,000 gems (docs/rules.md, "Red-packet rain").
var standardPool = PoolRules{SharePPM: 5_000, LeastCents: 20_00, MostCents: 2_000_00}

// EachRules say what one player may get of a rain.
type EachRules struct {
	Claims int   `json:"claims"` // packets, at most protocol.RainClaimsMax
	CapPPM int64 `json:"capPpm"` // of the pool
}

// standardEach is 8 packets and 5 % of the pool (docs/rules.md, "Red-packet rain").
var standardEach = EachRules{Claims: protocol.RainClaimsMax, CapPPM: 50_000}

func (p Settings) orStandard() Settings {
	if p.DurationMS == 0 {
		p.DurationMS = protocol.RainMS
	}
	if p.Pool == (PoolRules{}) {
		p.Pool = standardPool
	}
	p.Each = p.Each.orStandard()
	return p
}

func (e EachRules) orStandard() EachRules {
	if e == (EachRules{}) {
		return standardEach
	}
	return e
}

func (e EachRules) good() bool {
	return e.Claims >= 1 && e.Claims <= protocol.RainClaimsMax && e.CapPPM >= 1 && e.CapPPM <= 1_000_000
}

const (
	lead        = 12 * time.Second // beacon and countdown
	tooLate     = 2 * time.Minute  // a rain that was missed does not come hours later
	ordersMax   = 20
	dailyMax    = 24
	durationMin = 10_000
	durationMax = 120_000
	poolMax     = 1_000_000_00
	headsMin    = 25 // players that packets are made for, however few are there
	// leastShares is how many packets of the average size a player may get at least, by what they hold: of rains of 200
	// packets one in a thousand has a packet of more than five averages, and of 20,000 none had one of eight.
	leastShares = 10
)

// Check reports what is not allowed in settings.
func (p Settings) Check() error {
	for _, d := range p.Daily {
		if _, err := time.Parse("15:04", d); err != nil {
			return fmt.Errorf("rain: settings: %q is no time of day such as 20:00", d)
		}
	}
	switch {
	case len(p.Daily) > dailyMax:
		return fmt.Errorf("rain: settings: more than %d rains in a day", dailyMax)
	case p.DurationMS < durationMin || p.DurationMS > durationMax:
		return fmt.Errorf("rain: settings: a rain lasts %d to %d ms", durationMin, durationMax)
	case p.Pool.SharePPM < 0 || p.Pool.SharePPM > 1_000_000 || p.Pool.LeastCents < 0 ||
		p.Pool.MostCents < p.Pool.LeastCents || p.Pool.MostCents > poolMax:
		return fmt.Errorf("rain: settings: a pool is a share of what was spent, within 0–%d cents", poolMax)
	case !p.Each.good():
		return fmt.Errorf("rain: settings: a player gets 1 to %d packets and at most the pool", protocol.RainClaimsMax)
	}
	return nil
}

// Check reports what is not allowed in orders.
func (l Orders) Check() error {
	switch {
	case len(l.Orders) > ordersMax:
		return fmt.Errorf("rain: more than %d orders", ordersMax)
	case slices.ContainsFunc(l.Orders, func(o Order) bool {
		return o.ID == "" || len(o.ID) > 40 || o.PoolCents < 0 ||
			o.PoolCents > poolMax
	}):
		return fmt.Errorf("rain: order without id, or with a pool outside 0–%d cents", poolMax)
	}
	return nil
}

// Every is a rain again and again, beside the settings: a demo's.
type Every struct {
	First time.Time
	Each  time.Duration // 0: none
}

// dues lists its rains between two moments, at most a few.
func (e Every) dues(from, to time.Time) (list []due) {
	if e.Each <= 0 {
		return nil
	}
	n := max((from.Sub(e.First)+e.Each-1)/e.Each, 0)
	for at := e.First.Add(n * e.Each); at.Before(to) && len(list) < ordersMax; at = at.Add(e.Each) {
		list = append(list, due{"rain:every:" + at.UTC().Format(time.RFC3339), at, 0})
	}
	return list
}

// Key is that of the op that begins an order's round, which is the house's.
func (o Order) Key() string { return "rain:order:" + o.ID }

// due is a rain that is to begin at a time.
type due struct {
	key       string
	at        time.Time
	poolCents int64
}

// dues lists what is to begin between two moments, earliest first.
func (p Settings) dues(orders []Order, zone *time.Location, from, to time.Time) []due {
	var list []due
	add := func(d due) {
		if !d.at.Before(from) && d.at.Before(to) {
			list = append(list, d)
		}
	}
	for _, o := range orders {
		add(due{o.Key(), time.UnixMilli(o.AtMS), o.PoolCents})
	}
	for _, text := range p.Daily {
		clock, err := time.Parse("15:04", text)
		if err != nil {
			continue
		}
		y, m, d := from.In(zone).Date()
		for n := -1; ; n++ {
			at := time.Date(y, m, d+n, clock.Hour(), clock.Minute(), 0, 0, zone)
			if !at.Before(to.Add(24 * time.Hour)) {
				break
			}
			add(due{"rain:daily:" + at.Format("2006-01-02T15:04"), at, 0})
		}
	}
	slices.SortFunc(list, func(a, b due) int { return a.at.Compare(b.at) })
	return slices.CompactFunc(list, func(a, b due) bool { return a.key == b.key })
}

// Ledger says what players spent.
type Ledger interface {
	Spent(ctx context.Context, from, to time.Time, butKinds ...string) (int64, error)
}

// PoolOf is the pool of a rain that none was named for: by what was spent on the day before now, in now's zone, without
// what comes back in gems.
func (p Settings) PoolOf(ctx context.Context, ledger Ledger, now time.Time) (int64, error) {
	today := period.Day(now).Start
	spent, err := ledger.Spent(ctx, period.Day(today.Add(-time.Nanosecond)).Start, today, player.KindTrade,
		player.KindBuy)
	return p.poolCents(spent), err
}

// poolCents is the pool after a day's spend.
func (p Settings) poolCents(spentCents int64) int64 {
	rules := p.Pool
	return min(max(spentCents/1_000_000*rules.SharePPM+spentCents%1_000_000*rules.SharePPM/1_000_000, rules.LeastCents),
		rules.MostCents)
}

// packets is how many a pool is split into when so many are watching: all that they may claim and a quarter more, and
// as many as keep what one holds below what a player may get (leastShares), as far as no packet is empty.
func (e EachRules) packets(poolCents int64, watching, most int) int {
	n := max(int64(e.Claims*max(watching*5/4, headsMin)), (leastShares*1_000_000+e.CapPPM-1)/e.CapPPM)
	return int(min(n, poolCents/leastCents, int64(most)))
}

// Given is what players get of a pool when so many watch and each claims all that it may: into how many packets the
// pool is split, how many of them are taken, and what those hold on average, in cents. What is left falls back to the
// house.
func (e EachRules) Given(poolCents int64, players int) (packets, taken int, cents int64) {
	packets = e.packets(poolCents, players, fairness.RainPacketsMax)
	if packets == 0 {
		return 0, 0, 0
	}
	taken = min(players*e.Claims, packets)
	capCents := max(poolCents*e.CapPPM/1_000_000, leastCents)
	return packets, taken, min(poolCents*int64(taken)/int64(packets), int64(players)*capCents)
}
