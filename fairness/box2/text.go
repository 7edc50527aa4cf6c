package box2

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"jadebox/fairness"
	"jadebox/fairness/internal/canon"
)

// LeafMax bounds a leaf, in bytes. C2SP tlog-tiles would allow 65,535.
const LeafMax = 32_768

// A Leaf is one record of the log: a pointer to one of the types of this package.
type Leaf interface {
	canon.Record
	// Title is the first line of the text.
	Title() string
}

// Text is the canonical text of a leaf, or an error that wraps ErrLeaf and names the field that cannot stand.
func Text(l Leaf) ([]byte, error) {
	text, err := canon.Encode(l.Title(), l)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrLeaf, l.Title(), err)
	}
	if len(text) > LeafMax {
		return nil, fmt.Errorf("%w: %s: %d bytes, at most %d", ErrLeaf, l.Title(), len(text), LeafMax)
	}
	return text, nil
}

// Parse reads a leaf of any title and accepts only the bytes that Text would write. Errors wrap ErrLeaf.
func Parse(text []byte) (Leaf, error) {
	if len(text) > LeafMax {
		return nil, fmt.Errorf("%w: %d bytes, at most %d", ErrLeaf, len(text), LeafMax)
	}
	title, _, _ := strings.Cut(string(text), "\n")
	for _, l := range empty() {
		if l.Title() != title {
			continue
		}
		if err := canon.Decode(title, text, l); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrLeaf, title, err)
		}
		return l, nil
	}
	return nil, fmt.Errorf("%w: title %.40q", ErrLeaf, title)
}

// Hash is what a leaf is named by in other leaves and in derivations: hex SHA-256 of its text.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// none stands where there is nothing to name.
const none = "-"

func between[T int | int64 | uint8 | uint64](f *canon.Fields, name string, p *T, least, most int64) {
	if canon.Number(f, name, p, least); int64(*p) > most {
		f.Fail(name)
	}
}

func id(f *canon.Fields, name string, p *int64)    { canon.Number(f, name, p, 1) }
func cents(f *canon.Fields, name string, p *int64) { canon.Number(f, name, p, 0) }
func nonce(f *canon.Fields, p *uint64)             { between(f, "n", p, 0, NoncesMax-1) }
func seat(f *canon.Fields, p *int)                 { between(f, "seat", p, 0, fairness.SeatMax) }
func at(f *canon.Fields, p *int64)                 { canon.Number(f, "at-ms", p, 1) }

// bot is 0 for a player, 1 for a seat without account, 2 for an account of the house.
func bot(f *canon.Fields, p *uint8) { between(f, "bot", p, 0, 2) }

func oneOf(f *canon.Fields, name string, p *string, words ...string) {
	if f.Line(name, p); !slices.Contains(words, *p) {
		f.Fail(name)
	}
}

func userSeed(f *canon.Fields, p *string) {
	if f.Line("user-seed", p); fairness.ValidUserSeed(*p) != nil {
		f.Fail("user-seed")
	}
}

func hashOrNone(f *canon.Fields, name string, p *string) {
	if f.Line(name, p); *p != none && !canon.IsHex(*p, canon.HashLen) {
		f.Fail(name)
	}
}

// reason is one word of lower-case letters, with hyphens inside.
func reason(f *canon.Fields, p *string) {
	f.Line("reason", p)
	if strings.Trim(*p, "-abcdefghijklmnopqrstuvwxyz") != "" || strings.Trim(*p, "-") != *p || len(*p) > 32 {
		f.Fail("reason")
	}
}

func hashes(f *canon.Fields, count, name string, list *[]string, least, most int) {
	canon.List(f, count, list, least, most, func(p *string) { f.Hash(name, p) })
}

// A Beacon is the round that a leaf names before the value exists.
type Beacon struct {
	Source string // fairness.BeaconDrand or fairness.BeaconLocal
	Round  uint64
}

func (b *Beacon) visit(f *canon.Fields) {
	oneOf(f, "beacon-source", &b.Source, fairness.BeaconDrand, fairness.BeaconLocal)
	canon.Number(f, "beacon-round", &b.Round, 1)
}
