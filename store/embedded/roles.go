//go:build unix

package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Roles of a cluster. A query of the site's may read what user may, and no query can make it more: the files that
// PostgreSQL can read and the programs that it could start are the keeper's.
const (
	user = "jadebox" // owns the site's database, may replicate it (backups), and is no superuser
	// keeper is the role that a cluster is made with, which PostgreSQL keeps a superuser for good; a cluster that was
	// copied from another PostgreSQL has its own. Nothing of the site connects as it once the roles are settled.
	keeper = "jadebox_keeper"
)

// settle makes the roles of a cluster, once: of one that was made now, of one that an earlier release made, in which
// the site's role may do everything, and of one that was copied from another PostgreSQL.
func (s *Server) settle(ctx context.Context) error {
	if s.names.Keeper != "" {
		return nil
	}
	c, err := pgx.Connect(ctx, s.DSN())
	if err != nil {
		return fmt.Errorf("embedded: roles: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx))
	s.opt.Log.Info().Dur("atMost", settleWait).Msg(
		"the cluster's roles are made: each table is waited for while in use")
	n := s.names
	if n.Keeper, err = settleRoles(ctx, c, n, settleWait); err != nil {
		return fmt.Errorf("embedded: roles: %w", err)
	}
	n.User = user
	if err := s.keepNames(s.cluster(), n); err != nil {
		return fmt.Errorf("embedded: %w", err)
	}
	s.names = n
	return nil
}

// settleWait bounds how long settle waits for what another session holds.
const settleWait = 30 * time.Second

// settleRoles returns the name of the keeper. It is one transaction, which waits for each lock so long at most.
func settleRoles(ctx context.Context, c *pgx.Conn, n Names, wait time.Duration) (is string, err error) {
	var super bool
	if err := c.QueryRow(ctx, `SELECT rolsuper, (SELECT rolname::text FROM pg_roles WHERE oid = 10) FROM pg_roles
		WHERE rolname = current_user`).Scan(&super, &is); err != nil {
		return "", err
	}
	if !super { // it was done, and the process was killed before it could write the names
		return is, nil
	}
	steps := []string{fmt.Sprintf(`SET LOCAL lock_timeout = %d`, wait.Milliseconds())}
	if is == user {
		// A session cannot rename the role that it began with: another one does it.
		const by = keeper + "_rename"
		steps = append(steps, `CREATE ROLE `+by+` SUPERUSER`, `SET SESSION AUTHORIZATION `+by,
			`ALTER ROLE `+user+` RENAME TO `+keeper, `RESET SESSION AUTHORIZATION`, `DROP ROLE `+by)
		is = keeper
	}
	steps = append(steps, makeRole, `ALTER ROLE `+pgx.Identifier{is}.Sanitize()+` PASSWORD NULL`,
		`GRANT pg_monitor TO `+user, `GRANT SET ON PARAMETER log_min_messages TO `+user,
		`ALTER DATABASE `+pgx.Identifier{n.Database}.Sanitize()+` OWNER TO `+user, ownAll)
	return is, pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
		for _, sql := range steps {
			_, err := tx.Exec(ctx, sql)
			if pe, ok := errors.AsType[*pgconn.PgError](err); ok && pe.Code == "55P03" {
				return fmt.Errorf("another session holds what is to be changed, and was waited for for %v: end it "+
					"(pg_stat_activity): %w: %s", wait, err, cmp.Or(pe.Where, sql))
			}
			if err != nil {
				return fmt.Errorf("%s: %w", sql, err)
			}
		}
		return nil
	})
}

// makeRole makes the site's role, or takes from one of its name what it must not have. A new one has the password that
// the keeper had, who cannot connect with one any more.
const makeRole = `DO $$
DECLARE
	secret text := (SELECT rolpassword FROM pg_authid WHERE oid = 10);
BEGIN
	IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '` + user + `') THEN
		CREATE ROLE ` + user + `;
		EXECUTE format('ALTER ROLE ` + user + ` PASSWORD %L', secret);
	END IF;
	ALTER ROLE ` + user + ` LOGIN REPLICATION NOSUPERUSER NOCREATEROLE NOCREATEDB NOBYPASSRLS;
END $$`

// ownAll gives everything in the database that is not PostgreSQL's own to the site's role. Sequences of columns follow
// their tables, and what belongs to an extension stays with it; schema public is the database owner's.
const ownAll = `DO $$
DECLARE
	sql text;
BEGIN
	FOR sql IN
		WITH space AS (SELECT oid, nspname, nspowner FROM pg_namespace
			WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
		led AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e' OR
			deptype IN ('a', 'i') AND classid = 'pg_class'::regclass AND refobjsubid > 0)
		SELECT format('ALTER SCHEMA %I OWNER TO ` + user + `', nspname) FROM space
			WHERE nspowner <> 'pg_database_owner'::regrole
		UNION ALL
		SELECT format('ALTER %s %s OWNER TO ` + user + `', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
			WHEN 'S' THEN 'SEQUENCE' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END, c.oid::regclass)
			FROM pg_class c JOIN space ON space.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
			AND NOT EXISTS (SELECT FROM led WHERE classid = 'pg_class'::regclass AND objid = c.oid)
		UNION ALL
		SELECT format('ALTER ROUTINE %s OWNER TO ` + user + `', p.oid::regprocedure)
			FROM pg_proc p JOIN space ON space.oid = pronamespace
			WHERE NOT EXISTS (SELECT FROM led WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
		UNION ALL
		SELECT format('ALTER TYPE %s OWNER TO ` + user + `', t.oid::regtype)
			FROM pg_type t JOIN space ON space.oid = typnamespace LEFT JOIN pg_class c ON c.oid = typrelid
			WHERE (typtype IN ('d', 'e', 'r') OR typtype = 'c' AND c.relkind = 'c')
			AND NOT EXISTS (SELECT FROM led WHERE classid = 'pg_type'::regclass AND objid = t.oid)
	LOOP
		EXECUTE sql;
	END LOOP;
END $$`
