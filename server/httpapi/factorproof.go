package httpapi

import (
	"context"
	"encoding/json"
	"reflect"
	"strconv"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/limit"
	"jadebox/server/secondfactor"
	"jadebox/store"
)

// How often a second factor may be guessed: by a session or a device that was in the account since it has its factors,
// and by a network that names it after the right password. Codes of an app, of which there are a million, are bounded
// for all strangers together, too, so that an owner on a new device may have to use a passkey or a recovery code while
// an attacker who has the password guesses; those cannot be guessed, and no stranger spends what a known device has.
// All known devices together have a bound of their own. What was right counts nowhere.
var (
	factorByCaller     = limit.Rate{Burst: 10, Per: 5 * time.Minute}
	factorByCallerADay = limit.Rate{Burst: 40, Per: 24 * time.Hour}
	factorByStrangers  = limit.Rate{Burst: 60, Per: 24 * time.Hour}
	factorByKnown      = limit.Rate{Burst: 200, Per: 24 * time.Hour}
)

// passkeyAnswer is an AuthenticatorAssertionResponse (WebAuthn, 5.2.2), its bytes in base64url.
type passkeyAnswer struct {
	State         string `json:"state" maxLength:"4096" doc:"of the question"`
	ID            string `json:"id" maxLength:"2048"`
	ClientData    string `json:"clientData" maxLength:"8192" doc:"clientDataJSON"`
	Authenticator string `json:"authenticator" maxLength:"8192" doc:"authenticatorData"`
	Signature     string `json:"signature" maxLength:"8192"`
}

// tryFactor counts a guess, and returns what counts, to be given back where it was right.
func (a *API) tryFactor(ctx context.Context, c *call.Caller, id store.PlayerID, app bool) ([]limit.Attempt, error) {
	key := "factor:" + numberOf(id) + ":"
	device, err := a.provedDevice(ctx, c, id)
	if err != nil {
		return nil, err
	}
	all := limit.Attempt{Key: key + "strangers", Rate: factorByStrangers}
	if device != "" {
		all = limit.Attempt{Key: key + "known", Rate: factorByKnown}
		key += "known:" + short(device)
	} else {
		key += call.Network(c.Address)
	}
	var tries []limit.Attempt
	if app {
		tries = append(tries, all)
	}
	tries = append(tries, limit.Attempt{Key: key, Rate: factorByCaller},
		limit.Attempt{Key: key + ":day", Rate: factorByCallerADay})
	if err := a.Count(ctx, tries); err != nil {
		return nil, err
	}
	return tries, nil
}

// provedDevice is deviceOf for guesses of a second factor: the password alone has made a device known that was there
// before the newest factor, and its holder of then may have kept any number of cookies.
func (a *API) provedDevice(ctx context.Context, c *call.Caller, id store.PlayerID) (string, error) {
	of, err := a.factorsOf(ctx, id)
	if err != nil {
		return "", err
	}
	return a.deviceSince(c, id, of.newest()), nil
}

func (a *API) give(ctx context.Context, tries []limit.Attempt) error {
	if err := limit.GiveAll(ctx, a.Limits, tries); err != nil {
		return call.LimitError(0, err)
	}
	return nil
}

// prove holds a code or a passkey's answer to an account's factors; each code and answer is good once.
func (a *API) prove(ctx context.Context, c *call.Caller, id store.PlayerID, code string, key *passkeyAnswer) error {
	app := key == nil && len(code) == secondfactor.CodeLength
	tries, err := a.tryFactor(ctx, c, id, app)
	if err != nil {
		return err
	}
	switch {
	case key != nil:
		err = a.proveByPasskey(ctx, c, id, *key)
	case app:
		err = a.proveByApp(ctx, id, code)
	default:
		err = a.proveByRecovery(ctx, id, code)
	}
	if err != nil {
		return err
	}
	return a.give(ctx, tries)
}

func (a *API) proveByApp(ctx context.Context, id store.PlayerID, code string) error {
	of, err := a.factorsOf(ctx, id)
	switch {
	case err != nil:
		return err
	case of.app == nil:
		return apierr.New(protocol.CodeFactorWrong)
	}
	secret, err := a.Vault.OpenSecret(sealedApp, id, of.app.Sealed)
	if err != nil {
		return err
	}
	return a.appCode(ctx, id, string(secret), code)
}

// appCode uses up a code of an app's secret: the same one is refused from then on (RFC 6238, 5.2).
func (a *API) appCode(ctx context.Context, id store.PlayerID, secret, code string) error {
	step, ok := secondfactor.Step(secret, code, a.Now())
	if ok {
		var err error
		ok, err = a.Store.Once(ctx, digest("factor step", numberOf(id), strconv.FormatInt(step, 10)),
			a.Now().Add(secondfactor.StepLife))
		if err != nil {
			return err
		}
	}
	if !ok {
		return apierr.New(protocol.CodeFactorWrong)
	}
	return nil
}

