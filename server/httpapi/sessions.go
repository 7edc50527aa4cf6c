package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"

	"github.com/mileusna/useragent"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/password"
	"jadebox/server/session"
	"jadebox/store"
)

func (a *API) sessions() {
	call.Add(a, call.Route{Name: "user.sessions", Method: http.MethodGet, Path: "/api/user/sessions",
		Access:  call.NeedsPlayer,
		Summary: "The player's sessions, the last begun first: on what device each began, where, and when it was last used."},
		a.ownSessions)
	call.Add(a, call.Route{Name: "user.newDevices", Method: http.MethodGet, Path: "/api/user/sessions/new",
		Access: call.NeedsPlayer,
		Summary: "Logins of the last 90 days on devices that had not been in the account before, the last first. They " +
			"stay when their session ends, and no call removes one."}, a.newDevices)
	call.Add(a, call.Route{Name: "user.endSession", Method: http.MethodPost, Path: "/api/user/sessions/end",
		Access: call.NeedsPlayer, StepUp: true,
		Summary: "Ends one of the player's own sessions, with its sockets. Anybody else's is not there.",
		Errors:  []protocol.Code{protocol.CodeNotFound}}, a.endSession)
	call.Add(a, call.Route{Name: "user.endOthers", Method: http.MethodPost, Path: "/api/user/sessions/end/others",
		Access: call.NeedsPlayer, StepUp: true, OnDevice: true,
		Summary: "Ends every session of the player but that of this call, with their sockets. It goes on under the token " +
			"of the answer: a copy of the one of before ends, too."}, a.endOthers)
}

// ownSession is one session as its player sees it.
type ownSession struct {
	ID      string `json:"id" doc:"names it in a call that ends it; it is no token"`
	Browser string `json:"browser" doc:"what the device calls itself; empty: nothing that is known"`
	System  string `json:"system" doc:"likewise"`
	Network string `json:"network" doc:"of the address where it began, /24 or /48; empty: not kept"`
	Country string `json:"country" doc:"two letters, where the proxy in front says it, else empty"`
	AtMS    int64  `json:"atMs" doc:"its begin"`
	SeenMS  int64  `json:"seenMs" doc:"its last use, to some minutes"`
	Current bool   `json:"current" doc:"it is that of this call"`
}

func (a *API) ownSessions(ctx context.Context, c *call.Caller, _ call.None) ([]ownSession, error) {
	held, err := a.Sessions.Of(ctx, c.Player())
	list := make([]ownSession, len(held))
	for i, s := range held {
		list[i] = ownSession{ID: sessionID(s.First), Network: s.Network, Country: s.Country, AtMS: s.At.UnixMilli(),
			SeenMS: s.Seen.UnixMilli(), Current: s.TokenHash == c.Session.TokenHash}
		list[i].Browser, list[i].System = browserOf(s.Device)
	}
	return list, err
}

// browserOf is what a device calls itself; empty where nothing is known of it.
func browserOf(device string) (browser, system string) {
	agent := useragent.Parse(device)
	if agent.IsUnknown() {
		return "", ""
	}
	return agent.Name, agent.OS
}

// newDevice is a login on a device that had not been in the account before.
type newDevice struct {
	Browser string `json:"browser" doc:"what the device calls itself; empty: nothing that is known"`
	System  string `json:"system" doc:"likewise"`
	Network string `json:"network" doc:"of the address where it began, /24 or /48; empty: not kept"`
	Country string `json:"country" doc:"two letters, where the proxy in front says it, else empty"`
	AtMS    int64  `json:"atMs"`
	Current bool   `json:"current" doc:"its session is that of this call"`
	Ended   bool   `json:"ended" doc:"its session is over, or was ended"`
}

func (a *API) newDevices(ctx context.Context, c *call.Caller, _ call.None) ([]newDevice, error) {
	devices, err := a.Sessions.NewDevices(ctx, c.Player())
	if err != nil {
		return nil, err
	}
	held, err := a.Sessions.Of(ctx, c.Player())
	list := make([]newDevice, len(devices))
	for i, d := range devices {
		list[i] = newDevice{Network: d.Network, Country: d.Country, AtMS: d.At.UnixMilli(),
			Current: d.Session == c.Session.First,
			Ended:   !slices.ContainsFunc(held, func(s store.Session) bool { return s.First == d.Session })}
		list[i].Browser, list[i].System = browserOf(d.Device)
	}
	return list, err
}

// sessionID names a session, whatever its token, without telling that or a hash of it.
func sessionID(first [32]byte) string {
	sum := sha256.Sum256(append([]byte("jadebox session\x00"), first[:]...))
	return hex.EncodeToString(sum[:16])
}

// begins is where a session of this caller begins. A caller that is logged in to the account is on a device of it.
func (a *API) begins(c *call.Caller, id store.PlayerID) session.From {
	from := session.From{Device: device(c.Agent), Country: c.Country,
		Strange: a.deviceOf(c, id) == ""}
	if network := password.NetworkOf(c.Address); network.IsValid() {
		from.Network = network.String()
	}
	return from
}

// sessionNamed is what a call says of a session.
type sessionNamed struct {
	ID string `json:"id" minLength:"32" maxLength:"32" doc:"of GET /api/user/sessions"`
}

func (a *API) endSession(ctx context.Context, c *call.Caller, in sessionNamed) (call.None, error) {
	held, err := a.Sessions.Of(ctx, c.Player())
	for _, s := range held {
		if sessionID(s.First) == in.ID {
			return call.None{}, a.end(ctx, s.TokenHash)
		}
	}
	if err == nil {
		err = apierr.New(protocol.CodeNotFound)
	}
	return call.None{}, err
}

func (a *API) endOthers(ctx context.Context, c *call.Caller, _ call.None) (token, error) {
	return a.renewAlone(ctx, c, false)
}
