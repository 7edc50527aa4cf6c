package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"

	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/password"
	"jadebox/store"
)

// deviceLength is the most that is kept of a User-Agent, in bytes.
const deviceLength = 256

// login is spec §3's payload.
type login struct {
	Phone    string `json:"phone" maxLength:"64" doc:"account name"`
	Password string `json:"password" maxLength:"64"`
	RandStr  string `json:"randStr,omitempty" maxLength:"64" doc:"of the ticket"`
	Ticket   string `json:"ticket,omitempty" maxLength:"512" doc:"of a captcha for a login, where one was asked for"`
}

func (a *API) login(ctx context.Context, c *call.Caller, in login) (token, error) {
	// The least length is of bytes: a password of eight bytes has as few as four characters and was accepted once.
	if in.Phone == "" || len(in.Password) < protocol.LoginLengthMin ||
		call.TooLong(in.Password, protocol.PasswordLengthMax) || !accountName(in.Phone) {
		return token{}, apierr.New(protocol.CodeCredentials)
	}
	p, err := a.playerOf(ctx, in.Phone)
	if err != nil {
		return token{}, err
	}
	if p.Bot { // the house plays them; logins are refused
		p = store.Player{}
	}
	tries, failure, err := a.tryLogin(ctx, c, in, p.ID)
	if err != nil {
		return token{}, err
	}
	checked := a.Passwords.Check(ctx, a.who(c, p.ID), in.Password, p.PasswordHash)
	switch {
	case errors.Is(checked, password.ErrMismatch):
		err = a.captchaFailed(ctx, c)
	case busy(checked): // a caller that is told to come back later keeps its attempts
		err = limit.GiveAll(ctx, a.Limits, slices.Concat(tries, failure))
	default:
		err = limit.GiveAll(ctx, a.Limits, failure)
	}
	switch {
	case checked != nil:
		return token{}, passwordError(checked)
	case err != nil:
		return token{}, call.LimitError(0, err)
	}
	if err := a.second(ctx, p); err != nil {
		return token{}, err
	}
	return a.enter(ctx, c, p, false)
}

// enter begins the session of a login, for which p was read before it was proved, and ends the one that it takes the
// place of. With factor a second factor was among the proofs.
func (a *API) enter(ctx context.Context, c *call.Caller, p store.Player, factor bool) (token, error) {
	old := c.Session
	t, err := a.begin(ctx, c, p.ID, func() error { return a.stillGood(ctx, p, factor) })
	if err == nil && old.Player != 0 {
		err = a.end(ctx, old.TokenHash)
	}
	return t, err
}

// tryLogin counts an attempt, and returns what it counts as and what counts as its failure: whatever comes of it else
// gives the failure back. Devices that were in the account count together for it, and for their network; any other
// counts, by its network, for the account, so that its name and a spelling of it are one.
func (a *API) tryLogin(ctx context.Context, c *call.Caller, in login, id store.PlayerID) (tries,
	failure []limit.Attempt, err error) {
	known := a.deviceOf(c, id) != ""
	account := short(strings.ToLower(in.Phone))
	if known {
		tries = append(a.ByNetwork(c, "login:known", loginByKnown),
			limit.Attempt{Key: "login:known:account:" + numberOf(id), Rate: loginByAccount})
	} else {
		tries = append(a.ByNetwork(c, "login:address", loginByAddress),
			a.ByNetwork(c, "login:account:"+account, loginByAccount)...)
	}
	if err := a.Count(ctx, tries); err != nil {
		return nil, nil, err
	}
	if known {
		return tries, nil, nil
	}
	failure = append(a.ByNetwork(c, "login:failed", failuresByNetwork),
		limit.Attempt{Key: "login:failed:account:" + account, Rate: failuresByAccount})
	_, retry, err := limit.TakeAll(ctx, a.Limits, failure)
	switch {
	case err != nil:
		return nil, nil, call.LimitError(0, err)
	case retry == 0:
		return tries, failure, nil
	case in.Ticket == "":
		return nil, nil, apierr.New(protocol.CodeLoginCaptcha)
	case call.TooLong(in.Ticket, ticketLength):
		return nil, nil, badRequest("ticket", "too long")
	}
	return tries, nil, a.redeem(ctx, c, captchaLogin, in.Ticket, in.RandStr)
}

// playerOf is who logs in under an account name or a bound phone; an unknown one is no error, so that a password is
// checked all the same.
func (a *API) playerOf(ctx context.Context, name string) (store.Player, error) {
	p, err := a.Store.PlayerByName(ctx, name)
	if err == nil && !strings.EqualFold(p.Login, name) { // a public name, or one of before
		p, err = store.Player{}, store.ErrNotFound
	}
	if phoneForm.MatchString(name) { // asked for in any case: the time of an answer reveals nothing
		bound, none := a.Store.PlayerByPhone(ctx, name)
		if errors.Is(err, store.ErrNotFound) {
			p, err = bound, none
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		return store.Player{}, nil
	}
	return p, err
}

// stillGood refuses a session of an account whose password or Steam account has changed, or that has got its first
// second factor, while the login went on: the change has ended all sessions before this one was there. A login that
// factor has proved needs no other.
func (a *API) stillGood(ctx context.Context, p store.Player, factor bool) error {
	now, err := a.Store.LoadPlayer(ctx, p.ID)
	switch {
	case err != nil:
		return err
	case string(basisOf(now)) != string(basisOf(p)):
		return apierr.New(protocol.CodeCredentials)
	case factor:
		return nil
	}
	return a.second(ctx, now)
}

// begin opens a session. What still refuses once it is there, nil for nothing, ends it, and leaves no stamp on the
// device.
func (a *API) begin(ctx context.Context, c *call.Caller, id store.PlayerID, still func() error) (token, error) {
	if err := a.barred(c); err != nil {
		return token{}, err
	}
	opened, err := a.Sessions.Open(ctx, id, a.begins(c, id), true)
	if err != nil {
		return token{}, err
	}
	// asked last: an exclusion and a suspension end the sessions that they find
	held, err := limits.Read(ctx, a.Store, id)
	if out := held.ShutOut(a.Now()); err != nil || out != nil {
		if err == nil {
			err = out
		}
		if errors.Is(err, limits.ErrExcluded) {
			a.bar(c, held.State.ExcludedMS)
		}
		return token{}, errors.Join(apierr.FromStore(err), a.end(ctx, sha256.Sum256([]byte(opened))))
	}
	if still != nil {
		if err := still(); err != nil {
			if ended := a.end(ctx, sha256.Sum256([]byte(opened))); ended != nil {
				return token{}, ended
			}
			return token{}, err
		}
	}
	a.remember(c, id)
	return token{opened}, nil
}

// device is what the store keeps of a User-Agent, which may be any bytes.
func device(agent string) string {
	agent = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, agent)
	return agent[:min(len(agent), deviceLength)]
}

func (a *API) logout(ctx context.Context, c *call.Caller, _ call.None) (call.None, error) {
	return call.None{}, a.end(ctx, c.Session.TokenHash)
}

func (a *API) end(ctx context.Context, tokenHash [32]byte) error {
	if err := a.Sessions.Close(ctx, tokenHash); err != nil {
		return err
	}
	a.EndSession(tokenHash, protocol.CodeTokenInvalid)
	return nil
}
