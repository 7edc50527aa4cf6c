package fairness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// tampered is a line of testdata/tampered.json: a golden bundle with one scalar
// replaced, and what the verifier says. The TypeScript verifier must say the same.
type tampered struct {
	Bundle string `json:"bundle"`
	Path   []any  `json:"path"`
	Value  any    `json:"value"`
	Report string `json:"report"` // "refused to parse", or a letter for each check: + ok, - failed, . skipped
}

// Every field of every bundle: one byte changed anywhere is refused. Display
// names are the one exception; they are not part of what is committed.
func TestEveryByteCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of verifications on one goroutine: nothing for the race detector")
	}
	for name, bundle := range goldenBundles() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stride, flips, tried := 1, []byte{1, 0x20}, 0
			if bundle.Kind == KindBattle { // the same fields sixty times over
				stride, flips = 24, []byte{1}
			}
			forEachChange(bundle, stride, flips, func(tree any, path []any, _ any) {
				tried++
				if report := letters(tree); !strings.Contains(report, "-") && report != unparsed {
					t.Errorf("%v changed and nobody noticed: %s", path, report)
				}
			})
			if tried < 500 {
				t.Errorf("only %d changes tried", tried)
			}
		})
	}
}

// One change of each field, with the whole report, for the other engine.
func TestTamperedBundlesAreReportedAsRecorded(t *testing.T) {
	var lines []tampered
	bundles := goldenBundles()
	for _, name := range []string{"box-revealed", "box-hidden", "battle-inverse-tie", "roll", "upgrade-won", "rain",
		"rain-claim-hidden", "luckycard", "luckycard-hidden", "wish"} {
		forEachChange(bundles[name], 1<<20, []byte{1}, func(tree any, path []any, value any) {
			lines = append(lines, tampered{Bundle: name, Path: slices.Clone(path), Value: value, Report: letters(tree)})
		})
	}
	var out bytes.Buffer
	out.WriteString("[\n")
	for i, line := range lines {
		text := must(json.Marshal(line))
		out.Write(text)
		if i < len(lines)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString("]\n")
	golden(t, "tampered.json", out.Bytes())
}

const unparsed = "refused to parse"

func letters(tree any) string {
	bundle, err := ParseBundle(must(json.Marshal(tree)))
	if err != nil {
		return unparsed
	}
	var s strings.Builder
	for _, c := range Verify(bundle).Checks {
		switch {
		case c.Skipped:
			s.WriteByte('.')
		case c.OK:
			s.WriteByte('+')
		default:
			s.WriteByte('-')
		}
	}
	return s.String()
}

// forEachChange visits every scalar of a bundle in a fixed order, changes its
// last and every stride-th byte by each flip in turn, calls try, and puts the old
// value back.
func forEachChange(bundle *Bundle, stride int, flips []byte, try func(tree any, path []any, value any)) {
	var tree any
	dec := json.NewDecoder(bytes.NewReader(must(bundle.Encode())))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		panic(err)
	}
	visit(tree, nil, func(any) {}, func(path []any, old any, set func(any)) {
		for _, value := range changesOf(old, stride, flips) {
			set(value)
			try(tree, path, value)
		}
		set(old)
	})
}

func visit(node any, path []any, set func(any), scalar func(path []any, old any, set func(any))) {
	switch v := node.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if key != "name" {
				visit(v[key], append(path, key), func(x any) { v[key] = x }, scalar)
			}
		}
	case []any:
		for i, child := range v {
			visit(child, append(path, i), func(x any) { v[i] = x }, scalar)
		}
	default:
		scalar(path, node, set)
	}
}

func changesOf(old any, stride int, flips []byte) []any {
	var changes []any
	switch v := old.(type) {
	case string:
		for i := range len(v) {
			if i%stride != 0 && i != len(v)-1 {
				continue
			}
			for _, flip := range flips {
				changed := []byte(v)
				changed[i] ^= flip
				changes = append(changes, string(changed))
			}
		}
		return append(changes, v+"0")
	case json.Number:
		for i := range len(v) {
			changed := []byte(v)
			changed[i] = '0' + (changed[i]-'0'+1)%10
			if changed[0] != '0' || len(changed) == 1 {
				changes = append(changes, json.Number(changed))
			}
		}
		return changes
	case nil:
		return []any{"0"}
	case bool:
		return []any{!v}
	default:
		panic(fmt.Sprintf("a bundle holds a %T", old))
	}
}
