package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// TextLanguages are those of a Text, in the order of its fields. They are protocol.Languages, of which store knows
// nothing: call.TextIn does not compile where one side has more, and a test beside it holds the names.
var TextLanguages = [...]string{"zh", "en", "pt"}

// Text is what the house says of its own in each of its languages. A test of tools/floors holds every Text in code to
// all of them; what was stored before a language came has nothing in it, and is shown in English.
type Text struct {
	Zh string `json:"zh"`
	En string `json:"en"`
	Pt string `json:"pt"`
}

// All is the text in each of TextLanguages.
func (t Text) All() [len(TextLanguages)]string { return [...]string{t.Zh, t.En, t.Pt} }

// TextOf makes a text of what All gave, in this release or in one with fewer languages.
func TextOf(all []string) Text {
	var t Text
	to := [len(TextLanguages)]*string{&t.Zh, &t.En, &t.Pt}
	for i, text := range all[:min(len(all), len(to))] {
		*to[i] = text
	}
	return t
}

// ErrTextual is a text that is not whole, or too long.
var ErrTextual = errors.New("store: not a text")

// Whole refuses a text that is blank in a language or has more than most characters in one: for
// the operator who writes one.
func (t Text) Whole(most int) error {
	for i, text := range t.All() {
		if strings.TrimSpace(text) == "" {
			return fmt.Errorf("%w: nothing in %s beside %q in en", ErrTextual, TextLanguages[i], t.En)
		}
	}
	return t.Readable(most)
}

// Readable refuses a text without English, which stands for every language that lacks it, and one of more than most
// characters. What is stored is held to this alone: another language refuses nothing that was written before it.
func (t Text) Readable(most int) error {
	if strings.TrimSpace(t.En) == "" {
		return fmt.Errorf("%w: nothing in en", ErrTextual)
	}
	for i, text := range t.All() {
		if utf8.RuneCountInString(text) > most {
			return fmt.Errorf("%w: more than %d characters in %s", ErrTextual, most, TextLanguages[i])
		}
	}
	return nil
}
