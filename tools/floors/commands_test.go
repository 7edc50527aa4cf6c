package floors

import (
	"os"
	"slices"
	"testing"
	"testing/fstest"
)

func TestEveryTestThatADocumentRunsIsThere(t *testing.T) {
	found, err := CheckCommands(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestACommandThatRunsNoTestIsFound(t *testing.T) {
	root := fstest.MapFS{
		"store/a_test.go":   {Data: []byte("package store\n\nfunc TestADoorIsOne(t *testing.T) {}\n")},
		"store/b/b_test.go": {Data: []byte("package b\n\nfunc TestMonths(t *testing.T) {}\n")},
		"docs/rules.md": {Data: []byte("`go test ./store -run Door`, `go test ./store/... -run 'Months\\|Years'`,\n" +
			"`go test ./store -run Months`, `go test ./store/b\n./store -run DoorIs -v` and\n" +
			"`go test ./store -run '^$'`")},
	}
	found, err := CheckCommands(root)
	want := []string{"docs/rules.md runs Months of ./store: there is no such test",
		"docs/rules.md runs Years of ./store/...: there is no such test"}
	if err != nil || !slices.Equal(found, want) {
		t.Errorf("%q %v, want %q", found, err, want)
	}
}
