package httpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// document is the OpenAPI description, made from the same types that requests are read into. Package huma gives the
// schemas and the document; its router is not used, because the specification's envelope and numbers are not its own.
//
// Nothing is described before the first request for it: a hundred schemas are most of what an idle server would do
// at its start.
type document struct {
	api      *huma.OpenAPI
	registry huma.Registry
	fields   []protocol.Code // refusals that may say which field they are about
	// words of tagged fields, and numbers of tagged parameters, that the kinds of rooms have a part in
	lists   map[string][]string
	numbers map[string][]numbered
	pending []func() // operations that were added and not described yet
}

// numbered is a number that a parameter may have, and what it stands for.
type numbered struct {
	number int
	says   string
}

// complete describes what was added. Not for two at once.
func (d *document) complete() *huma.OpenAPI {
	for _, describe := range d.pending {
		describe()
	}
	d.pending = nil
	d.settle()
	d.exemplify()
	return d.api
}

// exemplify gives every operation its example.
func (d *document) exemplify() {
	bodies := map[string]json.RawMessage{}
	if err := json.Unmarshal(examples, &bodies); err != nil {
		panic("httpapi: examples.json: " + err.Error())
	}
	for path, item := range d.api.Paths {
		for _, method := range methods {
			body, ok := bodies[method.name+" "+path]
			op := *method.of(item)
			if op == nil || !ok {
				continue
			}
			for _, medium := range op.Responses["200"].Content {
				medium.Example = body
			}
		}
	}
}

func newDocument(version string, payments Payments) *document {
	registry := huma.NewMapRegistry(schemaPrefix, schemaName)
	registry.RegisterTypeAlias(typeOf[protocol.Gems](), typeOf[float64]())
	d := &document{registry: registry, api: &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{Title: "Jadebox", Version: version,
			Description: "Every answer is an envelope: code 200 with data, or code = errCode with a text " +
				"in the language of the header lang (" +
				strings.Join(slices.Concat(protocol.Languages[:], protocol.Partial[:]), ", ") +
				") or Accept-Language. Money is cents (…Cents); balance, price and salePrice are gems. Ids are decimal strings."},
		Paths:      map[string]*huma.PathItem{},
		Components: &huma.Components{Schemas: registry, SecuritySchemes: securitySchemes(payments)},
	}}
	d.envelopes()
	return d
}

// schemaNames are those that are not their type's name with a capital letter.
var schemaNames = map[string]string{"noticeEntry": "Notice", "vipLevel": "VIPLevel", "vipClaim": "VIPClaim",
	"vipClaimed": "VIPClaimed"}

// ownTypes begin the paths of this package and of those that add calls to it.
var ownTypes = []string{"jadebox/server/httpapi", "jadebox/server/rooms/"}

// schemaName capitalizes the names of own types, and separates those of other packages, which keep their names, from
// these of the same name.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	if other, ok := schemaNames[t.Name()]; ok {
		name = other
	}
	switch {
	case t.Name() == "" || t.PkgPath() == "" ||
		slices.ContainsFunc(ownTypes, func(own string) bool { return strings.HasPrefix(t.PkgPath(), own) }):
		return name
	default:
		pkg := t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:]
		return strings.ToUpper(pkg[:1]) + pkg[1:] + name
	}
}

func (d *document) add(e call.Endpoint, b binding) {
	d.pending = append(d.pending, func() { d.operation(e.Method, e.Path, d.describe(e.Route, b, e.Out)) })
}

// addRaw adds what about describes already; a call that names no error of its own, as a probe, refuses nothing.
func (d *document) addRaw(r call.Route, about *huma.Operation) {
	d.pending = append(d.pending, func() {
		about.OperationID, about.Summary, about.Tags = r.Name, r.Summary, []string{tagOf(r.Name)}
		if about.Security == nil {
			about.Security = security(r.Access)
		}
		if len(r.Errors) > 0 {
			d.refusals(about, r)
		}
		d.operation(r.Method, r.Path, about)
	})
}

