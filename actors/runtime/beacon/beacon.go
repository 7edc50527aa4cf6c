// Package beacon gives actors the public random values that draws wait for (docs/fairness.md).
//
// Source never blocks: an actor asks again when the round is due. Deliberately absent: any fall-back from one source to
// another; a round that does not appear within WaitMax is given up by its room or player, with a refund.
package beacon

import (
	"errors"
	"fmt"
	"time"

	"jadebox/fairness"
)

// WaitMax is how long after its due time a round is waited for.
const WaitMax = 120 * time.Second

// Missed reports whether a round which was due at dueMS is waited for no longer.
func Missed(dueMS int64, now time.Time) bool { return now.UnixMilli() >= dueMS+WaitMax.Milliseconds() }

// Poll is how long an actor waits before it asks for an overdue round again.
const Poll = time.Second

// ErrWait means that the value is not there yet; ErrEarly, that its round is not even due, by the source's own clock;
// ErrLooking, that the source has only begun to look for it.
var (
	ErrWait    = errors.New("beacon: value is not there yet")
	ErrEarly   = fmt.Errorf("%w: its round is not due", ErrWait)
	ErrLooking = fmt.Errorf("%w: it is being looked for", ErrWait)
)

// MayCome reports whether a round that Beacon refused with err is not to be given up, however late it is by the
// caller's clock: a site that was off while the value appeared has it a moment after it asks.
func MayCome(err error) bool { return errors.Is(err, ErrEarly) || errors.Is(err, ErrLooking) }

// Source is one beacon.
type Source interface {
	fairness.BeaconSchedule
	// Beacon returns the value of a round with its proof, at once: ErrWait when it is not there yet, ErrEarly when it
	// cannot be, ErrLooking when the source has not looked long enough to say. The source goes by its own clock:
	// another one of the caller's neither brings a value early, nor makes a commitment to a value that is out, nor lets
	// the caller give up one that is still to come.
	Beacon(round uint64) (fairness.Beacon, error)
}
