//go:build unix

package audit_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/mod/sumdb/tlog"

	"jadebox/actors/player"
	"jadebox/fairness"
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

// opOf is the n-th op of a kind, from 0.
func (h *handTamper) opOf(kind string, n int) store.OpID {
	h.Helper()
	return store.OpID(value[int64](h, `SELECT id FROM op WHERE kind = $1 ORDER BY id OFFSET $2 LIMIT 1`, kind, n))
}

// rewrite changes an op as if it had been so from the first: body, result, transfers and new items, and the hash chain
// to the end of its writer.
func (h *handTamper) rewrite(id store.OpID, change func(rec *store.OpRecord)) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	rec, err := e.Op(h.Context(), id)
	h.ok(err)
	change(&rec)
	h.sql(`UPDATE op SET body = $2, result = $3, key = $4, kind = $5, player = $6, at = $7 WHERE id = $1`, id,
		store.AppendRecord(nil, &rec), append([]byte{}, rec.Result...), rec.Key, rec.Kind, rec.Player, rec.At)
	for i, p := range rec.Postings {
		h.sql(`UPDATE transfer SET debit = $3, credit = $4, amount = $5 WHERE op = $1 AND idx = $2`, id, i, p.Debit,
			p.Credit, p.AmountCents)
	}
	for i, it := range rec.NewItems {
		h.sql(`UPDATE item SET def = $2, value = $3, source = $4 WHERE id = $1`, int64(id)<<7|int64(i), it.Def,
			it.ValueCents, int16(it.Source))
	}
	h.rechain(id.Writer())
}

// rechain hashes a writer's ops anew.
func (h *handTamper) rechain(writer int64) {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	view, err := e.Snapshot(h.Context())
	h.ok(err)
	chain := store.ChainGenesis(writer)
	chains := map[store.OpID][32]byte{}
	h.ok(view.JournalAfter(h.Context(), nil, func(op *store.JournalEntry) error {
		if op.ID.Writer() == writer {
			chain, _ = store.NextChain(chain, op.ID, &op.Op, store.AppendRecord(nil, &op.OpRecord), nil)
			chains[op.ID] = chain
		}
		return nil
	}))
	h.ok(view.Close())
	for id, c := range chains {
		h.sql(`UPDATE op SET chain = $2 WHERE id = $1`, id, c[:])
	}
}

// balance gives or takes what a rewriting has changed, so that the balances are the sums of the entries.
func (h *handTamper) balance(a store.AccountID, cents int64) {
	h.Helper()
	h.sql(`UPDATE account SET balance = balance + $2 WHERE id = $1`, a, cents)
}

func readJSON[V any](h *handTamper, text []byte) (v V) {
	h.Helper()
	h.ok(json.Unmarshal(text, &v))
	return v
}

func (h *handTamper) json(v any) []byte {
	h.Helper()
	text, err := json.Marshal(v)
	h.ok(err)
	return text
}

// ofTheDraws are tamperings with seeds, odds and what was drawn.
var ofTheDraws = []tampering{
	{name: "the secret key of a seed epoch replaced", want: audit.Results,
		sql: `UPDATE seed_epoch SET key = sha256(key) WHERE revealed_at IS NULL AND player = 2`},
	{name: "key and commitment of a seed epoch replaced", want: audit.Results, sql: `UPDATE seed_epoch
		SET key = sha256(key), commit = encode(sha256('BOX1/commit' || E'\n'::bytea || sha256(key)), 'hex') WHERE revealed_at IS NULL AND player = 2`},
	{name: "a key replaced that was revealed", want: audit.Results,
		sql: `UPDATE seed_epoch SET key = sha256(key) WHERE revealed_at IS NOT NULL`},
	{name: "the beacon round of a seed epoch changed", want: audit.Results,
		sql: `UPDATE seed_epoch SET beacon_round = beacon_round + 1 WHERE revealed_at IS NULL AND player = 2`},
	{name: "a seed epoch deleted", want: audit.Results, sql: `DELETE FROM seed_epoch WHERE player = 2`},
	{name: "the chain of the beacon replaced", want: audit.Results, sql: `UPDATE setting SET
		value = convert_to(replace(convert_from(value, 'UTF8'), '"anchor":"', '"anchor":"00'), 'UTF8') WHERE key = 'beacon.local'`},
	{name: "an item swapped after its draw", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) {
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = 6, 20_000
		})
	}},
	{name: "an outcome swapped wherever it is told", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			def, cents := store.DefID(1), int64(4_000)
			if o.Results[0].Def == 1 {
				def, cents = 3, 100
			}
			o.Results[0].Def, o.Results[0].ValueCents = def, cents
			rec.Result = h.json(o)
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = def, cents
			leaf, err := log.ParseResult(string(rec.Leaves[1].Data))
			h.ok(err)
			leaf.Item, leaf.ValueCents = int64(def), cents
			rec.Leaves[1].Data, err = leaf.Leaf()
			h.ok(err)
		})
	}},
	{name: "a result from seeds that were looked for", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) {
			leaf, err := log.ParseResult(string(rec.Leaves[1].Data))
			h.ok(err)
			for n := 0; leaf.V < 0xf00000; n++ {
				leaf.ServerSeed = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, n)))
				out, err := fairness.Roll(leaf.UserSeed, leaf.ServerSeed)
				h.ok(err)
				leaf.ServerHash, leaf.ResultHash, leaf.V = fairness.ServerHash(leaf.ServerSeed), out.ResultHash, out.V
			}
			leaf.Item, leaf.ValueCents = 3, 100
			o := readJSON[player.Opened](h, rec.Result)
			r := &o.Results[0]
			r.Def, r.ValueCents, r.V, r.ServerSeed, r.ServerHash, r.ResultHash = 3, 100, leaf.V, leaf.ServerSeed,
				leaf.ServerHash, leaf.ResultHash
			rec.Result = h.json(o)
			rec.NewItems[0].Def, rec.NewItems[0].ValueCents = 3, 100
			rec.Leaves[1].Data, err = leaf.Leaf()
			h.ok(err)
			ticket, err := log.Parse(rec.Leaves[0].Data)
			h.ok(err)
			ticket.(*log.Ticket).ServerHash = leaf.ServerHash
			rec.Leaves[0].Data, err = ticket.(*log.Ticket).Leaf()
			h.ok(err)
		})
	}},
	{name: "an upgrade told as won", want: audit.Results, do: func(h *handTamper) {
		for n := range 3 {
			h.rewrite(h.opOf(player.KindUpgrade, n), func(rec *store.OpRecord) {
				u := readJSON[player.Upgraded](h, rec.Result)
				u.Won = !u.Won
				rec.Result = h.json(u)
			})
		}
	}},
	{name: "published odds edited", want: audit.Results, do: func(h *handTamper) {
		h.rewrite(h.opOf("odds.publish", 0), func(rec *store.OpRecord) {
			rec.Leaves[0].Data = bytes.Replace(rec.Leaves[0].Data, []byte("10000000"), []byte("10000001"), 1)
		})
	}},
	{name: "a nonce skipped", want: audit.Keys, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindOpen, 0), func(rec *store.OpRecord) { rec.Nonce.From++ })
	}},
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
	for _, c := range slices.Concat(ofTheLog, ofTheDraws) {
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
			for i, v := range r.Violations[:min(3, len(r.Violations))] {
				t.Logf("%d: %d %s: %.180s", i, v.Invariant, v.Name, v.What)
			}
			if r.Counts[c.want] == 0 {
				t.Errorf("not seen as %v: %+v", c.want, r.Violations)
			}
		})
	}
}
