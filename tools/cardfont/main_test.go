package main

import (
	"reflect"
	"strings"
	"testing"

	"jadebox/protocol"
	"jadebox/server/demo"
	"jadebox/server/rooms"
	"jadebox/server/sharecard"
)

// Every word of a card in every language, and every name of the catalogue, can be written: the author of one runs this
// command.
func TestCardsCanWriteTheirWords(t *testing.T) {
	verbs := strings.NewReplacer("%s", "", "%d", "", "%.2f", "", "%%", "%")
	for l := range protocol.Languages {
		words := reflect.ValueOf(sharecard.WordsOf(protocol.Language(l)))
		for i := range words.NumField() {
			text := words.Field(i).String()
			if text == "" || !sharecard.Shows(verbs.Replace(text)) {
				t.Errorf("%s, %s: %q", protocol.Languages[l], words.Type().Field(i).Name, text)
			}
		}
	}
	says := rooms.All.Says()
	if len(says) < 30 {
		t.Fatalf("%d words of the kinds", len(says))
	}
	for _, said := range says {
		for _, text := range []string{said.Zh, said.En, said.Pt} {
			if text == "" || !sharecard.Shows(verbs.Replace(text)) {
				t.Errorf("%q", text)
			}
		}
	}
	names := demo.ChineseNames()
	if len(names) < 100 {
		t.Fatalf("%d names", len(names))
	}
	for _, name := range names {
		if !sharecard.Shows(name) {
			t.Errorf("%q", name)
		}
	}
	for _, foreign := range []string{"龘", "name龘", "مرحبا", "名前です"} {
		if sharecard.Shows(foreign) {
			t.Errorf("%q is said to be shown", foreign)
		}
	}
}

func TestCharactersAreEachOnce(t *testing.T) {
	if got := string(characters([]string{"玉刃 | Jade", "玉·：", "18+"})); got != "刃玉：" {
		t.Errorf("%q", got)
	}
}
