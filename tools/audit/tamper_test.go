//go:build unix

package audit_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"

	"jadebox/fairness/log"
	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/tools/audit"
)

// tampering is one thing that whoever has the database does to it, and the invariant that the audit must then say is
// broken. docs/store.md, "What an audit catches", tells them by their names here.
type tampering struct {
	name string
	want audit.Invariant
	sql  string              // as a superuser, or
	do   func(h *handTamper) // with the programs of the site
	opt  func(o *audit.Options, h *handTamper)
}

// handTamper is what a tampering has: the database, and what it remembers of before.
type handTamper struct {
	*testing.T
	dsn                string
	end                time.Time
	pinned, remembered string
}

func (h *handTamper) ok(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *handTamper) sql(query string, args ...any) {
	h.Helper()
	execute(h.T, h.dsn, query, args...)
}

func value[V any](h *handTamper, query string, args ...any) (v V) {
	h.Helper()
	conn, err := pgx.Connect(h.Context(), h.dsn)
	h.ok(err)
	defer conn.Close(context.Background())
	h.ok(conn.QueryRow(h.Context(), query, args...).Scan(&v))
	return v
}

// forge commits ops as the site does: with a place in the journal, a hash of the chain and rows in the tables.
func (h *handTamper) forge(ops ...*store.Op) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{Writers: 1})
	h.ok(err)
	defer e.Close()
	for _, op := range ops {
		if op.At.IsZero() {
			op.At = h.end
		}
		_, err := e.Commit(h.Context(), op)
		h.ok(err)
	}
}

// logSecret is the key that the site signs its log with.
func (h *handTamper) logSecret() string {
	h.Helper()
	var key struct{ Secret string }
	h.ok(json.Unmarshal(value[[]byte](h, `SELECT value FROM setting WHERE key = 'log.key'`), &key))
	return key.Secret
}

// resign signs the log as it is now, as if it had always been so.
func (h *handTamper) resign() {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	size, err := e.LogSize(h.Context())
	h.ok(err)
	root, err := log.Root(size, tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		return readHashes(h.Context(), e, at)
	}))
	h.ok(err)
	signed, err := log.Sign(size, root, h.logSecret())
	h.ok(err)
	h.sql(`UPDATE log_head SET checkpoint = $1`, []byte(signed))
}

// sequence appends the leaves of some ops to the log, as the site does with all.
func (h *handTamper) sequence(of func(store.OpID) bool) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	leaves, cursor, err := e.PendingLeaves(h.Context(), nil, 100_000)
	h.ok(err)
	size, err := e.LogSize(h.Context())
	h.ok(err)
	var chosen []store.PendingLeaf
	var data [][]byte
	for _, l := range leaves {
		if _, _, err := e.LogLeafByKey(h.Context(), l.Key); err != nil && of(l.Op) {
			chosen, data = append(chosen, l), append(data, l.Data)
		}
	}
	added, err := log.Grow(size, data, tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		return readHashes(h.Context(), e, at)
	}))
	h.ok(err)
	hashes := make([][32]byte, len(added))
	for i := range added {
		hashes[i] = added[i]
	}
	h.ok(e.AppendLog(h.Context(), size, chosen, hashes, cursor, nil))
	h.resign()
}

func readHashes(ctx context.Context, e *postgres.Engine, at []int64) ([]tlog.Hash, error) {
	list, err := e.LogHashes(ctx, at)
	hashes := make([]tlog.Hash, len(list))
	for i := range list {
		hashes[i] = list[i]
	}
	return hashes, err
}

