package httpapi

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errText = errors.New("control or direction character in a text")

// decode reads one JSON object and nothing else: unknown and repeated names, names in another case, invalid UTF-8,
// trailing data, numbers outside their type and texts with control or direction characters are refused
// (docs/reliability-security.md, "input").
func decode(body []byte, into any) error {
	if err := checkTexts(body); err != nil {
		return malformed(err)
	}
	if err := json.Unmarshal(body, into, json.RejectUnknownMembers(true)); err != nil {
		return malformed(err)
	}
	return nil
}

// malformed says where a body is not what was asked for.
func malformed(err error) error {
	if s, ok := errors.AsType[*json.SemanticError](err); ok {
		reason := "of another type, or beyond its bounds"
		if errors.Is(err, json.ErrUnknownName) {
			reason = "no such name"
		}
		return badRequest(place(s.JSONPointer), reason)
	}
	if s, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		reason := "no JSON"
		if errors.Is(err, jsontext.ErrDuplicateName) {
			reason = "stands there twice"
		}
		return badRequest(place(s.JSONPointer), reason)
	}
	return badRequest("/", err.Error())
}

// cut keeps so much of a name of the client's that it can be quoted.
func cut(name string) string { return strings.ToValidUTF8(name[:min(len(name), fieldMax)], "") }

// place is never empty and bounded: names in it are the client's.
func place(at jsontext.Pointer) string {
	return cmp.Or(cut(string(at)), "/")
}

func checkTexts(body []byte) error {
	if printable(body) {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(body))
	if d.PeekKind() != '{' {
		return errors.New("no object")
	}
	for {
		t, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if t.Kind() == '"' && badText(t.String()) {
			return errText
		}
	}
}

// printable says of an object that no text in it can be bad: all of it is printable ASCII, and nothing is escaped.
// Nearly every body is, and is read once instead of twice.
func printable(body []byte) bool {
	for _, c := range body {
		if c < ' ' || c > '~' || c == '\\' {
			return false
		}
	}
	return len(body) > 0 && body[0] == '{'
}

// badText finds characters that make a text look other than it is, or end it early in another program.
func badText(s string) bool {
	for _, r := range s {
		if r < ' ' || r == 0x7f || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return true
		}
	}
	return false
}
