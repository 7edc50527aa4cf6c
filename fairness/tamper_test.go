package fairness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadebox/fairness/internal/strict"
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
			forEachChange(bundle, stride, flips, func(text []byte, path []any, _ any) {
				tried++
				if report := letters(text); !strings.Contains(report, "-") && report != unparsed {
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
		forEachChange(bundles[name], 1<<20, []byte{1}, func(text []byte, path []any, value any) {
			lines = append(lines, tampered{Bundle: name, Path: slices.Clone(path), Value: value, Report: letters(text)})
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

func letters(text []byte) string {
	bundle, err := ParseBundle(text)
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

// forEachChange visits every scalar of a published bundle in its order, changes its last and every stride-th byte by
// each flip in turn, and calls try with the text of the whole.
func forEachChange(bundle *Bundle, stride int, flips []byte, try func(text []byte, path []any, value any)) {
	text := must(bundle.Encode())
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	visit(dec, nil, func(path []any, old any, end int) {
		written := scalar(old)
		before, is := bytes.CutSuffix(text[:end], written)
		if !is {
			panic(fmt.Sprintf("%v is not written %s", path, written))
		}
		for _, value := range changesOf(old, stride, flips) {
			try(slices.Concat(before, scalar(value), text[end:]), path, value)
		}
	})
}

// scalar is how a bundle writes one.
func scalar(v any) []byte { return bytes.TrimSpace(must(strict.Encode(v))) }

// visit calls found with every scalar of the next value, and where its text ends.
func visit(dec *json.Decoder, path []any, found func(path []any, old any, end int)) {
	switch token := must(dec.Token()); token {
	case json.Delim('{'):
		for dec.More() {
			if key := must(dec.Token()); key != "name" {
				visit(dec, append(path, key), found)
			} else {
				visit(dec, nil, func([]any, any, int) {})
			}
		}
		must(dec.Token())
	case json.Delim('['):
		for i := 0; dec.More(); i++ {
			visit(dec, append(path, i), found)
		}
		must(dec.Token())
	default:
		found(path, token, int(dec.InputOffset()))
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
