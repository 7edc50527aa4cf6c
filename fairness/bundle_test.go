package fairness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestBundlesAreAsRecorded(t *testing.T) {
	reports := map[string]Report{}
	for name, bundle := range goldenBundles() {
		data := must(bundle.Encode())
		golden(t, "bundle-"+name+".json", data)
		parsed, err := ParseBundle(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		report := Verify(parsed)
		reports[name] = report
		if !report.OK {
			t.Errorf("%s: %+v", name, report)
		}
		for _, check := range report.Checks {
			if check.OK == check.Skipped {
				t.Errorf("%s: check %s is ok %t and skipped %t", name, check.Name, check.OK, check.Skipped)
			}
		}
	}
	golden(t, "reports.json", marshal(t, reports))
}

func skipped(r Report) []string {
	var names []string
	for _, c := range r.Checks {
		if c.Skipped {
			names = append(names, c.Name)
		}
	}
	return names
}

// A hidden key proves nothing and must never count as a pass.
func TestHiddenKeySkips(t *testing.T) {
	r := Verify(boxBundle(false))
	if got := skipped(r); !slices.Equal(got, []string{CheckCommit, CheckServerSeed}) || !r.OK {
		t.Errorf("skipped %v ok %t", got, r.OK)
	}
	b := tiedBattle()
	b.Key = ""
	if got := skipped(Verify(b)); !slices.Equal(got, []string{CheckCommit, CheckServerSeed, CheckTie, CheckLog,
		CheckCheckpoint}) {
		t.Errorf("skipped %v", got)
	}
	b.Battle.Tie.Winner, b.Battle.Winners = b.Battle.Tie.Seats[1], b.Battle.Tie.Seats[1:]
	b.Key = testKey(0x22).Reveal()
	first := Verify(b)
	b.Battle.Tie.Winner, b.Battle.Winners = b.Battle.Tie.Seats[0], b.Battle.Tie.Seats[:1]
	if second := Verify(b); first.OK == second.OK {
		t.Errorf("both seats of a tie verify as its winner: %t and %t", first.OK, second.OK)
	}
}

func TestOnlyPinnedKeysAreTrusted(t *testing.T) {
	b := boxBundle(true)
	if r := VerifyWith(b, Trust{LogKey: b.Log.PublicKey, Anchors: testAnchors()}); !r.OK {
		t.Errorf("trusted keys are refused: %+v", r)
	}
	if r := VerifyWith(b, Trust{LogKey: "other+" + b.Log.PublicKey}); r.OK {
		t.Error("a checkpoint of another log passes")
	}
	if r := VerifyWith(b, Trust{Anchors: []Anchor{{Rounds: 9, Link: strings.Repeat("0", 64)}}}); r.OK {
		t.Error("a beacon of another chain passes")
	}
}

func TestABundleIsParsedStrictly(t *testing.T) {
	good := string(must(boxBundle(true).Encode()))
	if _, err := ParseBundle([]byte(good)); err != nil {
		t.Fatal(err)
	}
	bad := map[string]string{
		"empty":     "",
		"null":      "null",
		"trailing":  good + "{}",
		"unknown":   strings.Replace(good, `"format"`, `"extra": 1, "format"`, 1),
		"missing":   strings.Replace(good, `"epoch": 1,`, ``, 1),
		"misspelt":  strings.Replace(good, `"epoch"`, `"Epoch"`, 1),
		"exponent":  strings.Replace(good, `"epoch": 1,`, `"epoch": 1e0,`, 1),
		"type":      strings.Replace(good, `"epoch": 1,`, `"epoch": "1",`, 1),
		"negative":  strings.Replace(good, `"n": 17`, `"n": -17`, 1),
		"undefined": strings.Replace(good, `"66hash"`, `undefined`, 1),
		"twice":     strings.Replace(good, `"epoch": 1,`, `"epoch": 2, "epoch": 1,`, 1),
		"within":    strings.Replace(good, `"n": 17,`, `"n": 16, "n": 17,`, 1),
		"encoding":  strings.Replace(good, `"name": "`, "\"name\": \"\xff", 1),
		"too long":  good + strings.Repeat(" ", bundleMax),
	}
	for name, text := range bad {
		if text == good {
			t.Fatalf("%s: the case changes nothing", name)
		}
		b, err := ParseBundle([]byte(text))
		if err == nil && Verify(b).OK {
			t.Errorf("%s passes", name)
		}
	}
}

// The literal "undefined" once served a live peer as a seed: as a user seed it is
// nine letters and legal, as a server seed, scope, beacon or context it never is.
func TestMissingIsNeverADefault(t *testing.T) {
	k, zero := testKey(1), Key{}
	h := strings.Repeat("a", 64)
	for _, c := range []struct {
		name               string
		k                  Key
		scope, beacon, ctx string
		n                  uint64
		seat               int
	}{
		{"zero key", zero, "battle:1", h, h, 0, 0},
		{"no scope", k, "", h, h, 0, 0},
		{"scope with a line break", k, "battle:1\n", h, h, 0, 0},
		{"no beacon", k, "battle:1", "", h, 0, 0},
		{"beacon undefined", k, "battle:1", "undefined", h, 0, 0},
		{"upper-case beacon", k, "battle:1", strings.ToUpper(h), h, 0, 0},
		{"no context", k, "battle:1", h, "", 0, 0},
		{"short context", k, "battle:1", h, h[1:], 0, 0},
		{"seat below", k, "battle:1", h, h, 0, -1},
		{"seat above", k, "battle:1", h, h, 0, SeatMax + 1},
		{"n above 2^53", k, "battle:1", h, h, 1 << 53, 0},
	} {
		if seed, err := ServerSeed(c.k, c.scope, c.beacon, c.ctx, c.n, c.seat); err == nil || seed != "" {
			t.Errorf("%s: seed %q err %v", c.name, seed, err)
		}
	}
	if _, err := NewKey(nil); err == nil {
		t.Error("a key without randomness")
	}
	if _, err := NewKey(bytes.NewReader(make([]byte, 31))); err == nil {
		t.Error("a key of 31 bytes")
	}
	if _, err := NewKey(bytes.NewReader(make([]byte, 32))); err == nil {
		t.Error("a key of zeros")
	}
}

func TestKeyNeverPrints(t *testing.T) {
	k := testKey(0xab)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%X", "%d", "%q"} {
		text := fmt.Sprintf(verb, k) + fmt.Sprintf(verb, &k) + fmt.Sprintf(verb, struct{ K Key }{k})
		if strings.Contains(strings.ToLower(text), "abab") || strings.Contains(text, strconv.Itoa(0xab)) {
			t.Errorf("%s prints %s", verb, text)
		}
	}
	if text, err := json.Marshal(k); err == nil {
		t.Errorf("a key marshals to %s", text)
	}
}

func TestEveryPartIsOfAKindAndEveryKindHasItsPart(t *testing.T) {
	parts := new(Bundle).parts()
	for part := range parts {
		if kinds[part].verifier == nil {
			t.Errorf("kinds.go has no verifier of %s", part)
		}
	}
	for kind := range kinds {
		if _, has := parts[kind]; !has && kind != KindBox {
			t.Errorf("kinds.go has no part of %s", kind)
		}
	}
}
