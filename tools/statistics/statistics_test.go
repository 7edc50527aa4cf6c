package statistics

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/tools/command"
	"jadebox/tools/operator/operatortest"
)

// house writes an export: honest draws, or draws that its choose function bends.
// Bent records still verify one by one, as those of a real cheat would; only the
// statistics can tell.
type house struct {
	t      *testing.T
	out    bytes.Buffer
	odds   *fairness.Odds
	serial int
	// choose picks one of several server seeds that the house could have used.
	choose func(options []fairness.Outcome, bot bool) int
	alter  func(line *log.Line) bool // false drops the line
}

const stakeCents = 700

func newHouse(t *testing.T) *house {
	t.Helper()
	odds, err := fairness.NewOdds(7, 1, []fairness.OddsEntry{
		{Item: 1, Weight: 100_000, ValueCents: 100_000},
		{Item: 2, Weight: 4_900_000, ValueCents: 5_000},
		{Item: 3, Weight: 25_000_000, ValueCents: 600},
		{Item: 4, Weight: 70_000_000, ValueCents: 180},
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, odds: odds}
	h.write(log.Line{Odds: string(odds.Canonical())})
	return h
}

func (h *house) write(line log.Line) {
	if h.alter != nil && !h.alter(&line) {
		return
	}
	text, err := json.Marshal(line)
	if err != nil {
		h.t.Fatal(err)
	}
	h.out.Write(append(text, '\n'))
}

func (h *house) draw(scope string, n uint64, seat fairness.Seat, stake int64) {
	count := 1
	if h.choose != nil {
		count = 3
	}
	seeds, options := make([]string, count), make([]fairness.Outcome, count)
	for i := range count {
		h.serial++
		seeds[i] = fairness.ServerHash(fmt.Sprint("seed", h.serial))
		out, err := fairness.Roll(seat.UserSeed, seeds[i])
		if err != nil {
			h.t.Fatal(err)
		}
		options[i] = out
	}
	chosen := 0
	if h.choose != nil {
		chosen = h.choose(options, seat.Bot)
	}
	out := options[chosen]
	entry := h.odds.Entry(h.odds.Pick(out.V))
	h.write(log.Line{Result: &log.Result{
		Scope: scope, N: n, Seat: seat.Seat, Player: seat.Player, Bot: seat.Bot, Box: h.odds.BoxID(),
		OddsHash:   h.odds.Hash(),
		StakeCents: stake, Item: entry.Item, ValueCents: entry.ValueCents, UserSeed: seat.UserSeed,
		ServerSeed: seeds[chosen], ServerHash: fairness.ServerHash(seeds[chosen]), ResultHash: out.ResultHash, V: out.V,
		Ctx: h.odds.Hash(), Beacon: h.odds.Hash(), AtMS: int64(h.serial),
	}})
}

func (h *house) solo(players, draws int) *house {
	for n := range uint64(draws) {
		for p := range int64(players) {
			scope := fairness.SoloScope(p+1, 1)
			if n%200 == 199 {
				h.write(log.Line{Void: &log.Void{Scope: scope, N: n, Reason: "beacon-timeout", AtMS: 1}})
				continue
			}
			h.draw(scope, n, fairness.Seat{Player: p + 1, UserSeed: "66hash"}, stakeCents)
		}
	}
	return h
}

func (h *house) battles(count int) *house {
	for room := range int64(count) {
		c := fairness.BattleContext{
			Room: room + 1, Mode: fairness.ModeNormal, OddsHashes: []string{h.odds.Hash(), h.odds.Hash()},
			Commit: h.odds.Hash(), BeaconSource: fairness.BeaconLocal, BeaconRound: 1,
		}
		for seat := range 4 {
			c.Seats = append(c.Seats, fairness.Seat{Seat: seat, Player: int64(seat) + 1000, UserSeed: "a",
				Bot: seat == 3})
		}
		leaf, err := c.Leaf()
		if err != nil {
			h.t.Fatal(err)
		}
		h.write(log.Line{Roster: string(leaf)})
		for n := range uint64(2) {
			for _, seat := range c.Seats {
				h.draw(fairness.BattleScope(c.Room), n, seat, 0)
			}
		}
	}
	return h
}

func (h *house) audited() (Report, error) {
	a := newAudit()
	if err := a.read(&h.out); err != nil {
		return Report{}, err
	}
	return a.report(), nil
}

func find(t *testing.T, r Report, name string) Test {
	t.Helper()
	i := slices.IndexFunc(r.Tests, func(x Test) bool { return x.Name == name })
	if i < 0 {
		t.Fatalf("no test %q in %+v", name, r.Tests)
	}
	return r.Tests[i]
}

var testNames = []string{
	"box 7 v1 tickets", "frequency of v", "runs of v", "gaps of v", "serial, all draws", "serial, per user",
	"bot draws", "bot wins",
}

func TestAnHonestHouseIsWithinChance(t *testing.T) {
	if testing.Short() {
		t.Skip("many draws on one goroutine: nothing for the race detector")
	}
	r, err := newHouse(t).solo(40, 600).battles(2_000).audited()
	if err != nil {
		t.Fatal(err)
	}
	if !r.OK || r.Broken != 0 || r.Gaps != 0 || r.Results != 40*597+16_000 || r.Voids != 120 {
		t.Errorf("%+v", r)
	}
	for _, name := range testNames {
		if p := find(t, r, name).P; p < 0.01 || p > 1 {
			t.Errorf("%s: p = %v", name, p)
		}
	}
	if len(r.Tests) != len(testNames) || len(r.Returns) != 1 {
		t.Fatalf("%d tests and %d returns", len(r.Tests), len(r.Returns))
	}
	x := r.Returns[0]
	want := (0.001*100_000 + 0.049*5_000 + 0.25*600 + 0.7*180) / stakeCents
	if math.Abs(x.Theoretical-want) > 1e-5 || x.Low > x.Actual || x.Actual > x.High || x.Paid != 40*597 {
		t.Errorf("return %+v, theoretical wanted %.6f", x, want)
	}
	if r.Battles != 2_000 || math.Abs(r.BotWant-500) > 1e-9 {
		t.Errorf("%d mixed battles, %.1f bot wins expected", r.Battles, r.BotWant)
	}
}

// What a handful of draws looks like proves nothing, for the house or against it.
func TestATestThatHasTooFewDrawsIsNotMade(t *testing.T) {
	one := newHouse(t) // a table with one item has nothing to be tested
	odds, err := fairness.NewOdds(8, 1, []fairness.OddsEntry{{Item: 1, Weight: fairness.WeightUnit, ValueCents: 500}})
	if err != nil {
		t.Fatal(err)
	}
	one.odds = odds
	one.write(log.Line{Odds: string(odds.Canonical())})
	lucky := newHouse(t) // one win at 0.02 %: 70 standard deviations by the normal law, and 1 in 5,000
	won := false
	lucky.alter = func(line *log.Line) bool { won = line.Upgrade.Won; return won }
	for !won {
		lucky.upgrade(0, 20_000, honest)
	}
	for name, tt := range map[string]struct {
		h    *house
		few  []string
		made int
	}{
		"one item":         {one.solo(3, 100), []string{"box 8 v1 tickets", "frequency of v"}, 4},
		"some draws":       {newHouse(t).solo(1, 30).battles(2), append(slices.Clone(testNames[1:5]), "bot draws"), 1},
		"one lucky chance": {lucky, []string{"upgrades won"}, 0},
	} {
		r, err := tt.h.audited()
		if err != nil || !r.OK || r.made() != tt.made {
			t.Errorf("%s: %v, %d tests made\n%+v", name, err, r.made(), r)
		}
		for _, test := range tt.few {
			if got := find(t, r, test); !got.Few || got.Within || got.Beyond {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
	code, out, _ := carryOut(newHouse(t).solo(1, 10).out.String(), "-")
	if code != 0 || !strings.Contains(out, "too few to tell anything about chance") || strings.Contains(out, "within") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// Negative controls: each way to cheat is seen by the test made for it.
func TestCheatsAreSeen(t *testing.T) {
	if testing.Short() {
		t.Skip("many draws on one goroutine: nothing for the race detector")
	}
	lowest := func(options []fairness.Outcome, bot bool) int {
		best := 0
		for i, o := range options {
			if o.V < options[best].V {
				best = i
			}
		}
		return best
	}
	var last uint32
	for name, cheat := range map[string]struct {
		seen   string
		choose func(options []fairness.Outcome, bot bool) int
	}{
		"the jackpot is dodged": {"box 7 v1 tickets", func(options []fairness.Outcome, _ bool) int {
			if options[0].V < fairness.TicketUnit/20 {
				return 1
			}
			return 0
		}},
		"high values are dodged": {"frequency of v", func(options []fairness.Outcome, _ bool) int {
			if options[0].V > fairness.TicketUnit/10*9 {
				return 1
			}
			return 0
		}},
		"draws follow each other": {"serial, all draws", func(options []fairness.Outcome, _ bool) int {
			best := 0
			for i, o := range options {
				if math.Abs(float64(o.V)-float64(last)) < math.Abs(float64(options[best].V)-float64(last)) {
					best = i
				}
			}
			last = options[best].V
			return best
		}},
		"bots draw better": {"bot draws", func(options []fairness.Outcome, bot bool) int {
			if bot {
				return lowest(options, bot)
			}
			return 0
		}},
		"bots win more": {"bot wins", func(options []fairness.Outcome, bot bool) int {
			if bot {
				return lowest(options, bot)
			}
			return 0
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.choose = cheat.choose
			r, err := h.solo(10, 600).battles(1_000).audited()
			if err != nil {
				t.Fatal(err)
			}
			if got := find(t, r, cheat.seen); got.Within || r.OK || r.Broken != 0 {
				t.Errorf("%+v, sound: %t", got, r.OK)
			}
		})
	}
}

func TestSpoiltRecordsDoNotVerify(t *testing.T) {
	at17 := func(line *log.Line) bool { return line.Result != nil && line.Result.N == 17 && line.Result.Player == 1 }
	for name, alter := range map[string]func(line *log.Line) bool{
		"another item":        func(l *log.Line) bool { l.Result.Item++; return true },
		"another value":       func(l *log.Line) bool { l.Result.ValueCents++; return true },
		"another v":           func(l *log.Line) bool { l.Result.V ^= 1; return true },
		"another server hash": func(l *log.Line) bool { l.Result.ServerHash = l.Result.ResultHash; return true },
		"another user seed":   func(l *log.Line) bool { l.Result.UserSeed = "67hash"; return true },
		"unknown odds":        func(l *log.Line) bool { l.Result.OddsHash = l.Result.ResultHash; return true },
		"told twice":          func(l *log.Line) bool { l.Result.N = 16; return true },
		"a nonce too high":    func(l *log.Line) bool { l.Result.N = fairness.NonceMax; return true },
		"withheld":            func(l *log.Line) bool { return false },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.alter = func(line *log.Line) bool { return !at17(line) || alter(line) }
			r, err := h.solo(2, 30).audited()
			if err != nil {
				t.Fatal(err)
			}
			if r.OK || r.Broken+r.Gaps == 0 {
				t.Errorf("%+v", r)
			}
		})
	}
}

func carryOut(stdin string, args ...string) (code int, stdout, stderr string) {
	out, err := operatortest.Run(context.Background(), &Command{}, nil, time.Now(), stdin, args...)
	if code = operatortest.ExitCode(err); code == command.Failed {
		stderr = err.Error()
	}
	return code, out, stderr
}

func TestTheCommandReadsFilesAndAddresses(t *testing.T) {
	export := newHouse(t).solo(3, 100).battles(20).out.String()
	code, out, errs := carryOut(export, "-")
	if code != 0 || errs != "" || !strings.Contains(out, "Nothing here that chance does not explain") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/fair/export" {
			http.NotFound(w, r) // as a page of the site would, the start page is none of the records
			return
		}
		fmt.Fprint(w, export)
	}))
	defer server.Close()
	for _, address := range []string{"", "/", "/api/fair/export"} {
		code, out, _ = carryOut("", "--json", server.URL+address)
		var r Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 || r.Results != 300+160 {
			t.Errorf("%q: exit %d err %v results %d", address, code, err, r.Results)
		}
	}
	if code, _, errs := carryOut("", server.URL+"/fair"); code != command.Failed || !strings.Contains(errs, "404") {
		t.Errorf("another page: exit %d %s", code, errs)
	}
	gap := strings.Join(slices.DeleteFunc(strings.SplitAfter(export, "\n"),
		func(l string) bool { return strings.Contains(l, `"n":50,`) }), "")
	if code, out, _ := carryOut(gap, "-"); code != 1 || !strings.Contains(out, "NOT SOUND") {
		t.Errorf("a gap: exit %d\n%s", code, out)
	}
}

