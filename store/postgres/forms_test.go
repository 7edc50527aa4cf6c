//go:build unix

package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store/storetest/pgtest"
)

// formRows are ops of random players with UUIDs as keys, as large as openings are.
func formRows(first, n int, day time.Time) string {
	return fmt.Sprintf(`SELECT i::bigint id, 1 + (random() * 50000)::bigint player, '%s'::timestamptz at,
		gen_random_uuid()::text COLLATE "C" key, 'box.open' COLLATE "C" kind,
		decode(md5(i::text) || md5(i::text), 'hex') request, decode(md5(i::text) || md5(i::text), 'hex') chain,
		decode(repeat(md5(i::text), 40), 'hex') body, decode(repeat(md5(i::text), 5), 'hex') result
		FROM generate_series(%d, %d) i`, day.Format(time.DateOnly), first, first+n-1)
}

// BenchmarkJournalForms writes ops in batches, as group commit does, into the journal as it is and into one in
// partitions by month whose keys are unique over all of them, and reads from both (docs/store.md, "Old months").
func BenchmarkJournalForms(b *testing.B) {
	const (
		batch, batches = 512, 200
		reads          = 2000
		old, oldOps    = 12, 100_000 // months beside the one that is written
		first          = 1_000_000_000
		columns        = `id bigint NOT NULL, player bigint NOT NULL, at timestamptz NOT NULL, key text COLLATE "C" NOT NULL,
			kind text COLLATE "C" NOT NULL, request bytea NOT NULL, chain bytea NOT NULL, body bytea NOT NULL, result bytea NOT NULL`
		history = `CREATE INDEX ON journal (player, kind, at, id) WHERE player > 0`
		parted  = `) PARTITION BY RANGE (at)`
	)
	january := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	var months string
	for m := range old + 1 {
		months += fmt.Sprintf(`; CREATE TABLE journal_%d PARTITION OF journal FOR VALUES FROM ('%s') TO ('%s')`, m,
			january.AddDate(0, m, 0).Format(time.DateOnly), january.AddDate(0, m+1, 0).Format(time.DateOnly))
	}
	for _, form := range []struct{ name, tables, old, insert string }{
		{"one table", `CREATE TABLE journal (` + columns + `, PRIMARY KEY (id), UNIQUE (player, key)); ` + history, "",
			`INSERT INTO journal %s`},
		{"months, and a table of keys", `CREATE TABLE journal (` + columns +
			`, PRIMARY KEY (id, at)` + parted + months + `; CREATE TABLE journal_key (player bigint NOT NULL,
				key text COLLATE "C" NOT NULL, id bigint NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (player, key)); ` + history,
			`INSERT INTO journal_key SELECT player, key, id, at FROM journal`,
			`WITH o AS (INSERT INTO journal %s RETURNING player, key, id, at) INSERT INTO journal_key SELECT * FROM o`},
		{"months, each key looked for in all", `CREATE TABLE journal (` + columns +
			`, PRIMARY KEY (id, at), UNIQUE (player, key, at)` + parted + months + `; ` + history, "",
			`WITH o AS MATERIALIZED (%s) INSERT INTO journal SELECT * FROM o
				WHERE NOT EXISTS (SELECT FROM journal j WHERE j.player = o.player AND j.key = o.key)`},
	} {
		b.Run(form.name, func(b *testing.B) {
			db, err := pgx.Connect(b.Context(), pgtest.DSN(b))
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close(b.Context())
			do := func(sql string) {
				b.Helper()
				if _, err := db.Exec(b.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
					b.Fatal(sql, err)
				}
			}
			do(`SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off; ` +
				form.tables)
			for m := range old {
				do(`INSERT INTO journal ` + formRows(1+m*oldOps, oldOps, january.AddDate(0, m, 4)))
			}
			do(`ANALYZE; ` + form.old)
			// What is written stands ready, so that making it is not measured.
			do(`CREATE UNLOGGED TABLE ready AS ` + formRows(first, batch*batches, january.AddDate(0, old, 4)) +
				`; CREATE INDEX ON ready (id); ANALYZE ready`)
			size := func() (n int64) {
				if err := db.QueryRow(b.Context(), `SELECT pg_database_size(current_database())`).Scan(&n); err != nil {
					b.Fatal(err)
				}
				return n
			}
			var write, read time.Duration
			var bytes int64
			for b.Loop() {
				before, began := size(), time.Now()
				for i := range batches {
					some := fmt.Sprintf(`SELECT * FROM ready WHERE id >= %d LIMIT %d`, first+i*batch, batch)
					do(fmt.Sprintf(form.insert, some))
				}
				write += time.Since(began)
				bytes += size() - before
				began = time.Now()
				for i := range reads {
					var n int64
					if err := db.QueryRow(b.Context(), `SELECT count(*) FROM (SELECT FROM journal WHERE player = $1 AND player > 0
						AND kind = 'box.open' ORDER BY at DESC, id DESC LIMIT 20) o`, int64(1+i*7)).Scan(&n); err != nil {
						b.Fatal(err)
					}
				}
				read += time.Since(began)
				b.StopTimer()
				do(fmt.Sprintf(`DELETE FROM journal WHERE id >= %d`, first))
				if form.old != "" {
					do(fmt.Sprintf(`DELETE FROM journal_key WHERE id >= %d`, first))
				}
				do(`VACUUM`)
				b.StartTimer()
			}
			ops := float64(b.N * batch * batches)
			b.ReportMetric(float64(write.Microseconds())/ops, "µs/op")
			b.ReportMetric(float64(bytes)/ops, "bytes/op")
			b.ReportMetric(float64(read.Microseconds())/float64(b.N*reads), "µs/page")
			b.ReportMetric(0, "ns/op")
		})
	}
}
