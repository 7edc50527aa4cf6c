package floors

import (
	"fmt"
	"go/ast"
	"go/build"
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
	"actors/settings", "actors/operators", "actors/runtime", "server", "tools/rooms"}

// roomsPackage lists what the kinds show over HTTP; a kind's own is below it, under the kind's name.
const roomsPackage = "server/rooms"

// currencies are words of identifiers that begin like a kind and are money, which every kind may stake.
var currencies = []string{"WishCard", "wishCard"}

// otherNames are names of kinds that kindless packages and registries say for something else. A file is a path; an
// empty one is any.
var otherNames = []struct{ file, name, why string }{
	{"", "TaskBattleCount", "a task of product-spec §3, which any kind may count for"},
	{"actors/rewards/season/settings.go", "Battle", "a goal of a season, as product-spec §7 numbers it (season.Type)"},
	{"actors/rewards/season/settings.go", "Wish", "a goal of a season, as product-spec §7 numbers it (season.Type)"},
	{"actors/rewards/taskbox/welcome.go", "StepRoll", "a step of the welcome: an official roll room was entered"},
	{"actors/rewards/wishtree/wishtree.go", `"wish.claim"`, "the wish tree is a reward: its operation"},
	{"actors/rewards/wishtree/wishtree.go", `"wish:"`, "the wish tree is a reward: its keys"},
	{"actors/rewards/wishtree/wishtree.go", `"wish:tree:"`, "the wish tree is a reward: its keys"},
	{"actors/rewards/wishtree/wishtree.go", `"battle"`, "a task of the wish tree, as its page names it"},
	{"actors/rewards/wishtree/wishtree.go", "TaskBattle", "a task of the wish tree, as its page names it"},
	{"actors/rewards/wishtree/wishtree.go", "CodeWishTask", "the wish tree is a reward: its error"},
	{"server/app/rooms.go", "DemoRain", "a flag: rains come by themselves in a demo"},
	{"server/config/config.go", "DemoRain", "a flag: rains come by themselves in a demo"},
	{"server/config/config.go", "demoRainMin", "a flag: rains come by themselves in a demo"},
	{"server/config/config.go", `"demo-rain"`, "a flag: rains come by themselves in a demo"},
	{"server/catalogue/figures.go", "Roll", "fairness.Roll, a number drawn from seeds"},
	{"server/notice/notice.go", `"roll"`, "a tab of the notice centre (product-spec §2)"},
	{"server/site/site.go", "BattlesClosed", "a setting of the operator's"},
	{"tools/kill/phases/rain.go", `"rain"`, "words of a command line: jadebox rain, and the setting rain"},
}

// matched are the rows of a table of exceptions that something matched, by their numbers.
type matched map[int]bool

func isOther(file, name string, used matched) bool {
	found := false
	for i, other := range otherNames {
		if (other.file == "" || other.file == file) && other.name == name {
			used[i], found = true, true
		}
	}
	return found
}

// idleNames returns one line for each row of otherNames that nothing matched: it would except what is written there
// next.
func idleNames(used matched) []string {
	var out []string
	for i, other := range otherNames {
		if !used[i] {
			out = append(out, fmt.Sprintf("otherNames in tools/floors excepts %s in %q, and nothing says it",
				other.name, other.file))
		}
	}
	return out
}

