package pay

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"jadebox/server/pay/brcode"
)

var pix = &Pix{Key: "pix@jadebox.example", Name: "Jadebox", City: "SAO PAULO", Webhook: []byte("bank")}

func TestPixCodeCarriesTheOrder(t *testing.T) {
	got, err := pix.Begin(t.Context(), order)
	if err != nil || got.Action != ActionQRCode || got.Reference != order.ID {
		t.Fatalf("%+v, %v", got, err)
	}
	want := brcode.Static{Key: pix.Key, Name: pix.Name, City: pix.City, TxID: order.ID, AmountCents: order.AmountCents}
	if read, err := brcode.Parse(got.Text); err != nil || read != want {
		t.Errorf("%+v, %v", read, err)
	}
	dollars := order
	dollars.Currency = "USD"
	if got, err := pix.Begin(t.Context(), dollars); !errors.Is(err, ErrProvider) {
		t.Errorf("dollars by Pix: %+v, %v", got, err)
	}
}

func TestPixEventsAreVerified(t *testing.T) {
	const paid = `{"endToEndId":"E12345678202611211200s0123456789","txid":"p42","valor":"10.50","horario":"2026-11-21T12:00:00.000Z"}`
	for body, want := range map[string]int{
		`{"pix":[` + paid + `]}`:                                      1,
		`{"pix":[` + paid + `,` + paid + `]}`:                         2,
		`{"pix":[]}`:                                                  0,
		`{"pix":[` + paid + `,{"endToEndId":"E1"}]}`:                  0,
		`{"pix":[` + strings.Repeat(paid+",", 100) + paid + `]}`:      0,
		`{"pix":[{"endToEndId":"E1","txid":"p42","valor":"10"}]}`:     0,
		`{"pix":[{"endToEndId":"E1","txid":"p42","valor":"-1.00"}]}`:  0,
		`{"pix":[{"endToEndId":"E1","txid":"p42","valor":"1e1.00"}]}`: 0,
		`{"pix":[{"endToEndId":"E1","txid":"","valor":"10.50"}]}`:     0,
		`{"pix":[{"endToEndId":"","txid":"p42","valor":"10.50"}]}`:    0,
		`x`: 0,
	} {
		got, err := pix.Events(t.Context(), http.Header{PixSignature: {Sign(pix.Webhook, []byte(body), noon)}},
			[]byte(body), noon)
		if len(got) != want || (want == 0) != errors.Is(err, ErrEvent) {
			t.Errorf("%.300s: %+v, %v", body, got, err)
		}
		for _, e := range got {
			if !e.Covers(order, order.ID) || e.Outcome != Paid {
				t.Errorf("%.300s: %+v", body, e)
			}
		}
		if _, err := pix.Events(t.Context(), http.Header{PixSignature: {Sign([]byte("x"), []byte(body), noon)}},
			[]byte(body), noon); !errors.Is(err, ErrSignature) {
			t.Errorf("%s, forged: %v", body, err)
		}
	}
}

// The payer is a person's or a company's number, where the scheme reports it.
func TestPixNamesWhoHasPaid(t *testing.T) {
	for payer, want := range map[string]string{
		``:                                             "",
		`,"pagador":null`:                              "",
		`,"pagador":{"nome":"A"}`:                      "",
		`,"pagador":{"cpf":"39053344705"}`:             "cpf:39053344705",
		`,"pagador":{"cnpj":"11222333000181"}`:         "cnpj:11222333000181",
		`,"pagador":{"cpf":"390.533.447-05"}`:          "",
		`,"pagador":{"cpf":"3905334470"}`:              "",
		`,"pagador":{"cpf":"","cnpj":"1122233300018"}`: "",
	} {
		body := `{"pix":[{"endToEndId":"E1","txid":"p42","valor":"10.50"` + payer + `}]}`
		got, err := pix.Events(t.Context(), http.Header{PixSignature: {Sign(pix.Webhook, []byte(body), noon)}},
			[]byte(body), noon)
		if err != nil || len(got) != 1 || got[0].Payer != want {
			t.Errorf("%s: %+v, %v", payer, got, err)
		}
	}
}
