package httpapi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/room"
	"jadebox/server/httpapi/call"
	"jadebox/server/sharecard"
	"jadebox/server/sms"
)

//go:embed docs.html
var docsHTML string

//go:embed docs.css
var docsCSS []byte

// examples is the data of an answer of each operation, "GET /api/box/list", that a test has seen. Written by
// tools/openapi/examples.mjs.
//
//go:embed examples.json
var examples []byte

// documentation registers /openapi.json and a page made of it: no script, nothing from elsewhere. Both are made when
// the first reader comes.
func (a *API) documentation() {
	made := sync.OnceValues(a.document.texts)
	serve := func(name, path, summary, mediaType string, body func() []byte) {
		kind, _, _ := strings.Cut(mediaType, ";")
		about := plain(kind)
		if kind == "application/json" {
			about.Responses["200"].Content[kind].Schema.Type = huma.TypeObject
		}
		a.raw(call.Route{Name: name, Method: http.MethodGet, Path: path, Access: call.Anyone, Summary: summary}, about,
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", mediaType)
				w.Header().Set("Cache-Control", "no-cache")
				_, _ = w.Write(body())
			})
	}
	serve("docs.openapi", "/openapi.json", "This document.", "application/json",
		func() []byte { spec, _ := made(); return spec })
	serve("docs.page", "/docs", "This document for people.", "text/html; charset=utf-8",
		func() []byte { _, page := made(); return page })
	serve("docs.style", "/docs/docs.css", "The style of /docs.", "text/css; charset=utf-8",
		func() []byte { return docsCSS })
}

// Document is the OpenAPI document of a server that has every part but providers of payments: their signatures are in
// the document of the server that has them.
func Document(kinds room.Specs, rooms call.RoomKinds) []byte {
	spec, _ := whole(kinds, rooms).document.texts()
	return spec
}

// whole has every part and serves nobody.
func whole(kinds room.Specs, rooms call.RoomKinds) *API {
	return New(Ports{Site: call.Site{Kinds: kinds, RoomKinds: rooms}, Cards: sharecard.NewService(nil),
		Outbox: &sms.Outbox{}})
}

// texts are the document for programs and for people.
func (d *document) texts() (spec, page []byte) {
	spec, err := json.MarshalIndent(d.complete(), "", " ")
	if err != nil {
		panic("httpapi: " + err.Error()) // the server's own types do not describe themselves
	}
	var html bytes.Buffer
	if err := docsPage.Execute(&html, d.page()); err != nil {
		panic("httpapi: " + err.Error())
	}
	return spec, html.Bytes()
}

var docsPage = template.Must(template.New("docs").Parse(docsHTML))

// docs is what the page shows.
type docs struct {
	Title, Version, About string
	Groups                []docsGroup
}

type docsGroup struct {
	Name  string
	Calls []docsCall
}

type docsCall struct {
	Method, Path, Name, Summary, Access string
	Params                              []docsParam
	Body, Data                          string
	Errors                              []string
}

type docsParam struct{ Name, In, Type, About string }

func (d *document) page() docs {
	p := docs{Title: d.api.Info.Title, Version: d.api.Info.Version, About: d.api.Info.Description}
	paths := make([]string, 0, len(d.api.Paths))
	for path := range d.api.Paths {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	groups := map[string]*docsGroup{}
	for _, path := range paths {
		item := d.api.Paths[path]
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put} {
			if op == nil {
				continue
			}
			g := groups[op.Tags[0]]
			if g == nil {
				g = &docsGroup{Name: op.Tags[0]}
				groups[op.Tags[0]] = g
			}
			g.Calls = append(g.Calls, d.call(method, path, op))
		}
	}
	for _, g := range groups {
		p.Groups = append(p.Groups, *g)
	}
	slices.SortFunc(p.Groups, func(a, b docsGroup) int { return strings.Compare(a.Name, b.Name) })
	return p
}

func (d *document) call(method, path string, op *huma.Operation) docsCall {
	c := docsCall{Method: method, Path: path, Name: op.OperationID, Summary: op.Summary, Access: "anyone"}
	token := slices.ContainsFunc(op.Security, func(one map[string][]string) bool { return one[tokenScheme] != nil })
	switch {
	case token && len(op.Security) == 1:
		c.Access = "token"
	case token:
		c.Access = "token optional"
	case len(op.Security) > 0:
		c.Access = "a provider's signature"
	}
	for _, p := range op.Parameters {
		c.Params = append(c.Params, docsParam{p.Name, p.In, d.outline(p.Schema, 0), p.Description})
	}
	if op.RequestBody != nil && op.RequestBody.Content["application/json"] != nil {
		c.Body = d.outline(op.RequestBody.Content["application/json"].Schema, 0)
	}
	if m := op.Responses["200"].Content["application/json"]; m != nil && m.Schema != nil {
		if data := m.Schema.Properties["data"]; data != nil {
			c.Data = d.outline(data, 0)
		}
	}
	for status, r := range op.Responses {
		if status != "200" {
			c.Errors = append(c.Errors, strings.Split(r.Description, "\n")...)
		}
	}
	slices.Sort(c.Errors)
	return c
}

const outlineDepth = 6

// outline writes a schema as people read it.
func (d *document) outline(s *huma.Schema, depth int) string {
	if len(s.AnyOf) > 0 { // what may be null, too
		return d.outline(s.AnyOf[0], depth) + " or null"
	}
	if s.Ref != "" {
		s = d.registry.SchemaFromRef(s.Ref)
	}
	indent := strings.Repeat("  ", depth+1)
	switch {
	case depth > outlineDepth:
		return "…"
	case s.Type == huma.TypeArray:
		return "[" + d.outline(s.Items, depth) + "]"
	case s.Type == huma.TypeObject && len(s.Properties) > 0:
		names := make([]string, 0, len(s.Properties))
		for name := range s.Properties {
			names = append(names, name)
		}
		slices.Sort(names)
		var b strings.Builder
		b.WriteString("{\n")
		for _, name := range names {
			property := s.Properties[name]
			b.WriteString(indent + name + ": " + d.outline(property, depth+1))
			if property.Description != "" {
				b.WriteString("  — " + property.Description)
			}
			b.WriteByte('\n')
		}
		return b.String() + strings.Repeat("  ", depth) + "}"
	case s.Type == "":
		return "any"
	}
	return s.Type
}
