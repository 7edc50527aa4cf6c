// Package config reads and checks the flags of a server: command line, environment (JADEBOX_…), a JSON file, in that
// order.
//
// Deliberately absent: opening anything. A flag that cannot work is refused here, at start, with its name.
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

	"jadebox/actors/settings/period"
	"jadebox/fairness"
	"jadebox/server/picture"
	"jadebox/store"
)

// Secret is a flag's value that is never shown.
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

// Serve holds the options of `jadebox serve`.
type Serve struct {
	Listen        string         `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address of page, calls and sockets; port 0 picks a free one (see DATA/listen)."`
	MetricsListen string         `name:"metrics-listen" placeholder:"HOST:PORT" help:"Address of /metrics, for the operator alone; without it they are nowhere."`
	Pprof         string         `placeholder:"HOST:PORT" help:"Address of Go's profiles (/debug/pprof/), which show what is in the memory: on this machine's loopback alone; without it they are nowhere."`
	Data          string         `default:".data" type:"path" placeholder:"DIR" help:"Directory of the embedded PostgreSQL."`
	Demo          bool           `help:"Demo catalogue, accounts and house players; a new account starts with 1,000.00 gems."`
	DemoRain      time.Duration  `name:"demo-rain" default:"20m" help:"With --demo, a red-packet rain so often, the first after 3 minutes; 0s for none."`
	DemoCodePause time.Duration  `name:"demo-code-pause" default:"1m" help:"With --demo, how long one phone waits for its next code: for tests that need three."`
	DatabaseURL   Secret         `name:"database-url" env:"JADEBOX_DATABASE_URL,DATABASE_URL" placeholder:"URL" help:"A PostgreSQL 15 or newer instead of the embedded one: postgres://…"`
	RedisURL      Secret         `name:"redis-url" placeholder:"URL" help:"A Redis for limits that several nodes share: redis://…"`
	DemoClock     time.Duration  `name:"demo-clock" default:"0s" help:"With --demo, how far the server's clock is ahead of this machine's, whole from start to end: what a day or a week brings, seen today. An operator's command takes it from the running server; with none running, one of more than 5m leaves a violation of 12 in the audit."`
	Captcha       string         `name:"captcha" default:"work" enum:"work,hcaptcha,turnstile" help:"What stands before short messages and many tries (${enum}): the browser computes, or an outside provider's widget."`
	CaptchaSite   string         `name:"captcha-site-key" placeholder:"KEY" help:"Site key of the provider."`
	CaptchaSecret Secret         `name:"captcha-secret" placeholder:"SECRET" help:"Secret of the provider."`
	CaptchaVerify string         `name:"captcha-verify" placeholder:"URL" help:"Address of siteverify; default: the provider's own."`
	SMS           string         `name:"sms" default:"auto" enum:"auto,off,log,file,http" help:"How short messages go out (${enum}); auto is an outbox page in a demo and off elsewhere; log and file are for a demo only."`
	SMSFile       string         `name:"sms-file" type:"path" placeholder:"FILE" help:"File of --sms=file."`
	SMSURL        Secret         `name:"sms-url" placeholder:"URL" help:"Gateway of --sms=http."`
	SMSSecret     Secret         `name:"sms-secret" placeholder:"SECRET" help:"Bearer token for the gateway."`
	SMSHourly     int            `name:"sms-hourly" default:"3000" help:"Most short messages in an hour; 0 = no bound."`
	SMSPrefix     int            `name:"sms-hourly-prefix" default:"120" help:"Most short messages in an hour to phones that begin with the same seven digits; 0 = no bound."`
	Steam         string         `name:"steam" default:"auto" enum:"auto,real,sandbox" help:"Where Steam logins are checked (${enum}); auto is the sandbox in a demo and Steam elsewhere."`
	RealName      string         `name:"realname" default:"auto" enum:"auto,off,sandbox,http" help:"Which registry confirms real names (${enum}); auto is the sandbox in a demo and off elsewhere: a site without one verifies nobody."`
	RealNameURL   Secret         `name:"realname-url" placeholder:"URL" help:"Registry of --realname=http, or a gateway in front of it: takes {name, card} as JSON and answers {match: true} or {match: false}."`
	RealNameKey   Secret         `name:"realname-secret" placeholder:"SECRET" help:"Bearer token for the registry."`
	IdentityKeys  string         `name:"identity-keys" type:"path" placeholder:"FILE" help:"Keys that seal real names; made at the first start on a database. Default: DATA/identity.keys. Losing them loses what they sealed."`
	Beacon        string         `name:"beacon" default:"auto" enum:"auto,drand,local" help:"Where the random value comes from that no draw is made without (${enum}): drand is a public network that nobody of the house runs, local the house's own chain; auto is local in a demo and drand elsewhere. Another one than before closes every seed epoch, and gives back what waits for the one before."`
	BeaconRelay   []string       `name:"beacon-relay" default:"https://api.drand.sh,https://api2.drand.sh,https://api3.drand.sh,https://drand.cloudflare.com" placeholder:"ORIGIN" help:"Relays of drand's quicknet, at least three on a live site. None is trusted: each value is checked under the network's key."`
	Origins       []string       `placeholder:"ORIGIN" help:"Origins that sockets may come from besides the server's own, such as https://play.example."`
	TrustedProxy  []netip.Prefix `name:"trusted-proxy" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For counts."`
	CountryHeader string         `name:"country-header" placeholder:"NAME" help:"Header in which the --trusted-proxy says where a caller is, by two letters, such as CF-IPCountry: players see it beside their sessions."`
	ProxyProtocol bool           `name:"proxy-protocol" help:"The --trusted-proxy in front begins every connection with the PROXY protocol's head, version 2; nobody else can connect."`
	LogLevel      string         `name:"log-level" default:"info" enum:"trace,debug,info,warn,error" help:"Least level that is logged (${enum})."`
	LogFormat     string         `name:"log-format" default:"auto" enum:"auto,json,console" help:"Form of the log (${enum}); auto is console on a terminal."`
	Drain         time.Duration  `default:"9s" help:"How long a SIGTERM waits for open requests and rooms; at most 9s."`
	PublicURL     string         `name:"public-url" placeholder:"ORIGIN" help:"The site's own origin, such as https://play.example: in QR codes, and where providers send payers back. A live site needs it, with https; a demo without it asks requests."`
	Zone          string         `name:"zone" placeholder:"NAME" help:"Time zone of the site's days, weeks and months, such as America/Sao_Paulo: a live site needs it at its first start, a demo has Asia/Shanghai without it. Later the setting site.zone holds, and jadebox settings set changes it."`
	PictureHost   string         `name:"picture-host" placeholder:"URL" help:"Where clients load the catalogue's pictures, such as https://cdn.example/prefix: a copy of the site's /art/ that answers with Access-Control-Allow-Origin: *."`
	PictureAllow  []string       `name:"picture-allow" placeholder:"ORIGIN" help:"Other hosts that pictures of the catalogue name by themselves, such as https://market.example."`
	StripeKey     Secret         `name:"stripe-key" placeholder:"KEY" help:"Stripe's secret key: cards are taken through Checkout. Needs --stripe-webhook and --public-url."`
	StripeWebhook Secret         `name:"stripe-webhook" placeholder:"SECRET" help:"Signing secret of Stripe's webhook /api/pay/webhook/stripe, which is to send checkout.session.*, charge.refunded and charge.dispute.*."`
	TraceEndpoint Secret         `name:"trace-endpoint" placeholder:"URL" help:"A collector of OpenTelemetry that is told what calls do, by OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces; without it nobody is."`
	TraceShare    float64        `name:"trace-share" default:"1" help:"How many of all calls are told, from 0 to 1."`
	PixKey        string         `name:"pix-key" placeholder:"KEY" help:"Pix key of the merchant: instant payments in R$. Needs --pix-webhook."`
	PixName       string         `name:"pix-name" default:"Jadebox" help:"Name of the merchant in Pix codes, at most 25 plain characters."`
	PixCity       string         `name:"pix-city" default:"SAO PAULO" help:"City of the merchant in Pix codes, at most 15 plain characters."`
	PixWebhook    Secret         `name:"pix-webhook" placeholder:"SECRET" help:"Secret of the bank's webhook /api/pay/webhook/pix."`
	// BeaconKey is the network's public key, in hex; "" is quicknet's. Another one is for tests: no page takes it.
	BeaconKey string `kong:"-"`
	// HashWorker is the command of the processes that compute password hashes; empty computes them in this one.
	HashWorker []string `kong:"-"`

	Writers int    `default:"0" help:"Group-commit writers; 0 = one for each core."`
	Archive string `type:"path" placeholder:"DIR" help:"Directory of the journal's archived months (jadebox archive): records, statements and proofs of then are read there."`
}

