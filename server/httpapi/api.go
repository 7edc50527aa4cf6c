package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/shop/delivery"
	"jadebox/protocol"
	"jadebox/server/captcha"
	"jadebox/server/httpapi/call"
	"jadebox/server/maintain"
	"jadebox/server/notice"
	"jadebox/server/password"
	"jadebox/server/publiclog"
	"jadebox/server/realname"
	"jadebox/server/session"
	"jadebox/server/sharecard"
	"jadebox/server/sms"
	"jadebox/server/steam"
	"jadebox/store"
)

// Ports are given by the composition root.
type Ports struct {
	call.Site
	Sessions  *session.Sessions
	Passwords *password.Hasher
	DeviceKey []byte // of every node: signs what known devices keep
	Log       *publiclog.Log
	Beacon    beaconAnchors
	// EndSession closes the sockets of a session that is over.
	EndSession func(tokenHash [32]byte, code protocol.Code)
	// Ticket lets a browser open a socket whose first message cannot carry the token; it is good once, for 30 s.
	Ticket    func(store.Session) string
	Captcha   captcha.Engine
	Messages  MessageBudget
	SMS       sms.Sender   // nil: short messages are switched off
	Outbox    *sms.Outbox  // public: in a demo only, else nil
	Steam     steam.Source // where players of a page of this origin log in
	Sandbox   http.Handler // of a demo's own provider, nil without one
	Vault     *realname.Vault
	Registry  realname.Registry // confirms real names; nil: none are verified
	PublicURL string            // origin that players see, without a slash behind it; "" takes it from the request

	Cards    *sharecard.Service // draws the pictures of shared links; nil: there are none
	Pictures []string           // origins that pictures of the catalogue come from besides the site's own

	// Ready reports why the process should get no traffic; nil when it should.
	Ready func(context.Context) error
	// Degraded says what a process that gets traffic does without; nil error: nothing. Nil func: never.
	Degraded func() error
	// Maintenance is when the site is closed; nil: never.
	Maintenance func() maintain.Window

	// Traced begins to measure a request with its Idempotency-Key, which is empty when it has no valid one, and done
	// ends it with its route and status; nil: not called.
	Traced func(r *http.Request, key string) (traced *http.Request, done func(pattern string, status int))

	// Numbers are kept ready for accounts to come; nil: each new player's first seeds wait for their beacon.
	Numbers *player.Numbers
	Random  io.Reader // cryptographic
	Logger  zerolog.Logger

	Payments     Payments
	Bot          delivery.Bot   // asked before an item is retrieved; nil: not asked
	WelcomeCents int64          // credited with the registration, in the same transaction
	CodePause    time.Duration  // between two codes to one phone; 0: a minute
	Demo         bool           // shown to players
	OwnSeeds     bool           // each draw that a player asks for brings a seed of the player's device
	Proxies      []netip.Prefix // whose X-Forwarded-For counts
	// in which Proxies say a caller's country by two letters; "": none says it
	CountryHeader string
	Version       string
}

// API serves the calls.
type API struct {
	Ports
	mux       *mux
	paths     *http.ServeMux  // every path without its method: distinguishes 405 from 404
	known     map[string]bool // the paths that are in paths
	routes    []call.Route    // all, in the order of New
	commands  map[string]call.Endpoint
	document  *document
	recordOps recordOps
	sending   chan struct{} // one for each short message under way
	untrusted sync.Once     // the warning of a proxy that is not named
}

