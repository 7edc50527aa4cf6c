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
		"// Whoever asks is told.\nvar one = \"nobody\" // for everybody\n// A body.\n// Anybody's.\n")
	plant(t, root, "client/src/dice.tsx", "// nobody\n/**\n * Somebody rolls.\n */\nconst nobody = 1;\n")
	plant(t, root, "client/e2e/dice.ts", "/** As everybody does. */\n// before anybody rolls\nconst anybody = 1;\n")
	plant(t, root, "client/bench/dice.mjs", "// whoever measures\n")
	plant(t, root, "client/build/dice.ts", "// anybody builds\n")
	plant(t, root, "client/src/worker.js", "// somebody works\n")
	plant(t, root, "client/src/protocol/gen.ts", "// nobody\n")
	plant(t, root, "client/public/dice.ts", "// nobody\n")
	if n, err := CountPersons(root); err != nil || n != (Persons{Go: 3, Client: 7}) {
		t.Errorf("3 lines of Go and 7 of the client wanted, %+v: %v", n, err)
	}
}

func TestAPlantedWhoAfterAPrepositionIsCounted(t *testing.T) {
	root := t.TempDir()
	plant(t, root, "actors/dice/dice.go", "// A gift to who plays.\nvar one = \"by who pays\" // For who rolls.\n"+
		"// By a player who pays.\n// It says who acts, and to whom.\nfor who := range all {\n")
	plant(t, root, "client/src/dice.tsx", "/** From who pays. */\n/*\n * Of who rolls.\n */\nconst one = of(who);\n")
	plant(t, root, "client/src/protocol/gen.ts", "// with who rolls\n")
	if n, err := CountPersons(root); err != nil || n != (Persons{BareGo: 2, BareClient: 2}) {
		t.Errorf("2 lines of Go and 2 of the client wanted, %+v: %v", n, err)
	}
}

func TestOneLineTooManyIsToldForEachBound(t *testing.T) {
	for n, wrong := range map[Persons]int{
		{personsMostGo, personsMostClient, bareMostGo, bareMostClient}:                 0,
		{personsMostGo + 1, personsMostClient, bareMostGo, bareMostClient}:             1,
		{personsMostGo, personsMostClient + 1, bareMostGo, bareMostClient}:             1,
		{personsMostGo, personsMostClient, bareMostGo + 1, bareMostClient}:             1,
		{personsMostGo, personsMostClient, bareMostGo, bareMostClient + 1}:             1,
		{personsMostGo + 1, personsMostClient + 1, bareMostGo + 1, bareMostClient + 1}: 4,
	} {
		if got := judgePersons(n); len(got) != wrong {
			t.Errorf("%+v: %q", n, got)
		}
	}
}
