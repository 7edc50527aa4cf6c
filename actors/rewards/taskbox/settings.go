package taskbox

import (
	"fmt"
	"slices"
	"time"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/protocol"
	"jadebox/store"
)

// Setting registers them. Their prizes are ones that the settings of prizes know; while they have never been read there
// are no boxes.
var Setting = &settings.Setting[Settings]{Name: "tasks", Says: "task boxes and what welcomes a new player",
	Standard: Standard, New: Settings.whole,
	Unread: func() Settings { return Settings{} },
	Beside: func(t Settings, now *store.SettingsNow) error {
		prizes, err := prize.Setting.In(now)
		if err != nil {
			return err
		}
		return t.Check(prizes)
	}}

// Kind is how long a box's tasks count (product-spec §3, "Task box").
type Kind int

// Kinds.
const (
	Daily Kind = iota
	Weekly
	Monthly
	WeeklyWelfare

	kinds
)

// Span is the day, week or month of a moment on the site's clock.
func (k Kind) Span(at time.Time) period.Span {
	switch k {
	case Daily:
		return period.Day(at)
	case Monthly:
		return period.Month(at)
	}
	return period.Week(at)
}

// propTypes is the first box type that gives props. Those before are boxes of items, one of each kind; those from it on
// are the daily, weekly and monthly one.
const (
	propTypes = 4
	types     = 7
)

// Box is a box that a task opens. A box of items names a box of the catalogue, whose odds are published like those of
// every other; a prop box names its prize.
type Box struct {
	ID     int32        `json:"id"`
	Type   int          `json:"type"` // 0–3 a box of items, 4–6 props
	Name   store.Text   `json:"name"`
	Image  string       `json:"image,omitempty"`
	Task   int32        `json:"task"`   // protocol.Task…
	Target int64        `json:"target"` // cents where the task counts gems
	Box    store.BoxID  `json:"box,omitempty"`
	Prize  *prize.Prize `json:"prize,omitempty"`
}

// Kind is how long its task counts.
func (b Box) Kind() Kind { return Kind(b.Type % propTypes) }

// Props reports whether it gives a prize and no item.
func (b Box) Props() bool { return b.Type >= propTypes }

// Gift is a box that welcomes a new player.
type Gift struct {
	ID    int32       `json:"id"`
	Name  store.Text  `json:"name"`
	Image string      `json:"image,omitempty"`
	Box   store.BoxID `json:"box"`
}

// Welcome is what a new player is given: one of the free boxes, and one of the others after the first recharge.
type Welcome struct {
	Free     []Gift `json:"free"`
	Recharge []Gift `json:"recharge"`
}

// Settings are the boxes. Boxes null: the standard ones; empty: none.
type Settings struct {
	Boxes   []Box   `json:"boxes"`
	Welcome Welcome `json:"welcome"`
}

// standardBoxes need no catalogue. What they are worth is a small part of what their tasks bring the house. None asks
// for a number of upgrades, which may be of a cent each.
var standardBoxes = []Box{
	{ID: 1, Type: 4, Name: store.Text{Zh: "每日消费宝箱", En: "Daily spender", Pt: "Gasto diário"},
		Task: protocol.TaskSpentCents, Target: 50_00, Prize: &prize.Prize{Kind: prize.Debris, Num: 10}},
	{ID: 2, Type: 4, Name: store.Text{Zh: "每日升级宝箱", En: "Daily upgrader", Pt: "Upgrade diário"},
		Task: protocol.TaskUpgradeCents, Target: 30_00, Prize: &prize.Prize{Kind: prize.Debris, Num: 5}},
	{ID: 3, Type: 5, Name: store.Text{Zh: "每周对战宝箱", En: "Weekly battler", Pt: "Batalhas da semana"},
		Task: protocol.TaskBattleCount, Target: 5, Prize: &prize.Prize{Kind: prize.TrendChart, Num: 1}},
	{ID: 4, Type: 5, Name: store.Text{Zh: "每周消费宝箱", En: "Weekly spender", Pt: "Gasto semanal"},
		Task: protocol.TaskSpentCents, Target: 200_00, Prize: &prize.Prize{Kind: prize.OpenBox, Num: 1}},
	{ID: 5, Type: 6, Name: store.Text{Zh: "每月消费宝箱", En: "Monthly spender", Pt: "Gasto mensal"},
		Task: protocol.TaskSpentCents, Target: 1_000_00, Prize: &prize.Prize{Kind: prize.Competition, Num: 1}},
}

// Standard are the settings of a site that has not said anything else.
func Standard() Settings { return Settings{Boxes: standardBoxes} }

const (
	boxesMax  = 40
	giftsMax  = 5
	targetMax = 1_000_000_000_00
	nameMax   = 100 // characters, of one that is new
)

// whole refuses names that somebody writes and that are not in every language.
func (t Settings) whole() error {
	var names []store.Text
	for _, b := range t.Boxes {
		names = append(names, b.Name)
	}
	for _, g := range slices.Concat(t.Welcome.Free, t.Welcome.Recharge) {
		names = append(names, g.Name)
	}
	for _, name := range names {
		if err := name.Whole(nameMax); err != nil {
			return fmt.Errorf("taskbox: settings: the name of a box: %w", err)
		}
	}
	return nil
}

// Check reports what is not allowed in settings. Prizes must be ones that the settings of prizes know.
func (t Settings) Check(prizes prize.Settings) error {
	if len(t.Boxes) > boxesMax || len(t.Welcome.Free) > giftsMax || len(t.Welcome.Recharge) > giftsMax {
		return fmt.Errorf("taskbox: settings: more than %d boxes or %d gifts", boxesMax, giftsMax)
	}
	ids := map[int32]bool{}
	fresh := func(id int32) bool {
		known := ids[id]
		ids[id] = true
		return id > 0 && !known
	}
	for _, b := range t.Boxes {
		if !fresh(b.ID) || b.Type < 0 || b.Type >= types || b.Task < 0 || b.Task > protocol.TaskMax || b.Target < 1 ||
			b.Target > targetMax || b.Name.En == "" {
			return fmt.Errorf("taskbox: settings: box %+v", b)
		}
		if b.Props() != (b.Prize != nil) || b.Props() != (b.Box == 0) || b.Box < 0 {
			return fmt.Errorf("taskbox: settings: box %d: types 0 to 3 name a box, types 4 to 6 a prize", b.ID)
		}
		if b.Props() {
			if err := prizes.Check(*b.Prize); err != nil {
				return fmt.Errorf("taskbox: settings: box %d: %w", b.ID, err)
			}
		}
	}
	for _, list := range [][]Gift{t.Welcome.Free, t.Welcome.Recharge} {
		for _, g := range list {
			if !fresh(g.ID) || g.Box < 1 || g.Name.En == "" {
				return fmt.Errorf("taskbox: settings: gift %+v", g)
			}
		}
	}
	return nil
}

// Box finds a box of a task.
func (t Settings) Box(id int32) (Box, bool) {
	for _, b := range t.Boxes {
		if b.ID == id {
			return b, true
		}
	}
	return Box{}, false
}

// Gift finds a gift, and reports whether it is one for a recharge.
func (t Settings) Gift(id int32) (g Gift, recharge, ok bool) {
	for _, g := range t.Welcome.Free {
		if g.ID == id {
			return g, false, true
		}
	}
	for _, g := range t.Welcome.Recharge {
		if g.ID == id {
			return g, true, true
		}
	}
	return Gift{}, false, false
}
