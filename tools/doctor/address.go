package doctor

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gobwas/ws"
)

// Certificates are renewed a month before they end by the usual programs: one that has less left was forgotten.
const (
	certificateWell  = 21 * 24 * time.Hour
	certificateLeast = 3 * 24 * time.Hour
)

// No proxy's network is wider: a client in one writes the address that limits count. Of IPv6 all private networks are
// one (RFC 4193).
const proxyBits = 8

var privateV6 = netip.MustParsePrefix("fc00::/7")

// ofProxy looks at whose word is taken for where players are.
func (c *Command) ofProxy(r *report) {
	wide := slices.IndexFunc(c.TrustedProxy, func(p netip.Prefix) bool {
		return p.Bits() < proxyBits && p.Masked() != privateV6
	})
	switch {
	case wide >= 0:
		r.say(failure, "proxy", "--trusted-proxy %s: anybody may write the address that limits count",
			c.TrustedProxy[wide])
	// the site itself speaks no TLS
	case len(c.TrustedProxy) == 0 && strings.HasPrefix(c.PublicURL, "https://"):
		r.say(warning, "proxy", "no --trusted-proxy names what serves %s: to the limits its players are one caller",
			c.PublicURL)
	default:
		r.say(good, "proxy", "%d networks may say where players are", len(c.TrustedProxy))
	}
}

// ofPublicURL looks at the site as players see it: through its proxy, while it runs.
func (c *Command) ofPublicURL(ctx context.Context, r *report) {
	if c.PublicURL == "" {
		r.say(good, "address", "none of its own (--public-url): nothing to look at")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	client := c.client
	if client == nil {
		client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}
	}
	get := func(path string) (*http.Response, error) {
		q, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Origin()+path, nil)
		if err != nil {
			return nil, err
		}
		res, err := client.Do(q)
		if err == nil {
			err = res.Body.Close()
		}
		return res, err
	}
	began := time.Now()
	res, err := get("/readyz")
	took := time.Since(began)
	if err != nil {
		r.say(failure, "address", "%s does not answer: %v", c.PublicURL, err)
		return
	}
	if res.StatusCode != http.StatusOK {
		r.say(failure, "address", "%s/readyz answers %s", c.PublicURL, res.Status)
		return
	}
	r.say(good, "address", "%s is ready, in %v", c.PublicURL, took.Round(time.Millisecond))
	if its, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		c.clock(r, "the public address's", its, began, took+time.Second) // a header has whole seconds
	}
	if res.TLS != nil {
		c.certificate(r, res.TLS, time.Now())
		if res.Header.Get("Strict-Transport-Security") == "" && !c.Demo {
			r.say(warning, "address",
				"the proxy takes Strict-Transport-Security away: a first visit by http stays there")
		}
	}
	// at a path that it does not know the site answers with its page
	if res, err := get("/metrics"); err == nil && res.StatusCode == http.StatusOK &&
		!strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		r.say(failure, "metrics", "%s/metrics is told to everybody: the proxy passes --metrics-listen on", c.PublicURL)
	} else {
		r.say(good, "metrics", "not told at the public address")
	}
	c.socket(ctx, r, client)
}

func (c *Command) certificate(r *report, t *tls.ConnectionState, now time.Time) {
	ends := t.PeerCertificates[0].NotAfter
	switch left := ends.Sub(now); {
	case left < certificateLeast:
		r.say(failure, "address", "the certificate ends at %s", ends.UTC().Format(time.RFC3339))
	case left < certificateWell:
		r.say(warning, "address", "the certificate ends at %s, and was not renewed", ends.UTC().Format(time.RFC3339))
	default:
		r.say(good, "address", "the certificate holds until %s", ends.UTC().Format(time.DateOnly))
	}
}

// socket opens one as a page does: a proxy that was not told of them answers something else.
func (c *Command) socket(ctx context.Context, r *report, client *http.Client) {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		r.found(err, "sockets", "")
		return
	}
	u.Scheme, u.Path = map[string]string{"http": "ws", "https": "wss"}[u.Scheme], "/ws"
	d := ws.Dialer{Header: ws.HandshakeHeaderHTTP{"Origin": {c.PublicURL}}}
	if t, ok := client.Transport.(*http.Transport); ok {
		d.TLSConfig = t.TLSClientConfig
	}
	conn, _, _, err := d.Dial(ctx, u.String())
	if err != nil {
		r.say(failure, "sockets", "%s: %v: the proxy has to hand Upgrade and Connection on", u, err)
		return
	}
	_ = conn.Close()
	r.say(good, "sockets", "%s takes them", u)
}
