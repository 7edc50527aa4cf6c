package demo

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"jadebox/actors/rewards/season"
	"jadebox/server/registry/economy"
	"jadebox/store/memory"
)

// What a demo sets, on its catalogue, leaves no way to play that pays for itself: its figures are what a site begins
// with.
func TestTheDemoLeavesNoLoopOpen(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	if err := Seed(t.Context(), engine, now(), func(string) (string, error) { return "sealed", nil }); err != nil {
		t.Fatal(err)
	}
	if held, err := season.Setting.Read(t.Context(), engine); err != nil || !held.Running(now().Add(time.Hour)) {
		t.Fatalf("no season is running: %v", err) // it is reckoned with
	}
	holds, err := engine.Settings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	goods, err := economy.ReadGoods(t.Context(), engine)
	if err != nil {
		t.Fatal(err)
	}
	e, err := economy.Of(holds, goods)
	if err != nil || len(e.Open()) > 0 {
		t.Errorf("%v, open:\n%s", err, strings.Join(e.Open(), "\n"))
	}
	printed(t, e)
}

var update = flag.Bool("update", false, "write the table of docs/economy.md")

// printed holds the table of docs/economy.md to what is reckoned.
func printed(t *testing.T, e *economy.Economy) {
	t.Helper()
	var want strings.Builder
	want.WriteString("| Way to play | A round brings back, of what it costs |\n|---|---|\n")
	for _, l := range e.Loops {
		fmt.Fprintf(&want, "| %s | %.2f %% |\n", l.Name, 100*(1+l.NetReturn))
	}
	want.WriteString("\n| A player who plays only for what is given | Gems gained |\n|---|---|\n")
	for _, g := range e.Gains {
		once := ""
		if g.Positive() && g.Once {
			once = ", once for ever"
		}
		fmt.Fprintf(&want, "| %s | %.2f%s |\n", g.Span, g.Cents/100, once)
	}
	const name, from, to = "../../docs/economy.md", "<!-- ways -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(text), from)
	table, tail, found := strings.Cut(rest, to)
	if *update {
		if err := os.WriteFile(name, []byte(head+from+want.String()+to+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !found || table != want.String() {
		t.Errorf("%s does not say what is reckoned (-update writes it):\n%s", name, want.String())
	}
}
