package verify

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
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

func (p *page) print(b *fairness.Bundle, report fairness.Report, trust fairness.Trust) error {
	p.printf("%s  %s\n", p.paint(bold, "Result"), plain(b.ResultID))
	p.printf("Beacon  %s, round %d\n", plain(b.Beacon.Source), b.Beacon.Round)
	if b.Battle == nil {
		p.results(b)
	} else {
		p.battle(b)
	}
	p.printf("\n")
	for _, c := range report.Checks {
		p.check(c)
	}
	p.printf("\n%s\n", p.verdict(report))
	if b.Log != nil && trust.LogKey == "" {
		p.printf("The log's key was taken from the bundle; name the one you know with --log-key.\n")
	}
	if b.Beacon.Source == fairness.BeaconLocal && trust.Anchor == "" {
		p.printf("The beacon's anchor was taken from the bundle; name the published one with --anchor.\n")
	}
	return p.err
}

func (p *page) results(b *fairness.Bundle) {
	names := itemNames(b)
	for _, r := range b.Results {
		if u := b.Upgrade; u != nil {
			p.printf("Number  %s  (v %d; rate %.2f %%, section from %.4f)\n", plain(r.Number), r.V, float64(u.RateE8)/1e6, float64(u.StartE8)/fairness.RateUnit)
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

func (p *page) verdict(report fairness.Report) string {
	skipped, failed := 0, 0
	for _, c := range report.Checks {
		switch {
		case c.Skipped:
			skipped++
		case !c.OK:
			failed++
		}
	}
	switch {
	case !report.OK:
		return p.paint(red, fmt.Sprintf("REFUSED: %d of %d checks failed.", failed, len(report.Checks)))
	case skipped > 0:
		return p.paint(yellow, fmt.Sprintf("Sound so far: %d checks hold, %d could not be made yet.", len(report.Checks)-skipped, skipped))
	default:
		return p.paint(green, fmt.Sprintf("VERIFIED: all %d checks hold.", len(report.Checks)))
	}
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
