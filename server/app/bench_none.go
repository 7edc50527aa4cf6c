//go:build !benchsocket

package app

import "context"

// benchSocket is what only a server that is built for measurements has.
func (a *App) benchSocket(context.Context) {}

// benchLoops is the socket server's own number of loops.
func benchLoops() int { return 0 }
