//go:build unix && !linux

package pgtest

// inMemory knows of no directory in memory here.
func inMemory() string { return "" }
