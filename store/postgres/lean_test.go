//go:build unix

package postgres_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// draw is an op with two leaves of one subject and a result as large as that of an opening.
func draw(p store.PlayerID, n int) *store.Op {
	op := spend(p, fmt.Sprint("draw-", n), 1)
	hash := strings.Repeat(fmt.Sprintf("%02x", n), 32)
	op.Leaves = []store.LogLeaf{{Key: fmt.Sprint("ticket:", n), Data: []byte("BOX1/ticket\nserver-hash=" + hash)},
		{Key: fmt.Sprint("result:", n), Data: []byte("BOX1/result\nserver-hash=" + hash)}}
	op.Result = []byte(`{"serverHash":"` + hash + `","resultHash":"` + strings.Repeat(hash, 5) + `"}`)
	return op
}

// A replay is answered from the row: a large result from the text that it shares with the body, and one of before from
// its column.
func TestOpsOfBeforeAnswerAsOnesOfToday(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	p := register(t, e, "player", 1000)
	op := draw(p, 1)
	id := commit(t, e, op)
	if n := query[int](t, dsn, `SELECT length(body) + length(result) FROM op WHERE id = $1`, id)[0]; n > 200 {
		t.Errorf("an op of %d bytes takes %d", len(op.Result)+len(op.Leaves[0].Data)+len(op.Leaves[1].Data), n)
	}
	answers := func(form string) {
		if r, err := e.Lookup(t.Context(), p, op.Key); err != nil || !bytes.Equal(r.Result, op.Result) {
			t.Errorf("%s: looked up %q, %v", form, r.Result, err)
		}
		if r, err := e.Commit(t.Context(), op); err != nil || !r.Replayed || !bytes.Equal(r.Result, op.Result) {
			t.Errorf("%s: again %+v, %v", form, r, err)
		}
	}
	answers("of today")
	today, err := e.Op(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	execute(t, dsn, `UPDATE op SET body = $2, result = $3 WHERE id = $1`, id, store.AppendRecord(nil, &today),
		op.Result)
	before, err := e.Op(t.Context(), id)
	if d := cmp.Diff(today, before); d != "" || err != nil {
		t.Errorf("%v (-today +before):\n%s", err, d)
	}
	answers("of before")
	storetest.Sound(t, e)
}

// What a release before had appended stays where it is, and the log goes on behind it.
func TestTheLogOfBeforeGoesOn(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	p := register(t, e, "player", 1000)
	old := draw(p, 1).Leaves
	execute(t, dsn, `INSERT INTO log_leaf (index, key, data) VALUES (0, $1, $2), (1, $3, $4)`, old[0].Key, old[0].Data,
		old[1].Key, old[1].Data)
	hash := func(i int) [32]byte { return [32]byte{byte(i), byte(i >> 8), 1} }
	for i := range 3 {
		h := hash(i)
		execute(t, dsn, `INSERT INTO log_hash (index, hash) VALUES ($1, $2)`, i, h[:])
	}
	execute(t, dsn, `UPDATE log_head SET size = 2, hashes = 3, checkpoint = 'old'`)

	all := old
	var hashes [][32]byte
	for n := 2; n < 60; n++ {
		op := draw(p, n)
		commit(t, e, op)
		all = append(all, op.Leaves...)
	}
	for i := 3; len(hashes) < 200; i++ {
		hashes = append(hashes, hash(i))
	}
	again := commit(t, e, &store.Op{Player: p, Key: "again", Kind: "again", At: draw(p, 1).At, Leaves: old[1:]})
	repeated := []store.PendingLeaf{{LogLeaf: old[1], Op: again}}
	if err := e.AppendLog(t.Context(), 2, repeated, hashes[:1], nil, []byte("x")); !errors.Is(err, store.ErrConflict) {
		t.Errorf("a key of before: %v", err)
	}
	leaves, cursor, err := e.PendingLeaves(t.Context(), nil, len(all)-2)
	if err != nil || len(leaves) != len(all)-2 {
		t.Fatalf("%d leaves, %v", len(leaves), err)
	}
	for _, part := range [][]store.PendingLeaf{leaves[:1], leaves[1:4], leaves[4:]} {
		size, _ := e.LogSize(t.Context())
		n := 1
		if len(part) > 3 {
			n = len(hashes)
		}
		if err := e.AppendLog(t.Context(), size, part, hashes[:n], cursor, []byte("new")); err != nil {
			t.Fatal(err)
		}
		hashes = hashes[n:]
	}
	for from := range all {
		for _, n := range []int{1, 3, len(all)} {
			got, err := e.LogLeaves(t.Context(), int64(from), n)
			if d := cmp.Diff(all[from:min(from+n, len(all))], got); d != "" || err != nil {
				t.Fatalf("%d from %d: %v (-want +got):\n%s", n, from, err, d)
			}
		}
		if at, got, err := e.LogLeafByKey(t.Context(), all[from].Key); err != nil || at != int64(from) ||
			cmp.Diff(all[from], got) != "" {
			t.Fatalf("%s at %d, want %d: %v", all[from].Key, at, from, err)
		}
	}
	for i := range 203 {
		if got, err := e.LogHashes(t.Context(), []int64{202, int64(i)}); err != nil || got[1] != hash(i) ||
			got[0] != hash(202) {
			t.Fatalf("hash %d is %x, %v", i, got, err)
		}
	}
	if _, err := e.LogHashes(t.Context(), []int64{203}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a hash to come: %v", err)
	}
	if n := query[int](t, dsn, `SELECT count(*) FROM log_leaf`)[0]; n != 2 {
		t.Errorf("%d leaves stand twice", n)
	}
}

// A place of a leaf that no op can have is refused before the log has anything of it: cut to what its column holds, it
// would be that of another leaf.
func TestALeafWhosePlaceDoesNotFitIsNotAppended(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	op := draw(register(t, e, "player", 1000), 1)
	commit(t, e, op)
	leaves, cursor, err := e.PendingLeaves(t.Context(), nil, 10)
	if err != nil || len(leaves) != 2 {
		t.Fatal(leaves, err)
	}
	for _, place := range []int{1<<16 + leaves[1].Place, store.MaxLeaves, -1} {
		cut := []store.PendingLeaf{leaves[0], leaves[1]}
		cut[1].Place = place
		if err := e.AppendLog(t.Context(), 0, cut, make([][32]byte, 3), cursor, []byte("x")); !errors.Is(err,
			store.ErrInvalid) {
			t.Errorf("place %d: %v", place, err)
		}
	}
	if n := query[int](t, dsn, `SELECT size::int FROM log_head`)[0] + query[int](t, dsn,
		`SELECT count(*)::int FROM log_span`)[0]; n != 0 {
		t.Errorf("%d of what was refused is in the log", n)
	}
}
