package postgres

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// A list of items is that of the statuses asked for, merged. Its rows come and go: an item that is sold leaves the
// backpack, and every row that came after it stands one place further down. So an op that moves an item takes the
// anchors behind it away and counts the version of its owner's lists up (statements "touch" and "unlist"), and anchors
// are kept only if the version is still the one that they were made for. A player without anchors, and that is every
// player with less than two pages of them, pays one look into an index for that.
//
// The row that holds the version must be older than any op under way when the first anchor is made (settled).
var itemTable = table{"at", "id", `item WHERE owner = $1 AND status = k.kind::smallint AND def < 1073741824`,
	itemColumns, `item r`}

// everyStatus are all that there are.
var everyStatus = func() []store.ItemStatus {
	list := make([]store.ItemStatus, store.ItemReplaced+1)
	for i := range list {
		list[i] = store.ItemStatus(i)
	}
	return list
}()

// itemHistory is named "item/0" for one status and "item/" for all: no change of status moves anything in the latter.
func itemHistory(p store.PlayerID, statuses []store.ItemStatus) history {
	var kinds []string
	name := "item/"
	if len(statuses) == 0 {
		statuses = everyStatus
	} else {
		statuses = slices.Compact(slices.Sorted(slices.Values(statuses)))
	}
	for _, s := range statuses {
		kinds = append(kinds, strconv.Itoa(int(s)))
	}
	if len(kinds) < len(everyStatus) {
		name += strings.Join(kinds, ",")
	}
	return history{owner: int64(p), name: name, arg: int64(p), kinds: kinds, table: itemTable, moves: true}
}

// anchorable is the version that anchors of an owner's lists can be made for; not ok: not yet.
func (e *Engine) anchorable(ctx context.Context, owner int64, old time.Time) (version int64, ok bool, err error) {
	var at time.Time
	err = e.pool.QueryRow(ctx, `WITH n AS (INSERT INTO item_marked (owner, at) SELECT $1, $2
			WHERE NOT EXISTS (SELECT FROM item_marked WHERE owner = $1) ON CONFLICT DO NOTHING)
		SELECT version, at FROM item_marked WHERE owner = $1`, owner, e.opt.Clock()).Scan(&version, &at)
	if errors.Is(err, pgx.ErrNoRows) { // it was put there now
		return 0, false, nil
	}
	return version, at.Before(old), found(err, "")
}
