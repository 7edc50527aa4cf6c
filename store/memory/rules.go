package memory

import (
	"context"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// rulesOf is an engine as store.ChangeRules needs it.
type rulesOf struct{ *Engine }

func (e *Engine) clock() time.Time {
	if e.opt.Clock == nil {
		return time.Now()
	}
	return e.opt.Clock()
}

// CommitNow implements store.RulesKeeper: like Register without the executor.
func (r rulesOf) CommitNow(_ context.Context, op *store.Op) (store.Receipt, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return store.Receipt{}, store.ErrClosed
	}
	if err := op.Validate(); err != nil {
		return store.Receipt{}, err
	}
	return r.commit(op)
}

// Rules implements store.RulesKeeper.
func (r rulesOf) Rules(context.Context) (store.Rules, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rules(), nil
}

func (e *Engine) rules() (rules store.Rules) {
	for _, id := range slices.Sorted(maps.Keys(e.boxes)) {
		for _, b := range e.boxes[id] {
			rules.Boxes = append(rules.Boxes, copyBox(b))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(e.defs)) {
		rules.Items = append(rules.Items, e.defs[id])
	}
	for _, name := range slices.Sorted(maps.Keys(e.settingVersions)) {
		for _, v := range e.settingVersions[name] {
			rules.Settings = append(rules.Settings, copyVersion(v))
		}
	}
	return rules
}

// ApplyRules implements store.RulesKeeper.
func (r rulesOf) ApplyRules(_ context.Context, c store.RulesChange) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v := c.Setting; v != nil && v.Version == int64(len(r.settingVersions[v.Name]))+1 {
		r.settingVersions[v.Name] = append(r.settingVersions[v.Name], copyVersion(*v))
		r.settingsStamp++
		r.settingsNow = nil
	}
	if b := c.Box; b != nil {
		same := func(x store.Box) bool { return store.SameBox(x, *b) }
		if !slices.ContainsFunc(r.boxes[b.ID], same) {
			r.putBox(*b)
		}
	}
	for _, it := range c.Items {
		if d, known := r.defs[it.Def.ID]; !known || d.PriceCents != it.Def.PriceCents {
			r.defs[it.Def.ID] = it.Def
		}
	}
	return nil
}
