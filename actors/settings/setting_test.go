package settings

import (
	"errors"
	"testing"
)

func TestATextThatSaysAFieldTwiceIsRefused(t *testing.T) {
	for _, text := range []string{`{"a":1,"a":2}`, `{"a":1,"A":2}`, `{"x":{"a":[{"b":1},{"b":2,"B":3}]}}`,
		`[{"a":1},{"a":{},"c":[],"a":1}]`} {
		if err := Distinct([]byte(text)); !errors.Is(err, ErrText) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{`{}`, `[]`, `1`, `"a"`, `{"a":{"a":{"a":1}},"b":{"a":1}}`,
		`[{"a":1},{"a":2},"a","a"]`, `{"a":["b","b",{"b":1}],"b":"a","c":null}`} {
		if err := Distinct([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestATextOfOldThatSaysAFieldTwiceIsReadAlikeEachTime(t *testing.T) {
	for range 100 {
		got, err := Merge([]byte(`{"markupPpm":1,"other":2}`), []byte(`{"MARKUPPPM":70000,"markupPpm":90000}`))
		if err != nil || string(got) != `{"markupPpm":90000,"other":2}` {
			t.Fatalf("%s, %v", got, err)
		}
	}
}
