package demo

import (
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/room"
)

// firstRain is soon enough for a short visit, and late enough to have looked around.
const firstRain = 3 * time.Minute

// Kinds are the kinds of rooms of a demo: rains fall again and again from the start on, so that every visitor who tries
// the demo sees one; never with each 0.
func Kinds(all room.Specs, start time.Time, each time.Duration) room.Specs {
	return all.With(rain.SpecEvery(rains(start, each)))
}

// rainsForAll are the standard's rains, which ask for nothing: what they give is play money, and a visitor of the demo
// is to catch one in the first minutes.
func rainsForAll() rain.Settings {
	held := rain.Setting.Standard()
	held.Asks = false
	return held
}

func rains(start time.Time, each time.Duration) rain.Every {
	return rain.Every{First: start.Add(firstRain).Truncate(time.Second), Each: each}
}
