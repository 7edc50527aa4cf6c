package settings

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"jadebox/store"
)

// Setting declares one. Values are shared between readers: no reader changes what it has read.
type Setting[T any] struct {
	Name     string
	Says     string    // what it is for, in a line, for operators
	Standard func() T  // holds unless another value is set
	Fill     func(T) T // nil, or puts the standard where a value says nothing by its zero
	// Earlier are standards of releases before, to which the auditor holds what was played under one of them. Where the
	// setting moves what is given, a test of server/registry asks for the one that a changed Standard was.
	Earlier []func() T
	Unread  func() T // nil, or holds while what is stored has never been read; otherwise the standard does
	Check   func(T) error
	// New is nil, or refuses what may no longer be written; what was written before it was refused is read.
	New func(T) error
	// CostlessBecause is why the return of no play depends on it; "": server/registry/economy reads it, and says
	// what it costs.
	CostlessBecause string
	// Gives is set where it is costless and yet says who is given what, or who decides: two operators change it where
	// operators.secondAbove is set.
	Gives bool
	// Command adds to its Orders and tells what they give, which `jadebox settings set` could not: that takes away and
	// adds none. "" where settings set writes it whole.
	Command string
	// Orders of a value, each as its text; nil where there is no Command.
	Orders func(T) []string
	// Forms are shorter ways to write it, by the name of their one field.
	Forms map[string]Form[T]
	// Tells is nil, or says what a value means at a time, line by line, where its JSON does not to a person.
	Tells func(v T, at time.Time) string
	// Beside is nil, or checks a value against the other settings.
	Beside func(T, *store.SettingsNow) error
	// Schemas are those of types that have no usual one in JSON.
	Schemas map[reflect.Type]*jsonschema.Schema
}

// Source is where settings are read from: a store, or what a running server keeps of it.
type Source interface {
	Settings(ctx context.Context) (*store.SettingsNow, error)
}

// Read gives what holds now, and an error where what is stored cannot be read: nothing is given, sold or paid by a
// value that was not set. It is the way wherever an error can be returned: a call refuses, a worker tries again, a
// command ends. In a running server it asks no question, since its store answers Settings from its Watch.
//
// Cached is for the two places where it cannot: code that returns no error, as a message of an actor or a port that it
// asks; and what shows players what such code will do, which says the same as it does.
func (s *Setting[T]) Read(ctx context.Context, from Source) (T, error) {
	now, err := from.Settings(ctx)
	if err != nil {
		var zero T
		return zero, err
	}
	return s.In(now)
}

type decoded[T any] struct {
	value T
	err   error
}

// In gives what holds by what was read before.
func (s *Setting[T]) In(now *store.SettingsNow) (T, error) {
	d := s.of(now)
	return d.value, d.err
}

func (s *Setting[T]) of(now *store.SettingsNow) *decoded[T] {
	return now.Memo(s.Name, func() any {
		var d decoded[T]
		d.value, d.err = s.Parse(now.Values[s.Name].Value)
		if d.err == nil && s.Beside != nil {
			d.err = s.Beside(d.value, now)
		}
		if d.err != nil {
			var zero T
			d.value, d.err = zero, fmt.Errorf("setting %s: %w", s.Name, d.err)
		}
		return &d
	}).(*decoded[T])
}

// Parse reads a text: what it leaves out is the standard, a list is taken whole. Nil is the standard.
func (s *Setting[T]) Parse(text []byte) (T, error) { return s.parse(s.Standard, text) }

// Past reads a text by the standards of releases before, for auditors: it had one of these values, or has that of now.
func (s *Setting[T]) Past(text []byte) (values []T) {
	for _, standard := range s.Earlier {
		if v, err := s.parse(standard, text); err == nil {
			values = append(values, v)
		}
	}
	return values
}

func (s *Setting[T]) parse(standard func() T, text []byte) (T, error) {
	v, err := over(standard, text)
	if err != nil {
		return v, err
	}
	if s.Fill != nil {
		v = s.Fill(v)
	}
	if s.Check != nil {
		err = s.Check(v)
	}
	return v, err
}

// over lays a text over a standard.
func over[T any](standard func() T, text []byte) (v T, err error) {
	usual, err := json.Marshal(standard())
	if err != nil {
		return v, err
	}
	if text, err = merge(usual, text, reflect.TypeFor[T]()); err != nil {
		return v, err
	}
	return v, json.Unmarshal(text, &v)
}

// Literal implements Any.
func (s *Setting[T]) Literal(text []byte) error {
	if s.Fill == nil && s.New == nil {
		return nil
	}
	v, err := over(s.Standard, text)
	if err != nil {
		return err
	}
	if s.New != nil {
		if err := s.New(v); err != nil {
			return fmt.Errorf("setting %s: %w: %w", s.Name, ErrText, err)
		}
	}
	if s.Fill == nil {
		return nil
	}
	said, err := whole(v)
	if err != nil {
		return err
	}
	holds, err := whole(s.Fill(v))
	if err != nil {
		return err
	}
	if fields := differing("", said, holds); len(fields) > 0 {
		return fmt.Errorf("setting %s: %w: %s: zero would be taken for the standard; leave it out for that", s.Name,
			ErrText, strings.Join(fields, ", "))
	}
	return nil
}

// whole is a value as JSON has it.
func whole(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return plain(text)
}

