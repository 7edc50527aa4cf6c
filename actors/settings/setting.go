// Package settings is what whoever runs the site may change while it runs: a name, a Go type, what holds unless
// somebody says otherwise, and what a value may not be, also beside the other settings. Values have versions, an author
// and a history in the store.
//
// A setting is declared by the package that it is for (vip.Setting, prize.Setting); server/registry lists them all.
// What is stored is the text that was given: what it leaves out is the standard, also when the standard changes.
//
// Deliberately absent: flags of a process (server/config), and what programs keep for themselves
// (store.Catalog.Setting).
package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"jadebox/store"
)

// Setting declares one. Values are shared between readers: no reader changes what it has read.
type Setting[T any] struct {
	Name     string
	Says     string    // what it is for, in a line, for operators
	Standard func() T  // holds unless somebody says otherwise
	Fill     func(T) T // nil, or puts the standard where a value says nothing by its zero
	Unread   func() T  // nil, or holds while what is stored has never been read; otherwise the standard does
	Check    func(T) error
	// Free is why the return of no play depends on it; "": server/registry/economy reads it, and says what it costs.
	Free string
	// Gives is set where it is free and yet says who is given what, or who decides: two operators change it where
	// operators.secondAbove is set.
	Gives bool
	// Beside is nil, or checks a value against the other settings.
	Beside func(T, *store.SettingsNow) error
	// Schemas are those of types that have no usual one in JSON.
	Schemas map[reflect.Type]*jsonschema.Schema
}

// Source is where settings are read from: a store, or what a running server keeps of it.
type Source interface {
	Settings(ctx context.Context) (*store.SettingsNow, error)
}

// Read gives what holds now.
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
func (s *Setting[T]) Parse(text []byte) (T, error) {
	var v T
	usual, err := json.Marshal(s.Standard())
	if err != nil {
		return v, err
	}
	if text, err = Merge(usual, text); err != nil {
		return v, err
	}
	if err := json.Unmarshal(text, &v); err != nil {
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

// ErrText is a text that cannot be a value, whatever it says.
var ErrText = errors.New("settings: not a JSON value of this setting")

// strict refuses unknown fields: a slip of the keyboard would hold as the standard.
func (s *Setting[T]) strict(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(new(T)); err != nil {
		return fmt.Errorf("%w: %w", ErrText, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: more than one value", ErrText)
	}
	return Distinct(text)
}

// Distinct refuses an object that has a field twice, also when only the case of its letters differs: Go's decoder would
// take one of them, and nobody could say which was meant.
func Distinct(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	type object struct {
		names map[string]bool // nil: a list
		name  bool            // the next token is one
	}
	var open []*object
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", ErrText, err)
		}
		var in *object
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		switch token {
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
			continue
		}
		if in != nil && in.name {
			name := strings.Map(folded, token.(string))
			if in.names[name] {
				return fmt.Errorf("%w: %q is there twice", ErrText, token)
			}
			in.names[name], in.name = true, false
			continue
		}
		if in != nil {
			in.name = in.names != nil
		}
		switch token {
		case json.Delim('{'):
			open = append(open, &object{names: map[string]bool{}, name: true})
		case json.Delim('['):
			open = append(open, &object{})
		}
	}
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

// Merge lays a text over a standard one: objects field by field, anything else whole; null and a missing field leave
// the standard. Names of fields are compared as Go's decoder does, without case.
func Merge(standard, over []byte) ([]byte, error) {
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
	return json.Marshal(merged(a, b))
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

func merged(a, b any) any {
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
		if _, same := under[at]; !same {
			for known := range under {
				if strings.EqualFold(known, name) {
					at = known
				}
			}
		}
		under[at] = merged(under[at], over[name])
	}
	return under
}
