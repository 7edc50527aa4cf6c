package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the specification says in Chinese: in quotes, or between its own words. Its commas list texts, full-width ones
// are theirs.
var chinese = regexp.MustCompile(`'([^'\n]*\p{Han}[^'\n]*)'|(\p{Han}[\p{Han}，]*~{0,2})`)

// What it quotes with letters that no English word has, and short texts that it quotes as they are shown.
var portuguese = regexp.MustCompile(`'([^'\n]*[áâãàçéêíóôõúÉ！][^'\n]*)'`)

var plainPortuguese = []string{"Drops Sortudos", "Drops em Tempo Real", "Em breve!", "Sem dados", "Login bem-sucedido"}

// The message of a request that was cancelled: it is not shown (client/src/net/http.ts).
const toldToNobody = "切换路由取消请求"

func TestChineseTextsAreShown(t *testing.T) {
	quoted := map[string]bool{}
	for _, m := range chinese.FindAllStringSubmatch(sections(t), -1) {
		quoted[m[1]+m[2]] = true
	}
	if len(quoted) != 36 || !quoted["复制成功,快去前往邀请好友吧"] || !quoted["今天已经签到过了~~"] || !quoted[toldToNobody] {
		t.Fatalf("%d texts: %q", len(quoted), slices.Sorted(maps.Keys(quoted)))
	}
	delete(quoted, toldToNobody)
	shownIn(t, "zh", quoted)
}

func TestPortugueseTextsAreShown(t *testing.T) {
	quoted := map[string]bool{}
	for _, text := range plainPortuguese {
		quoted[text] = true
	}
	for _, m := range portuguese.FindAllStringSubmatch(sections(t), -1) {
		if !chinese.MatchString(m[1]) {
			quoted[m[1]] = true
		}
	}
	if len(quoted) != 24 || !quoted["Falha no registro！"] {
		t.Fatalf("%d texts: %q", len(quoted), slices.Sorted(maps.Keys(quoted)))
	}
	shownIn(t, "pt", quoted)
}

func sections(t *testing.T) string {
	t.Helper()
	_, text, ok := strings.Cut(document, "\n## 2. ")
	if !ok {
		t.Fatal("no §2")
	}
	return text
}

// shownIn fails on a text that the client has nowhere in its texts of a language. That each of those is asked for is
// held by client/src/i18n/unused.test.ts.
func shownIn(t *testing.T, language string, quoted map[string]bool) {
	t.Helper()
	known := map[string]bool{}
	for _, pattern := range []string{"*." + language + ".json", "../features/*/i18n/" + language + ".json"} {
		files, err := filepath.Glob(filepath.Join("../../client/src/i18n", pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			for _, text := range leaves(readJSON(t, file)) {
				known[text] = true
			}
		}
	}
	for text := range quoted {
		if !known[text] {
			t.Errorf("%s: nothing says %q", language, text)
		}
	}
}

func readJSON(t *testing.T, file string) any {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return value
}

func leaves(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case map[string]any:
		var out []string
		for _, child := range v {
			out = append(out, leaves(child)...)
		}
		return out
	}
	return nil
}

// Labels of an item's status and of its source, as "0 in backpack, 1 upgraded, …" lists them.
func TestItemsAreLabelledAsTheSpecificationSays(t *testing.T) {
	texts := readJSON(t, "../../client/src/features/backpack/i18n/en.json").(map[string]any)
	for key, want := range map[string]int{"status": 11, "source": 12} {
		list := regexp.MustCompile(`Item ` + key + ` labels: ([^.]*)\.`).FindStringSubmatch(document)
		if list == nil {
			t.Fatalf("no labels of %s", key)
		}
		labels := regexp.MustCompile(`(\d+) ([^,]+)`).FindAllStringSubmatch(list[1], -1)
		shown := texts[key].(map[string]any)
		if len(labels) != want || len(shown) != want {
			t.Errorf("%s: %d labels, %d are shown", key, len(labels), len(shown))
		}
		for _, l := range labels {
			if text, _ := shown[l[1]].(string); !strings.EqualFold(text, l[2]) {
				t.Errorf("%s %s is %q, not %q", key, l[1], text, l[2])
			}
		}
	}
}
