package playthrough_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/season"
	"jadebox/store"
)

// givesNothing are the kinds of ops of packages of rewards that give nothing, with what they do.
var givesNothing = map[string]string{
	promotion.KindBack:    "it takes a commission back",
	playthrough.KindWaive: "an operator's command asks for less play",
	season.KindCycle:      "it promises the tables of a season",
}

// opKind is a constant that names a kind of op: the name of an actor has no point.
var opKind = regexp.MustCompile(`\bKind\w* += (player\.GrantKinds \+ )?"([^"]+)"`)

// opKinds are those of the packages below a folder.
func opKinds(t *testing.T, folder string) (list []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range opKind.FindAllStringSubmatch(string(text), -1) {
			kind := m[2]
			if m[1] != "" {
				kind = player.GrantKinds + kind
			}
			if strings.Contains(kind, ".") && !strings.HasSuffix(file, "_test.go") {
				list = append(list, kind)
			}
		}
	}
	return list
}

// What is forgotten here is given with no play asked for, on no statement, and as often as its package lets it.
func TestEveryOpOfARewardIsAmongTheGifts(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range opKinds(t, "..") {
		seen[kind] = true
		_, given := playthrough.GiftOf(kind)
		if why, nothing := givesNothing[kind]; given == nothing || nothing && why == "" {
			t.Errorf("%s is of a package of rewards: it stands in Gifts, or in givesNothing with what it does", kind)
		}
	}
	for kind := range givesNothing {
		if !seen[kind] {
			t.Errorf("%s is no kind of op of a reward", kind)
		}
	}
	if len(seen) < len(givesNothing)+10 {
		t.Errorf("only %d kinds of ops were found", len(seen))
	}
}

// The auditor's fifth invariant asks Once of each gift: one without it says what else keeps it to its number, and none
// takes an op that says nothing of what it is for.
func TestEveryGiftComesOnceOrSaysWhatElseKeepsItToItsNumber(t *testing.T) {
	for _, g := range playthrough.Gifts {
		if (g.Once == nil) != (g.Elsewhere != "") {
			t.Errorf("%s has neither Once nor Elsewhere, or both", g.Kind)
		}
		if g.Once == nil {
			continue
		}
		for _, result := range []string{"", "{}", `{"note":{}}`} {
			op := &store.Op{Player: 7, Key: "a-client's-key", Kind: g.Kind, Result: []byte(result),
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(7), AmountCents: 1}}}
			if _, ok := g.Once(op); ok {
				t.Errorf("%s is right under any key, with the result %q", g.Kind, result)
			}
		}
	}
	if n := len(playthrough.Gifts); n == 0 {
		t.Error("nothing is given")
	}
}
