package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

// rulesOf is an engine as store.ChangeRules needs it.
type rulesOf struct{ *Engine }

// CommitNow implements store.RulesKeeper.
func (r rulesOf) CommitNow(ctx context.Context, op *store.Op) (store.Receipt, error) {
	return r.Commit(ctx, op)
}

// Rules implements store.RulesKeeper.
func (r rulesOf) Rules(ctx context.Context) (rules store.Rules, err error) {
	err = pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) (err error) {
			if rules.Dated, err = datedItems(ctx, tx); err != nil {
				return err
			}
			rules.Items = store.NewestItems(rules.Dated)
			if rules.Boxes, err = boxVersions(ctx, tx); err != nil {
				return err
			}
			rules.Settings, err = settingVersions(ctx, tx)
			return err
		})
	return rules, found(err, "")
}

// datedFrom is the step of the schema that a program must know to sell what a file of the catalogue has changed: one
// that does not would sell versions before their time.
const datedFrom = 310

// ApplyRules implements store.RulesKeeper.
func (r rulesOf) ApplyRules(ctx context.Context, c store.RulesChange) error {
	err := pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if v := c.Setting; v != nil {
			tag, err := tx.Exec(ctx, `INSERT INTO setting_version (`+versionColumns+`) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT (name, version) DO NOTHING`, v.Name, v.Version, v.Value, v.At, v.Author, v.Note)
			if err == nil && tag.RowsAffected() == 1 {
				_, err = tx.Exec(ctx, `UPDATE setting_stamp SET stamp = stamp + 1`)
			}
			if err != nil {
				return err
			}
		}
		if c.Box != nil {
			if err := addBox(ctx, tx, *c.Box); err != nil {
				return err
			}
		}
		if c.Catalogue != nil {
			for _, b := range c.Catalogue.Boxes {
				if err := addBox(ctx, tx, b); err != nil {
					return err
				}
			}
			defs := make([]store.ItemDef, len(c.Catalogue.Items))
			for i, it := range c.Catalogue.Items {
				defs[i] = it.Def
			}
			if _, err := tx.Exec(ctx,
				`UPDATE schema_floor SET version = $1 WHERE version < $1`, datedFrom); err != nil {
				return err
			}
			return putDated(ctx, tx, c.N, c.From(), defs)
		}
		if len(c.Items) == 0 {
			return nil
		}
		defs, err := itemDefs(ctx, tx)
		if err != nil {
			return err
		}
		prices := make(map[store.DefID]int64, len(defs))
		for _, d := range defs {
			prices[d.ID] = d.PriceCents
		}
		var fresh []store.ItemDef
		for _, it := range c.Items {
			if price, there := prices[it.Def.ID]; !there || price != it.Def.PriceCents {
				fresh = append(fresh, it.Def)
			}
		}
		dated, err := changedBefore(ctx, tx, fresh)
		if err != nil {
			return err
		}
		if err := putDated(ctx, tx, c.N, c.From(), dated); err != nil {
			return err
		}
		return putDefs(ctx, tx, fresh)
	})
	return found(err, "")
}

// changedBefore are those of some definitions that a change of the catalogue has brought already: what item_def says of
// them does not count any more.
func changedBefore(ctx context.Context, db querier, defs []store.ItemDef) (dated []store.ItemDef, err error) {
	rows, _ := db.Query(ctx, `SELECT DISTINCT id FROM item_version`)
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	for _, d := range defs {
		if slices.Contains(ids, int32(d.ID)) {
			dated = append(dated, d)
		}
	}
	return dated, err
}

// addBox writes a version that is not there yet.
func addBox(ctx context.Context, db querier, b store.Box) error {
	var there bool
	err := db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM box WHERE id = $1 AND version = $2 AND odds_hash = $3)`,
		b.ID, int64(b.Version), b.OddsHash).Scan(&there)
	if err != nil || there {
		return err
	}
	return putBox(ctx, db, b)
}

// applyLast writes the rows of the newest change if they are not there: the process that made it may have ended in
// between. Those before it are there, since a change begins with them.
func (e *Engine) applyLast(ctx context.Context) error {
	switch _, err := e.Lookup(ctx, 0, store.RulesKey(e.applied.Load()+1)); {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	n, _, err := store.BeginRules(ctx, rulesOf{e}, e.opt.Clock())
	if err == nil {
		e.applied.Store(n)
	}
	return found(err, "")
}

// SealRules begins the chain of changes where there is none: with what a database of before it has.
func (e *Engine) SealRules(ctx context.Context) error {
	_, _, err := store.BeginRules(ctx, rulesOf{e}, e.opt.Clock())
	if errors.Is(err, store.ErrConflict) { // another process was first
		err = nil
	}
	return found(err, "")
}
