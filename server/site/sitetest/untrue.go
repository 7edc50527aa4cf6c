package sitetest

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"regexp"
	"testing"

	"jadebox/store"
)

//go:embed untrue.json
var list []byte

// untrue is what a language must not say, and sentences that said it once.
type untrue struct {
	Claims   string   `json:"claims"`
	Claimed  []string `json:"claimed"`
	Promises string   `json:"promises"`
	Promised []string `json:"promised"`
}

func languages() (all map[string]untrue) {
	if err := json.Unmarshal(list, &all); err != nil {
		panic(err) // it is built in
	}
	return all
}

func find(pattern, text string) string { return regexp.MustCompile("(?i)" + pattern).FindString(text) }

// Claims is what a text says of the random value that is true of drand's alone, "" for nothing. Language is one of
// protocol.Languages; of another one nothing is known, which panics.
func Claims(language, text string) string { return find(of(language).Claims, text) }

// Promises is what a text promises that no site can, "" for nothing; languages as in Claims.
func Promises(language, text string) string { return find(of(language).Promises, text) }

func of(language string) untrue {
	u, known := languages()[language]
	if !known {
		panic("sitetest: no list for language " + language)
	}
	return u
}

// Hold fails for every text in a value, wherever it stands, that claims or promises too much, and when there is no text
// to hold.
func Hold(t testing.TB, name string, value any) {
	t.Helper()
	texts := textsIn(reflect.ValueOf(value), nil)
	if len(texts) == 0 {
		t.Errorf("%s has no texts", name)
	}
	for _, text := range texts {
		for i, said := range text.All() {
			language := store.TextLanguages[i]
			if found := Claims(language, said) + Promises(language, said); found != "" {
				t.Errorf("%s says %q in %s: %s", name, found, language, said)
			}
		}
	}
}

func textsIn(v reflect.Value, found []store.Text) []store.Text {
	if text, ok := v.Interface().(store.Text); ok {
		return append(found, text)
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				found = textsIn(v.Field(i), found)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			found = textsIn(v.Index(i), found)
		}
	}
	return found
}
