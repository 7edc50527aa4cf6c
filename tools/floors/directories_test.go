package floors

import (
	"os"
	"slices"
	"testing"
)

func TestArchitectureListsEveryDirectoryOfServerAndActorsAndNoOther(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := Unlisted("../..", string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range wrong {
		t.Error(line)
	}
}

func TestADirectoryThatIsNotListedAndAListedOneThatIsGoneAreNamed(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"server/app/a.go", "server/captcha/a.go", "server/note.go", "actors/room/a.go"} {
		plant(t, root, name, "package a")
	}
	const table = "\n| `server/` F3 | the process: app (what is put, together), web; gone |\n" +
		"| `actors/` F2 | room (what all kinds share) |\n"
	got, err := Unlisted(root, table)
	want := []string{"server/captcha is not in the list of server/ in ARCHITECTURE.md",
		`ARCHITECTURE.md lists "web" below server/, which is no directory`,
		`ARCHITECTURE.md lists "gone" below server/, which is no directory`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	plan, err := ReadPlan("actors: rooms: table")
	if err != nil {
		t.Fatal(err)
	}
	got, err = plan.Unpictured(root)
	want = []string{"actors/room is not in the list of actors/ in docs/floors.txt",
		`docs/floors.txt lists "table" below actors/, which is no directory`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}
