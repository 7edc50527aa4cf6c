package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const styles = "../../client/src"

func style(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(styles, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rule is the first rule of a class: the one for wide screens, before any narrower one has its own.
func rule(t *testing.T, file, class string) string {
	t.Helper()
	m := regexp.MustCompile(regexp.QuoteMeta(class) + ` \{([^}]*)\}`).FindStringSubmatch(style(t, file))
	if m == nil {
		t.Fatalf("%s has no %s", file, class)
	}
	return m[1]
}

// Spec §2: the home's box grid has 5 columns, the store 8 items in a row, the list of one item's own 6.
func TestGridsHaveTheColumnsOfTheSpecification(t *testing.T) {
	for _, c := range []struct {
		file, class, columns string
		besides              string // that the rule holds
	}{{"ui/box-grid.module.css", ".grid", "var(--columns)", "--columns: 5;"},
		{"features/mall/mall.module.css", ".grid", "8", ""}, {"features/mall/mall.module.css", ".six", "6", ""}} {
		text := rule(t, c.file, c.class)
		for _, want := range []string{fmt.Sprintf("grid-template-columns: repeat(%s, minmax(0, 1fr));", c.columns),
			c.besides} {
			if !strings.Contains(text, want) {
				t.Errorf("%s %s: not %s", c.file, c.class, want)
			}
		}
	}
}

// Spec §2: prizes are at most 680 px tall, the people who joined 420 px, and both scroll.
func TestLongListsScroll(t *testing.T) {
	for class, height := range map[string]string{".prizes": "680px", ".people": "420px"} {
		text := rule(t, "features/roll/room.module.css", class)
		if !strings.Contains(text, "max-height: "+height+";") || !strings.Contains(text, "overflow-y: auto;") {
			t.Errorf("%s: %s", class, text)
		}
	}
}

// Spec §2: a page is drawn for 1368 px and more, and is never wider than 1920 px. Narrower windows have it as wide as
// they are. The header and the rail are no part of it: they go along the window's edges.
func TestAPageIsAtMostItsWidth(t *testing.T) {
	tokens := style(t, "ui/tokens.css")
	page := regexp.MustCompile(`--page: clamp\((\d+)px, [^,]+, (\d+)px\)`).FindStringSubmatch(tokens)
	gutter := regexp.MustCompile(`--gutter: (\d+)px`).FindStringSubmatch(tokens)
	if page == nil || gutter == nil {
		t.Fatal("no width")
	}
	px := func(text string) int { n, _ := strconv.Atoi(text); return n }
	if least, most := px(page[1])+2*px(gutter[1]), px(page[2])+2*px(gutter[1]); least < 1368 || most != 1920 {
		t.Errorf("from %d to %d px", least, most)
	}
	for _, file := range []string{"app/shell.module.css", "app/footer.module.css"} {
		if !strings.Contains(style(t, file), "calc(var(--page) + 2 * var(--gutter))") {
			t.Errorf("%s has a width of its own", file)
		}
	}
}

// Spec §9: a phone's layout begins at 750 px, its dialogs at 767 px; nothing has another idea of a phone, so that what
// the specification calls 764, 768 and 800 px is one of the two. Wider and narrower, 480, 1200 and 1440 px are where
// layouts change.
func TestStylesKnowOnePhone(t *testing.T) {
	narrow := map[string]int{}
	err := filepath.WalkDir(styles, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".css" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(
			`(?:(?:max|min)-width: |width <=? )(\d+)px\)`).FindAllStringSubmatch(string(text), -1) {
			narrow[m[1]]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if narrow["750"] < 40 || narrow["767"] < 8 {
		t.Errorf("%v", narrow)
	}
	for _, px := range []string{"480", "1200", "1440"} {
		if narrow[px] < 2 {
			t.Errorf("%s px changes nothing: %v", px, narrow)
		}
	}
	for px := range narrow {
		if n, _ := strconv.Atoi(px); n > 700 && n < 850 && n != 750 && n != 751 && n != 767 {
			t.Errorf("%s px is nearly a phone", px)
		}
	}
	if !strings.Contains(style(t, "ui/dialog.module.css"), "(max-width: 767px)") ||
		!strings.Contains(style(t, "app/shell.module.css"), "(max-width: 750px)") {
		t.Error("dialogs and layout have their own")
	}
}

// Spec §3: contraband gold, ancient red, legendary pink, mythical purple, rare strong blue, uncommon blue, common
// white.
func TestRaritiesHaveTheirColours(t *testing.T) {
	tokens := style(t, "ui/tokens.css")
	hue := func(name string) (degrees, strength float64) {
		t.Helper()
		m := regexp.MustCompile(`--r-` + name + `: #(\w{2})(\w{2})(\w{2});`).FindStringSubmatch(tokens)
		if m == nil {
			t.Fatalf("%s has no colour", name)
		}
		var c [3]float64
		for i := range c {
			n, err := strconv.ParseUint(m[i+1], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			c[i] = float64(n)
		}
		most, least := max(c[0], c[1], c[2]), min(c[0], c[1], c[2])
		switch d := most - least; most {
		case c[0]:
			degrees = 60 * (c[1] - c[2]) / d
		case c[1]:
			degrees = 120 + 60*(c[2]-c[0])/d
		default:
			degrees = 240 + 60*(c[0]-c[1])/d
		}
		if degrees < 0 {
			degrees += 360
		}
		return degrees, (most - least) / most
	}
	for name, is := range map[string][2]float64{"contraband": {35, 55}, "ancient": {340, 360}, "legendary": {300, 330},
		"mythical": {255, 280}, "rare": {210, 240}, "uncommon": {200, 240}} {
		if degrees, _ := hue(name); degrees <= is[0] || degrees >= is[1] {
			t.Errorf("%s has the hue %.0f", name, degrees)
		}
	}
	_, rare := hue("rare")
	_, uncommon := hue("uncommon")
	if _, common := hue("common"); rare <= uncommon || common > 0.15 {
		t.Errorf("rare %.2f, uncommon %.2f, common %.2f", rare, uncommon, common)
	}
}
