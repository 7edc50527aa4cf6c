// Package pay is the port to those who take real money: what a provider must do, and the adapters for each one's
// protocol. A provider makes a payment and vouches for what became of it; it never credits a player.
//
// Deliberately absent: orders and their states, the ledger, prices and bonuses, which are the caller's; card data,
// which never passes through this process.
package pay

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Sentinels of a webhook. None of them reveals more to the sender than that it was refused.
var (
	ErrSignature = errors.New("pay: signature missing or wrong")
	ErrWindow    = errors.New("pay: signed too long ago or ahead of time")
	ErrEvent     = errors.New("pay: event is malformed")
	// ErrProvider is a provider that does not answer, or not as its protocol says. The order may be tried again.
	ErrProvider = errors.New("pay: provider failed")
)

// Provider takes real money over one protocol.
type Provider interface {
	// Begin makes the payment of an order; called again for the same order it must not make a second one.
	Begin(ctx context.Context, o Order) (Reply, error)
	// Signature is the header in which a webhook brings Sign over its raw body.
	Signature() string
	// Events verifies a webhook over its raw body, before anything is decoded, and returns what it reports:
	// nothing, when it is genuine and concerns no payment's end. ErrProvider: it depends on a server that does not
	// answer, and is to be sent again.
	Events(ctx context.Context, h http.Header, body []byte, now time.Time) ([]Event, error)
}

// Order is what a provider is sent. All of it is decided by the server.
type Order struct {
	ID          string // the site's: letters and digits, ≤ 25
	AmountCents int64  // of Currency, > 0
	Currency    string // ISO 4217, upper case
	Title       string // shown to the payer
	ReturnURL   string // where the payer's browser goes afterwards; proves nothing
	Expires     time.Time
}

// Action is what the client does with a reply (product-spec §7, "Payment reply actions").
type Action string

const (
	ActionOpen     Action = "open"     // navigate to URL
	ActionCheckout Action = "checkout" // show HTML in a sandboxed frame
	ActionQRCode   Action = "qr_code"  // show Text as a QR code
)

// Reply is how the payer goes on.
type Reply struct {
	Action Action `json:"action"`
	URL    string `json:"url,omitempty"`
	HTML   string `json:"html,omitempty"`
	// origins that forms of HTML lead to, with spaces between; none: to the site's own
	Forms     string `json:"forms,omitempty"`
	Text      string `json:"text,omitempty"` // what the QR code holds, for copying
	Page      string `json:"page,omitempty"` // of a sandbox: where a code is paid that only a bank can read
	Reference string `json:"reference"`      // the provider's own name of the payment
}

// Check refuses a reply whose forms lead anywhere but to whole origins by https, and to the site's own.
func (r Reply) Check(own string) error {
	for origin := range strings.FieldsSeq(r.Forms) {
		u, err := url.Parse(origin)
		if origin == strings.TrimSuffix(own, "/") {
			continue
		}
		if err != nil || origin != "https://"+u.Host || u.Hostname() == "" ||
			strings.Trim(u.Host, "abcdefghijklmnopqrstuvwxyz0123456789-.:") != "" {
			return fmt.Errorf("%w: forms to %.80q", ErrProvider, origin)
		}
	}
	return nil
}

// Outcome is the end of a payment.
type Outcome uint8

const (
	Paid Outcome = iota + 1
	Failed
	TakenBack // all of what had come went back: a refund, a dispute
	PartBack  // a part of it did
	Returned  // what had gone back has come again: a dispute was won
)

// Event is what a verified webhook reports. Amount, currency and order are the provider's word and must equal the
// order's.
type Event struct {
	ID          string // unique with its provider
	Order       string
	Reference   string
	AmountCents int64
	Currency    string // upper case
	Outcome     Outcome
	// Payer is who has paid, where the provider says it of a payment: a number that stays the same whatever is paid,
	// behind the name of what it numbers (cpf:…). "": it does not say.
	Payer string
}

// payerBytes is how much of a payer's hash is kept: two numbers of one hash cannot be found.
const payerBytes = 16

// PayerHash is a payer as the site keeps them, a keyed hash: payments of one payer have one, and without the key no
// reader finds whose it is, although there are few numbers to try. "" has none.
func PayerHash(key []byte, payer string) string {
	if payer == "" {
		return ""
	}
	h := hmac.New(sha256.New, key)
	h.Write([]byte("jadebox payer\x00" + payer))
	return hex.EncodeToString(h.Sum(nil)[:payerBytes])
}

// Covers reports whether the event is about exactly this payment.
func (e Event) Covers(o Order, reference string) bool {
	return e.Order == o.ID && e.Reference == reference && e.AmountCents == o.AmountCents && e.Currency == o.Currency
}
