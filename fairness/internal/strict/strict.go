// Package strict encodes, and decodes, JSON that can be read in one way only, for documents that independent readers
// judge: what one of them takes for a default, for a misspelling or for the last of two values is refused. Deliberately
// absent: limits of size, which are the caller's.
package strict

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"
)

// Null says whether a document has null.
type Null bool

// A format whose optional parts are null, and one in which null, which some take for an empty list, is no value.
const (
	WithNull    Null = true
	WithoutNull Null = false
)

// Decode reads one value of JSON. Written again it is the same: no field is missing, unknown, misspelt, or there twice
// in one object, every text is UTF-8, and nothing stands behind the end.
func Decode(data []byte, into any, null Null) error {
	if !utf8.Valid(data) {
		return errors.New("bytes that are no UTF-8")
	}
	if err := One(data, into); err != nil {
		return err
	}
	again, err := Encode(into)
	if err != nil {
		return err
	}
	// As it is published, byte for byte: what was written of a value has each of its fields once. Others are read three
	// times more.
	if null == WithNull && bytes.Equal(data, again) {
		return nil
	}
	if err := unambiguous(data, null); err != nil {
		return err
	}
	var got, want any
	if err := One(data, &got); err != nil {
		return err
	}
	if err := One(again, &want); err != nil {
		return err
	}
	if !reflect.DeepEqual(got, want) {
		return errors.New("a field is missing, misspelt or not in plain form")
	}
	return nil
}

// Encode writes a document in the one form in which it is published: each value on its line, indented by a space, and
// no letter escaped for HTML.
func Encode(from any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(from); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// One reads one value without an unknown field, and nothing behind its end. It leaves open what Decode does not: a
// missing field keeps its value.
func One(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("data after the end")
	}
	return nil
}

// unambiguous refuses what readers of JSON do not agree about, in data that is JSON.
func unambiguous(data []byte, null Null) error {
	type level struct {
		names map[string]bool // of an object, nil in a list
		named bool            // a name stands there, its value comes next
	}
	open := []level{{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		top := &open[len(open)-1]
		name, text := token.(string)
		switch {
		case token == json.Delim('}') || token == json.Delim(']'):
			open = open[:len(open)-1]
		case top.names != nil && !top.named && text:
			if top.names[name] {
				return fmt.Errorf("field %q is there twice", name)
			}
			top.names[name], top.named = true, true
		case token == nil && null == WithoutNull:
			return errors.New("null is no value")
		default:
			top.named = false
			if token == json.Delim('{') {
				open = append(open, level{names: map[string]bool{}})
			} else if token == json.Delim('[') {
				open = append(open, level{})
			}
		}
	}
}
