package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// Form is a way to say a setting in an operator's words: an object of one field, which is none of the value's own, as
// {"for":"30m"} of a time that begins now.
type Form[T any] struct {
	Example string // the whole object, as an operator types it
	value   func(said json.RawMessage, held func() (T, error), at time.Time) (T, error)
}

// FormOf is a form whose field has a type of its own, read as strictly as a value is. Its function is told the field,
// what holds (an error where that cannot be read; a form that does not ask puts it right), and the time at which it is
// said; held's value is the function's own.
func FormOf[S, T any](example string, value func(said S, held func() (T, error), at time.Time) (T, error)) Form[T] {
	return Form[T]{Example: example, value: func(text json.RawMessage, held func() (T, error), at time.Time) (T,
		error) {
		said, err := strictly[S](text)
		if err != nil {
			var zero T
			return zero, err
		}
		return value(said, held, at)
	}}
}

// Formed implements Any.
func (s *Setting[T]) Formed(text []byte, now *store.SettingsNow, at time.Time) ([]byte, error) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) != nil || len(fields) != 1 {
		return nil, nil
	}
	name := slices.Collect(maps.Keys(fields))[0]
	form, ok := s.Forms[name]
	if !ok {
		return nil, nil
	}
	if err := distinctText(text, nil); err != nil {
		return nil, fmt.Errorf("setting %s: %w", s.Name, err)
	}
	v, err := form.value(fields[name], func() (v T, err error) {
		text, err := s.JSONIn(now) // written anew: what was read is shared
		if err == nil {
			err = json.Unmarshal(text, &v)
		}
		return v, err
	}, at)
	if err != nil {
		return nil, fmt.Errorf("setting %s: %w", s.Name, err)
	}
	return json.Marshal(v)
}

// Examples implements Any.
func (s *Setting[T]) Examples() (list []string) {
	for _, name := range slices.Sorted(maps.Keys(s.Forms)) {
		list = append(list, s.Forms[name].Example)
	}
	return list
}

// Told implements Any.
func (s *Setting[T]) Told(now *store.SettingsNow, at time.Time) string {
	v, err := s.In(now)
	if err != nil || s.Tells == nil {
		return ""
	}
	return s.Tells(v, at)
}
