package sim

import (
	"context"
	"strings"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/statement"
	"jadebox/store"
)

var statementNames = statement.NamesOf(kinds.All)

// checkNamed finds ops that move a player's money and that no statement lists. Gifts of the simulator itself are
// tests'.
func (s *simulation) checkNamed(op *store.Op) {
	if statementNames.Of(op.Kind) == "" && !strings.HasPrefix(op.Kind, "test.") && statement.Moves(op) {
		s.fail("an op of kind %s moves a player's money and has no name in actors/lists/statement", op.Kind)
	}
}

// checkStatements adds up what every player is shown (invariant 14).
func (s *simulation) checkStatements(ctx context.Context, b *books) {
	sums := map[store.PlayerID]map[store.AccountID]int64{}
	for account, cents := range b.balances {
		if !account.OfPlayer() || cents == 0 {
			continue
		}
		who := store.PlayerID(account.Owner())
		if sums[who] == nil {
			sums[who] = s.statement(ctx, who)
		}
		if sum := sums[who][account]; sum != cents {
			s.fail("the statement of player %d adds up to %d %s, the balance is %d", who, sum, account.Currency(),
				cents)
		}
	}
}

func (s *simulation) statement(ctx context.Context, who store.PlayerID) map[store.AccountID]int64 {
	sum := map[store.AccountID]int64{}
	ops, _, err := s.engine.Ops(ctx, store.OpQuery{Player: who, Others: true, Page: store.Page{Limit: 1 << 20}})
	if err != nil {
		s.fail("statement of player %d: %v", who, err)
	}
	for i := range ops {
		for _, d := range ops[i].Deltas() {
			sum[d.Account] += d.Cents
		}
	}
	return sum
}
