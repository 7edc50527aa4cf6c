package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// Factors implements store.Factors.
func (e *Engine) Factors(_ context.Context, p store.PlayerID) ([]store.Factor, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := slices.Collect(maps.Values(e.factors[p]))
	for i := range list {
		list[i].Sealed = bytes.Clone(list[i].Sealed)
	}
	slices.SortFunc(list, func(a, b store.Factor) int {
		return cmp.Or(a.At.Compare(b.At), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return list, nil
}

// PutFactors implements store.Factors.
func (e *Engine) PutFactors(_ context.Context, p store.PlayerID, instead []store.FactorKind,
	added []store.Factor) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	next := maps.Clone(e.factors[p])
	if next == nil {
		next = map[[32]byte]store.Factor{}
	}
	maps.DeleteFunc(next, func(_ [32]byte, f store.Factor) bool { return slices.Contains(instead, f.Kind) })
	for _, f := range added {
		if _, taken := next[f.ID]; taken {
			return fmt.Errorf("%w: factor", store.ErrConflict)
		}
		f.At, f.Used = f.At.UTC().Truncate(time.Microsecond), time.Time{}
		f.Sealed = append([]byte{}, f.Sealed...)
		next[f.ID] = f
	}
	e.factors[p] = next
	return nil
}

// UseFactor implements store.Factors.
func (e *Engine) UseFactor(_ context.Context, p store.PlayerID, f store.Factor, before []byte) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	held, ok := e.factors[p][f.ID]
	if !ok || !bytes.Equal(held.Sealed, before) {
		return false, nil
	}
	held.Sealed, held.Used = bytes.Clone(f.Sealed), f.Used.UTC().Truncate(time.Microsecond)
	e.factors[p][f.ID] = held
	return true, nil
}

// TakeFactor implements store.Factors.
func (e *Engine) TakeFactor(_ context.Context, p store.PlayerID, id [32]byte) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, ok := e.factors[p][id]
	delete(e.factors[p], id)
	return ok, nil
}
