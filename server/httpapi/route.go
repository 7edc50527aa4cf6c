package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/rewards/eligibility"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// answerWithin bounds a call. It is below the client's 60 s (product-spec §9), so that the client receives the
// time-out.
const answerWithin = 50 * time.Second

// Register implements call.Edge.
func (a *API) Register(e call.Endpoint) {
	b := bindingOf(e.In)
	if e.StepUp {
		e.Route = confirmed(e.Route)
		act := e.Run
		e.Run = func(ctx context.Context, c *call.Caller, read func(any) error) (any, error) {
			return act(ctx, c, func(into any) error { // what cannot be read is reported first
				if err := read(into); err != nil {
					return err
				}
				return a.proved(ctx, c)
			})
		}
	}
	a.path(e.Route)
	if e.Gift != call.NoGift {
		give := e.Run
		e.Run = func(ctx context.Context, c *call.Caller, read func(any) error) (any, error) {
			return give(ctx, c, func(into any) error { // what cannot be read is reported first
				if err := read(into); err != nil {
					return err
				}
				return a.eligible(ctx, c.Player(), e.Gift)
			})
		}
	}
	a.mux.HandleFunc(e.Method+" "+e.Path, func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), answerWithin)
		defer cancel()
		c := a.caller(w, req)
		if err := a.admit(ctx, c, e.Access, req.Header); err != nil {
			a.fail(w, req, c, err)
			return
		}
		data, err := e.Run(ctx, c, func(into any) error { return b.read(w, req, into) })
		if err != nil {
			a.fail(w, req, c, err)
			return
		}
		a.succeed(w, req, c, data)
	})
	if e.Method == http.MethodPost && e.Access >= call.NeedsPlayer && !e.OnDevice {
		a.commands[e.Name] = e
	}
	a.document.add(e, b)
}

// eligible refuses a gift to who has not done what the house asks first.
func (a *API) eligible(ctx context.Context, who store.PlayerID, gift call.Gift) error {
	asks := eligibility.Ports{Store: a.Store, Directory: a.Directory, Settings: a.Settings, Now: a.Now}
	if gift == call.ForPlay {
		return asks.Identity(ctx, who)
	}
	return asks.Gift(ctx, who)
}

// path makes a route's path known; two methods of one path are one path. A route that does not say who may use it ends
// the start of a server: nobody would notice that everybody may.
func (a *API) path(r call.Route) {
	if r.Access == 0 {
		panic("httpapi: " + r.Name + " does not say who may use it")
	}
	if !a.known[r.Path] {
		a.known[r.Path] = true
		a.paths.HandleFunc(r.Path, func(http.ResponseWriter, *http.Request) {})
	}
}

// raw registers what is no call from one struct to another: files, images, webhooks, probes. It is described like every
// other route.
func (a *API) raw(r call.Route, about *huma.Operation, serve http.HandlerFunc) {
	a.path(r)
	a.mux.HandleFunc(r.Method+" "+r.Path, serve)
	a.document.addRaw(r, about)
}

// plain describes what answers with a medium of its own.
func plain(mediaType string) *huma.Operation {
	return &huma.Operation{Responses: map[string]*huma.Response{
		"200": {Description: "no envelope",
			Content: map[string]*huma.MediaType{mediaType: {Schema: &huma.Schema{Type: huma.TypeString}}}}}}
}

// inPath describes a word in a path.
func inPath(name string) *huma.Param {
	return &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
}