// CheckNames returns one line for each text in the code of kindless packages that is a kind's name, or a part of an
// address or a key that is, in one piece or made of constants; for each identifier with a kind's name among its words;
// and for each entry of a list of the kinds that is picked by its place: code that has it works for one kind alone.
// Prose and the tags of fields are free. used is told which exceptions there were.
func CheckNames(root string, kinds []string, used matched) ([]string, error) {
	var out []string
	known := newConstants(root)
	for _, in := range kindless {
		err := eachFile(root, in, func(name string, parsed *ast.File) {
			if slices.ContainsFunc(aboutKinds, func(about string) bool { return below(name, about) }) {
				return
			}
			found := slices.DeleteFunc(kindsIn(&reader{parsed, path.Dir(name), known}, kinds),
				func(said string) bool { return isOther(name, said, used) })
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
// under an unused name is never met, and no compiler says so. Where every kind is judged, a part of a text
// counts too in a file that is no kind's own: code that looks for a kind's operations there judges one kind alone.
func CheckRegistries(root string, kinds []string, used matched) ([]string, error) {
	var out []string
	known := newConstants(root)
	for _, registry := range registries {
		err := eachFile(root, registry, func(name string, parsed *ast.File) {
			judged := slices.Contains(judges, registry)
			for _, each := range (&reader{parsed, path.Dir(name), known}).texts() {
				said := each.text
				for _, kind := range kinds {
					kind = path.Base(kind)
					own := slices.Contains(strings.FieldsFunc(strings.TrimSuffix(name, ".go"), notLetter), kind)
					if said != kind && (own || !judged || !each.names(kind, kinds)) ||
						isOther(name, strconv.Quote(said), used) {
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

// kindsIn are the texts, quoted, and the identifiers of a file that name a kind, each once.
func kindsIn(file *reader, kinds []string) []string {
	var found []string
	for _, each := range file.texts() {
		if slices.ContainsFunc(kinds, func(kind string) bool { return each.names(path.Base(kind), kinds) }) {
			found = append(found, strconv.Quote(each.text))
		}
	}
	ast.Inspect(file.file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false // the bans' matter
		}
		if place := file.placeInList(n); place != "" {
			found = append(found, place)
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

// listPackages have a value All, a list with an entry for each kind.
var listPackages = []string{Module + "/" + kindsPackage, Module + "/" + roomsPackage}

// placeInList says which entry of a list of the kinds code picks by its place, as kinds.All[0], kinds.All[1:2] and
// specs[0].Kind do: it is one kind's without saying its name.
func (r *reader) placeInList(n ast.Node) string {
	number := func(e ast.Expr) bool {
		lit, ok := e.(*ast.BasicLit)
		return ok && lit.Kind == token.INT
	}
	isAll := func(e ast.Expr) bool {
		s, ok := e.(*ast.SelectorExpr)
		if !ok || s.Sel.Name != "All" {
			return false
		}
		x, ok := s.X.(*ast.Ident)
		return ok && slices.Contains(listPackages, importedAs(r.file, x.Name))
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		if isAll(n.X) && number(n.Index) {
			return "the entry of a list of the kinds by its place"
		}
	case *ast.SliceExpr:
		if isAll(n.X) && (number(n.Low) || number(n.High)) {
			return "entries of a list of the kinds by their places"
		}
	case *ast.SelectorExpr:
		if at, ok := n.X.(*ast.IndexExpr); ok && n.Sel.Name == "Kind" && number(at.Index) {
			return "the kind of an entry by its place"
		}
	}
	return ""
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
			if isKind(said, kind) {
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

// names reports whether the text names a kind, and none of its parts does: that is told where the part stands.
func (s said) names(kind string, kinds []string) bool {
	return names(s.text, kind, kinds) &&
		!slices.ContainsFunc(s.parts, func(part string) bool { return names(part, kind, kinds) })
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// beside are words that are written together with a kind's name and make no other word of it.
var beside = []string{"rooms", "room", "lobbies", "lobby", "games", "game", "kinds", "kind", "ids", "id", "ops", "op",
	"keys", "key"}

// isKind reports whether a word in small letters is a kind's name, more than one of it, or its name with a word beside
// it, as "wish", "wishes", "wishroom" and "roomwish" are.
func isKind(word, kind string) bool {
	is := func(w string) bool { return w == kind || w == kind+"s" || w == kind+"es" }
	return is(word) || slices.ContainsFunc(beside, func(other string) bool {
		before, first := strings.CutPrefix(word, other)
		after, last := strings.CutSuffix(word, other)
		return first && is(before) || last && is(after)
	})
}

// names reports whether a text that is no prose has a kind's name among its words, as "wish", "wish:7",
// "/api/wish/{id}", "wishes" and "battle,roll" do.
func names(text, kind string, kinds []string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), notLetter)
	return slices.ContainsFunc(words, func(w string) bool { return isKind(w, kind) }) && !isProse(text, kinds)
}

// isProse reports whether a text with a kind's name is a sentence or a part of one: words between spaces that are not
// kinds alone, where the kind's is a plain word, as in "a wish room". A program takes apart what is a list of kinds, an
// address or a key.
func isProse(text string, kinds []string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) < 2 || strings.Contains(text, "/") {
		return false
	}
	others := 0
	for _, word := range words {
		bare := strings.TrimRight(strings.TrimLeft(word, "("), ").,;:?!")
		is := func(w string) bool {
			return slices.ContainsFunc(kinds, func(kind string) bool { return isKind(w, path.Base(kind)) })
		}
		switch {
		case is(bare):
		case slices.ContainsFunc(strings.FieldsFunc(word, notLetter), is):
			return false // "wish.take", "'wish'"
		case strings.ContainsFunc(word, unicode.IsLetter):
			others++
		}
	}
	return others > 0
}

// contractPackage is the suite that every kind's own tests run.
const contractPackage = "actors/room/roomtest"

// CheckContracts returns one line for each kind of which no test calls the suite that all kinds run.
func CheckContracts(root string, kinds []string) ([]string, error) {
	var out []string
	for _, kind := range kinds {
		runs := false
		err := walk(filepath.Join(root, kind), func(file, name string) error {
			if runs || !strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/") {
				return nil
			}
			compiled, err := build.Default.MatchFile(filepath.Dir(file), name)
			if err != nil || !compiled {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			runs = slices.ContainsFunc(parsed.Decls, func(d ast.Decl) bool {
				f, ok := d.(*ast.FuncDecl)
				return ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && runsContract(parsed, f)
			})
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("tests of %s: %w", kind, err)
		}
		if !runs {
			out = append(out, fmt.Sprintf("no test of %s calls %s.Run: what every kind must hold is not shown of it",
				kind, contractPackage))
		}
	}
	return out, nil
}

// runsContract reports whether one of a test's own statements is a call of the suite: none that an if or a skip before
// it could leave out.
func runsContract(file *ast.File, test *ast.FuncDecl) bool {
	for _, statement := range test.Body.List {
		expr, ok := statement.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := expr.X.(*ast.CallExpr)
		if !ok {
			continue
		}
		called, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		x, ok := called.X.(*ast.Ident)
		if !ok {
			continue
		}
		switch {
		case importedAs(file, x.Name) == Module+"/"+contractPackage && called.Sel.Name == "Run":
			return true
		case strings.HasPrefix(called.Sel.Name, "Skip"):
			return false
		}
	}
	return false
}
