// Package config reads and checks the settings of a server: flags, environment (JADEBOX_…), a JSON file, in that order.
//
// Deliberately absent: opening anything. A setting that cannot work is refused here, at start, with its name.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

// Secret is a setting that is never shown.
type Secret string

const redacted = "[redacted]"

// String implements fmt.Stringer.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// MarshalText implements encoding.TextMarshaler, so that no encoder shows it either.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// GoString implements fmt.GoStringer.
func (s Secret) GoString() string { return s.String() }

// Reveal is the value itself.
func (s Secret) Reveal() string { return string(s) }

// Serve is what `jadebox serve` is told.
type Serve struct {
	Listen        string         `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address of page, calls and sockets; port 0 picks a free one (see DATA/listen)."`
	MetricsListen string         `name:"metrics-listen" placeholder:"HOST:PORT" help:"Address of its own for /metrics; without it /metrics is told to callers on this machine only."`
	Data          string         `default:".data" type:"path" placeholder:"DIR" help:"Directory of the embedded PostgreSQL."`
	Demo          bool           `help:"Demo catalogue, accounts and house players; a new account starts with 1,000.00 gems."`
	DemoRain      time.Duration  `name:"demo-rain" default:"20m" help:"With --demo, a red-packet rain so often, the first after 3 minutes; 0s for none."`
	DatabaseURL   Secret         `name:"database-url" env:"JADEBOX_DATABASE_URL,DATABASE_URL" placeholder:"URL" help:"A PostgreSQL 15 or newer instead of the embedded one: postgres://…"`
	RedisURL      Secret         `name:"redis-url" placeholder:"URL" help:"A Redis for limits that several nodes share: redis://…"`
	Origins       []string       `placeholder:"ORIGIN" help:"Origins that sockets may come from besides the server's own, such as https://play.example."`
	TrustedProxy  []netip.Prefix `name:"trusted-proxy" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For counts."`
	LogLevel      string         `name:"log-level" default:"info" enum:"trace,debug,info,warn,error" help:"Least level that is logged (${enum})."`
	LogFormat     string         `name:"log-format" default:"auto" enum:"auto,json,console" help:"Form of the log (${enum}); auto is console on a terminal."`
	Drain         time.Duration  `default:"9s" help:"How long a SIGTERM waits for open requests and rooms; at most 9s."`
	Writers       int            `default:"0" help:"Group-commit writers; 0 = one for each core."`
}

// drainMax stays below protoactor's own limit of 10 s for a shutdown (cluster.md).
const drainMax = 9 * time.Second

// demoRainMin is longer than a rain with its countdown.
const demoRainMin = 2 * time.Minute

// Validate implements kong's validation: every setting that cannot work, all at once.
func (s *Serve) Validate() error {
	var errs []error
	refuse := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("--%s: "+format, append([]any{name}, args...)...))
	}
	if err := checkAddress(s.Listen); err != nil {
		refuse("listen", "%v", err)
	}
	if s.MetricsListen != "" {
		if err := checkAddress(s.MetricsListen); err != nil {
			refuse("metrics-listen", "%v", err)
		}
	}
	if s.Data == "" && s.DatabaseURL == "" {
		refuse("data", "needed without --database-url")
	}
	if err := checkURL(s.DatabaseURL, "postgres", "postgresql"); err != nil {
		refuse("database-url", "%v", err)
	}
	if err := checkURL(s.RedisURL, "redis", "rediss", "unix"); err != nil {
		refuse("redis-url", "%v", err)
	}
	for _, o := range s.Origins {
		u, err := url.Parse(o)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.TrimSuffix(o, "/") != u.Scheme+"://"+u.Host {
			refuse("origins", "%q is not an origin such as https://play.example", o)
		}
	}
	if s.Drain <= 0 || s.Drain > drainMax {
		refuse("drain", "%v is not in 0s < drain ≤ %v", s.Drain, drainMax)
	}
	if s.DemoRain != 0 && s.DemoRain < demoRainMin {
		refuse("demo-rain", "%v is neither 0s nor at least %v", s.DemoRain, demoRainMin)
	}
	if s.Writers < 0 || s.Writers > 64 {
		refuse("writers", "%d is not in 0–64", s.Writers)
	}
	return errors.Join(errs...)
}

func checkAddress(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return err
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("port %q is not 0–65535", port)
	}
	return nil
}

// checkURL never repeats the value: it may hold a password.
func checkURL(s Secret, schemes ...string) error {
	if s == "" {
		return nil
	}
	u, err := url.Parse(s.Reveal())
	if err != nil {
		return errors.New("not a URL")
	}
	if !slices.Contains(schemes, u.Scheme) {
		return fmt.Errorf("must begin with %s://", schemes[0])
	}
	if u.Host == "" && u.Path == "" {
		return errors.New("names no server")
	}
	return nil
}

// MarshalZerologObject logs the settings, secrets redacted.
func (s *Serve) MarshalZerologObject(e *zerolog.Event) {
	e.Str("listen", s.Listen).Str("metricsListen", s.MetricsListen).Str("data", s.Data).Bool("demo", s.Demo).Dur("demoRain", s.DemoRain).Stringer("databaseUrl", s.DatabaseURL).Stringer("redisUrl", s.RedisURL).
		Strs("origins", s.Origins).Str("logLevel", s.LogLevel).Dur("drain", s.Drain).Int("writers", s.Writers)
	proxies := zerolog.Arr()
	for _, p := range s.TrustedProxy {
		proxies.Str(p.String())
	}
	e.Array("trustedProxies", proxies)
}
