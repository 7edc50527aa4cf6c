package floors

import "testing"

func TestCommentsSpeakOfPeopleLessAndLess(t *testing.T) {
	n, err := CountPersons("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range judgePersons(n) {
		t.Error(wrong)
	}
}

func TestAPlantedPersonIsCounted(t *testing.T) {
	root := t.TempDir()
	plant(t, root, "actors/dice/dice.go",
		"// Whoever asks is told.\nvar one = \"nobody\" // for everybody\n// A body.\n")
	plant(t, root, "client/src/dice.tsx", "// nobody\n/**\n * Somebody rolls.\n */\nconst nobody = 1;\n")
	plant(t, root, "client/e2e/dice.ts", "/** As everybody does. */\n")
	plant(t, root, "client/src/protocol/gen.ts", "// nobody\n")
	plant(t, root, "client/public/dice.ts", "// nobody\n")
	if n, err := CountPersons(root); err != nil || n != (Persons{Go: 2, Client: 3}) {
		t.Errorf("2 lines of Go and 3 of the client wanted, %+v: %v", n, err)
	}
	for n, wrong := range map[Persons]int{
		{personsMostGo, personsMostClient}:         0,
		{personsMostGo + 1, personsMostClient}:     1,
		{personsMostGo, personsMostClient + 1}:     1,
		{personsMostGo + 1, personsMostClient + 1}: 2,
	} {
		if got := judgePersons(n); len(got) != wrong {
			t.Errorf("%+v: %q", n, got)
		}
	}
}
