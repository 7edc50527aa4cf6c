package delivery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"jadebox/store"
)

// TermsSetting is where the terms stand in the store: running servers read them again and again.
const TermsSetting = "delivery.terms"

// Terms say what is shipped without a person's look, and when an item is no longer tried.
type Terms struct {
	AutoCents    int64 `json:"autoCents"`    // orders worth at most this need no reviewer; 0: all do
	FailuresMost int   `json:"failuresMost"` // so many failures of one item, and it waits for support (status 8)
	OffersMost   int   `json:"offersMost"`   // so many offers turned down, likewise (status 9)
}

// Standard is what holds until somebody sets something else. Two offers is the specification's number (§3, status 9).
func Standard() Terms { return Terms{AutoCents: 200_00, FailuresMost: 3, OffersMost: 2} }

// Settings is where terms are read from.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
}

// Load reads the terms that hold now.
func Load(ctx context.Context, s Settings) (Terms, error) {
	text, err := s.Setting(ctx, TermsSetting)
	if errors.Is(err, store.ErrNotFound) {
		return Standard(), nil
	}
	if err != nil {
		return Terms{}, err
	}
	return ReadTerms(text)
}

// ReadTerms reads terms; what they leave out is standard.
func ReadTerms(text []byte) (Terms, error) {
	t := Standard()
	if err := json.Unmarshal(text, &t); err != nil {
		return Terms{}, fmt.Errorf("delivery: terms: %w", err)
	}
	return t, t.Check()
}

// Check says what terms may not be.
func (t Terms) Check() error {
	if t.AutoCents < 0 || t.FailuresMost < 1 || t.FailuresMost > 50 || t.OffersMost < 1 || t.OffersMost > 50 {
		return errors.New("delivery: terms: a value from 0 on, 1 to 50 failures, 1 to 50 offers")
	}
	return nil
}
