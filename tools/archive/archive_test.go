//go:build unix

package archive_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/store"
	months "jadebox/store/archive"
	"jadebox/store/postgres"
	"jadebox/store/storetest"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/archive"
	"jadebox/tools/audit"
	"jadebox/tools/operator"
)

// childOf names the database and the directory of a process that only archives, so that it can be killed.
const childOf = "JADEBOX_TEST_ARCHIVE"

func TestMain(m *testing.M) {
	if at := os.Getenv(childOf); at != "" {
		dsn, dir, _ := strings.Cut(at, "\n")
		if err := command(dsn, dir, true).Run(context.Background(), session(io.Discard)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func command(dsn, dir string, drop bool) *archive.Command {
	return &archive.Command{DatabaseURL: dsn, Before: "2026-04", To: dir, Drop: drop,
		By: operator.By{Key: operator.Key{As: "ana"}, Note: "the disk is small"}}
}

func session(out io.Writer) *operator.Session {
	return &operator.Session{Out: out, Err: out, Now: time.Now}
}

var begin = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// site is a ledger of so many ops in each of the first four months of 2026, by one player.
func site(t *testing.T, dsn string, monthly int) store.PlayerID {
	t.Helper()
	return siteOf(t, dsn, [4]int{monthly, monthly, monthly, monthly})
}

// siteOf is a ledger of so many ops in the first months of 2026, by one player.
func siteOf(t *testing.T, dsn string, monthly [4]int) store.PlayerID {
	t.Helper()
	e := open(t, dsn, "")
	defer e.Close()
	who := store.NewPlayer{Name: fmt.Sprint("player", monthly[0]), At: begin}
	p, err := e.Register(t.Context(), who, &store.Op{Key: "welcome", Kind: "welcome", At: begin,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1_000_000}}})
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, n := range monthly {
		total += n
	}
	done := make(chan error, total)
	i := 0
	for month, n := range monthly {
		for second := range n {
			op := spend(p.ID, i)
			op.At = begin.AddDate(0, month, 0).Add(time.Duration(second) * time.Second)
			e.Submit(op, func(_ store.Receipt, err error) { done <- err })
			i++
		}
	}
	for range total {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	return p.ID
}

func spend(p store.PlayerID, i int) *store.Op {
	return &store.Op{Player: p, Key: fmt.Sprint("spend-", i), Kind: "spend", At: begin,
		Result:   []byte(strings.Repeat(fmt.Sprintf("%08d", i), 50)),
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: 1}}}
}

