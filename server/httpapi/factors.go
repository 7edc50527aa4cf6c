package httpapi

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/secondfactor"
	"jadebox/store"
)

// Bounds of what a player sets up.
const (
	passkeysMax   = 10
	keyNameLength = 40   // characters
	keyTextLength = 8192 // of a field that a browser answers with
)

func (a *API) factors() {
	call.Add(a, call.Route{Name: "user.factors", Method: http.MethodGet, Path: "/api/user/factors",
		Access:  call.NeedsPlayer,
		Summary: "The account's second factors: an authenticator app, passkeys, and how many recovery codes are left."},
		a.ownFactors)
	call.Add(a, confirmed(call.Route{Name: "user.beginApp", Method: http.MethodPost,
		Path: "/api/user/factors/app/begin", Access: call.NeedsPlayer, OnDevice: true,
		Summary: "The secret for an authenticator app (TOTP, RFC 6238), which holds once a code of it is shown."}),
		a.beginApp)
	call.Add(a, confirmed(call.Route{Name: "user.setApp", Method: http.MethodPost, Path: "/api/user/factors/app",
		Access: call.NeedsPlayer, OnDevice: true,
		Summary: "Sets up an authenticator app with a code of it, instead of one of before. Every other session ends, and " +
			"this one goes on under the token of the answer. The first factor takes the account's password, and brings ten " +
			"recovery codes, shown once.",
		Errors: []protocol.Code{protocol.CodeFactorWrong, protocol.CodeCredentials, protocol.CodeRateLimited,
			protocol.CodeBusy}}), a.setApp)
	call.Add(a, confirmed(call.Route{Name: "user.beginPasskey", Method: http.MethodPost,
		Path: "/api/user/factors/passkey/begin", Access: call.NeedsPlayer, OnDevice: true,
		Summary: "What navigator.credentials.create needs for a passkey of this site.",
		Errors:  []protocol.Code{protocol.CodeLimit, protocol.CodeOrigin}}), a.beginPasskey)
	call.Add(a, confirmed(call.Route{Name: "user.addPasskey", Method: http.MethodPost,
		Path: "/api/user/factors/passkey", Access: call.NeedsPlayer, OnDevice: true,
		Summary: "Adds the passkey that a browser made. Every other session ends, and this one goes on under the token of " +
			"the answer. The first factor takes the account's password, and brings ten recovery codes, shown once.",
		Errors: []protocol.Code{protocol.CodeFactorWrong, protocol.CodeCredentials, protocol.CodeLimit,
			protocol.CodeOrigin, protocol.CodeRateLimited, protocol.CodeBusy}}), a.addPasskey)
	call.Add(a, call.Route{Name: "user.endFactor", Method: http.MethodPost, Path: "/api/user/factors/end",
		Access: call.NeedsPlayer, StepUp: true, OnDevice: true,
		Summary: "Takes the app or a passkey off the account; recovery codes go with the last. Every other session ends, " +
			"and this one goes on under the token of the answer. Anybody else's is not there.",
		Errors: []protocol.Code{protocol.CodeNotFound}}, a.endFactor)
	call.Add(a, call.Route{Name: "user.recoveryCodes", Method: http.MethodPost, Path: "/api/user/factors/recovery",
		Access: call.NeedsPlayer, StepUp: true, OnDevice: true,
		Summary: "Ten new recovery codes, shown once, each good once; those of before are good for nothing any more. Every " +
			"other session ends, and this one goes on under the token of the answer.",
		Errors: []protocol.Code{protocol.CodeNotFound}}, a.newRecovery)
	call.Add(a, call.Route{Name: "user.askPasskey", Method: http.MethodPost, Path: "/api/user/confirm/passkey",
		Access: call.NeedsPlayer, OnDevice: true,
		Summary: "What navigator.credentials.get needs to prove by a passkey who the player of this session is.",
		Errors:  []protocol.Code{protocol.CodeNotFound, protocol.CodeOrigin, protocol.CodeRateLimited}}, a.askPasskey)
	call.Add(a, call.Route{Name: "user.loginPasskey", Method: http.MethodPost, Path: "/api/user/login/passkey",
		Access:  call.Viewer,
		Summary: "What navigator.credentials.get needs to end a login that was refused with 4012.",
		Errors: []protocol.Code{protocol.CodeCredentials, protocol.CodeNotFound, protocol.CodeOrigin,
			protocol.CodeRateLimited}}, a.loginPasskey)
	call.Add(a, call.Route{Name: "user.loginProof", Method: http.MethodPost, Path: "/api/user/login/proof",
		Access: call.Viewer,
		Summary: "Ends a login that was refused with 4012: by a code of the app, a recovery code or a passkey. The session " +
			"of a token that came with the request ends.",
		Errors: []protocol.Code{protocol.CodeCredentials, protocol.CodeFactorWrong, protocol.CodeExcluded,
			protocol.CodeSuspended, protocol.CodeRateLimited, protocol.CodeBusy}},
		entry("second factor", a.loginProof))
}

