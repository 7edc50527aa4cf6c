//go:build unix

package postgres_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

// bag is a player with many items, and what the table says of them.
type bag struct {
	*testing.T
	e   *postgres.Engine
	db  *pgx.Conn
	seq int
}

const bagItems = 1500

// newBag has items that are a second apart, behind the engine's back, and lists that may be anchored.
func newBag(t *testing.T, anchorable bool) *bag {
	dsn := pgtest.MigratedDSN(t)
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	execute(t, dsn, `INSERT INTO item (id, owner, at, value, def, source, status)
		SELECT (9::bigint << 47) + i * 128, 1, '2026-01-01'::timestamptz + i / 3 * interval '1 second', 100, 1, 1, 0 FROM generate_series(1, $1) i`, bagItems)
	if anchorable {
		execute(t, dsn, `INSERT INTO item_marked (owner, at) VALUES (1, '2026-01-01'), (2, '2026-01-01')`)
	}
	db, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close(context.Background()) })
	return &bag{T: t, e: e, db: db}
}

func item(i int) store.ItemID { return store.ItemID(9<<47 + i*128) }

// move commits one op that takes items elsewhere.
func (b *bag) move(from, to store.ItemPlace, items ...store.ItemID) error {
	b.seq++
	op := &store.Op{Player: 1, Key: fmt.Sprint("move", b.seq), Kind: "test.move", At: time.Now()}
	for _, id := range items {
		op.Moves = append(op.Moves, store.ItemMove{Item: id, From: from, To: to})
	}
	_, err := b.e.Commit(b.Context(), op)
	return err
}

// anchors reports how many places of the player's lists are anchored.
func (b *bag) anchors() (n int) {
	b.Helper()
	if err := b.db.QueryRow(b.Context(),
		`SELECT count(*) FROM list_mark WHERE list LIKE 'item/%'`).Scan(&n); err != nil {
		b.Fatal(err)
	}
	return n
}

// check compares pages of every list with the table.
func (b *bag) check(what string) {
	b.Helper()
	for _, owner := range []store.PlayerID{1, 2} {
		for _, statuses := range [][]store.ItemStatus{{store.ItemInBackpack},
			{store.ItemSold, store.ItemAwaitingDelivery}, nil} {
			rows, _ := b.db.Query(b.Context(),
				`SELECT id, at FROM item WHERE owner = $1 AND (cardinality($2::int[]) = 0 OR status = ANY($2))`, owner,
				numbers(statuses))
			type row struct {
				ID store.ItemID
				At time.Time
			}
			want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
			if err != nil {
				b.Fatal(err)
			}
			slices.SortFunc(want, func(x, y row) int { return cmp.Or(y.At.Compare(x.At), cmp.Compare(y.ID, x.ID)) })
			for _, offset := range []int{0, 60, 64, 500, len(want) / 2, max(0, len(want)-7), len(want) + 5} {
				got, total, err := b.e.Items(b.Context(), store.ItemQuery{Owner: owner, Statuses: statuses,
					Page: store.Page{Offset: offset, Limit: 12}})
				if err != nil || total != len(want) {
					b.Fatalf("%s: %d items in %v of player %d, %v; there are %d", what, total, statuses, owner, err,
						len(want))
				}
				rest := want[min(offset, len(want)):]
				if len(got) != min(12, len(rest)) {
					b.Fatalf("%s: %d rows at %d of %d", what, len(got), offset, len(want))
				}
				for i, it := range got {
					if it.ID != rest[i].ID {
						b.Fatalf("%s: row %d at %d in %v of player %d is item %d, not %d", what, i, offset, statuses,
							owner, it.ID, rest[i].ID)
					}
				}
			}
		}
	}
}

func numbers(list []store.ItemStatus) []int32 {
	n := make([]int32, len(list))
	for i, s := range list {
		n[i] = int32(s)
	}
	return n
}

// Whatever moves, back and forth, between statuses and between players: a page has the rows that its place says.
func TestAnchorsOfABackpackFollowItsItems(t *testing.T) {
	b := newBag(t, true)
	b.check("untouched")
	if b.anchors() == 0 {
		t.Fatal("nothing is anchored: this would prove nothing")
	}
	place := map[store.ItemID]store.ItemPlace{}
	for i := 1; i <= bagItems; i++ {
		place[item(i)] = store.ItemPlace{Owner: 1}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		id := item(1 + chance.IntN(bagItems))
		from := place[id]
		to := store.ItemPlace{Owner: from.Owner, Status: store.ItemAwaitingDelivery}
		switch {
		case from.Status == store.ItemAwaitingDelivery:
			to.Status = store.ItemInBackpack
		case from.Status == store.ItemSold:
			continue
		case chance.IntN(3) == 0:
			to = store.ItemPlace{Owner: 3 - from.Owner}
		case chance.IntN(4) == 0:
			to.Status = store.ItemSold
		}
		if err := b.move(from, to, id); err != nil {
			t.Fatal(err)
		}
		place[id] = to
		b.check(fmt.Sprintf("round %d, %v to %v", round, from, to))
	}
}

// Readers that anchor while items go: when all is quiet, no anchor is wrong.
func TestAnchorsAreMadeForOneVersion(t *testing.T) {
	b := newBag(t, true)
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				_, _, err := b.e.Items(t.Context(),
					store.ItemQuery{Owner: 1, Statuses: []store.ItemStatus{store.ItemInBackpack},
						Page: store.Page{Offset: 700, Limit: 12}})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 200 {
		if err := b.move(store.ItemPlace{Owner: 1}, store.ItemPlace{Owner: 1, Status: store.ItemSold},
			item(1+i*3)); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	readers.Wait()
	b.check("afterwards")
	if b.anchors() == 0 {
		t.Error("nothing is anchored")
	}
}

// An op that was under way when a list was first asked for has not counted the version up: until it must be over,
// nothing is anchored.
func TestAListIsNotAnchoredAtOnce(t *testing.T) {
	b := newBag(t, false)
	for range 2 {
		b.check("young")
	}
	if n := b.anchors(); n != 0 {
		t.Errorf("%d anchors", n)
	}
}