func open(t *testing.T, dsn, dir string) *postgres.Engine {
	t.Helper()
	e, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, Archived: dir, Queue: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func holds(t *testing.T, dsn, dir string) *audit.Report {
	t.Helper()
	r, err := audit.CheckDSN(t.Context(), dsn, audit.Options{Archive: dir})
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK() {
		t.Errorf("%+v", r.Violations)
	}
	return r
}

func TestArchivingWritesReadsBackAndThenDrops(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	p := site(t, dsn, 100)
	before := holds(t, dsn, "").Ops
	run := func(drop bool) string {
		t.Helper()
		var out bytes.Buffer
		if err := command(dsn, dir, drop).Run(t.Context(), session(&out)); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if said := run(false); strings.Count(said, "SHA-256") != 3 || !strings.Contains(said, "2026-01: 101 operations") {
		t.Errorf("written: %s", said)
	}
	holds(t, dsn, "") // nothing is dropped, so that nothing need be mounted
	if said := run(true); strings.Count(said, " alone\n") != 3 || strings.Contains(said, "SHA-256") {
		t.Errorf("dropped: %s", said)
	}
	if said := run(true); said != "" {
		t.Errorf("a third time: %s", said)
	}
	if ops := holds(t, dsn, dir).Ops; ops != before+6 { // each act is an op
		t.Errorf("%d ops, before %d", ops, before)
	}
	_, err := audit.CheckDSN(t.Context(), dsn, audit.Options{})
	if !errors.Is(err, store.ErrArchived) || !strings.Contains(err.Error(), "journal-2026-01.zip") {
		t.Errorf("an audit without the files: %v", err)
	}
	e := open(t, dsn, dir)
	defer e.Close()
	text, err := os.ReadFile(filepath.Join(dir, "journal-2026-02.zip"))
	if err != nil {
		t.Fatal(err)
	}
	act, err := e.Lookup(t.Context(), 0, fmt.Sprintf("%s:2026-02:%.16x", months.KindDropped, sha256.Sum256(text)))
	if err != nil || !strings.Contains(string(act.Result), `"by":"ana","note":"the disk is small"`) {
		t.Errorf("who dropped it: %s, %v", act.Result, err)
	}
	if r, err := e.Commit(t.Context(), spend(p, 7)); err != nil || !r.Replayed || len(r.Result) != 400 {
		t.Errorf("a key of an archived month: %+v, %v", r, err)
	}
	storetest.Sound(t, e)
}

// The audit holds the date of an act to the seals around it, and several months take longer than these are apart.
func TestEachActIsDatedWhenItIsDone(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	site(t, dsn, 100)
	if err := command(dsn, dir, true).Run(t.Context(), session(io.Discard)); err != nil {
		t.Fatal(err)
	}
	e := open(t, dsn, dir)
	defer e.Close()
	parts, err := e.Parts(t.Context())
	if err != nil || len(parts) != 3 {
		t.Fatal(parts, err)
	}
	last := time.Time{}
	for _, kind := range []string{months.KindWritten, months.KindDropped} {
		for _, part := range parts {
			r, err := e.Lookup(t.Context(), 0, fmt.Sprintf("%s:%s:%.16x", kind, part.Month, part.SHA256))
			if err != nil {
				t.Fatal(err)
			}
			if !r.At.After(last) {
				t.Errorf("%s of %s is dated %s, the act before it %s", kind, part.Month, r.At, last)
			}
			noted := part.At
			if last = r.At; kind == months.KindDropped {
				noted = part.Dropped
			}
			if !r.At.Equal(noted) {
				t.Errorf("%s of %s is dated %s, and noted at %s", kind, part.Month, r.At, noted)
			}
			file, err := os.Stat(filepath.Join(dir, part.Month.File()))
			if err != nil {
				t.Fatal(err)
			}
			if r.At.Before(file.ModTime()) {
				t.Errorf("%s of %s is dated %s, and its file is of %s", kind, part.Month, r.At, file.ModTime())
			}
		}
	}
}

// A player's limits and suspension are read whatever they do: a file that is not mounted keeps no player out.
func TestAPlayerWithLimitsComesInWithoutTheFilesOfTheMonthOfThem(t *testing.T) {
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	p := site(t, dsn, 0)
	e := open(t, dsn, "")
	lock := func(op *store.Op) store.ItemID {
		t.Helper()
		r, err := e.Commit(t.Context(), op)
		if err != nil {
			t.Fatal(err)
		}
		return r.ItemID(0)
	}
	first := lock(limits.Begin(p, begin))
	own := limits.State{Limits: []limits.Limit{{Kind: limits.Spend, Span: limits.Day, Cents: 500}},
		AtMS: begin.UnixMilli()}
	result, err := json.Marshal(own)
	if err != nil {
		t.Fatal(err)
	}
	second := lock(&store.Op{Player: p, Key: "limits", Kind: limits.KindSet, At: begin, Result: result,
		Moves: []store.ItemMove{limits.Pass(p, first)}, NewItems: []store.NewItem{limits.NewLock(p)}})
	suspension := limits.Act{Player: p, UntilMS: begin.AddDate(1, 0, 0).UnixMilli(), Class: limits.Classes[0],
		Author: "ana", Reason: "asked", AtMS: begin.UnixMilli() + 1}
	op, err := suspension.Op(limits.KindSuspend, second)
	if err != nil {
		t.Fatal(err)
	}
	want := limits.Standing{Lock: lock(op), State: own, Suspension: suspension}
	spent := spend(p, 1)
	spent.At = op.At
	if _, err := e.Commit(t.Context(), spent); err != nil {
		t.Fatal(err)
	}
	e.Close()
	if err := command(dsn, dir, true).Run(t.Context(), session(io.Discard)); err != nil {
		t.Fatal(err)
	}
	e = open(t, dsn, "")
	defer e.Close()
	if held, err := limits.Read(t.Context(), e, p); err != nil || !reflect.DeepEqual(held, want) {
		t.Errorf("%+v, %v", held, err)
	}
	if _, _, err := e.Ops(t.Context(), store.OpQuery{Player: p, Page: store.Page{Limit: 50}}); !errors.Is(err,
		store.ErrArchived) {
		t.Errorf("what the player spent: %v", err)
	}
}

func TestAMonthThatIsNotOverIsNotArchived(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	site(t, dsn, 1)
	e := open(t, dsn, "")
	defer e.Close()
	dir := t.TempDir()
	c := command(dsn, dir, true)
	now := time.Date(2026, 4, 1, 23, 59, 59, 0, time.UTC)
	if err := c.Archive(t.Context(), session(io.Discard), archive.Site{Engine: e, Signed: e}, 202604, now); err == nil {
		t.Error("archived a month that ended less than a day ago")
	}
	if list, _ := os.ReadDir(dir); len(list) > 0 {
		t.Errorf("wrote %v", list)
	}
	now = now.Add(time.Second)
	if err := c.Archive(t.Context(), session(io.Discard), archive.Site{Engine: e, Signed: e}, 202604, now); err != nil {
		t.Error(err)
	}
}

// A file that is there, and is not the journal's, is neither taken nor written over: it may be another site's.
func TestAStrangeFileIsNotTakenForAnArchive(t *testing.T) {
	dsn, other, dir := pgtest.MigratedDSN(t), pgtest.MigratedDSN(t), t.TempDir()
	site(t, dsn, 20)
	site(t, other, 21)
	if err := command(other, dir, false).Run(t.Context(), session(io.Discard)); err != nil {
		t.Fatal(err)
	}
	err := command(dsn, dir, true).Run(t.Context(), session(io.Discard))
	if !errors.Is(err, months.ErrDamaged) || !strings.Contains(err.Error(), "move it away") {
		t.Errorf("archived over another site's: %v", err)
	}
	holds(t, dsn, "")
}