func (a *API) proveByRecovery(ctx context.Context, id store.PlayerID, typed string) error {
	code, ok := secondfactor.Recovery(typed)
	if ok {
		hash, err := a.recoveryHash(id, code)
		if err == nil {
			ok, err = a.Store.TakeFactor(ctx, id, hash)
		}
		if err != nil {
			return err
		}
	}
	if !ok {
		return apierr.New(protocol.CodeFactorWrong)
	}
	return nil
}

func (a *API) proveByPasskey(ctx context.Context, c *call.Caller, id store.PlayerID, in passkeyAnswer) error {
	keys, err := keysFor(c)
	if err != nil {
		return err
	}
	var session json.RawMessage
	h, err := a.release(heldAnswer, id, in.State, &session)
	if err != nil {
		return err
	}
	_, of, owner, err := a.owns(ctx, id)
	if err != nil {
		return err
	}
	key, err := keys.Proved(owner, session, secondfactor.Answer{ID: in.ID, ClientData: in.ClientData,
		Authenticator: in.Authenticator, Signature: in.Signature})
	if err != nil {
		return apierr.Wrap(protocol.CodeFactorWrong, err)
	}
	if err := a.spend(ctx, h); err != nil {
		return err
	}
	name := digest("factor passkey", string(key.ID()))
	for _, f := range of.keys {
		if f.ID != name {
			continue
		}
		before := f.Sealed
		if f.Sealed, err = a.sealKey(id, key); err != nil {
			return err
		}
		f.Used = a.Now().Truncate(time.Millisecond)
		used, err := a.Store.UseFactor(ctx, id, f, before)
		if err == nil && !used { // ended meanwhile, or its counter moved on by another answer
			err = apierr.New(protocol.CodeFactorWrong)
		}
		return err
	}
	return apierr.New(protocol.CodeFactorWrong)
}

func (a *API) askPasskey(ctx context.Context, c *call.Caller, _ call.None) (passkeyOptions, error) {
	return a.questionOf(ctx, c, c.Player())
}

// questionsOf bounds what costs a look into the store and nothing else.
var questionsOf = limit.Rate{Burst: 30, Per: 5 * time.Minute}

func (a *API) questionOf(ctx context.Context, c *call.Caller, id store.PlayerID) (passkeyOptions, error) {
	if err := a.Limit(ctx, c, "factor:question:"+numberOf(id)+":"+call.Network(c.Address), questionsOf); err != nil {
		return passkeyOptions{}, err
	}
	keys, err := keysFor(c)
	if err != nil {
		return passkeyOptions{}, err
	}
	_, of, owner, err := a.owns(ctx, id)
	switch {
	case err != nil:
		return passkeyOptions{}, err
	case len(of.keys) == 0:
		return passkeyOptions{}, apierr.New(protocol.CodeNotFound)
	}
	asked, session, err := keys.Ask(owner)
	if err != nil {
		return passkeyOptions{}, err
	}
	state, err := a.hold(heldAnswer, id, json.RawMessage(session))
	return optionsOf(asked, "", state), err
}

// secondAsked comes with CodeSecondFactor.
type secondAsked struct {
	By      []string `json:"by" enum:"app,passkey,recovery" doc:"what proves it"`
	Pending string   `json:"pending" doc:"the login so far, good for ten minutes; of POST /api/user/confirm empty"`
}

// asksSecond is what a refusal tells that asks for a second factor.
var asksSecond = map[protocol.Code]reflect.Type{protocol.CodeSecondFactor: reflect.TypeFor[secondAsked]()}

// pendingLogin is a login that lacks its second factor.
type pendingLogin struct {
	Player store.PlayerID `json:"player"`
	Basis  []byte         `json:"basis"` // what it was begun with: it is over when that changes
}

func basisOf(p store.Player) []byte {
	sum := digest("login", p.PasswordHash, p.SteamID)
	return sum[:]
}

// second refuses a login of an account with a second factor until that is proved, too.
func (a *API) second(ctx context.Context, p store.Player) error {
	of, err := a.factorsOf(ctx, p.ID)
	if err != nil {
		return err
	}
	by := of.ways()
	if len(by) == 0 {
		return nil
	}
	pending, err := a.hold(heldPending, 0, pendingLogin{p.ID, basisOf(p)})
	if err != nil {
		return err
	}
	return call.With(apierr.New(protocol.CodeSecondFactor), secondAsked{by, pending})
}

