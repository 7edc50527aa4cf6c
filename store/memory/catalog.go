package memory

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

type catalog struct {
	defs     map[store.DefID]store.ItemDef // what was there before the first change of the catalogue
	dated    []store.DatedItem             // what changes of the catalogue brought, in their order
	boxes    map[store.BoxID][]store.Box   // by ascending version
	kept     map[string][]byte
	keptRows map[string]map[string][]byte

	settingVersions map[string][]store.SettingVersion // by ascending version
	settingsStamp   int64
	settingsNow     *store.SettingsNow // what was read since the last change; nil: nothing
}

func newCatalog() catalog {
	return catalog{defs: map[store.DefID]store.ItemDef{}, boxes: map[store.BoxID][]store.Box{},
		kept:            map[string][]byte{},
		keptRows:        map[string]map[string][]byte{},
		settingVersions: map[string][]store.SettingVersion{}}
}

// PutItemDefs implements store.Catalog.
func (e *Engine) PutItemDefs(ctx context.Context, defs []store.ItemDef) error {
	if err := store.PutItems(ctx, rulesOf{e}, e.clock, defs); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, d := range defs { // what only looks otherwise
		e.defs[d.ID] = d
	}
	return nil
}

// ItemDefs implements store.Catalog.
func (e *Engine) ItemDefs(context.Context) ([]store.ItemDef, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return store.ItemsAt(e.datedItems(), e.clock()), nil
}

// datedItems are all definitions that there ever were. The caller holds mu.
func (e *Engine) datedItems() (all []store.DatedItem) {
	for _, id := range slices.Sorted(maps.Keys(e.defs)) {
		all = append(all, store.DatedItem{Def: e.defs[id]})
	}
	return append(all, e.dated...)
}

// ChangeCatalogue implements store.Catalog.
func (e *Engine) ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error {
	return store.PutCatalogue(ctx, rulesOf{e}, e.clock, build)
}

// CatalogueStamp implements store.Catalog.
func (e *Engine) CatalogueStamp(context.Context) (stamp int64, next time.Time, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.clock()
	one := func(at time.Time) {
		stamp++
		if at.After(now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	for _, versions := range e.boxes {
		for _, b := range versions {
			one(b.At)
		}
	}
	for _, d := range e.dated {
		one(d.At)
	}
	return stamp, next, nil
}

// PutBox implements store.Catalog.
func (e *Engine) PutBox(ctx context.Context, b store.Box) error {
	b.Entries, b.Tags = slices.Clone(b.Entries), slices.Clone(b.Tags)
	b.At = b.At.UTC().Truncate(time.Microsecond)
	if err := store.PutVersion(ctx, rulesOf{e}, e.clock, b); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.putBox(b) // what only looks otherwise
	return nil
}

// putBox keeps a version. The caller holds mu.
func (e *Engine) putBox(b store.Box) {
	versions := e.boxes[b.ID]
	for i := range versions {
		if versions[i].Version == b.Version {
			versions[i] = b
			return
		}
	}
	e.boxes[b.ID] = append(versions, b)
}

// Boxes implements store.Catalog.
func (e *Engine) Boxes(context.Context) ([]store.Box, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Box
	for _, versions := range e.boxes {
		if b, ok := store.BoxAt(versions, e.clock()); ok {
			list = append(list, copyBox(b))
		}
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

// Kept implements store.Catalog.
func (e *Engine) Kept(_ context.Context, key string) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	v, ok := e.kept[key]
	if !ok {
		return nil, fmt.Errorf("%w: kept %q", store.ErrNotFound, key)
	}
	return bytes.Clone(v), nil
}

// PutKept implements store.Catalog.
func (e *Engine) PutKept(_ context.Context, key string, value []byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kept[key] = bytes.Clone(value)
	return nil
}

// KeepFirst implements store.Catalog.
func (e *Engine) KeepFirst(_ context.Context, key string, value []byte) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.kept[key]; !ok {
		e.kept[key] = bytes.Clone(value)
	}
	return bytes.Clone(e.kept[key]), nil
}

// PutKeptIf implements store.Catalog.
func (e *Engine) PutKeptIf(_ context.Context, key string, was [32]byte, value []byte, rows map[string][]byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.guarded(); err != nil {
		return err
	}
	var is [32]byte
	if v, ok := e.kept[key]; ok {
		is = sha256.Sum256(v)
	}
	if is != was {
		return fmt.Errorf("%w: kept %q", store.ErrConflict, key)
	}
	e.kept[key] = bytes.Clone(value)
	if e.keptRows[key] == nil {
		e.keptRows[key] = map[string][]byte{}
	}
	for name, row := range rows {
		if row == nil {
			delete(e.keptRows[key], name)
			continue
		}
		e.keptRows[key][name] = bytes.Clone(row)
	}
	return nil
}

// KeptRows implements store.Catalog.
func (e *Engine) KeptRows(_ context.Context, key string) (map[string][]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := map[string][]byte{}
	for name, row := range e.keptRows[key] {
		list[name] = bytes.Clone(row)
	}
	return list, nil
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

// DeleteKeptIf implements store.Catalog.
func (e *Engine) DeleteKeptIf(_ context.Context, key string, was [32]byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if value, there := e.kept[key]; there && sha256.Sum256(value) == was {
		delete(e.kept, key)
	}
	return nil
}
