package battle

import (
	"reflect"
	"strconv"
	"testing"

	"jadebox/fairness"
)

// The OpenAPI document says it in a tag, which cannot name a constant.
func TestABattleTakesAsManyBoxesAsItCanHaveRounds(t *testing.T) {
	f, ok := reflect.TypeFor[BattleSetup]().FieldByName("Boxes")
	if got := f.Tag.Get("maxItems"); !ok || got != strconv.Itoa(fairness.BattleRoundsMax) {
		t.Errorf("at most %q boxes, want %d", got, fairness.BattleRoundsMax)
	}
}
