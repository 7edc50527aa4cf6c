package pay

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// stripeDouble answers as Stripe's documentation says, for the calls that are made.
type stripeDouble struct {
	sessions map[string]string // idempotency key → answer
	spoil    func(answer string) string
	made     int
	paid     map[string]string // payment → session
	asked    int
	intents  map[string]string // payment → answer
	status   int               // of an answer about a payment; 0: 200
}

func (d *stripeDouble) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user := r.Header.Get("Authorization")
	if r.Method == http.MethodGet && r.URL.Path == "/v1/checkout/sessions" && user == "Bearer sk_test_1" &&
		r.URL.Query().Get("limit") == "1" {
		d.asked++
		_, _ = fmt.Fprintf(w, `{"object":"list","data":[%s]}`, d.paid[r.URL.Query().Get("payment_intent")])
		return
	}
	if payment, ok := strings.CutPrefix(r.URL.Path, "/v1/payment_intents/"); ok && r.Method == http.MethodGet &&
		user == "Bearer sk_test_1" && r.URL.Query().Get("expand[]") == "latest_charge" {
		if d.status != 0 {
			w.WriteHeader(d.status)
		}
		_, _ = w.Write([]byte(d.intents[payment]))
		return
	}
	if r.Method != http.MethodPost || r.URL.Path != "/v1/checkout/sessions" || user != "Bearer sk_test_1" {
		http.Error(w, `{"error":{"type":"invalid_request_error"}}`, http.StatusUnauthorized)
		return
	}
	if r.ParseForm() != nil || r.PostForm.Get("mode") != "payment" ||
		r.PostForm.Get("line_items[0][quantity]") != "1" ||
		r.PostForm.Get("line_items[0][price_data][product_data][name]") == "" || r.PostForm.Get("success_url") == "" {
		http.Error(w, `{"error":{"type":"invalid_request_error"}}`, http.StatusBadRequest)
		return
	}
	if at, err := strconv.ParseInt(r.PostForm.Get("expires_at"), 10, 64); err != nil ||
		at != noon.Add(StripeShortest+10*time.Minute).Unix() {
		http.Error(w, `{"error":{"param":"expires_at"}}`, http.StatusBadRequest)
		return
	}
	key := r.Header.Get("Idempotency-Key")
	if d.sessions[key] == "" {
		d.made++
		d.sessions[key] = fmt.Sprintf(
			`{"id":"cs_test_%d","object":"checkout.session","url":"https://checkout.stripe.com/c/pay/cs_test_%d",`+
				`"client_reference_id":%q,"amount_total":%s,"currency":%q,"payment_status":"unpaid"}`, d.made, d.made,
			r.PostForm.Get("client_reference_id"),
			r.PostForm.Get("line_items[0][price_data][unit_amount]"),
			r.PostForm.Get("line_items[0][price_data][currency]"))
	}
	answer := d.sessions[key]
	if d.spoil != nil {
		answer = d.spoil(answer)
	}
	_, _ = w.Write([]byte(answer))
}

var order = Order{ID: "p42", AmountCents: 1050, Currency: "BRL", Title: "10 gems",
	ReturnURL: "https://play.example/page/assets", Expires: noon.Add(10 * time.Minute)}

func stripe(t *testing.T) (*Stripe, *stripeDouble) {
	double := &stripeDouble{sessions: map[string]string{}}
	server := httptest.NewServer(double)
	t.Cleanup(server.Close)
	return &Stripe{Base: server.URL, Hosts: []string{"checkout.stripe.com"}, Secret: "sk_test_1",
		Webhook: []byte("whsec_test"), Client: server.Client()}, double
}

