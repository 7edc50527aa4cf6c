package httpapi

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// sized is what a schema says of a text.
type sized struct {
	Type      any              `json:"type"`
	MaxLength int              `json:"maxLength"`
	Pattern   string           `json:"pattern"`
	Enum      []any            `json:"enum"`
	Ref       string           `json:"$ref"`
	Under     map[string]sized `json:"properties"`
}

// A character is a code point: as many Chinese ones as the document says are never too long, wherever it says so.
func TestATextOfAsManyChineseCharactersAsTheDocumentSaysIsNotTooLong(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec struct {
			Paths map[string]map[string]struct {
				Parameters []struct {
					Name, In string
					Schema   sized
				}
				RequestBody struct {
					Content map[string]struct{ Schema sized }
				}
			}
			Components struct{ Schemas map[string]sized }
		}
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		tried := int64(0)
		fits := func(method, path string, field string, s sized, query bool) {
			if s.MaxLength == 0 || s.Pattern != "" || len(s.Enum) > 0 || s.MaxLength > 8192 {
				return
			}
			tried++
			text := strings.Repeat("中", s.MaxLength)
			address := strings.NewReplacer("{id}", "1", "{purpose}", "0", "{provider}", "x").Replace(path)
			var body any
			if query {
				address += "?" + url.Values{field: {text}}.Encode()
			} else {
				body = map[string]any{field: text}
			}
			a := w.visitor().do(strings.ToUpper(method), address, body, http.Header{"Idempotency-Key": {"k"}})
			if a.Code == protocol.CodeTokenInvalid {
				key := http.Header{"Idempotency-Key": {"sizes" + itoa(tried)}}
				a = w.newPlayer("sizes"+itoa(tried)).do(strings.ToUpper(method), address, body, key)
			}
			if a.Code == protocol.CodeBadRequest && strings.Contains(string(a.Data), "too long") {
				t.Errorf("%s %s: %s of %d characters is refused: %s", method, path, field, s.MaxLength, a.Data)
			}
		}
		for _, path := range slices.Sorted(maps.Keys(spec.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(spec.Paths[path])) {
				op := spec.Paths[path][method]
				for _, p := range op.Parameters {
					if p.In == "query" {
						fits(method, path, p.Name, p.Schema, true)
					}
				}
				body := op.RequestBody.Content["application/json"].Schema
				if name, ok := strings.CutPrefix(body.Ref, "#/components/schemas/"); ok {
					body = spec.Components.Schemas[name]
				}
				for _, field := range slices.Sorted(maps.Keys(body.Under)) {
					fits(method, path, field, body.Under[field], false)
				}
			}
		}
		if tried < 40 {
			t.Errorf("only %d texts were tried", tried)
		}
	})
}

// Where nothing else refuses a text first, one character more is refused, and by its name.
func TestASearchTakesAsManyCharactersAsTheDocumentSaysAndNoMore(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		c := w.newPlayer("searcher")
		for path, most := range map[string]int{"/api/box/list?type=all&q=": 64, "/api/mall/items?q=": 60} {
			for _, letter := range []string{"a", "é", "中", "😀"} {
				c.get(path+url.QueryEscape(strings.Repeat(letter, most))).want(w, protocol.OK)
				a := c.get(path + url.QueryEscape(strings.Repeat(letter, most+1)))
				a.want(w, protocol.CodeBadRequest)
				var said struct{ Field string }
				if err := json.Unmarshal(a.Data, &said); err != nil || said.Field != "q" {
					t.Errorf("%s of %d %s: %s", path, most+1, letter, a.Data)
				}
			}
		}
	})
}

// Passwords are counted in characters, too: a new one has 8 to 64 of them, and logs in.
func TestAPasswordHasEightToSixtyFourCharactersInAnyLanguage(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		register := func(name, password string) reply {
			return w.visitor().post("/api/user/register", map[string]any{"phone": name, "password": password,
				"fingerprinId": "device of " + name})
		}
		for name, password := range map[string]string{"longest1": strings.Repeat("中", 62) + "a1",
			"shortest1": strings.Repeat("中", 6) + "a1"} {
			register(name, password).want(w, protocol.OK)
			w.visitor().post("/api/user/login", map[string]any{"phone": name, "password": password}).want(w,
				protocol.OK)
		}
		for name, password := range map[string]string{"toolong1": strings.Repeat("中", 63) + "a1",
			"tooshort1": strings.Repeat("中", 5) + "a1"} {
			register(name, password).want(w, protocol.CodePasswordFormat)
		}
		w.visitor().post("/api/user/login", map[string]any{"phone": "longest1",
			"password": strings.Repeat("中", 65)}).want(w, protocol.CodeCredentials)
	})
}

// What a document does not say of a method, it must not say of another one.
func TestTheDocumentKeepsEveryMethodApart(t *testing.T) {
	d := newDocument("test", Payments{})
	for _, method := range methods {
		d.operation(method.name, "/one", &huma.Operation{OperationID: method.name})
	}
	item := d.api.Paths["/one"]
	for _, method := range methods {
		if op := *operationOf(item, method.name); op == nil || op.OperationID != method.name {
			t.Errorf("%s: %+v", method.name, op)
		}
	}
}

func TestRefusalsOfOneStatusTellAllTheirData(t *testing.T) {
	one, other := protocol.CodeRollTask, protocol.CodePriceChanged // 409 both
	d, op := newDocument("test", Payments{}), &huma.Operation{Responses: map[string]*huma.Response{}}
	d.refusals(op, call.Route{Name: "one", Method: http.MethodGet, Access: call.Anyone,
		Errors:    []protocol.Code{one, other},
		ErrorData: map[protocol.Code]reflect.Type{one: typeOf[closed](), other: typeOf[invalid]()}})
	text, err := json.Marshal(op.Responses[strconv.Itoa(one.Status())])
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range []string{"Closed", "Invalid"} {
		if !strings.Contains(string(text), schemaPrefix+schema+`"`) {
			t.Errorf("%s is not among what is told: %s", schema, text)
		}
	}
}

func TestAPathAllowsEveryMethodThatItHas(t *testing.T) {
	m := &mux{ServeMux: http.NewServeMux()}
	for _, method := range []string{http.MethodPatch, http.MethodOptions, http.MethodGet} {
		m.Handle(method+" /one", http.NotFoundHandler())
	}
	m.Handle("/", http.NotFoundHandler())
	for path, want := range map[string]string{"/one": "GET HEAD PATCH OPTIONS", "/two": ""} {
		r, err := http.NewRequest(http.MethodTrace, path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(m.allowed(r), " "); got != want {
			t.Errorf("%s allows %q, want %q", path, got, want)
		}
	}
}
