package secondfactor

import (
	"crypto/rand"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, cut to six digits.
func TestCodesAreThoseOfTheStandard(t *testing.T) {
	secret := base.EncodeToString([]byte("12345678901234567890"))
	for at, want := range map[int64]string{59: "287082", 1111111109: "081804", 1111111111: "050471",
		1234567890: "005924", 2000000000: "279037", 20000000000: "353130"} {
		if got, err := CodeAt(secret, StepOf(time.Unix(at, 0))); err != nil || got != want {
			t.Errorf("at %d: %s, %v, want %s", at, got, err, want)
		}
	}
}

func TestACodeIsGoodInItsStepAndTheOnesBesideItAndInNoOther(t *testing.T) {
	secret, err := NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(2_000_000_010, 0)
	for away := int64(-3); away <= 3; away++ {
		step := StepOf(now) + away
		code, err := CodeAt(secret, step)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Step(secret, code, now); ok != (away >= -1 && away <= 1) || ok && got != step {
			t.Errorf("%d steps away: step %d, %v", away, got, ok)
		}
	}
	for _, wrong := range []string{"", "12345", "1234567", "abcdef", "      "} {
		if _, ok := Step(secret, wrong, now); ok {
			t.Errorf("%q is good", wrong)
		}
	}
}

func TestAnAppReadsSecretAndNameFromTheURI(t *testing.T) {
	u, err := url.Parse(URI("ABCDEFGH", "alice 01"))
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Jadebox:alice 01" ||
		u.Query().Get("secret") != "ABCDEFGH" || u.Query().Get("issuer") != "Jadebox" {
		t.Errorf("%v, %v", u, err)
	}
}

func TestRecoveryCodesDifferAndAreTakenHoweverTheyAreTyped(t *testing.T) {
	codes, err := NewRecoveryCodes(rand.Reader)
	if err != nil || len(codes) != RecoveryCodes {
		t.Fatal(codes, err)
	}
	if slices.Sort(codes); len(slices.Compact(slices.Clone(codes))) != RecoveryCodes {
		t.Errorf("two are one: %q", codes)
	}
	for _, c := range codes {
		want, ok := Recovery(c)
		if !ok || len(want) != RecoveryLength {
			t.Errorf("%q is none", c)
		}
		for _, typed := range []string{strings.ToUpper(c), " " + want + " ", strings.ReplaceAll(c, "-", " ")} {
			if got, ok := Recovery(typed); !ok || got != want {
				t.Errorf("%q typed as %q is %q, %v", c, typed, got, ok)
			}
		}
	}
	for _, wrong := range []string{"", "abcde-fghj", "abcde-fghjkm", "abcde-fghj0", "abcde_fghjk"} {
		if _, ok := Recovery(wrong); ok {
			t.Errorf("%q is one", wrong)
		}
	}
}
