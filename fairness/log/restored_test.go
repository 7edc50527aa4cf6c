package log_test

import (
	"crypto/rand"
	"strings"
	"testing"

	"jadebox/fairness/log"
)

func TestARestoreIsSignedByTheKeyBeforeIt(t *testing.T) {
	secret, before, err := log.GenerateKey(rand.Reader, "jadebox")
	if err != nil {
		t.Fatal(err)
	}
	_, after, err := log.GenerateKey(rand.Reader, "jadebox/restored-5")
	if err != nil {
		t.Fatal(err)
	}
	r := log.Restored{Before: before, Size: 3, Root: strings.Repeat("ab", 32), Key: after, MomentMS: 4, AtMS: 5}
	if err := r.Sign(secret); err != nil {
		t.Fatal(err)
	}
	leaf, err := r.Leaf()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(leaf), "BOX1/restored\nbefore="+before+"\nsize=3\n") {
		t.Errorf("%s", leaf)
	}
	read, err := log.ParseRestored(string(leaf))
	if err != nil || read != r {
		t.Fatal(read, err)
	}
	if err := read.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*log.Restored){
		"another size":   func(r *log.Restored) { r.Size++ },
		"another moment": func(r *log.Restored) { r.MomentMS-- },
		"another key":    func(r *log.Restored) { r.Key = before },
		"no signature":   func(r *log.Restored) { r.Signed = "-" },
	} {
		other := r
		if change(&other); other.Check() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