func TestStripeMakesOneSessionAnOrder(t *testing.T) {
	s, double := stripe(t)
	want := Reply{Action: ActionOpen, URL: "https://checkout.stripe.com/c/pay/cs_test_1", Reference: "cs_test_1"}
	for range 3 {
		if got, err := s.Begin(t.Context(), order); err != nil || got != want {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if double.made != 1 {
		t.Errorf("%d sessions", double.made)
	}
}

func TestStripeAnswersThatAreNotItsOwnAreRefused(t *testing.T) {
	for name, change := range map[string][2]string{
		"another host":     {"checkout.stripe.com", "checkout.stripe.com.example.org"},
		"a user in it":     {"https://", "https://x@"},
		"no TLS":           {"https://", "http://"},
		"a script":         {"https://checkout.stripe.com/c/pay/cs_test_1", "javascript:alert(1)"},
		"another order":    {`"p42"`, `"p43"`},
		"another amount":   {"1050", "1"},
		"another currency": {`"brl"`, `"jpy"`},
		"no JSON":          {"{", "<"},
		"no name":          {`"cs_test_1"`, `""`},
	} {
		s, double := stripe(t)
		double.spoil = func(answer string) string { return strings.Replace(answer, change[0], change[1], 1) }
		if got, err := s.Begin(t.Context(), order); !errors.Is(err, ErrProvider) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	s, _ := stripe(t)
	s.Secret = "sk_other"
	if got, err := s.Begin(t.Context(), order); !errors.Is(err, ErrProvider) ||
		strings.Contains(err.Error(), s.Secret) {
		t.Errorf("a refused key: %+v, %v", got, err)
	}
	s.Base = "http://127.0.0.1:1"
	if _, err := s.Begin(t.Context(), order); !errors.Is(err, ErrProvider) {
		t.Errorf("nobody there: %v", err)
	}
}

func TestStripeEventsAreVerified(t *testing.T) {
	s, _ := stripe(t)
	event := func(kind, status string) string {
		return fmt.Sprintf(`{"id":"evt_1","object":"event","type":%q,"data":{"object":{"id":"cs_test_1","client_reference_id":"p42","amount_total":1050,"currency":"brl","payment_status":%q}}}`, kind, status)
	}
	want := Event{ID: "evt_1", Order: "p42", Reference: "cs_test_1", AmountCents: 1050, Currency: "BRL"}
	for name, c := range map[string]struct {
		body    string
		outcome Outcome
		err     error
	}{
		"paid":         {event("checkout.session.completed", "paid"), Paid, nil},
		"paid later":   {event("checkout.session.completed", "unpaid"), 0, nil},
		"came later":   {event("checkout.session.async_payment_succeeded", "paid"), Paid, nil},
		"never came":   {event("checkout.session.async_payment_failed", "unpaid"), Failed, nil},
		"expired":      {event("checkout.session.expired", "unpaid"), Failed, nil},
		"something":    {event("customer.created", ""), 0, nil},
		"no JSON":      {"x", 0, ErrEvent},
		"without name": {`{"type":"checkout.session.completed"}`, 0, ErrEvent},
	} {
		got, err := s.Events(t.Context(), http.Header{"Stripe-Signature": {Sign(s.Webhook, []byte(c.body), noon)}},
			[]byte(c.body), noon)
		var expected []Event
		if want.Outcome = c.outcome; c.outcome != 0 {
			expected = []Event{want}
		}
		if !slices.Equal(got, expected) || !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if len(got) > 0 && !got[0].Covers(order, "cs_test_1") {
			t.Errorf("%s does not cover its order", name)
		}
		forged := http.Header{"Stripe-Signature": {Sign([]byte("guess"), []byte(c.body), noon)}}
		if got, err := s.Events(t.Context(), forged, []byte(c.body), noon); got != nil ||
			!errors.Is(err, ErrSignature) {
			t.Errorf("%s, forged: %+v, %v", name, got, err)
		}
	}
}

// The card that has paid is asked for. What it is does not decide whether the payment counts, unless Stripe is away:
// then the event comes again.
func TestStripeSaysByWhatWasPaid(t *testing.T) {
	const body = `{"id":"evt_1","object":"event","type":"checkout.session.completed","data":{"object":{"id":"cs_test_1",` +
		`"client_reference_id":"p42","amount_total":1050,"currency":"brl","payment_status":"paid","payment_intent":"pi_1"}}}`
	intent := func(charge string) string { return `{"id":"pi_1","latest_charge":` + charge + `}` }
	for name, c := range map[string]struct {
		answer string
		status int
		want   string
		err    error
	}{
		"a card": {intent(`{"payment_method_details":{"type":"card","card":{"fingerprint":"Xt5EWLLDS7FJjR1c"}}}`), 0,
			"card:Xt5EWLLDS7FJjR1c", nil},
		"a slip":                {intent(`{"payment_method_details":{"type":"boleto","boleto":{}}}`), 0, "", nil},
		"no charge":             {intent("null"), 0, "", nil},
		"a text of another":     {intent(`{"payment_method_details":{"card":{"fingerprint":"a b"}}}`), 0, "", nil},
		"a key that may not":    {"{}", http.StatusForbidden, "", nil},
		"another payment":       {`{"id":"pi_2"}`, 0, "", ErrProvider},
		"no JSON":               {"<", 0, "", ErrProvider},
		"too often":             {"{}", http.StatusTooManyRequests, "", ErrProvider},
		"a Stripe that is away": {"{}", http.StatusBadGateway, "", ErrProvider},
	} {
		s, double := stripe(t)
		double.intents, double.status = map[string]string{"pi_1": c.answer}, c.status
		got, err := s.Events(t.Context(), http.Header{"Stripe-Signature": {Sign(s.Webhook, []byte(body), noon)}},
			[]byte(body), noon)
		if !errors.Is(err, c.err) || c.err == nil && (len(got) != 1 || got[0].Payer != c.want ||
			!got[0].Covers(order, "cs_test_1")) || c.err != nil && got != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAnEventCoversOnlyItsOwnPayment(t *testing.T) {
	good := Event{ID: "e", Order: order.ID, Reference: "r", AmountCents: order.AmountCents, Currency: "BRL",
		Outcome: Paid}
	for name, spoil := range map[string]func(*Event){
		"order": func(e *Event) { e.Order = "p43" }, "amount": func(e *Event) { e.AmountCents++ },
		"currency": func(e *Event) { e.Currency = "USD" }, "payment": func(e *Event) { e.Reference = "r2" },
	} {
		e := good
		if spoil(&e); !good.Covers(order, "r") || e.Covers(order, "r") {
			t.Errorf("another %s", name)
		}
	}
}
