package audit

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
)

// nobody is a directory that drops each message.
type nobody struct{ directory.Directory }

func (nobody) Post(string, string, any, func(any, error)) {}

// What a provider says again of an order is forgotten, whichever part of the journal it is in: it would be kept of each
// recharge there ever was.
func TestWhatAProviderSaysAgainIsForgotten(t *testing.T) {
	e, begin := memory.New(memory.Options{}), time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	p, err := e.Register(t.Context(), store.NewPlayer{Name: "payer1", At: begin}, nil)
	if err != nil {
		t.Fatal(err)
	}
	service := &payment.Service{Store: e, Directory: nobody{}, Now: func() time.Time { return begin }}
	o, err := service.Open(t.Context(), p.ID, "buy", payment.ChannelDesktop, 1_000, func(string) bool { return true })
	if err == nil {
		o, err = service.Begin(t.Context(), o, payment.Begun{Reference: "r"})
	}
	told := payment.ProviderEvent{ID: "e",
		Order: o.Name(), Reference: "r", AmountCents: o.PriceCents, Currency: o.Currency,
		Paid: true}
	if err == nil {
		_, err = service.Settle(t.Context(), o.Provider, told)
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if _, err := e.Commit(t.Context(), &store.Op{Key: fmt.Sprint("again", i), Kind: payment.KindEvent, At: begin,
			Result: again}); err != nil {
			t.Fatal(err)
		}
	}
	view, err := e.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	for _, chunk := range []int{1, 2, 1000} {
		payments, r, n := newPayments(), newReport(begin, true), 0
		payments.sift = true
		if err := view.JournalAfter(t.Context(), nil, func(e *store.JournalEntry) error {
			payments.feed(e, r)
			if n++; n%chunk == 0 {
				return payments.chunk(t.Context(), view, r)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := payments.chunk(t.Context(), view, r); err != nil {
			t.Fatal(err)
		}
		payments.unvouched(r)
		if kept := len(payments.paid) + len(payments.credits) + len(payments.vouchedBy); kept > 0 || r.Total() > 0 {
			t.Errorf("in chunks of %d: %d are kept, %v", chunk, kept, r.Violations)
		}
	}
}

// The steps of a withdrawal that different processes have taken come in any order: none is forgotten before all of it
// was seen, and nothing is kept of one that is over.
func TestAWithdrawalIsWholeInWhateverOrderItsStepsCome(t *testing.T) {
	steps := []string{payment.KindRequest, payment.KindApprove, payment.KindPaid}
	request, err := payment.Request(63, time.Now(), 7, "ask", 1_000, "pix@example.com")
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		payments, r := newPayments(), newReport(time.Now(), true)
		payments.sift = true
		for _, nth := range order {
			e := &store.JournalEntry{}
			e.Kind, e.Player, e.Result = steps[nth], 7, request.Result
			if nth == 0 {
				e.Postings = request.Postings
			}
			e.Room = &store.RoomWrite{Room: 63, Kind: payment.KindWithdrawal, FromVersion: uint64(nth)}
			payments.feed(e, r)
		}
		if len(payments.steps) > 0 || r.Total() > 0 {
			t.Errorf("in the order %v: %d are kept, %v", order, len(payments.steps), r.Violations)
		}
	}
}
