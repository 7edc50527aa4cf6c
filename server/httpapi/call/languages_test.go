package call

import (
	"testing"

	"jadebox/protocol"
	"jadebox/store"
)

func TestATextHasTheLanguagesOfTheWireInTheirOrder(t *testing.T) {
	if store.TextLanguages != protocol.Languages {
		t.Errorf("store.TextLanguages %v, protocol.Languages %v", store.TextLanguages, protocol.Languages)
	}
	text := store.TextOf([]string{"箱", "Box", "Caixa"})
	for l, want := range map[protocol.Language]string{protocol.Chinese: "箱", protocol.English: "Box",
		protocol.Portuguese: "Caixa", protocol.Russian: "Box", protocol.Vietnamese: "Box"} {
		if got := TextIn(text, l); got != want {
			t.Errorf("in %s: %q, want %q", l, got, want)
		}
	}
	if got := TextIn(store.Text{Zh: "箱", En: "Box"}, protocol.Portuguese); got != "Box" {
		t.Errorf("of before Portuguese: %q", got)
	}
}
