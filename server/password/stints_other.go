//go:build !linux

package password

import "os"

// inStints is of Linux's scheduler.
const inStints = false

func await(*os.Process, *os.File) error { return nil }
