package pay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// StripeShortest is the least that a session may live. One is asked to live so much longer than its order, whenever it
// is made: asked again it must have the same end, and money that comes late is the player's all the same.
const StripeShortest = 30 * time.Minute

// Stripe takes cards through Checkout: the payer goes to Stripe's own page.
type Stripe struct {
	Base    string   // https://api.stripe.com
	Hosts   []string // where a checkout page may be
	Secret  string   // API key
	Webhook []byte   // signing secret of the webhook
	Client  *http.Client
}

const (
	providerWithin = 15 * time.Second
	answerBytes    = 256 << 10
)

// Signature implements Provider.
func (*Stripe) Signature() string { return "Stripe-Signature" }

// Begin makes a Checkout session. The order's id is Stripe's idempotency key: asked again, the same session comes back.
func (s *Stripe) Begin(ctx context.Context, o Order) (Reply, error) {
	ctx, cancel := context.WithTimeout(ctx, providerWithin)
	defer cancel()
	form := url.Values{
		"mode":                                   {"payment"},
		"client_reference_id":                    {o.ID},
		"success_url":                            {o.ReturnURL},
		"cancel_url":                             {o.ReturnURL},
		"expires_at":                             {strconv.FormatInt(o.Expires.Add(StripeShortest).Unix(), 10)},
		"line_items[0][quantity]":                {"1"},
		"line_items[0][price_data][currency]":    {strings.ToLower(o.Currency)},
		"line_items[0][price_data][unit_amount]": {strconv.FormatInt(o.AmountCents, 10)},
		"line_items[0][price_data][product_data][name]": {o.Title},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Base+"/v1/checkout/sessions",
		strings.NewReader(form.Encode()))
	if err != nil {
		return Reply{}, err
	}
	req.Header.Set("Authorization", "Bearer "+s.Secret)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Idempotency-Key", o.ID)
	res, err := s.Client.Do(req)
	if err != nil {
		return Reply{}, fmt.Errorf("%w: %w", ErrProvider, err)
	}
	defer res.Body.Close()
	var session stripeSession
	if err := json.NewDecoder(io.LimitReader(res.Body, answerBytes)).Decode(&session); err != nil ||
		res.StatusCode != http.StatusOK {
		return Reply{}, fmt.Errorf("%w: status %d", ErrProvider, res.StatusCode)
	}
	page, err := url.Parse(session.URL)
	if err != nil || page.Scheme != "https" || page.User != nil || !slices.Contains(s.Hosts, page.Host) ||
		session.ID == "" {
		return Reply{}, fmt.Errorf("%w: a page at an address that is not Stripe's", ErrProvider)
	}
	if session.Reference != o.ID || session.AmountTotal != o.AmountCents || !strings.EqualFold(session.Currency,
		o.Currency) {
		return Reply{}, fmt.Errorf("%w: another order's session", ErrProvider)
	}
	return Reply{Action: ActionOpen, URL: session.URL, Reference: session.ID}, nil
}

type stripeSession struct {
	ID            string `json:"id"`
	URL           string `json:"url"`
	Reference     string `json:"client_reference_id"`
	AmountTotal   int64  `json:"amount_total"`
	Currency      string `json:"currency"`
	PaymentStatus string `json:"payment_status"`
	Payment       string `json:"payment_intent"`
}

// Events reads the events of a Checkout session, and of charges and disputes, by which money goes back. "completed"
// with an unpaid status is a slow method of payment, whose end comes as an event of its own.
func (s *Stripe) Events(ctx context.Context, h http.Header, body []byte, now time.Time) ([]Event, error) {
	if err := Verify(s.Webhook, h.Get(s.Signature()), body, now); err != nil {
		return nil, err
	}
	var event struct {
		ID   string `json:"id"`
		Type string `json:"type"`
		Data struct {
			Object json.RawMessage `json:"object"`
		} `json:"data"`
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&event); err != nil || event.ID == "" {
		return nil, ErrEvent
	}
	switch event.Type {
	case "checkout.session.completed", "checkout.session.async_payment_succeeded",
		"checkout.session.async_payment_failed", "checkout.session.expired":
	case "charge.refunded", "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated",
		"charge.dispute.closed":
		return s.back(ctx, event.ID, event.Type, event.Data.Object)
	default:
		return nil, nil
	}
	var session stripeSession
	if err := json.Unmarshal(event.Data.Object, &session); err != nil {
		return nil, ErrEvent
	}
	outcome := Paid
	switch event.Type {
	case "checkout.session.completed":
		if session.PaymentStatus != "paid" {
			return nil, nil
		}
	case "checkout.session.async_payment_failed", "checkout.session.expired":
		outcome = Failed
	}
	e := session.event(event.ID, outcome)
	if outcome == Paid && session.Payment != "" {
		var err error
		if e.Payer, err = s.payerOf(ctx, session.Payment); err != nil {
			return nil, err
		}
	}
	return []Event{e}, nil
}
