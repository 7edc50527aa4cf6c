package floors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// kindless packages work for every kind of room: they are given the kinds' list, and neither import one of them nor say
// its name. What a kind shows of its own stands in roomsPackage.
var kindless = []string{"actors/room", "actors/lists", "actors/rewards", "actors/player", "actors/shop",
	"actors/settings", "actors/runtime", "server", "tools/rooms"}

// roomsPackage lists what the kinds show over HTTP; a kind's own is below it, under the kind's name.
const roomsPackage = "server/rooms"

// currencies are words of identifiers that begin like a kind and are money, which every kind may stake.
var currencies = []string{"WishCard", "wishCard"}

// otherNames are names of kinds that kindless packages and registries say for something else. A file is a path; an
// empty one is any.
var otherNames = []struct{ file, name, why string }{
	{"", "TaskBattleCount", "a task of product-spec §10, which any kind may count for"},
	{"actors/rewards/season/settings.go", "Battle", "a title's threshold, as the setting and its pages spell it"},
	{"actors/rewards/season/settings.go", "Wish", "a title's threshold, as the setting and its pages spell it"},
	{"actors/rewards/taskbox/welcome.go", "StepRoll", "a step of the welcome, which a visit completes"},
	{"actors/rewards/wishtree/wishtree.go", `"wish.claim"`, "the wish tree is a reward: its operation"},
	{"actors/rewards/wishtree/wishtree.go", `"wish:"`, "the wish tree is a reward: its keys"},
	{"actors/rewards/wishtree/wishtree.go", `"wish:tree:"`, "the wish tree is a reward: its keys"},
	{"actors/rewards/wishtree/wishtree.go", `"battle"`, "a task of the wish tree (product-spec §8)"},
	{"actors/rewards/wishtree/wishtree.go", "TaskBattle", "a task of the wish tree (product-spec §8)"},
	{"actors/rewards/wishtree/wishtree.go", "CodeWishTask", "the wish tree is a reward: its error"},
	{"server/app/rooms.go", "DemoRain", "a flag: rains come by themselves in a demo"},
	{"server/config/config.go", "DemoRain", "a flag: rains come by themselves in a demo"},
	{"server/config/config.go", "demoRainMin", "a flag: rains come by themselves in a demo"},
	{"server/config/config.go", `"demo-rain"`, "a flag: rains come by themselves in a demo"},
	{"server/catalogue/figures.go", "Roll", "fairness.Roll, a number drawn from seeds"},
	{"server/notice/notice.go", `"roll"`, "a tab of the notice centre (product-spec §7)"},
	{"server/site/site.go", "BattlesClosed", "a setting of the operator's"},
	{"tools/kill/phases/rain.go", `"rain"`, "words of a command line: jadebox rain, and the setting rain"},
}

func isOther(file, name string) bool {
	for _, other := range otherNames {
		if (other.file == "" || other.file == file) && other.name == name {
			return true
		}
	}
	return false
}

// CheckNames returns one line for each text in the code of kindless packages that is a kind's name, or a part of an
// address or a key that is, and for each identifier with a kind's name among its words: who writes it works for one
// kind alone. Prose and the tags of fields are free.
func CheckNames(root string, kinds []string) ([]string, error) {
	var out []string
	for _, in := range kindless {
		err := eachFile(root, in, func(name string, parsed *ast.File) {
			if slices.ContainsFunc(aboutKinds, func(about string) bool { return below(name, about) }) {
				return
			}
			found := slices.DeleteFunc(kindsIn(parsed, kinds), func(said string) bool { return isOther(name, said) })
			if len(found) > 0 {
				out = append(out,
					fmt.Sprintf(
						"%s says %s: what works for every kind of room reads room.Spec, and a kind's own stands in %s",
						name,
						strings.Join(found, ", "), roomsPackage))
			}
		})
		if err != nil {
			return nil, fmt.Errorf("texts of %s: %w", in, err)
		}
	}
	return out, nil
}

// registries are packages that have a file for each kind of room, which registers it under the name in its Spec.
var registries = []string{"actors/sim", "tools/audit", "tools/kill", "tools/loadsim", "tools/sectest"}

// judges are the registries that look at the operations of every kind; the others play each kind as a client does.
var judges = []string{"actors/sim", "tools/audit"}

