// Package sim runs players and battles in a deterministic world: one seed decides every interleaving of mailboxes and
// store, every fault and every clock jump, and the same seed gives the same trace. After a run the invariants of
// docs/reliability-security.md are checked on what the store holds.
//
// The code under test is the real one: directory, player, battle, fairness, on store/memory. Deliberately absent:
// goroutines, wall time and sockets.
package sim