// factorsOf is what an account has.
type factorsOf struct {
	app      *store.Factor
	keys     []store.Factor
	recovery int
}

func (a *API) factorsOf(ctx context.Context, id store.PlayerID) (of factorsOf, err error) {
	list, err := a.Store.Factors(ctx, id)
	for _, f := range list {
		switch f.Kind {
		case store.FactorApp:
			of.app = &f
		case store.FactorPasskey:
			of.keys = append(of.keys, f)
		case store.FactorRecovery:
			of.recovery++
		}
	}
	return of, err
}

// ways are what proves an account with a second factor; nil where it has none.
func (of factorsOf) ways() (by []string) {
	if of.app != nil {
		by = append(by, byApp)
	}
	if len(of.keys) > 0 {
		by = append(by, byPasskey)
	}
	if len(by) > 0 && of.recovery > 0 {
		by = append(by, byRecovery)
	}
	return by
}

// newest is when the last of the factors was set up; the zero time where there is none.
func (of factorsOf) newest() (at time.Time) {
	if of.app != nil {
		at = of.app.At
	}
	for _, f := range of.keys {
		if f.At.After(at) {
			at = f.At
		}
	}
	return at
}

// owner is who a browser's passkeys belong to.
func (a *API) owner(p store.Player, of factorsOf) (secondfactor.Owner, error) {
	o := secondfactor.Owner{Player: p.ID, Name: p.Login}
	for _, f := range of.keys {
		raw, err := a.Vault.OpenSecret(sealedKey, p.ID, f.Sealed)
		if err != nil {
			return o, err
		}
		var key secondfactor.Key
		if err := json.Unmarshal(raw, &key); err != nil {
			return o, err
		}
		o.Keys = append(o.Keys, key)
	}
	return o, nil
}

// What the vault seals of a factor.
const (
	sealedApp = "factor app"
	sealedKey = "factor passkey"
)

// ownPasskey is a passkey as its player sees it.
type ownPasskey struct {
	ID     string `json:"id" doc:"names it in a call that ends it"`
	Name   string `json:"name"`
	AtMS   int64  `json:"atMs"`
	UsedMS int64  `json:"usedMs" doc:"its last use; 0: none"`
}

// ownFactors are an account's.
type ownFactors struct {
	App      string       `json:"app" doc:"names the authenticator app in a call that ends it; empty: there is none"`
	AppMS    int64        `json:"appMs" doc:"when it was set up; 0: there is none"`
	Passkeys []ownPasskey `json:"passkeys"`
	Recovery int          `json:"recovery" doc:"recovery codes that are left"`
	Keys     bool         `json:"keys" doc:"this address of the site can have passkeys: browsers take domains and localhost"`
	Password bool         `json:"password" doc:"what sets up a factor takes the account's password"`
}

