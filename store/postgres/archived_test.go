//go:build unix

package postgres_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/rs/zerolog"

	"jadebox/store"
	"jadebox/store/archive"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
)

// Of the months that archiving is tried with, two are archived.
const (
	archived    = 2
	monthlyOps  = 700 // more than one block of a file
	firstMonth  = archive.Month(202606)
	behindThese = archive.Month(202608)
)

// threeMonths is a journal of three months: openings with large results, small ops, and what another player gave.
func threeMonths(t *testing.T, e *postgres.Engine) (p store.PlayerID, ops []*store.Op) {
	t.Helper()
	p = register(t, e, "player", 1_000_000)
	giver := register(t, e, "giver", 1_000_000)
	for month := range archived + 1 {
		begin := at.AddDate(0, month, 0)
		for n := range monthlyOps {
			op := draw(p, month*monthlyOps+n)
			switch n % 3 {
			case 1:
				op.Leaves, op.Result = nil, []byte(`{"spent":1}`)
			case 2:
				op = spend(giver, fmt.Sprint("gift-", month, "-", n), 3)
				op.Postings[0].Credit = store.PlayerGems(p)
			}
			op.At = begin.Add(time.Duration(n) * time.Minute)
			op.Events = []store.NewEvent{{Type: "drop", Body: []byte(op.Key)}}
			ops = append(ops, op)
		}
	}
	done := make(chan error, len(ops))
	for _, op := range ops {
		e.Submit(op, func(_ store.Receipt, err error) { done <- err })
	}
	for range ops {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	leaves, cursor, err := e.PendingLeaves(t.Context(), nil, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	hashes := make([][32]byte, 2*len(leaves))
	if err := e.AppendLog(t.Context(), 0, leaves, hashes, cursor, []byte("head")); err != nil {
		t.Fatal(err)
	}
	return p, ops
}

// readings are everything that is read of the bodies of ops.
type readings struct {
	Statement []store.OpRecord
	Total     int
	Receipts  []store.Receipt
	Events    []store.Event
	Leaves    []store.LogLeaf
	Places    []int64
	Sums      []int64
}

func tell(t *testing.T, e *postgres.Engine, p store.PlayerID, ops []*store.Op) (all readings) {
	t.Helper()
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	all.Statement, all.Total, err = e.Ops(t.Context(), store.OpQuery{Player: p, Others: true,
		Page: store.Page{Limit: len(ops) + 1}})
	ok(err)
	for _, op := range ops {
		r, err := e.Lookup(t.Context(), op.Player, op.Key)
		ok(err)
		all.Receipts = append(all.Receipts, r)
	}
	all.Events, _, err = e.Events(t.Context(), nil, len(ops)) // of a fresh engine: nothing is in memory
	ok(err)
	size, err := e.LogSize(t.Context())
	ok(err)
	all.Leaves, err = e.LogLeaves(t.Context(), 0, int(size))
	ok(err)
	for _, l := range all.Leaves {
		i, leaf, err := e.LogLeafByKey(t.Context(), l.Key)
		ok(err)
		if !bytes.Equal(leaf.Data, l.Data) {
			t.Fatalf("leaf %q", l.Key)
		}
		all.Places = append(all.Places, i)
	}
	all.Sums, err = e.SumOps(t.Context(), store.SumQuery{Player: p, List: "test", Version: "1",
		Kinds: []string{"spend"}, Others: true, Since: at.AddDate(0, 0, 20), Until: at.AddDate(0, 2, 1), Width: 1,
		Add: func(op *store.OpRecord, sums []int64) error {
			for _, d := range op.Deltas() {
				if d.Account == store.PlayerGems(p) {
					sums[0] += d.Cents
				}
			}
			return nil
		}})
	ok(err)
	return all
}

// archiveAll writes the files of what is before a month, and drops what they hold.
func archiveAll(t *testing.T, e *postgres.Engine, dir string, before archive.Month) (list []archive.Month) {
	t.Helper()
	for {
		month, ranges, err := e.NextPart(t.Context(), before)
		if errors.Is(err, store.ErrNotFound) {
			return list
		}
		if err == nil {
			_, err = archive.Write(dir, month, ranges, func(r archive.Range, add func(*archive.Op) error) error {
				return e.EachOp(t.Context(), r, add)
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		drop(t, e, dir, month, ranges)
		list = append(list, month)
	}
}

func drop(t *testing.T, e *postgres.Engine, dir string, month archive.Month, ranges []archive.Range) {
	t.Helper()
	f, err := archive.OpenFile(dir, month)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := e.HoldsPart(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	p := postgres.Part{Month: month, SHA256: []byte{1}, Ops: f.Ops, Ranges: ranges, At: at.AddDate(0, 3, 0)}
	if err := e.RecordPart(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := e.DropPart(t.Context(), f, month, p.At); err != nil {
		t.Fatal(err)
	}
}

func TestArchivedMonthsAreReadAsBeforeAndTheirKeysHaveNoSecondEffect(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 2})
	p, ops := threeMonths(t, e)
	closed(t, dsn, e)
	e = open(t, dsn, postgres.Options{Writers: 2, Archived: dir})
	before := tell(t, e, p, ops)
	bytesBefore := query[int64](t, dsn, `SELECT sum(length(body) + length(result))::bigint FROM op WHERE at < $1`,
		behindThese.Begin())[0]
	if list := archiveAll(t, e, dir, behindThese); len(list) != archived || list[0] != firstMonth {
		t.Fatalf("archived %v", list)
	}
	bytesAfter := query[int64](t, dsn, `SELECT sum(length(body) + length(result))::bigint FROM op WHERE at < $1`,
		behindThese.Begin())[0]
	if bytesAfter*5 > bytesBefore {
		t.Errorf("of %d bytes %d are left", bytesBefore, bytesAfter)
	}
	if n := query[int](t, dsn, `SELECT count(*) FROM op WHERE at >= $1 AND get_byte(body, 0) = 253`,
		behindThese.Begin())[0]; n > 0 {
		t.Errorf("%d ops of the month that goes on are archived", n)
	}
	if floor := query[int](t, dsn, `SELECT version FROM schema_floor`)[0]; floor < 430 {
		t.Errorf("programs that know step %d may still run on it", floor)
	}
	closed(t, dsn, e)

	e = open(t, dsn, postgres.Options{Writers: 2, Archived: dir})
	execute(t, dsn, `DELETE FROM list_mark`) // sums are made from the files anew
	if d := cmp.Diff(before, tell(t, e, p, ops)); d != "" {
		t.Errorf("what is read (-before +after):\n%.4000s", d)
	}
	storetest.Sound(t, e)
	balance, err := e.Balance(t.Context(), store.PlayerGems(p))
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, op := range before.Statement {
		for _, d := range op.Deltas() {
			if d.Account == store.PlayerGems(p) {
				sum += d.Cents
			}
		}
	}
	if sum != balance {
		t.Errorf("the statement adds up to %d, the balance is %d", sum, balance)
	}
	for i, op := range ops[:monthlyOps] {
		if r, err := e.Commit(t.Context(), op); err != nil || !r.Replayed || r.Op != before.Receipts[i].Op ||
			!bytes.Equal(r.Result, op.Result) {
			t.Fatalf("%q again: %+v, %v", op.Key, r, err)
		}
	}
	other := *ops[0]
	other.Request[0]++
	if _, err := e.Commit(t.Context(), &other); !errors.Is(err, store.ErrKeyReused) {
		t.Errorf("a key of then with another request: %v", err)
	}
	if now, err := e.Balance(t.Context(), store.PlayerGems(p)); err != nil || now != balance {
		t.Errorf("the balance moved from %d to %d, %v", balance, now, err)
	}
}

// Without its file nothing of a month is made up, and nothing has a second effect.
func TestAnArchiveThatIsNotMountedIsToldByItsName(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1})
	p, ops := threeMonths(t, e)
	archiveAll(t, e, dir, behindThese)
	closed(t, dsn, e)

	e = open(t, dsn, postgres.Options{Writers: 1})
	balance, err := e.Balance(t.Context(), store.PlayerGems(p))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = e.Ops(t.Context(), store.OpQuery{Player: p, Page: store.Page{Limit: len(ops)}})
	if !errors.Is(err, store.ErrArchived) || !bytes.Contains([]byte(err.Error()), []byte("journal-2026-0")) {
		t.Errorf("a statement: %v", err)
	}
	if _, err := e.Lookup(t.Context(), p, ops[0].Key); !errors.Is(err, store.ErrArchived) {
		t.Errorf("a large result: %v", err)
	}
	if r, err := e.Lookup(t.Context(), p, ops[1].Key); err != nil || !bytes.Equal(r.Result, ops[1].Result) {
		t.Errorf("a small result: %+v, %v", r, err)
	}
	if _, err := e.Commit(t.Context(), ops[0]); !errors.Is(err, store.ErrArchived) {
		t.Errorf("a key of then: %v", err)
	}
	// An op whose answer cannot be read does not hold up those beside it.
	release := hold(t, dsn, p)
	type answer struct {
		key string
		err error
	}
	answers := make(chan answer, 3)
	fresh := spend(p, "fresh", 1)
	for _, op := range []*store.Op{ops[0], fresh, ops[1]} {
		e.Submit(op, func(_ store.Receipt, err error) { answers <- answer{op.Key, err} })
	}
	release()
	for range 3 {
		a := <-answers
		if unread := errors.Is(a.err, store.ErrArchived); unread != (a.key == ops[0].Key) || !unread && a.err != nil {
			t.Errorf("%q: %v", a.key, a.err)
		}
	}
	if now, err := e.Balance(t.Context(), store.PlayerGems(p)); err != nil || now != balance-1 {
		t.Errorf("the balance moved from %d to %d, %v", balance, now, err)
	}
}

// What moves no money is read as long as it holds, by whatever its player does next.
func TestAnOpThatMovesNoMoneyIsReadWithoutTheFileOfItsMonth(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1})
	p := register(t, e, "player", 1000)
	if err := e.OpenSeedEpoch(t.Context(), store.SeedEpoch{Player: p, Epoch: 1, OpenedAt: at}); err != nil {
		t.Fatal(err)
	}
	limit := &store.Op{Player: p, Key: "limit", Kind: "limit", At: at, Result: bytes.Repeat([]byte("5"), 300),
		NewItems: []store.NewItem{{Owner: p, Def: store.VoucherBase, Source: store.FromReward}}}
	opening := &store.Op{Player: p, Key: "seed", Kind: "seed", At: at,
		Leaves: []store.LogLeaf{{Key: "open:seed", Data: []byte("commitment")}}}
	house := &store.Op{Key: "odds", Kind: "odds", At: at,
		Leaves: []store.LogLeaf{{Key: "odds:1", Data: []byte("odds")}}}
	whole := []*store.Op{limit, opening, house}
	free := &store.Op{Player: p, Key: "free", Kind: "draw", At: at,
		Nonce: &store.NonceUse{Player: p, Epoch: 1, Count: 1}}
	dropped := []*store.Op{spend(p, "paid", 1), free}
	for _, op := range append(whole, dropped...) {
		commit(t, e, op)
	}
	archiveAll(t, e, dir, behindThese)
	closed(t, dsn, e)

	e = open(t, dsn, postgres.Options{Writers: 1})
	read := func(op *store.Op) (store.OpRecord, error) {
		r, err := e.Lookup(t.Context(), op.Player, op.Key)
		if err != nil {
			t.Fatal(err)
		}
		return e.Op(t.Context(), r.Op)
	}
	for _, op := range whole {
		rec, err := read(op)
		if err != nil || !bytes.Equal(rec.Result, op.Result) || !cmp.Equal(rec.Leaves, op.Leaves) ||
			!cmp.Equal(rec.NewItems, op.NewItems) {
			t.Errorf("%q: %+v, %v", op.Key, rec, err)
		}
	}
	for _, op := range dropped {
		if _, err := read(op); !errors.Is(err, store.ErrArchived) {
			t.Errorf("%q: %v", op.Key, err)
		}
	}
}

// A room that is open over the end of a month is revealed in the next one, under the subject of what began it.
func TestTheLogGoesOnWithoutAFileThatItsNewLeavesMeet(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1})
	p, ops := threeMonths(t, e)
	archiveAll(t, e, dir, behindThese)
	closed(t, dsn, e)

	var said bytes.Buffer
	e = open(t, dsn, postgres.Options{Writers: 1, Log: zerolog.New(&said)})
	said.Reset() // the months that are not mounted
	then := query[int64](t, dsn, `SELECT id FROM op WHERE player = $1 AND key = $2`, p, ops[0].Key)[0]
	size, err := e.LogSize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	reveal := func(key string) error {
		op := spend(p, key, 1)
		op.At = behindThese.Begin()
		op.Leaves = []store.LogLeaf{{Key: "reveal:0", Data: []byte(key)}} // of the draw "ticket:0", an archived op
		leaf := store.PendingLeaf{LogLeaf: op.Leaves[0], Op: commit(t, e, op)}
		return e.AppendLog(t.Context(), size, []store.PendingLeaf{leaf}, make([][32]byte, 2),
			store.Cursor{leaf.Op.Writer(): leaf.Op.Seq()}, []byte("head"))
	}
	if err := reveal("now"); err != nil {
		t.Fatalf("the log stands: %v", err)
	}
	if text := said.String(); !strings.Contains(text, "journal-2026-06.zip") ||
		!strings.Contains(text, fmt.Sprintf(`"op":%d,`, then)) {
		t.Errorf("nobody is told: %s", text)
	}
	size++
	if list, err := e.LogLeaves(t.Context(), size-1, 1); err != nil || len(list) != 1 || list[0].Key != "reveal:0" {
		t.Errorf("the new leaf: %+v, %v", list, err)
	}
	if err := reveal("again"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("the same leaf of another op: %v", err)
	}
}

