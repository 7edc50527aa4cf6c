package publiclog

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// Journal is what sealing needs of a store.
type Journal interface {
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
	// ChainHeads are how far each writer's sequence goes, and the heads of their hash chains there.
	ChainHeads(ctx context.Context) (map[int64]store.ChainHead, error)
}

// KindHeads is the op kind that publishes how far the journal has gone.
const KindHeads = "log.heads"

const (
	sealEvery = 30 * time.Second
	headsMost = 200 // of one leaf
	// headsWithin is how much later than its own time a seal may have read the heads, and what was sealed last before
	// them: what it has then is dated by it (tools/audit).
	headsWithin = time.Minute
	sealKey     = "log.sealed"
)

// sealed is what was published last. It is kept only to say less again.
type sealed struct {
	N     int64           `json:"n"`
	Heads map[int64]int64 `json:"heads"` // by writer
}

// HeadsKey is the key of the n-th op of KindHeads, and of its leaf.
func HeadsKey(n int64) string { return "heads:" + strconv.FormatInt(n, 10) }

// Seal publishes the heads of the writers that went on since they were published last: from then on no writer can take
// their ops back without contradicting the log. Of two processes one does it.
func (l *Log) Seal(ctx context.Context, j Journal, now time.Time) error {
	soon, cancel := context.WithTimeout(ctx, headsWithin)
	defer cancel()
	last, err := l.sealed(soon)
	if err != nil {
		return err
	}
	heads, err := j.ChainHeads(soon)
	if err != nil {
		return err
	}
	var moved []int64
	for _, w := range slices.Sorted(maps.Keys(heads)) {
		if heads[w].Seq != last.Heads[w] {
			moved = append(moved, w)
		}
	}
	for part := range slices.Chunk(moved, headsMost) {
		if err := l.seal(ctx, j, now, &last, part, heads); err != nil {
			return err
		}
	}
	return nil
}

func (l *Log) seal(ctx context.Context, j Journal, now time.Time, last *sealed, writers []int64,
	heads map[int64]store.ChainHead) error {
	leaf := fairlog.Heads{N: last.N + 1, AtMS: now.UnixMilli()}
	for _, w := range writers {
		leaf.Heads = append(leaf.Heads, fairlog.Head{Writer: w, Seq: heads[w].Seq,
			MAC: fairlog.HeadMAC(l.key.seal(), w, heads[w].Seq, heads[w].Chain)})
	}
	text, err := leaf.Leaf()
	if err != nil {
		return err
	}
	key := HeadsKey(leaf.N)
	rec, err := j.Commit(ctx, &store.Op{Key: key, Kind: KindHeads, Request: sha256.Sum256(text), At: now,
		Leaves: []store.LogLeaf{{Key: key, Data: text}}})
	last.N++
	switch {
	case errors.Is(err, store.ErrKeyReused): // another process has sealed
		return l.keep(ctx, *last)
	case err != nil:
		return fmt.Errorf("public log: heads: %w", err)
	}
	for _, h := range leaf.Heads {
		last.Heads[h.Writer] = h.Seq
	}
	if w := rec.Op.Writer(); last.Heads[w] == rec.Op.Seq()-1 { // of itself there is nothing to say
		last.Heads[w] = rec.Op.Seq()
	}
	return l.keep(ctx, *last)
}

func (l *Log) sealed(ctx context.Context) (s sealed, err error) {
	text, err := l.store.Kept(ctx, sealKey)
	if err == nil {
		err = json.Unmarshal(text, &s)
	} else if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	if s.Heads == nil {
		s.Heads = map[int64]int64{}
	}
	return s, err
}

func (l *Log) keep(ctx context.Context, s sealed) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return l.store.PutKept(ctx, sealKey, text)
}
