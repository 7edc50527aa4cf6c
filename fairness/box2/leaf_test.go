package box2

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// grammar is the table of fairness/README.md, "BOX2 leaves": a group repeats as often as the count line before it says.
var grammar = []string{
	"BOX2/origin log vkey previous previous-vkey previous-size previous-root at-ms",
	"BOX2/trust log keys (use vkey)… policy client beacon-source beacon-chain reason at-ms",
	"BOX2/offer box price-cents odds enabled at-ms",
	"BOX2/epoch-open log player epoch height commit beacon-source beacon-round at-ms",
	"BOX2/room-open log scope height commit at-ms",
	"BOX2/ticket log scope ctx n count (server-hash)… player bot user-seed box odds stake-cents beacon request at-ms",
	"BOX2/result scope n seat player bot ticket item value-cents slot-key server-seed v at-ms",
	"BOX2/upgrade scope n player bot ticket target target-cents rate-e8 start-e8 won slot-key server-seed v at-ms",
	"BOX2/void scope ticket n count (slot-key)… reason at-ms",
	"BOX2/close scope next reason key at-ms",
	"BOX2/roster log room mode seats (seat player user-seed bot)… rounds (box odds price-cents)… commit beacon-source " +
		"beacon-round at-ms",
	"BOX2/roll-part scope part entrants (player weight bot joined-ms)… at-ms",
	"BOX2/roll log room requires (rule least)… prizes (prize item def value-cents)… parts (part-hash)… entrants commit " +
		"beacon-source beacon-round at-ms",
	"BOX2/roll-end scope ctx beacon winners (prize player)… slot-key at-ms",
	"BOX2/wish log room prize-def prize-cents bottle-cards bottle-cents bottles (player user-seed bot)… commit " +
		"beacon-source beacon-round at-ms",
	"BOX2/wish-end scope ctx beacon server-seed bottle player slot-key at-ms",
	"BOX2/luckycard log room price-cents cards (card def value-cents)… commit at-ms",
	"BOX2/flip-ticket log scope ctx n player user-seed bot place price-cents beacon-source beacon-round request at-ms",
	"BOX2/flip scope n player bot ticket card value-cents beacon slot-key at-ms",
	"BOX2/rain log room pool-cents packets least-cents claims-max cap-cents window-ms commit beacon-source " +
		"beacon-round at-ms",
	"BOX2/rain-amounts scope ctx beacon slot-key largest-cents sum-cents at-ms",
	"BOX2/rain-claims scope window part last previous claims (player packet bot)… beacon-source beacon-round at-ms",
	"BOX2/rain-paid scope window ctx beacon slot-key claims (player index paid-cents)… at-ms",
	"BOX2/join log scope player seat user-seed weight bot request at-ms",
}

// hashy are the lines that hold 64 characters of hex.
var hashy = []string{
	"odds", "commit", "ctx", "server-hash", "beacon", "request", "ticket", "slot-key", "server-seed", "key", "policy",
	"client", "beacon-chain", "part-hash", "previous-root", "previous",
}

func sample(title, name string) string {
	switch {
	case name == "previous" && title == "BOX2/origin":
		return "play.example.com/log-1"
	case slices.Contains(hashy, name):
		return strings.Repeat("0a", 32)
	}
	switch name {
	case "log":
		return "play.example.com/log"
	case "scope":
		return "solo:u1:e1"
	case "vkey", "previous-vkey":
		return "play.example.com/log+0a0b0c0d+AQ=="
	case "use":
		return "receipts"
	case "reason":
		return "end"
	case "beacon-source":
		return "drand"
	case "user-seed":
		return "bot7"
	case "mode", "rule":
		return "plain"
	}
	return "1"
}

var group = regexp.MustCompile(`(\S+) \(([^)]*)\)…`)

// written is the text of one line of the grammar, with each group twice.
func written(line string) string {
	title, rest, _ := strings.Cut(line, " ")
	rest = group.ReplaceAllString(rest, "$1=2 $2 $2")
	var b strings.Builder
	fmt.Fprintln(&b, title)
	for _, name := range strings.Fields(rest) {
		if !strings.Contains(name, "=") {
			name += "=" + sample(title, name)
		}
		fmt.Fprintln(&b, name)
	}
	return b.String()
}

