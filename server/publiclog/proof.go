package publiclog

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// ErrAbsent means that the log does not have the leaf, yet.
var ErrAbsent = errors.New("public log: no such leaf")

// Inclusion proves the leaf of a key under the newest checkpoint.
func (l *Log) Inclusion(ctx context.Context, key string) (*fairness.LogProof, error) {
	index, leaf, err := l.store.LogLeafByKey(ctx, key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, ErrAbsent
	}
	if err != nil {
		return nil, fmt.Errorf("public log: %w", err)
	}
	head := l.Head()
	if index >= head.Size { // appended by another process since the look
		if _, _, err := l.reload(ctx); err != nil {
			return nil, fmt.Errorf("public log: %w", err)
		}
		head = l.Head()
	}
	proof, err := fairlog.ProveInclusion(head.Size, index, l.hashes(ctx, head.Size, nil))
	if err != nil {
		return nil, fmt.Errorf("public log: %w", err)
	}
	return &fairness.LogProof{Leaf: string(leaf.Data), Index: index, TreeSize: head.Size, Proof: proof,
		Checkpoint: head.Checkpoint,
		PublicKey:  l.key.Public}, nil
}

// Consistency proves that the log of size to continues the log of size from. fairlog.ErrRange when it has no such
// sizes.
func (l *Log) Consistency(ctx context.Context, from, to int64) ([]string, error) {
	if to > l.Head().Size {
		return nil, fmt.Errorf("public log: %w: size %d", fairlog.ErrRange, to)
	}
	return fairlog.ProveConsistency(from, to, l.hashes(ctx, to, nil))
}

// hashes reads the stored tree of size leaves, and behind it hashes that are added but not stored yet.
func (l *Log) hashes(ctx context.Context, size int64, added []fairlog.Hash) fairlog.HashReader {
	base := tlog.StoredHashCount(size)
	return tlog.HashReaderFunc(func(indexes []int64) ([]fairlog.Hash, error) {
		out := make([]fairlog.Hash, len(indexes))
		var below, places []int64
		for i, at := range indexes {
			if at < base {
				below, places = append(below, at), append(places, int64(i))
				continue
			}
			out[i] = added[at-base]
		}
		if len(below) == 0 {
			return out, nil
		}
		stored, err := l.store.LogHashes(ctx, below)
		if err != nil {
			return nil, err
		}
		for i, place := range places {
			out[place] = stored[i]
		}
		return out, nil
	})
}

func arrays(hashes []fairlog.Hash) [][32]byte {
	out := make([][32]byte, len(hashes))
	for i, h := range hashes {
		out[i] = h
	}
	return out
}
