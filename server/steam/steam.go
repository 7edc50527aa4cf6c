// Package steam checks logins by OpenID 2.0, by hand: one provider, one form of identity, nothing discovered.
//
// Deliberately absent: sessions and accounts, which the calls know; associations (every answer is asked back).
package steam

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"jadebox/store"
)

const (
	// Endpoint is the real provider's.
	Endpoint = "https://steamcommunity.com/openid/login"

	namespace  = "http://specs.openid.net/auth/2.0"
	selectID   = namespace + "/identifier_select"
	nonceLife  = 5 * time.Minute
	askWithin  = 10 * time.Second
	answerMax  = 4 << 10 // bytes
	fieldMax   = 1 << 10
	nonceStamp = "2006-01-02T15:04:05Z"
)

// ErrRefused means that an answer is not the provider's word about this login.
var ErrRefused = errors.New("steam: refused")

// NonceStore keeps which answers were used.
type NonceStore interface {
	Once(ctx context.Context, id [32]byte, until time.Time) (bool, error)
}

// Provider is where players log in.
type Provider struct {
	Endpoint string // where the browser goes, and where answers are asked back
	Identity string // prefix of claimed ids: "https://steamcommunity.com/openid/id/"
	// where answers are asked back when it differs, as for a provider behind this very server; "" = Endpoint
	Ask    string
	Client *http.Client
	Nonces NonceStore
	Now    store.Clock
}

// Answer is what comes back with the browser: the fields of OpenID 2.0 §10.1, each once, and no others.
type Answer struct {
	NS            string `json:"openid.ns"`
	Mode          string `json:"openid.mode"`
	Endpoint      string `json:"openid.op_endpoint"`
	ClaimedID     string `json:"openid.claimed_id"`
	Identity      string `json:"openid.identity"`
	ReturnTo      string `json:"openid.return_to"`
	ResponseNonce string `json:"openid.response_nonce"`
	AssocHandle   string `json:"openid.assoc_handle"`
	Signed        string `json:"openid.signed"`
	Sig           string `json:"openid.sig"`
}

// Address is where a browser goes to log in and come back to returnTo, which must lie under realm.
func (p *Provider) Address(returnTo, realm string) string {
	return p.Endpoint + "?" + url.Values{"openid.ns": {namespace}, "openid.mode": {"checkid_setup"},
		"openid.return_to": {returnTo},
		"openid.realm":     {realm}, "openid.identity": {selectID}, "openid.claimed_id": {selectID}}.Encode()
}

var steamID = regexp.MustCompile(`^7656119\d{10}$`)

// mustSign is what the signature has to cover (OpenID 2.0 §10.1).
var mustSign = []string{"op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"}

// Verify returns the Steam id that the provider vouches for, once. returnTo is the exact address that was given to
// Address.
func (p *Provider) Verify(ctx context.Context, a Answer, returnTo string) (string, error) {
	id, ours := strings.CutPrefix(a.ClaimedID, p.Identity)
	signed := strings.Split(a.Signed, ",")
	switch {
	case a.NS != namespace || a.Mode != "id_res" || a.Endpoint != p.Endpoint:
		return "", fmt.Errorf("%w: mode or endpoint", ErrRefused)
	case !ours || !steamID.MatchString(id) || a.Identity != a.ClaimedID:
		return "", fmt.Errorf("%w: identity", ErrRefused)
	case returnTo == "" || a.ReturnTo != returnTo:
		return "", fmt.Errorf("%w: return_to", ErrRefused)
	case slices.ContainsFunc(mustSign, func(name string) bool { return !slices.Contains(signed, name) }):
		return "", fmt.Errorf("%w: not all is signed", ErrRefused)
	}
	for _, v := range a.fields() {
		if len(v) > fieldMax || strings.ContainsAny(v, "\r\n") {
			return "", fmt.Errorf("%w: a field", ErrRefused)
		}
	}
	at, err := nonceTime(a.ResponseNonce)
	now := p.Now()
	if err != nil || now.Sub(at) > nonceLife || at.Sub(now) > nonceLife {
		return "", fmt.Errorf("%w: nonce", ErrRefused)
	}
	if err := p.check(ctx, a); err != nil {
		return "", err
	}
	// Marked last: a forged answer must not use up the nonce of a true one.
	first, err := p.Nonces.Once(ctx, sha256.Sum256([]byte("steam "+a.Endpoint+" "+a.ResponseNonce)),
		at.Add(2*nonceLife))
	if err != nil {
		return "", fmt.Errorf("steam: %w", err)
	}
	if !first {
		return "", fmt.Errorf("%w: used", ErrRefused)
	}
	return id, nil
}

func nonceTime(nonce string) (time.Time, error) {
	if len(nonce) < len(nonceStamp) {
		return time.Time{}, ErrRefused
	}
	return time.Parse(nonceStamp, nonce[:len(nonceStamp)])
}

func (a Answer) fields() map[string]string {
	return map[string]string{"openid.ns": a.NS, "openid.op_endpoint": a.Endpoint, "openid.claimed_id": a.ClaimedID,
		"openid.identity":  a.Identity,
		"openid.return_to": a.ReturnTo, "openid.response_nonce": a.ResponseNonce, "openid.assoc_handle": a.AssocHandle,
		"openid.signed": a.Signed, "openid.sig": a.Sig}
}

// check asks the provider whether the answer is its own (OpenID 2.0 §11.4.2).
func (p *Provider) check(ctx context.Context, a Answer) error {
	form := url.Values{"openid.mode": {"check_authentication"}}
	for name, v := range a.fields() {
		form.Set(name, v)
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	ask := p.Ask
	if ask == "" {
		ask = p.Endpoint
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, ask, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("steam: %w", err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := p.Client.Do(r)
	if err != nil {
		return fmt.Errorf("steam: provider: %w", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, answerMax))
	if err != nil {
		return fmt.Errorf("steam: provider: %w", err)
	}
	if answer.StatusCode != http.StatusOK || !slices.Contains(strings.Split(string(body), "\n"), "is_valid:true") {
		return fmt.Errorf("%w: the provider does not know it", ErrRefused)
	}
	return nil
}

// Source gives the provider for players who see the site under an origin such as https://play.example.
type Source func(origin string) *Provider

// Real is the provider itself.
func Real(client *http.Client, nonces NonceStore, now store.Clock) Source {
	p := &Provider{Endpoint: Endpoint, Identity: "https://steamcommunity.com/openid/id/", Client: client,
		Nonces: nonces, Now: now}
	return func(string) *Provider { return p }
}
