package box2

import (
	"fmt"

	"jadebox/fairness"
)

// Delays from a leaf's time to its round, in milliseconds: witnesses need the time to cosign before a drand round.
const (
	delayDrandMS = 6000
	delayLocalMS = 3000
)

// Seconds and milliseconds of the before rule.
const (
	earlySeconds = 2    // a witness's clock may be behind the house's by so much
	marginMS     = 1000 // between the cosignatures and the round
)

func delayMS(source string) (int64, error) {
	switch source {
	case fairness.BeaconDrand:
		return delayDrandMS, nil
	case fairness.BeaconLocal:
		return delayLocalMS, nil
	}
	return 0, fmt.Errorf("%w: source %q", ErrRound, source)
}

// ExactRound is the only round that a leaf of that time, in milliseconds, may name: the first that is due at least
// 6000 ms later with drand, 3000 ms later with a local chain.
func ExactRound(s fairness.BeaconSchedule, atMS int64) (uint64, error) {
	delay, err := delayMS(s.Source())
	if err != nil {
		return 0, err
	}
	return s.RoundAfter(atMS + delay - fairness.BeaconDelayMS), nil
}

// CheckExact is the exact-round rule: a house that could choose its round could wait for one it likes. Errors wrap
// ErrRound.
func CheckExact(s fairness.BeaconSchedule, b Beacon, atMS int64) error {
	if b.Source != s.Source() {
		return fmt.Errorf("%w: source %q, %q expected", ErrRound, b.Source, s.Source())
	}
	want, err := ExactRound(s, atMS)
	if err != nil {
		return err
	}
	if b.Round != want {
		return fmt.Errorf("%w: round %d, %d follows from %d ms", ErrRound, b.Round, want, atMS)
	}
	return nil
}

// CheckBefore is the before rule: the checkpoint that holds a leaf of that time was cosigned by a quorum, at quorum
// time q in Unix seconds, not earlier than 2 s before the leaf's time and at least 1 s before its round. What the
// house says of its clock then proves nothing and is not needed. Errors wrap ErrRound.
func CheckBefore(atMS, dueMS, q int64) error {
	if q < atMS/1000-earlySeconds {
		return fmt.Errorf("%w: cosigned at %d s, the leaf is of %d ms", ErrRound, q, atMS)
	}
	if q > (dueMS-marginMS)/1000 {
		return fmt.Errorf("%w: cosigned at %d s, the round was due at %d ms", ErrRound, q, dueMS)
	}
	return nil
}