// New registers every resource.
func New(p Ports) *API {
	a := &API{Ports: p, mux: &mux{ServeMux: http.NewServeMux()}, paths: http.NewServeMux(), known: map[string]bool{},
		commands:  map[string]call.Endpoint{},
		recordOps: recordOpsOf(p.Kinds, p.RoomKinds), document: newDocument(p.Version, p.Payments),
		sending: make(chan struct{}, sendingMax)}
	a.document.fields = a.tellsField()
	a.document.lists = map[string][]string{"recordKind": a.recordOps.All(), "noticeTab": notice.Tabs[:]}
	a.document.numbers = map[string][]numbered{"trendType": a.trendTypes()}
	a.accounts()
	a.confirms()
	a.passwords()
	a.factors()
	a.sessions()
	a.profile()
	a.captcha()
	a.codes()
	a.phones()
	a.steam()
	a.realNames()
	a.appearance()
	a.names()
	a.home()
	a.notices()
	a.items()
	a.boxes()
	a.openings()
	a.bag()
	a.fair()
	a.trust()
	a.props()
	a.fragments()
	a.gifts()
	a.vouchers()
	a.taskBoxes()
	a.trend()
	for _, r := range a.RoomKinds {
		r.Calls(a, &a.Site)
	}
	a.upgrades()
	a.upgradeQuote()
	a.trades()
	a.records()
	a.statement()
	a.recordExport()
	a.rankings()
	a.pay()
	a.vip()
	a.promotion()
	a.active()
	a.activeBoxes()
	a.sign()
	a.benefits()
	a.limits()
	a.withdrawals()
	a.mall()
	a.retrievals()
	a.tickets()
	a.share()
	a.probes()
	a.documentation()
	a.logFiles()
	for _, path := range neverPages {
		a.mux.HandleFunc(path, a.unknown)
	}
	if a.Sandbox != nil {
		a.mux.Handle(steam.SandboxPath, a.Sandbox)
	}
	return a
}

// neverPages are paths below which a program asks: what is not there is said in JSON and never by the page.
var neverPages = [...]string{"/api", "/api/", "/log", publiclog.FilesPath, "/ws", "/ws/"}

// Handler serves /api/, the probes and the documentation, and everything else from files.
func (a *API) Handler(files http.Handler) http.Handler {
	a.mux.Handle("/", files)
	return a.Outermost(secured(a.Pictures, a.captchaOrigins(), a.PublicURL, compressed(a.whileClosed(a.mux))))
}

// compressed packs data that is worth it; what is small, and with it every token, goes as it is.
func compressed(next http.Handler) http.Handler {
	pack, err := gzhttp.NewWrapper(gzhttp.MinSize(compressFrom), gzhttp.EnableZstd(false),
		gzhttp.ContentTypes([]string{"application/json", "application/x-ndjson"}))
	if err != nil {
		panic("httpapi: " + err.Error()) // constant options
	}
	return pack(next)
}

const compressFrom = 2 << 10 // bytes

// mux records what was registered, so that nothing can be served and stay out of the document
// (TestEveryRouteIsDocumented).
type mux struct {
	*http.ServeMux
	patterns []string
}

// HandleFunc registers and records.
func (m *mux) HandleFunc(pattern string, h func(http.ResponseWriter, *http.Request)) {
	m.Handle(pattern, http.HandlerFunc(h))
}

// Handle registers and records.
func (m *mux) Handle(pattern string, h http.Handler) {
	m.patterns = append(m.patterns, pattern)
	m.ServeMux.Handle(pattern, h)
}

// unknown answers what no route has taken.
func (a *API) unknown(w http.ResponseWriter, r *http.Request) {
	code := protocol.CodeNotFound
	if _, pattern := a.paths.Handler(r); pattern != "" {
		code = protocol.CodeUnsupported
		w.Header().Set("Allow", strings.Join(a.mux.allowed(r), ", "))
	}
	a.refuse(w, r, code, 0)
}

// allowed are the methods that the path of a request takes (RFC 9110, 15.5.6).
func (m *mux) allowed(r *http.Request) (list []string) {
	for _, method := range methods {
		other := *r
		other.Method = method.name
		if _, pattern := m.Handler(&other); strings.HasPrefix(pattern, method.name+" ") ||
			method.name == http.MethodHead && strings.HasPrefix(pattern, http.MethodGet+" ") {
			list = append(list, method.name)
		}
	}
	return list
}
