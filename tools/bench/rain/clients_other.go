//go:build !linux

package main

import (
	"context"
	"errors"
)

type crowd struct {
	Clients, Clicks, Claims, Unanswered, Overpaid int64
	PerSecond, P50MS, P99MS                       float64
	Audit                                         string
	failed                                        error
}

func stormed(context.Context, string, int) (*storm, error) {
	return nil, errors.New("the real server is started on Linux only")
}

func crowded(context.Context, string, int) (*crowd, error) {
	return nil, errors.New("the real server is started on Linux only")
}
