// Package verify reads BOX2 bundles, makes their checks and says what may be believed (fairness/README.md, "BOX2
// bundles"). A bundle is all that is needed to verify one result offline, but for the keys: those are the reader's.
//
// Deliberately absent: the network, the clock, and any key that comes with the bundle.
package verify
