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

type catalog struct {
	defs     map[store.DefID]store.ItemDef
	boxes    map[store.BoxID][]store.Box // by ascending version
	settings map[string][]byte

	settingVersions map[string][]store.SettingVersion // by ascending version
	settingsStamp   int64
}

func newCatalog() catalog {
	return catalog{defs: map[store.DefID]store.ItemDef{}, boxes: map[store.BoxID][]store.Box{},
		settings:        map[string][]byte{},
		settingVersions: map[string][]store.SettingVersion{}}
}

// PutItemDefs implements store.Catalog.
func (e *Engine) PutItemDefs(_ context.Context, defs []store.ItemDef) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, d := range defs {
		e.defs[d.ID] = d
	}
	return nil
}

// ItemDefs implements store.Catalog.
func (e *Engine) ItemDefs(context.Context) ([]store.ItemDef, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.ItemDef
	for _, id := range slices.Sorted(maps.Keys(e.defs)) {
		list = append(list, e.defs[id])
	}
	return list, nil
}

// PutBox implements store.Catalog.
func (e *Engine) PutBox(_ context.Context, b store.Box) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	b.Entries, b.Tags = slices.Clone(b.Entries), slices.Clone(b.Tags)
	b.At = b.At.UTC().Truncate(time.Microsecond)
	versions := e.boxes[b.ID]
	if n := len(versions); n > 0 {
		latest := versions[n-1]
		switch {
		case b.Version < latest.Version,
			b.Version == latest.Version && (b.PriceCents != latest.PriceCents ||
				!slices.Equal(b.Entries, latest.Entries)):
			return fmt.Errorf("%w: box %d version %d", store.ErrConflict, b.ID, b.Version)
		case b.Version == latest.Version:
			versions[n-1] = b
			return nil
		}
	}
	e.boxes[b.ID] = append(versions, b)
	return nil
}

// Boxes implements store.Catalog.
func (e *Engine) Boxes(context.Context) ([]store.Box, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Box
	for _, versions := range e.boxes {
		list = append(list, copyBox(versions[len(versions)-1]))
	}
	slices.SortFunc(list, func(a, b store.Box) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight),
			cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// BoxVersion implements store.Catalog.
func (e *Engine) BoxVersion(_ context.Context, id store.BoxID, version uint32) (store.Box, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, b := range e.boxes[id] {
		if b.Version == version {
			return copyBox(b), nil
		}
	}
	return store.Box{}, fmt.Errorf("%w: box %d version %d", store.ErrNotFound, id, version)
}

// Setting implements store.Catalog.
func (e *Engine) Setting(_ context.Context, key string) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	v, ok := e.settings[key]
	if !ok {
		return nil, fmt.Errorf("%w: setting %q", store.ErrNotFound, key)
	}
	return bytes.Clone(v), nil
}

// PutSetting implements store.Catalog.
func (e *Engine) PutSetting(_ context.Context, key string, value []byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settings[key] = bytes.Clone(value)
	return nil
}

// Spent implements store.Catalog.
func (e *Engine) Spent(_ context.Context, from, to time.Time, butKinds ...string) (cents int64, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range e.rows {
		if r.at.Before(from) || !r.at.Before(to) {
			continue
		}
		rec, err := r.record()
		if err != nil {
			return 0, err
		}
		if slices.Contains(butKinds, rec.Kind) {
			continue
		}
		for _, p := range rec.Postings {
			if p.Credit == store.House && (p.Debit.Class() == store.ClassPlayerGems ||
				p.Debit.Class() == store.ClassRoomEscrow) {
				cents += p.AmountCents
			}
		}
	}
	return cents, nil
}

// Stats implements store.Catalog.
func (e *Engine) Stats(context.Context) (store.Stats, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := store.Stats{Players: int64(len(e.players))}
	for _, it := range e.items {
		if it.Source == store.FromBox {
			s.BoxesOpened++
		}
	}
	return s, nil
}

func copyBox(b store.Box) store.Box {
	b.Entries, b.Tags = slices.Clone(b.Entries), slices.Clone(b.Tags)
	return b
}

// DeleteSetting implements store.Catalog.
func (e *Engine) DeleteSetting(_ context.Context, key string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.settings, key)
	return nil
}
