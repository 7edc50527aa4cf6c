package secondfactor

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"jadebox/store"
)

// ErrPasskey means that a browser's answer does not prove what was asked for.
var ErrPasskey = errors.New("secondfactor: the passkey's answer is not good")

// ErrOrigin means that a page of this origin can have no passkeys: browsers take domains and localhost, no addresses.
var ErrOrigin = errors.New("secondfactor: no passkeys for this origin")

// Keys makes and checks passkeys of one origin.
type Keys struct{ web *webauthn.WebAuthn }

// Key is a passkey as it is kept: its public half, its counter and what its browser said of it.
type Key struct{ credential webauthn.Credential }

// KeysFor returns the passkeys of the pages of an origin, https://play.example.
func KeysFor(origin string) (Keys, error) {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" {
		return Keys{}, fmt.Errorf("%w: %s", ErrOrigin, origin)
	}
	web, err := webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: issuer, RPOrigins: []string{origin}})
	if err != nil {
		return Keys{}, fmt.Errorf("%w: %w", ErrOrigin, err)
	}
	return Keys{web}, nil
}

// Owner is whose passkeys they are.
type Owner struct {
	Player store.PlayerID
	Name   string
	Keys   []Key
}

// WebAuthnID implements webauthn.User.
func (o Owner) WebAuthnID() []byte { return binary.BigEndian.AppendUint64(nil, uint64(o.Player)) }

// WebAuthnName implements webauthn.User.
func (o Owner) WebAuthnName() string { return o.Name }

// WebAuthnDisplayName implements webauthn.User.
func (o Owner) WebAuthnDisplayName() string { return o.Name }

// WebAuthnCredentials implements webauthn.User.
func (o Owner) WebAuthnCredentials() []webauthn.Credential {
	list := make([]webauthn.Credential, len(o.Keys))
	for i, k := range o.Keys {
		list[i] = k.credential
	}
	return list
}

// Options are what a browser needs to make or use a passkey; bytes are base64url, as browsers give them back.
type Options struct {
	Challenge string
	RPID      string
	User      []byte   // who a new passkey is for
	Keys      [][]byte // that may answer; of a new one: that the player has already
}

// Begin asks for a new passkey. The state that it returns is given back to Made and must stay secret or sealed.
func (k Keys) Begin(o Owner) (Options, []byte, error) {
	exclude := make([]protocol.CredentialDescriptor, len(o.Keys))
	for i, key := range o.Keys {
		exclude[i] = key.credential.Descriptor()
	}
	asked, session, err := k.web.BeginRegistration(o, webauthn.WithExclusions(exclude),
		webauthn.WithResidentKeyRequirement(protocol.ResidentKeyRequirementPreferred),
		webauthn.WithConveyancePreference(protocol.PreferNoAttestation))
	if err != nil {
		return Options{}, nil, fmt.Errorf("secondfactor: %w", err)
	}
	state, err := json.Marshal(session)
	return Options{Challenge: asked.Response.Challenge.String(), RPID: asked.Response.RelyingParty.ID,
		User: o.WebAuthnID(), Keys: o.ids()}, state, err
}

// Ask asks one of the owner's passkeys for a proof.
func (k Keys) Ask(o Owner) (Options, []byte, error) {
	asked, session, err := k.web.BeginLogin(o)
	if err != nil {
		return Options{}, nil, fmt.Errorf("secondfactor: %w", err)
	}
	state, err := json.Marshal(session)
	return Options{Challenge: asked.Response.Challenge.String(), RPID: asked.Response.RelyingPartyID,
		Keys: o.ids()}, state, err
}

func (o Owner) ids() [][]byte {
	ids := make([][]byte, len(o.Keys))
	for i, k := range o.Keys {
		ids[i] = k.credential.ID
	}
	return ids
}

// Made is a browser's answer to Begin: the fields of an AuthenticatorAttestationResponse, in base64url.
type Made struct{ ID, ClientData, Attestation string }

// Answer is a browser's answer to Ask: the fields of an AuthenticatorAssertionResponse, in base64url.
type Answer struct{ ID, ClientData, Authenticator, Signature string }

const keyType = "public-key"

// Made returns the passkey that an answer to Begin brings, or ErrPasskey.
func (k Keys) Made(o Owner, state []byte, m Made) (Key, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(state, &session); err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	raw, err := json.Marshal(map[string]any{"id": m.ID, "rawId": m.ID, "type": keyType,
		"response": map[string]string{"clientDataJSON": m.ClientData, "attestationObject": m.Attestation}})
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(raw)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	credential, err := k.web.CreateCredential(o, session, parsed)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	// It was checked, and says more of the device than is used.
	credential.Attestation = webauthn.CredentialAttestation{}
	return Key{*credential}, nil
}

// Proved returns the passkey that an answer to Ask proves, with its counter moved on, or ErrPasskey: also for one whose
// counter went back, which was copied (WebAuthn, 6.1.1).
func (k Keys) Proved(o Owner, state []byte, a Answer) (Key, error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(state, &session); err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	raw, err := json.Marshal(map[string]any{"id": a.ID, "rawId": a.ID, "type": keyType,
		"response": map[string]string{"clientDataJSON": a.ClientData, "authenticatorData": a.Authenticator,
			"signature": a.Signature}})
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(raw)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	credential, err := k.web.ValidateLogin(o, session, parsed)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	if credential.Authenticator.CloneWarning {
		return Key{}, fmt.Errorf("%w: its counter went back", ErrPasskey)
	}
	return Key{*credential}, nil
}

// ID names the passkey to its browser.
func (k Key) ID() []byte { return k.credential.ID }

// MarshalJSON implements json.Marshaler.
func (k Key) MarshalJSON() ([]byte, error) { return json.Marshal(k.credential) }

// UnmarshalJSON implements json.Unmarshaler.
func (k *Key) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &k.credential) }
