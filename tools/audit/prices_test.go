package audit

import (
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/statement"
)

func TestEveryOpOfAPlayersRecordsHasARuleOfWhatItMayCostAndGive(t *testing.T) {
	for _, op := range statement.NamesOf(kinds.All).Kinds("") {
		_, ruled := rules[op]
		kind, _, _ := strings.Cut(op, ".")
		_, ofRoom := kinds.All.Of(kind)
		isTrial := slices.ContainsFunc(trials, func(prefix string) bool { return strings.HasPrefix(op, prefix) })
		if !ruled && !ofRoom && !isTrial {
			t.Errorf("%s is in actors/lists/statement, and not in rules of tools/audit/prices.go", op)
		}
	}
}
