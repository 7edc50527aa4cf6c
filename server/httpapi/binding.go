package httpapi

import (
	"encoding"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// binding fills a struct from a request: fields tagged path and query from there, the rest from the JSON body by their
// json tags. A path field has a json tag, too: a command has no path and gives it in its body. A request's body must
// not.
type binding struct {
	in     reflect.Type
	params []param
	body   bool                         // some field comes from the body alone
	bounds func() map[string]paramBound // of the query's parameters, by name
}

type param struct {
	index []int
	name  string
	query bool
	field reflect.StructField
}

// required of the query: a path has its parameters always.
func (p param) required() bool { return p.query && p.field.Tag.Get("required") == "true" }

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

func (d *document) bindingOf(in reflect.Type) binding {
	b := binding{in: in}
	for _, f := range reflect.VisibleFields(b.in) {
		if f.Anonymous {
			continue
		}
		if name, ok := f.Tag.Lookup("path"); ok {
			b.params = append(b.params, param{f.Index, name, false, f})
		} else if name, ok := f.Tag.Lookup("query"); ok {
			b.params = append(b.params, param{f.Index, name, true, f})
		} else {
			b.body = true
		}
	}
	b.bounds = sync.OnceValue(func() map[string]paramBound { return d.bounds(b) })
	return b
}

// paramBound is what the document says of a parameter of the query.
type paramBound struct {
	schema *huma.Schema
	words  []string // empty: any
}

// bounds reads them off the schemas that the document has, at the first request: what it says is what is refused.
func (d *document) bounds(b binding) map[string]paramBound {
	list := map[string]paramBound{}
	for _, p := range b.params {
		if !p.query {
			continue
		}
		at := paramBound{schema: d.parameter(huma.NewMapRegistry(schemaPrefix, schemaName), p)}
		for _, word := range at.schema.Enum {
			at.words = append(at.words, fmt.Sprint(word))
		}
		list[p.name] = at
	}
	return list
}

// broken says which bound of the document a text is beyond, "" for none. A length counts characters. A
// pattern is the call's: an id is read by it, and a phone that is none has a number of its own (5201), of which pages
// tell the player more than of a request that is malformed.
func (b paramBound) broken(text string) string {
	if len(b.words) > 0 && !slices.Contains(b.words, text) {
		return "none of its values"
	}
	runes := utf8.RuneCountInString(text)
	if b.schema.MaxLength != nil && runes > *b.schema.MaxLength {
		return "too long"
	}
	if b.schema.MinLength != nil && runes < *b.schema.MinLength {
		return "too short"
	}
	if b.schema.Type != huma.TypeInteger {
		return ""
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || b.schema.Minimum != nil && n < *b.schema.Minimum || b.schema.Maximum != nil &&
		n > *b.schema.Maximum {
		return "beyond its bounds"
	}
	return ""
}

// read fills into, a pointer to the binding's struct.
func (b binding) read(w http.ResponseWriter, r *http.Request, into any) error {
	v := reflect.ValueOf(into).Elem()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		if err := readBody(w, r, into); err != nil {
			return err
		}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil { // what cannot be read must not answer everything, nor a misspelt filter
		return badRequest("?", "malformed")
	}
	for name, values := range query {
		if len(values) > 1 {
			return badRequest(cut(name), "stands there twice")
		}
		if !slices.ContainsFunc(b.params, func(p param) bool { return p.query && p.name == name }) {
			return badRequest(cut(name), "no such parameter")
		}
	}
	for _, p := range b.params {
		field := v.FieldByIndex(p.index)
		if !field.IsZero() {
			return badRequest(p.name, "stands in the body, too")
		}
		text := query.Get(p.name)
		if !p.query {
			text = r.PathValue(p.name)
		}
		if text == "" {
			continue
		}
		if badText(text) || set(field, text) != nil {
			return badRequest(p.name, "malformed")
		}
		if p.query {
			if reason := b.bounds()[p.name].broken(text); reason != "" {
				return badRequest(p.name, reason)
			}
		}
	}
	for _, p := range b.params {
		if p.required() && query.Get(p.name) == "" {
			return badRequest(p.name, "missing")
		}
	}
	return nil
}

func readBody(w http.ResponseWriter, r *http.Request, into any) error {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, protocol.JSONBytes))
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return apierr.Wrap(protocol.CodeTooLarge, tooLarge)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) { // what was asked before it took so long that nothing is read any more
		return apierr.Wrap(protocol.CodeTimeout, err)
	}
	if err != nil {
		return badRequest("/", "the body ends early")
	}
	if len(body) == 0 {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return apierr.Wrap(protocol.CodeMediaType, errors.New("content type"))
	}
	return decode(body, into)
}

func badRequest(field, reason string) error {
	return apierr.Invalid(protocol.CodeBadRequest, field, reason)
}

// fieldMax bounds the name of an unknown field, in bytes.
const fieldMax = 64

func set(field reflect.Value, text string) error {
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	if u, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
	case reflect.Int, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, field.Type().Bits())
		if err != nil || strconv.FormatInt(n, 10) != text {
			return call.ErrParameter
		}
		field.SetInt(n)
	default:
		panic("httpapi: no parameters of type " + field.Type().String())
	}
	return nil
}