// drainMax stays below protoactor's own limit of 10 s for a shutdown (docs/cluster.md).
const drainMax = 9 * time.Second

// demoRainMin is longer than a rain with its countdown.
const demoRainMin = 2 * time.Minute

// demoClockMax is a year, which has every season.
const demoClockMax = 366 * 24 * time.Hour

// codePause is a site's (docs/reliability-security.md, "login, register, codes").
const codePause = time.Minute

// Mode is what the database of this server is for.
func (s *Serve) Mode() store.Mode {
	if s.Demo {
		return store.ModeDemo
	}
	return store.ModeLive
}

// Drand reports whether draws wait for drand; "" is a server made without the command line.
func (s *Serve) Drand() bool {
	return s.Beacon == fairness.BeaconDrand || s.Beacon == "auto" && !s.Demo
}

// relaysMin is how many relays a live site needs: one may be away, and one may lie.
const relaysMin = 3

func (s *Serve) checkBeacon() error {
	switch {
	case !s.Drand():
		return nil
	case s.DemoClock != 0:
		return errors.New("the network goes by the real time, and --demo-clock does not")
	case len(s.BeaconRelay) == 0 || !s.Demo && len(s.BeaconRelay) < relaysMin:
		return fmt.Errorf("%d relays, a live site needs %d", len(s.BeaconRelay), relaysMin)
	}
	for _, origin := range s.BeaconRelay {
		if !isOrigin(origin) {
			return fmt.Errorf("%q is not an origin such as https://api.drand.sh", origin)
		}
	}
	return nil
}

