package loadsim

import (
	"slices"
	"strings"
)

// scenario is what the bots of a run do.
type scenario struct {
	name  string
	house bool // the house must do something
	crowd bool // the house makes the accounts: more are needed than a machine should hash passwords for
	// role deals the roles so that any number of bots has its share of each.
	role func(o *Options, index int) role
}

// scenarioRooms plays kinds of rooms beside each other, many of each.
const scenarioRooms = "rooms"

// scenarios are these, and for each kind of room the one in which all bots play it.
var scenarios = []scenario{
	{name: "mixed", role: func(_ *Options, index int) role {
		switch index % 10 {
		case 1, 3, 5:
			return battler
		case 7, 9:
			return spectator
		}
		return opener
	}},
	{name: "open", role: always(opener)},
	{name: "spectate", role: func(_ *Options, index int) role {
		if index < 8 {
			return battler
		}
		return spectator
	}},
	{name: "upgrade", role: always(upgrader)},
	{name: scenarioRooms, house: true, crowd: true, role: (*Options).seat},
}

func always(r role) func(*Options, int) role {
	return func(*Options, int) role { return r }
}

func scenarioOf(name string) (scenario, bool) {
	if g, ok := games[name]; ok {
		return scenario{name, g.needs, g.crowd, func(_ *Options, index int) role { return g.role(index) }}, true
	}
	i := slices.IndexFunc(scenarios, func(s scenario) bool { return s.name == name })
	if i < 0 {
		return scenario{}, false
	}
	return scenarios[i], true
}

func scenarioNames() string {
	var names []string
	for _, s := range scenarios {
		names = append(names, s.name)
	}
	for _, g := range allGames() {
		names = append(names, g.kind)
	}
	return strings.Join(names, ", ")
}

func (o *Options) roleOf(index int) role {
	s, _ := o.scenario() // check has seen it
	return s.role(o, index)
}

// roomsOf is how many rooms of a kind the scenario rooms has at once.
func (o *Options) roomsOf(g game) int {
	if n, set := o.Rooms[g.kind]; set {
		return n
	}
	return g.rooms
}

// seats is how many bots the scenario rooms has.
func (o *Options) seats() (n int) {
	for _, g := range allGames() {
		n += o.roomsOf(g) * g.seats
	}
	return n
}

// seat deals the bots of the scenario rooms, kind after kind.
func (o *Options) seat(index int) role {
	for _, g := range allGames() {
		n := o.roomsOf(g) * g.seats
		if index < n {
			return g.role(index)
		}
		index -= n
	}
	return spectator
}
