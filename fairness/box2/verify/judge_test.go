package verify

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"jadebox/fairness"
	"jadebox/fairness/box2"
)

// A judged case says what a reader knows and which state follows.
type judged struct {
	name    string
	build   build
	trust   func(*Trust)
	quorum  string // "two" unless said otherwise
	seenKey string
	asked   string
	mine    func(*Mine) // what the device kept, changed
	state   fairness.State
	exit    int
	missing []fairness.Gap
	skipped []string
	differs []fairness.Difference
}

func notPinned(t *Trust) { t.Pinned = false }

func judgedCases() []judged {
	local := build{kind: fairness.KindBox, source: fairness.BeaconLocal}
	return []judged{
		{name: "box", build: build{kind: fairness.KindBox}, state: fairness.StateVerified},
		{name: "upgrade", build: build{kind: fairness.KindUpgrade}, state: fairness.StateVerified},
		{name: "battle", build: build{kind: fairness.KindBattle}, state: fairness.StateVerified},
		{name: "roll", build: build{kind: fairness.KindRoll}, state: fairness.StateVerified},
		{name: "wish", build: build{kind: fairness.KindWish}, state: fairness.StateVerified},
		{name: "luckycard", build: build{kind: fairness.KindLuckycard}, state: fairness.StateVerified},
		{name: "rain", build: build{kind: fairness.KindRain}, state: fairness.StateVerified},
		{name: "luckycard-pending", build: build{kind: fairness.KindLuckycard,
			bundle: func(b *Bundle) { b.Logged = "" }}, state: fairness.StatePending, exit: 4,
			skipped: []string{CheckLog, CheckCheckpoint, CheckWitnesses}},
		{name: "box-open", build: build{kind: fairness.KindBox, open: true}, state: fairness.StateVerified,
			skipped: []string{CheckKey}},
		{name: "box-unpinned", build: build{kind: fairness.KindBox}, trust: notPinned, state: fairness.StateWeaker,
			exit: 3, missing: []fairness.Gap{fairness.GapKey}},
		{name: "box-remembered", build: build{kind: fairness.KindBox}, trust: notPinned, seenKey: logKey.vkey,
			state: fairness.StateWeaker, exit: 3, missing: []fairness.Gap{fairness.GapRemembered}},
		{name: "box-key-changed", build: build{kind: fairness.KindBox}, trust: notPinned,
			seenKey: newSigner(origin, "an old log").vkey, state: fairness.StateDiffers, exit: 5,
			missing: []fairness.Gap{fairness.GapRemembered}, differs: []fairness.Difference{
				{What: "log-key", Yours: newSigner(origin, "an old log").vkey, Theirs: logKey.vkey}}},
		{name: "box-asked", build: build{kind: fairness.KindBox}, asked: "solo:u7:e2:n10", state: fairness.StateDiffers,
			exit: 5, differs: []fairness.Difference{{What: "asked", Yours: "solo:u7:e2:n10", Theirs: "solo:u7:e2:n9"}}},
		{name: "box-pending", build: build{kind: fairness.KindBox, bundle: func(b *Bundle) { b.Logged = "" }},
			state: fairness.StatePending, exit: 4, skipped: []string{CheckLog, CheckCheckpoint, CheckWitnesses}},
		{name: "box-mine", build: build{kind: fairness.KindBox}, mine: func(*Mine) {}, state: fairness.StateVerified},
		{name: "box-mine-user-seed", build: build{kind: fairness.KindBox},
			mine: func(m *Mine) { m.Asked.UserSeed = "mine" }, state: fairness.StateDiffers, exit: 5,
			differs: []fairness.Difference{{What: "user-seed", Yours: "mine", Theirs: "1y5fty41257onl9a"}}},
		{name: "upgrade-mine-price", build: build{kind: fairness.KindUpgrade},
			mine: func(m *Mine) { m.Asked.PriceCents = 499 }, state: fairness.StateDiffers, exit: 5,
			differs: []fairness.Difference{{What: "price-cents", Yours: "499", Theirs: "500"}}},
		{name: "box-no-witnesses", build: build{kind: fairness.KindBox}, quorum: "none", state: fairness.StateWeaker,
			exit: 3, missing: []fairness.Gap{fairness.GapWitness}, skipped: []string{CheckBefore, CheckWitnesses}},
		{name: "box-local", build: local, state: fairness.StateWeaker, exit: 3,
			missing: []fairness.Gap{fairness.GapHouse}},
		{name: "box-local-unknown", build: local, trust: func(t *Trust) { t.Chains = nil }, state: fairness.StateWeaker,
			exit: 3, missing: []fairness.Gap{fairness.GapHouse, fairness.GapAnchor}, skipped: []string{CheckBefore}},
	}
}

func (c judged) read() (*Bundle, Trust) {
	if c.quorum == "" {
		c.quorum = "two"
	}
	trust := pinned(c.quorum)
	if c.trust != nil {
		c.trust(&trust)
	}
	b := c.build.make()
	if c.mine != nil {
		trust.Mine, trust.ReceiptsKey = kept(b), receiptsKey.vkey
		c.mine(trust.Mine)
	}
	return b, trust
}

