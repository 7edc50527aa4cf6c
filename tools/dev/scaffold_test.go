package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
	h, err := newCheckout()
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
	h, err := newCheckout()
	if err != nil {
		c.Fatal(err)
	}
	modules := filepath.Join(dir, "node_modules")
	sum, err := h.digest(filepath.Join(dir, "package-lock.json"))
	if stamp, _ := os.ReadFile(h.path(modules, ".jadebox")); err != nil || string(stamp) != sum {
		c.absent("the modules of " + dir + " (make build lint)")
	}
	if err := os.Symlink(h.path(modules), c.path(modules)); err != nil {
		c.Fatal(err)
	}
}

// packed gives the copy the checkout's packed PostgreSQL, if there is one: it is not packed again.
func (c tree) packed() {
	c.Helper()
	h, err := newCheckout()
	if err != nil {
		c.Fatal(err)
	}
	const dir = "store/embedded/packed"
	if err := os.CopyFS(c.path(dir), os.DirFS(h.path(dir))); err != nil && !os.IsNotExist(err) {
		c.Fatal(err)
	}
}

// absent ends a test for want of something. Where a skipped test would go unread, it has failed.
func (c tree) absent(what string) {
	c.Helper()
	if os.Getenv("CI") != "" {
		c.Fatalf("without %s nothing proves that a new kind is whole", what)
	}
	c.Skipf("%s: not here", what)
}

// invocation is a command of the tree, with what it needs of the environment.
type invocation struct {
	dir, line string
	env       []string
}

// run says what a command of the tree printed, and whether it succeeded. What was compiled for the checkout is not
// compiled again: -trimpath makes the cache forget where the source stands.
func (c tree) run(each invocation) (string, bool) {
	c.Helper()
	words := strings.Fields(each.line)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = c.path(each.dir)
	// its answers are not the checkout's
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath", "GOWORK=off", "JADEBOX_ANSWERS=")
	cmd.Env = append(cmd.Env, each.env...)
	began := time.Now()
	out, err := cmd.CombinedOutput()
	if s := cmd.ProcessState; s != nil {
		c.Logf("%6.1f s, %6.1f s of processors: %s", time.Since(began).Seconds(),
			(s.UserTime() + s.SystemTime()).Seconds(), each.line)
	}
	return string(out), err == nil
}

// passes is a test of its own for each of the commands, one after another.
func (c tree) passes(t *testing.T, list ...invocation) {
	for _, each := range list {
		t.Run(each.line, func(t *testing.T) {
			out, ok := tree{t, c.root}.run(each)
			if !ok || strings.HasPrefix(each.line, "gofmt") && out != "" {
				t.Errorf("%s", out)
			}
		})
	}
}

