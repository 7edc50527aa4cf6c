package sitetest

import (
	"os"
	"testing"

	"jadebox/protocol"
	"jadebox/store"
)

func TestEveryLanguageHasItsListAndFindsWhatWasSaidOnce(t *testing.T) {
	for _, language := range append(protocol.Languages[:], protocol.Partial[:]...) {
		u := of(language)
		if len(u.Claimed) == 0 || len(u.Promised) == 0 {
			t.Errorf("%s: nothing planted", language)
		}
		for _, text := range u.Claimed {
			if Claims(language, text) == "" {
				t.Errorf("%s: %q is not found", language, text)
			}
		}
		for _, text := range u.Promised {
			if Promises(language, text) == "" {
				t.Errorf("%s: %q is not found", language, text)
			}
		}
	}
}

// recorder is a test that only counts.
type recorder struct {
	testing.TB
	failed int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed++ }

func TestATextIsHeldWhereverItStands(t *testing.T) {
	type banner struct{ Title store.Text }
	for name, tt := range map[string]struct {
		value any
		want  int
	}{
		"nothing to hold":   {[]banner{}, 1},
		"true":              {[]banner{{store.Text{En: "Every result can be checked"}}}, 0},
		"one of two claims": {[]banner{{}, {store.Text{Pt: "um valor público"}}}, 1},
		"two languages":     {banner{store.Text{Zh: "公平透明", En: "Provably fair"}}, 2},
	} {
		var r recorder
		if Hold(&r, name, tt.value); r.failed != tt.want {
			t.Errorf("%s: %d failures, want %d", name, r.failed, tt.want)
		}
	}
}

// What a stranger reads before anything else.
func TestTheFirstPagesPromiseNothing(t *testing.T) {
	for _, file := range []string{"README.md", "ARCHITECTURE.md", "client/index.html",
		"client/public/site.webmanifest"} {
		text, err := os.ReadFile("../../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		if found := Promises("en", string(text)); found != "" {
			t.Errorf("%s says %q", file, found)
		}
	}
}
