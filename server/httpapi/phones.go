package httpapi

import (
	"context"
	"errors"
	"net/http"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/password"
	"jadebox/store"
)

const generatedLength = 12

func (a *API) phones() {
	call.Add(a, call.Route{Name: "phone.unbind", Method: http.MethodPost, Path: "/api/personal/center/unbundling/phone",
		Access: call.NeedsPlayer, StepUp: true, OnDevice: true,
		Summary: "Unbinds the account's phone. Every other session ends, and this one goes on under the token of the answer.",
		Errors: []protocol.Code{protocol.CodePhoneFormat,
			protocol.CodePhoneUnbound, protocol.CodeCodeWrong, protocol.CodePhoneNotReady}}, a.unbindPhone)
	call.Add(a, call.Route{Name: "phone.bind", Method: http.MethodPut, Path: "/api/personal/center/bundling/phone",
		Access: call.NeedsPlayer, StepUp: true,
		Summary: "Binds a phone. Every session ends; the token of the answer begins a new one. An account without a " +
			"password gets one; of any other without a second factor the login is no proof here (4011), unless the account " +
			"was just opened.",
		Errors: []protocol.Code{protocol.CodePhoneFormat, protocol.CodePhoneTaken, protocol.CodePhoneBound,
			protocol.CodeCodeWrong, protocol.CodePhoneNotReady, protocol.CodeRateLimited,
			protocol.CodeBusy}}, a.bindPhone)
	call.Add(a, call.Route{Name: "user.password", Method: http.MethodPost, Path: "/api/personal/center/password",
		Access:  call.Viewer,
		Summary: "Sets a new password with a code. Every session ends.",
		Errors: []protocol.Code{protocol.CodePhoneFormat, protocol.CodePasswordFormat, protocol.CodePasswordCommon,
			protocol.CodeCodeWrong, protocol.CodePhoneNotReady,
			protocol.CodeRateLimited, protocol.CodeBusy}}, entry("reset", a.resetPassword))
}

// phoneCode is spec §7's payload of both steps.
type phoneCode struct {
	Phone string `json:"phone" pattern:"^1[3-9][0-9]{9}$"`
	Code  string `json:"code" maxLength:"6"`
}

// bound is spec §7's answer of a binding. Password is what the system made for an account without one, else empty.
type bound struct {
	Token    string `json:"token"`
	Password string `json:"password"`
}

func (a *API) unbindPhone(ctx context.Context, c *call.Caller, in phoneCode) (token, error) {
	own, err := a.Store.Contact(ctx, c.Player())
	switch {
	case err != nil:
		return token{}, err
	case !phoneForm.MatchString(in.Phone):
		return token{}, apierr.New(protocol.CodePhoneFormat)
	case own.Phone != in.Phone:
		return token{}, apierr.New(protocol.CodePhoneUnbound)
	}
	if err := a.useCode(ctx, c, toUnbind, in.Phone, in.Code); err != nil {
		return token{}, err
	}
	nothing := ""
	if err := a.Store.SetContact(ctx, c.Player(), store.ContactChange{Phone: &nothing}); err != nil {
		return token{}, err
	}
	return a.renewAlone(ctx, c, false)
}

