package playthrough_test

import (
	"encoding/json"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/player"
	"jadebox/store"
)

func TestAnUpgradeCountsByWhatItMayLose(t *testing.T) {
	for rateE8, want := range map[uint32]int64{100_000_000: 0, 99_820_000: 0, 92_000_000: 34, 1_000_000: 429} {
		u := player.Upgraded{GemsCents: 434, RateE8: rateE8}
		if rateE8 == 92_000_000 {
			u.GemsCents = 433 // 34.64
		}
		result, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		op := &store.Op{Player: 7, Kind: player.KindUpgrade, Result: result}
		if got := player.Staked(op, kinds.All.Stakes); got != want {
			t.Errorf("an upgrade at %d counts %d, want %d", rateE8, got, want)
		}
	}
}
