package catalogue

import (
	"slices"
	"time"

	"jadebox/store"
)

// Later is what changes after the time of a file, and a file cannot say: importing the file takes it back.
type Later struct {
	Boxes []store.BoxID // by more than the beginning and the end of their sale
	Items []store.DefID // items of the file that change; one that is still to come is left out, and stays as it waits
}

// Export is what is there at a time as a file.
func Export(r store.Rules, at time.Time) (f *File, more Later) {
	f = &File{Version: Format}
	newest := map[store.DefID]store.ItemDef{}
	for _, d := range store.NewestItems(r.Dated) {
		newest[d.ID] = d
	}
	for _, d := range store.ItemsAt(r.Dated, at) {
		f.Items = append(f.Items, itemOf(d))
		if newest[d.ID] != d {
			more.Items = append(more.Items, d.ID)
		}
	}
	byID := map[store.BoxID][]store.Box{}
	var ids []store.BoxID
	for _, b := range r.Boxes {
		if byID[b.ID] == nil {
			ids = append(ids, b.ID)
		}
		byID[b.ID] = append(byID[b.ID], b)
	}
	slices.Sort(ids)
	for _, id := range ids {
		b, whole := boxFrom(byID[id], at)
		f.Boxes = append(f.Boxes, b)
		if !whole {
			more.Boxes = append(more.Boxes, id)
		}
	}
	return f, more
}

// boxFrom is a box from a time on. whole is false when more comes than a file can say.
func boxFrom(versions []store.Box, at time.Time) (b Box, whole bool) {
	var steps []store.Box // what is in force one after the other
	times := []time.Time{at}
	for _, v := range versions {
		if v.At.After(at) {
			times = append(times, v.At)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	for _, t := range times {
		if v, ok := store.BoxAt(versions, t); ok && (len(steps) == 0 || steps[len(steps)-1].Version != v.Version) {
			steps = append(steps, v)
		}
	}
	b = BoxOf(steps[0])
	if len(steps) == 1 && !steps[0].At.After(at) {
		return b, true
	}
	whole = true
	for i, v := range steps {
		same := BoxOf(v)
		same.OffSale = b.OffSale
		whole = whole && equalBox(BoxOf(steps[0]), same)
		switch {
		case v.Enabled && (i > 0 || v.At.After(at)) && b.From.IsZero() && b.Until.IsZero():
			b.From = v.At
		case !v.Enabled && i > 0 && b.Until.IsZero():
			b.Until = v.At
		case i > 0:
			whole = false
		}
	}
	b.OffSale = b.OffSale && b.From.IsZero()
	if !whole {
		b.From, b.Until = time.Time{}, time.Time{}
		b.OffSale = !steps[0].Enabled
	}
	return b, whole
}

func equalBox(a, b Box) bool {
	a.OffSale, b.OffSale = false, false
	entries, tags := slices.Equal(a.Entries, b.Entries), slices.Equal(a.Tags, b.Tags)
	return entries && tags && a.Slug == b.Slug && a.Type == b.Type && a.Accent == b.Accent && a.Image == b.Image &&
		a.Name == b.Name && a.Tagline == b.Tagline && a.Order == b.Order && a.PriceCents == b.PriceCents
}