// files are the texts of all files of the tree, but what was installed or built.
func (c tree) files() map[string]string {
	c.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(c.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(c.root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		switch left := slices.Contains(installed, name) || d.Name() == "node_modules"; {
		case left && d.IsDir():
			return fs.SkipDir
		case left || d.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		texts[name] = string(text)
		return err
	})
	if err != nil {
		c.Fatal(err)
	}
	return texts
}

// installed are the folders that git ignores and `new room` may fill.
var installed = []string{"bin", ".cache", "client/.cache", "store/embedded/packed"}

// generated are the files that change with the list of kinds and that are not written by hand (the steps of newRoom).
var generated = []string{
	"client/src/protocol/api-kinds.gen.ts",
	"client/src/protocol/api.gen.ts",
	"client/src/protocol/gen-rooms.ts",
	"client/src/protocol/gen-topics.ts",
	"client/src/protocol/gen-wire.ts",
	"client/src/protocol/gen.ts",
	"docs/economy.md",  // what ways to play bring back
	"protocol/SPEC.md", // its tables of messages and topics
	"server/httpapi/examples.json",
}

// strayed holds what a new kind did to the tree to what newroom.Files say of it: these files change, so do the
// generated ones, and no other; what is new has the kind's name.
func strayed(kind string, before, after map[string]string) (wrong []string) {
	touched := map[string]bool{}
	for path, text := range before {
		if now, there := after[path]; now != text || !there {
			touched[path] = true
		}
	}
	named := map[string]bool{}
	for _, f := range newroom.Files {
		named[f.Path] = true
		if !touched[f.Path] {
			wrong = append(wrong, f.Path+" is said to change, and did not")
		}
	}
	for _, path := range generated {
		if !touched[path] {
			wrong = append(wrong, path+" is said to be generated anew, and was not")
		}
	}
	byHand := 0
	for path := range touched {
		if slices.Contains(generated, path) {
			continue
		}
		byHand++
		if !named[path] {
			wrong = append(wrong, path+" has changed and is neither generated nor one of newroom.Files")
		}
	}
	if byHand > outsideMax {
		wrong = append(wrong, fmt.Sprintf("a kind touches %d files outside of its own, want at most %d", byHand,
			outsideMax))
	}
	for path := range after {
		if _, old := before[path]; !old && !strings.Contains(strings.ToLower(path), kind) {
			wrong = append(wrong, path+" is new and has not the kind's name: whose is it?")
		}
	}
	slices.Sort(wrong)
	return wrong
}

// changedBelow are the files below a folder that are new or not as they were, seen from it: lint has read the others,
// and each finding of biome's is one of a single file.
func changedBelow(dir string, before, after map[string]string) (paths []string) {
	for path, text := range after {
		if was, old := before[path]; !old || was != text {
			if name, is := strings.CutPrefix(path, dir); is {
				paths = append(paths, name)
			}
		}
	}
	slices.Sort(paths)
	return paths
}

func TestWhatANewKindChangedBelowAFolderIsAllThatIsReadOfIt(t *testing.T) {
	before := map[string]string{"client/a.ts": "old", "client/b.ts": "old", "clients/d.ts": "old", "e.ts": "old"}
	after := map[string]string{"client/a.ts": "old", "client/b.ts": "new", "client/c.ts": "", "clients/d.ts": "new",
		"e.ts": "new"}
	if got, want := changedBelow("client/", before, after), []string{"b.ts", "c.ts"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A tree in which a kind did what newroom.Files say, and one thing more or less.
func TestWhatANewKindTouchesBesideItsListIsFound(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(after map[string]string)
		want []string
	}{
		{"as it should", func(map[string]string) {}, nil},
		{"a seventh file", func(after map[string]string) { after["server/app/app.go"] = "raffle" }, []string{
			"a kind touches 7 files outside of its own, want at most 6",
			"server/app/app.go has changed and is neither generated nor one of newroom.Files"}},
		{"a file that is gone", func(after map[string]string) { delete(after, "server/app/app.go") }, []string{
			"a kind touches 7 files outside of its own, want at most 6",
			"server/app/app.go has changed and is neither generated nor one of newroom.Files"}},
		{"a new file in the tree", func(after map[string]string) { after["server/app/more.go"] = "" }, []string{
			"server/app/more.go is new and has not the kind's name: whose is it?"}},
		{"a line that is not needed", func(after map[string]string) { after["protocol/catalog.go"] = "old" }, []string{
			"protocol/catalog.go is said to change, and did not"}},
		{"a stale list", func(after map[string]string) { after["protocol/SPEC.md"] = "old" }, []string{
			"protocol/SPEC.md is said to be generated anew, and was not"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := map[string]string{"server/app/app.go": "old"}
			after := map[string]string{"server/app/app.go": "old", "actors/kinds/raffle/rules.go": "",
				"protocol/testdata/RaffleLobby.json": ""}
			for _, f := range newroom.Files {
				before[f.Path], after[f.Path] = "old", "raffle"
			}
			for _, path := range generated {
				before[path], after[path] = "old", "raffle"
			}
			c.do(after)
			if got := strayed("raffle", before, after); !slices.Equal(got, c.want) {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

// forgotten are lines outside of a kind's own files, the command that misses them, and what it says of each file.
type forgotten struct {
	dir, line string
	says      map[string]string
}

// noticed runs the command while the files are as they were before the kind.
func (c tree) noticed(t *testing.T, before map[string]string, f forgotten) {
	paths := slices.Sorted(maps.Keys(f.says))
	t.Run("without "+strings.Join(paths, ", "), func(t *testing.T) {
		c := tree{t, c.root}
		for _, path := range paths {
			if _, touched := before[path]; !touched {
				t.Fatalf("the generator does not touch %s", path)
			}
			written := c.read(path)
			defer c.write(path, written)
			c.write(path, before[path])
		}
		out, ok := c.run(invocation{dir: f.dir, line: f.line})
		for _, path := range paths {
			if ok || !strings.Contains(out, f.says[path]) {
				t.Errorf("without the line of %s: want %q, got\n%s", path, f.says[path], out)
			}
		}
	})
}

// A kind that `new room` writes is whole: it compiles, holds the contract of all kinds, passes what the rest of the
// project asks of a kind, and is played in a browser. And what is forgotten of it outside of its own files is told by
// name.
func TestANewKindOfRoomIsWholeAndWhatIsForgottenOfItIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("copies and compiles the tree")
	}
	c := newTree(t)
	for _, dir := range []string{"client", "tools/openapi", "store/embedded/dist"} {
		c.link(dir)
	}
	c.packed()
	was := c.files()
	if out, ok := c.run(invocation{dir: ".", line: "go run ./tools/dev new room raffle"}); !ok {
		t.Fatalf("new room: %s", out)
	}
	is := c.files()
	for _, wrong := range strayed("raffle", was, is) {
		t.Error(wrong)
	}
	before := map[string]string{}
	for _, f := range newroom.Files {
		before[f.Path] = was[f.Path]
	}

	goForgotten := []forgotten{
		{".", "go test -vet=off -run TreeIsClean ./tools/floors", map[string]string{
			"actors/kinds/kinds.go": "actors/kinds/raffle is a kind of room that actors/kinds does not list"}},
		{".", "go test -vet=off ./protocol",
			map[string]string{"protocol/catalog.go": "catalog.go lacks event EventRaffleSnapshot"}},
		{".", "go build ./fairness", map[string]string{"fairness/kinds.go": "b.Raffle undefined"}},
		{".", "go test -vet=off ./server/rooms",
			map[string]string{"server/rooms/rooms.go": "raffle is in actors/kinds and not in server/rooms"}},
	}
	// The kind's own part of the client alone: the whole is checked where it is built.
	const part = "tsconfig.part.json"
	c.write(filepath.Join("client", part), `{"extends": "./tsconfig.json", "compilerOptions": {"incremental": false},
		"include": ["src/**/*.d.ts", "src/fairness/verify-raffle.ts", "src/features/raffle"]}`)
	clientForgotten := forgotten{"client", "npx tsc -p " + part, map[string]string{
		"client/src/fairness/bundle.ts": "src/fairness/verify-raffle.ts",
		"client/src/routes/kinds.ts":    "src/features/raffle/",
	}}
	untouched := maps.Clone(before)
	for _, f := range append(goForgotten, clientForgotten) {
		for path := range f.says {
			delete(untouched, path)
		}
	}
	for path := range untouched {
		t.Errorf("nothing here shows what happens without the line of %s", path)
	}

	// Two columns: neither client nor Go of the tree keep both processors busy for long, and a game in a browser
	// mostly waits. The binary is built when nothing is forgotten any more.
	own := "./actors/kinds/raffle ./actors/sim ./fairness ./protocol ./server/rooms/... ./server/httpapi " +
		"./tools/loadsim/... ./tools/kill/phases ./tools/audit ./tools/sectest"
	whole, built := make(chan struct{}), make(chan struct{})
	var columns sync.WaitGroup
	columns.Go(func() {
		for _, f := range goForgotten {
			c.noticed(t, before, f)
		}
		c.paysTooMuch(t) // what it writes would be in the binary
		close(whole)
		c.passes(t,
			// With the flags of the tests below, which need what is compiled for these. With lint's, the race
			// detector's, its results for what the copy shares with the tree would serve, 37 s of a core, and all that
			// depends on the list of messages would be compiled once more, 83 s.
			invocation{dir: ".", line: "go vet " + own},
			invocation{dir: ".", line: "go run honnef.co/go/tools/cmd/staticcheck " + own},
			invocation{dir: ".", line: "gofmt -l actors fairness protocol server tools"},
			invocation{dir: ".",
				line: "go test -vet=off ./actors/kinds/raffle ./server/rooms ./server/rooms/raffle ./protocol ./tools/protogen ./tools/floors ./tools/cardfont"},
			invocation{dir: ".",
				line: "go test -vet=off ./actors/sim -run TestEverySeedKeepsTheInvariants/raffle|EveryKind|CentTooMuch/raffle|Raffle -args -seeds=300"},
			invocation{dir: ".",
				line: "go test -vet=off ./server/httpapi ./fairness -run Raffle|EveryPart|NoRouteWithAnID|EveryCall"},
			invocation{dir: ".", line: "go test -vet=off ./server/registry/economy ./server/demo -run KindOfRoom|LoopOpen"},
			invocation{dir: ".", line: "go test -vet=off ./tools/sectest -only every.id|what.clients/raffle"},
			invocation{dir: ".",
				line: "go test -vet=off ./tools/audit ./tools/mutate ./tools/loadsim ./tools/loadsim/journal ./tools/kill/phases -run EveryKindOf|EveryOp|EveryFolder"},
			// recorded for the examples
			invocation{dir: "tools/openapi", line: "node check.mjs ../../bin/answers/answers.jsonl /api/raffle/"})
		<-built
		c.serve(t)
	})
	columns.Go(func() {
		c.noticed(t, before, clientForgotten)
		if err := os.Remove(c.path(filepath.Join("client", part))); err != nil {
			t.Error(err)
		}
		c.passes(t,
			invocation{dir: "client", line: "npx biome check " + strings.Join(changedBelow("client/", was, is), " ")},
			invocation{dir: "client", line: "npx tsc -p e2e"},
			invocation{dir: "client",
				line: "npx vitest run raffle src/routes/table.test.ts src/i18n src/floors.test.ts"})
		<-whole
		c.passes(t, invocation{dir: ".", line: "go run ./tools/dev build"})
		close(built)
		t.Run("its screens are weighed", func(t *testing.T) {
			out, ok := tree{t, c.root}.run(invocation{dir: "client", line: "npm run --silent size"})
			if !ok || !strings.Contains(out, "+ raffle/room.tsx") {
				t.Errorf("%s", out)
			}
		})
		c.play(t)
		c.crash(t)
	})
	columns.Wait()
}

// paysTooMuch lets the kind give back more than it takes, or than it says: what it brings is searched for profitable
// loops as every kind's, and what it says of that is held to what it pays.
func (c tree) paysTooMuch(t *testing.T) {
	const record, rules = "actors/kinds/raffle/record.go", "actors/kinds/raffle/rules.go"
	const contract = "go test -vet=off ./actors/kinds/raffle -run Contract/brings_back"
	for _, p := range []struct{ name, file, sound, planted, line, says string }{
		{"with a return above what is paid", rules, "returnPPM = 920_000", "returnPPM = 1_050_000",
			"go test -vet=off ./server/registry/economy -run NoKindOfRoomPaysMore", "raffle pays more than it takes"},
		{"with a winner who takes more than is said", record, "r.paidCents() * returnPPM / 1_000_000",
			"r.paidCents() * 990_000 / 1_000_000", contract, "gives 297 cents for 300"},
		{"with a bonus of the house for the winner", rules, "AmountCents: r.paidCents() - won}}}",
			`AmountCents: r.paidCents() - won},
			{Debit: store.Bonus, Credit: store.PlayerGems(next.winner().Player), AmountCents: 100}}}`, contract,
			"gives 376 cents for 300"},
	} {
		t.Run(p.name, func(t *testing.T) {
			c := tree{t, c.root}
			written := c.read(p.file)
			if !strings.Contains(written, p.sound) {
				t.Fatalf("%s has no %q", p.file, p.sound)
			}
			defer c.write(p.file, written)
			c.write(p.file, strings.Replace(written, p.sound, p.planted, 1))
			if out, ok := c.run(invocation{dir: ".", line: p.line}); ok || !strings.Contains(out, p.says) {
				t.Errorf("%s", out)
			}
		})
	}
}

// play runs the kind's browser test against the tree's own binary.
func (c tree) play(t *testing.T) {
	t.Run("in a browser", func(t *testing.T) {
		c := tree{t, c.root}
		chromium := partOf(browserPart).found()
		if chromium == "" {
			c.absent(browserPart)
		}
		data, err := os.MkdirTemp("", "jadebox-raffle-") // the path of a socket in it has a bound
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(data)
		out, ok := c.run(invocation{"client", "npx playwright test e2e/raffle.spec.ts",
			[]string{"JADEBOX_CHROMIUM=" + chromium,
				"JADEBOX_BIN=" + c.path("bin/jadebox"), "JADEBOX_E2E_DATA=" + filepath.Join(data, "data"),
				"JADEBOX_E2E_LOG=" + filepath.Join(data, "log"),
				"CI="}}) // with it a report would be written, which the checks beside this one would read as source
		if !ok || !strings.Contains(out, "1 passed") {
			t.Errorf("%s", out)
		}
	})
}

func TestNewRoomWritesNothingForANameThatCannotBe(t *testing.T) {
	// A feature of that name, whose file would be met last.
	taken := filepath.Join("client", "src", "features", "mall", "screens.ts")
	for _, name := range []string{"", "ab", "Raffle", "raffle-2", "dice\n", "bus", "range", "wish", "mall"} {
		root := t.TempDir()
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(taken)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, taken), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if own, err := newroom.Write(root, name); err == nil || len(own) > 0 {
			t.Errorf("%q: wrote %v, %v", name, own, err)
		}
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && path != filepath.Join(root, taken) {
				t.Errorf("%q: %s was written", name, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
