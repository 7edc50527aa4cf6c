//go:build unix

package audit_test

import (
	"context"
	"database/sql"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
)

// execute runs statements as a superuser.
func execute(t *testing.T, dsn, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if len(args) == 0 {
		args = append(args, pgx.QueryExecModeSimpleProtocol)
	}
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// othersOf00210 is what migration 00210 once put on statements of what was there before it.
const othersOf00210 = `DELETE FROM entry WHERE list >= 'others/' AND list < 'others0';
INSERT INTO entry (player, list, at, id)
	SELECT a.id >> 8, 'others/' || o.kind, o.at, o.id
	FROM transfer t, LATERAL (VALUES (t.debit), (t.credit)) a(id), op o
	WHERE o.id = t.op AND a.id & 255 IN (1, 2, 4, 6, 7) AND a.id >> 8 <> o.player
	ON CONFLICT DO NOTHING;
INSERT INTO entry (player, list, at, id)
	SELECT i.owner, 'others/' || o.kind, o.at,
		o.id FROM item i JOIN op o ON o.id = i.id >> 7 WHERE i.owner > 0 AND i.owner <> o.player
	ON CONFLICT DO NOTHING;`

// A database that was played on before statements held what others did has whole ones after the upgrade, whether it had
// been upgraded by the migration that got them wrong or not.
func TestAnUpgradeOfAUsedDatabaseMakesItsStatementsWhole(t *testing.T) {
	for name, before := range map[string]string{"wrong ones": othersOf00210,
		"none": `DELETE FROM entry WHERE list >= 'others/' AND list < 'others0'`} {
		t.Run(name, func(t *testing.T) {
			dsn, end := copyOfWorld(t)
			db, err := sql.Open("pgx", dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			p, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../../store/postgres/migrations"))
			if err != nil {
				t.Fatal(err)
			}
			execute(t, dsn, `CREATE TABLE kept AS TABLE item_version`)
			_, err = p.DownTo(t.Context(), 249)
			for _, version := range []int64{310, 411} { // tables that today's audit reads
				if err == nil {
					_, err = p.ApplyVersion(t.Context(), version, true)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			execute(t, dsn, `INSERT INTO item_version TABLE kept; DROP TABLE kept`)
			execute(t, dsn, before)
			if r := auditAt(t, dsn, end); r.Counts[audit.Statement] == 0 {
				t.Fatalf("the statements of before are not wrong: %+v", r)
			}
			for range 2 { // the second time there is nothing to do
				if err := postgres.Migrate(t.Context(), dsn); err != nil {
					t.Fatal(err)
				}
				if r := auditAt(t, dsn, end); !r.OK() {
					t.Errorf("after the upgrade: %+v", r.Violations)
				}
			}
		})
	}
}

// A database of before there was a chain of its rules has one from its next start on: it holds what is there then, and
// nothing of that can be otherwise later.
func TestTheChainOfRulesBeginsWithWhatIsThere(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	execute(t, dsn, `INSERT INTO item_def VALUES (1, 'x', '{a,b,c}', '{a,b,c}', 'rare', 'other', 500, '', ''),
		(2, 'y', '{a,b,c}', '{a,b,c}', 'rare', 'other', 700, '', '')`)
	execute(t, dsn, `INSERT INTO setting_version VALUES ('mall', 1, '{}', now(), 'migration', '')`)
	now := time.Now()
	late := auditAt(t, dsn, now)
	if !late.OK() || len(late.Notes) != 1 { // there is no chain
		t.Fatalf("before: %+v", late)
	}
	e := engine(t, dsn)
	for range 2 { // the second start finds it done
		if err := e.SealRules(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	defs, err := e.ItemDefs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defs[1].PriceCents = 900
	if err := e.PutItemDefs(t.Context(), defs); err != nil {
		t.Fatal(err)
	}
	if r := auditAt(t, dsn, now); !r.OK() || r.Ops != 2 || len(r.Notes) != 1 { // it was never sealed
		t.Fatalf("sealed: %+v", r)
	}
	for _, sql := range []string{`UPDATE item_def SET price = 501 WHERE id = 1`,
		`UPDATE item_def SET price = 901 WHERE id = 2`, `UPDATE setting_version SET author = 'x'`} {
		execute(t, dsn, sql)
		if r := auditAt(t, dsn, now); r.Counts[audit.Rules] == 0 {
			t.Errorf("%s: %+v", sql, r)
		}
		execute(t, dsn, `UPDATE item_def SET price = CASE id WHEN 1 THEN 500 ELSE 900 END`)
	}
}