// provider reports whether an outside service is asked for captchas; "" is a server made without the command line.
func (s *Serve) provider() bool { return s.Captcha != "" && s.Captcha != "work" }

// refusals collects why flags cannot work.
type refusals []error

func (r *refusals) add(name, format string, args ...any) {
	*r = append(*r, fmt.Errorf("--%s: "+format, append([]any{name}, args...)...))
}

// Validate implements kong's validation: every flag that cannot work, all at once.
func (s *Serve) Validate() error {
	var r refusals
	s.checkAddresses(r.add)
	s.checkOrigins(r.add)
	s.checkPlayers(r.add)
	s.checkDemo(r.add)
	s.checkExamples(r.add)
	if s.StripeKey != "" && (s.StripeWebhook == "" || s.PublicURL == "") {
		r.add("stripe-key", "needs --stripe-webhook and --public-url")
	}
	if s.PixKey != "" && s.PixWebhook == "" {
		r.add("pix-key", "needs --pix-webhook")
	}
	if s.Zone != "" {
		if _, err := period.Named(s.Zone); err != nil {
			r.add("zone", "%v", err)
		}
	}
	if err := s.checkBeacon(); err != nil {
		r.add("beacon-relay", "%v", err)
	}
	if err := checkURL(s.TraceEndpoint, "https", "http"); err != nil {
		r.add("trace-endpoint", "%v", err)
	}
	if !(0 <= s.TraceShare && s.TraceShare <= 1) { // NaN is none of it
		r.add("trace-share", "%v is not in 0–1", s.TraceShare)
	}
	if s.IdentityKeys == "" && s.Data == "" {
		r.add("identity-keys", "needed without --data")
	}
	if s.Drain <= 0 || s.Drain > drainMax {
		r.add("drain", "%v is not in 0s < drain ≤ %v", s.Drain, drainMax)
	}
	if s.Writers < 0 || s.Writers > 64 {
		r.add("writers", "%d is not in 0–64", s.Writers)
	}
	return errors.Join(r...)
}

