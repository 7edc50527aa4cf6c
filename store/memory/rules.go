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
	rules.Dated = e.datedItems()
	rules.Items = store.NewestItems(rules.Dated)
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
	if c.Box != nil {
		r.addBox(*c.Box)
	}
	if c.Catalogue != nil {
		for _, b := range c.Catalogue.Boxes {
			r.addBox(copyBox(b))
		}
		for _, it := range c.Catalogue.Items {
			r.addDated(store.DatedItem{N: c.N, At: c.From(), Def: it.Def})
		}
	}
	for _, it := range c.Items {
		dated := func(d store.DatedItem) bool { return d.Def.ID == it.Def.ID }
		if slices.ContainsFunc(r.dated, dated) {
			r.addDated(store.DatedItem{N: c.N, At: c.From(), Def: it.Def})
		}
		if d, known := r.defs[it.Def.ID]; !known || d.PriceCents != it.Def.PriceCents {
			r.defs[it.Def.ID] = it.Def
		}
	}
	return nil
}

// addBox keeps a version that is not there yet. The caller holds mu.
func (e *Engine) addBox(b store.Box) {
	if !slices.ContainsFunc(e.boxes[b.ID], func(x store.Box) bool { return store.SameBox(x, b) }) {
		e.putBox(b)
	}
}

// addDated keeps a definition that is not there yet. The caller holds mu.
func (e *Engine) addDated(d store.DatedItem) {
	there := func(x store.DatedItem) bool { return x.N == d.N && x.Def.ID == d.Def.ID }
	if !slices.ContainsFunc(e.dated, there) {
		e.dated = append(e.dated, d)
	}
}