// pendingOf is the account of a login that lacks its second factor.
func (a *API) pendingOf(ctx context.Context, text string) (store.Player, held, error) {
	var in pendingLogin
	h, err := a.release(heldPending, 0, text, &in)
	if err != nil {
		return store.Player{}, h, apierr.New(protocol.CodeCredentials) // over: the player logs in anew
	}
	p, err := a.Store.LoadPlayer(ctx, in.Player)
	if err == nil && string(basisOf(p)) != string(in.Basis) {
		err = apierr.New(protocol.CodeCredentials)
	}
	return p, h, err
}

// pendingNamed is what a call says of a login.
type pendingNamed struct {
	Pending string `json:"pending" maxLength:"4096" doc:"of the refusal"`
}

func (a *API) loginPasskey(ctx context.Context, c *call.Caller, in pendingNamed) (passkeyOptions, error) {
	p, _, err := a.pendingOf(ctx, in.Pending)
	if err != nil {
		return passkeyOptions{}, err
	}
	return a.questionOf(ctx, c, p.ID)
}

// loginProof is a second factor: one of both.
type loginProof struct {
	Pending string         `json:"pending" maxLength:"4096" doc:"of the refusal"`
	Code    string         `json:"code,omitempty" maxLength:"32" doc:"of the app, or a recovery code"`
	Passkey *passkeyAnswer `json:"passkey,omitempty"`
}

func (a *API) loginProof(ctx context.Context, c *call.Caller, in loginProof) (token, error) {
	p, h, err := a.pendingOf(ctx, in.Pending)
	if err != nil {
		return token{}, err
	}
	if err := a.barred(c); err != nil { // before a code is used up for nothing
		return token{}, err
	}
	device, err := a.provedDevice(ctx, c, p.ID)
	if err == nil && device == "" {
		err = a.Count(ctx, a.entering(c))
	}
	if err == nil {
		err = a.prove(ctx, c, p.ID, in.Code, in.Passkey)
	}
	if err != nil {
		return token{}, err
	}
	if err := a.spend(ctx, h); err != nil {
		return token{}, err
	}
	return a.enter(ctx, c, p, true)
}

// accountOf is an account with its second factors.
func (a *API) accountOf(ctx context.Context, id store.PlayerID) (p store.Player, of factorsOf, err error) {
	if p, err = a.Store.LoadPlayer(ctx, id); err == nil {
		of, err = a.factorsOf(ctx, id)
	}
	return p, of, err
}

// firstTakesPassword is whether an account gives its password in the call that sets up a factor. Its first one shuts
// out a caller that lacks it, and a session that has just begun, which proves its player everywhere else, is what an
// attacker may have stolen. A further factor is proved by those that there are, and an account without a password by a
// login.
func firstTakesPassword(p store.Player, of factorsOf) bool {
	return len(of.ways()) == 0 && p.PasswordHash != ""
}

// beginsFactor is proved for what begins to set up a factor, unless its end takes the password.
func (a *API) beginsFactor(ctx context.Context, c *call.Caller) (store.Player, error) {
	p, of, err := a.accountOf(ctx, c.Player())
	if err == nil && !firstTakesPassword(p, of) {
		err = a.proved(ctx, c)
	}
	return p, err
}

// setsFactor is proved for what sets up a factor, or holds the password to the account's.
func (a *API) setsFactor(ctx context.Context, c *call.Caller, given string) error {
	p, of, err := a.accountOf(ctx, c.Player())
	switch {
	case err != nil:
		return err
	case firstTakesPassword(p, of):
		return a.confirm(ctx, c, confirmation{given})
	}
	return a.proved(ctx, c)
}

// secondAgain refuses a proof by password of an account that has a second factor.
func (a *API) secondAgain(ctx context.Context, id store.PlayerID) error {
	of, err := a.factorsOf(ctx, id)
	if by := of.ways(); err == nil && len(by) > 0 {
		err = call.With(apierr.New(protocol.CodeSecondFactor), secondAsked{By: by})
	}
	return err
}

// provedByFactor is proved for calls that take the password itself: of an account with a second factor that is not
// enough.
func (a *API) provedByFactor(ctx context.Context, c *call.Caller) error {
	of, err := a.factorsOf(ctx, c.Player())
	if err == nil && len(of.ways()) > 0 {
		err = a.proved(ctx, c)
	}
	return err
}

// provedOrPassword takes the password, with a second factor where there is one. An account without a password, which
// came by Steam, has a login to prove itself by.
func (a *API) provedOrPassword(ctx context.Context, c *call.Caller, in confirmation) error {
	p, err := a.Store.LoadPlayer(ctx, c.Player())
	switch {
	case err != nil:
		return err
	case p.PasswordHash == "":
		return a.proved(ctx, c)
	}
	if err := a.provedByFactor(ctx, c); err != nil {
		return err
	}
	return a.confirm(ctx, c, in)
}
