package pay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// CodeMax bounds what GET /api/pay/creat/code/{data} looks at, in bytes (docs/reliability-security.md, "QR image
// path").
const CodeMax = 256

// SealCode names an order for a QR image that is drawn without a token: a client that has the name was given it here.
func SealCode(secret []byte, order string) string {
	return order + "." + base64.RawURLEncoding.EncodeToString(codeMAC(secret, order))
}

// OpenCode is the order of a code that SealCode made with this secret.
func OpenCode(secret []byte, code string) (order string, ok bool) {
	if len(code) > CodeMax {
		return "", false
	}
	return OpenSealed(secret, code)
}

// OpenSealed is OpenCode for texts of any length that a server reads.
func OpenSealed(secret []byte, code string) (text string, ok bool) {
	text, _, found := strings.Cut(code, ".")
	// Texts are compared, not decoded sums: a decoder takes line breaks for nothing.
	if !found || len(secret) == 0 || !hmac.Equal([]byte(code), []byte(SealCode(secret, text))) {
		return "", false
	}
	return text, true
}

// codeMAC is apart from a webhook's: the two never stand for each other, even under one secret.
func codeMAC(secret []byte, order string) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte("jadebox qr code\x00" + order))
	return h.Sum(nil)
}
