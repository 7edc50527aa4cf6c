package fairness

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness/internal/canon"
)

// saltsMax bounds one committed list.
const saltsMax = packetsMax

// Salts makes the secret salt of every leaf of a committed list: salt i is hex
// HMAC-SHA256(K, "BOX1/salt\n" label "\n" scope "\n" beacon "\n" ctx "\n" i "\n").
// Without salts a published root of small amounts could be searched.
func Salts(k Key, label, scope, beacon, ctx string, n int) ([]string, error) {
	if n < 1 || n > saltsMax || !canon.IsLine(label) {
		return nil, fmt.Errorf("%w: %d salts labelled %q", ErrInput, n, label)
	}
	if err := checkDerivation(k, scope, beacon, ctx); err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, k[:])
	prefix := appendLines([]byte("BOX1/salt\n"), label, scope, beacon, ctx)
	salts := make([]string, n)
	for i := range salts {
		msg := append(strconv.AppendInt(prefix, int64(i), 10), '\n')
		mac.Reset()
		mac.Write(msg)
		salts[i] = hex.EncodeToString(mac.Sum(nil))
	}
	return salts, nil
}

// A Commitment is a list of values hidden behind one root until each is opened:
// the amounts of a rain, the order of a lucky-card deck. The tree is RFC 6962's.
type Commitment struct {
	label  string
	scope  string
	values []int64
	salts  []string
	hashes []tlog.Hash
	root   tlog.Hash
}

// Opening shows one value of a commitment; CheckOpening verifies it.
type Opening struct {
	Index int      `json:"index"`
	Size  int      `json:"size"`
	Value int64    `json:"value"`
	Salt  string   `json:"salt"`
	Proof []string `json:"proof"`
}

// Commit hides values behind a root. Salts come from Salts, one for each value.
func Commit(label, scope string, values []int64, salts []string) (*Commitment, error) {
	if len(values) == 0 || len(values) != len(salts) || len(values) > saltsMax {
		return nil, fmt.Errorf("%w: commitment to %d values with %d salts", ErrInput, len(values), len(salts))
	}
	c := &Commitment{label: label, scope: scope, values: values, salts: salts}
	for i, value := range values {
		leaf, err := openingLeaf(label, scope, i, value, salts[i])
		if err != nil {
			return nil, err
		}
		added, err := tlog.StoredHashes(int64(i), leaf, c)
		if err != nil {
			return nil, fmt.Errorf("commitment leaf %d: %w", i, err)
		}
		c.hashes = append(c.hashes, added...)
	}
	root, err := tlog.TreeHash(int64(len(values)), c)
	if err != nil {
		return nil, fmt.Errorf("commitment root: %w", err)
	}
	c.root = root
	return c, nil
}

// Root is the published hash, hex.
func (c *Commitment) Root() string { return hex.EncodeToString(c.root[:]) }

// Open proves that value i stands behind the root.
func (c *Commitment) Open(i int) (Opening, error) {
	if i < 0 || i >= len(c.values) {
		return Opening{}, fmt.Errorf("%w: value %d of %d", ErrInput, i, len(c.values))
	}
	proof, err := tlog.ProveRecord(int64(len(c.values)), int64(i), c)
	if err != nil {
		return Opening{}, fmt.Errorf("prove value %d: %w", i, err)
	}
	o := Opening{Index: i, Size: len(c.values), Value: c.values[i], Salt: c.salts[i], Proof: make([]string, len(proof))}
	for j, h := range proof {
		o.Proof[j] = hex.EncodeToString(h[:])
	}
	return o, nil
}

// ReadHashes serves the tree to package tlog.
func (c *Commitment) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, at := range indexes {
		if at < 0 || at >= int64(len(c.hashes)) {
			return nil, fmt.Errorf("%w: tree hash %d", ErrInput, at)
		}
		out[i] = c.hashes[at]
	}
	return out, nil
}

// CheckOpening verifies an opened value against a published root.
func CheckOpening(label, scope, root string, o Opening) error {
	leaf, err := openingLeaf(label, scope, o.Index, o.Value, o.Salt)
	if err != nil {
		return err
	}
	want, err := parseTreeHash(root)
	if err != nil {
		return err
	}
	if o.Index < 0 || o.Size < 1 || o.Index >= o.Size || o.Size > saltsMax {
		return fmt.Errorf("%w: opening %d of %d", ErrInput, o.Index, o.Size)
	}
	proof := make(tlog.RecordProof, len(o.Proof))
	for i, text := range o.Proof {
		if proof[i], err = parseTreeHash(text); err != nil {
			return err
		}
	}
	if err := tlog.CheckRecord(proof, int64(o.Size), want, int64(o.Index), tlog.RecordHash(leaf)); err != nil {
		return fmt.Errorf("%w: opening %d: %w", ErrMismatch, o.Index, err)
	}
	return nil
}

// openingLeaf is "BOX1/opening\n" label "\n" scope "\n" index "\n" value "\n" salt "\n".
func openingLeaf(label, scope string, index int, value int64, salt string) ([]byte, error) {
	if !canon.IsLine(label) || !canon.IsLine(scope) || index < 0 || value < 0 || value > canon.MaxSafe ||
		!isHash(salt) {
		return nil, fmt.Errorf("%w: opening %d of %q in %q", ErrInput, index, label, scope)
	}
	return appendLines([]byte("BOX1/opening\n"), label, scope,
		strconv.Itoa(index), strconv.FormatInt(value, 10), salt), nil
}

func parseTreeHash(text string) (tlog.Hash, error) {
	var h tlog.Hash
	if !isHash(text) {
		return h, fmt.Errorf("%w: tree hash is not 64 hex characters", ErrInput)
	}
	if _, err := hex.Decode(h[:], []byte(text)); err != nil {
		return h, fmt.Errorf("%w: tree hash: %w", ErrInput, err)
	}
	return h, nil
}
