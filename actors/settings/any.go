package settings

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// Any is a setting whatever its type.
type Any interface {
	ID() string
	About() string
	// Costless is why the return of no play depends on it; "" where it does.
	Costless() string
	// Decides reports whether a change of it gives something away or says who decides, though it costs nothing.
	Decides() bool
	// AddedBy is the one command that adds to it; "" where jadebox settings set does.
	AddedBy() string
	// Adds reports whether the second snapshot gives an order that the first one does not. One that cannot be read
	// gives none; with a command and no way to tell its orders each change may add some.
	Adds(now, next *store.SettingsNow) bool
	// JSONIn is the whole value that a snapshot gives, as JSON, or why it cannot be read.
	JSONIn(now *store.SettingsNow) (json.RawMessage, error)
	// Accept reports why a text cannot be set beside the rest of a snapshot.
	Accept(text []byte, now *store.SettingsNow) error
	// Literal refuses a text that holds otherwise than it reads, naming each field: a zero that the standard would take
	// the place of (Setting.Fill); and what may no longer be written (Setting.New). Only a new value is asked, not
	// what was written before and is restored. ErrText.
	Literal(text []byte) error
	// Patch is the text that was given with another laid over it, field by field; over the standard, which has none, it
	// is the other. What neither says goes on following the standard. ErrText where it cannot be a value.
	Patch(text []byte, now *store.SettingsNow) ([]byte, error)
	// Formed is the whole value that a text in one of the setting's forms makes of a snapshot at a time; nil where the
	// text is in none of them.
	Formed(text []byte, now *store.SettingsNow, at time.Time) ([]byte, error)
	// Examples are a text of each form.
	Examples() []string
	// Told is what the value of a snapshot means at a time, line by line; "" where its JSON says it, or none is read.
	Told(now *store.SettingsNow, at time.Time) string
	SchemaText() (json.RawMessage, error)
	// Goods are what the value that a snapshot gives names of the catalogue.
	Goods(now *store.SettingsNow) (Goods, error)
}

// ID implements Any.
func (s *Setting[T]) ID() string { return s.Name }

// About implements Any.
func (s *Setting[T]) About() string { return s.Says }

// Costless implements Any.
func (s *Setting[T]) Costless() string { return s.CostlessBecause }

// Decides implements Any.
func (s *Setting[T]) Decides() bool { return s.Gives }

// AddedBy implements Any.
func (s *Setting[T]) AddedBy() string { return s.Command }

// Adds implements Any.
func (s *Setting[T]) Adds(now, next *store.SettingsNow) bool {
	if s.Orders == nil {
		return s.Command != ""
	}
	orders := func(of *store.SettingsNow) []string {
		v, err := s.In(of)
		if err != nil {
			return nil
		}
		return s.Orders(v)
	}
	held := orders(now)
	return slices.ContainsFunc(orders(next), func(text string) bool { return !slices.Contains(held, text) })
}

// Texts are those of the elements of a list, for Setting.Orders.
func Texts[E any](list []E) []string {
	texts := make([]string, len(list))
	for i, e := range list {
		text, err := json.Marshal(e)
		if err != nil {
			panic(err) // as it could not have been read
		}
		texts[i] = string(text)
	}
	return texts
}

// JSONIn implements Any.
func (s *Setting[T]) JSONIn(now *store.SettingsNow) (json.RawMessage, error) {
	v, err := s.In(now)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// Accept implements Any. Nil is the standard.
func (s *Setting[T]) Accept(text []byte, now *store.SettingsNow) error {
	if text != nil {
		if err := s.strict(text); err != nil {
			return fmt.Errorf("setting %s: %w", s.Name, err)
		}
	}
	whole, err := s.JSONIn(now.With(store.SettingVersion{Name: s.Name, Value: text}))
	if err != nil {
		return err
	}
	schema, err := s.Schema()
	if err != nil {
		return err
	}
	checked, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(whole, &v); err != nil {
		return err
	}
	if err := checked.Validate(v); err != nil {
		return fmt.Errorf("setting %s: %w: %w", s.Name, ErrText, err)
	}
	return nil
}

// SchemaText implements Any.
func (s *Setting[T]) SchemaText() (json.RawMessage, error) {
	schema, err := s.Schema()
	if err != nil {
		return nil, err
	}
	return json.Marshal(schema)
}
