package store

import (
	"cmp"
	"context"
	"iter"
	"time"
)

// OpPlace is where an op stands in a history: by its time, and among those of one time by its number. Once an op is in
// a history its place does not change, whatever comes later.
type OpPlace struct {
	At time.Time
	ID OpID
}

// Place is where an op stands.
func (op *OpRecord) Place() OpPlace { return OpPlace{op.At, op.ID} }

// IsZero reports whether it is no place.
func (p OpPlace) IsZero() bool { return p == OpPlace{} }

// Compare is below 0 where p is the older one.
func (p OpPlace) Compare(o OpPlace) int { return cmp.Or(p.At.Compare(o.At), cmp.Compare(p.ID, o.ID)) }

// OpReader is what EachOp reads.
type OpReader interface {
	Ops(ctx context.Context, q OpQuery) ([]OpRecord, int, error)
}

// chunk is how many ops EachOp reads at a time, unless the query says so.
const chunk = 200

// end is later than every op.
var end = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// EachOp visits the ops of a history, the newest first, and each exactly once that was there when the visit began. What
// is committed meanwhile moves nothing: an op is visited besides where its time puts it behind those that were visited.
// It reads q.Page.Limit ops at a time (0: 200), each part when the one before was visited, so that a caller that ends
// early reads little; q.Page.Offset has no meaning here, and a list (q.List) must be one of ops: that of an op of a
// room names the room. An error of the engine comes with a nil op and ends the visit.
//
// A sum of what a player did is read by this, or with SumOps where a sum is enough. A page by its offset
// (Engine.Ops) is for showing: a newer op moves the page behind it, and the same op stands on both.
func EachOp(ctx context.Context, from OpReader, q OpQuery) iter.Seq2[*OpRecord, error] {
	return func(yield func(*OpRecord, error) bool) {
		q.Page.Offset = 0
		if q.Page.Limit <= 0 {
			q.Page.Limit = chunk
		}
		if q.Page.Until.IsZero() {
			q.Page.Until = end
		}
		q.Before = OpPlace{At: q.Page.Until}
		for {
			ops, _, err := from.Ops(ctx, q)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range ops {
				if !yield(&ops[i], nil) {
					return
				}
			}
			if len(ops) < q.Page.Limit {
				return
			}
			q.Before = ops[len(ops)-1].Place()
		}
	}
}
