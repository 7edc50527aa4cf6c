//go:build !linux

package main

import "testing"

// serve has nothing to do: servers are killed on Linux only.
func (tree) serve(*testing.T) {}

// crash has nothing to do, either.
func (tree) crash(*testing.T) {}