func (a *API) bindPhone(ctx context.Context, c *call.Caller, in phoneCode) (bound, error) {
	if err := a.provedAnew(ctx, c); err != nil {
		return bound{}, err
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return bound{}, err
	}
	if own, err := a.Store.Contact(ctx, p.ID); err != nil || own.Phone != "" {
		if err == nil {
			err = apierr.New(protocol.CodePhoneBound)
		}
		return bound{}, err
	}
	// Before the code is spent and the phone bound, since a caller whom busy hashers refuse tries again; guesses of
	// codes are limited like guesses of passwords, for each guess costs a hash.
	var b bound
	var hash string
	if p.PasswordHash == "" {
		tries := a.entering(c)
		err := a.Count(ctx, tries)
		if err == nil {
			b.Password, hash, err = a.generatePassword(ctx, a.who(c, c.Player()), tries)
		}
		if err != nil {
			return bound{}, err
		}
	}
	if err := a.useCode(ctx, c, toBind, in.Phone, in.Code); err != nil {
		return bound{}, err
	}
	free, err := a.phoneFree(ctx, in.Phone, p.ID)
	if err == nil && free {
		err = a.Store.SetContact(ctx, p.ID, store.ContactChange{Phone: &in.Phone})
	}
	if err == nil && !free || errors.Is(err, store.ErrConflict) {
		return bound{}, apierr.New(protocol.CodePhoneTaken)
	}
	if err != nil {
		return bound{}, err
	}
	if hash != "" {
		if err := a.Store.SetProfile(ctx, p.ID, store.ProfileChange{PasswordHash: &hash}); err != nil {
			return bound{}, err
		}
	}
	b.Token, err = a.beginAnew(ctx, c, p.ID)
	return b, err
}

// generatePassword makes one that passes the rules for people's own, for which attempts were counted.
func (a *API) generatePassword(ctx context.Context, who password.Who, tries []limit.Attempt) (plain, hash string,
	err error) {
	for plain == "" || !strongForm(plain) {
		if plain, err = a.draw("abcdefghijkmnpqrstuvwxyz23456789", generatedLength); err != nil {
			return "", "", err
		}
	}
	hash, err = a.hash(ctx, who, plain, tries)
	return plain, hash, err
}

// beginAnew ends every session of a player, with its sockets, and begins a new one.
func (a *API) beginAnew(ctx context.Context, c *call.Caller, id store.PlayerID) (string, error) {
	if err := a.EndAll(ctx, id); err != nil {
		return "", err
	}
	t, err := a.begin(ctx, c, id, nil)
	return t.Token, err
}

// EndAll ends every session of a player but those that are excepted, with its sockets.
func (a *API) EndAll(ctx context.Context, id store.PlayerID, except ...[32]byte) error {
	hashes, err := a.Sessions.CloseAll(ctx, id, except...)
	for _, hash := range hashes {
		a.EndSession(hash, protocol.CodeTokenInvalid)
	}
	return err
}

// passwordReset is spec §7's payload.
type passwordReset struct {
	Phone    string `json:"phone" pattern:"^1[3-9][0-9]{9}$"`
	Password string `json:"password" minLength:"8" maxLength:"64"`
	Code     string `json:"code" maxLength:"6"`
}

func (a *API) resetPassword(ctx context.Context, c *call.Caller, in passwordReset) (call.None, error) {
	switch {
	case !strongForm(in.Password):
		return call.None{}, apierr.New(protocol.CodePasswordFormat)
	case password.Common(in.Password, in.Phone):
		return call.None{}, apierr.New(protocol.CodePasswordCommon)
	}
	tries := a.entering(c)
	if err := a.Count(ctx, tries); err != nil {
		return call.None{}, err
	}
	// Before the code is spent: a caller whom busy hashers refuse tries again with the same code.
	hash, err := a.hash(ctx, a.who(c, c.Player()), in.Password, tries)
	if err != nil {
		return call.None{}, err
	}
	if err := a.useCode(ctx, c, toReset, in.Phone, in.Code); err != nil {
		return call.None{}, err
	}
	p, err := a.Store.PlayerByPhone(ctx, in.Phone)
	if errors.Is(err, store.ErrNotFound) || err == nil && c.Player() != 0 && p.ID != c.Player() {
		return call.None{}, apierr.New(protocol.CodeCodeWrong)
	}
	if err != nil {
		return call.None{}, err
	}
	if password.Common(in.Password, p.Login) {
		return call.None{}, apierr.New(protocol.CodePasswordCommon)
	}
	if err := a.Store.SetProfile(ctx, p.ID, store.ProfileChange{PasswordHash: &hash}); err != nil {
		return call.None{}, err
	}
	return call.None{}, a.EndAll(ctx, p.ID)
}
