package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strings"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/server/httpapi/call"
	"jadebox/server/password"
	"jadebox/store"
)

// A device that has begun a session of an account is known by a cookie that no script reads. It says when that was,
// under a MAC with the account's id: nothing is stored for it. It is worth a place in the reserved part of the line of
// passwords, for that account alone and until it is deviceLife old, and nothing else: whoever stole it still needs the
// password, within the same limits. A browser keeps that of the account that came last.
const (
	deviceCookie = "device"
	deviceLife   = 180 * 24 * time.Hour
	devicePath   = "/api/user/login" // no other call asks
	deviceStamp  = 8                 // bytes of a time
)

// A device on which somebody has excluded himself, or who is excluded has come, keeps until when under a MAC: nobody
// registers or begins a session on it before. It is the device's own word, so that nobody can shut out another's by
// naming it, as he could by a fingerprint, which devices of one make share; whoever takes the cookie away comes as a
// stranger, and finds his phone and his real name taken by the account that is excluded.
const (
	barredCookie = "excluded"
	barredPath   = "/api"
)

// cookieOf reads a cookie, whatever it says.
func cookieOf(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// bar keeps the caller's device from beginning anything until a time.
func (a *API) bar(c *call.Caller, untilMS int64) {
	if c.Header == nil {
		return
	}
	until := binary.BigEndian.AppendUint64(nil, uint64(untilMS))
	cookie := http.Cookie{Name: barredCookie, Path: barredPath, HttpOnly: true,
		Value:   base64.RawURLEncoding.EncodeToString(append(until, a.barredMAC(until)...)),
		Expires: time.UnixMilli(untilMS), Secure: strings.HasPrefix(c.Origin, "https:"),
		SameSite: http.SameSiteStrictMode}
	c.Header.Add("Set-Cookie", cookie.String())
}

// barred refuses what would begin a session on a device that is kept from it.
func (a *API) barred(c *call.Caller) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(c.Barred)
	if err != nil || len(raw) != deviceStamp+sha256.Size || !hmac.Equal(raw[deviceStamp:],
		a.barredMAC(raw[:deviceStamp])) || int64(binary.BigEndian.Uint64(raw)) <= a.Now().UnixMilli() {
		return nil
	}
	a.bar(c, int64(binary.BigEndian.Uint64(raw))) // browsers forget a cookie after a year or so
	return limits.ErrExcluded
}

func (a *API) barredMAC(until []byte) []byte {
	h := hmac.New(sha256.New, a.DeviceKey)
	h.Write([]byte("jadebox excluded\x00"))
	h.Write(until)
	return h.Sum(nil)
}

// who is whom a hash for an account is computed for; 0 is an account that is not there.
func (a *API) who(c *call.Caller, id store.PlayerID) password.Who {
	return password.Who{Network: password.NetworkOf(c.Address), Known: id != 0 &&
		(c.Player() == id || a.remembers(c, id))}
}

// remember makes the caller's device one that has been here.
func (a *API) remember(c *call.Caller, id store.PlayerID) {
	if c.Header == nil {
		return
	}
	stamp := binary.BigEndian.AppendUint64(nil, uint64(a.Now().Unix()))
	value := base64.RawURLEncoding.EncodeToString(append(stamp, a.deviceMAC(id, stamp)...))
	cookie := http.Cookie{Name: deviceCookie, Value: value, Path: devicePath, MaxAge: int(deviceLife.Seconds()),
		HttpOnly: true,
		Secure:   strings.HasPrefix(c.Origin, "https:"), SameSite: http.SameSiteStrictMode}
	c.Header.Add("Set-Cookie", cookie.String())
}

func (a *API) remembers(c *call.Caller, id store.PlayerID) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(c.Device)
	if err != nil || len(raw) != deviceStamp+sha256.Size || !hmac.Equal(raw[deviceStamp:],
		a.deviceMAC(id, raw[:deviceStamp])) {
		return false
	}
	return a.Now().Sub(time.Unix(int64(binary.BigEndian.Uint64(raw)), 0)) < deviceLife
}

func (a *API) deviceMAC(id store.PlayerID, stamp []byte) []byte {
	h := hmac.New(sha256.New, a.DeviceKey)
	h.Write(binary.BigEndian.AppendUint64([]byte("jadebox device\x00"), uint64(id)))
	h.Write(stamp)
	return h.Sum(nil)
}
