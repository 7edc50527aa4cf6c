package steam

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"jadebox/store"
)

const (
	// SandboxPath is where the sandbox is served.
	SandboxPath = "/sandbox/steam/"

	sandboxLogin = SandboxPath + "login"
	sandboxID    = SandboxPath + "id/"
	sandboxSigns = "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle"
	bodyMax      = 16 << 10
)

// Sandbox is a provider for demos and tests that implements the real protocol: a caller may log in as any id. It signs
// with a key of its own and lives as long as the process.
type Sandbox struct {
	key [32]byte
	now store.Clock
}

// NewSandbox makes one; random must be cryptographic.
func NewSandbox(now store.Clock, random io.Reader) (*Sandbox, error) {
	s := &Sandbox{now: now}
	_, err := io.ReadFull(random, s.key[:])
	return s, err
}

// Source gives the provider as a client of this sandbox. Answers are asked back within the process, over no network.
func (s *Sandbox) Source(nonces NonceStore) Source {
	client := &http.Client{Transport: inProcess{s}}
	return func(origin string) *Provider {
		return &Provider{Endpoint: origin + sandboxLogin, Identity: origin + sandboxID, Client: client, Nonces: nonces,
			Now: s.now}
	}
}

type inProcess struct{ http.Handler }

// RoundTrip implements http.RoundTripper.
func (h inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(w, r)
	return &http.Response{StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: w.header,
		Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r}, nil
}

type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header         { return w.header }
func (w *recorder) WriteHeader(status int)      { w.status = status }
func (w *recorder) Write(b []byte) (int, error) { return w.body.Write(b) }

// people are who a tester may be.
var people = []struct{ ID, Name string }{
	{"76561198000000001", "Jade"}, {"76561198000000002", "Koi"}, {"76561198000000003", "Lantern"},
	{"76561198000000004", "Phoenix"},
}

var choose = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Steam sandbox</title><link rel="stylesheet" href="/sandbox.css">
<main><h1>Steam sandbox</h1><p>No account of yours is asked for. Log in as:</p>
<ul>{{range .}}<li><a href="{{.Address}}">{{.Name}}</a></li>{{end}}</ul></main>
`))

// ServeHTTP implements http.Handler.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path != sandboxLogin:
		http.NotFound(w, r)
	case r.Method == http.MethodPost:
		s.confirm(w, r)
	default:
		s.login(w, r)
	}
}

// login shows who one may be, and sends the browser back once that is chosen.
func (s *Sandbox) login(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	returnTo, realm := q.Get("openid.return_to"), q.Get("openid.realm")
	origin, ok := strings.CutSuffix(realm, "/")
	to, err := url.Parse(returnTo)
	here, parsed := url.Parse(origin)
	// Only back to this very server: a sandbox must not become a way to send people elsewhere.
	if q.Get("openid.mode") != "checkid_setup" || !ok || err != nil || parsed != nil || here.Host != r.Host ||
		to.Host != r.Host || to.Scheme != here.Scheme {
		http.Error(w, "malformed request", http.StatusBadRequest)
		return
	}
	if as := q.Get("as"); steamID.MatchString(as) {
		http.Redirect(w, r, s.answer(origin, returnTo, as), http.StatusFound)
		return
	}
	type way struct{ Name, Address string }
	var ways []way
	for _, p := range people {
		q.Set("as", p.ID)
		ways = append(ways, way{p.Name, sandboxLogin + "?" + q.Encode()})
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = choose.Execute(w, ways)
}

// answer is the address of a positive assertion (OpenID 2.0 §10.1).
func (s *Sandbox) answer(origin, returnTo, id string) string {
	var salt [9]byte
	rand.Read(salt[:]) // never fails
	v := url.Values{"openid.ns": {namespace}, "openid.mode": {"id_res"}, "openid.op_endpoint": {origin + sandboxLogin},
		"openid.claimed_id": {origin + sandboxID + id}, "openid.identity": {origin + sandboxID + id},
		"openid.return_to": {returnTo},
		"openid.response_nonce": {s.now().UTC().Truncate(time.Second).Format(nonceStamp) +
			base64.RawURLEncoding.EncodeToString(salt[:])},
		"openid.assoc_handle": {"sandbox"}, "openid.signed": {sandboxSigns}}
	v.Set("openid.sig", s.sign(v))
	glue := "?"
	if strings.Contains(returnTo, "?") {
		glue = "&"
	}
	return returnTo + glue + v.Encode()
}

func (s *Sandbox) sign(v url.Values) string {
	mac := hmac.New(sha256.New, s.key[:])
	for name := range strings.SplitSeq(sandboxSigns, ",") {
		_, _ = io.WriteString(mac, name+":"+v.Get("openid."+name)+"\n")
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// confirm answers check_authentication (OpenID 2.0 §11.4.2).
func (s *Sandbox) confirm(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, bodyMax)
	valid := "false"
	if r.ParseForm() == nil && r.PostForm.Get("openid.mode") == "check_authentication" &&
		r.PostForm.Get("openid.signed") == sandboxSigns &&
		hmac.Equal([]byte(r.PostForm.Get("openid.sig")), []byte(s.sign(r.PostForm))) {
		valid = "true"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ns:"+namespace+"\nis_valid:"+valid+"\n")
}
