package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"jadebox/protocol"
)

// clientLanguages is where the client has its list.
const clientLanguages = "client/src/i18n/language.ts"

var (
	quoted   = regexp.MustCompile(`"([a-z]+)"`)
	ofHouse  = regexp.MustCompile(`(?m)^export const HOUSE = \[(.*)\] as const;$`)
	ofClient = regexp.MustCompile(`(?m)^export const LANGUAGES = \[\.\.\.HOUSE, (.*)\] as const;$`)
)

// What the server writes no text in the client cannot show, and what the client lacks is not read of the server's.
func TestTheClientHasTheLanguagesOfTheServerInTheirOrder(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, clientLanguages))
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []struct {
		name string
		of   *regexp.Regexp
		want []string
	}{{"HOUSE", ofHouse, protocol.Languages[:]}, {"LANGUAGES beside HOUSE", ofClient, protocol.Partial[:]}} {
		var got []string
		if found := list.of.FindSubmatch(text); found != nil {
			for _, one := range quoted.FindAllSubmatch(found[1], -1) {
				got = append(got, string(one[1]))
			}
		}
		if !slices.Equal(got, list.want) {
			t.Errorf("%s: %s are %v, protocol/code.go has %v", clientLanguages, list.name, got, list.want)
		}
	}
}
