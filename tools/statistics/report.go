package statistics

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"jadebox/fairness"
)

const (
	confidence = 0.99
	z99        = 2.5758293 // two-sided
	// alarm is the family-wise level below which chance is no explanation.
	alarm = 1e-4
	// serialMin is the shortest history that is tested: of all draws, of a player alone, of bots, of humans.
	serialMin = 50
	// varianceMin of a count of wins is what its normal approximation needs as far out as the alarm is: below it one
	// win at a small chance would look impossible. There Chernoff's bound looks, which needs no number of draws.
	varianceMin = 25
)

// Test is one statistical test: P is how often an honest engine looks this odd. Few says that there is too little to
// tell: the test was not made, and is neither within chance nor beyond it.
type Test struct {
	Name   string  `json:"name"`
	Few    bool    `json:"tooFew"`
	P      float64 `json:"p"`
	Within bool    `json:"within99"`
	Beyond bool    `json:"beyondChance"`
	Detail string  `json:"detail"`
	looked bool    // there were too few, and a bound that needs no number of draws found nothing
}

// Return compares what players of one table got back with what its odds promise.
type Return struct {
	Box         int64   `json:"box"`
	Version     uint32  `json:"version"`
	Paid        int     `json:"paidDraws"`
	StakeCents  int64   `json:"stakeCents"`
	WonCents    int64   `json:"wonCents"`
	Theoretical float64 `json:"theoretical"`
	Actual      float64 `json:"actual"`
	Low         float64 `json:"low99"`
	High        float64 `json:"high99"`
}

// Report is what an auditor reads.
type Report struct {
	Results  int      `json:"results"`
	Upgrades int      `json:"upgrades"`
	Players  int      `json:"players"`
	Voids    int      `json:"voids"`
	VoidRate float64  `json:"voidRate"`
	Gaps     int      `json:"gaps"`
	Broken   int      `json:"faults"`
	Examples []string `json:"faultExamples"`
	Tests    []Test   `json:"tests"`
	Returns  []Return `json:"returns"`
	Battles  int      `json:"mixedBattles"`
	BotWins  float64  `json:"botWins"`
	BotWant  float64  `json:"botWinsExpected"`
	OK       bool     `json:"ok"`
}

func (a *audit) report() Report {
	r := Report{
		Results: a.results, Upgrades: a.upgrades.n, Players: len(a.players), Voids: a.voids,
		VoidRate: float64(a.voids) / float64(a.results+a.upgrades.n+a.voids),
		Gaps:     a.gaps(), Broken: a.brokenCount, Examples: a.broken,
	}
	a.boxTests(&r)
	a.sequenceTests(&r)
	a.botTests(&r)
	a.upgrades.test(&r)
	for i, looks := 0, r.looks(); i < len(r.Tests); i++ {
		t := &r.Tests[i]
		t.Within = !t.Few && t.P >= 1-confidence
		t.Beyond = !t.Few && t.P < alarm/float64(looks)
	}
	r.OK = r.exitCode() == 0
	return r
}

// exitCode is how the command ends. What does not verify is certain, and comes before what is only next to impossible.
func (r Report) exitCode() int {
	switch {
	case r.Broken > 0 || r.Gaps > 0:
		return exitUnsound
	case slices.ContainsFunc(r.Tests, func(t Test) bool { return t.Beyond }):
		return exitBeyondChance
	}
	return 0
}

func (r *Report) test(name string, p float64, format string, args ...any) {
	r.Tests = append(r.Tests, Test{Name: name, P: p, Detail: fmt.Sprintf(format, args...)})
}

// few tells of a test that there is too little for.
func (r *Report) few(name, format string, args ...any) {
	r.Tests = append(r.Tests, Test{Name: name, Few: true, P: 1, Detail: fmt.Sprintf(format, args...)})
}

// chiTest adds a chi-square test, which needs two cells that five draws or more are expected in.
func (r *Report) chiTest(name string, p float64, freedom int, format string, args ...any) {
	if freedom == 0 {
		r.few(name, format, args...)
		return
	}
	r.test(name, p, format, args...)
}

