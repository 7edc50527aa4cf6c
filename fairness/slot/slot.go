// Package slot is the slot tree of BOX2, the commitment of every scope: one secret K gives each nonce a key of its own,
// and the root of an RFC 6962 tree over those keys is published before anything is drawn (docs/fairness.md, "Slot
// trees"). Opening one slot proves its draw at once and tells nothing about K or any other slot; opening K opens all.
//
// Deliberately absent: where K lives, the log, and what is drawn from a seed.
package slot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness"
	"jadebox/fairness/internal/canon"
)

// Heights of the trees: a tree of height h has 2^h slots.
const (
	HeightSolo      = 8 // 256 nonces of one player's epoch
	HeightLuckycard = 8 // at most 256 flips
	HeightRain      = 6 // slot 0 for the amounts, then at most 63 windows
	HeightOne       = 0 // a battle, a roll, a wish: one slot

	// HeightMax is the greatest height that any scope has.
	HeightMax = 8
)

// Labels of the streams. Two draws of one slot never share a stream.
const (
	LabelRoll  = "roll"  // winners of a roll room
	LabelRain  = "rain"  // amounts of red packets
	LabelClaim = "claim" // who gets which packet
	LabelFlip  = "flip"  // the card of a flip
	LabelTie   = "tie"   // a mode that needs one winner
)

// Key is k_n: HMAC-SHA256(K, "BOX2/key\n" scope "\n" n "\n").
func Key(k fairness.Key, scope string, n uint64) (fairness.Key, error) {
	if err := check(scope, HeightMax, n); err != nil {
		return fairness.Key{}, err
	}
	if k == (fairness.Key{}) {
		return fairness.Key{}, fmt.Errorf("%w: key is missing", fairness.ErrInput)
	}
	return key(k, scope, n), nil
}

func key(k fairness.Key, scope string, n uint64) (out fairness.Key) {
	mac := hmac.New(sha256.New, k[:])
	mac.Write(lines(96, "BOX2/key", scope, strconv.FormatUint(n, 10)))
	mac.Sum(out[:0])
	return out
}

// text is text_n, the leaf of slot n.
func text(scope string, n uint64, slotKey fairness.Key) []byte {
	return lines(192, "BOX2/slot", scope, strconv.FormatUint(n, 10), slotKey.Reveal())
}

// A Tree holds the inner nodes of one scope's tree, 2^h − 1 hashes, and no key. It is safe for concurrent use.
type Tree struct {
	scope  string
	height int
	levels [][]tlog.Hash // levels[l] has 2^(h−l) nodes; that of the leaves is kept in a tree of one slot only
}

// New makes the tree of a key: 2^height slot keys and twice as many hashes.
func New(k fairness.Key, scope string, height int) (*Tree, error) {
	if err := check(scope, height, 0); err != nil {
		return nil, err
	}
	if k == (fairness.Key{}) {
		return nil, fmt.Errorf("%w: key is missing", fairness.ErrInput)
	}
	t := &Tree{scope: scope, height: height, levels: make([][]tlog.Hash, height+1)}
	nodes := make([]tlog.Hash, 1<<height)
	for n := range nodes {
		nodes[n] = tlog.RecordHash(text(scope, uint64(n), key(k, scope, uint64(n))))
	}
	if height == 0 {
		t.levels[0] = nodes
	}
	for level := 1; level <= height; level++ {
		above := make([]tlog.Hash, len(nodes)/2)
		for i := range above {
			above[i] = tlog.NodeHash(nodes[2*i], nodes[2*i+1])
		}
		t.levels[level], nodes = above, above
	}
	return t, nil
}

// Commit is the root in hex, public from before the beacon round.
func (t *Tree) Commit() string { return hex.EncodeToString(t.levels[t.height][0][:]) }

// Open gives the key of slot n and the path that leads from it to the commitment, lowest hash first, in hex. The caller
// has K; a K that is not the tree's is an error that wraps fairness.ErrMismatch.
func (t *Tree) Open(k fairness.Key, n uint64) (slotKey fairness.Key, path []string, err error) {
	if err := check(t.scope, t.height, n); err != nil {
		return fairness.Key{}, nil, err
	}
	slotKey = key(k, t.scope, n)
	own := tlog.RecordHash(text(t.scope, n, slotKey))
	if t.height == 0 {
		if own != t.levels[0][0] {
			return fairness.Key{}, nil, fmt.Errorf("%w: key is not that of the tree", fairness.ErrMismatch)
		}
		return slotKey, []string{}, nil
	}
	beside := tlog.RecordHash(text(t.scope, n^1, key(k, t.scope, n^1)))
	left, right := own, beside
	if n&1 == 1 {
		left, right = beside, own
	}
	if tlog.NodeHash(left, right) != t.levels[1][n>>1] {
		return fairness.Key{}, nil, fmt.Errorf("%w: key is not that of the tree", fairness.ErrMismatch)
	}
	path = make([]string, t.height)
	path[0] = hex.EncodeToString(beside[:])
	for level := 1; level < t.height; level++ {
		node := t.levels[level][n>>level^1]
		path[level] = hex.EncodeToString(node[:])
	}
	return slotKey, path, nil
}

