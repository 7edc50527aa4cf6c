package ranking

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// What is kept of a day is what its board holds: a player who falls out of it is not restored by a restart.
func TestRowsThatFellOutAreKeptNoLonger(t *testing.T) {
	const day = "2026-11-21"
	var p position
	kept := map[string][]byte{}
	keep := func() {
		for name, value := range p.ChangedRows() {
			if value == nil {
				delete(kept, name)
			} else {
				kept[name] = value
			}
		}
	}
	for i := range keepMost + 1 {
		p.days.take(day, Openings, protocol.RankRow{Name: fmt.Sprint("player/", i), Score: int64(i)})
		if i == keepMost-1 {
			if keep(); len(kept) != keepMost {
				t.Fatalf("%d rows are kept of %d", len(kept), keepMost)
			}
		}
	}
	keep()
	var again position
	if err := again.ReadRows(kept); err != nil {
		t.Fatal(err)
	}
	if was, is := p.days.of(day, Openings), again.days.of(day, Openings); len(is) != keepLeast || !maps.Equal(was, is) {
		t.Errorf("after a restart the board has %d rows, and %d before", len(is), len(was))
	}
	if all := p.AllRows(); !maps.EqualFunc(all, kept, slices.Equal) {
		t.Errorf("all rows are %d, and %d are kept", len(all), len(kept))
	}
	p.days.forget(day, Openings)
	if keep(); len(kept) != 0 {
		t.Errorf("%d rows are kept of a day that was paid", len(kept))
	}
}

// The first payment of a day is the only one: a later count of it is answered with the first, and pays nothing.
func TestALaterCountOfADayIsAnsweredWithTheFirst(t *testing.T) {
	db := memory.New(memory.Options{})
	defer func() { _ = db.Close() }()
	at := time.Unix(1_000_000, 0)
	var ids []store.PlayerID
	for _, name := range []string{"first", "second"} {
		p, err := db.Register(t.Context(), store.NewPlayer{Name: name, UserSeed: "seed", At: at}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	commit := func(day string, who store.PlayerID, name string) store.Receipt {
		t.Helper()
		op, err := payment(day, Openings, []protocol.RankRow{{Name: name, AwardCents: 5}}, []winner{{who, 5}}, at)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := db.Commit(t.Context(), op)
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	first := commit("2026-11-21", ids[0], "first")
	if second := commit("2026-11-21", ids[1], "second"); !second.Replayed || second.Op != first.Op ||
		!slices.Equal(second.Result, first.Result) {
		t.Errorf("a later count is %+v, not %+v", second, first)
	}
	commit("2026-11-22", ids[1], "second")
	for i, want := range []int64{5, 5} {
		if cents, err := db.Balance(t.Context(), store.PlayerGems(ids[i])); err != nil || cents != want {
			t.Errorf("player %d has %d, want %d, %v", i, cents, want, err)
		}
	}
}