// checkAddresses refuses where the server cannot listen, who may not be believed, and stores that cannot be reached.
func (s *Serve) checkAddresses(refuse func(name, format string, args ...any)) {
	if err := checkAddress(s.Listen); err != nil {
		refuse("listen", "%v", err)
	}
	if s.MetricsListen != "" {
		if err := checkAddress(s.MetricsListen); err != nil {
			refuse("metrics-listen", "%v", err)
		}
	}
	if s.Pprof != "" {
		if err := checkLoopback(s.Pprof); err != nil {
			refuse("pprof", "%v", err)
		}
	}
	if s.CountryHeader != "" && len(s.TrustedProxy) == 0 {
		refuse("country-header", "needs --trusted-proxy: whose word is taken for where a caller is")
	}
	if s.ProxyProtocol && len(s.TrustedProxy) == 0 {
		refuse("proxy-protocol", "needs --trusted-proxy: whose word is taken for who connects")
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
}

// checkOrigins refuses what browsers cannot know the site, or the place of its pictures, by.
func (s *Serve) checkOrigins(refuse func(name, format string, args ...any)) {
	for _, o := range s.Origins {
		if !isOrigin(o) {
			refuse("origins", "%q is not an origin such as https://play.example", o)
		}
	}
	switch {
	case s.PublicURL != "" && !isOrigin(s.PublicURL):
		refuse("public-url", "%q is not an origin such as https://play.example", s.PublicURL)
	case s.PublicURL == "" && !s.Demo:
		refuse("public-url", "needed without --demo: a live site has an address of its own; --demo tries it out")
	case !s.Demo && !isSecure(s.PublicURL):
		refuse("public-url",
			"%q is not https: passwords and gems of a live site do not travel in the open", s.PublicURL)
	}
	if s.PictureHost != "" {
		if err := picture.CheckHost(s.PictureHost); err != nil {
			refuse("picture-host", "%v", err)
		}
	}
	for _, o := range s.PictureAllow {
		if err := picture.CheckOrigin(o); err != nil {
			refuse("picture-allow", "%v", err)
		}
	}
}

// checkPlayers refuses ways of knowing a player that cannot work, or that a live site may not use.
func (s *Serve) checkPlayers(refuse func(name, format string, args ...any)) {
	if !s.Demo && (s.SMS == "log" || s.SMS == "file") {
		refuse("sms", "%s keeps codes where whoever reads it becomes the account: for --demo only", s.SMS)
	}
	if s.SMSHourly < 0 || s.SMSPrefix < 0 {
		refuse("sms-hourly", "%d and %d: at least 0", s.SMSHourly, s.SMSPrefix)
	}
	if s.SMS == "file" && s.SMSFile == "" {
		refuse("sms-file", "needed with --sms=file")
	}
	if err := checkURL(s.SMSURL, "https", "http"); err != nil || s.SMS == "http" && s.SMSURL == "" {
		refuse("sms-url", "needed with --sms=http: https://…")
	}
	if s.provider() && (s.CaptchaSite == "" || s.CaptchaSecret == "") {
		refuse("captcha", "%s needs --captcha-site-key and --captcha-secret", s.Captcha)
	}
	if err := checkURL(Secret(s.CaptchaVerify), "https", "http"); err != nil {
		refuse("captcha-verify", "%v", err)
	}
	if s.Steam == "sandbox" && !s.Demo {
		refuse("steam", "in the sandbox everybody may be anybody: for --demo only")
	}
	if s.RealName == "sandbox" && !s.Demo {
		refuse("realname", "the sandbox confirms everybody: for --demo only")
	}
	if err := checkURL(s.RealNameURL, "https", "http"); err != nil ||
		s.RealName == "http" && !isSecure(s.RealNameURL.Reveal()) {
		refuse("realname-url", "needed with --realname=http: https://…, or an address of this machine")
	}
}

// checkDemo refuses what only a demo may have, and what not even it may.
func (s *Serve) checkDemo(refuse func(name, format string, args ...any)) {
	if s.DemoRain != 0 && s.DemoRain < demoRainMin {
		refuse("demo-rain", "%v is neither 0s nor at least %v", s.DemoRain, demoRainMin)
	}
	if s.DemoClock != 0 && (!s.Demo || s.DemoClock < 0 || s.DemoClock > demoClockMax) {
		refuse("demo-clock", "%v is not in 0s–%v of a --demo: real play goes by the real time", s.DemoClock,
			demoClockMax)
	}
	if s.DemoCodePause < 0 || s.DemoCodePause != codePause && !s.Demo {
		refuse("demo-code-pause", "%v: a site's codes are %v apart, for --demo only they may be closer",
			s.DemoCodePause, codePause)
	}
}

func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") &&
		strings.TrimSuffix(text, "/") == u.Scheme+"://"+u.Host
}

// isSecure reports whether an origin is reached by TLS, or never leaves this machine.
func isSecure(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" || u.Hostname() == "localhost" || err == nil && ip.IsLoopback()
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

// checkLoopback refuses what others than this machine reach. A name may lead anywhere.
func checkLoopback(s string) error {
	if err := checkAddress(s); err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(s)
	if ip := net.ParseIP(host); err == nil && (ip == nil || !ip.IsLoopback()) {
		err = fmt.Errorf("%q is not of this machine's loopback, such as 127.0.0.1", host)
	}
	return err
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

// MarshalZerologObject logs the flags, secrets redacted.
func (s *Serve) MarshalZerologObject(e *zerolog.Event) {
	e.Str("listen", s.Listen).Str("metricsListen", s.MetricsListen).Str("pprof", s.Pprof).Str("data", s.Data)
	e.Bool("demo", s.Demo).Dur("demoRain", s.DemoRain).Dur("demoCodePause", s.DemoCodePause).Dur("demoClock",
		s.DemoClock).Stringer("databaseUrl", s.DatabaseURL).Stringer("redisUrl", s.RedisURL).
		Str("beacon", s.Beacon).Strs("origins", s.Origins).Str("pictureHost", s.PictureHost).Strs("pictureAllow",
		s.PictureAllow).Str("logLevel", s.LogLevel).Dur("drain", s.Drain).Int("writers", s.Writers)
	proxies := zerolog.Arr()
	for _, p := range s.TrustedProxy {
		proxies.Str(p.String())
	}
	e.Array("trustedProxies", proxies)
}

// Pages are the origins that sockets may come from: the site's own, as its public address has it, and the others.
func (s *Serve) Pages() []string {
	if s.PublicURL == "" {
		return s.Origins
	}
	return append([]string{s.Origin()}, s.Origins...)
}

// Origin is the public address as browsers write an origin, which a path can follow; "" when there is none.
func (s *Serve) Origin() string { return strings.TrimSuffix(s.PublicURL, "/") }
