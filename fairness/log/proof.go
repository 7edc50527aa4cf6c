package log

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// ProveInclusion returns the hashes that lead from leaf index to the root of the
// first size leaves.
func ProveInclusion(size, index int64, stored HashReader) ([]string, error) {
	if size < 1 || index < 0 || index >= size {
		return nil, fmt.Errorf("%w: leaf %d of %d", ErrRange, index, size)
	}
	proof, err := tlog.ProveRecord(size, index, stored)
	if err != nil {
		return nil, fmt.Errorf("prove leaf %d of %d: %w", index, size, err)
	}
	return hexHashes(proof), nil
}

// CheckInclusion verifies that leaf stands at index in the tree of that size and root.
func CheckInclusion(leaf []byte, index, size int64, root string, proof []string) error {
	if size < 1 || index < 0 || index >= size {
		return fmt.Errorf("%w: leaf %d of %d", ErrRange, index, size)
	}
	hashes, err := parseHashes(append([]string{root}, proof...))
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(hashes[1:], size, hashes[0], index, tlog.RecordHash(leaf)); err != nil {
		return fmt.Errorf("%w: leaf %d of %d: %w", ErrProof, index, size, err)
	}
	return nil
}

// ProveConsistency returns the hashes that show the first older leaves of a tree
// of newer leaves to be the older tree.
func ProveConsistency(older, newer int64, stored HashReader) ([]string, error) {
	if older < 1 || newer < older {
		return nil, fmt.Errorf("%w: from %d to %d leaves", ErrRange, older, newer)
	}
	proof, err := tlog.ProveTree(newer, older, stored)
	if err != nil {
		return nil, fmt.Errorf("prove %d within %d: %w", older, newer, err)
	}
	return hexHashes(proof), nil
}

// CheckConsistency verifies that nothing under an older checkpoint was changed: a monitor of a log does so with what
// GET /api/fair/log/consistency answers, and so do the server's tests. ErrProof when it was, ErrRange for sizes that no
// proof leads between.
func CheckConsistency(older Checkpoint, newer Checkpoint, proof []string) error {
	if older.Origin != newer.Origin {
		return fmt.Errorf("%w: checkpoints of %q and %q", ErrProof, older.Origin, newer.Origin)
	}
	if older.Size < 1 || newer.Size < older.Size {
		return fmt.Errorf("%w: from %d to %d leaves", ErrRange, older.Size, newer.Size)
	}
	hashes, err := parseHashes(append([]string{older.Root, newer.Root}, proof...))
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(hashes[2:], newer.Size, hashes[1], older.Size, hashes[0]); err != nil {
		return fmt.Errorf("%w: %d within %d: %w", ErrProof, older.Size, newer.Size, err)
	}
	return nil
}