// Repeated keys of an old month, however slow its file is, delay no other caller; no answer is lost at the end.
func TestKeysWhoseResultsStandInAFileDoNotHoldUpTheWriter(t *testing.T) {
	const repeated = 9 // more than are read at a time
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1})
	p, ops := threeMonths(t, e)
	archiveAll(t, e, dir, behindThese)
	closed(t, dsn, e)
	path := filepath.Join(dir, firstMonth.File())
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	e = open(t, dsn, postgres.Options{Writers: 1, Archived: dir})
	// Opening a pipe takes until its other end is opened.
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	answers := make(chan error, repeated)
	for i := range repeated {
		e.Submit(ops[3*i], func(_ store.Receipt, err error) { answers <- err })
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := e.Commit(ctx, spend(p, "fresh", 1)); err != nil {
		t.Errorf("beside an answer that is being read: %v", err)
	}
	if n := len(answers); n > 0 {
		t.Errorf("%d answers were read from a pipe", n)
	}
	ended := make(chan error, 1)
	go func() { ended <- e.Close() }()
	w, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := len(answers); n != repeated {
		t.Fatalf("%d of %d answers at the end", n, repeated)
	}
	for range repeated {
		if err := <-answers; !errors.Is(err, store.ErrBody) {
			t.Errorf("of a pipe, which is no file of a month: %v", err)
		}
	}
}

