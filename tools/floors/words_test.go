package floors

import (
	"slices"
	"testing"
)

func TestPrivateWordsThatAreGoneStayGone(t *testing.T) {
	used := matched{}
	violations, err := CheckWords("../..", used)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range slices.Concat(violations, idleWords(used)) {
		t.Error(v)
	}
}

func TestAPlantedPrivateWordIsFound(t *testing.T) {
	for _, c := range []struct {
		name, file, body string
		want             int
	}{
		{"a type", "actors/dice/dice.go", "type diceDesk struct{}", 1},
		{"a comment", "actors/dice/dice.go", "// The clerk makes a room.", 1},
		{"a file", "client/src/ui/hall.tsx", "export const one = 1;", 1},
		{"several", "client/src/ui/lobby.tsx", "// The halls of rooms.", 1},
		{"a type of settings", "actors/dice/dice.go", "type Terms struct{}", 1},
		{"a local", "actors/dice/dice.go", "func f() { dicePlan := 1; _ = dicePlan }", 1},
		{"plain words of a comment", "actors/dice/dice.go", "// The terms of a plan are in the book.", 0},
		{"private words of a comment", "actors/dice/dice.go", "// The sky sends the cast on its flow.", 3},
		{"longer words of a comment", "actors/dice/dice.go", "// A broadcast may overflow.", 0},
		{"a prize card", "actors/rewards/prize/dice.go", "type Card struct{}; var heldCards []Card", 2},
		{"a wish card", "actors/rewards/prize/dice.go", "var wishCards, playerWishCards = 1, 2", 0},
		{"a lucky card", "actors/kinds/luckycard/dice.go", "type Card struct{}", 0},
		{"a word of settings", "actors/dice/dice.go", "var siteFrame, lotBoard = 1, 2", 2},
		{"a word of rooms", "actors/dice/dice.go", "func sitDown() { foundRoom() }", 2},
		{"a word of actors", "actors/dice/dice.go", "var cell, roomFault, flow = 1, 2, 3", 3},
		{"a word of rows", "store/dice.go", "type mark struct{}", 1},
		{"what was looked for", "actors/dice/dice.go", "var found, ErrNotFound = 1, 2", 0},
		{"where it was", "actors/dice/dice.go", "var foundAt, isFound, lastFound = 1, 2, 3", 0},
		{"a worker of the browser's", "client/src/worker/dice.js", "// Asks the clerk.", 1},
		{"a page by itself", "client/index.html", "<p>The clerk is here.</p>", 1},
		{"a name of the client's", "client/src/state/dice.ts", "export const skyDoor = 1;", 2},
		{"a voucher of the client's", "client/src/state/dice.ts", "export const entryCard = 1;", 1},
		{"a card on the client's screen", "client/src/ui/dice.tsx", "export const ItemCard = 1, card = 2;", 0},
		{"texts and comments of the client's", "client/src/state/dice.ts",
			"// The book.\nexport const one = \"door\" + 'sky' + `cast`; /* plan */", 0},
		{"a file of Go", "actors/dice/terms_test.go", "", 1},
		{"a file of the client's", "client/src/ui/sky-door.tsx", "", 2},
		{"a room that is no scene", "client/src/features/battle/dice.ts", "export const roomScene = 1;", 1},
		{"settings that are no frame", "client/src/state/dice.ts", "export const siteFrame = 1, frame = 2;", 1},
		{"an actor that is no cell", "client/src/features/wish/dice.ts", "export const roomCell = 1, cells = [];", 1},
		{"a program of the project", "tools/openapi/dice.mjs", "const book = 1;", 1},
		{"a longer word", "actors/dice/dice.go", "var desktop, challenge = 1, 2", 0},
		{"the product's own", "client/src/routes/paths.ts", "// The upgrade hall is upgradeHall.", 0},
		{"a player who is a man", "actors/dice/dice.go", "// The player keeps what he won.", 1},
		{"a name with such letters", "actors/dice/dice.go", "// The hero, the hits and there.", 0},
		{"a message", "actors/dice/dice.go", "var x EventWishHall", 1},
		{"a proof", "fairness/dice.go", "type Terms struct{}", 0},
		{"a seed of two names", "actors/dice/dice.go", "type SetClientSeed struct{}", 1},
		{"its name on the wire", "actors/dice/dice.go", "const path = \"updateClientSeed\"", 0},
		{"what npm brought", "client/node_modules/dice/desk.ts", "export const desk = 1;", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			plant(t, root, c.file, c.body)
			if got, err := CheckWords(root, matched{}); err != nil || len(got) != c.want {
				t.Errorf("%d %v %v", c.want, got, err)
			}
		})
	}
}
