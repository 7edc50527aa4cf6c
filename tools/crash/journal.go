//go:build unix

package main

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
)

// What a client writes down. A write to a file survives the kill of its process, so it is done without sync.
const (
	intent   = 'I' // before the op is submitted for the first time
	acked    = 'A' // after the store said that it is durable
	rejected = 'R' // after the store refused it for good
)

// entry is one line of a journal.
type entry struct {
	kind   byte
	player int64
	n      int64 // of the player's op; names it for good
	nonce  int64
	op     int64 // id that the acknowledgement named
}

const entrySize = 33

func (e entry) bytes() []byte {
	b := append(make([]byte, 0, entrySize), e.kind)
	for _, v := range []int64{e.player, e.n, e.nonce, e.op} {
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	}
	return b
}

// id names an op.
type id struct{ player, n int64 }

// history is what all clients wrote down.
type history struct {
	intents map[id]entry
	acks    map[id]map[int64]bool // op ids that were acknowledged
	rejects map[id]bool
	lastOf  map[int64]int64 // highest n by player
}

// open lists the intents of a player without an answer.
func (h *history) open(player int64) (list []entry) {
	for n := int64(1); n <= h.lastOf[player]; n++ {
		k := id{player, n}
		if e, ok := h.intents[k]; ok && len(h.acks[k]) == 0 && !h.rejects[k] {
			list = append(list, e)
		}
	}
	return list
}

func readHistory(dir string) (*history, error) {
	h := &history{map[id]entry{}, map[id]map[int64]bool{}, map[id]bool{}, map[int64]int64{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.journal"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		h.read(f)
		f.Close()
	}
	return h, nil
}

func (h *history) read(f io.Reader) {
	r := bufio.NewReaderSize(f, 1<<16)
	var b [entrySize]byte
	for {
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return // the end, or a line that the kill cut short
		}
		number := func(i int) int64 { return int64(binary.LittleEndian.Uint64(b[1+8*i:])) }
		e := entry{b[0], number(0), number(1), number(2), number(3)}
		k := id{e.player, e.n}
		switch e.kind {
		case intent:
			h.intents[k] = e
			h.lastOf[e.player] = max(h.lastOf[e.player], e.n)
		case acked:
			if h.acks[k] == nil {
				h.acks[k] = map[int64]bool{}
			}
			h.acks[k][e.op] = true
		case rejected:
			h.rejects[k] = true
		}
	}
}
