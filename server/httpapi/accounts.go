package httpapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	crand "crypto/rand"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/password"
	"jadebox/store"
)

// Limits of docs/reliability-security.md, "login, register, codes".
var (
	loginByAddress    = limit.Rate{Burst: 30, Per: time.Minute}
	loginByAccount    = limit.Rate{Burst: 10, Per: 5 * time.Minute} // of all devices that know it, or of one network
	loginByKnown      = limit.Rate{Burst: 120, Per: time.Minute}    // of a network, on devices that know the account
	registerByAddress = limit.Rate{Burst: 10, Per: 10 * time.Minute}
	registerByDevice  = limit.Rate{Burst: 5, Per: time.Hour}
)

// So many logins may fail, of a network and of an account, before the next one asks for a captcha's ticket. Nobody is
// shut out by what others have failed at, and a device that was in the account is not even asked.
var (
	failuresByNetwork = limit.Rate{Burst: 10, Per: 10 * time.Minute}
	failuresByAccount = limit.Rate{Burst: 5, Per: 10 * time.Minute}
)

const (
	fingerprintLength = 128
	deviceLength      = 256
	spreadCodeLength  = 8
	avatars           = 24 // /art/avatars/01.svg … 24.svg
	opWelcome         = "player.welcome"
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
		Told: asksSecond}, entry("password", a.login))
	call.Add(a, call.Route{Name: "user.logout", Method: http.MethodPost, Path: "/api/user/logout",
		Access:  call.NeedsPlayer,
		Summary: "Ends the session and closes its sockets."}, a.logout)
}

// registration is spec §3's payload, with its spelling. Phone is the account name.
type registration struct {
	Phone        string `json:"phone" minLength:"6" maxLength:"13" pattern:"^[0-9A-Za-z]+$" doc:"account name"`
	Password     string `json:"password" minLength:"8" maxLength:"64" doc:"at least one letter and one digit"`
	SpreadCode   string `json:"spreadCode,omitempty" maxLength:"32" doc:"code of the player who invited"`
	FingerprinID string `json:"fingerprinId" maxLength:"128" doc:"fingerprint of the device"`
}

// token is what the client sends as header token from now on.
type token struct {
	Token string `json:"token"`
}

// registered is the answer to a registration.
type registered struct {
	Token     string `json:"token"`
	InvitedBy string `json:"invitedBy" doc:"name of the player whose code was given; empty: no code"`
}

func (a *API) register(ctx context.Context, c *call.Caller, in registration) (registered, error) {
	if err := a.checkRegistration(in); err != nil {
		return registered{}, err
	}
	if err := a.barred(c); err != nil {
		return registered{}, err
	}
	tries := append(a.ByKey(c, "register:device:"+short(in.FingerprinID), registerByDevice),
		a.registering(c)...)
	if err := a.Count(ctx, tries); err != nil {
		return registered{}, err
	}
	inviter, err := a.inviter(ctx, in.SpreadCode, in.FingerprinID)
	if err != nil {
		return registered{}, err
	}
	hash, err := a.hash(ctx, a.who(c, 0), in.Password, tries)
	if err != nil {
		return registered{}, err
	}
	if phoneForm.MatchString(in.Phone) { // a name that is another player's phone would take that player's login
		if free, err := a.phoneFree(ctx, in.Phone, 0); err != nil || !free {
			return registered{}, taken(err)
		}
	}
	p, err := a.enroll(ctx, store.NewPlayer{Name: in.Phone, PasswordHash: hash, Language: c.Language.String(),
		InvitedBy: inviter.ID, Fingerprint: in.FingerprinID, At: a.Now().Truncate(time.Millisecond)})
	if err != nil {
		return registered{}, err
	}
	begun, err := a.begin(ctx, c, p.ID, nil)
	return registered{begun.Token, inviter.Name}, err
}

// taken is err, or the refusal of a name that is not free.
func taken(err error) error {
	if err != nil {
		return err
	}
	return apierr.New(protocol.CodeNameTaken)
}

func (a *API) checkRegistration(in registration) error {
	switch {
	case !accountName(in.Phone):
		return apierr.New(protocol.CodeNameFormat)
	case ofSite(in.Phone): // a name that is registered is public at once
		return apierr.New(protocol.CodeNameTaken)
	case !strongForm(in.Password):
		return apierr.New(protocol.CodePasswordFormat)
	case password.Common(in.Password, in.Phone):
		return apierr.New(protocol.CodePasswordCommon)
	case in.FingerprinID == "" || call.TooLong(in.FingerprinID, fingerprintLength):
		return apierr.New(protocol.CodeFingerprint)
	case call.TooLong(in.SpreadCode, call.SpreadCodeMax):
		return badRequest("spreadCode", "too long")
	}
	return nil
}

// accountName is spec §5: 6 to 13 letters or digits.
func accountName(s string) bool {
	return len(s) >= protocol.AccountLengthMin && len(s) <= protocol.AccountLengthMax &&
		strings.IndexFunc(s, func(r rune) bool {
			return !(letter(r) || digit(r))
		}) < 0
}

