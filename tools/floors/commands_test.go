package floors

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A command that runs a test which is not there succeeds, and shows nothing.
func TestACommandThatRunsNoTestIsFoundInEachForm(t *testing.T) {
	tree := func(name, command string) fstest.MapFS {
		return fstest.MapFS{
			"store/a_test.go": {Data: []byte("package store\n\nfunc TestADoorIsOne(t *testing.T) {}\n" +
				"func BenchmarkDoors(b *testing.B) {}\n")},
			"store/b/b_test.go": {Data: []byte("package b\n\nfunc TestMonths(t *testing.T) {}\n")},
			// In two parts, so that these are no commands of this file.
			name: {Data: []byte(strings.ReplaceAll(command, "TEST", "go "+"test"))},
		}
	}
	for _, c := range []struct{ command, wants string }{
		{"`TEST ./store -run Door`", ""},
		{"`TEST ./store -run Months`", "runs Months of ./store: there is no such test"},
		{"`TEST ./store/... -run 'Months\\|Years'`", "runs Years of ./store/...: there is no such test"},
		{"TEST ./... -run Months.", ""},
		{"`TEST ./store/b ./store -run DoorIs -v`", ""},
		{"`TEST -vet=off -run Months ./store`", "runs Months of ./store: there is no such test"},
		{"`TEST -run=Months ./store -v`", "runs Months of ./store: there is no such test"},
		{"`TEST ./store -run Door/Months`", ""},
		{"`TEST ./store -run Years/Door`", "runs Years of ./store: there is no such test"},
		{"`TEST ./store -run '^$' -bench Doors`", ""},
		{"`TEST ./store -run '^$' -bench Windows`", "runs Windows of ./store: there is no such benchmark"},
		{"`TEST ./store -run Doors`", "runs Doors of ./store: there is no such test"}, // a benchmark
		{"`TEST ./shop`", "tests ./shop: there are no tests"},
		{"see TEST ./store, which TEST ./shop.", "tests ./shop: there are no tests"},
		{"`cd store && TEST ./b -run Months`", ""},
		{"`cd store && TEST ./b -run Years`", "runs Years of ./store/b: there is no such test"},
		{"`go -C store " + "test ./b`", ""},
		{"`TEST ./store -run '^%s$' -seed=%d`", ""}, // named when it runs
		{"TEST ./store -run Months -update, which", "runs Months of ./store: there is no such test"},
		{"\"x (TEST ./store -run Months):\\n%s\"", "runs Months of ./store: there is no such test"},
	} {
		for _, name := range []string{"docs/rules.md", "store/doc.go"} {
			found, err := Citations(tree(name, c.command))
			var want []string
			if c.wants != "" {
				want = []string{name + " " + c.wants}
			}
			if err != nil || !slices.Equal(found, want) {
				t.Errorf("%s: %q: %q %v, want %q", name, c.command, found, err, want)
			}
		}
	}
	for name, command := range map[string]string{"docs/rules.md": "`TEST ./store\n  -run Months`",
		"store/doc.go": "// It is TEST ./store -run\n// Months."} {
		if found, err := Citations(tree(name, command)); err != nil || len(found) != 1 {
			t.Errorf("%s, cut by the end of a line: %q %v", name, found, err)
		}
	}
}
