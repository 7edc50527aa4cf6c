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

// fingerprintMax is the longest fingerprint of a card that is taken; Stripe's have 16 signs.
const fingerprintMax = 64

// payerOf asks whose card has paid: Stripe gives each card of an account of its own one fingerprint. "" where the
// payment was made otherwise, or the key may not read payments: what was paid is credited all the same. ErrProvider:
// Stripe does not answer, and tells the event again.
func (s *Stripe) payerOf(ctx context.Context, payment string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, providerWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+"/v1/payment_intents/"+url.PathEscape(payment)+
		"?"+url.Values{"expand[]": {"latest_charge"}}.Encode(), nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+s.Secret)
	res, err := s.Client.Do(req)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrProvider, err)
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= http.StatusInternalServerError:
		return "", fmt.Errorf("%w: status %d", ErrProvider, res.StatusCode)
	case res.StatusCode != http.StatusOK:
		return "", nil
	}
	var intent struct {
		ID     string `json:"id"`
		Charge struct {
			Details struct {
				Card struct {
					Fingerprint string `json:"fingerprint"`
				} `json:"card"`
			} `json:"payment_method_details"`
		} `json:"latest_charge"`
	}
	if err := json.NewDecoder(io.LimitReader(res.Body, answerBytes)).Decode(&intent); err != nil ||
		intent.ID != payment {
		return "", fmt.Errorf("%w: another payment", ErrProvider)
	}
	fingerprint := intent.Charge.Details.Card.Fingerprint
	if fingerprint == "" || len(fingerprint) > fingerprintMax || strings.ContainsFunc(fingerprint, unprinted) {
		return "", nil
	}
	return "card:" + fingerprint, nil
}

func unprinted(r rune) bool { return r <= ' ' || r > '~' }
