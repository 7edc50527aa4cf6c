// Package memory is the complete store engine in one process without a disk: for the simulator and for tests.
//
// It is deterministic: no goroutine, clock or randomness of its own when an Executor and a Clock are given. Faults and
// deliberate bugs can be planted, to prove that the tests above can see them. Deliberately absent: durability, speed.
package memory
