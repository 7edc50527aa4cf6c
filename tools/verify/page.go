package verify

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mattn/go-isatty"

	"jadebox/fairness"
)

// page prints for people. Colours are for a terminal only, and the environment
// variable NO_COLOR takes them away.
type page struct {
	w      io.Writer
	colour bool
	err    error
}

const (
	green  = "32"
	red    = "31"
	yellow = "33"
	bold   = "1"
)

func newPage(w io.Writer) *page {
	file, isFile := w.(*os.File)
	_, without := os.LookupEnv("NO_COLOR")
	return &page{w: w, colour: isFile && !without && isatty.IsTerminal(file.Fd())}
}

func (p *page) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

func (p *page) paint(code, text string) string {
	if !p.colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p *page) print(f finding) error {
	b := f.bundle
	p.printf("%s  %s\n", p.paint(bold, "Result"), plain(b.ResultID))
	if f.asked != "" && f.verdict.State != fairness.StateDiffers {
		p.printf("Asked   %s, an operation: it stands in no proof; compare scope and n with what you were shown\n",
			f.asked)
	}
	p.printf("Beacon  %s, round %d\n", plain(b.Beacon.Source), b.Beacon.Round)
	if b.Battle == nil {
		p.results(b)
	} else {
		p.battle(b)
	}
	p.printf("\n")
	for _, c := range f.report.Checks {
		p.check(c)
	}
	p.printf("\n%s\n", p.verdict(f))
	for _, d := range f.verdict.Differs {
		p.printf("  %s: yours %s, the proof's %s\n", differences[d.What], plain(d.Yours), plain(d.Theirs))
	}
	for _, gap := range f.verdict.Missing {
		p.printf("  - %s\n", f.gap(gap))
	}
	return p.err
}

func (p *page) results(b *fairness.Bundle) {
	names := itemNames(b)
	for _, r := range b.Results {
		if u := b.Upgrade; u != nil {
			p.printf("Number  %s  (v %d; rate %.2f %%, section from %.4f)\n", plain(r.Number), r.V,
				float64(u.RateE8)/1e6, float64(u.StartE8)/fairness.RateUnit)
			p.printf("Target  %d  won: %t\n", u.Target, u.Won)
			return
		}
		p.printf("Number  %s  (v %d in %d–%d)\n", plain(r.Number), r.V, r.StartSection, r.EndSection)
		p.printf("Item    %d  %s\n", r.Item, names[r.Item])
	}
}

func (p *page) battle(b *fairness.Bundle) {
	names := itemNames(b)
	p.printf("Battle  %s, %d seats, %d rounds\n", plain(string(b.Battle.Mode)), b.Battle.Seats, b.Battle.Rounds)
	for _, r := range b.Results {
		p.printf("  round %-2d seat %d  player %-10d v %8d  %s\n", r.N+1, r.Seat, r.Player, r.V, names[r.Item])
	}
	p.printf("Totals  %s\nWinner  seat %s\n", cents(b.Battle.Totals), join(b.Battle.Winners))
	if tie := b.Battle.Tie; tie != nil {
		p.printf("Tie     seats %s, drawn: seat %d\n", join(tie.Seats), tie.Winner)
	}
}

func (p *page) check(c fairness.Check) {
	mark, code := "✗ failed ", red
	switch {
	case c.Skipped:
		mark, code = "– skipped", yellow
	case c.OK:
		mark, code = "✓ ok     ", green
	}
	first, rest, _ := strings.Cut(c.Detail, "\n")
	if rest != "" {
		first += fmt.Sprintf(" (and %d more)", strings.Count(rest, "\n")+1)
	}
	p.printf("  %s  %-12s %s\n", p.paint(code, mark), c.Name, plain(first))
}

func (p *page) verdict(f finding) string {
	failed := 0
	for _, c := range f.report.Checks {
		if !c.OK && !c.Skipped {
			failed++
		}
	}
	switch f.verdict.State {
	case fairness.StateVerified:
		return p.paint(green,
			"VERIFIED: every step holds, under a key you pinned, seen by witnesses, with a beacon that is not the house's.")
	case fairness.StateWeaker:
		return p.paint(yellow, "The arithmetic holds. Missing:")
	case fairness.StatePending:
		return p.paint(yellow, "Not in the public log yet. What can be checked holds. Missing as well:")
	case fairness.StateDiffers:
		return p.paint(red, "DIFFERS FROM YOURS: the proof is sound, but not what you asked for or saw before.")
	}
	return p.paint(red, fmt.Sprintf("REFUSED: %d of %d checks failed. Do not accept it as a proof.", failed,
		len(f.report.Checks)))
}

var differences = map[string]string{"asked": "result", "log-key": "key of the log", "anchor": "anchor of the beacon"}

// gap says what is missing of "verified" and, where a reader can do something, what.
func (f finding) gap(g fairness.Gap) string {
	switch g {
	case fairness.GapKey:
		return "the log's key is not pinned: it was taken from the proof, and anybody can make one; pin the one you know with --trust"
	case fairness.GapRemembered:
		return "the key is not pinned: it is known here only since " +
			time.UnixMilli(f.memory.SinceMS).UTC().Format(time.DateOnly)
	case fairness.GapHouse:
		return "the source is the house's own chain: its values were fixed before, but the house could know them"
	case fairness.GapAnchor:
		return "the chain's anchor is not pinned: it was taken from the proof"
	case fairness.GapBeacon:
		return "the beacon's signature was not checked"
	case fairness.GapReveal:
		return "the key of the draw is not revealed yet: what follows from it could not be checked"
	case fairness.GapWitness:
		return "no witnesses: in format BOX1 nobody but the house saw the commitment before the draw"
	}
	return string(g)
}

func itemNames(b *fairness.Bundle) map[int64]string {
	names := make(map[int64]string)
	for _, table := range b.Odds {
		for _, e := range table.Entries {
			names[e.Item] = plain(e.Name)
		}
	}
	return names
}

// plain keeps text from a bundle from steering the terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '�'
		}
		return r
	}, text)
}

func cents(values []int64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprintf("%d.%02d", v/100, v%100)
	}
	return strings.Join(parts, "  ")
}

func join(seats []int) string {
	parts := make([]string, len(seats))
	for i, s := range seats {
		parts[i] = strconv.Itoa(s)
	}
	return strings.Join(parts, ", ")
}
