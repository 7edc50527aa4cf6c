// Package log is the public, append-only log of fairness: the canonical leaves,
// the RFC 6962 tree over them, signed checkpoints, and inclusion and consistency
// proofs. Trees and notes are golang.org/x/mod/sumdb's tlog and note.
//
// Deliberately absent: storage, the network, the clock and the keys' home. The
// caller keeps the tree's hashes and hands them in as a tlog.HashReader.
package log

import "errors"

// Sentinels of the log. Every error of this package wraps one of them.
var (
	// ErrLeaf marks a record that lacks a field, or bytes that are no such leaf.
	ErrLeaf = errors.New("fairness/log: bad leaf")
	// ErrProof marks a proof, checkpoint or signature that does not hold.
	ErrProof = errors.New("fairness/log: proof does not hold")
	// ErrRange marks an index or a tree size that the log does not have.
	ErrRange = errors.New("fairness/log: out of range")
)
