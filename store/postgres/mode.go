package postgres

import (
	"context"

	"jadebox/store"
)

// ClaimMode makes a database that has no mode one of m, and returns what the database is; store.ErrMode beside it when
// that is not m.
func (e *Engine) ClaimMode(ctx context.Context, m store.Mode) (have store.Mode, err error) {
	// Two first starts at once: the second waits for the first and finds what it wrote.
	if _, err := e.pool.Exec(ctx, `INSERT INTO site_mode (mode, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, m,
		e.opt.Clock()); err != nil {
		return "", found(err, "")
	}
	if have, err = e.Mode(ctx); err != nil {
		return "", err
	}
	return have, store.CheckMode(have, m)
}

// Role is as whom this program connects; whether that is a superuser, who may read files and start programs of the
// database's machine by a query; and whether it can change the schema as a migration does.
func (e *Engine) Role(ctx context.Context) (name string, superuser, migrates bool, err error) {
	err = e.pool.QueryRow(ctx, `SELECT rolname::text, rolsuper,
		coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AND
		coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('op')), true)
		FROM pg_roles WHERE rolname = current_user`).Scan(&name, &superuser, &migrates)
	return name, superuser, migrates, found(err, "")
}

// Mode is what the database is for; store.ErrNotFound before its first start.
func (e *Engine) Mode(ctx context.Context) (m store.Mode, err error) {
	if err := e.pool.QueryRow(ctx, `SELECT mode FROM site_mode`).Scan(&m); err != nil {
		return "", found(err, "")
	}
	return m, nil
}
