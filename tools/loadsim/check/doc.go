// Package check holds what a load bot knows about how the world must look, and says so when it does not.
//
// Every rule counts how often it was checked, so that a clean run with nothing looked at is told from a clean run.
// Deliberately absent: connections, clocks, any way to ask the server: what is checked here is what was seen anyway.
package check
