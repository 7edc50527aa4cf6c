package demo

import (
	"time"

	"jadebox/actors/kinds/rain"
)

// firstRain is soon enough for somebody who only looks in, and late enough to have looked around.
const firstRain = 3 * time.Minute

// Rains fall again and again from the start on, so that whoever tries the demo sees one; never with each 0.
func Rains(start time.Time, each time.Duration) rain.Every {
	return rain.Every{First: start.Add(firstRain).Truncate(time.Second), Each: each}
}
