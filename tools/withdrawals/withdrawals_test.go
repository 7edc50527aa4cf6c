package withdrawals

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/player/support"
	"jadebox/actors/settings"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
)

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestAWithdrawalIsReviewed(t *testing.T) {
	db := memory.New(memory.Options{Clock: func() time.Time { return at }})
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "alice01", SpreadCode: "a", At: at}, nil)
	if err != nil {
		t.Fatal(err)
	}
	room, err := db.NewRoomID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	state, err := json.Marshal(payment.Payout{Player: p.ID, AmountCents: 1_000, PixKey: "alice@example.com",
		AtMS: at.UnixMilli()})
	if err != nil {
		t.Fatal(err)
	}
	commit := func(op *store.Op) {
		t.Helper()
		op.Player, op.At = p.ID, at
		if _, err := db.Commit(t.Context(), op); err != nil {
			t.Fatal(err)
		}
	}
	commit(&store.Op{Key: "rich", Kind: "test",
		Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(p.ID), AmountCents: 1_000}}})
	commit(&store.Op{Key: "request", Kind: payment.KindRequest,
		Postings: []store.Posting{{Debit: store.PlayerReal(p.ID), Credit: store.HouseReal, AmountCents: 1_000}},
		Room: &store.RoomWrite{Room: room, Kind: payment.KindWithdrawal, Epoch: 1, Status: store.RoomOpen, State: state,
			Deadline: at.Add(time.Hour), Member: p.ID}})
	run := func(line string) (string, error) {
		return operatortest.Run(t.Context(), &Command{}, db, at, "", strings.Fields(line)...)
	}
	id := "r" + strings.TrimSpace(strings.Split(must(run("list"))(t), "\t")[0])[1:]
	for _, bad := range []string{"", "list all", "approve", "approve x", "approve r0", "approve " + id + " note",
		"pay " + id, "fail " + id, "steal " + id, "pay " + id + " E1", "approve r999"} {
		if out, err := run(bad); err == nil {
			t.Errorf("%q: %s", bad, out)
		}
	}
	until := at.Add(time.Hour)
	if _, err := support.Suspend(t.Context(), db, p.ID, until, "review",
		settings.Who{Author: "ana", At: at, Note: "two accounts"}); err != nil {
		t.Fatal(err)
	}
	if out := must(run("list"))(t); !strings.Contains(out, "suspended until 2026-11-21T13:00:00Z (review), by ana") {
		t.Errorf("the account of %s is suspended", out)
	}
	commit(&store.Op{Key: payment.ReversedKey(4), Kind: store.KindReversed,
		Result: fmt.Appendf(nil, `{"player":%d,"order":4,"boughtCents":700,"bonusCents":7}`, p.ID)})
	if out := must(run("list"))(t); !strings.Contains(out, "by ana: two accounts; owes 7.07 gems") {
		t.Errorf("the account owes 7.07 gems, and the list says %s", out)
	}
	if out := must(run("approve " + id))(t); !strings.Contains(out, "suspended until") ||
		!strings.Contains(out, "in progress") ||
		!strings.Contains(out, "R$ 10.00") {
		t.Error(out)
	}
	if out := must(run("pay " + id + " E1 at noon"))(t); !strings.Contains(out, "paid") ||
		!strings.Contains(out, "E1 at noon") {
		t.Error(out)
	}
	if _, err := run("fail " + id + " changed my mind"); err == nil {
		t.Error("a paid withdrawal was given back")
	}
	if out := must(run("list"))(t); out != "" {
		t.Errorf("still to do: %s", out)
	}
	if cents, err := db.Balance(t.Context(), store.PlayerReal(p.ID)); err != nil || cents != 0 {
		t.Errorf("%d, %v", cents, err)
	}
}

func must(out string, err error) func(*testing.T) string {
	return func(t *testing.T) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}
