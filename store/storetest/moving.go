package storetest

import (
	"context"

	"jadebox/store"
)

// Moving is an engine whose histories move while they are read: something comes in behind every part that was read.
type Moving struct {
	store.Engine
	Meanwhile func()
}

// Ops implements store.Players.
func (m Moving) Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	ops, total, err := m.Engine.Ops(ctx, q)
	m.Meanwhile()
	return ops, total, err
}
