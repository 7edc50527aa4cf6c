package payment_test

import (
	"errors"
	"testing"

	"jadebox/actors/settings"
	"jadebox/actors/shop/payment"
)

func TestPricesRoundUpAndBonusesDown(t *testing.T) {
	held := payment.Standard()
	held.RatePPM = 333_333
	for gems, want := range map[int64]payment.Quote{
		100:   {PriceCents: 34, GemsCents: 100},
		3_000: {PriceCents: 1_000, GemsCents: 3_000, BonusCents: 6},
		2_999: {PriceCents: 1_000, GemsCents: 2_999, BonusCents: 5},
	} {
		if got, err := held.Quote(gems, 0); err != nil || got != want {
			t.Errorf("%d: %+v, %v", gems, got, err)
		}
	}
	for _, gems := range []int64{-1, 0, 99, 1_000_001, 1 << 62} {
		if got, err := held.Quote(gems, 0); !errors.Is(err, payment.ErrAmount) {
			t.Errorf("%d: %+v, %v", gems, got, err)
		}
	}
}

func TestSettingsWithoutSenseAreRefused(t *testing.T) {
	if held, err := payment.Setting.Parse([]byte("")); err != nil || held.RatePPM != 1_000_000 {
		t.Errorf("%+v, %v", held, err)
	}
	if held, err := payment.Setting.Parse([]byte(`{"ratePpm":2000000}`)); err != nil || held.RatePPM != 2_000_000 ||
		len(held.Tiers) != 5 {
		t.Errorf("%+v, %v", held, err)
	}
	if held, err := payment.Setting.Parse([]byte(`{"tiers":[{"keyCents":7}]}`)); err != nil || len(held.Tiers) != 1 ||
		held.Tiers[0] != (payment.Tier{KeyCents: 7}) || len(held.Channels) != len(payment.Standard().Channels) {
		t.Errorf("%+v, %v", held, err)
	}
	for _, text := range []string{"x", `{"ratePpm":0}`, `{"leastCents":0}`, `{"mostCents":1}`, `{"lifeS":60}`,
		`{"tiers":[{"keyCents":1,"share":true,"valuePpm":1000001}]}`, `{"withdrawMostCents":1}`} {
		if held, err := payment.Setting.Parse([]byte(text)); err == nil {
			t.Errorf("%s: %+v", text, held)
		}
	}
}

func TestWhatReleasesBeforeTookIsReadAndNotWrittenAnyMore(t *testing.T) {
	for _, text := range []string{`{"goods":[{"id":1,"gemsCents":-500}]}`, `{"goods":[{"id":1,"gemsCents":0}]}`,
		`{"goods":[{"id":1,"gemsCents":9223372036854775807}]}`, `{"channels":[{"type":0,"provider":"stripe"}]}`,
		`{"channels":[{"type":6,"provider":"stripe"}]}`, `{"channels":[{"type":-1,"provider":"stripe"}]}`} {
		if _, err := payment.Setting.Parse([]byte(text)); err != nil {
			t.Errorf("%s is stored: %v", text, err)
		}
		if err := payment.Setting.Literal([]byte(text)); !errors.Is(err, settings.ErrText) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAnOrderIsFoundByItsName(t *testing.T) {
	if id, err := payment.ParseName(payment.Order{ID: 1 << 61}.Name()); err != nil || id != 1<<61 ||
		len(payment.Order{ID: 1<<63 - 1}.Name()) > 25 {
		t.Errorf("%d, %v", id, err)
	}
	for _, text := range []string{"", "p", "p0", "p-1", "p01", "42", "p1 ", "p9223372036854775808"} {
		if id, err := payment.ParseName(text); err == nil {
			t.Errorf("%q is order %d", text, id)
		}
	}
}
