package recharge_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/recharge"
)

// An order is taken back once, and only one that was paid.
func TestAnOrderIsTakenBack(t *testing.T) {
	db := memory.New(memory.Options{})
	p, err := db.Register(t.Context(), store.NewPlayer{Name: "alice01", SpreadCode: "A", UserSeed: "seed",
		At: time.Now()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	service := &payment.Service{Store: db, Directory: empty{},
		Now: func() time.Time { return time.Now().Add(-time.Hour) }}
	o, err := service.Open(t.Context(), p.ID, "buy", payment.ChannelDesktop, 1_000, func(string) bool { return true })
	if err == nil {
		o, err = service.Begin(t.Context(), o, payment.Begun{Reference: "r"})
	}
	if err != nil {
		t.Fatal(err)
	}
	reverse := func(order string) (string, error) {
		return operatortest.Run(t.Context(), &recharge.Command{}, db, time.Now(), "", "reverse", order)
	}
	number := strconv.FormatInt(int64(o.ID), 10)
	for _, bad := range []string{"", "x", "0", "-1", "1", number} { // the last one was not paid
		if out, err := reverse(bad); err == nil {
			t.Errorf("%q: %s", bad, out)
		}
	}
	if _, err := service.Settle(t.Context(), o.Provider, payment.ProviderEvent{ID: "e", Order: o.Name(), Reference: "r",
		AmountCents: o.PriceCents, Currency: o.Currency, Paid: true}); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%d cents of gems, 0 of them", o.GemsCents+o.BonusCents)
	for range 2 {
		if out, err := reverse(number); err != nil || !strings.Contains(out, want) {
			t.Errorf("%s, %v", out, err)
		}
	}
	if left, err := db.Balance(t.Context(), store.PlayerGems(p.ID)); err != nil || left != 0 {
		t.Errorf("%d left, %v", left, err)
	}
}

// empty is a directory without actors.
type empty struct{ directory.Directory }

func (empty) Post(string, string, any, func(any, error)) {}
