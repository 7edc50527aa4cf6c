package httpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"jadebox/protocol"
)

// parameter is what the document says of one.
type parameter struct {
	Name, In string
	Required bool
	Schema   struct {
		Type, Pattern        string
		Minimum, Maximum     *int64
		MinLength, MaxLength *int
		Enum                 []any
	}
}

// beyond are values that the document forbids, one for each bound that it names.
func (p parameter) beyond() (list []string) {
	s := p.Schema
	if p.Required {
		list = append(list, "")
	}
	if s.Pattern != "" {
		list = append(list, "x!")
	}
	switch {
	case len(s.Enum) > 0 && s.Type == "integer":
		list = append(list, "2147483646")
	case len(s.Enum) > 0:
		list = append(list, "x")
	}
	if s.Minimum != nil {
		list = append(list, fmt.Sprint(*s.Minimum-1))
	}
	if s.Maximum != nil {
		list = append(list, fmt.Sprint(*s.Maximum+1))
	}
	if s.MinLength != nil && *s.MinLength > 1 {
		list = append(list, strings.Repeat("1", *s.MinLength-1))
	}
	if s.MaxLength != nil {
		list = append(list, strings.Repeat("1", *s.MaxLength+1))
	}
	return list
}

// A filter that the document forbids is refused by its name, and answers no empty list: every value, size and length
// that it bounds, every pattern and what has to be there, of every parameter of a query, of every operation. A phone
// that is none has its own number.
func TestWhatTheDocumentForbidsInAQueryIsRefused(t *testing.T) {
	inWorld(t, options{}, func(w *world) {
		var spec struct {
			Paths map[string]map[string]struct{ Parameters []parameter }
		}
		decodeJSON(w, w.visitor().get("/openapi.json").raw, &spec)
		player, tried := w.newPlayer("searcher"), 0
		for _, path := range slices.Sorted(maps.Keys(spec.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(spec.Paths[path])) {
				for _, p := range spec.Paths[path][method].Parameters {
					if p.In != "query" {
						continue
					}
					for _, value := range p.beyond() {
						tried++
						address := strings.NewReplacer("{id}", "1", "{purpose}", "0", "{provider}", "x").
							Replace(path) + "?" + url.Values{p.Name: {value}}.Encode()
						a := player.do(strings.ToUpper(method), address, nil,
							http.Header{"Idempotency-Key": {fmt.Sprint("beyond", tried)}})
						if p.Name == "phone" {
							a.want(w, protocol.CodePhoneFormat)
							continue
						}
						var said struct{ Field string }
						if a.Code == protocol.CodeBadRequest && len(a.Data) > 0 {
							if err := json.Unmarshal(a.Data, &said); err != nil {
								t.Fatal(err)
							}
						}
						if a.Code != protocol.CodeBadRequest || said.Field != p.Name {
							t.Errorf("%s %s: %d, %s", strings.ToUpper(method), address, a.Code, a.Data)
						}
					}
				}
			}
		}
		if tried < 60 {
			t.Errorf("only %d values were tried", tried)
		}
	})
}