func (a *API) ownFactors(ctx context.Context, c *call.Caller, _ call.None) (ownFactors, error) {
	p, of, err := a.accountOf(ctx, c.Player())
	if err != nil {
		return ownFactors{}, err
	}
	_, noKeys := secondfactor.KeysFor(c.Origin)
	out := ownFactors{Passkeys: []ownPasskey{}, Recovery: of.recovery, Keys: noKeys == nil,
		Password: firstTakesPassword(p, of)}
	if of.app != nil {
		out.App, out.AppMS = factorID(*of.app), of.app.At.UnixMilli()
	}
	for _, f := range of.keys {
		k := ownPasskey{ID: factorID(f), Name: f.Name, AtMS: f.At.UnixMilli()}
		if !f.Used.IsZero() {
			k.UsedMS = f.Used.UnixMilli()
		}
		out.Passkeys = append(out.Passkeys, k)
	}
	return out, nil
}

// numberOf is an account's number in a key.
func numberOf(id store.PlayerID) string { return strconv.FormatInt(int64(id), 10) }

func factorID(f store.Factor) string { return hex.EncodeToString(f.ID[:16]) }

// appSecret is what an authenticator app is set up with.
type appSecret struct {
	Secret string `json:"secret" doc:"base32, to type where nothing scans"`
	URI    string `json:"uri" doc:"otpauth: address, to scan as a QR code"`
	State  string `json:"state" doc:"comes back with the code"`
}

func (a *API) beginApp(ctx context.Context, c *call.Caller, _ call.None) (appSecret, error) {
	p, err := a.beginsFactor(ctx, c)
	if err != nil {
		return appSecret{}, err
	}
	secret, err := secondfactor.NewSecret(a.Random)
	if err != nil {
		return appSecret{}, err
	}
	state, err := a.hold(heldApp, p.ID, secret)
	return appSecret{secret, secondfactor.URI(secret, p.Login), state}, err
}

// appCode shows that an app has the secret.
type appCode struct {
	State    string `json:"state" maxLength:"4096" doc:"of the begin"`
	Code     string `json:"code" maxLength:"6"`
	Password string `json:"password,omitempty" maxLength:"64" doc:"of a first factor"`
}

// factorSet is the answer to a change of factors.
type factorSet struct {
	Token    string   `json:"token"`
	Recovery []string `json:"recovery" doc:"new codes, ten or none: each good once, never shown again"`
}

func (a *API) setApp(ctx context.Context, c *call.Caller, in appCode) (factorSet, error) {
	var secret string
	h, err := a.release(heldApp, c.Player(), in.State, &secret)
	if err != nil {
		return factorSet{}, err
	}
	if err := a.setsFactor(ctx, c, in.Password); err != nil {
		return factorSet{}, err
	}
	tries, err := a.tryFactor(ctx, c, c.Player(), true)
	if err != nil {
		return factorSet{}, err
	}
	if err := a.appCode(ctx, c.Player(), secret, in.Code); err != nil {
		return factorSet{}, err
	}
	if err := a.give(ctx, tries); err != nil {
		return factorSet{}, err
	}
	sealed, err := a.Vault.SealSecret(sealedApp, c.Player(), []byte(secret))
	if err != nil {
		return factorSet{}, err
	}
	return a.putFactor(ctx, c, h, store.Factor{ID: digest("factor app"), Kind: store.FactorApp, Sealed: sealed},
		store.FactorApp)
}

// putFactor adds a factor instead of those of some kinds, the recovery codes with the first, and goes on in a session
// of which there is no other copy.
func (a *API) putFactor(ctx context.Context, c *call.Caller, h held, f store.Factor,
	instead ...store.FactorKind) (factorSet, error) {
	of, err := a.factorsOf(ctx, c.Player())
	if err == nil {
		err = a.spend(ctx, h)
	}
	if err != nil {
		return factorSet{}, err
	}
	f.At = a.Now().Truncate(time.Millisecond)
	added, codes := []store.Factor{f}, []string{}
	if len(of.ways()) == 0 {
		var fresh []store.Factor
		if codes, fresh, err = a.recoveryCodes(c.Player()); err != nil {
			return factorSet{}, err
		}
		added, instead = append(added, fresh...), append(instead, store.FactorRecovery)
	}
	err = a.Store.PutFactors(ctx, c.Player(), instead, added)
	if errors.Is(err, store.ErrConflict) { // the same passkey, once more
		err = apierr.New(protocol.CodeFactorWrong)
	}
	if err != nil {
		return factorSet{}, err
	}
	t, err := a.renewAlone(ctx, c, true)
	if err == nil {
		a.remember(c, c.Player()) // what it kept from before the factor is not enough for guesses
	}
	return factorSet{t.Token, codes}, err
}

