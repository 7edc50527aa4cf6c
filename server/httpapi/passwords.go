package httpapi

import (
	"context"
	"net/http"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/password"
	"jadebox/store"
)

func (a *API) passwords() {
	call.Add(a, confirmed(call.Route{Name: "user.changePassword", Method: http.MethodPost, Path: "/api/user/password",
		Access: call.NeedsPlayer, OnDevice: true,
		Summary: "Sets a new password with the one of before, which is a proof, too (4011), unless the account has a second factor. Every other session ends, and " +
			"this one goes on under the token of the answer. " +
			"Without the password of before: POST /api/personal/center/password.",
		Errors: []protocol.Code{protocol.CodePasswordFormat, protocol.CodePasswordCommon, protocol.CodeCredentials,
			protocol.CodeRateLimited, protocol.CodeBusy}}), a.changePassword)
}

// passwordChange is the password of before, and the new one.
type passwordChange struct {
	Old      string `json:"old" maxLength:"64"`
	Password string `json:"password" minLength:"8" maxLength:"64"`
}

func (a *API) changePassword(ctx context.Context, c *call.Caller, in passwordChange) (token, error) {
	if !strongForm(in.Password) {
		return token{}, apierr.New(protocol.CodePasswordFormat)
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	switch {
	case err != nil:
		return token{}, err
	case password.Common(in.Password, p.Login):
		return token{}, apierr.New(protocol.CodePasswordCommon)
	}
	if err := a.provedByFactor(ctx, c); err != nil {
		return token{}, err
	}
	tries, err := a.tryPassword(ctx, c, confirmation{Password: in.Old})
	if err != nil {
		return token{}, err
	}
	hash, err := a.hash(ctx, a.who(c, p.ID), in.Password, tries)
	if err != nil {
		return token{}, err
	}
	if err := a.Store.SetProfile(ctx, p.ID, store.ProfileChange{PasswordHash: &hash}); err != nil {
		return token{}, err
	}
	return a.renewAlone(ctx, c, true)
}
