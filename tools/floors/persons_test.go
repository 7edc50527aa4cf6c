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
	plant(t, root, "docs/rules.md", "# Rules\nNobody rolls, and\n- whoever asks is told.\n")
	plant(t, root, "docs/audit.md", "Nobody rolls.\n")
	if n, err := CountPersons(root); err != nil || n != (Persons{Go: 3, Client: 7, Docs: 2}) {
		t.Errorf("3 lines of Go, 7 of the client and 2 of documents wanted, %+v: %v", n, err)
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
	most := Persons{personsMostGo, personsMostClient, personsMostDocs, bareMostGo, bareMostClient}
	for _, c := range []struct {
		more  Persons
		wrong int
	}{{Persons{}, 0}, {Persons{Go: 1}, 1}, {Persons{Client: 1}, 1}, {Persons{Docs: 1}, 1}, {Persons{BareGo: 1}, 1},
		{Persons{BareClient: 1}, 1}, {Persons{1, 1, 1, 1, 1}, 5}} {
		n := Persons{most.Go + c.more.Go, most.Client + c.more.Client, most.Docs + c.more.Docs,
			most.BareGo + c.more.BareGo, most.BareClient + c.more.BareClient}
		if got := judgePersons(n); len(got) != c.wrong {
			t.Errorf("%+v: %q", n, got)
		}
	}
}
