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
	b := a.document.bindingOf(e.In)
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

// eligible refuses a gift to a player who has not done what the house asks first.
func (a *API) eligible(ctx context.Context, who store.PlayerID, gift call.Gift) error {
	asks := eligibility.Ports{Store: a.Store, Directory: a.Directory, Settings: a.Settings, Now: a.Now}
	if gift == call.ForPlay {
		return asks.Identity(ctx, who)
	}
	return asks.Gift(ctx, who)
}

// path makes a route and its path known; two methods of one path are one path. A route that does not say who may use
// it ends the start of a server: nobody would notice that everybody may.
func (a *API) path(r call.Route) {
	if r.Access == 0 {
		panic("httpapi: " + r.Name + " does not say who may use it")
	}
	a.routes = append(a.routes, r)
	if !a.known[r.Path] {
		a.known[r.Path] = true
		a.paths.HandleFunc(r.Path, func(http.ResponseWriter, *http.Request) {})
	}
}

// raw registers what is no call from one struct to another: files, images, webhooks, probes. It is described like every
// other route. No token is asked for here, nor what a player must have done first: a route that says so ends the
// start of a server, or it would promise what nothing keeps.
func (a *API) raw(r call.Route, about *huma.Operation, serve http.HandlerFunc) {
	if r.Access != call.Anyone {
		panic("httpapi: " + r.Name + " is raw and not everybody's: a player's own file is an ownFile, all else a call")
	}
	a.serve(r, about, serve)
}

// ownFile registers a file that is a player's own. The caller is known before serve is called, and is not asked for
// anything else: whatever changes something is a call.
func (a *API) ownFile(r call.Route, about *huma.Operation,
	serve func(http.ResponseWriter, *http.Request, *call.Caller)) {
	if r.Method != http.MethodGet || r.Access != call.NeedsPlayer {
		panic("httpapi: " + r.Name + " is no file of a player's own that is read: what changes something is a call")
	}
	a.serve(r, about, func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), answerWithin)
		defer cancel()
		c := a.caller(w, req)
		if err := a.admit(ctx, c, r.Access, req.Header); err != nil {
			a.fail(w, req, c, err)
			return
		}
		serve(w, req, c)
	})
}

func (a *API) serve(r call.Route, about *huma.Operation, serve http.HandlerFunc) {
	if r.Plays || r.StepUp || r.OnDevice || r.Gift != call.NoGift {
		panic("httpapi: " + r.Name + " plays, gives, proves or leaves something: only a call keeps what its Route says")
	}
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