// winTest adds a test of how many were won against the sum of the chances. Below varianceMin it is made only where
// even the bound on p is below the alarm: 20 wins expected and none seen is no matter of too few draws.
func (r *Report) winTest(name string, won, want, variance float64, what string) {
	if variance >= varianceMin {
		z := (won - want) / math.Sqrt(variance)
		r.test(name, normalP(z), "%s, z = %+.2f", what, z)
		return
	}
	if p := chernoffP(won, want); p < alarm {
		r.test(name, p, "%s, Chernoff's bound", what)
		return
	}
	r.few(name, "%s: variance %.1f, %d needed", what, variance, varianceMin)
	r.Tests[len(r.Tests)-1].looked = true
}

// chernoffP bounds how often independent counts of 0 to 1 each, of whatever chances, add up to a sum as far from the
// expected one, which is above 0: P(sum beyond won on its side) <= exp(won - want - won ln(won/want)), for both sides
// twice that.
func chernoffP(won, want float64) float64 {
	e := want - won
	if won > 0 {
		e += won * math.Log(won/want)
	}
	return min(1, 2*math.Exp(-e))
}

// made is how many tests there was enough for.
func (r *Report) made() (n int) {
	for _, t := range r.Tests {
		if !t.Few {
			n++
		}
	}
	return n
}

// looks is how many tests could have raised an alarm: those made, and those that a bound made unnecessary.
func (r *Report) looks() int {
	n := r.made()
	for _, t := range r.Tests {
		if t.looked {
			n++
		}
	}
	return n
}

func (a *audit) boxTests(r *Report) {
	tables := slices.SortedFunc(maps.Values(a.tables), func(x, y *tableDraws) int {
		return cmp.Or(cmp.Compare(x.odds.BoxID(), y.odds.BoxID()), cmp.Compare(x.odds.Version(), y.odds.Version()))
	})
	for _, t := range tables {
		if t.draws == 0 {
			continue
		}
		want := make([]float64, len(t.counts))
		for i := range want {
			want[i] = float64(t.draws) * float64(t.odds.Tickets(i)) / fairness.TicketUnit
		}
		p, freedom := chiSquare(t.counts, want)
		r.chiTest(fmt.Sprintf("box %d v%d tickets", t.odds.BoxID(), t.odds.Version()), p, freedom,
			"chi-square, %d draws, %d degrees of freedom", t.draws, freedom)
		if t.paid > 0 {
			r.Returns = append(r.Returns, t.returned())
		}
	}
}

func (t *tableDraws) returned() Return {
	stake := float64(t.stakeCents)
	half := z99 * math.Sqrt(t.varianceSum*float64(t.paid))
	return Return{
		Box: t.odds.BoxID(), Version: t.odds.Version(), Paid: t.paid, StakeCents: t.stakeCents, WonCents: t.wonCents,
		Theoretical: t.wantCents / stake, Actual: float64(t.wonCents) / stake,
		Low: (t.wantCents - half) / stake, High: (t.wantCents + half) / stake,
	}
}

func (a *audit) sequenceTests(r *Report) {
	if a.all.n < serialMin {
		for _, name := range []string{"frequency of v", "runs of v", "gaps of v", "serial, all draws"} {
			r.few(name, "%d draws, %d needed", a.all.n, serialMin)
		}
		return
	}
	p, freedom := a.all.frequencyP()
	r.chiTest("frequency of v", p, freedom, "chi-square over %d equal bins, %d draws", bins, a.all.n)
	r.test("runs of v", normalP(a.all.runsZ()), "z = %+.2f", a.all.runsZ())
	p, freedom, gaps := a.all.gapP()
	r.chiTest("gaps of v", p, freedom, "chi-square over %d gaps between values below 2^%d", gaps, 24-gapBits)
	r.test("serial, all draws", normalP(a.all.serialZ()), "z = %+.2f", a.all.serialZ())
	var sum float64
	tested, outside := 0, 0
	for _, p := range a.players {
		if p.vs.n < serialMin {
			continue
		}
		z := p.vs.serialZ()
		tested++
		sum += z
		if math.Abs(z) > z99 {
			outside++
		}
	}
	if tested > 0 {
		z := sum / math.Sqrt(float64(tested))
		r.test("serial, per user", normalP(z),
			"z = %+.2f over %d users with %d draws or more; %d outside 99 %%, %.1f expected", z, tested, serialMin,
			outside, float64(tested)*(1-confidence))
	}
}