// Check is nil when slotKey is the key of slot n under the commitment: h + 1 hashes. Malformed input wraps
// fairness.ErrInput, a path that leads elsewhere fairness.ErrMismatch.
func Check(scope string, height int, n uint64, slotKey fairness.Key, path []string, commit string) error {
	if err := check(scope, height, n); err != nil {
		return err
	}
	if len(path) != height {
		return fmt.Errorf("%w: path of %d hashes in a tree of height %d", fairness.ErrInput, len(path), height)
	}
	root, err := parseHash(commit)
	if err != nil {
		return err
	}
	proof := make(tlog.RecordProof, height)
	for i := range path {
		if proof[i], err = parseHash(path[i]); err != nil {
			return err
		}
	}
	leaf := tlog.RecordHash(text(scope, n, slotKey))
	if err := tlog.CheckRecord(proof, 1<<height, root, int64(n), leaf); err != nil {
		return fmt.Errorf("%w: slot %d does not lead to the commitment", fairness.ErrMismatch, n)
	}
	return nil
}

// CheckKey is nil when K gives the commitment, as it is opened when a scope closes.
func CheckKey(k fairness.Key, scope string, height int, commit string) error {
	t, err := New(k, scope, height)
	if err != nil {
		return err
	}
	if t.Commit() != commit {
		return fmt.Errorf("%w: key does not give the commitment of %s", fairness.ErrMismatch, scope)
	}
	return nil
}

// Seed is the server seed of one draw, in hex:
// HMAC-SHA256(k_s, "BOX2/seed\n" scope "\n" beacon "\n" ctx "\n" n "\n" seat "\n").
// Solo play: n is the nonce and seat 0; a battle: n is the round; a wish: n and seat are 0.
func Seed(slotKey fairness.Key, scope, beacon, ctx string, n uint64, seat int) (string, error) {
	if err := checkDraw(slotKey, scope, beacon, ctx); err != nil {
		return "", err
	}
	if n > canon.MaxSafe || seat < 0 || seat > fairness.SeatMax {
		return "", fmt.Errorf("%w: n %d seat %d", fairness.ErrInput, n, seat)
	}
	mac := hmac.New(sha256.New, slotKey[:])
	mac.Write(lines(256, "BOX2/seed", scope, beacon, ctx, strconv.FormatUint(n, 10), strconv.Itoa(seat)))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// Stream is the stream of a label under a slot: block i, from 0, is
// HMAC-SHA256(k_s, "BOX2/stream\n" label "\n" scope "\n" beacon "\n" ctx "\n" i "\n").
func Stream(slotKey fairness.Key, label, scope, beacon, ctx string) (*fairness.Stream, error) {
	if err := checkDraw(slotKey, scope, beacon, ctx); err != nil {
		return nil, err
	}
	switch label {
	case LabelRoll, LabelRain, LabelClaim, LabelFlip, LabelTie:
		return fairness.KeyedStream(slotKey, lines(256, "BOX2/stream", label, scope, beacon, ctx)), nil
	}
	return nil, fmt.Errorf("%w: stream label %q", fairness.ErrInput, label)
}

func check(scope string, height int, n uint64) error {
	switch {
	case !canon.IsLine(scope):
		return fmt.Errorf("%w: scope %q", fairness.ErrInput, scope)
	case height < 0 || height > HeightMax:
		return fmt.Errorf("%w: height %d", fairness.ErrInput, height)
	case n >= 1<<height:
		return fmt.Errorf("%w: slot %d of a tree of height %d", fairness.ErrInput, n, height)
	}
	return nil
}

func checkDraw(slotKey fairness.Key, scope, beacon, ctx string) error {
	switch {
	case slotKey == (fairness.Key{}):
		return fmt.Errorf("%w: slot key is missing", fairness.ErrInput)
	case !canon.IsLine(scope):
		return fmt.Errorf("%w: scope %q", fairness.ErrInput, scope)
	case !canon.IsHex(beacon, canon.HashLen):
		return fmt.Errorf("%w: beacon is not 64 hex characters", fairness.ErrInput)
	case !canon.IsHex(ctx, canon.HashLen):
		return fmt.Errorf("%w: context is not 64 hex characters", fairness.ErrInput)
	}
	return nil
}

func lines(size int, each ...string) []byte {
	out := make([]byte, 0, size)
	for _, line := range each {
		out = append(out, line...)
		out = append(out, '\n')
	}
	return out
}

func parseHash(s string) (h tlog.Hash, err error) {
	if !canon.IsHex(s, canon.HashLen) {
		return h, fmt.Errorf("%w: tree hash is not 64 hex characters", fairness.ErrInput)
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return h, fmt.Errorf("%w: tree hash: %w", fairness.ErrInput, err)
	}
	return h, nil
}
