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
// passwords and attempts that no stranger spends, for that account alone and until it is deviceLife old, and nothing
// else: a thief of it still needs the password or the code. A browser keeps that of the account that came last.
const (
	deviceCookie = "device"
	deviceLife   = 180 * 24 * time.Hour
	devicePath   = "/api"
	devicesMax   = 4 // that a request may name: a browser may have kept one for another path
	deviceStamp  = 8 // bytes of a time
)

// A device on which a player chose an exclusion, or an excluded one has come, keeps until when under a MAC: no client
// registers or begins a session on it before. It is the device's own word, so that no client can shut out another's by
// naming it, as a fingerprint would allow, which devices of one make share; a browser without the cookie counts as a
// stranger, and finds their phone and real name taken by the account that is excluded.
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

// devicesOf reads what may say that this device was here before.
func devicesOf(r *http.Request) (values []string) {
	for _, c := range r.CookiesNamed(deviceCookie) {
		values = append(values, c.Value)
	}
	return values[:min(len(values), devicesMax)]
}

// keep leaves a stamp on the caller's device, under a MAC with what it is for. A socket's caller has none.
func (a *API) keep(c *call.Caller, cookie http.Cookie, what []byte, stamp int64) {
	if c.Header == nil {
		return
	}
	raw := binary.BigEndian.AppendUint64(nil, uint64(stamp))
	cookie.Value = base64.RawURLEncoding.EncodeToString(append(raw, a.deviceMAC(what, raw)...))
	cookie.HttpOnly, cookie.SameSite = true, http.SameSiteStrictMode
	cookie.Secure = strings.HasPrefix(c.Origin, "https:")
	c.Header.Add("Set-Cookie", cookie.String())
}

// kept is the stamp of a cookie that keep has left for the same.
func (a *API) kept(value string, what []byte) (stamp int64, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil || len(raw) != deviceStamp+sha256.Size || !hmac.Equal(raw[deviceStamp:],
		a.deviceMAC(what, raw[:deviceStamp])) {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(raw)), true
}

func (a *API) deviceMAC(what, stamp []byte) []byte {
	h := hmac.New(sha256.New, a.DeviceKey)
	h.Write(what)
	h.Write(stamp)
	return h.Sum(nil)
}

// forAll and forAccount are what a stamp is for.
var forAll = []byte("jadebox excluded\x00")

func forAccount(id store.PlayerID) []byte {
	return binary.BigEndian.AppendUint64([]byte("jadebox device\x00"), uint64(id))
}

// bar keeps the caller's device from beginning anything until a time.
func (a *API) bar(c *call.Caller, untilMS int64) {
	a.keep(c, http.Cookie{Name: barredCookie, Path: barredPath, Expires: time.UnixMilli(untilMS)}, forAll, untilMS)
}

// barred refuses what would begin a session on a device that is kept from it.
func (a *API) barred(c *call.Caller) error {
	untilMS, ok := a.kept(c.Barred, forAll)
	if !ok || untilMS <= a.Now().UnixMilli() {
		return nil
	}
	a.bar(c, untilMS) // browsers drop a cookie after a year or so
	return limits.ErrExcluded
}

// who is whom a hash for an account is computed for; 0 is an account that is not there.
func (a *API) who(c *call.Caller, id store.PlayerID) password.Who {
	who := password.Who{Network: password.NetworkOf(c.Address)}
	if a.deviceOf(c, id) != "" {
		who.Account = int64(id)
	}
	return who
}

// deviceOf names the caller's device to an account that was on it; "" is a stranger's, or of no account.
func (a *API) deviceOf(c *call.Caller, id store.PlayerID) string {
	return a.deviceSince(c, id, time.Time{})
}

// deviceSince is deviceOf without cookies from before a time, to the second, which is what they tell.
func (a *API) deviceSince(c *call.Caller, id store.PlayerID, since time.Time) string {
	switch {
	case id == 0:
		return ""
	case c.Player() == id:
		return currentVisitor(c)
	}
	for _, value := range c.Devices {
		if at, ok := a.kept(value, forAccount(id)); ok && at >= since.Unix() &&
			a.Now().Sub(time.Unix(at, 0)) < deviceLife {
			return value
		}
	}
	return ""
}

// remember marks the caller's device as one that has been here.
func (a *API) remember(c *call.Caller, id store.PlayerID) {
	a.keep(c, http.Cookie{Name: deviceCookie, Path: devicePath, MaxAge: int(deviceLife.Seconds())}, forAccount(id),
		a.Now().Unix())
}
