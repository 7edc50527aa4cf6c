//go:build linux

package backup_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/actors/operators"
	"jadebox/store"
	storebackup "jadebox/store/backup"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/audit"
	tool "jadebox/tools/backup"
	"jadebox/tools/operator"
)

// Who says that a promoted server lost nothing is an operator, who gives a reason, and the journal keeps both.
func TestWhoeverTakesAPromotedDatabaseOverSignsIt(t *testing.T) {
	ctx, dsn := t.Context(), pgtest.MigratedDSN(t)
	db, err := postgres.Open(ctx, dsn, postgres.Options{Writers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ClaimMode(ctx, store.ModeLive); err != nil {
		t.Fatal(err)
	}
	if _, err := db.KeepFirst(ctx, "site.timeline", []byte("7")); err != nil { // of before it was promoted
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ana.key")
	public, err := operator.MakeKey(file)
	if err != nil {
		t.Fatal(err)
	}
	key := operator.Key{As: "ana", OperatorKey: file}
	for _, c := range []struct {
		by    operator.By
		first bool // is added before
		want  error
	}{
		{operator.By{Note: "nobody"}, false, operator.ErrFirst},
		{operator.By{Key: key}, true, operator.ErrReason},
		{operator.By{Key: key, Note: "the standby is a synchronous one"}, false, nil},
	} {
		if c.first {
			signer, err := key.Signer()
			if err == nil {
				_, err = operators.Add(ctx, db, signer, key.As, public, time.Now())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		s := session(&out)
		s.Args = []string{"restore", "--nothing-lost", "--database-url", dsn, "--note", c.by.Note}
		err := (&tool.Restore{By: c.by, DatabaseURL: dsn, NothingLost: true}).Run(ctx, s)
		if taken := db.ClaimTimeline(ctx) == nil; !errors.Is(err, c.want) || taken != (c.want == nil) {
			t.Errorf("%+v: taken over: %t, %v, want %v\n%s", c.by, taken, err, c.want, &out)
		}
	}
	timeline, err := postgres.Timeline(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	said, err := db.Lookup(ctx, 0, storebackup.KindTakenOver+":"+timeline)
	if err != nil || !strings.Contains(string(said.Result), `"by":"ana","note":"the standby is a synchronous one"`) {
		t.Errorf("%s, %v", said.Result, err)
	}
	audited := func() *audit.Report {
		r, err := audit.CheckDSN(ctx, dsn, audit.OfSite(false))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := audited(); !r.OK() {
		t.Errorf("%+v", r.Violations)
	}
	unsigned, err := storebackup.TakenOver{Timeline: "99", By: "ana"}.Op(time.Now())
	if err == nil {
		_, err = db.Commit(ctx, unsigned)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r := audited(); !strings.Contains(fmt.Sprint(r.Violations), storebackup.KindTakenOver) {
		t.Errorf("an unsigned one: %+v", r.Violations)
	}
}
