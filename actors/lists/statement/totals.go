package statement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"jadebox/store"
)

// Amounts are what a player has, or what changed of it, in the order of accounts.
type Amounts [5]int64

// Places of the currencies in Amounts.
const (
	Gems = iota
	Real
	WishCards
	Fragments
	Tokens
)

var accounts = [len(Amounts{})]func(store.PlayerID) store.AccountID{store.PlayerGems, store.PlayerReal,
	store.PlayerWishCards, store.PlayerFragments, store.PlayerTokens}

// AmountsOf is what an op changes of a player's balances.
func AmountsOf(op *store.Op, who store.PlayerID) (a Amounts) {
	for _, d := range op.Deltas() {
		for i, of := range accounts {
			if d.Account == of(who) {
				a[i] = d.Cents
			}
		}
	}
	return a
}

// Sum is what the ops under a name changed in a time.
type Sum struct {
	Name    string
	Records int64
	Amounts Amounts
}

// Totals are a time of a statement: what there was at its beginning and at its end, and the names whose sums are the
// difference.
type Totals struct {
	Opening, Closing Amounts
	Sums             []Sum
}

// Summer adds up ops.
type Summer interface {
	SumOps(ctx context.Context, q store.SumQuery) ([]int64, error)
}

// width is what is kept of a name: how many ops, and their amounts.
const width = 1 + len(Amounts{})

// Totals adds a player's statement up, from since on and before until; a zero until is no end.
func (n Names) Totals(ctx context.Context, from Summer, who store.PlayerID, since, until time.Time) (b Totals,
	err error) {
	names := n.All()
	q := store.SumQuery{Player: who, Others: true, List: "statement", Version: n.version(), Kinds: n.Kinds(""),
		Until: until, Width: width * len(names), Add: func(op *store.OpRecord, sums []int64) error {
			at := slices.Index(names, n.Of(op.Kind)) * width
			if at < 0 {
				return fmt.Errorf("statement: op %d of kind %q has no name", op.ID, op.Kind)
			}
			sums[at]++
			for i, cents := range AmountsOf(&op.Op, who) {
				sums[at+1+i] += cents
			}
			return nil
		}}
	ever, err := from.SumOps(ctx, q)
	if err != nil {
		return b, err
	}
	in := ever
	if !since.IsZero() {
		q.Since = since
		if in, err = from.SumOps(ctx, q); err != nil {
			return b, err
		}
	}
	for k, name := range names {
		s := Sum{Name: name, Records: in[k*width]}
		for i := range s.Amounts {
			s.Amounts[i] = in[k*width+1+i]
			b.Closing[i] += ever[k*width+1+i]
			b.Opening[i] += ever[k*width+1+i] - s.Amounts[i]
		}
		if s.Records > 0 {
			b.Sums = append(b.Sums, s)
		}
	}
	return b, nil
}

// version names what sums are made by: those of another list of names are of no use.
func (n Names) version() string {
	h := sha256.New()
	for _, name := range n.All() {
		fmt.Fprintf(h, "%s=%q\n", name, slices.Sorted(slices.Values(n.kinds[name])))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
