package settings

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"jadebox/store"
)

type inner struct {
	B int   `json:"b"`
	C []int `json:"c"`
}

type sample struct {
	A         int            `json:"a"`
	MarkupPPM int            `json:"markupPpm"`
	Other     int            `json:"other"`
	In        inner          `json:"in"`
	Pointer   *inner         `json:"pointer"`
	List      []inner        `json:"list"`
	Tokens    map[string]int `json:"tokens"`
}

var sampled = &Setting[sample]{Name: "sample", Standard: func() sample {
	return sample{A: 1, MarkupPPM: 2, Other: 3, In: inner{B: 4, C: []int{5}}, Tokens: map[string]int{"ship": 6}}
}, Fill: func(v sample) sample {
	if v.A == 0 {
		v.A = 1
	}
	if v.In.B == 0 {
		v.In.B = 4
	}
	return v
}}

func given(text string) *store.SettingsNow {
	now := &store.SettingsNow{}
	if text == "" {
		return now
	}
	return now.With(store.SettingVersion{Name: sampled.Name, Version: 1, Value: []byte(text)})
}

func TestATextThatSaysAFieldTwiceIsRefused(t *testing.T) {
	for _, text := range []string{`{"a":1,"a":2}`, `{"a":1,"A":2}`, `{"list":[{"b":1},{"b":2,"B":3}]}`,
		`{"a":1,"in":{},"a":1}`, `{"in":{"b":1,"c":[],"b":1}}`, `{"pointer":{"b":1,"B":2}}`,
		`{"tokens":{"ship":1,"ship":2}}`, "{\"tokens\":{},\"to\u212Aens\":{}}"} {
		if err := sampled.strict([]byte(text)); !errors.Is(err, ErrText) || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{`{}`, `{"a":1,"in":{"b":1},"list":[{"b":1},{"b":1}],"pointer":null}`,
		`{"tokens":{"b":1,"a":2,"list":3},"a":4}`} {
		if err := sampled.strict([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAKeyOfAMapIsAnotherKeyInAnotherCaseAndANameOfAFieldIsNot(t *testing.T) {
	v, err := sampled.Parse([]byte(`{"TOKENS":{"SHIP":7},"IN":{"B":8}}`))
	if err != nil || !reflect.DeepEqual(v.Tokens, map[string]int{"ship": 6, "SHIP": 7}) || v.In.B != 8 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := sampled.Accept([]byte(`{"tokens":{"SHIP":7,"Ship":8}}`), given("")); err != nil {
		t.Error(err)
	}
}

func TestATextOfOldThatSaysAFieldTwiceIsReadAlikeEachTime(t *testing.T) {
	for range 100 {
		got, err := merge([]byte(`{"markupPpm":1,"other":2}`), []byte(`{"MARKUPPPM":70000,"markupPpm":90000}`),
			reflect.TypeFor[sample]())
		if err != nil || string(got) != `{"markupPpm":90000,"other":2}` {
			t.Fatalf("%s, %v", got, err)
		}
	}
}

func TestATextOfTwoValuesIsNotLaidOverAnother(t *testing.T) {
	for _, text := range []string{`{"a":1} {"other":2}`, `{"a":1}}`, `{"a":1} x`} {
		if got, err := sampled.Parse([]byte(text)); !errors.Is(err, ErrText) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if got, err := sampled.Patch([]byte(text), given(`{"a":2}`)); !errors.Is(err, ErrText) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if got, err := sampled.Parse([]byte(" {\"a\":9}\n")); err != nil || got.A != 9 {
		t.Errorf("one value: %+v, %v", got, err)
	}
}

func TestAPatchSaysNoMoreThanWasSaidBeforeAndWhatItSays(t *testing.T) {
	for _, c := range []struct{ before, patch, after string }{
		{"", `{"other":9}`, `{"other":9}`},
		{`{"a":7}`, `{"other":9}`, `{"a":7,"other":9}`},
		{`{"A":7,"in":{"b":1}}`, `{"a":8,"in":{"c":[1]},"tokens":{"SHIP":2}}`,
			`{"A":8,"in":{"b":1,"c":[1]},"tokens":{"SHIP":2}}`},
		{`{"tokens":{"fail":1},"list":[{"b":1},{"b":2}]}`, `{"tokens":{"Fail":2},"list":[{"c":[]}],"in":null}`,
			`{"in":null,"list":[{"c":[]}],"tokens":{"Fail":2,"fail":1}}`},
	} {
		got, err := sampled.Patch([]byte(c.patch), given(c.before))
		if err != nil || string(got) != c.after {
			t.Errorf("%s over %s: %s, %v", c.patch, c.before, got, err)
		}
	}
	for _, patch := range []string{`{"a":1,"A":2}`, `{"unknown":1}`, `{"a":"1"}`, `{`} {
		if got, err := sampled.Patch([]byte(patch), given(`{"a":7}`)); !errors.Is(err, ErrText) {
			t.Errorf("%s: %s, %v", patch, got, err)
		}
	}
}

func TestAZeroThatWouldBeTakenForTheStandardIsRefusedByItsName(t *testing.T) {
	for text, field := range map[string]string{`{"a":0}`: ": a: zero", `{"in":{"b":0}}`: ": in.b: zero",
		`{"A":0,"in":{"b":0,"c":[]}}`: ": a, in.b: zero"} {
		if err := sampled.Literal([]byte(text)); !errors.Is(err, ErrText) ||
			!strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", text, err)
		}
		// One that was stored before this was asked is read as it was, and can be restored.
		if err := sampled.Accept([]byte(text), given("")); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if v, err := sampled.In(given(text)); err != nil || v.A != 1 || v.In.B != 4 {
			t.Errorf("%s: %+v, %v", text, v, err)
		}
	}
	whole, err := json.Marshal(sampled.Standard())
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`{"other":0}`, `{"a":null}`, `{"in":{}}`, string(whole)} {
		if err := sampled.Literal([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}
