package pay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// What Stripe reports of money that goes back is about a charge or a dispute, which name the payment but not the
// order. The session that the payment was made in does, and Stripe is asked for it.

// stripeBack is a charge or a dispute.
type stripeBack struct {
	Payment  string `json:"payment_intent"`
	Amount   int64  `json:"amount"` // of a charge all of it; of a dispute what is disputed
	Refunded bool   `json:"refunded"`
	Status   string `json:"status"` // of a dispute
}

// outcome is what became of the whole payment; 0 is nothing that moves money.
func (b stripeBack) outcome(kind string, session stripeSession) Outcome {
	switch kind {
	case "charge.refunded":
		if !b.Refunded {
			return PartBack
		}
		return TakenBack
	case "charge.dispute.funds_withdrawn":
		if b.Amount < session.AmountTotal {
			return PartBack
		}
		return TakenBack
	case "charge.dispute.funds_reinstated":
		return Returned
	case "charge.dispute.closed":
		if b.Status == "won" {
			return Returned
		}
	}
	return 0
}

// back reads an event of a charge or a dispute. A payment that was not made for an order of the site is skipped.
func (s *Stripe) back(ctx context.Context, id, kind string, object []byte) ([]Event, error) {
	var b stripeBack
	if err := json.Unmarshal(object, &b); err != nil || b.Payment == "" {
		return nil, ErrEvent
	}
	session, found, err := s.sessionOf(ctx, b.Payment)
	if err != nil || !found || session.Reference == "" {
		return nil, err
	}
	outcome := b.outcome(kind, session)
	if outcome == 0 {
		return nil, nil
	}
	return []Event{session.event(id, outcome)}, nil
}

// sessionOf asks in which session a payment was made.
func (s *Stripe) sessionOf(ctx context.Context, payment string) (session stripeSession, found bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, providerWithin)
	defer cancel()
	query := url.Values{"payment_intent": {payment}, "limit": {"1"}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+"/v1/checkout/sessions?"+query.Encode(), nil)
	if err != nil {
		return session, false, err
	}
	req.Header.Set("Authorization", "Bearer "+s.Secret)
	res, err := s.Client.Do(req)
	if err != nil {
		return session, false, fmt.Errorf("%w: %w", ErrProvider, err)
	}
	defer res.Body.Close()
	var list struct {
		Data []stripeSession `json:"data"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, answerBytes)).Decode(&list); err != nil ||
		res.StatusCode != http.StatusOK {
		return session, false, fmt.Errorf("%w: status %d", ErrProvider, res.StatusCode)
	}
	if len(list.Data) == 0 {
		return session, false, nil
	}
	if list.Data[0].Payment != payment {
		return session, false, fmt.Errorf("%w: another payment's session", ErrProvider)
	}
	return list.Data[0], true, nil
}

// event is what Stripe vouches for: the order, and all that it cost.
func (s stripeSession) event(id string, outcome Outcome) Event {
	return Event{ID: id, Order: s.Reference, Reference: s.ID, AmountCents: s.AmountTotal,
		Currency: strings.ToUpper(s.Currency), Outcome: outcome}
}
