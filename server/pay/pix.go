package pay

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"jadebox/server/pay/brcode"
)

// Pix takes instant payments in BRL by a code that the payer's bank reads. The code carries everything, so no server is
// asked to make it; the bank reports by its webhook that a payment with the order's transaction id has come.
type Pix struct {
	Key, Name, City string // of the merchant, as brcode.Static
	Webhook         []byte // secret shared with the bank's gateway
}

// PixSignature is the header of a bank's webhook: Sign over the raw body.
const PixSignature = "Pix-Signature"

// Signature implements Provider.
func (*Pix) Signature() string { return PixSignature }

// Begin writes the code.
func (p *Pix) Begin(_ context.Context, o Order) (Reply, error) {
	if o.Currency != "BRL" {
		return Reply{}, ErrProvider
	}
	text, err := brcode.Static{Key: p.Key, Name: p.Name, City: p.City, TxID: o.ID, AmountCents: o.AmountCents}.Text()
	if err != nil {
		return Reply{}, err
	}
	return Reply{Action: ActionQRCode, Text: text, Reference: o.ID}, nil
}

// pixPayments bounds one delivery.
const pixPayments = 100

// Events reads the central bank's webhook: a list of payments that have come. A Pix payment that did not come is never
// told, its order expires.
func (p *Pix) Events(_ context.Context, h http.Header, body []byte, now time.Time) ([]Event, error) {
	if err := Verify(p.Webhook, h.Get(p.Signature()), body, now); err != nil {
		return nil, err
	}
	var notice struct {
		Pix []pixPayment `json:"pix"`
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&notice); err != nil || len(notice.Pix) == 0 ||
		len(notice.Pix) > pixPayments {
		return nil, ErrEvent
	}
	events := make([]Event, len(notice.Pix))
	for i, paid := range notice.Pix {
		var err error
		if events[i], err = paid.event(); err != nil {
			return nil, err
		}
	}
	return events, nil
}

type pixPayment struct {
	EndToEndID string    `json:"endToEndId"`
	TxID       string    `json:"txid"`
	Amount     string    `json:"valor"`
	Payer      *pixPayer `json:"pagador,omitempty"` // of the schemes that report it
}

// pixPayer is who has paid: a person by CPF, or a company by CNPJ.
type pixPayer struct {
	CPF  string `json:"cpf,omitempty"`
	CNPJ string `json:"cnpj,omitempty"`
}

// number is "" where there is none of its length: of a payment that has come nothing else depends on it.
func (p *pixPayer) number() string {
	switch {
	case p == nil:
		return ""
	case digits(p.CPF, 11):
		return "cpf:" + p.CPF
	case digits(p.CNPJ, 14):
		return "cnpj:" + p.CNPJ
	}
	return ""
}

// digits reports whether a text is so many.
func digits(text string, n int) bool { return len(text) == n && strings.Trim(text, "0123456789") == "" }

func (paid pixPayment) event() (Event, error) {
	whole, part, _ := strings.Cut(paid.Amount, ".")
	cents, err := strconv.ParseUint(whole+part, 10, 53)
	if err != nil || len(part) != 2 || whole == "" || paid.EndToEndID == "" || paid.TxID == "" {
		return Event{}, ErrEvent
	}
	return Event{ID: paid.EndToEndID, Order: paid.TxID, Reference: paid.TxID, AmountCents: int64(cents),
		Currency: "BRL", Outcome: Paid, Payer: paid.Payer.number()}, nil
}
