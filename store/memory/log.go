package memory

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"

	"jadebox/store"
)

// log is the public Merkle log.
type log struct {
	leaves     []store.LogLeaf
	places     []place // of the leaves
	leafIndex  map[string]int64
	hashes     [][32]byte
	checkpoint []byte
	logCursor  store.Cursor
}

// place is where a leaf stands in the journal.
type place struct {
	op    store.OpID
	place int
}

// clone is for readers while the log grows: lists only grow, the index is another one.
func (l log) clone() log {
	l.leafIndex = maps.Clone(l.leafIndex)
	return l
}

func newLog() log { return log{leafIndex: map[string]int64{}, logCursor: store.Cursor{}} }

// LogSize implements store.Log.
func (e *Engine) LogSize(context.Context) (int64, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return int64(len(e.leaves)), nil
}

// AppendLog implements store.Log.
func (e *Engine) AppendLog(_ context.Context, size int64, leaves []store.PendingLeaf, hashes [][32]byte,
	cursor store.Cursor, checkpoint []byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.guarded(); err != nil {
		return err
	}
	if size != int64(len(e.leaves)) {
		return fmt.Errorf("%w: log has %d leaves", store.ErrConflict, len(e.leaves))
	}
	fresh := map[string]bool{}
	for _, l := range leaves {
		if _, ok := e.leafIndex[l.Key]; ok || fresh[l.Key] {
			return fmt.Errorf("%w: leaf %q", store.ErrConflict, l.Key)
		}
		fresh[l.Key] = true
	}
	for _, l := range leaves {
		e.leafIndex[l.Key] = int64(len(e.leaves))
		e.leaves = append(e.leaves, store.LogLeaf{Key: l.Key, Data: bytes.Clone(l.Data)})
		e.places = append(e.places, place{l.Op, l.Place})
	}
	e.hashes = append(e.hashes, hashes...)
	e.logCursor = maps.Clone(cursor)
	if len(leaves) > 0 {
		e.checkpoint = bytes.Clone(checkpoint)
	}
	return nil
}

// LogHashes implements store.Log.
func (e *Engine) LogHashes(_ context.Context, indexes []int64) ([][32]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := make([][32]byte, len(indexes))
	for i, index := range indexes {
		if index < 0 || index >= int64(len(e.hashes)) {
			return nil, fmt.Errorf("%w: log hash %d", store.ErrNotFound, index)
		}
		list[i] = e.hashes[index]
	}
	return list, nil
}

// LogLeafByKey implements store.Log.
func (e *Engine) LogLeafByKey(_ context.Context, key string) (int64, store.LogLeaf, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i, ok := e.leafIndex[key]
	if !ok {
		return 0, store.LogLeaf{}, fmt.Errorf("%w: leaf %q", store.ErrNotFound, key)
	}
	return i, e.leaves[i], nil
}

// LogLeaves implements store.Log.
func (e *Engine) LogLeaves(_ context.Context, from int64, n int) ([]store.LogLeaf, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(cut(e.leaves, store.Page{Offset: int(from), Limit: n})), nil
}

// LogCheckpoint implements store.Log.
func (e *Engine) LogCheckpoint(context.Context) ([]byte, store.Cursor, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	cursor := maps.Clone(e.logCursor)
	if cursor == nil {
		cursor = store.Cursor{}
	}
	return bytes.Clone(e.checkpoint), cursor, nil
}
