package settings

import (
	"errors"
	"testing"
)

func TestATextThatSaysAFieldTwiceIsRefused(t *testing.T) {
	for _, text := range []string{`{"a":1,"a":2}`, `{"a":1,"A":2}`, `{"x":{"a":[{"b":1},{"b":2,"B":3}]}}`,
		`[{"a":1},{"a":{},"c":[],"a":1}]`, "{\"sharePpm\":1,\"\u017fharePpm\":2}"} {
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

func TestATextOfTwoValuesIsNotLaidOverAnother(t *testing.T) {
	for _, text := range []string{`{"a":1} {"b":2}`, `{"a":1}}`, `{"a":1} x`} {
		if got, err := Merge([]byte(`{"a":0}`), []byte(text)); !errors.Is(err, ErrText) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if got, err := Merge([]byte(`{"a":0}`), []byte(" {\"a\":1}\n")); err != nil || string(got) != `{"a":1}` {
		t.Errorf("one value: %s, %v", got, err)
	}
}
