package app

import (
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"jadebox/server/captcha"
	"jadebox/server/config"
	"jadebox/server/httpapi"
	"jadebox/server/realname"
	"jadebox/server/sms"
	"jadebox/server/steam"
	"jadebox/store"
)

const (
	captchaKey    = "captcha.key"    // setting
	identityCheck = "identity.check" // setting: a keyed hash by which the keys are known again
	identityKey   = "identity.keys"
	forgetEvery   = 10 * time.Minute
	forgetBatch   = 500
)

// identify gives the calls what they need to know who people are: captcha, short messages, Steam, and the vault of real
// names.
func (a *App) identify(ctx context.Context, p *httpapi.Ports) (err error) {
	c := a.config
	key, err := sharedKey(ctx, a.db, captchaKey)
	if err != nil {
		return err
	}
	if p.Captcha, err = a.captcha(key); err != nil {
		return err
	}
	if p.DeviceKey, err = hkdf.Key(sha256.New, key[:], nil, "jadebox devices", len(key)); err != nil {
		return err
	}
	if p.Vault, err = a.vault(ctx); err != nil {
		return err
	}
	p.PublicURL = c.Origin()
	p.Messages = httpapi.MessageBudget{Hourly: c.SMSHourly, HourlyByPrefix: c.SMSPrefix}
	a.messages(p)
	p.Registry = a.registry()
	if c.Steam == "sandbox" || c.Steam == "auto" && c.Demo {
		sandbox, err := steam.NewSandbox(a.now, rand.Reader)
		if err != nil {
			return err
		}
		p.Sandbox, p.Steam = sandbox, sandbox.Source(a.db)
		return nil
	}
	p.Steam = steam.Real(plainClient(), a.db, a.now)
	return nil
}

// captcha is the engine that the settings name.
func (a *App) captcha(key [32]byte) (captcha.Engine, error) {
	c := a.config
	with := captcha.Settings{Key: key, Nonces: a.db, Now: a.now, Random: rand.Reader}
	if c.Captcha == "" || c.Captcha == "work" {
		if c.Demo {
			return captcha.NewWork(with, captcha.DemoMost)
		}
		return captcha.NewWork(with, captcha.WorkMost)
	}
	host := ""
	if u, err := url.Parse(c.Origin()); err == nil {
		host = u.Hostname()
	}
	return captcha.NewProvider(with, captcha.ProviderOptions{Name: c.Captcha, SiteKey: c.CaptchaSite,
		Secret: c.CaptchaSecret.Reveal(), Verify: c.CaptchaVerify, Host: host, Client: plainClient()})
}

// registry confirms real names; nil: none does.
func (a *App) registry() realname.Registry {
	c := a.config
	switch {
	case c.RealName == "http":
		return realname.HTTP{URL: c.RealNameURL.Reveal(), Secret: c.RealNameKey.Reveal(), Client: plainClient()}
	case c.RealName == "sandbox", c.RealName == "auto" && c.Demo:
		return realname.Sandbox{}
	}
	return nil
}

// IdentityKeys is the file of the keys of real names. What they sealed is lost without them, so that the database knows
// which they are: a file that is missing, or holds others, is an error. A database that has not been started yet knows
// none: nil, and the file need not be there.
func IdentityKeys(ctx context.Context, db store.Catalog, c *config.Serve) (path string, own *realname.Vault,
	err error) {
	if path = c.IdentityKeys; path == "" {
		path = filepath.Join(c.Data, identityKey)
	}
	want, err := db.Kept(ctx, identityCheck)
	if errors.Is(err, store.ErrNotFound) {
		return path, nil, nil
	}
	if err != nil {
		return path, nil, err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return path, nil, fmt.Errorf("--identity-keys: %s is missing, and this database has names that only it opens: "+
			"bring it back from where it is kept beside the backups", path)
	}
	own, sum, err := openVault(path)
	if err == nil {
		err = checkKeys(path, want, sum)
	}
	return path, own, err
}

func checkKeys(path string, want, have []byte) error {
	if bytes.Equal(want, have) {
		return nil
	}
	return fmt.Errorf("--identity-keys: %s holds other keys than those that sealed this database's names", path)
}

// openVault says by which keyed hash the keys of a file are known again.
func openVault(path string) (*realname.Vault, []byte, error) {
	vault, err := realname.Open(path)
	if err != nil {
		return nil, nil, err
	}
	sum, err := vault.Fingerprint("keys", "")
	return vault, sum[:], err
}

// vault opens the keys of real names, or makes them for a database that has had none.
func (a *App) vault(ctx context.Context) (*realname.Vault, error) {
	path, known, err := IdentityKeys(ctx, a.db, a.config)
	if err != nil || known != nil {
		return known, err
	}
	if a.config.IdentityKeys == "" {
		if err := os.MkdirAll(a.config.Data, 0o700); err != nil {
			return nil, err
		}
	}
	vault, sum, err := openVault(path)
	if err != nil {
		return nil, err
	}
	want, err := a.db.KeepFirst(ctx, identityCheck, sum)
	if err == nil {
		err = checkKeys(path, want, sum) // another server's first start, with a file of its own, was the first
	}
	return vault, err
}

func (a *App) messages(p *httpapi.Ports) {
	c := a.config
	switch {
	case c.SMS == "log":
		p.SMS = sms.Log{Logger: a.log}
	case c.SMS == "file":
		p.SMS = &sms.File{Path: c.SMSFile}
	case c.SMS == "http":
		p.SMS = sms.HTTP{URL: c.SMSURL.Reveal(), Secret: c.SMSSecret.Reveal(), Client: plainClient()}
	case c.SMS == "auto" && c.Demo:
		p.Outbox = &sms.Outbox{}
		p.SMS = p.Outbox
	}
}

// plainClient calls the given address and follows no redirect.
func plainClient() *http.Client {
	return &http.Client{Timeout: 15 * time.Second, CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// sharedKey is a random key that is made once, and that every server of one database has.
func sharedKey(ctx context.Context, db store.Catalog, name string) (key [32]byte, err error) {
	kept, err := db.Kept(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		rand.Read(key[:]) // never fails
		kept, err = db.KeepFirst(ctx, name, key[:])
	}
	if err != nil {
		return key, err
	}
	if len(kept) != len(key) {
		return key, fmt.Errorf("what is kept under %s is no key", name)
	}
	return [32]byte(kept), nil
}

// forgetSecrets removes codes and used ids that are over.
func (a *App) forgetSecrets(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(forgetEvery):
		}
		for {
			n, err := a.db.PurgeSecrets(ctx, a.now().Add(-forgetEvery), forgetBatch)
			if err != nil && ctx.Err() == nil {
				a.log.Warn().Err(err).Msg("old codes not purged")
			}
			if err != nil || n < forgetBatch {
				break
			}
		}
	}
}
