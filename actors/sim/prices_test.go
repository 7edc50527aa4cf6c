package sim

import (
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/store"
)

// A wrong price is found in each op that a kind lists, of a player by the model itself: from what the client asked for.
func TestACentTooMuchInAnyOpOfAKindIsFound(t *testing.T) {
	for _, spec := range kinds.All {
		for _, o := range spec.Ops {
			t.Run(o.Kind, func(t *testing.T) {
				house := false
				mistake := func(op *store.Op) {
					if op.Kind != o.Kind {
						return
					}
					house = house || !strings.HasPrefix(op.Key, "k") // keys of clients
					op.Postings = append(op.Postings, store.Posting{Debit: store.House,
						Credit: store.PlayerGems(max(1, op.Player)), AmountCents: 1})
				}
				wrong := found(t, 200, func() play { return play{workload: workloadOf(spec.Kind), mistake: mistake} })
				if !house && !strings.Contains(wrong, " gem of player ") {
					t.Errorf("the model of what a command is worth says nothing: %s", wrong)
				}
			})
		}
	}
}
