package postgres

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"jadebox/store"
)

func column(t store.Text) []string {
	all := t.All()
	return all[:]
}

// PutItemDefs implements store.Catalog.
func (e *Engine) PutItemDefs(ctx context.Context, defs []store.ItemDef) error {
	if err := store.PutItems(ctx, rulesOf{e}, e.opt.Clock, defs); err != nil {
		return found(err, "")
	}
	return found(putDefs(ctx, e.pool, defs), "") // what only looks otherwise
}

func putDefs(ctx context.Context, db querier, defs []store.ItemDef) error {
	q := &pgx.Batch{}
	for _, d := range defs {
		q.Queue(`INSERT INTO item_def (id, slug, brand, name, rarity, category, price, image, thumb) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			ON CONFLICT (id) DO UPDATE SET slug = $2, brand = $3, name = $4, rarity = $5, category = $6, price = $7, image = $8, thumb = $9`,
			d.ID, d.Slug, column(d.Brand), column(d.Name), d.Rarity, d.Category, d.PriceCents, d.Image, d.Thumb)
	}
	return db.SendBatch(ctx, q).Close()
}

// ItemDefs implements store.Catalog.
func (e *Engine) ItemDefs(ctx context.Context) ([]store.ItemDef, error) {
	all, err := datedItems(ctx, e.pool)
	return store.ItemsAt(all, e.opt.Clock()), err
}

// itemDefs are the newest definitions, whether their time has come or not.
func itemDefs(ctx context.Context, db querier) ([]store.ItemDef, error) {
	all, err := datedItems(ctx, db)
	return store.NewestItems(all), err
}

func datedItems(ctx context.Context, db querier) ([]store.DatedItem, error) {
	first, err := firstDefs(ctx, db)
	if err != nil {
		return nil, err
	}
	all := make([]store.DatedItem, len(first))
	for i, d := range first {
		all[i].Def = d
	}
	rows, _ := db.Query(ctx, `SELECT n, at, def FROM item_version ORDER BY n, id`)
	later, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d store.DatedItem, err error) {
		err = row.Scan(&d.N, &d.At, &d.Def)
		d.At = d.At.UTC()
		return d, err
	})
	return append(all, later...), found(err, "")
}

func putDated(ctx context.Context, db querier, n int64, at time.Time, defs []store.ItemDef) error {
	q := &pgx.Batch{}
	for _, d := range defs {
		q.Queue(`INSERT INTO item_version (id, n, at, def) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`, d.ID, n, at,
			d)
	}
	return db.SendBatch(ctx, q).Close()
}

// firstDefs are the definitions that were there before the first change of the catalogue.
func firstDefs(ctx context.Context, db querier) ([]store.ItemDef, error) {
	rows, _ := db.Query(ctx,
		`SELECT id, slug, brand, name, rarity, category, price, image, thumb FROM item_def ORDER BY id`)
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (d store.ItemDef, err error) {
		var brand, name []string
		err = row.Scan(&d.ID, &d.Slug, &brand, &name, &d.Rarity, &d.Category, &d.PriceCents, &d.Image, &d.Thumb)
		d.Brand, d.Name = store.TextOf(brand), store.TextOf(name)
		return d, err
	})
	return list, found(err, "")
}

const boxColumns = `id, version, slug, name, tagline, type, tags, accent, image, price, defs, weights, odds_hash, enabled, weight, at`

func scanBox(row pgx.CollectableRow) (store.Box, error) {
	var b store.Box
	var name, tagline []string
	var defs, weights []int64
	err := row.Scan(&b.ID, &b.Version, &b.Slug, &name, &tagline, &b.Type, &b.Tags, &b.Accent, &b.Image, &b.PriceCents,
		&defs, &weights,
		&b.OddsHash, &b.Enabled, &b.Weight, &b.At)
	b.Name, b.Tagline, b.At = store.TextOf(name), store.TextOf(tagline), b.At.UTC()
	for i := range min(len(defs), len(weights)) {
		b.Entries = append(b.Entries, store.BoxEntry{Def: store.DefID(defs[i]), Weight: uint32(weights[i])})
	}
	return b, err
}

// PutBox implements store.Catalog.
func (e *Engine) PutBox(ctx context.Context, b store.Box) error {
	if err := store.PutVersion(ctx, rulesOf{e}, e.opt.Clock, b); err != nil {
		return found(err, "")
	}
	return found(putBox(ctx, e.pool, b), "") // what only looks otherwise
}

