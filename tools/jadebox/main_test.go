package main

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"jadebox/tools/operator"
)

func model(t *testing.T) *kong.Application {
	t.Helper()
	p, err := parser(&commands{}, kong.Writers(io.Discard, io.Discard), kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	return p.Model
}

// missing are the commands and subcommands that a text does not name on a line of the command's own.
func missing(app *kong.Application, text string) (list []string) {
	said := map[string][]string{} // words of the lines that begin with a command
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "bin/jadebox "); ok {
			words := regexp.MustCompile(`[a-z][a-z-]*`).FindAllString(rest, -1)
			said[words[0]] = append(said[words[0]], words[1:]...)
		}
	}
	for _, c := range app.Children {
		words, listed := said[c.Name]
		delete(said, c.Name)
		if !listed && !c.Hidden {
			list = append(list, c.Name)
			continue
		}
		for _, sub := range c.Children {
			if !sub.Hidden && sub != c.DefaultCmd && !slices.Contains(words, sub.Name) {
				list = append(list, c.Name+" "+sub.Name)
			}
		}
	}
	for name := range said {
		list = append(list, name+", which there is not")
	}
	return list
}

func TestTheReadmeNamesEveryCommand(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	app := model(t)
	if list := missing(app, string(readme)); len(list) > 0 {
		t.Errorf("README.md, \"The binary\", lacks or misnames %q", list)
	}
	for _, c := range []struct{ old, new, lacks string }{
		{"bin/jadebox doctor ", "bin/doctor ", "doctor"},
		{"; or: show ROOM", "", "rooms show"},
		{"bin/jadebox doctor ", "bin/jadebox healer ", "healer, which there is not"},
	} {
		planted := strings.ReplaceAll(string(readme), c.old, c.new)
		if list := missing(app, planted); !slices.Contains(list, c.lacks) {
			t.Errorf("without %q: %q", c.old, list)
		}
	}
}

// An argument that takes whatever follows takes the command's own flags with it, which then change nothing and are not
// refused.
func TestNoCommandTakesAnUnreadRestOfItsLine(t *testing.T) {
	commands := 0
	if err := kong.Visit(model(t), func(n kong.Visitable, next kong.Next) error {
		switch n := n.(type) {
		case *kong.Command:
			commands++
			if n.Passthrough {
				t.Errorf("%s takes its line unread", n.FullPath())
			}
			for _, p := range n.Positional {
				if p.Passthrough {
					t.Errorf("%s takes the rest of its line unread as %s", n.FullPath(), p.Name)
				}
			}
		}
		return next(nil)
	}); err != nil || commands == 0 {
		t.Fatalf("%d commands: %v", commands, err)
	}
}

// What a second operator is asked to approve can be carried out, whatever command acts, and nothing else can.
func TestEveryCommandThatTakesAnOperatorsKeyCanBeApproved(t *testing.T) {
	var act []string
	for _, command := range model(t).Children {
		signs := false
		if err := kong.Visit(command, func(n kong.Visitable, next kong.Next) error {
			flag, ok := n.(*kong.Flag)
			signs = signs || ok && flag.Name == "operator-key"
			return next(nil)
		}); err != nil {
			t.Fatal(err)
		}
		if signs && command.Name != "approve" && command.Name != "restore" { // which commits beside no operator
			act = append(act, command.Name)
		}
	}
	slices.Sort(act)
	if !slices.Equal(act, operator.Acts) {
		t.Errorf("commands that act: %q, that can be approved: %q", act, operator.Acts)
	}
}

// What stands for itself in no signed command line says where the site is, and nothing of what is done.
func TestNoFlagOfAnActIsLeftOutOfWhatIsSigned(t *testing.T) {
	type where struct {
		operator.Database
		operator.Key
	}
	known := map[string]string{}
	p, err := kong.New(&where{})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range p.Model.Flags {
		known[flag.Name] = flag.Help
	}
	for _, flag := range slices.Concat(p.Model.Flags, model(t).Flags) {
		if !slices.Contains([]string{"help", "as"}, flag.Name) && !slices.Contains(operator.Elsewhere, "--"+flag.Name) {
			t.Errorf("--%s says where the site is, and would be signed", flag.Name)
		}
	}
	for _, command := range model(t).Children {
		if !slices.Contains(operator.Acts, command.Name) {
			continue
		}
		if err := kong.Visit(command, func(n kong.Visitable, next kong.Next) error {
			flag, ok := n.(*kong.Flag)
			switch {
			case !ok || !slices.Contains(operator.Elsewhere, "--"+flag.Name):
			case flag.Help != known[flag.Name]:
				t.Errorf("%s --%s stands in no signed command line, and is not where the site is: %q", command.Name,
					flag.Name, flag.Help)
			case flag.Short != 0:
				t.Errorf("%s --%s: -%c would be signed, and run again as another site's", command.Name, flag.Name,
					flag.Short)
			}
			return next(nil)
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A variable of the environment would be a reason for every act, and one that no command tells.
func TestAReasonIsGivenWithTheActAlone(t *testing.T) {
	notes := 0
	if err := kong.Visit(model(t), func(n kong.Visitable, next kong.Next) error {
		if flag, ok := n.(*kong.Flag); ok && flag.Name == "note" {
			if notes++; len(flag.Envs) > 0 {
				t.Errorf("%s is read from %v", flag.Name, flag.Envs)
			}
		}
		return next(nil)
	}); err != nil || notes == 0 {
		t.Errorf("%d flags found, %v", notes, err)
	}
}

// What may be JSON instead of the name of a file says so: operator.Session reads both.
func TestEveryFileOfJSONSaysThatItMayBeTheJSONItself(t *testing.T) {
	files := 0
	err := kong.Visit(model(t), func(n kong.Visitable, next kong.Next) error {
		if node, ok := n.(*kong.Node); ok {
			for _, p := range node.Positional {
				if strings.HasPrefix(p.Help, "JSON file") {
					files++
					if !strings.Contains(p.Help, "or the JSON itself") {
						t.Errorf("%s %s: %s", node.Path(), p.Name, p.Help)
					}
				}
			}
		}
		return next(nil)
	})
	if err != nil || files < 5 {
		t.Errorf("%d files found, %v", files, err)
	}
}