// ofTheLog are tamperings with what is public.
var ofTheLog = []tampering{
	{name: "the public log emptied", want: audit.Log, sql: `TRUNCATE log_span, log_run;
		UPDATE log_head SET size = 0, hashes = 0, checkpoint = '', writers = '{}', positions = '{}'`},
	{name: "the public log emptied, and said to be read", want: audit.Log, sql: `TRUNCATE log_span, log_run;
		UPDATE log_head SET size = 0, hashes = 0, checkpoint = ''`},
	{name: "a place of the log points to another op", want: audit.Log,
		sql: `UPDATE log_span SET op = (SELECT op FROM log_span ORDER BY index LIMIT 1) WHERE index = (SELECT max(index) FROM log_span)`},
	{name: "two places of the log exchanged", want: audit.Log, sql: `UPDATE log_span s SET op = o.op, place = o.place, subject = o.subject
		FROM log_span o WHERE s.n = 1 AND o.n = 1 AND s.index IN (SELECT index FROM log_span WHERE n = 1 ORDER BY index LIMIT 2)
		AND o.index IN (SELECT index FROM log_span WHERE n = 1 ORDER BY index LIMIT 2) AND o.index <> s.index`},
	{name: "the end of the log cut off", want: audit.Log,
		sql: `DELETE FROM log_span WHERE index = (SELECT max(index) FROM log_span)`},
	{name: "a middle of the log taken out", want: audit.Log,
		sql: `DELETE FROM log_span WHERE index = (SELECT index FROM log_span ORDER BY index OFFSET 5 LIMIT 1)`},
	{name: "a hash of the log edited", want: audit.Log,
		sql: `UPDATE log_run SET hashes = overlay(hashes PLACING '\x00'::bytea FROM 33 FOR 1) WHERE index = 0 AND get_byte(hashes, 32) <> 0;
		UPDATE log_run SET hashes = overlay(hashes PLACING '\x01'::bytea FROM 65 FOR 1) WHERE index = 0 AND get_byte(hashes, 64) <> 1;`},
	{name: "the hashes of the log deleted", want: audit.Log, sql: `DELETE FROM log_run`},
	{name: "the checkpoint replaced by another text", want: audit.Log,
		sql: `UPDATE log_head SET checkpoint = 'forged'`},
	{name: "the checkpoint deleted", want: audit.Log, sql: `UPDATE log_head SET checkpoint = ''`},
	{name: "leaves kept out of the log", want: audit.Log,
		sql: `UPDATE log_head SET positions = (SELECT array_agg(p + 1000000) FROM unnest(positions) p)`},
	{name: "the log cut to an earlier size and signed anew", want: audit.Log, do: func(h *handTamper) {
		h.sql(`DELETE FROM log_span WHERE index >= 20`)
		h.sql(`UPDATE log_span SET n = 20 - index WHERE index + n > 20`)
		h.sql(`UPDATE log_head SET size = 20, hashes = $1`, tlog.StoredHashCount(20))
		h.resign()
	}},
	{name: "the log signed by another key", want: audit.Log, do: func(h *handTamper) {
		var key struct{ Public string }
		h.ok(json.Unmarshal(value[[]byte](h, `SELECT value FROM setting WHERE key = 'log.key'`), &key))
		h.pinned = key.Public
		secret, public, err := log.GenerateKey(rand.Reader, "test.log")
		h.ok(err)
		text, err := json.Marshal(map[string]string{"secret": secret, "public": public})
		h.ok(err)
		h.sql(`UPDATE setting SET value = $1 WHERE key = 'log.key'`, text)
		h.resign()
	}, opt: func(o *audit.Options, h *handTamper) { o.LogKey = h.pinned }},
	{name: "the log written anew behind a checkpoint that somebody remembers", want: audit.Log, do: func(h *handTamper) {
		h.remembered = string(value[[]byte](h, `SELECT checkpoint FROM log_head`))
		h.sql(`TRUNCATE log_span, log_run`)
		h.sql(`UPDATE log_head SET size = 0, hashes = 0, checkpoint = '', writers = '{}', positions = '{}'`)
		h.sequence(func(op store.OpID) bool { return op.Writer() == 2 })
		h.sequence(func(store.OpID) bool { return true })
	}, opt: func(o *audit.Options, h *handTamper) { o.Checkpoints = []string{h.remembered} }},
}

func TestNoTamperingPasses(t *testing.T) {
	for _, c := range ofTheLog {
		t.Run(c.name, func(t *testing.T) {
			dsn, end := copyOfWorld(t)
			h := &handTamper{T: t, dsn: dsn, end: end}
			if c.do != nil {
				c.do(h)
			} else {
				h.sql(c.sql)
			}
			o := audit.Options{Now: func() time.Time { return end }, Site: &audit.Site{Trial: true}}
			if c.opt != nil {
				c.opt(&o, h)
			}
			r, err := audit.CheckDSN(t.Context(), dsn, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Counts[c.want] == 0 {
				t.Errorf("not seen as %v: %+v", c.want, r.Violations)
			}
		})
	}
}
