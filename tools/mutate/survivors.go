package main

import _ "embed"

// survivors are those of the last sample, and the mutants that change nothing.
//
//go:embed survivors.txt
var survivors string
