package store

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestATextHasAFieldForEachOfItsLanguagesAndLosesNone(t *testing.T) {
	var text Text
	fields := reflect.ValueOf(&text).Elem()
	var all []string
	for i := range fields.NumField() {
		language := strings.ToLower(fields.Type().Field(i).Name)
		if tag := fields.Type().Field(i).Tag.Get("json"); i >= len(TextLanguages) || language != TextLanguages[i] ||
			tag != language {
			t.Errorf("field %s (json %q) is not in TextLanguages at its place", fields.Type().Field(i).Name, tag)
		}
		fields.Field(i).SetString("in " + language)
		all = append(all, "in "+language)
	}
	if got := text.All(); !reflect.DeepEqual(got[:], all) {
		t.Errorf("All gives %q of %+v", got, text)
	}
	if got := TextOf(all); got != text {
		t.Errorf("TextOf gives %+v of %q", got, all)
	}
	written, err := json.Marshal(text)
	var read Text
	if err != nil || json.Unmarshal(written, &read) != nil || read != text {
		t.Errorf("%s reads as %+v", written, read)
	}
}

func TestWhatWasStoredBeforeALanguageCameIsReadAndShownInEnglish(t *testing.T) {
	all := (Text{Zh: "箱", En: "Box"}).All()
	if got := TextOf(all[:2]); got != (Text{Zh: "箱", En: "Box"}) {
		t.Errorf("of two languages: %+v", got)
	}
	if got := TextOf(append(all[:], "of a later release")); got.All() != all {
		t.Errorf("of a later release: %+v", got)
	}
}

func TestAWriterGivesEveryLanguageAndAReaderNeedsEnglish(t *testing.T) {
	all := TextLanguages
	for i, language := range TextLanguages {
		for said, want := range map[string]struct{ whole, readable string }{ // of the error, "" for none
			"five5":  {},
			" ":      {whole: "nothing in " + language},
			"sechs6": {"more than 5 characters in " + language, "more than 5 characters in " + language},
		} {
			if said == " " && language == "en" {
				want.readable = want.whole
			}
			text := all
			text[i] = said
			refused(t, TextOf(text[:]).Whole(5), want.whole)
			refused(t, TextOf(text[:]).Readable(5), want.readable)
		}
	}
}

// refused fails unless an error says what it shall, and where it shall say nothing unless there is none.
func refused(t *testing.T, err error, says string) {
	t.Helper()
	if (err == nil) != (says == "") || err != nil && (!errors.Is(err, ErrTextual) ||
		!strings.Contains(err.Error(), says)) {
		t.Errorf("%v, want %q", err, says)
	}
}
