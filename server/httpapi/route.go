package httpapi

import (
	"context"
	"net/http"
	"net/netip"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/protocol"
	"jadebox/store"
)

// access says who may use a call.
type access uint8

const (
	anyone      access = iota // a token is not looked at
	viewer                    // a good token tells who is looking; without one it is a visitor
	needsPlayer               // needs a token
	keyed                     // and an Idempotency-Key, because it changes value
)

// route is what a call is besides its function.
type route struct {
	name    string // "box.open": operation id, and the name of the sockets' command
	method  string
	path    string // pattern of net/http: /api/box/{id}/open
	access  access
	summary string
	errors  []protocol.Code                // beyond those that every call of its access can answer
	plays   bool                           // it stakes or spends, so that a player's own limits and pauses may refuse it
	told    map[protocol.Code]reflect.Type // data that comes with a refusal, which is null else
}

// Caller is who asks.
type Caller struct {
	Session  store.Session     // zero for a visitor
	Language protocol.Language // one that has every text
	Key      string            // idempotency key of a keyed call
	Address  netip.Addr        // of the client, behind the configured proxies
	Agent    string
	header   http.Header // of the answer; nil for a command
	visitor  string      // what a visitor began here and has not ended: see visitorOf
	device   string      // what says that this device was here before: see remembers
	origin   string      // of the page, https://play.example
}

// Player is 0 for a visitor.
func (c *Caller) Player() store.PlayerID { return c.Session.Player }

// endpoint is a registered call with its types erased.
type endpoint struct {
	route
	run func(ctx context.Context, c *Caller, read func(any) error) (any, error)
}

// answerWithin bounds a call. It is below the client's 60 s (product-spec §9), so that the client hears of the time-out.
const answerWithin = 50 * time.Second

// add registers one call: In names its parameters (see binding), Out is the data of its envelope.
func add[In, Out any](a *API, r route, do func(context.Context, *Caller, In) (Out, error)) {
	b := bindingOf[In]()
	e := endpoint{r, func(ctx context.Context, c *Caller, read func(any) error) (any, error) {
		var in In
		if err := read(&in); err != nil {
			return nil, err
		}
		return do(ctx, c, in)
	}}
	a.path(r.path)
	a.mux.HandleFunc(r.method+" "+r.path, func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), answerWithin)
		defer cancel()
		c := a.caller(w, req)
		if err := a.admit(ctx, c, r.access, req.Header); err != nil {
			a.fail(w, req, c, err)
			return
		}
		data, err := e.run(ctx, c, func(into any) error { return b.read(w, req, into) })
		if err != nil {
			a.fail(w, req, c, err)
			return
		}
		a.succeed(w, req, c, data)
	})
	if r.method == http.MethodPost && r.access >= needsPlayer {
		a.commands[r.name] = e
	}
	a.document.add(r, b, typeOf[Out]())
}

// path makes a path known; two methods of one path are one path.
func (a *API) path(path string) {
	if !a.known[path] {
		a.known[path] = true
		a.paths.HandleFunc(path, func(http.ResponseWriter, *http.Request) {})
	}
}

// raw registers what is no call from one struct to another: files, images, webhooks, probes. It is described like every other route.
func (a *API) raw(r route, about *huma.Operation, serve http.HandlerFunc) {
	a.path(r.path)
	a.mux.HandleFunc(r.method+" "+r.path, serve)
	a.document.addRaw(r, about)
}

// plain describes what answers with a medium of its own.
func plain(mediaType string) *huma.Operation {
	return &huma.Operation{Responses: map[string]*huma.Response{
		"200": {Description: "no envelope", Content: map[string]*huma.MediaType{mediaType: {Schema: &huma.Schema{Type: huma.TypeString}}}}}}
}

// inPath describes a word in a path.
func inPath(name string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
}

// none is the input of a call without parameters and the data of one without an answer.
type none struct{}
