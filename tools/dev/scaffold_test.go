package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jadebox/tools/dev/newroom"
)

// outsideMax is how many files besides its own a new kind of room may touch.
const outsideMax = 6

// tree is a copy of the checkout.
type tree struct {
	*testing.T
	root string
}

// newTree copies what is tracked, and what would be.
func newTree(t *testing.T) tree {
	t.Helper()
	h, err := newHouse()
	if err != nil {
		t.Fatal(err)
	}
	list, err := exec.Command("git", "-C", h.root, "ls-files", "-co", "--exclude-standard", "-z").Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	c := tree{t, t.TempDir()}
	for path := range strings.SplitSeq(strings.TrimRight(string(list), "\x00"), "\x00") {
		text, err := os.ReadFile(h.path(path))
		if os.IsNotExist(err) {
			continue // deleted, and not yet staged
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(c.path(path)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(c.path(path), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (c tree) path(path string) string { return filepath.Join(c.root, path) }

func (c tree) read(path string) string {
	c.Helper()
	text, err := os.ReadFile(c.path(path))
	if err != nil {
		c.Fatal(err)
	}
	return string(text)
}

func (c tree) write(path, text string) {
	c.Helper()
	if err := os.WriteFile(c.path(path), []byte(text), 0o644); err != nil {
		c.Fatal(err)
	}
}

// link lends the copy the modules of a folder, which must be installed as its lock file says.
func (c tree) link(dir string) {
	c.Helper()
	h, err := newHouse()
	if err != nil {
		c.Fatal(err)
	}
	modules := filepath.Join(dir, "node_modules")
	sum, err := h.digest(filepath.Join(dir, "package-lock.json"))
	if stamp, _ := os.ReadFile(h.path(modules, ".jadebox")); err != nil || string(stamp) != sum {
		c.absent("the modules of " + dir + " (make lint)")
	}
	if err := os.Symlink(h.path(modules), c.path(modules)); err != nil {
		c.Fatal(err)
	}
}

// absent ends a test for want of something. Where nobody would read that it was skipped, it has failed.
func (c tree) absent(what string) {
	c.Helper()
	if os.Getenv("CI") != "" {
		c.Fatalf("without %s nothing proves that a new kind is whole", what)
	}
	c.Skipf("%s: not here", what)
}

// run says what a command of the tree printed, and whether it succeeded. What was compiled for the checkout is not
// compiled again:
// -trimpath makes the cache forget where the source stands.
func (c tree) run(dir string, words ...string) (string, bool) {
	c.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = c.path(dir), append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off", "JADEBOX_ANSWERS=") // its answers are not the checkout's
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// A kind that `new room` writes is whole: it compiles, holds the contract of all kinds, and passes what the rest of the
// house asks of a kind. And whatever is forgotten of it outside of its own files is told by name.
func TestANewKindOfRoomIsWholeAndWhatIsForgottenOfItIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("copies and compiles the tree")
	}
	c := newTree(t)
	for _, dir := range []string{"client", "tools/openapi"} {
		c.link(dir)
	}
	before := map[string]string{}
	for _, f := range newroom.Files {
		before[f.Path] = c.read(f.Path)
	}
	if len(before) > outsideMax {
		t.Errorf("a kind touches %d files outside of its own, want at most %d", len(before), outsideMax)
	}
	if out, ok := c.run(".", "go", "run", "./tools/dev", "new", "room", "raffle"); !ok {
		t.Fatalf("new room: %s", out)
	}

	own := []string{"./actors/kinds/raffle", "./actors/sim", "./fairness", "./protocol", "./server/rooms/...", "./server/httpapi"}
	for _, at := range []struct{ dir, command string }{
		{".", "go vet " + strings.Join(own, " ")},
		{".", "go tool staticcheck " + strings.Join(own, " ")},
		{".", "gofmt -l actors fairness protocol server"},
		{".", "go test -vet=off ./actors/kinds/raffle ./server/rooms"},
		{".", "go test -vet=off ./actors/sim -run TestSeeds/raffle|EveryKind|Raffle -args -seeds=300"},
		{".", "go test -vet=off ./server/httpapi -run Raffle|TwoPlayersOverEveryRoute|EveryCallThatSpends"},
		{".", "go test -vet=off ./fairness -run Raffle|EveryPart"},
		{".", "go test -vet=off ./tools/sectest -only every.id"},
		{"tools/openapi", "node check.mjs ../../bin/answers/answers.jsonl /api/raffle/"}, // recorded for the examples
		{".", "go test -vet=off ./protocol ./tools/protogen ./tools/floors"},
		{"client", "npx biome check ."},
		{"client", "npx tsc -p ."},
		{"client", "npx tsc -p e2e"},
		{"client", "npx vite build --logLevel warn"},
		{"client", "npx vitest run raffle src/routes/table.test.ts src/i18n src/floors.test.ts"},
	} {
		t.Run(at.command, func(t *testing.T) {
			out, ok := c.run(at.dir, strings.Fields(at.command)...)
			if !ok || strings.HasPrefix(at.command, "gofmt") && out != "" {
				t.Errorf("%s", out)
			}
		})
	}

	for _, forgotten := range []struct {
		path, dir, command string // that must notice
		says               string
	}{
		{"actors/kinds/kinds.go", ".", "go test -vet=off ./tools/floors", "actors/kinds/raffle is a kind of room that actors/kinds does not list"},
		{"protocol/catalog.go", ".", "go test -vet=off ./protocol", "catalog.go lacks event RaffleSnapshot"},
		{"fairness/kinds.go", ".", "go vet ./fairness", "bundle.Raffle undefined"},
		{"server/rooms/rooms.go", ".", "go test -vet=off ./server/rooms", "raffle is in actors/kinds and not in server/rooms"},
		{"client/src/fairness/bundle.ts", "client", "npx tsc -p .", "Property 'raffle' does not exist"},
		{"client/src/routes/kinds.ts", "client", "npx tsc -p .", "Property 'raffle' does not exist"},
	} {
		t.Run("without "+forgotten.path, func(t *testing.T) {
			if _, touched := before[forgotten.path]; !touched {
				t.Fatal("the generator does not touch it")
			}
			written := c.read(forgotten.path)
			defer c.write(forgotten.path, written)
			c.write(forgotten.path, before[forgotten.path])
			out, ok := c.run(forgotten.dir, strings.Fields(forgotten.command)...)
			if ok || !strings.Contains(out, forgotten.says) {
				t.Errorf("want %q, got\n%s", forgotten.says, out)
			}
		})
		delete(before, forgotten.path)
	}
	for path := range before {
		t.Errorf("nothing here shows what happens without the line of %s", path)
	}
}

func TestNewRoomWritesNothingForANameThatCannotBe(t *testing.T) {
	for _, name := range []string{"", "ab", "Raffle", "raffle-2", "dice\n", "bus", "wish"} {
		root := t.TempDir()
		if name == "wish" { // there is one
			h, err := newHouse()
			if err != nil {
				t.Fatal(err)
			}
			root = h.root
		}
		if own, err := newroom.Write(root, name); err == nil || len(own) > 0 {
			t.Errorf("%q: wrote %v, %v", name, own, err)
		}
	}
}
