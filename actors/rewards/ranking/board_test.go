package ranking

import (
	"fmt"
	"testing"

	"jadebox/protocol"
)

func TestTheBestOfEachPlayerCounts(t *testing.T) {
	b := board{}
	b.take(protocol.RankRow{Name: "a", Score: 5, AtMS: 2})
	b.take(protocol.RankRow{Name: "a", Score: 4, AtMS: 1})
	b.take(protocol.RankRow{Name: "b", Score: 5, AtMS: 1})
	b.take(protocol.RankRow{Name: "b", Score: 5, AtMS: 9}) // of equals the earlier stays
	if l := b.list(nil); len(l) != 2 || l[0].Name != "b" || l[0].AtMS != 1 || l[1].Name != "a" || l[1].Score != 5 ||
		l[1].Rank != 2 {
		t.Errorf("%+v", l)
	}
}

// However many play, what is remembered stays small and the first ten are the right ones.
func TestBoardIsBounded(t *testing.T) {
	b := board{}
	for i := range 5_000 {
		b.take(protocol.RankRow{Name: fmt.Sprint("p", i), Score: int64(i * 7919 % 5_000), AtMS: int64(i)})
	}
	if len(b) > keepMost {
		t.Errorf("%d rows", len(b))
	}
	for i, row := range b.list(nil) {
		if row.Score != int64(4_999-i) {
			t.Errorf("place %d has score %d", i+1, row.Score)
		}
	}
}

func TestScoresFollowTheirFormula(t *testing.T) {
	row, ok := ofUpgrade(protocol.UpgradeDone{Won: true, RightCents: 12_345, RateE8: 2_500_000})
	if !ok || row.Score != 493_800 || row.Magnification != 4_000 { // 123.45 / 0.025 = 4938.00; ×40
		t.Errorf("%+v", row)
	}
	if _, ok := ofUpgrade(protocol.UpgradeDone{RightCents: 12_345, RateE8: 2_500_000}); ok {
		t.Error("a lost upgrade scores")
	}
	if row := ofOpening(protocol.Drop{ValueCents: 12_345}, 1_000); row.Score != 1_234 {
		t.Errorf("%+v", row)
	}
}

// A row says whose it is and what was won, not only how much it scores.
func TestARowSaysWhoseItIsAndWhatWasWon(t *testing.T) {
	drop := protocol.Drop{PlayerName: "Astra", Avatar: "a.svg", Bot: true, Def: 3, ValueCents: 12_000, BoxID: 7,
		ID: "solo:u1:e1-4", AtMS: 5}
	want := protocol.RankRow{Name: "Astra", Avatar: "a.svg", Bot: true, Magnification: 1_200, Score: 1_200, Def: 3,
		ValueCents: 12_000, BoxID: 7, ResultID: "solo:u1:e1-4", AtMS: 5}
	if got := ofOpening(drop, 1_000); got != want {
		t.Errorf("%+v", got)
	}
	won := protocol.UpgradeDone{Won: true, PlayerName: "Astra", Avatar: "a.svg", Bot: true, RightDef: 3,
		RightCents: 12_345, RateE8: 2_500_000, ID: "solo:u1:e1-5", AtMS: 6}
	want = protocol.RankRow{Name: "Astra", Avatar: "a.svg", Bot: true, Magnification: 4_000, Score: 493_800, Def: 3,
		ValueCents: 12_345, RateE8: 2_500_000, ResultID: "solo:u1:e1-5", AtMS: 6}
	if got, ok := ofUpgrade(won); !ok || got != want {
		t.Errorf("%+v", got)
	}
}
