package playthrough_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	rules "jadebox/actors/rewards/playthrough"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/playthrough"
)

// gifted is a store in which a gift of 50 cents comes in once an account was read.
type gifted struct {
	*memory.Engine
	gift func()
}

// PlayerByName implements store.Players.
func (g gifted) PlayerByName(ctx context.Context, name string) (store.Player, error) {
	p, err := g.Engine.PlayerByName(ctx, name)
	g.gift()
	return p, err
}

// What is waived is what was declared, and seen, to be left: it was approved for no more.
func TestAGiftThatComesInMeanwhileIsNotWaived(t *testing.T) {
	at := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	db := gifted{Engine: memory.New(memory.Options{Clock: func() time.Time { return at }})}
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "Alice01", At: at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	gifts := 0
	db.gift = func() {
		gifts++
		if _, err := db.Commit(t.Context(), &store.Op{Player: p.ID, Key: fmt.Sprint("gift", gifts), Kind: "grant.sign",
			At:       at,
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p.ID), AmountCents: 50}},
			Play:     []store.Posting{store.MoreToPlay(p.ID, 50)}}); err != nil {
			t.Fatal(err)
		}
	}
	waive := func(at time.Time) (string, error) {
		return operatortest.Run(t.Context(), &playthrough.Command{}, db, at, "",
			strings.Fields("waive alice01 --as ana --note late")...)
	}
	if out, err := waive(at); err == nil {
		t.Errorf("of nothing: %s", out)
	}
	if out, err := waive(at.Add(time.Minute)); err != nil || !strings.Contains(out, "50 cents") {
		t.Errorf("%v: %s", err, out)
	}
	if now, err := db.LoadPlayer(t.Context(), p.ID); err != nil || now.ToPlayCents != 50 {
		t.Errorf("%d left, %v", now.ToPlayCents, err)
	}
}

// A waiver is an op that says who asked a player to stake less, and why; no more is waived than is left.
func TestAnOperatorWaivesWhatIsLeftToStake(t *testing.T) {
	at := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	db := memory.New(memory.Options{Clock: func() time.Time { return at }})
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "Alice01", At: at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Commit(t.Context(), &store.Op{Player: p.ID, Key: "gift", Kind: "grant.sign", At: at,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p.ID), AmountCents: 100}},
		Play: []store.Posting{{Debit: store.HouseToPlay, Credit: store.PlayerToPlay(p.ID),
			AmountCents: 100}}}); err != nil {
		t.Fatal(err)
	}
	for n, c := range []struct {
		args, want string
		good       bool
		left       int64
	}{
		{"show alice01", "100 cents", true, 100},
		{"waive alice01 --cents 40 --as ana", "", false, 100},              // without a reason
		{"waive alice01 --cents 101 --as ana --note late", "", false, 100}, // more than there is
		{"waive alice01 --cents -1 --as ana --note late", "", false, 100},
		{"waive nobody01 --as ana --note late", "", false, 100},
		{"waive alice01 --cents 40 --as ana --note late", "40 cents of gems less to stake, by ana: late", true, 60},
		{"waive alice01 --as ana --note late", "60 cents", true, 0},
		{"waive alice01 --as ana --note late", "", false, 0},
	} {
		out, err := operatortest.Run(t.Context(), &playthrough.Command{}, db, at.Add(time.Duration(n)*time.Minute), "",
			strings.Fields(c.args)...)
		if (err == nil) != c.good || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v: %s", c.args, err, out)
		}
		if now, err := db.LoadPlayer(t.Context(), p.ID); err != nil || now.ToPlayCents != c.left ||
			now.GemsCents != 100 {
			t.Errorf("%s: %d left, %d gems, %v", c.args, now.ToPlayCents, now.GemsCents, err)
		}
	}
	ops, _, err := db.Ops(t.Context(), store.OpQuery{Player: p.ID, Kinds: []string{rules.KindWaive},
		Page: store.Page{Limit: 10}})
	if err != nil || len(ops) != 2 {
		t.Fatalf("%d ops, %v", len(ops), err)
	}
	for _, op := range ops {
		w, err := rules.ReadWaived(&op.Op)
		if err != nil || w.Author != "ana" || w.Note != "late" {
			t.Errorf("%+v, %v", w, err)
		}
		op.Play[0].AmountCents++
		if _, err := rules.ReadWaived(&op.Op); err == nil {
			t.Error("an auditor takes a waiver of more than it says")
		}
	}
}