func (a *audit) botTests(r *Report) {
	switch {
	case a.bots.n == 0 || a.humans.n == 0:
	case min(a.bots.n, a.humans.n) < serialMin:
		r.few("bot draws", "%d bot draws and %d human draws, %d of each needed", a.bots.n, a.humans.n, serialMin)
	default:
		d := a.bots.sum/float64(a.bots.n) - a.humans.sum/float64(a.humans.n)
		z := d / math.Sqrt(vVar*(1/float64(a.bots.n)+1/float64(a.humans.n)))
		r.test("bot draws", normalP(z), "mean v of %d bot draws against %d human draws, z = %+.2f", a.bots.n,
			a.humans.n, z)
	}
	var wins botWins
	for _, b := range a.battles {
		wins.add(b)
	}
	r.Battles, r.BotWins, r.BotWant = wins.battles, wins.got, wins.want
	if wins.vari > 0 {
		r.winTest("bot wins", wins.got, wins.want, wins.vari, fmt.Sprintf(
			"bots won %.1f of %d mixed battles, chance gives %.1f", wins.got, wins.battles, wins.want))
	}
}

func (r Report) write(w io.Writer) error {
	p := &printer{w: w}
	p.line("Results   %d and %d upgrades by %d players", r.Results, r.Upgrades, r.Players)
	p.line("Voids     %d (%.4f %%)", r.Voids, 100*r.VoidRate)
	p.line("Gaps      %d nonces without a result or a void", r.Gaps)
	p.line("Faults    %d records that do not verify", r.Broken)
	for _, example := range r.Examples {
		p.line("          %q", example)
	}
	p.line("")
	p.line("%-28s %10s  %-8s %s", "Test", "p", "at 99 %", "")
	for _, t := range r.Tests {
		verdict := "within"
		switch {
		case t.Few:
			p.line("%-28s %10s  %-8s %s", t.Name, "–", "too few", t.Detail)
			continue
		case t.Beyond:
			verdict = "BEYOND"
		case !t.Within:
			verdict = "OUTSIDE"
		}
		p.line("%-28s %10.6f  %-8s %s", t.Name, t.P, verdict, t.Detail)
	}
	if len(r.Returns) > 0 {
		p.line("")
		p.line("%-10s %10s %14s %12s %10s  %s", "Return", "draws", "stake", "theoretical", "actual", "99 % interval")
		for _, x := range r.Returns {
			p.line("box %d v%-4d %10d %14.2f %11.4f%% %9.4f%%  %.4f%% – %.4f%%", x.Box, x.Version, x.Paid,
				float64(x.StakeCents)/100,
				100*x.Theoretical, 100*x.Actual, 100*x.Low, 100*x.High)
		}
	}
	p.line("")
	outside, made := 0, r.made()
	for _, t := range r.Tests {
		if !t.Few && !t.Within {
			outside++
		}
	}
	verdict := "Nothing here that chance does not explain"
	switch code := r.exitCode(); {
	case code == exitUnsound:
		verdict = "NOT SOUND: a fault or a gap"
	case code == exitBeyondChance:
		verdict = "BEYOND CHANCE: every record verifies, and a test is not explained by chance"
	case made == 0:
		verdict = "Every record verifies, and there are too few to tell anything about chance"
	}
	p.line("%s (%d of %d tests outside 99 %%; about one in a hundred is expected. %d more had too few draws).", verdict,
		outside, made, len(r.Tests)-made)
	return p.err
}

type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
