package app

import (
	"fmt"
	"net"
	"os"
	"strconv"
)

// passedFirst is the descriptor of the first socket that a service manager passes on: sd_listen_fds(3).
const passedFirst = 3

// passedSocket is the listening socket that the process was started with; nil: none. A supervisor that keeps it open
// beside the process has callers wait, instead of being refused, from when one process stops listening until the next
// one does.
func passedSocket() (net.Listener, error) {
	of, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	if of != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		if err := os.Unsetenv(name); err != nil { // it is no child's
			return nil, err
		}
	}
	if count != "1" {
		return nil, fmt.Errorf("the service manager passed %s sockets: the site has one address", count)
	}
	file := os.NewFile(passedFirst, "the service manager's socket")
	defer file.Close() // the listener has a descriptor of its own, which no child inherits
	l, err := net.FileListener(file)
	if err != nil {
		return nil, fmt.Errorf("the service manager's socket: %w", err)
	}
	return l, nil
}