func (d *document) describe(r call.Route, b binding, out reflect.Type) *huma.Operation {
	data := &nullSchema
	if out != typeOf[call.None]() {
		data = d.registry.Schema(out, true, r.Name+"Data")
		lists(data)
	}
	op := &huma.Operation{OperationID: r.Name, Summary: r.Summary, Tags: []string{tagOf(r.Name)},
		Security: security(r.Access), Responses: map[string]*huma.Response{
			"200": jsonResponse("data of the envelope", successWith(data)),
		}}
	if out.Implements(typeOf[versioned]()) {
		op.Responses["304"] = &huma.Response{Description: "what the caller knows by its ETag is still so"}
	}
	op.Parameters = d.parameters(b)
	if r.Access == call.Keyed {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "Idempotency-Key", In: "header", Required: true,
			Description: "the same key gives the same answer again; with another body it is refused",
			Schema:      &huma.Schema{Type: huma.TypeString, Pattern: "^[0-9A-Za-z_-]{1,80}$"}})
	}
	if r.Method != http.MethodGet && b.body {
		op.RequestBody = &huma.RequestBody{Required: true,
			Content: map[string]*huma.MediaType{"application/json": {Schema: d.body(b)}}}
	}
	d.refusals(op, r)
	return op
}

// tokenScheme is the security of whatever is a player's.
const tokenScheme = "token"

// securitySchemes are a player's token, and of each provider of payments the signature of what it reports.
func securitySchemes(p Payments) map[string]*huma.SecurityScheme {
	schemes := map[string]*huma.SecurityScheme{
		tokenScheme: {Type: "apiKey", In: "header", Name: "token", Description: "from register or login"}}
	for header, names := range p.signatures() {
		schemes[header] = &huma.SecurityScheme{Type: "apiKey", In: "header", Name: header,
			Description: "where {provider} is " + strings.Join(names, ", ") +
				", over the raw body: t=<Unix s>,v1=<hex of its HMAC-SHA256>"}
	}
	return schemes
}

// signed is the security of what providers report: one of their signatures. A server without providers takes nothing
// that could be signed.
func signed(p Payments) []map[string][]string {
	anyOf := []map[string][]string{}
	for _, header := range slices.Sorted(maps.Keys(p.signatures())) {
		anyOf = append(anyOf, map[string][]string{header: {}})
	}
	return anyOf
}

// signatures are the headers in which this server's providers sign, each with their names.
func (p Payments) signatures() map[string][]string {
	headers := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(p.Providers)) {
		header := p.Providers[name].Signature()
		headers[header] = append(headers[header], name)
	}
	return headers
}

// security reports which token an access asks for; a public call says that it asks for none.
func security(a call.Access) []map[string][]string {
	switch a {
	case call.NeedsPlayer, call.Keyed:
		return []map[string][]string{{tokenScheme: {}}}
	case call.Viewer:
		return []map[string][]string{{tokenScheme: {}}, {}}
	}
	return []map[string][]string{}
}

func (d *document) operation(method, path string, op *huma.Operation) {
	item := d.api.Paths[path]
	if item == nil {
		item = &huma.PathItem{}
		d.api.Paths[path] = item
	}
	*operationOf(item, method) = op
}

// methods are those that a document can describe, each with the place of its operation (OpenAPI 3.1, "Path Item
// Object").
var methods = []struct {
	name string
	of   func(*huma.PathItem) **huma.Operation
}{
	{http.MethodGet, func(item *huma.PathItem) **huma.Operation { return &item.Get }},
	{http.MethodHead, func(item *huma.PathItem) **huma.Operation { return &item.Head }},
	{http.MethodPost, func(item *huma.PathItem) **huma.Operation { return &item.Post }},
	{http.MethodPut, func(item *huma.PathItem) **huma.Operation { return &item.Put }},
	{http.MethodPatch, func(item *huma.PathItem) **huma.Operation { return &item.Patch }},
	{http.MethodDelete, func(item *huma.PathItem) **huma.Operation { return &item.Delete }},
	{http.MethodOptions, func(item *huma.PathItem) **huma.Operation { return &item.Options }},
	{http.MethodTrace, func(item *huma.PathItem) **huma.Operation { return &item.Trace }},
}

// operationOf is where a path has the operation of a method, one of methods; it panics with any other.
func operationOf(item *huma.PathItem, method string) **huma.Operation {
	for _, m := range methods {
		if m.name == method {
			return m.of(item)
		}
	}
	panic("httpapi: OpenAPI has no method " + method)
}

func tagOf(name string) string {
	tag, _, _ := strings.Cut(name, ".")
	return tag
}

