package pay

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// signed is a signed event of a charge or a dispute of the payment pi_1.
func signed(s *Stripe, kind, object string) (http.Header, []byte) {
	body := fmt.Appendf(nil, `{"id":"evt_9","object":"event","type":%q,"data":{"object":%s}}`, kind, object)
	return http.Header{"Stripe-Signature": {Sign(s.Webhook, body, noon)}}, body
}

const (
	charge  = `{"id":"ch_1","object":"charge","payment_intent":"pi_1","amount":1050,"amount_refunded":%d,"currency":"brl","refunded":%t}`
	dispute = `{"id":"dp_1","object":"dispute","charge":"ch_1","payment_intent":"pi_1","amount":%d,"currency":"brl","status":%q}`
)

// What goes back is reported for a payment; the order is that of the session which it was made in.
func TestStripeTellsOfMoneyThatGoesBack(t *testing.T) {
	s, double := stripe(t)
	double.paid = map[string]string{"pi_1": `{"id":"cs_test_1","payment_intent":"pi_1","client_reference_id":"p42","amount_total":1050,"currency":"brl","payment_status":"paid"}`}
	for name, c := range map[string]struct {
		kind, object string
		outcome      Outcome
	}{
		"refunded":         {"charge.refunded", fmt.Sprintf(charge, 1050, true), TakenBack},
		"refunded in part": {"charge.refunded", fmt.Sprintf(charge, 50, false), PartBack},
		"disputed": {"charge.dispute.funds_withdrawn", fmt.Sprintf(dispute, 1050, "needs_response"),
			TakenBack},
		"disputed in part": {"charge.dispute.funds_withdrawn", fmt.Sprintf(dispute, 1049, "needs_response"),
			PartBack},
		"the money came again": {"charge.dispute.funds_reinstated", fmt.Sprintf(dispute, 1050, "won"), Returned},
		"won":                  {"charge.dispute.closed", fmt.Sprintf(dispute, 1050, "won"), Returned},
		"lost":                 {"charge.dispute.closed", fmt.Sprintf(dispute, 1050, "lost"), 0},
		"only asked":           {"charge.dispute.closed", fmt.Sprintf(dispute, 1050, "warning_closed"), 0},
		"a dispute begins":     {"charge.dispute.created", fmt.Sprintf(dispute, 1050, "needs_response"), 0},
	} {
		var want []Event
		if c.outcome != 0 {
			want = []Event{{ID: "evt_9", Order: "p42", Reference: "cs_test_1", AmountCents: 1050, Currency: "BRL",
				Outcome: c.outcome}}
		}
		h, body := signed(s, c.kind, c.object)
		if got, err := s.Events(t.Context(), h, body, noon); !slices.Equal(got, want) || err != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		asked := double.asked
		if got, err := s.Events(t.Context(), http.Header{"Stripe-Signature": {Sign([]byte("guess"), body, noon)}}, body,
			noon); got != nil || !errors.Is(err, ErrSignature) || double.asked != asked {
			t.Errorf("%s, forged: %+v, %v; Stripe was asked %d times for it", name, got, err, double.asked-asked)
		}
	}
}

func TestStripeTellsOfWhatIsNotOurs(t *testing.T) {
	s, double := stripe(t)
	h, body := signed(s, "charge.refunded", fmt.Sprintf(charge, 1050, true))
	for name, c := range map[string]struct {
		session string
		err     error
	}{
		"no session": {"", nil},
		"another shop's": {
			`{"id":"cs_1","payment_intent":"pi_1","client_reference_id":null,"amount_total":1050,"currency":"brl"}`,
			nil},
		"another payment's": {
			`{"id":"cs_1","payment_intent":"pi_2","client_reference_id":"p42","amount_total":1050,"currency":"brl"}`,
			ErrProvider},
		"no JSON": {`{`, ErrProvider},
	} {
		double.paid = map[string]string{"pi_1": c.session}
		if got, err := s.Events(t.Context(), h, body, noon); got != nil || !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, object := range []string{`{"id":"ch_1","payment_intent":null,"amount":5}`, `[]`, `{"payment_intent":7}`} {
		h, body := signed(s, "charge.refunded", object)
		if got, err := s.Events(t.Context(), h, body, noon); got != nil || !errors.Is(err, ErrEvent) {
			t.Errorf("%s: %+v, %v", object, got, err)
		}
	}
	s.Base = "http://127.0.0.1:1" // it is to send again
	if got, err := s.Events(t.Context(), h, body, noon); got != nil || !errors.Is(err, ErrProvider) {
		t.Errorf("nobody there: %+v, %v", got, err)
	}
}
