package postgres

import (
	"context"
	"fmt"
	"slices"

	"jadebox/store"
)

// inTime refuses the ops of a batch that are too old to be written (Options.WrittenWithin) and returns the others. One
// of a key that is stored is answered with its receipt, however old it is. One that was tried before, on a connection
// that was lost, may still be on its way there: its outcome is unknown to a caller that does not ask again. On an error
// every op of the batch is still to be answered.
//
// An op waits in the queue for as long as the database is away. Followers that have read the outbox past the end of a
// day would find it behind them: the day is settled.
func (w *writer) inTime(ctx context.Context, batch []*pending, refuse func(*pending, error)) ([]*pending, error) {
	if w.e.opt.WrittenWithin == 0 {
		return batch, nil
	}
	oldest := w.e.opt.Clock().Add(-w.e.opt.WrittenWithin)
	tooOld := func(p *pending) bool { return len(p.op.Events) > 0 && p.op.At.Before(oldest) }
	if !slices.ContainsFunc(batch, tooOld) {
		return batch, nil
	}
	var old, rest []*pending
	for _, p := range batch {
		if tooOld(p) {
			old = append(old, p)
		} else {
			rest = append(rest, p)
		}
	}
	old, err := w.answerKnown(ctx, w.conn, old)
	if err != nil {
		return batch, err
	}
	for _, p := range old {
		why := store.ErrConflict
		if p.norm != nil {
			why = store.ErrUnknown
		}
		refuse(p, fmt.Errorf("%w: its time, %v, is too long ago to be written", why, p.op.At.UTC()))
	}
	return rest, nil
}