// strongForm is spec §5 with the server's length (docs/reliability-security.md, "passwords"), in code points as NIST
// SP 800-63B counts them: at most four times as many bytes are hashed.
func strongForm(s string) bool {
	return utf8.RuneCountInString(s) >= protocol.PasswordLengthMin && !call.TooLong(s, protocol.PasswordLengthMax) &&
		strings.ContainsFunc(s, letter) && strings.ContainsFunc(s, digit)
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
func digit(r rune) bool  { return r >= '0' && r <= '9' }

// inviter is the player of a spread code, nobody of none. A code that nobody has is refused, for who invited an account
// is said once, when it is made: a typing mistake could not be mended afterwards. One's own code, on the same device,
// is refused as well: no player invites themselves.
func (a *API) inviter(ctx context.Context, code, fingerprint string) (store.Player, error) {
	if code == "" {
		return store.Player{}, nil
	}
	p, err := a.Store.PlayerBySpreadCode(ctx, code)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return store.Player{}, apierr.Invalid(protocol.CodeInviterGone, "spreadCode", "nobody has this code")
	case err != nil:
		return store.Player{}, err
	case promotion.SamePerson(p, store.Player{Fingerprint: fingerprint}):
		return store.Player{}, apierr.Invalid(protocol.CodeSelfReferral, "spreadCode", "of an account on this device")
	}
	return p, nil
}

const (
	codeTries   = 5  // of spread codes that others have
	numberTries = 50 // of numbers that other processes have given; each learns of all that were given before
)

// enroll creates the account, its seed and its welcome credit in one transaction; a spread code that is taken is drawn
// again, and after a number that another process has given comes the next.
func (a *API) enroll(ctx context.Context, p store.NewPlayer) (store.Player, error) {
	var err error
	if p.ClientSeed, err = fairness.GenerateUserSeed(a.Random); err != nil {
		return store.Player{}, err
	}
	for codes, numbers := 0, 0; codes < codeTries && numbers < numberTries; {
		if p.SpreadCode, err = a.draw("23456789ABCDEFGHJKLMNPQRSTUVWXYZ", spreadCodeLength); err != nil {
			return store.Player{}, err
		}
		n, err := crand.Int(a.Random, big.NewInt(avatars))
		if err != nil {
			return store.Player{}, err
		}
		p.Avatar = fmt.Sprintf("/art/avatars/%02d.svg", n.Int64()+1)
		p.ID = a.Numbers.Take()
		created, err := a.Store.Register(ctx, p, a.welcome(p))
		switch {
		case err == nil:
			a.commitFirstSeed(ctx, created.ID)
			return created, nil
		case errors.Is(err, store.ErrNameTaken):
			a.Numbers.Back(p.ID)
			return created, apierr.New(protocol.CodeNameTaken)
		case !errors.Is(err, store.ErrConflict):
			return created, err
		}
		given, err := a.Numbers.Taken(ctx, p.ID)
		switch {
		case err != nil:
			return store.Player{}, err
		case given:
			numbers++
		default:
			codes++
		}
	}
	return store.Player{}, apierr.Wrap(protocol.CodeBusy, errors.New("no free spread code or number"))
}

// commitFirstSeed has the first seeds of a new account committed now, where none were kept ready (player.Numbers): the
// beacon that they wait for is on its way while the player looks around. The account stands without it: whoever opens
// first waits for it.
func (a *API) commitFirstSeed(ctx context.Context, id store.PlayerID) {
	if _, err := directory.Ask[player.Seeds](ctx, a.Directory, player.Kind, player.ID(id), player.Seed{}); err != nil {
		a.Logger.Warn().Err(err).Int64("player", int64(id)).Msg("first seed not committed at registration")
	}
}

// welcome is nil where a new account starts with nothing.
func (a *API) welcome(p store.NewPlayer) *store.Op {
	if a.WelcomeCents == 0 {
		return nil
	}
	return &store.Op{Key: "welcome", Kind: opWelcome, Request: sha256.Sum256([]byte(opWelcome)), At: p.At,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: a.WelcomeCents}}}
}

func (a *API) draw(alphabet string, n int) (string, error) {
	out := make([]byte, n)
	for i := range out {
		at, err := crand.Int(a.Random, big.NewInt(int64(len(alphabet))))
		if err != nil {
			return "", err
		}
		out[i] = alphabet[at.Int64()]
	}
	return string(out), nil
}

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
	if p.Bot { // the house plays them; nobody logs in as one
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
	case busy(checked): // whoever is told to come back later has every attempt then
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

// playerOf is who logs in under an account name or a bound phone; nobody is no error, so that a password is checked all
// the same.
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

// entering is an attempt at whatever costs a hash, or tells whether somebody may come in.
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

// hashed is the answer to what came of a hash, for which attempts were counted: whom the line of passwords turned away
// has tried nothing, and keeps them.
func (a *API) hashed(ctx context.Context, err error, tries []limit.Attempt) error {
	if busy(err) {
		if given := a.give(ctx, tries); given != nil {
			return given
		}
	}
	return passwordError(err)
}

// busy is whether the line of passwords has turned somebody away.
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
