package strict_test

import (
	"strings"
	"testing"

	"jadebox/fairness/internal/strict"
)

type document struct {
	A int    `json:"a"`
	B string `json:"b"`
	C *part  `json:"c"`
	D []part `json:"d"`
}

type part struct {
	A int `json:"a"`
}

// A document can be read in one way only: null is a value where the format has it.
func TestOnlyWhatReadsInOneWayIsRead(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1,"b":"x","c":{"a":2},"d":[{"a":3},{"a":4}]}`:       "",
		`{"d":[],"c":{"a":2},"b":"","a":1}`:                       "",
		`{"a":1,"b":"x","c":{"a":2}}`:                             "missing",
		`{"a":1,"b":"x","c":{"a":2},"d":[],"e":0}`:                "unknown field",
		`{"A":1,"b":"x","c":{"a":2},"d":[]}`:                      "misspelt",
		`{"a":1,"A":1,"b":"x","c":{"a":2},"d":[]}`:                "misspelt",
		`{"a":2,"a":1,"b":"x","c":{"a":2},"d":[]}`:                `"a" is there twice`,
		`{"a":1,"b":"x","c":{"a":1,"a":2},"d":[]}`:                `"a" is there twice`,
		`{"a":1,"b":"x","c":{"a":2},"d":[{"a":3},{"a":3,"a":3}]}`: `"a" is there twice`,
		`{"a":1,"b":"x","\u0062":"x","c":{"a":2},"d":[]}`:         `"b" is there twice`,
		`{"a":1.0,"b":"x","c":{"a":2},"d":[]}`:                    "cannot unmarshal",
		"{\"a\":1,\"b\":\"\xff\",\"c\":{\"a\":2},\"d\":[]}":       "UTF-8",
		`{"a":1,"b":"x","c":{"a":2},"d":[]}{}`:                    "after the end",
		`{"a":1,"b":"x","c":{"a":2},"d":[]`:                       "EOF",
	} {
		for _, null := range []strict.Null{strict.WithNull, strict.WithoutNull} {
			err := strict.Decode([]byte(text), new(document), null)
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %v, want %q", text, err, want)
			}
		}
	}
	published, err := strict.Encode(document{A: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, null := range [][]byte{[]byte(`{"a":1,"b":"x","c":null,"d":null}`), published} {
		if err := strict.Decode(null, new(document), strict.WithNull); err != nil {
			t.Error(err)
		}
		if err := strict.Decode(null, new(document), strict.WithoutNull); err == nil {
			t.Errorf("null is a value of a format that has none: %s", null)
		}
	}
}
