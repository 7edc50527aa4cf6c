package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/steam"
	"jadebox/store"
)

// What a Steam login is for: the client keeps the number while the browser is away (product-spec §4).
const (
	steamLogin = 0
	steamBind  = 1
)

const (
	steamAway   = 10 * time.Minute // how long a player may take at the provider
	steamHeld   = 15 * time.Minute // how long a verified id waits for its registration
	stateLength = 32
	stateMax    = 64
)

func (a *API) steam() {
	call.Add(a, confirmed(call.Route{Name: "steam.address", Method: http.MethodGet, Path: "/api/user/steam/address",
		Access:  call.Viewer,
		Summary: "Where the browser goes to log in by Steam: type 0 to log in here, 1 to bind the account."}),
		a.steamAddress)
	call.Add(a, call.Route{Name: "steam.login", Method: http.MethodPost, Path: "/api/user/steam/login",
		Access:  call.Viewer,
		Summary: "Logs in with the provider's answer. A Steam account that nobody has bound gives no token: register with the returned id.",
		Errors: []protocol.Code{protocol.CodeSteamRefused, protocol.CodeSecondFactor, protocol.CodeExcluded,
			protocol.CodeSuspended, protocol.CodeRateLimited, protocol.CodeBusy},
		ErrorData: asksSecond}, entry("steam", a.steamLogin))
	call.Add(a, call.Route{Name: "steam.bind", Method: http.MethodPost, Path: "/api/user/steam/bind",
		Access: call.NeedsPlayer, StepUp: true,
		Summary: "Binds the Steam account of the provider's answer. Every session ends; the token of the answer begins a " +
			"new one. Of an account with a password and no second factor the login is no proof here (4011), " +
			"unless the account was just opened.",
		Errors: []protocol.Code{protocol.CodeSteamRefused, protocol.CodeSteamTaken, protocol.CodeRateLimited,
			protocol.CodeBusy}}, a.steamBind)
	call.Add(a, call.Route{Name: "steam.unbind", Method: http.MethodPost, Path: "/api/user/steam/unbind",
		Access: call.NeedsPlayer, StepUp: true, OnDevice: true,
		Summary: "Unbinds the account's Steam account. Every other session ends, and this one goes on under the token of " +
			"the answer. An account without a password keeps it, which is how its player logs in.",
		Errors: []protocol.Code{protocol.CodeSteamUnbound, protocol.CodeSteamOnly}}, a.steamUnbind)
	call.Add(a, call.Route{Name: "steam.register", Method: http.MethodPost, Path: "/api/user/steam/register",
		Access:  call.Viewer,
		Summary: "Opens an account for a Steam id that this browser has just proved, with a phone that a code proves.",
		Errors: []protocol.Code{protocol.CodeSteamRefused, protocol.CodeSteamTaken, protocol.CodePhoneFormat,
			protocol.CodePhoneTaken, protocol.CodeCodeWrong, protocol.CodePhoneNotReady, protocol.CodeInviterGone,
			protocol.CodeExcluded,
			protocol.CodeRateLimited, protocol.CodeBusy}}, entry("steam register", a.steamRegister))
}

// steamQuery says what the login is for.
type steamQuery struct {
	Type int `query:"type" json:"type" minimum:"0" maximum:"1"`
}

// steamAddress is where the browser goes.
type steamAddress struct {
	URL string `json:"url"`
}

func (a *API) steamAddress(ctx context.Context, c *call.Caller, in steamQuery) (steamAddress, error) {
	switch {
	case in.Type == steamBind && c.Player() == 0:
		return steamAddress{}, apierr.New(protocol.CodeTokenInvalid)
	case in.Type == steamBind: // before the player goes away, where the binding asks when they are back
		if err := a.provedAnew(ctx, c); err != nil {
			return steamAddress{}, err
		}
	}
	visitor, err := a.beginVisitor(c)
	if err != nil {
		return steamAddress{}, err
	}
	state, err := a.draw("0123456789abcdefghijklmnopqrstuvwxyz", stateLength)
	if err != nil {
		return steamAddress{}, err
	}
	err = a.Store.PutCode(ctx, store.Code{Key: digest("steam", strconv.Itoa(in.Type), visitor),
		Hash: digest("state", state), Expires: a.Now().Add(steamAway)})
	return steamAddress{a.Steam(c.Origin).Address(returnTo(c, in.Type, state), c.Origin+"/")}, err
}

// returnTo is the page that the provider sends the browser back to. It is built anew for the check, never taken from a
// request.
func returnTo(c *call.Caller, kind int, state string) string {
	return c.Origin + "/steam/return?" + url.Values{"state": {state}, "type": {strconv.Itoa(kind)}}.Encode()
}

// steamAnswer is spec §7's payload, "openid params", with the state of the address.
type steamAnswer struct {
	steam.Answer
	State string `json:"state" maxLength:"64"`
}

// steamToken is spec §7's answer. Token is empty while no player has bound this Steam account.
type steamToken struct {
	Token   string `json:"token"`
	SteamID string `json:"steamId"`
}

// vouched returns the Steam id of an answer that belongs to what this browser or session began.
func (a *API) vouched(ctx context.Context, c *call.Caller, kind int, in steamAnswer) (string, error) {
	visitor := currentVisitor(c)
	if visitor == "" || in.State == "" || call.TooLong(in.State, stateMax) {
		return "", apierr.New(protocol.CodeSteamRefused)
	}
	if err := a.Count(ctx, a.entering(c)); err != nil {
		return "", err
	}
	begun, err := a.Store.TryCode(ctx, digest("steam", strconv.Itoa(kind), visitor), digest("state", in.State), a.Now())
	if err != nil {
		return "", err
	}
	if !begun {
		return "", apierr.New(protocol.CodeSteamRefused)
	}
	id, err := a.Steam(c.Origin).Verify(ctx, in.Answer, returnTo(c, kind, in.State))
	if errors.Is(err, steam.ErrRefused) {
		err = apierr.Wrap(protocol.CodeSteamRefused, err)
	} else if err != nil {
		err = apierr.Wrap(protocol.CodeBusy, err)
	}
	return id, err
}

