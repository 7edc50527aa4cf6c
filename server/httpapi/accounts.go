package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/password"
)

// Limits of docs/reliability-security.md, "login, register, codes".
var (
	loginByAddress    = limit.Rate{Burst: 30, Per: time.Minute}
	loginByAccount    = limit.Rate{Burst: 10, Per: 5 * time.Minute} // of all devices that know it, or of one network
	loginByKnown      = limit.Rate{Burst: 120, Per: time.Minute}    // of a network, on devices that know the account
	registerByAddress = limit.Rate{Burst: 10, Per: 10 * time.Minute}
	registerByDevice  = limit.Rate{Burst: 5, Per: time.Hour}
)

// So many logins may fail, of a network and of an account, before the next one asks for a captcha's ticket. No player
// is shut out by what others have failed at, and a device that was in the account is not even asked.
var (
	failuresByNetwork = limit.Rate{Burst: 10, Per: 10 * time.Minute}
	failuresByAccount = limit.Rate{Burst: 5, Per: 10 * time.Minute}
)

func (a *API) accounts() {
	call.Add(a, call.Route{Name: "user.register", Method: http.MethodPost, Path: "/api/user/register",
		Access:  call.Anyone,
		Summary: "Opens an account and logs it in.",
		Errors: []protocol.Code{protocol.CodeNameFormat, protocol.CodePasswordFormat, protocol.CodePasswordCommon,
			protocol.CodeNameTaken, protocol.CodeFingerprint, protocol.CodeSelfReferral, protocol.CodeInviterGone,
			protocol.CodeExcluded, protocol.CodeRateLimited, protocol.CodeBusy}},
		entry("register", a.register))
	call.Add(a, call.Route{Name: "user.login", Method: http.MethodPost, Path: "/api/user/login", Access: call.Viewer,
		Summary: "Begins a session. The session of a token that came with the request ends. Passwords are checked one after another, each network " +
			"in its turn; when too many wait, the answer is 5001 and Retry-After says when the line will be over. A device that logged in to the account " +
			"before, which its cookie tells, has places of its own. After some failures, of the account or of the network, any " +
			"other device needs a captcha's ticket (4109). An account with a second factor is refused with 4012, and " +
			"POST /api/user/login/proof ends the login.",
		Errors: []protocol.Code{protocol.CodeCredentials, protocol.CodeLoginCaptcha, protocol.CodeCaptcha,
			protocol.CodeSecondFactor, protocol.CodeExcluded, protocol.CodeSuspended,
			protocol.CodeRateLimited, protocol.CodeBusy},
		ErrorData: asksSecond}, entry("password", a.login))
	call.Add(a, call.Route{Name: "user.logout", Method: http.MethodPost, Path: "/api/user/logout",
		Access:  call.NeedsPlayer,
		Summary: "Ends the session and closes its sockets."}, a.logout)
}

// token is what the client sends as header token from now on.
type token struct {
	Token string `json:"token"`
}

// entering is an attempt at whatever costs a hash, or tells whether a caller may log in.
func (a *API) entering(c *call.Caller) []limit.Attempt {
	return a.ByNetwork(c, "login:address", loginByAddress)
}

// registering is an attempt to open an account.
func (a *API) registering(c *call.Caller) []limit.Attempt {
	return a.ByNetwork(c, "register:address", registerByAddress)
}

// hash computes that of a new password, for which attempts were counted.
func (a *API) hash(ctx context.Context, who password.Who, plain string, tries []limit.Attempt) (string, error) {
	hash, err := a.Passwords.Hash(ctx, who, plain)
	return hash, a.hashed(ctx, err, tries)
}

// hashed is the answer to what came of a hash, for which attempts were counted: a caller whom the line of passwords
// turned away has tried nothing, and keeps them.
func (a *API) hashed(ctx context.Context, err error, tries []limit.Attempt) error {
	if busy(err) {
		if given := a.give(ctx, tries); given != nil {
			return given
		}
	}
	return passwordError(err)
}

// busy is whether the line of passwords has refused a caller.
func busy(err error) bool {
	_, ok := errors.AsType[*password.BusyError](err)
	return ok
}

func passwordError(err error) error {
	if errors.Is(err, password.ErrMismatch) {
		return apierr.New(protocol.CodeCredentials)
	}
	if busy, ok := errors.AsType[*password.BusyError](err); ok {
		return call.Later(apierr.Wrap(protocol.CodeBusy, err), max(busy.Retry, time.Second))
	}
	return err
}

// short keeps texts that a client chose out of the limiter's keys.
func short(s string) string {
	sum := sha256.Sum256([]byte(s))
	return fmt.Sprintf("%x", sum[:12])
}
