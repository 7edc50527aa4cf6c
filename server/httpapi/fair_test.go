package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/publiclog"
	"jadebox/store"
)

func TestBundleVerifiesAndItsKeyComesWithTheRotation(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		shown := into[seeds](w, c.get("/api/fair/seed"))
		o := c.open()
		id := o.Results[0].ResultID
		bundle := func() *fairness.Bundle {
			t.Helper()
			a := w.visitor().get("/api/fair/result/" + id) // any visitor may verify
			a.want(w, protocol.OK)
			b, err := fairness.ParseBundle(a.Data)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		b := bundle()
		if b.Log != nil || b.Key != "" {
			t.Errorf("log %v, key %q before sequencer and rotation", b.Log, b.Key)
		}
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		b = bundle()
		r := fairness.Verify(b)
		if !r.OK || b.Log == nil {
			t.Fatalf("%+v", r)
		}
		skipped := 0
		for _, check := range r.Checks {
			if check.Skipped {
				skipped++
			}
		}
		if skipped == 0 {
			t.Error("an active key was revealed: no check is skipped")
		}
		a := c.keyed("/api/fair/rotate", "turn", map[string]any{})
		a.want(w, protocol.OK)
		turned := into[rotated](w, a)
		if turned.Revealed.Commit != shown.Commit || turned.Revealed.Epoch != shown.Epoch ||
			turned.Current.Epoch != shown.Epoch+1 || turned.Current.Commit == shown.Commit {
			t.Errorf("%+v after %+v", turned, shown)
		}
		if again := into[rotated](w, c.keyed("/api/fair/rotate", "turn",
			map[string]any{})); again.Revealed != turned.Revealed {
			t.Errorf("the same key revealed another epoch: %+v", again)
		}
		b = bundle()
		if r := fairness.Verify(b); !r.OK || b.Key != turned.Revealed.Key {
			t.Errorf("revealed: %+v", r)
		}
	})
}

func TestResultsThatAreNoneAreNotFound(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		o := c.open()
		sold := into[sold](w, c.post("/api/bag/sell", map[string]any{"items": []call.ID{o.Results[0].ItemID}}))
		text := func(id call.ID) string { b, _ := id.MarshalText(); return string(b) }
		for _, id := range []string{"1", "x", "-1-0", "0-0", text(o.OpID), text(o.OpID) + "-1", text(o.OpID) + "-5",
			text(o.OpID) + "--1",
			text(sold.OpID) + "-0", "9223372036854775807-0", "battle-", "battle-x", "battle--1"} {
			w.visitor().get("/api/fair/result/"+id).want(w, protocol.CodeNotFound)
		}
		if a := w.visitor().get("/api/fair/result/battle-77"); a.Code != protocol.CodeNotFound &&
			a.Code != protocol.CodeBattleGone {
			t.Errorf("a battle that is none: %d", a.Code)
		}
	})
}

func TestThePublicLogProvesItsGrowth(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.open()
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		first := into[logHead](w, w.visitor().get("/api/fair/log/checkpoint"))
		c.open()
		_ = w.log.CatchUp(w.Context())
		second := into[logHead](w, w.visitor().get("/api/fair/log/checkpoint"))
		if note := string(w.visitor().get("/log/checkpoint").raw); note != second.Checkpoint {
			t.Errorf("the file of the checkpoint is %q, want %q", note, second.Checkpoint)
		}
		old, err := fairlog.OpenCheckpoint(first.Checkpoint, first.PublicKey)
		if err != nil {
			t.Fatal(err)
		}
		head, err := fairlog.OpenCheckpoint(second.Checkpoint, second.PublicKey)
		if err != nil || head.Size != second.Size || second.PublicKey != first.PublicKey {
			t.Fatal(head, err)
		}
		proof := into[consistency](w, w.visitor().get("/api/fair/log/consistency?from="+itoa(old.Size)+"&to="+
			itoa(head.Size)))
		if err := fairlog.CheckConsistency(old, head, proof.Proof); err != nil {
			t.Error(err)
		}
		leaf := into[fairness.LogProof](w, w.visitor().get("/api/fair/log/inclusion?leaf=result:solo:u1:e1:n0"))
		if err := fairlog.CheckInclusion([]byte(leaf.Leaf), leaf.Index, leaf.TreeSize, head.Root,
			leaf.Proof); err != nil {
			t.Error(err)
		}
		w.visitor().get("/api/fair/log/inclusion?leaf=result:none").want(w, protocol.CodeNotFound)
		for _, bad := range []string{"/api/fair/log/inclusion", "/api/fair/log/consistency",
			"/api/fair/log/consistency?from=5&to=2",
			"/api/fair/log/consistency?from=1&to=99999", "/api/fair/log/consistency?from=-1&to=2"} {
			w.visitor().get(bad).want(w, protocol.CodeBadRequest)
		}
	})
}

// awayLog has no leaves to read while it is away.
type awayLog struct {
	publiclog.Store
	away bool
}