// parameters describes what a binding reads from path and query.
func (d *document) parameters(b binding) (list []*huma.Param) {
	for _, p := range b.params {
		in := "path"
		if p.query {
			in = "query"
		}
		s := d.parameter(d.registry, p)
		list = append(list, &huma.Param{Name: p.name, In: in, Description: s.Description, Schema: s,
			Required: !p.query || p.required()})
	}
	return list
}

// parameter is the schema of one parameter: the document shows it, and a binding refuses what it forbids.
func (d *document) parameter(registry huma.Registry, p param) *huma.Schema {
	field := p.field
	offered := d.numbers[field.Tag.Get("enum")]
	if offered != nil {
		field.Tag = "" // huma would take the name of the list for one of its numbers
	}
	s := huma.SchemaFromField(registry, field, p.name)
	s.Nullable = false // a pointer shows whether it was there
	if words := d.lists[p.field.Tag.Get("enum")]; words != nil {
		s.Enum = values(words)
	}
	if offered != nil {
		says := make([]string, len(offered))
		for i, one := range offered {
			s.Enum = append(s.Enum, one.number)
			says[i] = strconv.Itoa(one.number) + ": " + one.says
		}
		s.Description = strings.Join(says, "; ")
	}
	return s
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

func jsonResponse(text string, s *huma.Schema) *huma.Response {
	return &huma.Response{Description: text, Content: map[string]*huma.MediaType{"application/json": {Schema: s}}}
}

// refusals describes what a call refuses with, by status.
func (d *document) refusals(op *huma.Operation, r call.Route) {
	codes := slices.Clone(r.Errors)
	if r.Access >= call.NeedsPlayer {
		codes = append(codes, protocol.CodeTokenInvalid, protocol.CodeLoginInvalid, protocol.CodeExcluded,
			protocol.CodeSuspended)
	}
	if r.Plays {
		codes = append(codes, protocol.CodeOwnSpend, protocol.CodeOwnLoss, protocol.CodeCoolOff,
			protocol.CodePayerExcluded)
	}
	if r.Gift >= call.ForPlay {
		codes = append(codes, protocol.CodeGiftIdentity)
	}
	if r.Gift == call.ForComing {
		codes = append(codes, protocol.CodeGiftPlay)
	}
	if r.Access == call.Keyed {
		codes = append(codes, protocol.CodeKeyMissing, protocol.CodeKeyReused)
	}
	if r.Method != http.MethodGet {
		codes = append(codes, protocol.CodeTooLarge, protocol.CodeMediaType)
	}
	// The store of any call may be away (apierr.FromStore), and with a token that of its session.
	codes = append(codes, protocol.CodeBadRequest, protocol.CodeBusy, protocol.CodeInternal, protocol.CodeTimeout)
	if closes(r.Path) {
		codes = append(codes, protocol.CodeMaintenance)
	}
	slices.Sort(codes)
	byStatus := map[int][]protocol.Code{}
	for _, code := range slices.Compact(codes) {
		byStatus[code.Status()] = append(byStatus[code.Status()], code)
	}
	for status, codes := range byStatus {
		lines := make([]string, len(codes))
		var list []told
		for i, code := range codes {
			lines[i] = fmt.Sprintf("%d %s: %s", code, code.Key(), code.Text(protocol.English))
			data := d.told(r, code)
			of := slices.IndexFunc(list, func(t told) bool { return reflect.DeepEqual(t.data, data) })
			if of < 0 {
				of = len(list)
				list = append(list, told{data: data})
			}
			list[of].codes = append(list[of].codes, code)
		}
		refusal := jsonResponse(strings.Join(lines, "\n"), refusalWith(list))
		refusal.Headers = retryHeader(status)
		op.Responses[strconv.Itoa(status)] = refusal
	}
}

// told is what comes with a number of a call; nil: nothing.
func (d *document) told(r call.Route, code protocol.Code) *huma.Schema {
	shape := r.ErrorData[code]
	switch {
	case code == protocol.CodeMaintenance:
		shape = typeOf[closed]()
	case slices.Contains(d.fields, code):
		shape = typeOf[invalid]()
	case shape == nil:
		return nil
	}
	s := d.registry.Schema(shape, true, r.Name+"Told")
	lists(s)
	return s
}

// retryHeader is on every refusal that time mends.
func retryHeader(status int) map[string]*huma.Param {
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return map[string]*huma.Param{"Retry-After": {Description: "seconds until it is worth trying again",
			Schema: &huma.Schema{Type: huma.TypeInteger}}}
	}
	return nil
}
