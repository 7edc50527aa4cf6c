// Package durable takes an op to the store from inside an actor: never waiting, and never giving up while the outcome
// is open. Deliberately absent: rules, and a memory of its own.
package durable
