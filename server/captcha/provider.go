package captcha

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	providerWithin = 5 * time.Second
	verdictBytes   = 64 << 10
)

// ErrProvider means that the outside service did not say whether an answer is right.
var ErrProvider = errors.New("captcha: the provider does not answer")

// Widget is what a page loads from a provider.
type Widget struct {
	Name    string // of the provider: a key of Providers
	Script  string
	SiteKey string
}

// Providers are the services whose form is known: a widget gives a response, which siteverify takes once with the
// site's secret (https://docs.hcaptcha.com/#verify-the-user-response-server-side,
// https://developers.cloudflare.com/turnstile/get-started/server-side-validation/).
var Providers = map[string]struct {
	Script, Verify string
	Origins        []string
}{
	"hcaptcha": {"https://js.hcaptcha.com/1/api.js?render=explicit", "https://api.hcaptcha.com/siteverify",
		[]string{"https://hcaptcha.com", "https://*.hcaptcha.com"}},
	"turnstile": {"https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
		"https://challenges.cloudflare.com/turnstile/v0/siteverify", []string{"https://challenges.cloudflare.com"}},
}

// ProviderOptions say who is asked. Verify "" is the provider's own address, Host "" takes a response from any page.
type ProviderOptions struct {
	Name, SiteKey, Secret string
	Verify                string
	Host                  string // of the site, without a port
	Client                *http.Client
}

// Provider accepts a client whose response an outside service confirms.
type Provider struct {
	tickets
	o ProviderOptions
}

// NewProvider makes the engine.
func NewProvider(s Settings, o ProviderOptions) (*Provider, error) {
	known, ok := Providers[o.Name]
	if !ok {
		return nil, fmt.Errorf("captcha: no provider %q", o.Name)
	}
	if o.Verify == "" {
		o.Verify = known.Verify
	}
	t, err := newTickets(s)
	return &Provider{t, o}, err
}

// Origins implements Engine.
func (p *Provider) Origins() []string { return Providers[p.o.Name].Origins }

// Ask implements Engine. How hard a network has it is the provider's to decide.
func (p *Provider) Ask(f For, _ func() (int, error)) (Challenge, error) {
	id, err := p.close("widget", asked{p.now().UnixMilli(), f.sum()})
	return Challenge{ID: id, Widget: &Widget{p.o.Name, Providers[p.o.Name].Script, p.o.SiteKey}}, err
}

// Answer implements Engine.
func (p *Provider) Answer(ctx context.Context, f For, id string, a Answer) (ticket, randStr string, err error) {
	var q asked
	if !p.open("widget", id, &q) {
		return "", "", ErrUsed
	}
	if _, err := p.begin(ctx, f, id, q); err != nil {
		return "", "", err
	}
	if a.Response == "" {
		return "", "", ErrWrong
	}
	if err := p.verify(ctx, f, a.Response); err != nil {
		return "", "", err
	}
	return p.ticket(f)
}

// verify never puts the secret or the response into an error.
func (p *Provider) verify(ctx context.Context, f For, response string) error {
	ctx, cancel := context.WithTimeout(ctx, providerWithin)
	defer cancel()
	form := url.Values{"secret": {p.o.Secret}, "response": {response}, "sitekey": {p.o.SiteKey}}
	if f.Address.IsValid() {
		form.Set("remoteip", f.Address.String())
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.o.Verify, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProvider, err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := p.o.Client.Do(r)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProvider, err)
	}
	defer answer.Body.Close()
	var verdict struct {
		Success  bool   `json:"success"`
		Hostname string `json:"hostname"`
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: status %d", ErrProvider, answer.StatusCode)
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, verdictBytes)).Decode(&verdict); err != nil {
		return fmt.Errorf("%w: %w", ErrProvider, err)
	}
	if !verdict.Success || p.o.Host != "" && verdict.Hostname != p.o.Host {
		return ErrWrong
	}
	return nil
}

var _ Engine = (*Provider)(nil)
