package app

import (
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"jadebox/actors/runtime/repeat"
	"jadebox/actors/shop/payment"
	"jadebox/server/httpapi"
	"jadebox/server/pay"
)

// paySecretKey holds the secret from which the codes of QR images and the sandbox's signatures are derived: every node
// has it, and links live through a restart.
const paySecretKey = "pay.secret"

const (
	stripeAPI     = "https://api.stripe.com"
	stripePages   = "checkout.stripe.com"
	deliverWithin = 20 * time.Second
	giveBackEvery = 30 * time.Second // invariant 11: nothing stands 60 s past its deadline
	// sandboxPixKey has no owner: no bank finds an account behind it.
	sandboxPixKey = "pix@jadebox.example"
)

// payments makes the providers that are configured, and with --demo the sandbox in its three forms, and as a bank
// unless there is a key for a real one; its pages come second.
func (a *App) payments(ctx context.Context) (httpapi.Payments, http.Handler, error) {
	c := a.config
	root, err := sharedKey(ctx, a.db, paySecretKey)
	if err != nil {
		return httpapi.Payments{}, nil, err
	}
	derive := func(what string) ([]byte, error) {
		return hkdf.Key(sha256.New, root[:], nil, "jadebox "+what, len(root))
	}
	codes, err := derive("qr codes")
	if err != nil {
		return httpapi.Payments{}, nil, err
	}
	payers, err := derive("payers")
	if err != nil {
		return httpapi.Payments{}, nil, err
	}
	p := httpapi.Payments{Providers: map[string]pay.Provider{}, CodeSecret: codes, PayerKey: payers, Public: c.Origin()}
	if c.StripeKey != "" {
		p.Providers["stripe"] = &pay.Stripe{Base: stripeAPI, Hosts: []string{stripePages}, Secret: c.StripeKey.Reveal(),
			Webhook: []byte(c.StripeWebhook.Reveal()),
			Client:  &http.Client{Timeout: deliverWithin}}
	}
	if c.PixKey != "" {
		p.Providers["pix"] = &pay.Pix{Key: c.PixKey, Name: c.PixName, City: c.PixCity,
			Webhook: []byte(c.PixWebhook.Reveal())}
	}
	if !c.Demo {
		return p, nil, nil
	}
	secret, err := derive("sandbox")
	if err != nil {
		return httpapi.Payments{}, nil, err
	}
	for name, action := range map[string]pay.Action{"sandbox": pay.ActionOpen, "sandbox-qr": pay.ActionQRCode,
		"sandbox-checkout": pay.ActionCheckout} {
		p.Providers[name] = &pay.Sandbox{Name: name, Action: action, Secret: secret, Now: a.now, Deliver: a.deliver,
			Origin: c.Origin()}
	}
	bank, err := derive("sandbox bank")
	if err != nil {
		return httpapi.Payments{}, nil, err
	}
	// Of those it can show any order, because it can act as a bank, too: the order names its provider.
	pages := &pay.Sandbox{Name: "pix", Action: pay.ActionQRCode, Secret: secret, Now: a.now, Deliver: a.deliver,
		Bank: &pay.Pix{Key: sandboxPixKey, Name: "JADEBOX DEMO", City: "SAO PAULO", Webhook: bank}}
	if c.PixKey == "" {
		p.Providers["pix"] = pages
	}
	return p, pages, nil
}

// deliver posts the sandbox's webhook to this very server over HTTP, as a provider does.
func (a *App) deliver(ctx context.Context, provider string, h http.Header, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, deliverWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+a.Addr()+"/api/pay/webhook/"+provider,
		bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = h.Clone()
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("webhook answered %d", res.StatusCode)
	}
	return nil
}

// withSandbox serves the sandbox's pages before files; nil has none.
func withSandbox(sandbox, files http.Handler) http.Handler {
	if sandbox == nil {
		return files
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, pay.SandboxPath) {
			sandbox.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	})
}

// giveBackLate gives back withdrawals that were not reviewed in time.
func (a *App) giveBackLate(ctx context.Context) {
	repeat.Every(ctx, giveBackEvery, func() {
		n, err := payment.GiveBackLate(ctx, a.db, a.directory, a.now())
		if err != nil && ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("late withdrawals not given back")
		}
		if n > 0 {
			a.log.Info().Int("withdrawals", n).Msg("withdrawals given back: nobody had reviewed them")
		}
	})
}
