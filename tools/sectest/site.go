package sectest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"jadebox/protocol"
)

const (
	requestWithin = 60 * time.Second // product-spec §9
	replyBytes    = 16 << 20
	password      = "vane7harbor"
)

// site is the server and what this run knows of it.
type site struct {
	Options
	ctx      context.Context
	http     *http.Client
	document *document
	tag      string // of this run: in names, keys and devices
	seq      atomic.Int64
	secrets  secrets // what must not stand in the log
	logins   *logins
	scenario *scenario
}

func newSite(ctx context.Context, o Options) (*site, error) {
	o.URL = strings.TrimSuffix(o.URL, "/")
	s := &site{Options: o, ctx: ctx, tag: strings.ToLower(rand.Text()[:5]), http: &http.Client{Timeout: requestWithin,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 2 * rivals, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	s.logins = newLogins(s.tag)
	var err error
	if s.document, err = s.read(); err == nil && s.document.named("demo.outbox") == nil {
		err = errNoDemo
	}
	return s, err
}

// A run registers, plays, pays and withdraws: on a site with people it would be the attack that it plays.
var errNoDemo = errors.New("sectest: the server is no demo (serve --demo)")

// next numbers things of this run.
func (s *site) next() string { return strconv.FormatInt(s.seq.Add(1), 10) }

// player is an account, or a visitor while the token is empty. Safe for concurrent use once it is made.
type player struct {
	*site
	name, token string // name is what it logs in by
	public      string // what others call it
	id          string
	address     string // X-Forwarded-For; "" is this machine, which a demo does not limit
	cookie      string
}

// request is one call.
type request struct {
	method, path string
	body         any // []byte as it is, nil for none, anything else as JSON
	key          string
	header       http.Header
}

// answer is the reply; Code is 0 where there is no envelope.
type answer struct {
	status int
	header http.Header
	raw    []byte
	took   time.Duration
	err    error

	Code    protocol.Code   `json:"code"`
	Data    json.RawMessage `json:"data"`
	ErrCode protocol.Code   `json:"errCode"`
	ErrMsg  string          `json:"errMsg"`
	SysTime int64           `json:"sysTime"`
}

func (a answer) String() string {
	if a.err != nil {
		return a.err.Error()
	}
	return fmt.Sprintf("status %d code %d %s", a.status, a.Code, a.ErrMsg)
}

// refused reports whether the answer is a numbered refusal of the catalogue with its status and a text, and no one's
// fault but the caller's.
func (a answer) refused() bool {
	return a.err == nil && a.Code != protocol.OK && a.Code.Known() && a.Code == a.ErrCode && a.ErrMsg != "" &&
		a.status == a.Code.Status() &&
		a.Code != protocol.CodeInternal
}

func (s *site) visitor() *player { return &player{site: s} }

func (p *player) get(path string) answer { return p.send(request{method: http.MethodGet, path: path}) }

// post sends a fresh idempotency key.
func (p *player) post(path string, body any) answer {
	return p.send(request{method: http.MethodPost, path: path, body: body})
}

func (p *player) send(q request) answer {
	began := time.Now()
	a := p.exchange(q)
	a.took = time.Since(began)
	return a
}

func (p *player) exchange(q request) answer {
	var body io.Reader
	switch b := q.body.(type) {
	case nil:
	case []byte:
		body = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			return answer{err: err}
		}
		body = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(p.ctx, q.method, p.URL+q.path, body)
	if err != nil {
		return answer{err: err}
	}
	if q.method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
		if q.key == "" {
			q.key = "sec-" + p.tag + "-" + p.next()
		}
		r.Header.Set("Idempotency-Key", q.key)
	}
	r.Header.Set("lang", "en")
	for name, value := range map[string]string{"token": p.token, "X-Forwarded-For": p.address, "Cookie": p.cookie} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	for name, values := range q.header {
		r.Header[name] = values
	}
	resp, err := p.http.Do(r)
	if err != nil {
		return answer{err: err}
	}
	defer resp.Body.Close()
	a := answer{status: resp.StatusCode, header: resp.Header}
	if a.raw, err = io.ReadAll(io.LimitReader(resp.Body, replyBytes)); err != nil {
		a.err = err
		return a
	}
	p.logins.look(p.name, q, a.raw)
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") &&
		bytes.HasPrefix(a.raw, []byte(`{"code"`)) {
		a.err = json.Unmarshal(a.raw, &a)
	}
	return a
}

// must is data of an answer that has to succeed.
func must[T any](c *check, what string, a answer) T {
	var v T
	if a.err != nil || a.Code != protocol.OK {
		c.fatalf("%s: %s", what, a)
	}
	if err := json.Unmarshal(a.Data, &v); err != nil {
		c.fatalf("%s: %v in %.200s", what, err, a.Data)
	}
	return v
}

type fields = map[string]any