// recoveryCodes draws ten. The store gets keyed hashes.
func (a *API) recoveryCodes(id store.PlayerID) (shown []string, kept []store.Factor, err error) {
	if shown, err = secondfactor.NewRecoveryCodes(a.Random); err != nil {
		return nil, nil, err
	}
	for _, text := range shown {
		code, _ := secondfactor.Recovery(text)
		hash, err := a.recoveryHash(id, code)
		if err != nil {
			return nil, nil, err
		}
		kept = append(kept, store.Factor{ID: hash, Kind: store.FactorRecovery, At: a.Now().Truncate(time.Millisecond)})
	}
	return shown, kept, nil
}

func (a *API) recoveryHash(id store.PlayerID, code string) ([32]byte, error) {
	return a.Vault.Fingerprint("recovery code", numberOf(id)+"\x00"+code)
}

// passkeyOptions are those of navigator.credentials.create or get; bytes are base64url.
type passkeyOptions struct {
	State     string   `json:"state" doc:"comes back with the answer"`
	Challenge string   `json:"challenge"`
	RPID      string   `json:"rpId" doc:"the site"`
	User      string   `json:"user" doc:"user handle of a new passkey, else empty"`
	Name      string   `json:"name" doc:"of that user"`
	Keys      []string `json:"keys" doc:"ids of passkeys: that may answer, or of a new one, that there are already"`
}

func optionsOf(o secondfactor.Options, name, state string) passkeyOptions {
	out := passkeyOptions{State: state, Challenge: o.Challenge, RPID: o.RPID, Name: name,
		User: base64.RawURLEncoding.EncodeToString(o.User), Keys: []string{}}
	for _, id := range o.Keys {
		out.Keys = append(out.Keys, base64.RawURLEncoding.EncodeToString(id))
	}
	return out
}

// keysFor are the passkeys of the pages of the caller's origin.
func keysFor(c *call.Caller) (secondfactor.Keys, error) {
	keys, err := secondfactor.KeysFor(c.Origin)
	if err != nil {
		err = apierr.Wrap(protocol.CodeOrigin, err)
	}
	return keys, err
}

func (a *API) beginPasskey(ctx context.Context, c *call.Caller, _ call.None) (passkeyOptions, error) {
	keys, err := keysFor(c)
	if err != nil {
		return passkeyOptions{}, err
	}
	if _, err := a.beginsFactor(ctx, c); err != nil {
		return passkeyOptions{}, err
	}
	p, of, owner, err := a.owns(ctx, c.Player())
	switch {
	case err != nil:
		return passkeyOptions{}, err
	case len(of.keys) >= passkeysMax:
		return passkeyOptions{}, apierr.New(protocol.CodeLimit)
	}
	asked, session, err := keys.Begin(owner)
	if err != nil {
		return passkeyOptions{}, err
	}
	state, err := a.hold(heldKey, p.ID, json.RawMessage(session))
	return optionsOf(asked, p.Login, state), err
}

func (a *API) owns(ctx context.Context, id store.PlayerID) (p store.Player, of factorsOf, o secondfactor.Owner,
	err error) {
	if p, of, err = a.accountOf(ctx, id); err == nil {
		o, err = a.owner(p, of)
	}
	return p, of, o, err
}

// madePasskey is an AuthenticatorAttestationResponse (WebAuthn, 5.2.1), its bytes in base64url.
type madePasskey struct {
	State       string `json:"state" maxLength:"4096" doc:"of the begin"`
	Name        string `json:"name" maxLength:"40" doc:"the player's own word for it"`
	ID          string `json:"id" maxLength:"2048"`
	ClientData  string `json:"clientData" maxLength:"8192" doc:"clientDataJSON"`
	Attestation string `json:"attestation" maxLength:"8192" doc:"attestationObject"`
	Password    string `json:"password,omitempty" maxLength:"64" doc:"of a first factor"`
}

