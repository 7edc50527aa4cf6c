package demo

import (
	"reflect"
	"strings"
	"testing"

	"jadebox/protocol"
	"jadebox/server/rooms"
	"jadebox/server/sharecard"
	"jadebox/server/site/sitetest"
)

// A demo draws with the house's own chain, and a site's shared cards are seen without its pages.
func TestTheServersOwnTextsSayNothingThatADrawDoesNotKeep(t *testing.T) {
	sitetest.Hold(t, "notices", notices)
	sitetest.Hold(t, "banners", banners)
	sitetest.Hold(t, "groups", groups)
	sitetest.Hold(t, "cards of rooms", rooms.All.Says())
	for i, language := range protocol.Languages {
		words := reflect.ValueOf(sharecard.WordsOf(protocol.Language(i)))
		var all []string
		for j := range words.NumField() {
			all = append(all, words.Field(j).String())
		}
		text := strings.Join(all, "\n")
		if found := sitetest.Claims(language, text) + sitetest.Promises(language, text); found != "" {
			t.Errorf("shared cards say %q in %s", found, language)
		}
	}
}
