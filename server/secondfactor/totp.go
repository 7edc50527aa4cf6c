package secondfactor

import (
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// What every authenticator app takes without being told (RFC 6238, 5.2; Google Authenticator's key URIs).
const (
	stepS       = 30
	digits      = otp.DigitsSix
	secretBytes = 20 // of SHA-1, RFC 4226, 4
	issuer      = "Jadebox"

	// CodeLength is that of an app's code.
	CodeLength = 6
	// StepLife is after how long no clock that is a step behind takes a code any more.
	StepLife = 3 * stepS * time.Second
)

var base = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret draws an app's secret, in base32.
func NewSecret(random io.Reader) (string, error) {
	raw := make([]byte, secretBytes)
	if _, err := io.ReadFull(random, raw); err != nil {
		return "", fmt.Errorf("secondfactor: %w", err)
	}
	return base.EncodeToString(raw), nil
}

// URI is what an app scans.
func URI(secret, account string) string {
	return "otpauth://totp/" + url.PathEscape(issuer+":"+account) + "?" +
		url.Values{"secret": {secret}, "issuer": {issuer}}.Encode()
}

// Step returns which step of time a code belongs to: this one, or the one before or after it, for clocks that differ.
// ok is false for a wrong code.
func Step(secret, code string, now time.Time) (step int64, ok bool) {
	if len(code) != CodeLength {
		return 0, false
	}
	current := now.Unix() / stepS
	for _, at := range []int64{current, current - 1, current + 1} {
		want, err := CodeAt(secret, at)
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = at, true
		}
	}
	return step, ok
}

// CodeAt is the code of a step.
func CodeAt(secret string, step int64) (string, error) {
	code, err := hotp.GenerateCodeCustom(secret, uint64(step), hotp.ValidateOpts{Digits: digits,
		Algorithm: otp.AlgorithmSHA1})
	if err != nil {
		return "", fmt.Errorf("secondfactor: %w", err)
	}
	return code, nil
}

// StepOf is the step of a time.
func StepOf(at time.Time) int64 { return at.Unix() / stepS }

// RecoveryCodes is how many a player gets at once.
const RecoveryCodes = 10

const (
	recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789" // without what is mistaken for another
	recoveryGroup    = 5
	// RecoveryLength is that of a code in its one form; 49 bits, too many to guess.
	RecoveryLength = 2 * recoveryGroup
)

// NewRecoveryCodes draws ten, as they are shown.
func NewRecoveryCodes(random io.Reader) ([]string, error) {
	codes := make([]string, RecoveryCodes)
	var one [1]byte
	for i := range codes {
		var text strings.Builder
		for text.Len() < RecoveryLength+1 {
			if _, err := io.ReadFull(random, one[:]); err != nil {
				return nil, fmt.Errorf("secondfactor: %w", err)
			}
			if at := int(one[0]); at < 256/len(recoveryAlphabet)*len(recoveryAlphabet) { // no letter more often
				text.WriteByte(recoveryAlphabet[at%len(recoveryAlphabet)])
			}
			if text.Len() == recoveryGroup {
				text.WriteByte('-')
			}
		}
		codes[i] = text.String()
	}
	return codes, nil
}

// Recovery is the one form of a recovery code, however it was typed; ok is false for what is none.
func Recovery(typed string) (code string, ok bool) {
	code = strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(typed))
	return code, len(code) == RecoveryLength && strings.Trim(code, recoveryAlphabet) == ""
}