func putBox(ctx context.Context, db querier, b store.Box) error {
	tags := b.Tags
	if tags == nil {
		tags = []string{}
	}
	defs, weights := make([]int32, len(b.Entries)), make([]int64, len(b.Entries))
	for i, entry := range b.Entries {
		defs[i], weights[i] = int32(entry.Def), int64(entry.Weight)
	}
	_, err := db.Exec(ctx, `INSERT INTO box (`+boxColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
		ON CONFLICT (id, version) DO UPDATE SET slug = $3, name = $4, tagline = $5, type = $6, tags = $7, accent = $8, image = $9,
			odds_hash = $13, enabled = $14, weight = $15, at = $16`,
		b.ID, b.Version, b.Slug, column(b.Name), column(b.Tagline), b.Type, tags, b.Accent, b.Image, b.PriceCents,
		defs, weights, b.OddsHash, b.Enabled, b.Weight, b.At)
	return err
}

// boxVersions are all versions of all boxes, by box and version.
func boxVersions(ctx context.Context, db querier) ([]store.Box, error) {
	rows, _ := db.Query(ctx, `SELECT `+boxColumns+` FROM box ORDER BY id, version`)
	list, err := pgx.CollectRows(rows, scanBox)
	return list, found(err, "")
}

// Boxes implements store.Catalog.
func (e *Engine) Boxes(ctx context.Context) ([]store.Box, error) {
	rows, _ := e.pool.Query(ctx, `SELECT * FROM (SELECT DISTINCT ON (id) `+boxColumns+
		` FROM box WHERE at <= $1 ORDER BY id, version DESC) b ORDER BY weight DESC, id`, e.opt.Clock())
	list, err := pgx.CollectRows(rows, scanBox)
	return list, found(err, "")
}

// ChangeCatalogue implements store.Catalog.
func (e *Engine) ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error {
	return found(store.PutCatalogue(ctx, rulesOf{e}, e.opt.Clock, build), "")
}

// CatalogueStamp implements store.Catalog. Rows are only added: their number is the stamp. Those that the maker of a
// change could not write any more are written before.
func (e *Engine) CatalogueStamp(ctx context.Context) (stamp int64, next time.Time, err error) {
	if err := e.applyLast(ctx); err != nil {
		return 0, time.Time{}, err
	}
	var waits *time.Time
	err = e.pool.QueryRow(ctx, `SELECT (SELECT count(*) FROM box) + (SELECT count(*) FROM item_version),
		least((SELECT min(at) FROM box WHERE at > $1), (SELECT min(at) FROM item_version WHERE at > $1))`,
		e.opt.Clock()).Scan(&stamp, &waits)
	if waits != nil {
		next = waits.UTC()
	}
	return stamp, next, found(err, "")
}

// BoxVersion implements store.Catalog.
func (e *Engine) BoxVersion(ctx context.Context, id store.BoxID, version uint32) (store.Box, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+boxColumns+` FROM box WHERE id = $1 AND version = $2`, id, int64(version))
	b, err := pgx.CollectExactlyOneRow(rows, scanBox)
	return b, found(err, "box %d version %d", id, version)
}

// Kept implements store.Catalog. The tables setting and setting_row keep their older names.
func (e *Engine) Kept(ctx context.Context, key string) (value []byte, err error) {
	return kept(ctx, e.pool, key)
}

func kept(ctx context.Context, pool *pgxpool.Pool, key string) (value []byte, err error) {
	err = pool.QueryRow(ctx, `SELECT value FROM setting WHERE key = $1`, key).Scan(&value)
	return value, found(err, "kept %q", key)
}

// PutKept implements store.Catalog.
func (e *Engine) PutKept(ctx context.Context, key string, value []byte) error {
	_, err := e.pool.Exec(ctx,
		`INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2`, key,
		notNil(value))
	return found(err, "")
}

// KeepFirst implements store.Catalog. The second transaction waits for the first, and reads what it wrote with a
// snapshot of its own: in one statement it would see neither.
func (e *Engine) KeepFirst(ctx context.Context, key string, value []byte) ([]byte, error) {
	if _, err := e.pool.Exec(ctx, `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, key,
		notNil(value)); err != nil {
		return nil, found(err, "")
	}
	return e.Kept(ctx, key)
}

// DeleteKeptIf implements store.Catalog.
func (e *Engine) DeleteKeptIf(ctx context.Context, key string, was [32]byte) error {
	_, err := e.pool.Exec(ctx, `DELETE FROM setting WHERE key = $1 AND sha256(value) = $2`, key, was[:])
	return found(err, "")
}