func TestEveryLeafIsReadAndWrittenAsTheTableSays(t *testing.T) {
	if len(grammar) != len(empty()) {
		t.Fatalf("%d lines for %d leaves", len(grammar), len(empty()))
	}
	for _, line := range grammar {
		want := written(line)
		l, err := Parse([]byte(want))
		if err != nil {
			t.Errorf("%s\n%v", want, err)
			continue
		}
		if text, err := Text(l); err != nil || string(text) != want {
			t.Errorf("%q is written as %q, %v", want, text, err)
		}
	}
}

func TestALeafWithALineMissingTwiceOrMovedIsRefused(t *testing.T) {
	for _, of := range grammar {
		lines := strings.SplitAfter(written(of), "\n")
		lines = lines[:len(lines)-1]
		for i := range lines {
			without := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
			twice := strings.Join(slices.Insert(slices.Clone(lines), i, lines[i]), "")
			cases := []string{without, twice}
			if next := i + 1; next < len(lines) && i > 0 && lines[i] != lines[next] {
				moved := slices.Clone(lines)
				moved[i], moved[next] = moved[next], moved[i]
				cases = append(cases, strings.Join(moved, ""))
			}
			for _, text := range cases {
				if _, err := Parse([]byte(text)); !errors.Is(err, ErrLeaf) {
					t.Errorf("%q: %v", text, err)
				}
			}
		}
		whole := written(of)
		for _, text := range []string{"", whole + "\n", whole + "x=1\n", strings.TrimSuffix(whole, "\n")} {
			if _, err := Parse([]byte(text)); !errors.Is(err, ErrLeaf) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

func TestAValueThatCannotStandIsRefused(t *testing.T) {
	for _, of := range grammar {
		text := written(of)
		lines := strings.SplitAfter(text, "\n")
		for i, line := range lines[1 : len(lines)-1] {
			name, _, _ := strings.Cut(line, "=")
			bad := []string{"", "a b", "é", "-1x", "\x7f", strings.Repeat("a", 129)}
			switch {
			case slices.Contains(hashy, name) && !(name == "previous" && strings.HasPrefix(text, "BOX2/origin")):
				bad = append(bad, "0a", strings.Repeat("0A", 32), strings.Repeat("0g", 32))
			case sample("", name) == "1" || regexp.MustCompile(`=2\n`).MatchString(line):
				bad = append(bad, "-1", "+1", "01", "1.0", "x", "9007199254740992", "18446744073709551617")
			}
			switch name {
			case "bot":
				bad = append(bad, "3")
			case "won", "last", "enabled":
				bad = append(bad, "2")
			case "at-ms", "player", "epoch", "beacon-round", "weight", "window", "joined-ms", "window-ms", "packets":
				bad = append(bad, "0")
			case "n":
				bad = append(bad, "256")
			case "next":
				bad = append(bad, "257")
			case "seat":
				bad = append(bad, "100")
			case "height":
				bad = append(bad, "9")
			case "v":
				bad = append(bad, "16777216")
			case "rate-e8", "start-e8":
				bad = append(bad, "100000001")
			case "user-seed":
				bad = append(bad, "12345678901234567", "a-b")
			case "beacon-source":
				bad = append(bad, "none")
			case "use":
				bad = append(bad, "page")
			case "reason":
				bad = append(bad, "End", "-end", "a1", strings.Repeat("a", 33))
			}
			for _, value := range bad {
				if name == "vkey" || name == "previous-vkey" || name == "log" || name == "scope" || name == "mode" ||
					name == "rule" || name == "previous" {
					if value == "-1x" {
						continue // a line like any other
					}
				}
				changed := slices.Clone(lines)
				changed[i+1] = name + "=" + value + "\n"
				if _, err := Parse([]byte(strings.Join(changed, ""))); !errors.Is(err, ErrLeaf) {
					t.Errorf("%s with %s=%q: %v", of, name, value, err)
				}
			}
		}
	}
}

func TestNoFieldIsForgottenByItsText(t *testing.T) {
	for _, l := range empty() {
		if text, err := Text(l); !errors.Is(err, ErrLeaf) {
			t.Errorf("an empty %s is written as %q, %v", l.Title(), text, err)
		}
	}
}

func TestListsEndAtTheirLimitsAndLeavesAtTheirs(t *testing.T) {
	hash := strings.Repeat("0a", 32)
	keys := func(n int) []string { return slices.Repeat([]string{hash}, n) }
	void := Void{Scope: "solo:u1:e1", Ticket: hash, SlotKeys: keys(NoncesMax), Reason: "fault", AtMS: 1}
	if text, err := Text(&void); err != nil || len(text) > LeafMax {
		t.Errorf("a void of %d slots: %d bytes, %v", NoncesMax, len(text), err)
	}
	void.SlotKeys = keys(NoncesMax + 1)
	if _, err := Text(&void); !errors.Is(err, ErrLeaf) {
		t.Errorf("a void of %d slots: %v", NoncesMax+1, err)
	}
	void.SlotKeys = nil
	if _, err := Text(&void); err != nil {
		t.Errorf("a void without slots: %v", err)
	}
	entrant := Entrant{Player: 1 << 40, Weight: 1, JoinedMS: 1_800_000_000_000}
	part := RollPart{Scope: "roll:r1", AtMS: 1, Entrants: slices.Repeat([]Entrant{entrant}, EntrantsMax)}
	if text, err := Text(&part); err != nil {
		t.Errorf("a part of %d entrants: %d bytes, %v", EntrantsMax, len(text), err)
	}
	if _, err := Parse([]byte("BOX2/void\n" + strings.Repeat("a", LeafMax))); !errors.Is(err, ErrLeaf) {
		t.Errorf("a leaf that is too long: %v", err)
	}
}

// The context of the vector of docs/fairness.md, "Slot trees".
func TestTheContextOfTheVectorHasItsHash(t *testing.T) {
	text, err := Text(&EpochOpen{
		Log: "play.example.com/log", Player: 1, Epoch: 1, Height: 8,
		Commit: "060de3f33d3365d7c7e5e7a43adc84dfc3634d24425e51e1d979d2836c901577",
		Beacon: Beacon{Source: "drand", Round: 42}, AtMS: 1692803484000,
	})
	const want = "5dbb4807ebc1f21aa554485ccad9de4155ad9e9b493544ec7f578a189b3619b3"
	if err != nil || Hash(text) != want {
		t.Fatalf("%s is the hash of\n%s%v", Hash(text), text, err)
	}
}

func FuzzParseAcceptsOnlyWhatTextWrites(f *testing.F) {
	for _, line := range grammar {
		f.Add([]byte(written(line)))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		l, err := Parse(in)
		if err != nil {
			if !errors.Is(err, ErrLeaf) {
				t.Errorf("%v", err)
			}
			return
		}
		if out, err := Text(l); err != nil || string(out) != string(in) {
			t.Errorf("%q is written as %q, %v", in, out, err)
		}
	})
}

func BenchmarkParseTicket(b *testing.B) {
	text := []byte(written(grammar[5]))
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

// The first part of a list is 0, gems are no definition, and a prize of the house is no item.
func TestANumberThatMayBeNothingIsReadAsNothing(t *testing.T) {
	for title, names := range map[string][]string{"BOX2/rain-claims": {"part"}, "BOX2/roll-part": {"part"},
		"BOX2/roll": {"prize", "item", "def", "least"}, "BOX2/roll-end": {"prize"}} {
		i := slices.IndexFunc(grammar, func(of string) bool { return strings.HasPrefix(of, title+" ") })
		for _, name := range names {
			text := regexp.MustCompile(`(?m)^`+name+`=.*$`).ReplaceAllString(written(grammar[i]), name+"=0")
			l, err := Parse([]byte(text))
			if err != nil {
				t.Errorf("%s with %s=0: %v", title, name, err)
				continue
			}
			if again, err := Text(l); err != nil || string(again) != text {
				t.Errorf("%q is written as %q, %v", text, again, err)
			}
		}
	}
}
