package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"jadebox/fairness"
)

func TestABundleIsReadAsItWasWritten(t *testing.T) {
	for _, kind := range kindsHere {
		data := must((&build{kind: kind}).make().Encode())
		if again := must(must(Parse(data)).Encode()); !bytes.Equal(again, data) {
			t.Errorf("%s: %s is read as %s", kind, data, again)
		}
	}
}

// ambiguous are texts that are no bundles, by what is wrong with them.
func ambiguous() map[string]string {
	good := string(must((&build{kind: fairness.KindWish}).make().Encode()))
	replaced := func(old, by string) string {
		if !strings.Contains(good, old) {
			panic(old + " is not in the bundle")
		}
		return strings.Replace(good, old, by, 1)
	}
	return map[string]string{
		"nothing":               "",
		"a list":                "[]",
		"half":                  good[:len(good)/2],
		"two":                   good + good,
		"an unknown field":      replaced(`"kind"`, `"extra": 1, "kind"`),
		"a missing field":       replaced(`"format": "BOX2",`, ``),
		"a misspelt field":      replaced(`"kind"`, `"Kind"`),
		"a field twice":         replaced(`"kind"`, `"kind": "box", "kind"`),
		"a field twice within":  replaced(`"anchorRound"`, `"anchorRound": 7, "anchorRound"`),
		"null for a list":       replaced(`"tickets": []`, `"tickets": null`),
		"null for a part":       replaced(`"tickets"`, `"roll": null, "tickets"`),
		"a number as a text":    replaced(`"anchorRound": 0`, `"anchorRound": "0"`),
		"a number with a point": replaced(`"anchorRound": 0`, `"anchorRound": 0.0`),
		"a negative round":      replaced(`"anchorRound": 0`, `"anchorRound": -1`),
		"an entry of two": replaced(`"odds": []`,
			`"odds": [{"box": 1, "version": 1, "entries": [[1, 100000000]]}]`),
		"an entry of four": replaced(`"odds": []`,
			`"odds": [{"box": 1, "version": 1, "entries": [[1, 100000000, 5, 6]]}]`),
	}
}

func TestABundleThatCouldBeReadInTwoWaysIsRefused(t *testing.T) {
	list := ambiguous()
	good := must((&build{kind: fairness.KindBox}).make().Encode())
	list["bytes that are no text"] = strings.Replace(string(good), `"kind": "box"`, "\"kind\": \"box\xff\"", 1)
	list["too much"] = string(good) + strings.Repeat(" ", bundleMax)
	for name, data := range list {
		if b, err := Parse([]byte(data)); !errors.Is(err, fairness.ErrInput) {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
	if _, err := Parse(append(good, bytes.Repeat([]byte(" "), bundleMax-len(good))...)); err != nil {
		t.Errorf("a bundle of the greatest length: %v", err)
	}
}

func TestABundleWithoutAListIsNotWritten(t *testing.T) {
	b := (&build{kind: fairness.KindBox}).make()
	b.Odds = nil
	if data, err := b.Encode(); !errors.Is(err, fairness.ErrInput) {
		t.Errorf("%s, %v", data, err)
	}
}

// A bundle of a box with 16 items and two cosignatures in a log of 2²⁴ leaves has two paths of 24 hashes.
func TestABundleOfABoxStaysBelowSixKilobytes(t *testing.T) {
	b := (&build{kind: fairness.KindBox}).make()
	entry := b.Odds[0].Entries[0]
	b.Odds[0].Entries = slices.Repeat([][3]int64{entry}, 16)
	for _, proof := range []*string{&b.Opened, &b.Logged} {
		head, rest, _ := strings.Cut(*proof, "\n\n")
		first, _, _ := strings.Cut(head[strings.Index(head, "index"):], "\n")
		hash := strings.Repeat("A", 43) + "=\n"
		*proof = "c2sp.org/tlog-proof@v1\n" + first + "\n" + strings.Repeat(hash, 24) + "\n" + rest
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, must(b.Encode())); err != nil || compact.Len() > 6*1024 {
		t.Errorf("%d bytes, %v", compact.Len(), err)
	}
}

// Any bytes: no panic, and what is accepted is written and judged alike again.
func FuzzParseTakesOnlyWhatEncodeWrites(f *testing.F) {
	for _, kind := range kindsHere {
		f.Add(must((&build{kind: kind}).make().Encode()))
	}
	f.Add([]byte(`{"format":"BOX2","kind":"box","slot":[{}]}`))
	trust := pinned("two")
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse(data)
		if err != nil {
			if !errors.Is(err, fairness.ErrInput) {
				t.Errorf("%v", err)
			}
			return
		}
		again, err := b.Encode()
		if err != nil {
			t.Fatalf("%q is read and not written: %v", data, err)
		}
		report := checked(t, b, trust)
		if second := checked(t, must(Parse(again)), trust); !slices.Equal(report.Checks, second.Checks) {
			t.Errorf("%+v and %+v", report, second)
		}
	})
}
