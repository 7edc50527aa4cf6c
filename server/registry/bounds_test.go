package registry_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/store"
)

var update = flag.Bool("update", false, "write testdata/bounds.txt and testdata/standards.jsonl")

// What the house stands for without a word of its operator, and how far each number of it may be moved by itself, is a
// promise to players and to operators: a change of it changes the file, too.
func TestTheStandardOfEverySettingAndItsBoundsAreWhatTheFileSays(t *testing.T) {
	var got bytes.Buffer
	for _, s := range registry.All {
		text, err := s.JSONIn(&store.SettingsNow{})
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		p := probe{s: s, out: &got}
		if err := decoder.Decode(&p.whole); err != nil {
			t.Fatal(err)
		}
		p.walk(s.ID(), p.whole, func(v any) { p.whole = v })
	}
	const file = "testdata/bounds.txt"
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := bytes.Split(want, []byte("\n")), bytes.Split(got.Bytes(), []byte("\n"))
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || !bytes.Equal(was[i], is[i]) {
			t.Fatalf("line %d of %s: go test ./server/registry -run Bounds -update shows what has changed", i+1, file)
		}
	}
}

// probe moves one number of a setting at a time and asks whether that is accepted.
type probe struct {
	s     settings.Any
	whole any
	out   *bytes.Buffer
}

func (p *probe) walk(path string, v any, put func(any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			p.walk(path+"."+name, v[name], func(new any) { v[name] = new })
		}
	case []any:
		for i, e := range v {
			p.walk(fmt.Sprintf("%s[%d]", path, i), e, func(new any) { v[i] = new })
		}
	case json.Number:
		n, err := v.Int64()
		if err != nil {
			fmt.Fprintf(p.out, "%s = %s\n", path, v)
			return
		}
		accepts := func(n int64) bool {
			put(json.Number(strconv.FormatInt(n, 10)))
			text, err := json.Marshal(p.whole)
			if err == nil { // the schema has no bounds, and costs most of Accept
				_, err = p.s.JSONIn((&store.SettingsNow{}).With(store.SettingVersion{Name: p.s.ID(), Value: text}))
			}
			return err == nil
		}
		if accepts(n) {
			fmt.Fprintf(p.out, "%s = %d, %d to %d\n", path, n, end(n, -1, accepts), end(n, 1, accepts))
		} else { // the text of a standard need not be one that is accepted
			fmt.Fprintf(p.out, "%s = %d\n", path, n)
		}
		put(v)
	default:
		fmt.Fprintf(p.out, "%s = %v\n", path, v)
	}
}

// end is the last number that is accepted from n on in a direction; 2^40 away, the search ends.
func end(n, direction int64, accepts func(int64) bool) int64 {
	good, bad := int64(0), int64(1)
	for accepts(n + direction*bad) {
		if good, bad = bad, 2*bad; bad > 1<<40 {
			return n + direction*good
		}
	}
	for bad-good > 1 {
		if middle := good + (bad-good)/2; accepts(n + direction*middle) {
			good = middle
		} else {
			bad = middle
		}
	}
	return n + direction*good
}
