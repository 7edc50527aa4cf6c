package fairness

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"jadebox/fairness/log"
)

// forgedLog is what any stranger can make at home: a key of the house's name and a log of two leaves, the second of
// them the result.
func forgedLog(b *Bundle) *Bundle {
	forged := *b
	origin, _, _ := strings.Cut(b.Log.PublicKey, "+")
	secret, public, err := log.GenerateKey(bytes.NewReader(bytes.Repeat([]byte{9}, 64)), origin)
	if err != nil {
		panic(err)
	}
	var tree log.Memory
	must(tree.Append([]byte("anything")))
	index := must(tree.Append([]byte(b.Log.Leaf)))
	forged.Log = &LogProof{Leaf: b.Log.Leaf, Index: index, TreeSize: 2,
		Proof:      must(log.ProveInclusion(2, index, &tree)),
		Checkpoint: must(log.Sign(2, must(log.Root(2, &tree)), secret)), PublicKey: public}
	return &forged
}

// round1000MS is when quicknet's round 1000 came.
const round1000MS = QuicknetGenesisMS + 999*QuicknetPeriodMS

// drandBundle draws under round 1000 of quicknet, as the network published it, from an epoch of that time.
func drandBundle(openedAtMS int64) *Bundle {
	k, odds := testKey(0x11), testOdds()
	c := soloContext(k)
	c.BeaconSource, c.BeaconRound, c.OpenedAtMS = BeaconDrand, 1000, openedAtMS
	b := Beacon{Source: BeaconDrand, Round: 1000,
		Value: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd", Proof: BeaconProof{
			Signature: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"}}
	draw := must(drawBox(k, c, b, 17, "66hash", odds))
	bundle := must(NewBoxBundle(c, k.Reveal(), b, draw, odds.Proof(testNames)))
	leaf := ResultLeaf(bundle.Scope, bundle.Context.Hash, b.Value, draw, odds)
	leaf.StakeCents, leaf.AtMS = 1_000, testGenesisMS+9_000
	bundle.Log = logProof(must(leaf.Leaf()))
	return bundle
}

// seatedBot is a battle with a seat that has no account.
func seatedBot(player int64, userSeed string, flagged bool) *Bundle {
	k, odds := testKey(0x22), testOdds()
	c, b := battleContext(k, 42, ModeNormal, []*Odds{odds}), testBeacon(6)
	c.Seats = c.Seats[:3]
	c.Seats[2] = Seat{Seat: 2, Player: player, UserSeed: userSeed, Bot: flagged}
	draw := must(DrawBattle(k, c, b, []*Odds{odds}))
	bundle := must(NewBattleBundle(c, k.Reveal(), b, draw, []OddsProof{odds.Proof(testNames)}))
	bundle.Log = logProof([]byte(bundle.Context.Leaf))
	return bundle
}

// weighed is a line of testdata/verdicts.json. The TypeScript verifier must say the same.
type weighed struct {
	Name    string   `json:"name"`
	Bundle  *Bundle  `json:"bundle"`
	LogKey  string   `json:"logKey"`  // pinned
	Anchors []Anchor `json:"anchors"` // pinned
	Drand   bool     `json:"drand"`   // a verifier of its signatures is there, and content
	Memory  Memory   `json:"memory"`
	Asked   string   `json:"asked"`
	Verdict Verdict  `json:"verdict"`
	Exit    int      `json:"exit"`
}

func TestEveryVerdictHolds(t *testing.T) {
	open, hidden, drand := boxBundle(true), boxBundle(false), drandBundle(round1000MS-BeaconDelayMS)
	key, anchors := open.Log.PublicKey, testAnchors()
	forged, waiting, spoilt := forgedLog(open), boxBundle(true), boxBundle(true)
	waiting.Log = nil
	spoilt.Results[0].Item = 13 + 1
	noSteps := boxBundle(true)
	noSteps.Beacon.Proof.Anchor, noSteps.Beacon.Proof.AnchorRound = noSteps.Beacon.Proof.Link, noSteps.Beacon.Round
	seen := Memory{LogKey: key, Anchors: anchors, SinceMS: testGenesisMS}
	otherChain := Memory{LogKey: key, Anchors: []Anchor{{Rounds: 100, Link: strings.Repeat("0", 64)}},
		SinceMS: testGenesisMS}
	tests := []weighed{
		{Name: "nothing pinned", Bundle: open},
		{Name: "forged key, nothing pinned", Bundle: forged},
		{Name: "forged key, pinned", Bundle: forged, LogKey: key, Anchors: anchors},
		{Name: "forged key, remembered", Bundle: forged, Memory: seen},
		{Name: "forged key, pinned and remembered", Bundle: forged, LogKey: key, Memory: seen},
		{Name: "remembered", Bundle: open, Memory: seen},
		{Name: "remembered, another chain", Bundle: open, Memory: otherChain},
		{Name: "a chain that memory does not reach", Bundle: open,
			Memory: Memory{LogKey: key, Anchors: []Anchor{{Round: 50, Rounds: 100, Link: strings.Repeat("0", 64)}},
				SinceMS: 1}},
		{Name: "pinned, own chain", Bundle: open, LogKey: key, Anchors: anchors},
		{Name: "pinned key alone", Bundle: open, LogKey: key},
		{Name: "pinned, another chain", Bundle: open, LogKey: key, Anchors: otherChain.Anchors},
		{Name: "pinned, not revealed", Bundle: hidden, LogKey: key, Anchors: anchors},
		{Name: "pinned, drand", Bundle: drand, LogKey: key, Drand: true},
		{Name: "pinned, drand not checked", Bundle: drand, LogKey: key},
		{Name: "not in the log", Bundle: waiting, LogKey: key, Anchors: anchors},
		{Name: "another result", Bundle: open, LogKey: key, Anchors: anchors, Asked: "solo:u1001:e1:n18"},
		{Name: "another result, forged", Bundle: forged, LogKey: key, Asked: "solo:u1001:e1:n18"},
		{Name: "another item", Bundle: spoilt, LogKey: key, Anchors: anchors},
		{Name: "a beacon of no steps", Bundle: noSteps, LogKey: key},
		{Name: "opened a millisecond too late for its round", Bundle: drandBundle(round1000MS - BeaconDelayMS + 1),
			LogKey: key, Drand: true},
		{Name: "opened three years later than its round", Bundle: drandBundle(testGenesisMS), LogKey: key, Drand: true},
		{Name: "a seat without account", Bundle: seatedBot(BotIDs+3, "bot2", true), LogKey: key},
		{Name: "a seat without account, by a chosen seed", Bundle: seatedBot(BotIDs+3, "bot1", true), LogKey: key},
		{Name: "a seat without account, shown as a player", Bundle: seatedBot(BotIDs+3, "bot2", false), LogKey: key},
		{Name: "a seat without account, under another seat's number", Bundle: seatedBot(BotIDs+2, "bot2", true),
			LogKey: key},
	}
	want := []string{
		"weaker [key anchor house witness] []",
		"weaker [key anchor house witness] []",
		"refused [] []",
		"differs [remembered house witness] [log-key]",
		"refused [] []",
		"weaker [remembered house witness] []",
		"differs [remembered house witness] [anchor]",
		"weaker [anchor remembered house witness] []",
		"weaker [house witness] []",
		"weaker [anchor house witness] []",
		"refused [] []",
		"weaker [house reveal witness] []",
		"weaker [witness] []",
		"weaker [beacon witness] []",
		"pending [house witness] []",
		"differs [house witness] [asked]",
		"refused [] []",
		"refused [] []",
		"refused [] []",
		"refused [] []",
		"refused [] []",
		"weaker [anchor house witness] []",
		"refused [] []",
		"refused [] []",
		"refused [] []",
	}
	for i := range tests {
		c := &tests[i]
		trust := Trust{LogKey: c.LogKey, Anchors: c.Anchors}
		if c.Drand {
			trust.Drand = CheckBeacon
		}
		c.Verdict = Judge(c.Bundle, VerifyWith(c.Bundle, trust), trust, c.Memory, c.Asked)
		c.Exit = c.Verdict.State.Exit()
		var what []string
		for _, d := range c.Verdict.Differs {
			what = append(what, d.What)
			if d.Yours == d.Theirs {
				t.Errorf("%s: %+v", c.Name, d)
			}
		}
		if got := fmt.Sprintf("%s %v %v", c.Verdict.State, c.Verdict.Missing, what); got != want[i] {
			t.Errorf("%s: %s, want %s", c.Name, got, want[i])
		}
	}
	golden(t, "verdicts.json", marshal(t, tests))
}

// Green needs everything. Of a BOX1 proof with a pinned key and drand only the witnesses are missing, which a later
// format has.
func TestNothingMissingIsVerified(t *testing.T) {
	b := drandBundle(round1000MS - BeaconDelayMS)
	trust := Trust{LogKey: b.Log.PublicKey, Drand: CheckBeacon}
	report := VerifyWith(b, trust)
	b.Format = "with witnesses"
	if v := Judge(b, report, trust, Memory{}, ""); v.State != StateVerified || len(v.Missing) != 0 {
		t.Errorf("%+v", v)
	}
	if v := Judge(b, report, Trust{}, Memory{LogKey: trust.LogKey, SinceMS: 1}, ""); v.State != StateWeaker {
		t.Errorf("memory makes nothing green: %+v", v)
	}
	if v := Judge(b, Report{OK: true}, trust, Memory{}, ""); v.State != StateRefused {
		t.Errorf("a report without checks: %+v", v)
	}
}

func TestEachStateHasItsExitCode(t *testing.T) {
	for state, want := range map[State]int{StateVerified: 0, StateRefused: 1, StateWeaker: 3, StatePending: 4,
		StateDiffers: 5, "": 1, "other": 1} {
		if got := state.Exit(); got != want || got == ExitUnreadable {
			t.Errorf("%s: exit %d, want %d", state, got, want)
		}
	}
}
