package fairness

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"strconv"

	"jadebox/fairness/internal/canon"
)

// Labels of the streams. Two draws of one room never share a stream.
const (
	LabelRoll = "roll" // winners of a roll room
	LabelRain = "rain" // red packets
	LabelDeck = "deck" // lucky card order
	LabelTie  = "tie"  // a mode that needs one winner
)

// A Stream is an endless sequence of uniform integers made from a key: blocks of
// HMAC-SHA256, each read as four big-endian uint64. It is not safe for concurrent use.
type Stream struct {
	mac    hash.Hash
	prefix []byte
	block  [sha256.Size]byte
	next   uint64 // number of the next block
	used   int    // bytes of block already taken
}

// NewStream checks its inputs. Block i, from 0, is
// HMAC-SHA256(K, "BOX1/stream\n" label "\n" scope "\n" beacon "\n" ctx "\n" i "\n").
func NewStream(k Key, label, scope, beacon, ctx string) (*Stream, error) {
	if !canon.IsLine(label) {
		return nil, fmt.Errorf("%w: stream label %q", ErrInput, label)
	}
	if err := checkDerivation(k, scope, beacon, ctx); err != nil {
		return nil, err
	}
	prefix := make([]byte, 0, 256)
	prefix = append(prefix, "BOX1/stream\n"...)
	prefix = appendLines(prefix, label, scope, beacon, ctx)
	return KeyedStream(k, prefix), nil
}

// KeyedStream is a stream whose block i is HMAC-SHA256(k, prefix i "\n"). The caller has checked what stands in prefix
// and gives it away.
func KeyedStream(k Key, prefix []byte) *Stream {
	return &Stream{mac: hmac.New(sha256.New, k[:]), prefix: prefix, used: sha256.Size}
}

// Uniform returns an integer in 0 … n-1, each exactly equally likely: values at
// or above the largest multiple of n below 2⁶⁴ are skipped. It panics when n is 0.
func (s *Stream) Uniform(n uint64) uint64 {
	if n == 0 {
		panic("fairness: uniform over nothing")
	}
	tail := -n % n // 2⁶⁴ mod n
	for {
		if x := s.uint64(); x <= math.MaxUint64-tail {
			return x % n
		}
	}
}

func (s *Stream) uint64() uint64 {
	if s.used == sha256.Size {
		msg := strconv.AppendUint(s.prefix, s.next, 10)
		msg = append(msg, '\n')
		s.prefix = msg[:len(s.prefix)]
		s.mac.Reset()
		s.mac.Write(msg)
		s.mac.Sum(s.block[:0])
		s.next++
		s.used = 0
	}
	x := binary.BigEndian.Uint64(s.block[s.used:])
	s.used += 8
	return x
}

// shuffle permutes list by a forward Fisher–Yates, stopping after the first k.
func shuffle[T any](s *Stream, list []T, k int) {
	for i := 0; i < k && i < len(list)-1; i++ {
		j := i + int(s.Uniform(uint64(len(list)-i)))
		list[i], list[j] = list[j], list[i]
	}
}
