// Package vip is the VIP programme: levels by what was recharged in a month, a rate on top of recharges and a bonus for each level.
//
// Nothing is counted twice, because nothing is kept: a standing follows from the recharges and the claims in the journal.
// Deliberately absent: an actor, a table and any word of the client about its own level.
package vip