func TestTheStateFollowsFromWhatTheReaderKnows(t *testing.T) {
	for _, c := range judgedCases() {
		b, trust := c.read()
		report := checked(t, b, trust)
		var skipped []string
		for _, check := range report.Checks {
			if check.Skipped && (check.Name != CheckMine || c.mine != nil) {
				skipped = append(skipped, check.Name)
			}
		}
		v := Judge(b, report, trust, c.seenKey, c.asked)
		if v.State != c.state || v.State.Exit() != c.exit || !slices.Equal(v.Missing, c.missing) ||
			!reflect.DeepEqual(v.Differs, append([]fairness.Difference{}, c.differs...)) ||
			!slices.Equal(skipped, c.skipped) {
			t.Errorf("%s: %+v, skipped %q", c.name, v, skipped)
		}
	}
}

func TestOfSeveralStatesTheWorstIsTold(t *testing.T) {
	b := (&build{kind: fairness.KindBox, bundle: func(b *Bundle) { b.Logged = "" }}).make()
	trust := pinned("two")
	if v := Judge(b, checked(t, b, trust), trust, "", "another"); v.State != fairness.StateDiffers {
		t.Errorf("pending and not what was asked for: %+v", v)
	}
	b.Key = other
	if v := Judge(b, checked(t, b, trust), trust, "", "another"); v.State != fairness.StateRefused ||
		len(v.Differs) != 0 {
		t.Errorf("a failed check and not what was asked for: %+v", v)
	}
	if v := Judge(b, Report{Report: fairness.Report{OK: true}}, trust, "", ""); v.State != fairness.StateRefused {
		t.Errorf("a report without checks: %+v", v)
	}
}

func TestALocalValueMustLeadToTheChainThatTheReaderKnows(t *testing.T) {
	local := build{kind: fairness.KindBox, source: fairness.BeaconLocal}
	failed := func(c build, trust Trust) (names []string) {
		for _, check := range checked(t, c.make(), trust).Checks {
			if !check.OK && !check.Skipped {
				names = append(names, check.Name)
			}
		}
		return names
	}
	trust := pinned("two")
	trust.Chains[0].Anchor.Link = other
	if got := failed(local, trust); !slices.Equal(got, []string{CheckBeacon}) {
		t.Errorf("another anchor: %q failed", got)
	}
	zero := local
	zero.beacon = func(b *fairness.Beacon) { b.Proof.AnchorRound, b.Proof.Anchor = b.Round, b.Proof.Link }
	for _, chains := range [][]Chain{nil, {ownChain()}} {
		trust.Chains = chains
		if got := failed(zero, trust); !slices.Equal(got, []string{CheckBeacon}) {
			t.Errorf("no step to the anchor: %q failed", got)
		}
	}
	later := local
	later.context = func(l box2.Leaf) { roundOf(l).Round++ }
	if got := failed(later, trust); !slices.Equal(got, []string{CheckContext}) {
		t.Errorf("a later round: %q failed", got)
	}
	trust.Chains[0].Anchor.Rounds = 5 // the round is of a chain after that one
	if got := failed(later, trust); got != nil {
		t.Errorf("a later round of a chain that is not known: %q failed", got)
	}
}

func TestAChainCountsItsRoundsOnFromTheOneBefore(t *testing.T) {
	c := Chain{Anchor: fairness.Anchor{Round: 100, Rounds: 50}, GenesisMS: 1_000_000, PeriodMS: 1000}
	for ms, want := range map[int64]uint64{900_000: 101, 998_000: 101, 998_001: 102, 1_007_000: 110, 1_007_001: 111} {
		if got := c.RoundAfter(ms); got != want || c.DueMS(got) < ms+fairness.BeaconDelayMS {
			t.Errorf("%d ms: round %d, %d expected", ms, got, want)
		}
	}
	if c.DueMS(101) != 1_001_000 {
		t.Errorf("the first round is due at %d ms", c.DueMS(101))
	}
}

func TestNothingIsVerifiedWithoutAPolicyAndANetwork(t *testing.T) {
	b := (&build{kind: fairness.KindBox}).make()
	whole := pinned("two")
	report := checked(t, b, whole)
	one := fairness.Anchor{Rounds: 1}
	for name, f := range map[string]func(*Trust){
		"no policy":            func(t *Trust) { t.Policy = nil },
		"no network":           func(t *Trust) { t.Drand = nil },
		"a chain without time": func(t *Trust) { t.Chains = []Chain{{Anchor: one, GenesisMS: 1}} },
		"a chain of no rounds": func(t *Trust) { t.Chains = []Chain{{GenesisMS: 1, PeriodMS: 1}} },
		"a chain from never":   func(t *Trust) { t.Chains = []Chain{{Anchor: one, PeriodMS: 1}} },
	} {
		trust := pinned("two")
		f(&trust)
		if report, err := Verify(b, trust); !errors.Is(err, fairness.ErrInput) || report.OK {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
		if v := Judge(b, report, trust, "", ""); v.State != fairness.StateRefused {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if report := checked(t, nil, whole); report.OK {
		t.Errorf("no bundle: %+v", report)
	}
}