func TestWhatIsChangedInAnArchiveIsNotReadAsTrue(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1})
	_, ops := threeMonths(t, e)
	list := archiveAll(t, e, dir, behindThese)
	closed(t, dsn, e)
	path := filepath.Join(dir, list[0].File())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		change func()
	}{
		{"a bit", func() {
			flipped := bytes.Clone(whole)
			flipped[len(flipped)/10] ^= 4
			writeFile(t, path, flipped)
		}},
		{"the file of another month", func() {
			other, err := os.ReadFile(filepath.Join(dir, list[1].File()))
			if err != nil {
				t.Fatal(err)
			}
			writeFile(t, path, other)
		}},
		{"its end", func() { writeFile(t, path, whole[:len(whole)/2]) }},
		{"an op, with all hashes that follow", func() { rewrite(t, path, whole, list[0]) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.change()
			e := open(t, dsn, postgres.Options{Writers: 1, Archived: dir})
			_, err := e.Lookup(t.Context(), ops[0].Player, ops[0].Key)
			if !errors.Is(err, store.ErrBody) {
				t.Errorf("read as %v", err)
			}
			f, err := archive.OpenFile(dir, list[0])
			if err == nil {
				err = e.HoldsPart(t.Context(), f)
				f.Close()
			}
			if !errors.Is(err, archive.ErrDamaged) {
				t.Errorf("held to the journal: %v", err)
			}
		})
	}
}

