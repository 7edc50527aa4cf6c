package fairness

import "fmt"

// Shared by the kinds whose outcomes stand in a list behind a root, published before the first of them is known: the
// deck of lucky cards and the packets of a rain.

// shown is what a bundle shows of such a list: the value at a place.
type shown struct {
	place int
	value int64
}

// commitTo hides a list behind its root, under the salts of the key that drew it.
func commitTo(k Key, label, scope, beacon, ctx string, values []int64) (*Commitment, error) {
	salts, err := Salts(k, label, scope, beacon, ctx, len(values))
	if err != nil {
		return nil, err
	}
	return Commit(label, scope, values, salts)
}

// checkListForm is the form of a bundle of one outcome, opened, or of the whole list with the key.
func checkListForm(b *Bundle, root string, o *Opening, list []shown) error {
	switch {
	case b.Epoch != 0 || len(b.Odds) != 0 || len(b.Results) != 0 || !isHash(root):
		return fmt.Errorf("%w: a %s bundle has epoch 0, a root, and neither odds nor results", ErrInput, b.Kind)
	case o == nil && (b.Key == "" || b.ResultID != b.Scope):
		return fmt.Errorf("%w: a whole list has its scope as result id and an open key", ErrInput)
	case o != nil && (len(list) != 1 || b.ResultID != ResultID(b.Scope, uint64(list[0].place))):
		return fmt.Errorf("%w: one opening is of one outcome, whose place is in the result id", ErrInput)
	}
	return nil
}

// checkOpened holds an opening to the one outcome that it is of and to the root of a list of a size.
func checkOpened(label, scope, root string, o Opening, size int, one shown) error {
	if o.Index != one.place || o.Size != size || o.Value != one.value {
		return fmt.Errorf("%w: the opening is of another outcome", ErrMismatch)
	}
	return CheckOpening(label, scope, root, o)
}

// checkRedrawn holds what was shown to the list that the key draws.
func checkRedrawn(root string, c *Commitment, values []int64, list []shown) error {
	if c.Root() != root {
		return fmt.Errorf("%w: the list has another root", ErrMismatch)
	}
	for _, one := range list {
		if one.place >= len(values) || one.value != values[one.place] {
			return fmt.Errorf("%w: another value lies at %d", ErrMismatch, one.place)
		}
	}
	return nil
}
