package loadsim

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/protocol"
)

func TestTheHelpNamesEveryScenario(t *testing.T) {
	f, _ := reflect.TypeFor[Play]().FieldByName("Scenario")
	var names []string
	for _, s := range scenarios {
		names = append(names, s.name)
	}
	want := strings.Join(names, ", ") + ", the name of a kind of room, or FILE.json: parts with weights."
	if f.Tag.Get("help") != want {
		t.Errorf("the help has %q, want %q", f.Tag.Get("help"), want)
	}
}

func TestEveryKindOfRoomIsPlayedByBots(t *testing.T) {
	for _, spec := range kinds.All {
		g, ok := games[spec.Kind]
		if !ok {
			t.Errorf("%s is a kind of room that no file of tools/loadsim plays", spec.Kind)
			continue
		}
		if _, known := scenarioOf(spec.Kind); !known || g.parts == nil || (g.rooms == 0) != (g.seats == 0) {
			t.Errorf("%s: known %v, %d rooms of %d bots in the scenario rooms", spec.Kind, known, g.rooms, g.seats)
		}
		ofTopic := func(m protocol.Message) bool { return m.Number == g.snapshot && m.Topic == spec.Kind && m.Snapshot }
		if g.watch != nil && !slices.ContainsFunc(protocol.Catalog, ofTopic) {
			t.Errorf("%s: message %d is no snapshot of its topic", spec.Kind, g.snapshot)
		}
	}
	for kind := range games {
		if _, known := kinds.All.Of(kind); !known {
			t.Errorf("bots play %s, which is no kind of room", kind)
		}
	}
}

func TestBotsOfTheScenarioRoomsAreDealtKindAfterKind(t *testing.T) {
	o := Options{Scenario: scenarioRooms, URL: "http://127.0.0.1:1", DataDir: "data", Duration: 1,
		Rooms: map[string]int{"battle": 3, "roll": 2, "luckycard": 1, "wish": 0}}
	if err := o.check(); err != nil || o.Bots != 3*duelSeats+2*rollSeats+deckSeats {
		t.Fatalf("%d bots, %v", o.Bots, err)
	}
	dealt := map[role]int{}
	for i := range o.Bots {
		dealt[o.roleOf(i)]++
	}
	if dealt[battler] != 3*duelSeats || dealt[streamer] != 2 || dealt[entrant] != 2*(rollSeats-1) ||
		dealt[flipper] != deckSeats || len(dealt) != 4 {
		t.Errorf("roles %v", dealt)
	}
	for _, kind := range []string{"raffle", "rain"} { // there is none; there is one round for all players
		o.Rooms = map[string]int{kind: 1}
		if o.check() == nil {
			t.Errorf("%s is played in the scenario rooms", kind)
		}
	}
}
