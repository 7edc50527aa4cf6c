//go:build unix

package postgres_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// An op that cannot be read holds back its own writer alone; a reader of the outbox is told of it once it has read what
// else there is, and never that it came to the end.
func TestAnOpThatCannotBeReadHoldsBackItsWriterAlone(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	one, two := open(t, dsn, postgres.Options{Writers: 1}), open(t, dsn, postgres.Options{Writers: 1})
	p, q := register(t, one, "player", 1000), register(t, two, "other", 1000)
	followed := func(p store.PlayerID, key string) *store.Op {
		op := spend(p, key, 1)
		op.Events, op.Leaves = []store.NewEvent{{Type: key}}, []store.LogLeaf{{Key: key, Data: []byte(key)}}
		return op
	}
	var damaged store.OpID
	for i := range 3 {
		id := commit(t, one, followed(p, fmt.Sprint("one", i)))
		if i == 1 {
			damaged = id
		}
		commit(t, two, followed(q, fmt.Sprint("two", i)))
	}
	execute(t, dsn, `UPDATE op SET body = '\xffff' WHERE id = $1`, damaged)
	reader := open(t, dsn, postgres.Options{Writers: 1})
	for name, read := range map[string]func(store.Cursor) ([]string, store.Cursor, error){
		"events": func(from store.Cursor) (list []string, to store.Cursor, err error) {
			events, to, err := reader.Events(t.Context(), from, 100)
			for _, e := range events {
				list = append(list, e.Type)
			}
			return list, to, err
		},
		"leaves": func(from store.Cursor) (list []string, to store.Cursor, err error) {
			leaves, to, err := reader.PendingLeaves(t.Context(), from, 100)
			for _, l := range leaves {
				list = append(list, l.Key)
			}
			return list, to, err
		},
	} {
		got, from, err := read(nil)
		if text := strings.Join(got, " "); err != nil || len(got) != 4 || strings.Contains(text, "one1") ||
			strings.Contains(text, "one2") {
			t.Errorf("%s: %v, %v", name, got, err)
			continue
		}
		for range 2 {
			more, to, err := read(from)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprint("op ", damaged)) || len(more) != 0 ||
				!maps.Equal(to, from) {
				t.Errorf("%s: behind the others: %v, %v", name, more, err)
			}
		}
	}
	commit(t, two, followed(q, "later"))
	_, from, err := reader.Events(t.Context(), nil, 100)
	if err != nil || from[damaged.Writer()] != damaged.Seq()-1 {
		t.Errorf("the cursor stands at %v, %v; the damaged op is %v", from, err, damaged)
	}
}
