package httpapi

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/protocol"
)

const schemaPrefix = "#/components/schemas/"

func refTo(name string) *huma.Schema { return &huma.Schema{Ref: schemaPrefix + name} }

var nullSchema = huma.Schema{Type: "null"}

// settle makes the schemas of what was registered say what encoding/json/v2 writes: an empty list is never null, a
// pointer that is not left out is, and a field that is tagged with a union of protocol has that union's words.
func (d *document) settle() {
	for name, words := range protocol.Unions {
		d.registry.Map()[name] = &huma.Schema{Type: huma.TypeString, Enum: values(words)}
	}
	for name, s := range d.registry.Map() {
		lists(s)
		t := d.registry.TypeFromRef(schemaPrefix + name)
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		for _, f := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			property := s.Properties[name]
			if property == nil {
				continue
			}
			if union := f.Tag.Get("enum"); protocol.Unions[union] != nil {
				s.Properties[name] = refTo(union)
				continue
			}
			if words := d.lists[f.Tag.Get("enum")]; words != nil {
				property.Enum = values(words)
			}
			omitted := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
			if f.Type.Kind() == reflect.Pointer && property.Ref != "" && !omitted {
				s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: property.Ref}, &nullSchema},
					Description: property.Description}
			}
		}
	}
}

func values(words []string) []any {
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return list
}

// lists makes every list of a schema one that is never null.
func lists(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.Type == huma.TypeArray {
		s.Nullable = false
	}
	lists(s.Items)
	for _, property := range s.Properties {
		lists(property)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		lists(values)
	}
	for _, of := range slices.Concat(s.AnyOf, s.AllOf, s.OneOf) {
		lists(of)
	}
}

// closedSchema lets a schema that is put together of others have no fields beyond theirs.
var closedSchema = map[string]any{"unevaluatedProperties": false}

const (
	successSchema = "Success"
	refusalSchema = "Refusal"
)

// envelopes are what successes and refusals have in common; data is added by each operation.
func (d *document) envelopes() {
	integer := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeInteger, Description: about} }
	text := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: about} }
	d.registry.Map()[successSchema] = &huma.Schema{Type: huma.TypeObject,
		Description: "what every answer with status 200 has beside its data",
		Required:    []string{"code", "msg", "errCode", "errMsg", "sysTime"}, Properties: map[string]*huma.Schema{
			"code":    {Type: huma.TypeInteger, Enum: []any{int(protocol.OK)}},
			"msg":     text(""),
			"errCode": {Type: huma.TypeInteger, Enum: []any{0}},
			"errMsg":  {Type: huma.TypeString, Enum: []any{""}},
			"sysTime": integer("ms"),
		}}
	d.registry.Map()[refusalSchema] = &huma.Schema{Type: huma.TypeObject,
		Description: "what every refusal has; each operation says which errCode it answers",
		Required:    []string{"code", "msg", "data", "errCode", "errMsg", "sysTime"},
		Properties: map[string]*huma.Schema{
			"code":    integer("the number of the error"),
			"msg":     text("for people, in the language of the header lang"),
			"data":    {Description: "null, but where the operation says otherwise of the number"},
			"errCode": integer("the same number"),
			"errMsg":  text("the same text"),
			"sysTime": integer("ms"),
		}}
}

func successWith(data *huma.Schema) *huma.Schema {
	return &huma.Schema{AllOf: []*huma.Schema{refTo(successSchema)}, Type: huma.TypeObject, Required: []string{"data"},
		Properties: map[string]*huma.Schema{"data": data}, Extensions: closedSchema}
}

// told is what refusals with some numbers bring with them.
type told struct {
	codes []protocol.Code
	data  *huma.Schema // nil: nothing
}

// refusalWith is a refusal with one of the numbers, and says of each what comes with it: a client reads that by the
// number (tools/openapi/types.mjs). What may come may also be null.
func refusalWith(list []told) *huma.Schema {
	var all []protocol.Code
	var each []*huma.Schema
	for _, t := range list {
		all = append(all, t.codes...)
		data := &nullSchema
		if t.data != nil {
			data = &huma.Schema{AnyOf: []*huma.Schema{t.data, &nullSchema}}
		}
		each = append(each, &huma.Schema{Type: huma.TypeObject,
			Properties: map[string]*huma.Schema{"errCode": numbersOf(t.codes), "data": data}})
	}
	slices.Sort(all)
	return &huma.Schema{AllOf: []*huma.Schema{refTo(refusalSchema)}, Type: huma.TypeObject, AnyOf: each,
		Properties: map[string]*huma.Schema{"errCode": numbersOf(all)}, Extensions: closedSchema}
}

func numbersOf(codes []protocol.Code) *huma.Schema {
	numbers := make([]any, len(codes))
	for i, code := range codes {
		numbers[i] = int(code)
	}
	return &huma.Schema{Type: huma.TypeInteger, Enum: numbers}
}
