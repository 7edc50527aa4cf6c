package pay

import (
	"errors"
	"net/http"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestOnlyTheOwnerOfTheSecretSigns(t *testing.T) {
	secret, body := []byte("whsec_test"), []byte(`{"id":"evt_1"}`)
	good := Sign(secret, body, noon)
	for name, c := range map[string]struct {
		secret, header, body string
		now                  time.Time
		want                 error
	}{
		"genuine":             {"whsec_test", good, string(body), noon, nil},
		"at the window's end": {"whsec_test", good, string(body), noon.Add(Window), nil},
		"at its other end":    {"whsec_test", good, string(body), noon.Add(-Window), nil},
		"too old":             {"whsec_test", good, string(body), noon.Add(Window + 1), ErrWindow},
		"from the future":     {"whsec_test", good, string(body), noon.Add(-Window - 1), ErrWindow},
		"no time":             {"whsec_test", good[len("t=1795262400,"):], string(body), noon, ErrSignature},
		"before time":         {"whsec_test", "t=-1" + good[len("t=1795262400"):], string(body), noon, ErrSignature},
		"another body":        {"whsec_test", good, `{"id":"evt_2"}`, noon, ErrSignature},
		"a space more":        {"whsec_test", good, string(body) + " ", noon, ErrSignature},
		"another secret":      {"whsec_other", good, string(body), noon, ErrSignature},
		"another time":        {"whsec_test", "t=1" + good[len("t=1795262400"):], string(body), noon, ErrSignature},
		"no secret":           {"", Sign(nil, body, noon), string(body), noon, ErrSignature},
		"no header":           {"whsec_test", "", string(body), noon, ErrSignature},
		"no signature":        {"whsec_test", "t=1795262400", string(body), noon, ErrSignature},
		"two times":           {"whsec_test", good + ",t=1795262400", string(body), noon, ErrSignature},
		"old and new secret":  {"whsec_test", good + ",v1=00", string(body), noon, nil},
		"an older scheme": {"whsec_test", "t=1795262400,v0=" + good[len("t=1795262400,v1="):], string(body), noon,
			ErrSignature},
		"many signatures": {"whsec_test", good + ",v1=00,v1=00,v1=00,v1=00", string(body), noon, ErrSignature},
	} {
		if err := Verify([]byte(c.secret), c.header, []byte(c.body), c.now); !errors.Is(err, c.want) || c.want == nil &&
			err != nil {
			t.Errorf("%s: %v, not %v", name, err, c.want)
		}
	}
}

// The document of the HTTP calls tells the header: nothing is taken that was signed in another one.
func TestAProviderTakesASignatureInItsOwnHeaderOnly(t *testing.T) {
	secret, body := []byte("webhook"), []byte(`{"id":"evt_1"}`)
	bank := &Pix{Webhook: secret}
	all := map[string]Provider{"stripe": &Stripe{Webhook: secret}, "pix": bank, "sandbox": &Sandbox{Secret: secret},
		"bank of a demo": &Sandbox{Secret: []byte("pages"), Bank: bank}}
	for name, p := range all {
		for _, other := range all {
			header := other.Signature()
			_, err := p.Events(t.Context(), http.Header{header: {Sign(secret, body, noon)}}, body, noon)
			if refused := errors.Is(err, ErrSignature); refused == (header == p.Signature()) {
				t.Errorf("%s, signed in %s: %v", name, header, err)
			}
		}
	}
}

// Stripe documents the scheme as HMAC-SHA256 of "<t>.<body>"; the value was computed by another implementation.
func TestSignatureIsTheDocumentedOne(t *testing.T) {
	const want = "t=1795262400,v1=f3d940b00776ea46fbb1ea9ea1bb9c9a64154b79a2d3bb705c8e8bb40a358766"
	if got := Sign([]byte("whsec_test"), []byte(`{"id":"evt_1"}`), noon); got != want {
		t.Errorf("%s", got)
	}
}
