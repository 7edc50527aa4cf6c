package registry_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/store"
)

const standardsFile = "testdata/standards.jsonl"

// standard is one that a setting had, or has.
type standard struct {
	Setting string `json:"setting"`
	Version int    `json:"version"` // from 1 on, without a gap
	Value   any    `json:"value"`
}

// standardsOf are the standard of a setting and those that it calls Earlier, in its order.
func standardsOf(t *testing.T, s settings.Any) (now any, earlier []any) {
	t.Helper()
	text, err := s.JSONIn(&store.SettingsNow{})
	if err == nil {
		err = json.Unmarshal(text, &now)
	}
	// Past of a Setting[T], whatever T is.
	past := reflect.ValueOf(s).MethodByName("Past").Call([]reflect.Value{reflect.ValueOf([]byte(nil))})[0]
	for i := range past.Len() {
		var v any
		text, failed := json.Marshal(past.Index(i).Interface())
		err = errors.Join(err, failed, json.Unmarshal(text, &v))
		earlier = append(earlier, v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return now, earlier
}

// same compares two standards. A field that came later is what zero says where it was not there yet.
func same(a, b any) bool {
	x, _ := json.Marshal(spare(a))
	y, _ := json.Marshal(spare(b))
	return bytes.Equal(x, y)
}

// spare is a value without the fields that say nothing.
func spare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		left := map[string]any{}
		for name, field := range v {
			if field = spare(field); field != nil {
				left[name] = field
			}
		}
		if len(left) > 0 {
			return left
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = spare(v[i])
		}
		if len(list) > 0 {
			return list
		}
	case bool, float64, string:
		if !reflect.ValueOf(v).IsZero() {
			return v
		}
	}
	return nil
}

// forgotten is what is wrong with the recorded standards of a setting, in their order, given those of its code.
func forgotten(recorded []standard, now any, earlier []any) (wrong []string) {
	among := func(v any) bool { return slices.ContainsFunc(earlier, func(e any) bool { return same(e, v) }) }
	for i, s := range recorded {
		current := i == len(recorded)-1 && same(s.Value, now)
		switch {
		case s.Version != i+1:
			wrong = append(wrong, fmt.Sprintf("version %d stands at place %d", s.Version, i+1))
		case !current && !among(s.Value):
			wrong = append(wrong, fmt.Sprintf("its standard is no longer that of version %d", s.Version))
		}
	}
	return wrong
}

// Sites that have set nothing went by the standard of their time, and the auditor holds what was given then to it, not
// to the one that came after. So each standard of a setting that moves what is given is recorded, and one that is so no
// more is among its Earlier.
func TestAChangedStandardIsKeptAsAnEarlierOne(t *testing.T) {
	text, err := os.ReadFile(standardsFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	recorded := map[string][]standard{}
	for line := range strings.Lines(string(text)) {
		var s standard
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		recorded[s.Setting] = append(recorded[s.Setting], s)
	}
	var all bytes.Buffer
	for _, s := range registry.All {
		if !registry.Moves(s.ID()) { // the auditor asks for none of these
			continue
		}
		now, earlier := standardsOf(t, s)
		list := recorded[s.ID()]
		delete(recorded, s.ID())
		wrongs := forgotten(list, now, earlier)
		for _, wrong := range wrongs {
			t.Errorf("%s: %s. Have its Setting return that one in Earlier (as until090 of actors/settings/rates), "+
				"then run go test ./server/registry -run Standard -update, which records the new one. If no release "+
				"had it, take its line out of %s instead", s.ID(), wrong, standardsFile)
		}
		if n := len(list); n == 0 || !same(list[n-1].Value, now) {
			if !*update && len(wrongs) == 0 {
				t.Errorf("%s: its standard is not recorded: go test ./server/registry -run Standard -update", s.ID())
			}
			if n == 0 { // of a setting that is recorded for the first time
				for _, e := range earlier {
					list = append(list, standard{s.ID(), len(list) + 1, e})
				}
			}
			list = append(list, standard{s.ID(), len(list) + 1, now})
		}
		for _, one := range list {
			line, err := json.Marshal(one)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(append(line, '\n'))
		}
	}
	for name := range recorded {
		t.Errorf("%s has standards in %s, and is no setting that moves what is given", name, standardsFile)
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(standardsFile, all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAStandardThatChangedWithoutAnEarlierOneIsFound(t *testing.T) {
	gave := func(cents ...float64) []standard {
		var list []standard
		for i, c := range cents {
			list = append(list, standard{"dice", i + 1, map[string]any{"cents": c}})
		}
		return list
	}
	value := func(cents float64) any { return map[string]any{"cents": cents, "later": 0.0} }
	for name, c := range map[string]struct {
		recorded []standard
		now      any
		earlier  []any
		wrong    int
	}{
		"as it was":               {gave(5), value(5), nil, 0},
		"changed":                 {gave(5), value(6), nil, 1},
		"changed, and kept":       {gave(5), value(6), []any{value(5)}, 0},
		"recorded, and kept":      {gave(5, 6), value(6), []any{value(5)}, 0},
		"recorded, not kept":      {gave(5, 6), value(6), nil, 1},
		"another one is kept":     {gave(5), value(6), []any{value(4)}, 1},
		"a field that says more":  {gave(5), map[string]any{"cents": 5.0, "later": 1.0}, nil, 1},
		"back, with one between":  {gave(5, 6), value(5), []any{value(6)}, 1},
		"back, and both are kept": {gave(5, 6, 5), value(5), []any{value(6), value(5)}, 0},
	} {
		if got := forgotten(c.recorded, c.now, c.earlier); len(got) != c.wrong {
			t.Errorf("%s: %q", name, got)
		}
	}
}
