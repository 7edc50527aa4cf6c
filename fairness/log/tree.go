package log

import (
	"encoding/hex"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness/internal/canon"
)

// Hash is a node of the tree.
type Hash = tlog.Hash

// HashReader reads stored nodes by tlog's storage index.
type HashReader = tlog.HashReader

// Grow returns the hashes to append to storage when leaves are added to a tree of
// size leaves, in storage order. It changes nothing: the caller writes them in the
// transaction that writes the leaves.
func Grow(size int64, leaves [][]byte, stored HashReader) ([]Hash, error) {
	if size < 0 || stored == nil {
		return nil, fmt.Errorf("%w: tree of %d leaves", ErrRange, size)
	}
	view := &overlay{stored: stored, base: tlog.StoredHashCount(size)}
	for i, leaf := range leaves {
		hashes, err := tlog.StoredHashes(size+int64(i), leaf, view)
		if err != nil {
			return nil, fmt.Errorf("grow at leaf %d: %w", size+int64(i), err)
		}
		view.added = append(view.added, hashes...)
	}
	return view.added, nil
}

// Root is the root hash of the first size leaves, hex. The empty tree has none.
func Root(size int64, stored HashReader) (string, error) {
	if size < 1 {
		return "", fmt.Errorf("%w: root of %d leaves", ErrRange, size)
	}
	root, err := tlog.TreeHash(size, stored)
	if err != nil {
		return "", fmt.Errorf("root of %d leaves: %w", size, err)
	}
	return hex.EncodeToString(root[:]), nil
}

// overlay reads freshly made hashes behind the stored ones.
type overlay struct {
	stored HashReader
	base   int64
	added  []Hash
}

func (o *overlay) ReadHashes(indexes []int64) ([]Hash, error) {
	out := make([]Hash, len(indexes))
	var below []int64
	for i, at := range indexes {
		switch {
		case at < o.base:
			below = append(below, at)
		case at-o.base < int64(len(o.added)):
			out[i] = o.added[at-o.base]
		default:
			return nil, fmt.Errorf("%w: tree hash %d", ErrRange, at)
		}
	}
	if len(below) == 0 {
		return out, nil
	}
	read, err := o.stored.ReadHashes(below)
	if err != nil {
		return nil, err
	}
	next := 0
	for i, at := range indexes {
		if at < o.base {
			out[i] = read[next]
			next++
		}
	}
	return out, nil
}

// Memory keeps a tree's hashes in memory: the storage of tests, of tools and of
// a cache that was loaded from the store. It is not safe for concurrent use.
type Memory struct {
	size   int64
	hashes []Hash
}

// Append adds leaves and returns the index of the first.
func (m *Memory) Append(leaves ...[]byte) (int64, error) {
	added, err := Grow(m.size, leaves, m)
	if err != nil {
		return 0, err
	}
	first := m.size
	m.hashes = append(m.hashes, added...)
	m.size += int64(len(leaves))
	return first, nil
}

// Size is the number of leaves.
func (m *Memory) Size() int64 { return m.size }

// ReadHashes implements HashReader.
func (m *Memory) ReadHashes(indexes []int64) ([]Hash, error) {
	out := make([]Hash, len(indexes))
	for i, at := range indexes {
		if at < 0 || at >= int64(len(m.hashes)) {
			return nil, fmt.Errorf("%w: tree hash %d", ErrRange, at)
		}
		out[i] = m.hashes[at]
	}
	return out, nil
}

func parseHash(text string) (Hash, error) {
	var h Hash
	if !canon.IsHex(text, canon.HashLen) {
		return h, fmt.Errorf("%w: %.70q is no tree hash", ErrProof, text)
	}
	if _, err := hex.Decode(h[:], []byte(text)); err != nil {
		return h, fmt.Errorf("%w: tree hash: %w", ErrProof, err)
	}
	return h, nil
}

func parseHashes(texts []string) ([]Hash, error) {
	hashes := make([]Hash, len(texts))
	for i, text := range texts {
		h, err := parseHash(text)
		if err != nil {
			return nil, err
		}
		hashes[i] = h
	}
	return hashes, nil
}

func hexHashes(hashes []Hash) []string {
	texts := make([]string, len(hashes))
	for i, h := range hashes {
		texts[i] = hex.EncodeToString(h[:])
	}
	return texts
}
