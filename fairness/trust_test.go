package fairness

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestTrustDocumentsAreReadStrictly(t *testing.T) {
	key := boxBundle(true).Log.PublicKey
	d := NewTrustDocument(key, BeaconLocal, testAnchors())
	text := string(must(json.Marshal(d)))
	read, err := ParseTrust([]byte(text))
	if err != nil || !reflect.DeepEqual(read, d) || read.LogKey() != key || read.Origin != "jadebox-test" ||
		len(read.Trust().Anchors) != 1 {
		t.Errorf("%+v err %v", read, err)
	}
	bare, err := ParseTrust([]byte("# mine\n\nlog " + key + " https://play.example\nquorum none\n"))
	if err != nil || bare.LogKey() != key || bare.Trust().Anchors != nil {
		t.Errorf("a bare policy: %+v err %v", bare, err)
	}
	for name, bad := range map[string]string{
		"empty":        "",
		"no log":       "quorum none\n",
		"two logs":     "log " + key + "\nlog " + key + "\n",
		"witnesses":    "log " + key + "\nwitness w " + key + "\nquorum w\n",
		"no key":       "log jadebox-test\n",
		"another hash": "log " + strings.Replace(key, "+d1", "+d2", 1) + "\n",
		"upper case":   "log " + strings.Replace(key, "+d11e", "+D11E", 1) + "\n",
		"format":       strings.Replace(text, "trust/1", "trust/2", 1),
		"origin":       strings.Replace(text, `"origin":"jadebox-test"`, `"origin":"other"`, 1),
		"source":       strings.Replace(text, `"local"`, `"dice"`, 1),
		"link":         strings.Replace(text, `"link":"`, `"link":"x`, 1),
		"no rounds":    strings.Replace(text, `"rounds":8202`, `"rounds":0`, 1),
		"unknown":      strings.Replace(text, `{"format"`, `{"extra":1,"format"`, 1),
		"trailing":     text + "{}",
	} {
		if bad == text {
			t.Fatalf("%s: the case changes nothing", name)
		}
		if d, err := ParseTrust([]byte(bad)); err == nil {
			t.Errorf("%s passes: %+v", name, d)
		}
	}
}

// The build's own pins are well-formed, and a log under a pinned name needs its key.
func TestPinsAreWellFormed(t *testing.T) {
	if _, err := Pins(); err != nil {
		t.Error(err)
	}
	b := boxBundle(true)
	pins := []TrustDocument{NewTrustDocument(b.Log.PublicKey, BeaconLocal, testAnchors())}
	for name, tt := range map[string]struct {
		bundle *Bundle
		ok     bool
	}{"the house": {b, true}, "forged": {forgedLog(b), false}} {
		pin, found := PinFor(pins, tt.bundle)
		if report := VerifyWith(tt.bundle, pin.Trust()); !found || report.OK != tt.ok {
			t.Errorf("%s: found %t, %+v", name, found, report)
		}
	}
	b.Log = nil
	if _, found := PinFor(pins, b); found {
		t.Error("a pin for a log that is not named")
	}
}

func TestAnchorsOverlapWhereBothSpeakOfARound(t *testing.T) {
	at := Anchor{Round: 10, Rounds: 5} // 11 to 15
	for other, want := range map[Anchor]bool{{Round: 5, Rounds: 5}: false, {Round: 5, Rounds: 6}: true,
		{Round: 14, Rounds: 9}: true, {Round: 15, Rounds: 9}: false, {Round: 12, Rounds: 1}: true, at: true} {
		if at.Overlaps(other) != want || other.Overlaps(at) != want {
			t.Errorf("%+v and %+v overlap: want %t", at, other, want)
		}
	}
}
