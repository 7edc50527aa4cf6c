package fairness

import "testing"

func (v *vectors) battleVectors(t *testing.T) {
	for _, b := range []battleVector{
		{Mode: ModeNormal, Values: [][]int64{{10, 20}, {30, 5}}, TieSeat: -1},
		{Mode: ModeNormal, Values: [][]int64{{10, 20, 15}, {30, 5, 25}}, TieSeat: 2},
		{Mode: ModeNormal, Values: [][]int64{{7, 7, 7, 7}}, TieSeat: 3},
		{Mode: ModeInverse, Values: [][]int64{{10, 20, 10, 30}}, TieSeat: 0},
		{Mode: ModeInverse, Values: [][]int64{{10, 20, 9, 30}}, TieSeat: -1},
		{Mode: ModeTerminal, Values: [][]int64{{1000, 1}, {1, 2}}, TieSeat: -1},
		{Mode: ModeTerminal, Values: [][]int64{{1000, 1}, {2, 2}}, TieSeat: 1},
		{Mode: ModeShare, Values: [][]int64{{5, 6, 7}}, TieSeat: -1},
		{Mode: ModeShare, Values: [][]int64{{5, 5, 5}}, TieSeat: -1},
		{Mode: ModeTeams, Values: [][]int64{{1, 1, 100, 0}, {200, 0, 1, 0}}, TieSeat: -1},
		{Mode: ModeTeams, Values: [][]int64{{1, 2, 3, 0}}, TieSeat: 3},
		{Mode: ModeTeams, Values: [][]int64{{1, 2, 3, 0}}, TieSeat: 0},
		{Mode: ModeNormal, Values: [][]int64{{7, 7}}, TieSeat: -1, Bad: true},
		{Mode: ModeNormal, Values: [][]int64{{7, 7, 1}}, TieSeat: 2, Bad: true},
		{Mode: ModeNormal, Values: [][]int64{}, TieSeat: -1, Bad: true},
		{Mode: ModeNormal, Values: [][]int64{{1}}, TieSeat: -1, Bad: true},
		{Mode: ModeNormal, Values: [][]int64{{1, 2, 3, 4, 5}}, TieSeat: -1, Bad: true},
		{Mode: ModeNormal, Values: [][]int64{{1, 2}, {1}}, TieSeat: -1, Bad: true},
		{Mode: ModeNormal, Values: [][]int64{{1, -2}}, TieSeat: -1, Bad: true},
		{Mode: ModeTeams, Values: [][]int64{{1, 2, 3}}, TieSeat: -1, Bad: true},
		{Mode: "", Values: [][]int64{{1, 2}}, TieSeat: -1, Bad: true},
		{Mode: "undefined", Values: [][]int64{{1, 2}}, TieSeat: -1, Bad: true},
	} {
		var tie func([]int) int
		if b.TieSeat >= 0 {
			tie = func([]int) int { return b.TieSeat }
		}
		s, err := ScoreBattle(b.Mode, BattleTeams(b.Mode), b.Values, tie)
		verdict(t, b.Bad, err, "battle %+v", b)
		b.Totals, b.Scores, b.Tied, b.Winners = s.Totals, s.Scores, s.Tied, s.Winners
		v.Battles = append(v.Battles, b)
	}
	if _, err := ScoreBattle(ModeTeams, []int{0, 1, 0, 1}, [][]int64{{1, 2, 3, 4}}, nil); err == nil {
		t.Error("teams of another seating pass")
	}
}

func (v *vectors) beaconVectors(t *testing.T) {
	for _, round := range []uint64{1, 2, 50, ChainSpan, ChainSpan + 1, 2*ChainSpan + 10} {
		v.Beacons = append(v.Beacons, beaconVector{Beacon: testBeacon(round)})
	}
	good := testBeacon(50)
	for _, spoil := range []func(*Beacon){
		func(b *Beacon) { b.Source = "" },
		func(b *Beacon) { b.Source = "lottery" },
		func(b *Beacon) { b.Round = 0 },
		func(b *Beacon) { b.Round++ },
		func(b *Beacon) { b.Value = zeroHash },
		func(b *Beacon) { b.Proof.Link = b.Proof.Anchor },
		func(b *Beacon) { b.Proof.Anchor = zeroHash },
		func(b *Beacon) { b.Proof.Anchor = "" },
		func(b *Beacon) { b.Proof.AnchorRound = 1 },
		func(b *Beacon) { b.Proof.AnchorRound = 51 },
		func(b *Beacon) { b.Proof.Signature = "00" },
		func(b *Beacon) {
			*b = testBeacon(ChainSpan + 1)
			b.Proof.AnchorRound, b.Proof.Anchor = 0, testChain().Anchor()
		},
	} {
		bad := good
		spoil(&bad)
		v.Beacons = append(v.Beacons, beaconVector{Beacon: bad, Bad: true})
	}
	for _, b := range v.Beacons {
		verdict(t, b.Bad, CheckLocalBeacon(b.Beacon), "beacon %+v", b)
	}
}
