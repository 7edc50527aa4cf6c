package protocol

import (
	"slices"
	"strings"
)

// Language of texts: the stored values of the product specification (ZH, EN …) are read without regard to case.
type Language uint8

// The languages, in the order of Languages and then Partial.
const (
	Chinese Language = iota // default
	English
	Portuguese
	Russian    // has some texts, and English for the rest
	Vietnamese // likewise
)

// Languages are those in which everything is written, in the order of Definition.Text.
var Languages = [...]string{"zh", "en", "pt"}

// Partial are the languages after them, in their order: the interface and every error are written in them, what the
// house says of its own (names of the catalogue, notices, share cards) is not.
var Partial = [...]string{"ru", "vi"}

// String is the language by its ISO 639 code: "zh", "en" …
func (l Language) String() string {
	if int(l) < len(Languages) {
		return Languages[l]
	}
	return Partial[int(l)-len(Languages)]
}

// Whole is the language itself when it has every text, else the one that it falls back to.
func (l Language) Whole() Language {
	if int(l) < len(Languages) {
		return l
	}
	return English
}

// ParseLanguage takes the header lang, else the first known language of Accept-Language, else Chinese. VN, a stored
// value of the product specification, is Vietnamese.
func ParseLanguage(lang, acceptLanguage string) Language {
	if l, ok := language(lang); ok {
		return l
	}
	for part := range strings.SplitSeq(acceptLanguage, ",") {
		tag, _, _ := strings.Cut(part, ";")
		if l, ok := language(tag); ok {
			return l
		}
	}
	return Chinese
}

func language(tag string) (Language, bool) {
	tag = strings.ToLower(strings.TrimSpace(tag))
	if i := strings.IndexAny(tag, "-_"); i >= 0 {
		tag = tag[:i]
	}
	if tag == "vn" {
		return Vietnamese, true
	}
	i := slices.Index(slices.Concat(Languages[:], Partial[:]), tag)
	return Language(max(i, int(Chinese))), i >= 0
}

// Definition is one row of the error catalogue.
type Definition struct {
	Code      Code
	Key       string // i18n key in the client's namespace "errors"
	Retryable bool   // the same request may succeed later; with an idempotency key it is safe to send again
	Status    int    // HTTP status
	Text      [len(Languages)]string
}

var byCode = func() map[Code]*Definition {
	m := make(map[Code]*Definition, len(Errors))
	for i := range Errors {
		m[Errors[i].Code] = &Errors[i]
	}
	return m
}()

// Lookup returns the row of a code; an unknown code reads as CodeInternal, so that no edge leaks a number of its own.
func Lookup(c Code) Definition {
	if d := byCode[c]; d != nil {
		return *d
	}
	return *byCode[CodeInternal]
}

// In returns the message for people.
func (d Definition) In(l Language) string {
	if l.Whole() != l {
		return partialErrors[d.Key][int(l)-len(Languages)]
	}
	return d.Text[l]
}

// Known tells whether the catalogue has the code.
func (c Code) Known() bool { return byCode[c] != nil }

// Key returns the i18n key.
func (c Code) Key() string { return Lookup(c).Key }

// Retryable tells whether the same request may succeed later.
func (c Code) Retryable() bool { return Lookup(c).Retryable }

// Status returns the HTTP status.
func (c Code) Status() int { return Lookup(c).Status }

// Text returns the message for people.
func (c Code) Text(l Language) string { return Lookup(c).In(l) }

// Envelope returns the error envelope that answers ref (0 when it answers nothing).
func (c Code) Envelope(ref uint32, l Language) Error {
	d := Lookup(c)
	return Error{Type: TypeError, Ref: ref, Code: int32(d.Code), Retryable: d.Retryable, Message: d.In(l)}
}