// PutKeptIf implements store.Catalog.
func (e *Engine) PutKeptIf(ctx context.Context, key string, was [32]byte, value []byte, rows map[string][]byte) error {
	put, args := `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`, []any{key, notNil(value)}
	if was != [32]byte{} {
		put, args = `UPDATE setting SET value = $2 WHERE key = $1 AND sha256(value) = $3`, append(args, was[:])
	}
	stood := true
	err := pgx.BeginFunc(ctx, e.pool, func(tx pgx.Tx) error {
		if err := e.guarded(ctx, tx); err != nil {
			return err
		}
		done, err := tx.Exec(ctx, put, args...)
		if stood = err != nil || done.RowsAffected() > 0; err != nil || !stood {
			return err
		}
		return putRows(ctx, tx, key, rows)
	})
	if err == nil && !stood {
		return fmt.Errorf("%w: kept %q", store.ErrConflict, key)
	}
	return found(err, "")
}

func putRows(ctx context.Context, tx pgx.Tx, key string, rows map[string][]byte) error {
	if len(rows) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(rows)) // of two writers each waits for the other's rows in one order
	values := make([][]byte, len(names))
	for i, name := range names {
		values[i] = rows[name]
	}
	if _, err := tx.Exec(ctx, `INSERT INTO setting_row (key, name, value)
			SELECT $1, t.name, t.value FROM unnest($2::text[], $3::bytea[]) t(name, value) WHERE t.value IS NOT NULL
			ON CONFLICT (key, name) DO UPDATE SET value = excluded.value`, key, names, values); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM setting_row r USING unnest($2::text[], $3::bytea[]) t(name, value)
		WHERE r.key = $1 AND r.name = t.name AND t.value IS NULL`, key, names, values)
	return err
}

// KeptRows implements store.Catalog.
func (e *Engine) KeptRows(ctx context.Context, key string) (map[string][]byte, error) {
	list := map[string][]byte{}
	rows, _ := e.pool.Query(ctx, `SELECT name, value FROM setting_row WHERE key = $1`, key)
	var name string
	var value []byte
	_, err := pgx.ForEachRow(rows, []any{&name, &value}, func() error {
		list[name] = bytes.Clone(value)
		return nil
	})
	return list, found(err, "")
}

// openings counts opened boxes by going on where it stopped: a count over all items would cost more with every opening.
type openings struct {
	mu    sync.Mutex
	total int64
	next  map[int64]int64 // by writer: the first item id not counted
}

// Spent implements store.Catalog.
func (e *Engine) Spent(ctx context.Context, from, to time.Time, butKinds ...string) (cents int64, err error) {
	err = e.pool.QueryRow(ctx, `SELECT coalesce(sum(t.amount), 0)::bigint FROM op o JOIN transfer t ON t.op = o.id
		WHERE o.at >= $1 AND o.at < $2 AND t.credit = $3 AND t.debit & 255 = ANY ($4) AND o.kind <> ALL ($5)`,
		from, to, int64(store.House), []int64{int64(store.ClassPlayerGems), int64(store.ClassRoomEscrow)},
		append([]string{}, butKinds...)).Scan(&cents)
	return cents, found(err, "")
}

// Stats implements store.Catalog.
func (e *Engine) Stats(ctx context.Context) (store.Stats, error) {
	o := &e.opened
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.next == nil {
		o.next = map[int64]int64{}
	}
	writers, positions := split(o.next)
	rows, _ := e.pool.Query(ctx, `
		SELECT w.id, count(*) FILTER (WHERE i.source = $3), max(i.id) FROM writer w
		LEFT JOIN unnest($1::bigint[], $2::bigint[]) c(writer, position) ON c.writer = w.id
		JOIN item i ON i.id >= greatest(coalesce(c.position, 0), w.id << 47) AND i.id < (w.id + 1) << 47
		GROUP BY w.id`, writers, positions, int16(store.FromBox))
	var writer, opened, last int64
	if _, err := pgx.ForEachRow(rows, []any{&writer, &opened, &last}, func() error {
		o.total += opened
		o.next[writer] = last + 1
		return nil
	}); err != nil {
		return store.Stats{}, found(err, "")
	}
	s := store.Stats{BoxesOpened: o.total}
	err := e.pool.QueryRow(ctx, `SELECT count(*) FROM player`).Scan(&s.Players)
	return s, found(err, "")
}