// rewrite makes a file that is sound in itself, with another result in its first ops.
func rewrite(t *testing.T, path string, whole []byte, month archive.Month) {
	t.Helper()
	writeFile(t, path, whole)
	f, err := archive.OpenFile(filepath.Dir(path), month)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dir := t.TempDir()
	var forged []archive.Op
	heads := map[int64][32]byte{}
	for _, r := range f.Ranges {
		heads[r.Writer] = r.Before
	}
	if err := f.Each(func(o *archive.Op) error {
		op := *o
		if len(op.Result) > 256 {
			op.Result = bytes.Replace(op.Result, []byte("server"), []byte("SERVER"), 1)
		}
		w := op.ID.Writer()
		heads[w], _ = store.NextChain(heads[w], op.ID, &store.Op{Player: op.Player, Key: op.Key, Request: op.Request,
			Kind: op.Kind, At: op.At, Result: op.Result}, op.Body, nil)
		op.Chain = heads[w]
		forged = append(forged, op)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Write(dir, month, f.Ranges, func(r archive.Range, add func(*archive.Op) error) error {
		for i := range forged {
			if forged[i].ID.Writer() == r.Writer {
				if err := add(&forged[i]); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, month.File()))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, text)
}

func writeFile(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file is read without this program: a block is what COPY takes.
func TestPostgreSQLReadsTheBlocksOfAnArchive(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1, Archived: dir})
	_, ops := threeMonths(t, e)
	list := archiveAll(t, e, dir, behindThese)
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(t.Context(), `CREATE TEMPORARY TABLE copied (id bigint, player bigint, at timestamptz,
		key text COLLATE "C", kind text COLLATE "C", request bytea, chain bytea, body bytea, result bytea)`); err != nil {
		t.Fatal(err)
	}
	for _, month := range list {
		blocks, err := zip.OpenReader(filepath.Join(dir, month.File()))
		if err != nil {
			t.Fatal(err)
		}
		defer blocks.Close()
		for _, b := range blocks.File {
			if filepath.Ext(b.Name) != ".copy" {
				continue
			}
			text, err := b.Open()
			if err == nil {
				_, err = c.PgConn().CopyFrom(t.Context(), text, `COPY copied FROM STDIN (FORMAT binary)`)
			}
			if err != nil {
				t.Fatal(b.Name, err)
			}
		}
	}
	var copied, same int
	if err := c.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM copied), count(*)
		FROM copied JOIN op o USING (id, player, at, key, kind, request, chain)`).Scan(&copied, &same); err != nil {
		t.Fatal(err)
	}
	if want := archived*monthlyOps + 2; copied != want || same != want { // with the welcome of two players
		t.Errorf("%d ops are copied, %d of them are in the journal, not %d", copied, same, want)
	}
	for _, op := range ops[:monthlyOps] {
		var result []byte
		if err := c.QueryRow(t.Context(), `SELECT result FROM copied WHERE player = $1 AND key = $2`, op.Player,
			op.Key).Scan(&result); err != nil || !bytes.Equal(result, op.Result) {
			t.Fatalf("%q: %q, %v", op.Key, result, err)
		}
	}
}

// A drop that is broken off in its middle leaves a journal that reads as before, and is begun again.
func TestADropThatWasBrokenOffGoesOn(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	e := open(t, dsn, postgres.Options{Writers: 1, Archived: dir})
	p, ops := threeMonths(t, e)
	closed(t, dsn, e)
	e = open(t, dsn, postgres.Options{Writers: 1, Archived: dir})
	before := tell(t, e, p, ops)
	month, ranges, err := e.NextPart(t.Context(), behindThese)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := archive.Write(dir, month, ranges, func(r archive.Range, add func(*archive.Op) error) error {
		return e.EachOp(t.Context(), r, add)
	}); err != nil {
		t.Fatal(err)
	}
	f, err := archive.OpenFile(dir, month)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := e.RecordPart(t.Context(), postgres.Part{Month: month, SHA256: []byte{1}, Ops: f.Ops, Ranges: ranges,
		At: at}); err != nil {
		t.Fatal(err)
	}
	// The rows of the second pass are locked elsewhere: the first pass is committed when it waits for them.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	release := lockRows(t, dsn)
	ended := make(chan error, 1)
	go func() { ended <- e.DropPart(ctx, f, month, at) }()
	for query[int](t, dsn, `SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
		WHERE NOT granted AND datname = current_database()`)[0] == 0 {
		select {
		case err := <-ended:
			t.Fatalf("the drop did not wait: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	cancel()
	if err := <-ended; err == nil {
		t.Fatal("the drop was done beside a lock")
	}
	release()
	dropped := `SELECT count(*) FROM op WHERE get_byte(body, 0) = 253`
	if n := query[int](t, dsn, dropped)[0]; n == 0 || n >= int(f.Ops) {
		t.Fatalf("%d of %d ops are dropped", n, f.Ops)
	}
	if d := cmp.Diff(before, tell(t, e, p, ops)); d != "" {
		t.Errorf("in the middle (-before +after):\n%.4000s", d)
	}
	if list, err := e.Parts(t.Context()); err != nil || len(list) != 1 || list[0].Done {
		t.Errorf("parts %+v, %v", list, err)
	}
	other := postgres.Part{Month: month, SHA256: []byte{2}, Ops: f.Ops, Ranges: ranges, At: at}
	if err := e.RecordPart(t.Context(), other); !errors.Is(err, store.ErrConflict) {
		t.Errorf("another file of a month that is being dropped: %v", err)
	}
	drop(t, e, dir, month, ranges)
	if n := query[int](t, dsn, dropped)[0]; n != int(f.Ops) {
		t.Errorf("%d of %d ops are dropped", n, f.Ops)
	}
	if list, err := e.Parts(t.Context()); err != nil || len(list) != 1 || !list[0].Done {
		t.Errorf("parts %+v, %v", list, err)
	}
}

// lockRows locks the ops that a drop changes in its second pass.
func lockRows(t *testing.T, dsn string) (release func()) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), `BEGIN`); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), `SELECT FROM op WHERE id & 7 IN (2, 4, 6) FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	return func() { c.Close(context.Background()) }
}