// CheckRegistries returns one line for each text in a registry that is a kind's name, to the letter: what is registered
// under a name that nobody has is never met, and no compiler says so. Where every kind is judged, a part of a text
// counts too in a file that is no kind's own: who looks for a kind's operations there judges one kind alone.
func CheckRegistries(root string, kinds []string) ([]string, error) {
	var out []string
	for _, registry := range registries {
		err := eachFile(root, registry, func(name string, parsed *ast.File) {
			judged := slices.Contains(judges, registry)
			for _, said := range textsIn(parsed) {
				for _, kind := range kinds {
					kind = path.Base(kind)
					own := slices.Contains(strings.FieldsFunc(strings.TrimSuffix(name, ".go"), notLetter), kind)
					if isOther(name, strconv.Quote(said)) || said != kind && (own || !judged || !names(said, kind)) {
						continue
					}
					out = append(out, fmt.Sprintf("%s says %q: write %s.Kind, in a file of the kind's own", name, said,
						kind))
				}
			}
		})
		if err != nil {
			return nil, fmt.Errorf("texts of %s: %w", registry, err)
		}
	}
	return out, nil
}

// eachFile calls do with every Go file below a package, tests left out, and its name from the module's root.
func eachFile(root, in string, do func(name string, parsed *ast.File)) error {
	return walk(filepath.Join(root, in), func(file, name string) error {
		name = path.Join(in, name)
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err == nil {
			do(name, parsed)
		}
		return err
	})
}

// textsIn are the texts of a file as the compiler puts them together, import paths and tags of fields left out.
func textsIn(file *ast.File) []string {
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false // the bans' matter
		case *ast.Field:
			n.Tag = nil
		case ast.Expr:
			if text, ok := folded(n); ok {
				found = append(found, text)
				return false
			}
		}
		return true
	})
	return found
}

// folded is the text of a literal, or of several that are added.
func folded(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return folded(e.X)
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, first := folded(e.X)
		y, second := folded(e.Y)
		return x + y, first && second && e.Op == token.ADD
	}
	return "", false
}

// kindsIn are the texts, quoted, and the identifiers of a file that name a kind, each once.
func kindsIn(file *ast.File, kinds []string) []string {
	var found []string
	for _, text := range textsIn(file) {
		if slices.ContainsFunc(kinds, func(kind string) bool { return names(text, path.Base(kind)) }) {
			found = append(found, strconv.Quote(text))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false // the bans' matter
		}
		if id, ok := n.(*ast.Ident); ok && slices.ContainsFunc(kinds,
			func(kind string) bool { return spells(id.Name, path.Base(kind)) }) {
			found = append(found, id.Name)
		}
		return true
	})
	slices.Sort(found)
	return slices.Compact(found)
}

// spells reports whether an identifier has a kind's name among its words, or more than one of it, as CodeWishGone,
// wishID, LuckyCards and WISH_MAX do; "draining" and "enroll" are other words.
func spells(identifier, kind string) bool {
	for _, money := range currencies {
		identifier = strings.ReplaceAll(identifier, money, "")
	}
	words := wordsIn(identifier)
	for i, w := range words {
		for _, said := range []string{w, w + strings.Join(words[i+1:min(i+2, len(words))], "")} {
			if said == kind || said == kind+"s" || said == kind+"es" {
				return true
			}
		}
	}
	return false
}

// wordsIn are the words of an identifier, in small letters: a capital begins one, and the last of several capitals
// begins the one after an abbreviation.
func wordsIn(identifier string) []string {
	var words []string
	letters := []rune(identifier)
	from := 0
	cut := func(to int) {
		if to > from {
			words = append(words, strings.ToLower(string(letters[from:to])))
		}
	}
	for i, r := range letters {
		switch {
		case !unicode.IsLetter(r):
			cut(i)
			from = i + 1
		case unicode.IsUpper(r) && i > from && (unicode.IsLower(letters[i-1]) ||
			i+1 < len(letters) && unicode.IsLower(letters[i+1])):
			cut(i)
			from = i
		}
	}
	cut(len(letters))
	return words
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// names reports whether a text without spaces has a kind's name among its words, or more than one of it, as "wish",
// "wish:7", "/api/wish/{id}", "wishes" and "battle,roll" do.
func names(text, kind string) bool {
	if strings.Contains(strings.TrimSpace(text), " ") {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(text), notLetter)
	return slices.ContainsFunc(words, func(w string) bool { return w == kind || w == kind+"s" || w == kind+"es" })
}

// contractPackage is the suite that every kind's own tests run.
const contractPackage = "actors/room/roomtest"

// CheckContracts returns one line for each kind whose tests do not import the suite that all kinds run.
func CheckContracts(pkgs []Package, kinds []string) []string {
	var out []string
	for _, kind := range kinds {
		runs := slices.ContainsFunc(pkgs, func(p Package) bool {
			return p.ImportPath == Module+"/"+kind && slices.Contains(p.XTestImports, Module+"/"+contractPackage)
		})
		if !runs {
			out = append(out, fmt.Sprintf("the tests of %s do not run %s: what every kind must hold is not shown of it",
				kind, contractPackage))
		}
	}
	return out
}
