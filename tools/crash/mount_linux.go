package main

import "syscall"

// mountSmall mounts a file system in memory that a few seconds of writing can fill.
func mountSmall(dir string) error {
	return syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=280m,mode=0700")
}
