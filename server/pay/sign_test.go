package pay

import (
	"errors"
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

// Stripe documents the scheme as HMAC-SHA256 of "<t>.<body>"; the value was computed by another implementation.
func TestSignatureIsTheDocumentedOne(t *testing.T) {
	const want = "t=1795262400,v1=f3d940b00776ea46fbb1ea9ea1bb9c9a64154b79a2d3bb705c8e8bb40a358766"
	if got := Sign([]byte("whsec_test"), []byte(`{"id":"evt_1"}`), noon); got != want {
		t.Errorf("%s", got)
	}
}
