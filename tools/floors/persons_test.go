package floors

import "testing"

func TestCommentsSpeakOfPeopleLessAndLess(t *testing.T) {
	n, err := CountPersons("../..")
	if err != nil {
		t.Fatal(err)
	}
	if wrong := judgePersons(n); wrong != "" {
		t.Error(wrong)
	}
}

func TestAPlantedPersonIsCounted(t *testing.T) {
	root := t.TempDir()
	plant(t, root, "actors/dice/dice.go",
		"// Whoever asks is told.\nvar one = \"nobody\" // for everybody\n// A body.\n")
	plant(t, root, "client/src/dice.ts", "// nobody")
	if n, err := CountPersons(root); err != nil || n != 2 {
		t.Errorf("2 lines wanted, %d: %v", n, err)
	}
	for n, wrong := range map[int]bool{personsMost + 1: true, personsMost: false, personsMost - personsSlack: false,
		personsMost - personsSlack - 1: true} {
		if got := judgePersons(n); (got != "") != wrong {
			t.Errorf("%d lines: %q", n, got)
		}
	}
}
