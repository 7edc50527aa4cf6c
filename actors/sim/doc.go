// Package sim runs players and rooms in a deterministic world: one seed decides every interleaving of mailboxes and
// store, every fault and every clock jump, and the same seed gives the same trace. After a run the invariants of
// docs/reliability-security.md are checked on what the store holds, and each op against a model of what the clients
// asked for (model.go says what that takes from the op itself).
//
// The code under test is the real one: directory, player, rooms, gifts, payments, fairness, on store/memory.
// Deliberately absent: goroutines, wall time and sockets; and so task boxes and rankings, which ask an actor and wait
// for its answer. Their faults their own tests and tools/kill play.
package sim
