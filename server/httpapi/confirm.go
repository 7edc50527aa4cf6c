package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/session"
)

// stepUpLife is how long it is enough that a player has proved in a session who they are, by a login or by
// POST /api/user/confirm: a stolen session alone does not reach what would make the account theirs.
const stepUpLife = 10 * time.Minute

// How a player proves who they are.
const (
	byPassword = "password"
	byLogin    = "login" // an account without a password, which came by Steam: a new session is the proof
	byApp      = "app"   // an account with a second factor proves itself by that, never by the password alone
	byPasskey  = "passkey"
	byRecovery = "recovery"
)

func (a *API) confirms() {
	call.Add(a, call.Route{Name: "user.confirm", Method: http.MethodPost, Path: "/api/user/confirm",
		Access: call.NeedsPlayer, OnDevice: true,
		Summary: "Proves once more who the player of this session is. Calls that refused with 4011 are good for ten " +
			"minutes from now on. The session goes on under the token of the answer; the one of before, wherever it is, and " +
			"its sockets end.",
		Errors: []protocol.Code{protocol.CodeCredentials, protocol.CodeSecondFactor, protocol.CodeFactorWrong,
			protocol.CodeOrigin, protocol.CodeRateLimited, protocol.CodeBusy},
		ErrorData: asksSecond},
		a.confirmSession)
}

// stepUpAsked comes with CodeConfirm.
type stepUpAsked struct {
	By []string `json:"by" enum:"password,login,app,passkey,recovery" doc:"what POST /api/user/confirm takes; login: it takes nothing of this account, whose player logs in anew"`
}

// confirmed is a route that asks for a proof, as the document shows it.
func confirmed(r call.Route) call.Route {
	r.Errors = append(slices.Clip(r.Errors), protocol.CodeConfirm)
	data := map[protocol.Code]reflect.Type{protocol.CodeConfirm: reflect.TypeFor[stepUpAsked]()}
	maps.Copy(data, r.ErrorData)
	r.ErrorData = data
	return r
}

// proved refuses a caller who has not proved just now who they are. The store is asked where the proof is too old: the
// session may have gone on under another token, which another process has not told.
func (a *API) proved(ctx context.Context, c *call.Caller) error {
	if a.Now().Sub(c.Session.Proved) <= stepUpLife {
		return nil
	}
	at, err := a.Sessions.Proved(ctx, c.Session.TokenHash)
	switch {
	case errors.Is(err, session.ErrUnknown):
		return apierr.New(protocol.CodeTokenInvalid)
	case err != nil:
		return err
	case a.Now().Sub(at) <= stepUpLife:
		return nil
	}
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return err
	}
	of, err := a.factorsOf(ctx, p.ID)
	if err != nil {
		return err
	}
	by := of.ways()
	switch {
	case len(by) > 0:
	case p.PasswordHash == "":
		by = []string{byLogin}
	default:
		by = []string{byPassword}
	}
	return call.With(apierr.New(protocol.CodeConfirm), stepUpAsked{By: by})
}

// provedAnew is proved for what gives the account another way in, by which its holder sets a new password. A
// session that has just begun may be stolen, so that the login of an account with a password proves nothing here; one
// without has nothing else to prove itself by, and a second factor was asked for at the login. Of an account that has
// just been opened there is nothing to take.
func (a *API) provedAnew(ctx context.Context, c *call.Caller) error {
	if err := a.proved(ctx, c); err != nil || c.Session.Proved.After(c.Session.At) {
		return err
	}
	p, of, err := a.accountOf(ctx, c.Player())
	if err == nil && firstTakesPassword(p, of) && a.Now().Sub(p.At) > stepUpLife {
		err = call.With(apierr.New(protocol.CodeConfirm), stepUpAsked{By: []string{byPassword}})
	}
	return err
}

// identityProof is the password, or of an account with a second factor that.
type identityProof struct {
	Password string         `json:"password,omitempty" maxLength:"64"`
	Code     string         `json:"code,omitempty" maxLength:"32" doc:"of the app, or a recovery code"`
	Passkey  *passkeyAnswer `json:"passkey,omitempty"`
}

func (a *API) confirmSession(ctx context.Context, c *call.Caller, in identityProof) (token, error) {
	var err error
	switch {
	case in.Code != "" || in.Passkey != nil:
		err = a.prove(ctx, c, c.Player(), in.Code, in.Passkey)
	default:
		if err = a.confirm(ctx, c, confirmation{in.Password}); err == nil {
			err = a.secondAgain(ctx, c.Player())
		}
	}
	if err != nil {
		return token{}, err
	}
	return a.renew(ctx, c, true)
}

// renew gives the caller's session another token and closes the sockets of the one of before: a copy of it that
// was stolen is worth nothing from then on, whatever the player has proved or changed.
func (a *API) renew(ctx context.Context, c *call.Caller, proved bool) (token, error) {
	old := c.Session.TokenHash
	fresh, err := a.Sessions.Renew(ctx, old, proved)
	if errors.Is(err, session.ErrUnknown) { // ended meanwhile
		err = apierr.New(protocol.CodeTokenInvalid)
	}
	if err != nil {
		return token{}, err
	}
	a.EndSession(old, protocol.CodeTokenInvalid)
	c.Session.TokenHash = sha256.Sum256([]byte(fresh))
	return token{fresh}, nil
}

// renewAlone ends every other session of the player, with its sockets, and gives the caller's another token. The others
// end first, and all of them when the caller's own is gone: what ended it meanwhile may be one of the others.
func (a *API) renewAlone(ctx context.Context, c *call.Caller, proved bool) (token, error) {
	if err := a.EndAll(ctx, c.Player(), c.Session.TokenHash); err != nil {
		return token{}, err
	}
	return a.renew(ctx, c, proved)
}

// confirmation is the password once more, for what a stolen session must not do.
type confirmation struct {
	Password string `json:"password" maxLength:"64"`
}

// Proofs are counted by the session that they are given in, and apart from logins: a client without a session of an
// account cannot keep its player from proving who they are. A copy of the session in another network has guesses of its
// own, and all of them together have proofBySession.
var (
	proofByNetwork = limit.Rate{Burst: 10, Per: 5 * time.Minute}
	proofBySession = limit.Rate{Burst: 4 * proofByNetwork.Burst, Per: proofByNetwork.Per}
)

// confirm holds a password to that of the caller's account.
func (a *API) confirm(ctx context.Context, c *call.Caller, in confirmation) error {
	_, err := a.tryPassword(ctx, c, in)
	return err
}

// tryPassword is confirm, and returns the attempts that it has counted.
func (a *API) tryPassword(ctx context.Context, c *call.Caller, in confirmation) ([]limit.Attempt, error) {
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	if err != nil {
		return nil, err
	}
	key := "confirm:" + strconv.FormatInt(int64(p.ID), 10) + ":" + hex.EncodeToString(c.Session.First[:12])
	tries := []limit.Attempt{{Key: key + ":" + call.Network(c.Address), Rate: proofByNetwork},
		{Key: key, Rate: proofBySession}}
	if err := a.Count(ctx, tries); err != nil {
		return nil, err
	}
	return tries, a.hashed(ctx, a.Passwords.Check(ctx, a.who(c, p.ID), in.Password, p.PasswordHash), tries)
}
