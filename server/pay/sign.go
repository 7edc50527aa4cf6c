package pay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Window is how far the time in a signature may be off, in both directions (docs/reliability-security.md).
const Window = 300 * time.Second

// signaturesMax bounds the work that one header can ask for; a provider that changes its secret sends two.
const signaturesMax = 4

// Sign makes the header "t=<seconds>,v1=<hex>" over time and raw body, as Stripe does and the sandbox too.
func Sign(secret []byte, body []byte, at time.Time) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(mac(secret, t, body))
}

// Verify checks such a header: first the signature, in constant time, then the window.
func Verify(secret []byte, header string, body []byte, now time.Time) error {
	var stamp string
	var given [][]byte
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			if stamp != "" {
				return fmt.Errorf("%w: two times", ErrSignature)
			}
			stamp = value
		case "v1":
			sum, err := hex.DecodeString(value)
			if err != nil || len(given) == signaturesMax {
				return ErrSignature
			}
			given = append(given, sum)
		}
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || len(secret) == 0 || seconds < 0 || seconds > 1<<40 {
		return ErrSignature
	}
	want, genuine := mac(secret, stamp, body), false
	for _, sum := range given {
		genuine = hmac.Equal(sum, want) || genuine
	}
	if !genuine {
		return ErrSignature
	}
	if d := now.Sub(time.Unix(seconds, 0)); d > Window || d < -Window {
		return fmt.Errorf("%w: %v", ErrWindow, d)
	}
	return nil
}

func mac(secret []byte, stamp string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(stamp))
	h.Write([]byte{'.'})
	h.Write(body)
	return h.Sum(nil)
}