func (a *API) steamLogin(ctx context.Context, c *call.Caller, in steamAnswer) (steamToken, error) {
	id, err := a.vouched(ctx, c, steamLogin, in)
	if err != nil {
		return steamToken{}, err
	}
	p, err := a.Store.PlayerBySteam(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		// Kept here, so that a registration cannot name an id that was not proved.
		return steamToken{SteamID: id}, a.Store.PutCode(ctx, store.Code{Key: digest("steam id", currentVisitor(c)),
			Hash: digest("steam id", id), Expires: a.Now().Add(steamHeld)})
	}
	if err != nil {
		return steamToken{}, err
	}
	if err := a.second(ctx, p); err != nil {
		return steamToken{}, err
	}
	token, err := a.enter(ctx, c, p, false)
	if err != nil {
		return steamToken{}, err
	}
	return steamToken{token.Token, id}, nil
}

func (a *API) steamBind(ctx context.Context, c *call.Caller, in steamAnswer) (steamToken, error) {
	if err := a.provedAnew(ctx, c); err != nil {
		return steamToken{}, err
	}
	id, err := a.vouched(ctx, c, steamBind, in)
	if err != nil {
		return steamToken{}, err
	}
	err = a.Store.SetContact(ctx, c.Player(), store.ContactChange{SteamID: &id})
	if errors.Is(err, store.ErrConflict) {
		err = apierr.New(protocol.CodeSteamTaken)
	}
	if err != nil {
		return steamToken{}, err
	}
	token, err := a.beginAnew(ctx, c, c.Player())
	return steamToken{token, id}, err
}

func (a *API) steamUnbind(ctx context.Context, c *call.Caller, _ call.None) (token, error) {
	own, err := a.Store.Contact(ctx, c.Player())
	if err != nil {
		return token{}, err
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	switch {
	case err != nil:
		return token{}, err
	case own.SteamID == "":
		return token{}, apierr.New(protocol.CodeSteamUnbound)
	case p.PasswordHash == "":
		return token{}, apierr.New(protocol.CodeSteamOnly)
	}
	nothing := ""
	if err := a.Store.SetContact(ctx, p.ID, store.ContactChange{SteamID: &nothing}); err != nil {
		return token{}, err
	}
	return a.renewAlone(ctx, c, false)
}

// steamRegistration is spec §7's payload.
type steamRegistration struct {
	SteamID    string `json:"steamId" maxLength:"17"`
	SpreadCode string `json:"spreadCode,omitempty" maxLength:"32"`
	Phone      string `json:"phone" pattern:"^1[3-9][0-9]{9}$"`
	Code       string `json:"code" maxLength:"6"`
}

// steamRegistered is the answer, without an embedded struct: package huma leaves out what has no exported name.
type steamRegistered struct {
	Token     string `json:"token"`
	Password  string `json:"password"`
	InvitedBy string `json:"invitedBy" doc:"name of the player whose code was given; empty: no code"`
}

func (a *API) steamRegister(ctx context.Context, c *call.Caller, in steamRegistration) (steamRegistered, error) {
	if call.TooLong(in.SpreadCode, call.SpreadCodeMax) {
		return steamRegistered{}, badRequest("spreadCode", "too long")
	}
	tries := a.registering(c)
	if err := a.Count(ctx, tries); err != nil {
		return steamRegistered{}, err
	}
	inviter, err := a.inviter(ctx, in.SpreadCode, "") // before the code of the phone and Steam's answer are spent
	if err != nil {
		return steamRegistered{}, err
	}
	plain, hash, err := a.generatePassword(ctx, a.who(c, 0), tries) // before anything is spent: busy hashers refuse
	if err != nil {
		return steamRegistered{}, err
	}
	if err := a.useCode(ctx, c, toBind, in.Phone, in.Code); err != nil {
		return steamRegistered{}, err
	}
	proved, err := a.Store.TryCode(ctx, digest("steam id", currentVisitor(c)), digest("steam id", in.SteamID), a.Now())
	if err != nil {
		return steamRegistered{}, err
	}
	if !proved {
		return steamRegistered{}, apierr.New(protocol.CodeSteamRefused)
	}
	if err := a.barred(c); err != nil {
		return steamRegistered{}, err
	}
	if free, err := a.phoneFree(ctx, in.Phone, 0); err != nil || !free {
		return steamRegistered{}, phoneTaken(err)
	}
	p, err := a.enroll(ctx, store.NewPlayer{Name: in.Phone, PasswordHash: hash, Language: c.Language.String(),
		InvitedBy: inviter.ID,
		Phone:     in.Phone, SteamID: in.SteamID, At: a.Now().Truncate(time.Millisecond)})
	switch {
	case errors.Is(err, store.ErrContactTaken):
		return steamRegistered{}, apierr.New(protocol.CodeSteamTaken)
	case err != nil && codeOf(err) == protocol.CodeNameTaken:
		return steamRegistered{}, apierr.New(protocol.CodePhoneTaken)
	case err != nil:
		return steamRegistered{}, err
	}
	token, err := a.begin(ctx, c, p.ID, nil)
	return steamRegistered{token.Token, plain, inviter.Name}, err
}

// phoneTaken is err, or the refusal of a phone that is not free.
func phoneTaken(err error) error {
	if err != nil {
		return err
	}
	return apierr.New(protocol.CodePhoneTaken)
}
