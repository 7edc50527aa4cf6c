//go:build !linux

package ws

import "errors"

const reactorHere = false

func newReactor(*loop) (func(), error) {
	return nil, errors.New("ws: the reactor needs Linux")
}
