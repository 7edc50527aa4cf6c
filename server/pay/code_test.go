package pay

import (
	"strings"
	"testing"
)

func TestOnlySealedCodesOpen(t *testing.T) {
	secret := []byte("codes")
	good := SealCode(secret, "p42")
	if order, ok := OpenCode(secret, good); !ok || order != "p42" {
		t.Fatalf("%q %v", order, ok)
	}
	for name, code := range map[string]string{
		"nothing": "", "bare": "p42", "another order": strings.Replace(good, "p42", "p43", 1),
		"another secret": SealCode([]byte("x"), "p42"),
		"cut off":        good[:len(good)-1], "more": good + "A",
		"long": SealCode(secret, strings.Repeat("p", CodeMax)),
		"line": good + "\n",
	} {
		if order, ok := OpenCode(secret, code); ok {
			t.Errorf("%s opens as %q", name, order)
		}
	}
	if _, ok := OpenCode(nil, SealCode(nil, "p42")); ok {
		t.Error("a code without a secret opens")
	}
}
