package loadsim

import (
	"slices"
	"strings"
)

// scenario is what the bots of a run do.
type scenario struct {
	name  string
	house bool // the house must do something: give the streamer role, open rooms
	// role deals the roles so that any number of bots has its share of each.
	role func(o *Options, index int) role
}

var scenarios = []scenario{
	{"mixed", false, func(_ *Options, index int) role {
		switch index % 10 {
		case 1, 3, 5:
			return battler
		case 7, 9:
			return spectator
		}
		return opener
	}},
	{"open", false, always(opener)},
	{"battle", false, always(battler)},
	{"spectate", false, func(_ *Options, index int) role {
		if index < 8 {
			return battler
		}
		return spectator
	}},
	{"rain", false, always(catcher)},
	{"upgrade", false, always(upgrader)},
	{"roll", true, func(_ *Options, index int) role {
		if index%rollSeats == 0 {
			return streamer
		}
		return entrant
	}},
	{"luckycard", false, always(flipper)},
	{"wish", true, always(wisher)},
	{"rooms", true, func(o *Options, index int) role { return o.Rooms.roleOf(index) }},
}

func always(r role) func(*Options, int) role {
	return func(*Options, int) role { return r }
}

func scenarioOf(name string) (scenario, bool) {
	i := slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name })
	if i < 0 {
		return scenario{}, false
	}
	return scenarios[i], true
}

func scenarioNames() string {
	names := make([]string, len(scenarios))
	for i, s := range scenarios {
		names[i] = s.name
	}
	return strings.Join(names, ", ")
}

func (o *Options) roleOf(index int) role {
	s, _ := scenarioOf(o.Scenario) // check has seen it
	return s.role(o, index)
}
