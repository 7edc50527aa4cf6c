package prize

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"

	"jadebox/store"
)

// Setting is where the terms stand in the store: whoever runs the site writes them, running servers read them again and again.
const Setting = "prize.terms"

// Terms are what prizes are worth. A zero field holds the standard.
type Terms struct {
	// FragmentPPM is the price of an item in fragments, in millionths of its price in cents (rules.md, Fragments).
	FragmentPPM int64 `json:"fragmentPpm"`
}

const (
	standardFragmentPPM = 1_250_000
	fragmentPPMMax      = 100_000_000
)

// Standard are the terms of rules.md.
func Standard() Terms { return Terms{}.orStandard() }

func (t Terms) orStandard() Terms {
	if t.FragmentPPM == 0 {
		t.FragmentPPM = standardFragmentPPM
	}
	return t
}

// Read reads terms; nil are the standard ones.
func Read(text []byte) (Terms, error) {
	var t Terms
	if len(text) > 0 {
		if err := json.Unmarshal(text, &t); err != nil {
			return Terms{}, fmt.Errorf("prize: terms: %w", err)
		}
	}
	t = t.orStandard()
	return t, t.check()
}

func (t Terms) check() error {
	if t.FragmentPPM < 1_000_000 || t.FragmentPPM > fragmentPPMMax {
		return fmt.Errorf("prize: terms: an item costs its price to %d times its price in fragments", fragmentPPMMax/1_000_000)
	}
	return nil
}

// Fragments is what an item costs in fragments: a fragment is worth 0.01 gem, and a broken one counts whole (rules.md).
func (t Terms) Fragments(priceCents int64) int64 {
	hi, lo := bits.Mul64(uint64(priceCents), uint64(t.FragmentPPM))
	whole, rest := bits.Div64(hi, lo, 1_000_000)
	if rest > 0 {
		whole++
	}
	return int64(whole)
}

// Book holds the terms that are in force. A nil book holds the standard ones.
type Book struct{ terms atomic.Pointer[Terms] }

// Terms are those in force.
func (b *Book) Terms() Terms {
	if b == nil {
		return Standard()
	}
	if t := b.terms.Load(); t != nil {
		return *t
	}
	return Standard()
}

// Settings is where terms are read from.
type Settings interface {
	Setting(ctx context.Context, key string) ([]byte, error)
}

// Load reads the terms again. After an error those before hold on.
func (b *Book) Load(ctx context.Context, from Settings) error {
	text, err := from.Setting(ctx, Setting)
	switch {
	case errors.Is(err, store.ErrNotFound):
		text = nil
	case err != nil:
		return err
	}
	t, err := Read(text)
	if err != nil {
		return err
	}
	b.terms.Store(&t)
	return nil
}
