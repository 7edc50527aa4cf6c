package httpapi

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/forwarded"
	"jadebox/server/httpapi/call"
	"jadebox/server/session"
)

// caller reads who asks from a request, without believing its token yet.
func (a *API) caller(w http.ResponseWriter, r *http.Request) *call.Caller {
	return &call.Caller{Language: languageOf(r).Whole(), Address: a.address(r), Country: a.country(r),
		Agent:   r.UserAgent(),
		Header:  w.Header(),
		Visitor: visitorOf(r), Devices: devicesOf(r), Barred: cookieOf(r, barredCookie),
		Origin: a.Origin(r)}
}

func languageOf(r *http.Request) protocol.Language {
	return protocol.ParseLanguage(r.Header.Get("lang"), r.Header.Get("Accept-Language"))
}

// admit checks token and key as the call's access asks.
func (a *API) admit(ctx context.Context, c *call.Caller, need call.Access, h http.Header) error {
	if need == call.Anyone {
		return nil
	}
	token := h.Get("token")
	if token == "undefined" { // product-spec §6: a client that stored nothing
		token = ""
	}
	found, err := a.Sessions.Resolve(ctx, token)
	switch {
	case err == nil:
		c.Session = found
		noteFrom(ctx).player = found.Player
	case need == call.Viewer && (errors.Is(err, session.ErrUnknown) || errors.Is(err, session.ErrExpired)):
		return nil
	case errors.Is(err, session.ErrUnknown):
		return apierr.New(protocol.CodeTokenInvalid)
	case errors.Is(err, session.ErrExpired):
		return apierr.New(protocol.CodeLoginInvalid)
	default:
		return apierr.Wrap(protocol.CodeBusy, err)
	}
	if need == call.Keyed {
		if c.Key = h.Get("Idempotency-Key"); !validKey(c.Key) {
			return apierr.New(protocol.CodeKeyMissing)
		}
	}
	return nil
}

// validKey accepts 1–80 of [0-9A-Za-z_-].
func validKey(key string) bool {
	if len(key) < 1 || len(key) > protocol.KeyLength {
		return false
	}
	return strings.IndexFunc(key, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '_' || r == '-')
	}) < 0
}

// address is the client's: the peer, or, when that is a configured proxy, the last hop of X-Forwarded-For that is none.
func (a *API) address(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	peer, _ := netip.ParseAddr(host)
	header := r.Header.Values("X-Forwarded-For")
	// any client may send the header from afar; from within the network it is a proxy's
	if near := peer.Unmap(); len(header) > 0 && (near.IsLoopback() || near.IsPrivate()) && !a.proxy(near) {
		a.untrusted.Do(func() {
			a.Logger.Warn().Stringer("peer", peer).Msg(
				"a proxy of this machine or network forwards addresses and is not trusted: " +
					"everybody behind it is one caller to the limits; name it by --trusted-proxy")
		})
	}
	return forwarded.Client(peer, header, a.proxy)
}

// country is what a configured proxy says in the header that the site has named; any other client's word is none.
func (a *API) country(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	peer, _ := netip.ParseAddr(host)
	said := r.Header.Get(a.CountryHeader)
	if a.CountryHeader == "" || err != nil || !a.proxy(peer) || len(said) != 2 ||
		strings.ContainsFunc(said, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return ""
	}
	return said
}

func (a *API) proxy(addr netip.Addr) bool {
	for _, p := range a.Proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// Command runs the call of a socket's command: the same function as its HTTP route, with everything in the body.
func (a *API) Command(ctx context.Context, c *call.Caller, name string, body []byte) (data any, err error) {
	e, ok := a.commands[name]
	if !ok {
		return nil, apierr.New(protocol.CodeUnsupported)
	}
	if e.Access == call.Keyed && !validKey(c.Key) {
		return nil, apierr.New(protocol.CodeKeyMissing)
	}
	return e.Run(ctx, c, func(into any) error {
		if len(body) == 0 {
			return nil
		}
		return decode(body, into)
	})
}
