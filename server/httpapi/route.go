package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/server/httpapi/call"
)

// answerWithin bounds a call. It is below the client's 60 s (product-spec §9), so that the client learns of the
// time-out.
const answerWithin = 50 * time.Second

// Register implements call.Edge.
func (a *API) Register(e call.Endpoint) {
	b := bindingOf(e.In)
	mustSay(e.Route)
	a.path(e.Path)
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
	if e.Method == http.MethodPost && e.Access >= call.NeedsPlayer {
		a.commands[e.Name] = e
	}
	a.document.add(e, b)
}

// mustSay ends the start of a server with a call that does not say who may use it: nobody would notice that everybody
// may.
func mustSay(r call.Route) {
	if r.Access == 0 {
		panic("httpapi: " + r.Name + " does not say who may use it")
	}
}

// path makes a path known; two methods of one path are one path.
func (a *API) path(path string) {
	if !a.known[path] {
		a.known[path] = true
		a.paths.HandleFunc(path, func(http.ResponseWriter, *http.Request) {})
	}
}

// raw registers what is no call from one struct to another: files, images, webhooks, probes. It is described like every
// other route.
func (a *API) raw(r call.Route, about *huma.Operation, serve http.HandlerFunc) {
	mustSay(r)
	a.path(r.Path)
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
