// Package fairness is the engine "BOX1", whose results can be checked: seeds, the number, every
// draw, the odds tables, the beacon chain and the proof bundle with its verifier.
//
// Everything here is a pure function of its arguments. Deliberately absent: the
// clock, any I/O, math/rand, floating point in a decision, and defaults. A missing
// or malformed input is an error, so that no result can be drawn from the text
// "undefined". Randomness enters through an io.Reader that the caller names.
//
// The TypeScript engine in client/src/fairness implements the same rules
// independently; both pass the vectors and bundles in testdata.
package fairness

import "errors"

// Sentinels of the engine. Every error of this package wraps one of them.
var (
	// ErrInput marks a missing, malformed or out-of-range argument.
	ErrInput = errors.New("fairness: bad input")
	// ErrMismatch marks a value that does not follow from what was committed.
	ErrMismatch = errors.New("fairness: mismatch")
	// ErrBeaconEarly marks a request for a beacon value before its time.
	ErrBeaconEarly = errors.New("fairness: beacon round is not due yet")
)