// A house that draws twice where an item would be dear keeps every record sound: the code must tell it apart from a
// forged one.
func TestACommandEndsWithFiveWhenATestIsBeyondChance(t *testing.T) {
	h := newHouse(t)
	h.choose = func(options []fairness.Outcome, _ bool) int {
		if options[0].V < fairness.TicketUnit/20 {
			return 1
		}
		return 0
	}
	export := h.solo(3, 500).out.String()
	if code, out, errs := carryOut(export, "-"); code != 5 || errs != "" || !strings.Contains(out, "BEYOND CHANCE") ||
		strings.Contains(out, "NOT SOUND") {
		t.Errorf("biased draws: exit %d\n%s%s", code, out, errs)
	}
	code, out, _ := carryOut(export, "--json", "-")
	var r Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 5 || r.OK || r.Broken+r.Gaps != 0 ||
		!find(t, r, "box 7 v1 tickets").Beyond {
		t.Errorf("biased draws as JSON: exit %d, %v, %+v", code, err, r)
	}
	forged := strings.Replace(export, `"item":4`, `"item":3`, 1)
	if code, _, _ := carryOut(forged, "-"); code != 1 || forged == export {
		t.Errorf("biased draws and a forged record: exit %d", code)
	}
	honest := newHouse(t).solo(3, 500).out.String()
	if code, out, _ := carryOut(honest, "-"); code != 0 {
		t.Errorf("honest draws: exit %d\n%s", code, out)
	}
}

