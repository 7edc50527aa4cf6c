package player

import (
	"context"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

// ErrDebt refuses what would leave the house while its player owes gems.
var ErrDebt = apierr.New(protocol.CodePayDebt)

// owes reports whether the player may owe something of what lies there: a recharge was taken back since the last time
// that nothing was owed. A player who never had one taken back costs a comparison.
func (a *player) owes() bool {
	return a.rec.Reversed > a.cleared && a.rec.GemsCents > 0 && a.Collect != nil
}

// collect has a debt take what has come in, and goes on when memory has what is left. It runs inside the lane, so that
// nothing which waits there spends it first. What it takes is an op of its own, behind the one that credited: where a
// process ends between the two, the next activation begins with it. A debt that cannot be taken now holds nothing up.
func (a *player) collect(then func()) {
	if !a.owes() {
		then()
		return
	}
	counted := a.rec.Reversed
	a.activation.Go(func() func() {
		left, err := a.Collect(context.Background(), a.id)
		return func() {
			if err == nil && left == 0 {
				a.cleared = counted
			}
			a.reread(func(error) {
				if a.owes() {
					a.refreshLater()
				}
				then()
			})
		}
	})
}

// unowed goes on when nothing is owed, after what there is was taken, and refuses the command of a player who still
// owes something (docs/rules.md, "Recharge"). It is asked of what leaves the house, in gems or not: unlike owes, it
// does not ask what lies there.
func (a *player) unowed(c *command, done, then func()) {
	counted := a.rec.Reversed
	if a.Collect == nil || counted <= a.cleared {
		then()
		return
	}
	a.activation.Go(func() func() {
		left, err := a.Collect(context.Background(), a.id)
		return func() {
			switch {
			case err != nil:
				a.refuse(c, apierr.FromStore(err), done)
			case left > 0:
				a.refuse(c, ErrDebt, done)
			default:
				a.cleared = counted
				a.readToPlay(c, done) // what was taken just now is not in memory yet
			}
		}
	})
}
