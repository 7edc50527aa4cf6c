package store

import (
	"errors"
	"fmt"
)

// Mode is what a database is for. It is set at its first start, for ever: what a demo gave away is worth nothing
// on a live site.
type Mode string

// Modes.
const (
	ModeLive Mode = "live"
	ModeDemo Mode = "demo"
)

// ErrMode is a start in the other mode than the database's.
var ErrMode = errors.New("store: the database is of the other mode")

// CheckMode is ErrMode, with what to do, when have is not what is wanted.
func CheckMode(have, want Mode) error {
	switch {
	case have == want:
		return nil
	case have == ModeDemo:
		return fmt.Errorf("%w: a demo's, whose accounts have known passwords and gems that nobody paid: start it with "+
			"--demo, or give the live site a database of its own", ErrMode)
	default:
		return fmt.Errorf("%w: a live site's, where --demo would give gems away: start it without --demo, or give the "+
			"demo a database of its own", ErrMode)
	}
}
