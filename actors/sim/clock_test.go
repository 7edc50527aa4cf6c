package sim

import "testing"

// A process that went by a clock as it is set would see time go back, give up rooms that are drawn in three seconds,
// and open decks without end. Every workload must show it.
func TestAClockThatIsSteppedIsFound(t *testing.T) {
	for _, d := range workloads {
		t.Run(d.name, func(t *testing.T) {
			found(t, 100, func() play { return play{workload: d.workload(), steppedClock: true} })
		})
	}
}

// A process that starts with a database whose clock is ahead waits for the values of the beacon all the same.
func TestARoomThatIsGivenUpTooEarlyIsFound(t *testing.T) {
	for _, name := range []string{"battle", "roll", "rain", "wish", "luckycard"} {
		t.Run(name, func(t *testing.T) {
			found(t, 3000, func() play { return play{workload: workloadOf(name), impatient: true} })
		})
	}
}
