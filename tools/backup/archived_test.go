//go:build linux

package backup_test

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/archive"
	"jadebox/tools/audit"
	tool "jadebox/tools/backup"
	"jadebox/tools/operator"
)

// A backup holds the database and not the files of old months: a site that was restored reads them where they are.
func TestASiteWithArchivedMonthsIsRestoredAndReadsThem(t *testing.T) {
	ctx, dir, kept, files := t.Context(), filepath.Join(t.TempDir(), "site"), t.TempDir(), t.TempDir()
	s, err := embedded.Start(ctx, embedded.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	db, err := postgres.Open(ctx, s.DSN(), postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	begin := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
	p, err := db.Register(ctx, store.NewPlayer{Name: "player", At: begin}, &store.Op{Key: "welcome", Kind: "welcome",
		At:       begin,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1000}}})
	if err != nil {
		t.Fatal(err)
	}
	spend := func(i int) *store.Op {
		return &store.Op{Player: p.ID, Key: fmt.Sprint("spend-", i), Kind: "spend", At: begin.AddDate(0, i/10, 0),
			Result:   []byte(strings.Repeat(fmt.Sprintf("%08d", i), 50)),
			Postings: []store.Posting{{Debit: store.PlayerGems(p.ID), Credit: store.House, AmountCents: 1}}}
	}
	for i := range 30 {
		if _, err := db.Commit(ctx, spend(i)); err != nil {
			t.Fatal(err)
		}
	}
	c := archive.Command{To: files, Drop: true, By: operator.By{Key: operator.Key{As: "ana"}}}
	if err := c.Archive(ctx, session(io.Discard), archive.Site{Engine: db, Signed: db}, 202603,
		time.Now()); err != nil {
		t.Fatal(err)
	}
	db.Close()
	take := &tool.Take{Database: operator.Database{Data: dir}, To: kept, Quiet: true}
	if err := take.Run(ctx, session(io.Discard)); err != nil {
		t.Fatal(err)
	}
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
	restored := filepath.Join(t.TempDir(), "restored")
	back := &tool.Restore{From: kept, Data: restored, Quiet: true, Archive: files}
	if err := back.Run(ctx, session(io.Discard)); err != nil {
		t.Fatal(err)
	}
	again, err := embedded.Start(ctx, embedded.Options{DataDir: restored})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Stop()
	if _, err := audit.CheckDSN(ctx, again.DSN(), audit.Options{}); !errors.Is(err, store.ErrArchived) {
		t.Errorf("an audit without the files: %v", err)
	}
	r, err := audit.CheckDSN(ctx, again.DSN(), audit.Options{Archive: files})
	if err != nil || !r.OK() {
		t.Errorf("%+v, %v", r, err)
	}
	if db, err = postgres.Open(ctx, again.DSN(), postgres.Options{Writers: 1, Archived: files}); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for i := range 30 {
		if r, err := db.Commit(ctx, spend(i)); err != nil || !r.Replayed || len(r.Result) != 400 {
			t.Fatalf("key %d: %+v, %v", i, r, err)
		}
	}
	if cents, err := db.Balance(ctx, store.PlayerGems(p.ID)); err != nil || cents != 970 {
		t.Errorf("the balance is %d, %v", cents, err)
	}
	list, n, err := db.Ops(ctx, store.OpQuery{Player: p.ID, Page: store.Page{Limit: 40}})
	if err != nil || n != 31 || len(list) != 31 {
		t.Errorf("a statement of %d of %d ops, %v", len(list), n, err)
	}
}
