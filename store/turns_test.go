package store_test

import (
	"slices"
	"testing"

	"jadebox/store"
)

func TestWritersAreReadInTurns(t *testing.T) {
	ops := []store.OpID{}
	for writer, n := range map[int64]int64{1: 5, 2: 1, 9: 3} {
		for seq := range n {
			ops = append(ops, store.MakeOpID(writer, seq+1))
		}
	}
	slices.Sort(ops)
	read := func(most int) (got []store.OpID) {
		store.InTurns(ops, func(id *store.OpID) int64 { return id.Writer() }, func(id *store.OpID) bool {
			got = append(got, *id)
			return len(got) < most
		})
		return got
	}
	id := store.MakeOpID
	want := []store.OpID{id(1, 1), id(2, 1), id(9, 1), id(1, 2), id(9, 2), id(1, 3), id(9, 3), id(1, 4), id(1, 5)}
	for most := range want {
		if got := read(most + 1); !slices.Equal(got, want[:most+1]) {
			t.Errorf("the first %d: %v, want %v", most+1, got, want[:most+1])
		}
	}
	if got := read(100); !slices.Equal(got, want) {
		t.Errorf("all: %v, want %v", got, want)
	}
	ops = nil
	if got := read(1); got != nil {
		t.Errorf("nothing: %v", got)
	}
}
