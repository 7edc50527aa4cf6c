package endtoend

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"jadebox/protocol"
	"jadebox/server/publiclog"
	months "jadebox/store/archive"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
	"jadebox/tools/archive"
	"jadebox/tools/audit"
	"jadebox/tools/loadsim/client"
	command "jadebox/tools/operator"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"
)

// page is an answer as it is, a file or JSON.
func (p *person) page(path string) []byte {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), http.MethodGet, "http://"+p.Addr()+path, nil)
	if err != nil {
		p.Fatal(err)
	}
	r.Header.Set("token", p.Token)
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		p.Fatalf("%s: %d %s, %v", path, a.StatusCode, text, err)
	}
	return text
}

// Everything that a player did stands in files, the month under way too: records, statements and proofs are what they
// were, a call that is repeated has no second effect, and without the files the answer says why.
func TestRecordsStatementsAndProofsOfArchivedMonthsAreServed(t *testing.T) {
	const (
		records   = "/api/user/records?size=50"
		sums      = "/api/user/statement?since=0&until=0"
		sheet     = "/api/user/records/export?of=records"
		asPrinted = "/api/user/records/export?of=records&format=pdf"
	)
	dsn, dir := pgtest.MigratedDSN(t), t.TempDir()
	s := start(t, dsn)
	p := s.register("archived1")
	box := cheapest(p)
	call := client.NewCall(client.PathOpen(box.ID), "the-first-opening",
		client.OpenBox{Count: 5, PriceCents: box.PriceCents})
	opened := answer[client.Opened](p, call)
	for range 3 {
		ask[client.Opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 5, PriceCents: box.PriceCents})
	}
	sellOut(p)
	for _, r := range opened.Results {
		verified(p, r.ResultID)
	}
	type seen struct {
		Records, Sums json.RawMessage
		Sheet         string
		Balance       int64
	}
	look := func() seen {
		return seen{get[json.RawMessage](p, records), get[json.RawMessage](p, sums), string(p.page(sheet)),
			int64(get[client.User](p, client.PathInfo).Balance)}
	}
	before := look()
	s.stop()

	next := months.MonthOf(time.Now()).Next()
	then := next.Begin().AddDate(0, 0, 2)
	db, err := postgres.Open(t.Context(), dsn, postgres.Options{Writers: 1, Archived: dir,
		Clock: func() time.Time { return then }}) // its act is of that day
	if err != nil {
		t.Fatal(err)
	}
	c := archive.Command{To: dir, Drop: true, By: command.By{Key: command.Key{As: "ana"}}}
	err = c.Archive(t.Context(), &command.Session{Out: io.Discard}, archive.Site{Engine: db, Signed: db}, next,
		then)
	if err == nil { // and so is its seal: the clock is set back afterwards
		var public *publiclog.Log
		if public, err = publiclog.Open(t.Context(), db, rand.Reader, "jadebox", zerolog.Nop()); err == nil {
			err = public.Seal(t.Context(), db, then)
		}
	}
	if db.Close(); err != nil {
		t.Fatal(err)
	}

	flags := flagsFor(dsn)
	flags.Archive = dir
	s = startWith(t, flags)
	p.server = s
	p.Conn = &client.Conn{Target: s.target(), Token: p.Token}
	if d := cmp.Diff(before, look()); d != "" {
		t.Errorf("what is served (-before +after):\n%.4000s", d)
	}
	if pdf := p.page(asPrinted); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the printed statement begins with %.20q", pdf)
	}
	for _, r := range opened.Results {
		verified(p, r.ResultID)
	}
	again := answer[client.Opened](p, call)
	if d := cmp.Diff(opened.Results, again.Results); d != "" || again.OpID != opened.OpID {
		t.Errorf("the first opening again, op %s (-then +now):\n%s", again.OpID, d)
	}
	if now := int64(get[client.User](p, client.PathInfo).Balance); now != before.Balance {
		t.Errorf("the balance moved from %d to %d", before.Balance, now)
	}
	p.Conn.Close()
	s.stop()
	opt := audit.OfSite(true)
	opt.Archive = dir
	if r, err := audit.CheckDSN(t.Context(), dsn, opt); err != nil || !r.OK() {
		t.Errorf("%+v, %v", r, err)
	}

	s = start(t, dsn)
	defer s.stop()
	p.server = s
	p.Conn = &client.Conn{Target: s.target(), Token: p.Token}
	defer p.Conn.Close()
	var none json.RawMessage
	if err := p.Get(t.Context(), records, &none); client.CodeOf(err) != protocol.CodeInternal {
		t.Errorf("records whose file is not mounted: %v", err)
	}
}
