package httpapi

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/protocol"
)

// document is the OpenAPI description, made from the same types that requests are read into. Package huma gives the schemas
// and the document; its router is not used, because the specification's envelope and numbers are not its own.
//
// Nothing is described before somebody reads it: a hundred schemas are most of what a server that nobody asks would do at its start.
type document struct {
	api      *huma.OpenAPI
	registry huma.Registry
	pending  []func() // operations that were added and not described yet
}

// complete describes what was added. Not for two at once.
func (d *document) complete() *huma.OpenAPI {
	for _, describe := range d.pending {
		describe()
	}
	d.pending = nil
	return d.api
}

func newDocument(version string) *document {
	registry := huma.NewMapRegistry("#/components/schemas/", schemaName)
	registry.RegisterTypeAlias(typeOf[protocol.Gems](), typeOf[float64]())
	return &document{registry: registry, api: &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{Title: "Jadebox", Version: version, Description: "Every answer is an envelope: code 200 with data, or code = errCode with a text " +
			"in the language of the header lang (zh, en, pt; ru and vi have some) or Accept-Language. Money is cents (…Cents); balance, price and salePrice are gems. Ids are decimal strings."},
		Paths: map[string]*huma.PathItem{},
		Components: &huma.Components{Schemas: registry, SecuritySchemes: map[string]*huma.SecurityScheme{
			"token": {Type: "apiKey", In: "header", Name: "token", Description: "from register or login"},
		}},
	}}
}

// schemaName tells protocol's types, which keep their names, from ours of the same name.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	switch {
	case t.Name() == "" || t.PkgPath() == "" || strings.HasSuffix(t.PkgPath(), "/httpapi"):
		return name
	default:
		pkg := t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:]
		return strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
}

func (d *document) add(r route, b binding, out reflect.Type) {
	d.pending = append(d.pending, func() { d.operation(r.method, r.path, d.describe(r, b, out)) })
}

func (d *document) describe(r route, b binding, out reflect.Type) *huma.Operation {
	op := &huma.Operation{OperationID: r.name, Summary: r.summary, Tags: []string{tagOf(r.name)}, Responses: map[string]*huma.Response{
		"200": jsonResponse("data of the envelope", envelopeSchema(d.registry.Schema(out, true, r.name+"Data"))),
	}}
	for _, p := range b.params {
		op.Parameters = append(op.Parameters, d.parameter(p))
	}
	if r.access == keyed {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "Idempotency-Key", In: "header", Required: true,
			Description: "the same key gives the same answer again; with another body it is refused",
			Schema:      &huma.Schema{Type: huma.TypeString, Pattern: "^[0-9A-Za-z_-]{1,80}$"}})
	}
	switch r.access {
	case needsPlayer, keyed:
		op.Security = []map[string][]string{{"token": {}}}
	case viewer:
		op.Security = []map[string][]string{{"token": {}}, {}}
	}
	if r.method != http.MethodGet && b.body {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: d.body(b)}}}
	}
	addErrors(op, r)
	return op
}

func (d *document) operation(method, path string, op *huma.Operation) {
	item := d.api.Paths[path]
	if item == nil {
		item = &huma.PathItem{}
		d.api.Paths[path] = item
	}
	switch method {
	case http.MethodGet:
		item.Get = op
	case http.MethodPut:
		item.Put = op
	default:
		item.Post = op
	}
}

func tagOf(name string) string {
	tag, _, _ := strings.Cut(name, ".")
	return tag
}

func (d *document) parameter(p param) *huma.Param {
	in := "path"
	if p.query {
		in = "query"
	}
	s := huma.SchemaFromField(d.registry, p.field, p.name)
	return &huma.Param{Name: p.name, In: in, Required: !p.query, Description: s.Description, Schema: s}
}

// body is the schema of a request without what stands in its path.
func (d *document) body(b binding) *huma.Schema {
	s := huma.SchemaFromType(d.registry, b.in)
	for _, p := range b.params {
		delete(s.Properties, p.name)
		s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return name == p.name })
	}
	return s
}

func envelopeSchema(data *huma.Schema) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Required: []string{"code", "msg", "data", "errCode", "errMsg", "sysTime"}, Properties: map[string]*huma.Schema{
		"code":    {Type: huma.TypeInteger, Description: "200, or the number of the error"},
		"msg":     {Type: huma.TypeString},
		"data":    data,
		"errCode": {Type: huma.TypeInteger, Description: "0 on success"},
		"errMsg":  {Type: huma.TypeString, Description: "for people"},
		"sysTime": {Type: huma.TypeInteger, Description: "ms"},
	}}
}

func jsonResponse(text string, s *huma.Schema) *huma.Response {
	return &huma.Response{Description: text, Content: map[string]*huma.MediaType{"application/json": {Schema: s}}}
}

// addErrors lists the numbers a call can answer, by status.
func addErrors(op *huma.Operation, r route) {
	codes := slices.Clone(r.errors)
	if r.access >= needsPlayer {
		codes = append(codes, protocol.CodeTokenInvalid, protocol.CodeLoginInvalid)
	}
	if r.access == keyed {
		codes = append(codes, protocol.CodeKeyMissing, protocol.CodeKeyReused)
	}
	if r.method == http.MethodPost {
		codes = append(codes, protocol.CodeTooLarge)
	}
	codes = append(codes, protocol.CodeBadRequest, protocol.CodeInternal)
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		line := fmt.Sprintf("%d %s: %s", code, code.Key(), code.Text(protocol.English))
		status := strconv.Itoa(code.Status())
		if found := op.Responses[status]; found != nil {
			found.Description += "\n" + line
			continue
		}
		op.Responses[status] = &huma.Response{Description: line, Headers: retryHeader(code.Status())}
	}
}

// retryHeader is on every refusal that time mends.
func retryHeader(status int) map[string]*huma.Param {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return map[string]*huma.Param{"Retry-After": {Description: "seconds until it is worth trying again", Schema: &huma.Schema{Type: huma.TypeInteger}}}
	}
	return nil
}
