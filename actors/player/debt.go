package player

import "context"

// owes reports whether the player may owe something of what lies there: a recharge was taken back since the last time
// that nothing was owed. Who never had one taken back costs a comparison.
func (a *player) owes() bool {
	return a.rec.Reversed > a.cleared && a.rec.GemsCents > 0 && a.Collect != nil
}

// collect has a debt take what has come in, and goes on when memory has what is left. It runs inside the lane, so that
// nothing which waits there spends it first. What it takes is an op of its own, behind the one that credited: where a
// process ends between the two, the next activation begins with it. A debt that cannot be taken now holds nobody up.
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