func TestMalformedExportsAreRefused(t *testing.T) {
	export := newHouse(t).solo(1, 3).out.String()
	for name, text := range map[string]string{
		"empty":        "",
		"no results":   strings.SplitAfter(export, "\n")[0],
		"not JSON":     export + "{\n",
		"no record":    export + "{}\n",
		"two records":  export + `{"odds":"x","roster":"y"}` + "\n",
		"unknown":      export + `{"other":1}` + "\n",
		"broken odds":  `{"odds":"BOX1/odds\n"}` + "\n" + export,
		"missing seed": strings.Replace(export, `"userSeed":"66hash"`, `"userSeed":""`, 1),
	} {
		if code, out, errs := carryOut(text, "-"); code != command.Failed || out != "" || errs == "" {
			t.Errorf("%s: exit %d %q %q", name, code, out, errs)
		}
	}
	if code, _, _ := carryOut("", "a", "b"); code != command.Failed {
		t.Errorf("two arguments: exit %d", code)
	}
}

// Values from published tables.
func TestTailProbabilitiesAreThoseOfTables(t *testing.T) {
	for _, c := range []struct{ stat, freedom, want float64 }{
		{3.841459, 1, 0.05}, {6.634897, 1, 0.01}, {18.307038, 10, 0.05}, {2.558212, 10, 0.99}, {124.342113, 100, 0.05},
		{0.0039321, 1, 0.95},
	} {
		if got := upperGamma(c.freedom/2, c.stat/2); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("chi-square %v with %v degrees: %v, want %v", c.stat, c.freedom, got, c.want)
		}
	}
	if got := normalP(z99); math.Abs(got-0.01) > 1e-8 {
		t.Errorf("normal: %v", got)
	}
}