func (s *awayLog) LogLeaves(ctx context.Context, from int64, n int) ([]store.LogLeaf, error) {
	if s.away {
		return nil, store.ErrAway
	}
	return s.Store.LogLeaves(ctx, from, n)
}

func TestAFileOfThePublicLogThatIsNotSentIsRefusedByNumber(t *testing.T) {
	kept := &awayLog{}
	between := func(s publiclog.Store) publiclog.Store { kept.Store = s; return kept }
	inWorld(t, options{log: between}, func(w *world) {
		v := w.visitor()
		v.get("/log/checkpoint").want(w, protocol.CodeNotFound) // the log is empty
		w.newPlayer("alice01").open()
		if err := w.log.CatchUp(w.Context()); err != nil {
			t.Fatal(err)
		}
		leaves, err := w.engine.LogLeaves(w.Context(), 0, 1)
		if a := v.get("/log/leaf/0"); err != nil || a.status != http.StatusOK || !bytes.Equal(a.raw, leaves[0].Data) {
			t.Errorf("leaf 0: %d %q, %v", a.status, a.raw, err)
		}
		for _, none := range []string{"/log/leaf/99999", "/log/leaf/x", "/log/tile/9/000", "/log/none"} {
			v.get(none).want(w, protocol.CodeNotFound)
		}
		for _, file := range []string{"/log/checkpoint", "/log/leaf/0", "/log/tile/0/000"} {
			a := v.post(file, map[string]any{})
			if a.want(w, protocol.CodeUnsupported); a.header.Get("Allow") != "GET, HEAD" {
				t.Errorf("POST %s allows %q", file, a.header.Get("Allow"))
			}
		}
		kept.away = true
		a := v.get("/log/leaf/0")
		if a.want(w, protocol.CodeBusy); a.header.Get("Retry-After") != "10" {
			t.Errorf("a leaf that cannot be read: %v", a.header)
		}
	})
}

func TestExportTellsPremisesBeforeResults(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("alice01")
		c.open()
		_ = w.log.CatchUp(w.Context())
		first := w.visitor().get("/api/fair/export")
		b := c.create(setup(2))
		w.newPlayer("bobby02").post("/api/battle/"+itoa(int64(b.BattleID))+"/join",
			map[string]any{"seat": -1, "priceCents": 4 * priceCents}).want(w, protocol.OK)
		time.Sleep(time.Minute)
		_ = w.log.CatchUp(w.Context())
		rest := w.visitor().get("/api/fair/export?from=" + first.header.Get("X-Log-Size"))
		// An upgrade takes the next nonce of its player; the order of a lucky-card room is no roster.
		c.keyed("/api/upgrade/play", "up", upgradeOf(c.give("g", 3)[0])).want(w, protocol.OK)
		if _, err := luckycard.Open(w.Context(), w.engine, w.directory, luckycard.Deck{Name: "test",
			Cards: append([]luckycard.Card{{Def: 1, ValueCents: 4000}},
				slices.Repeat([]luckycard.Card{{Def: 3, ValueCents: 100}}, 8)...)}); err != nil {
			t.Fatal(err)
		}
		_ = w.log.CatchUp(w.Context())
		c.open()
		_ = w.log.CatchUp(w.Context())
		whole := w.visitor().get("/api/fair/export")
		for name, tt := range map[string]struct {
			raw                    []byte
			odds, rosters, results int
		}{"first": {first.raw, 3, 0, 1}, "rest": {rest.raw, 2, 1, 4}, "whole": {whole.raw, 3, 1, 6}} {
			odds, rosters, results := premises(t, tt.raw)
			if odds != tt.odds || rosters != tt.rosters || results != tt.results {
				t.Errorf("%s: %d tables, %d rosters, %d results, want %+v", name, odds, rosters, results, tt)
			}
		}
		if none := w.visitor().get("/api/fair/export?from=" + whole.header.Get("X-Log-Size")); len(none.raw) != 0 {
			t.Errorf("behind the end: %s", none.raw)
		}
		w.visitor().get("/api/fair/export?from=-1").want(w, protocol.CodeBadRequest)
	})
}

// premises counts lines and fails on a result before what it refers to.
func premises(t *testing.T, raw []byte) (odds, rosters, results int) {
	t.Helper()
	told := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		var l fairlog.Line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil || l.Fields() != 1 {
			t.Fatal(err, l)
		}
		switch {
		case l.Odds != "":
			table, err := fairness.ParseOdds(l.Odds)
			if err != nil {
				t.Fatal(err)
			}
			told[table.Hash()] = true
			odds++
		case l.Roster != "":
			c, err := fairness.ParseBattleContext(l.Roster)
			if err != nil {
				t.Fatal(err)
			}
			told[fairness.BattleScope(c.Room)] = true
			rosters++
		case l.Result != nil:
			if !told[l.Result.OddsHash] || l.Result.Scope[0] == 'b' && !told[l.Result.Scope] {
				t.Errorf("%s n %d comes before its premises", l.Result.Scope, l.Result.N)
			}
			results++
		}
	}
	return odds, rosters, results
}
