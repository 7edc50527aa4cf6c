package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rs/zerolog"

	"jadebox/server/site/sitetest"
	"jadebox/store"
)

type commands struct {
	Config kong.ConfigFlag
	Serve  Serve    `cmd:""`
	Other  struct{} `cmd:""`
}

func parse(t *testing.T, args ...string) (*commands, error) {
	t.Helper()
	var cli commands
	var out bytes.Buffer
	p, err := kong.New(&cli, append(Options(), kong.Writers(&out, &out), kong.Exit(func(int) {}))...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Parse(args)
	return &cli, err
}

func TestServeHasItsDefaults(t *testing.T) {
	cli, err := parse(t, "serve", "--public-url=https://play.test")
	if err != nil {
		t.Fatal(err)
	}
	if cli.Serve.Listen != "127.0.0.1:8080" || cli.Serve.Demo || cli.Serve.DemoRain != 20*time.Minute ||
		cli.Serve.DemoCodePause != time.Minute {
		t.Errorf("defaults: %+v", cli.Serve)
	}
}

func TestFlagsGoBeforeEnvironmentBeforeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jadebox.json")
	if err := os.WriteFile(path, []byte(`{"listen":"127.0.0.1:1","log-level":"warn","writers":3,"demo":true}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JADEBOX_LISTEN", "127.0.0.1:2")
	t.Setenv("JADEBOX_LOG_LEVEL", "debug")
	cli, err := parse(t, "--config", path, "serve", "--listen", "127.0.0.1:3")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(cli.Serve.Listen, " ", cli.Serve.LogLevel, " ", cli.Serve.Writers, " ", cli.Serve.Demo)
	if want := "127.0.0.1:3 debug 3 true"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestBadSettingsAreNamed(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"serve", "--listen", "8080"}, "--listen"},
		{[]string{"serve", "--listen", "127.0.0.1:70000"}, "--listen"},
		{[]string{"serve", "--metrics-listen", "9100"}, "--metrics-listen"},
		{[]string{"serve", "--pprof", "0.0.0.0:6060"}, "--pprof"},
		{[]string{"serve", "--pprof", ":6060"}, "--pprof"},
		{[]string{"serve", "--pprof", "metrics.cluster:6060"}, "--pprof"},
		{[]string{"serve", "--database-url", "mysql://x:s3cret@h/db"}, "--database-url"},
		{[]string{"serve", "--redis-url", "http://:s3cret@h"}, "--redis-url"},
		{[]string{"serve", "--origins", "play.example"}, "--origins"},
		{[]string{"serve", "--origins", "https://play.example/path"}, "--origins"},
		{[]string{"serve", "--picture-host", "cdn.example"}, "--picture-host"},
		{[]string{"serve", "--picture-host", "http://cdn.example"}, "--picture-host"},
		{[]string{"serve", "--picture-host", "https://cdn.example/?x"}, "--picture-host"},
		{[]string{"serve", "--picture-allow", "https://market.example,https://market.example/path"}, "--picture-allow"},
		{[]string{"serve", "--drain", "30s"}, "--drain"},
		{[]string{"serve", "--demo-rain", "10s"}, "--demo-rain"},
		{[]string{"serve", "--demo-rain", "-1m"}, "--demo-rain"},
		{[]string{"serve", "--demo-clock", "24h"}, "--demo-clock"},
		{[]string{"serve", "--demo", "--beacon", "dice"}, "--beacon"},
		{[]string{"serve", "--demo", "--beacon", "drand", "--demo-clock", "24h"}, "--beacon-relay"},
		{[]string{"serve", "--demo", "--beacon", "drand", "--beacon-relay", "api.drand.sh"}, "--beacon-relay"},
		{[]string{"serve", "--public-url=https://play.test", "--beacon-relay",
			"https://a.example,https://b.example"}, "--beacon-relay"},
		{[]string{"serve", "--demo", "--demo-clock", "-1h"}, "--demo-clock"},
		{[]string{"serve", "--demo", "--demo-clock", "8785h"}, "--demo-clock"},
		{[]string{"serve", "--demo-code-pause", "1s"}, "--demo-code-pause"},
		{[]string{"serve", "--demo", "--demo-code-pause", "-1s"}, "--demo-code-pause"},
		{[]string{"serve", "--writers", "-1"}, "--writers"},
		{[]string{"serve", "--trusted-proxy", "everybody"}, "trusted-proxy"},
		{[]string{"serve", "--demo", "--proxy-protocol"}, "--proxy-protocol"},
		{[]string{"serve", "--demo", "--country-header", "CF-IPCountry"}, "--country-header"},
		{[]string{"serve", "--log-level", "loud"}, "log-level"},
		{[]string{"serve", "--nonsense"}, "nonsense"},
	} {
		_, err := parse(t, c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want an error that names %s", c.args, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%v: the error shows the password: %v", c.args, err)
		}
	}
}

func TestUnknownSettingInFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jadebox.json")
	if err := os.WriteFile(path, []byte(`{"lisen":"127.0.0.1:1"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := parse(t, "--config", path, "serve", "--demo"); err == nil || !strings.Contains(err.Error(), "lisen") {
		t.Errorf("got %v, want an error that names lisen", err)
	}
}

func TestSecretsAreNeverShown(t *testing.T) {
	cli, err := parse(t, "serve", "--demo", "--database-url", "postgres://u:s3cret@127.0.0.1/db", "--redis-url",
		"redis://:s3cret@127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	zl := zerolog.New(&log)
	zl.Info().EmbedObject(&cli.Serve).Send()
	asJSON, err := json.Marshal(cli.Serve)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"log": log.String(), "json": string(asJSON), "%v": fmt.Sprint(cli.Serve),
		"%#v": fmt.Sprintf("%#v", cli.Serve)} {
		if strings.Contains(text, "s3cret") {
			t.Errorf("%s shows a secret: %s", name, text)
		}
	}
	if !strings.Contains(cli.Serve.DatabaseURL.Reveal(), "s3cret") {
		t.Error("the flag itself is lost")
	}
}

func TestIdentitySettingsThatCannotWorkAreRefused(t *testing.T) {
	for flag, args := range map[string][]string{
		"--public-url":   {"--demo", "--public-url=play.example"},
		"--sms-file":     {"--demo", "--sms=file"},
		"--sms-url":      {"--demo", "--sms=http"},
		"--realname-url": {"--demo", "--realname=http"},
	} {
		if _, err := parse(t, append([]string{"serve"}, args...)...); err == nil || !strings.Contains(err.Error(),
			flag) {
			t.Errorf("%v: %v", args, err)
		}
	}
	if _, err := parse(t, "serve", "--demo", "--steam=sandbox", "--public-url=https://play.example", "--sms=http",
		"--sms-url=https://sms.example/send"); err != nil {
		t.Error(err)
	}
}

func TestALiveSiteNeedsItsAddressAndTakesNoSandbox(t *testing.T) {
	const address = "--public-url=https://play.test"
	for _, c := range []struct {
		flag string
		args []string
	}{
		{"--public-url", nil},
		{"--public-url", []string{"--public-url=http://play.test"}},
		{"--steam", []string{address, "--steam=sandbox"}},
		{"--sms", []string{address, "--sms=log"}},
		{"--realname", []string{address, "--realname=sandbox"}},
		{"--realname-url", []string{address, "--realname=http", "--realname-url=http://registry.play.example/"}},
		{"--sms", []string{address, "--sms=file", "--sms-file=codes"}},
	} {
		if _, err := parse(t, append([]string{"serve"}, c.args...)...); err == nil || !strings.Contains(err.Error(),
			c.flag+":") {
			t.Errorf("%v: %v", c.args, err)
		}
	}
	for _, origin := range []string{"https://play.test", "http://127.0.0.1:8080", "http://[::1]:8080",
		"http://localhost:8080"} {
		cli, err := parse(t, "serve", "--public-url", origin)
		if err != nil {
			t.Errorf("%s: %v", origin, err)
		} else if got := cli.Serve.Mode(); got != store.ModeLive {
			t.Errorf("%s: mode %q", origin, got)
		}
	}
	if cli, err := parse(t, "serve", "--demo"); err != nil || cli.Serve.Mode() != store.ModeDemo {
		t.Errorf("a demo: %v", err)
	}
}

func TestTheSitesOwnOriginHasNoSlashAndComesFirst(t *testing.T) {
	s := Serve{PublicURL: "https://play.example/", Origins: []string{"https://app.example"}}
	if got := s.Pages(); s.Origin() != "https://play.example" || len(got) != 2 || got[0] != s.Origin() {
		t.Errorf("%q, %q", s.Origin(), got)
	}
	if got := (&Serve{}).Pages(); len(got) != 0 {
		t.Errorf("%q without an address", got)
	}
}

func TestALiveSiteDrawsWithDrandAndADemoWithItsOwnChainUnlessTold(t *testing.T) {
	for _, c := range []struct {
		flags []string
		drand bool
	}{
		{[]string{"--public-url=https://play.test"}, true},
		{[]string{"--public-url=https://play.test", "--beacon=local"}, false},
		{[]string{"--demo"}, false},
		{[]string{"--demo", "--beacon=drand", "--beacon-relay=http://127.0.0.1:1"}, true},
	} {
		cli, err := parse(t, append([]string{"serve"}, c.flags...)...)
		if err != nil || cli.Serve.Drand() != c.drand {
			t.Errorf("%v: %v, %v", c.flags, cli, err)
		}
	}
	if new(Serve).Drand() {
		t.Error("a server that nobody told asks the network")
	}
}

// Flags may say that drand is a public network: that is true of it.
func TestTheProgramPromisesNoFairnessThatHasNotToBeChecked(t *testing.T) {
	var cli commands
	var out bytes.Buffer
	p, err := kong.New(&cli, append(Options(), kong.Writers(&out, &out), kong.Exit(func(int) {}))...)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"--help"}, {"serve", "--help"}} {
		_, _ = p.Parse(args)
	}
	if found := sitetest.Promises("en", out.String()); found != "" || !strings.Contains(out.String(), "Jadebox") {
		t.Errorf("help says %q:\n%s", found, out.String())
	}
}