func (a *API) addPasskey(ctx context.Context, c *call.Caller, in madePasskey) (factorSet, error) {
	name := strings.TrimSpace(in.Name)
	if name == "" || call.TooLong(name, keyNameLength) {
		return factorSet{}, badRequest("name", "empty, or more than 40 characters")
	}
	for _, text := range []string{in.ClientData, in.Attestation, in.ID} {
		if call.TooLong(text, keyTextLength) {
			return factorSet{}, badRequest("attestation", "too long")
		}
	}
	keys, err := keysFor(c)
	if err != nil {
		return factorSet{}, err
	}
	var session json.RawMessage
	h, err := a.release(heldKey, c.Player(), in.State, &session)
	if err == nil {
		err = a.setsFactor(ctx, c, in.Password)
	}
	if err != nil {
		return factorSet{}, err
	}
	_, of, owner, err := a.owns(ctx, c.Player())
	switch {
	case err != nil:
		return factorSet{}, err
	case len(of.keys) >= passkeysMax:
		return factorSet{}, apierr.New(protocol.CodeLimit)
	}
	key, err := keys.Made(owner, session, secondfactor.Made{ID: in.ID, ClientData: in.ClientData,
		Attestation: in.Attestation})
	if err != nil {
		return factorSet{}, apierr.Wrap(protocol.CodeFactorWrong, err)
	}
	sealed, err := a.sealKey(c.Player(), key)
	if err != nil {
		return factorSet{}, err
	}
	return a.putFactor(ctx, c, h, store.Factor{ID: digest("factor passkey", string(key.ID())),
		Kind: store.FactorPasskey, Sealed: sealed, Name: name})
}

func (a *API) sealKey(id store.PlayerID, key secondfactor.Key) ([]byte, error) {
	raw, err := json.Marshal(key)
	if err != nil {
		return nil, err
	}
	return a.Vault.SealSecret(sealedKey, id, raw)
}

// factorNamed is what a call says of a factor.
type factorNamed struct {
	ID string `json:"id" minLength:"32" maxLength:"32" doc:"of GET /api/user/factors"`
}

func (a *API) endFactor(ctx context.Context, c *call.Caller, in factorNamed) (token, error) {
	list, err := a.Store.Factors(ctx, c.Player())
	if err != nil {
		return token{}, err
	}
	i := slices.IndexFunc(list, func(f store.Factor) bool {
		return f.Kind != store.FactorRecovery && factorID(f) == in.ID
	})
	if i < 0 {
		return token{}, apierr.New(protocol.CodeNotFound)
	}
	if _, err := a.Store.TakeFactor(ctx, c.Player(), list[i].ID); err != nil {
		return token{}, err
	}
	of, err := a.factorsOf(ctx, c.Player())
	if err == nil && len(of.ways()) == 0 {
		err = a.Store.PutFactors(ctx, c.Player(), []store.FactorKind{store.FactorRecovery}, nil)
	}
	if err != nil {
		return token{}, err
	}
	return a.renewAlone(ctx, c, false) // which has proved nothing
}

func (a *API) newRecovery(ctx context.Context, c *call.Caller, _ call.None) (factorSet, error) {
	of, err := a.factorsOf(ctx, c.Player())
	if err == nil && len(of.ways()) == 0 {
		err = apierr.New(protocol.CodeNotFound)
	}
	if err != nil {
		return factorSet{}, err
	}
	codes, kept, err := a.recoveryCodes(c.Player())
	if err == nil {
		err = a.Store.PutFactors(ctx, c.Player(), []store.FactorKind{store.FactorRecovery}, kept)
	}
	if err != nil {
		return factorSet{}, err
	}
	t, err := a.renewAlone(ctx, c, false)
	return factorSet{t.Token, codes}, err
}