// differing are the paths at which two values of one type differ.
func differing(path string, a, b any) []string {
	one, ok1 := a.(map[string]any)
	two, ok2 := b.(map[string]any)
	if !ok1 || !ok2 {
		if reflect.DeepEqual(a, b) {
			return nil
		}
		return []string{path}
	}
	var fields []string
	for _, name := range slices.Sorted(maps.Keys(two)) {
		fields = append(fields, differing(strings.TrimPrefix(path+"."+name, "."), one[name], two[name])...)
	}
	return fields
}

// ErrText is a text that cannot be a value, whatever it says.
var ErrText = errors.New("settings: not a JSON value of this setting")

// strict refuses unknown fields: a slip of the keyboard would hold as the standard.
func (s *Setting[T]) strict(text []byte) error {
	_, err := strictly[T](text)
	return err
}

func strictly[T any](text []byte) (v T, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, fmt.Errorf("%w: %w", ErrText, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return v, fmt.Errorf("%w: more than one value", ErrText)
	}
	return v, distinctText(text, reflect.TypeFor[T]())
}

func distinctText(text []byte, t reflect.Type) error {
	return distinct(json.NewDecoder(bytes.NewReader(text)), t)
}

// distinct refuses an object that has a field twice, also when only the case of its letters differs: Go's decoder would
// take one of them, and which was meant is not defined. Keys of maps are other keys in another case.
func distinct(d *json.Decoder, t reflect.Type) error {
	token, err := d.Token()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrText, err)
	}
	t = held(t)
	switch token {
	case json.Delim('{'):
		names := map[string]bool{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return fmt.Errorf("%w: %w", ErrText, err)
			}
			name := key.(string)
			if folds(t) {
				name = strings.Map(folded, name)
			}
			if names[name] {
				return fmt.Errorf("%w: %q is there twice", ErrText, key)
			}
			names[name] = true
			if err := distinct(d, below(t, key.(string))); err != nil {
				return err
			}
		}
	case json.Delim('['):
		for d.More() {
			if err := distinct(d, below(t, "")); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	if _, err = d.Token(); err != nil {
		return fmt.Errorf("%w: %w", ErrText, err)
	}
	return nil
}

// held is what a pointer points to; nil is a type that is unknown.
func held(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// folds reports whether Go's decoder compares the names in an object of a type without case: those of fields, not keys
// of maps.
func folds(t reflect.Type) bool { return t != nil && t.Kind() == reflect.Struct }

// below is the type of what an object has under a name, or a list at any place; nil where it has none.
func below(t reflect.Type, name string) reflect.Type {
	if t == nil {
		return nil
	}
	switch t.Kind() {
	case reflect.Map, reflect.Slice, reflect.Array:
		return held(t.Elem())
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			called, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.IsExported() && strings.EqualFold(cmp.Or(called, f.Name), name) {
				return held(f.Type)
			}
		}
	}
	return nil
}

// folded is one of the letters that strings.EqualFold takes for the same, always the same one.
func folded(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}

// Schema is the JSON schema of a value.
func (s *Setting[T]) Schema() (*jsonschema.Schema, error) {
	schema, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: s.Schemas})
	if err != nil {
		return nil, fmt.Errorf("setting %s: %w", s.Name, err)
	}
	optional(schema)
	schema.Title, schema.Description = s.Name, s.Says
	for _, example := range s.Examples() {
		schema.Description += "; or " + example
	}
	return schema, nil
}

// optional takes the lists of required fields away: what a text leaves out is the standard.
func optional(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	s.Required = nil
	for _, p := range s.Properties {
		optional(p)
	}
	optional(s.Items)
	optional(s.AdditionalProperties)
}

// merge lays a text over a standard one, both of a type: objects field by field, anything else whole; null and a
// missing field leave the standard. Names are compared as Go's decoder does: those of fields without case, keys of maps
// with it.
func merge(standard, over []byte, t reflect.Type) ([]byte, error) {
	if len(over) == 0 {
		return standard, nil
	}
	a, err := plain(standard)
	if err != nil {
		return nil, err
	}
	b, err := plain(over)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrText, err)
	}
	return json.Marshal(merged(a, b, held(t)))
}

// Patch implements Any.
func (s *Setting[T]) Patch(text []byte, now *store.SettingsNow) ([]byte, error) {
	if err := s.strict(text); err != nil {
		return nil, fmt.Errorf("setting %s: %w", s.Name, err)
	}
	given := now.Values[s.Name].Value
	if given == nil {
		return text, nil
	}
	return merge(given, text, reflect.TypeFor[T]())
}

func plain(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // cents do not fit into a float
	if err = d.Decode(&v); err != nil {
		return v, err
	}
	if _, err = d.Token(); !errors.Is(err, io.EOF) {
		return v, errors.New("more than one value")
	}
	return v, nil
}

func merged(a, b any, t reflect.Type) any {
	if b == nil {
		return a
	}
	over, ok1 := b.(map[string]any)
	under, ok2 := a.(map[string]any)
	if !ok1 || !ok2 {
		return b
	}
	// Sorted, for one result whatever the text: an old one may have a field twice.
	for _, name := range slices.Sorted(maps.Keys(over)) {
		at := name
		if _, same := under[at]; !same && folds(t) {
			for known := range under {
				if strings.EqualFold(known, name) {
					at = known
				}
			}
		}
		under[at] = merged(under[at], over[name], below(t, name))
	}
	return under
}
