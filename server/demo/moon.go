package demo

import (
	"cmp"
	"fmt"
	"slices"

	"jadebox/actors/rewards/season"
	"jadebox/fairness"
	"jadebox/store"
)

// Moon boxes are 28 boxes that are not for sale, from moonFirst on: the nights of a season's cycle. Every night is
// worth moonCents on average; the moon says how that is spread. At new moon there are many small items, at full moon
// nearly all of them are small and the rest go up to the rare ones.
const (
	moonFirst = 201
	moonCents = 184
	moonSmall = 3 // items that make up for what the others are worth
)

// moonTops is the highest price by the nights between this one and the nearest new moon.
var moonTops = [...]int64{420, 560, 720, 1000, 1350, 2000, 2800, 4000, 6000, 8500, 12_500, 19_000, 31_000, 52_000,
	97_000}

// moonBoxes makes the tables out of the catalogue. It reckons in whole numbers: every machine gets the same hashes.
func moonBoxes(items []store.ItemDef) ([]store.Box, error) {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b store.ItemDef) int {
		return cmp.Or(cmp.Compare(a.PriceCents, b.PriceCents), cmp.Compare(a.ID, b.ID))
	})
	list := make([]store.Box, season.Nights)
	for i := range list {
		entries, err := moonEntries(items, i)
		if err != nil {
			return nil, fmt.Errorf("moon box %d: %w", i+1, err)
		}
		n := i + 1
		list[i] = store.Box{ID: moonFirst + store.BoxID(i), Version: 1, Slug: fmt.Sprintf("moon-%02d", n), Type: "hash",
			Tags:   []string{},
			Accent: "#8fe6ff", Image: "/art/boxes/lunar-cache.webp", Entries: entries,
			Name: store.Text{Zh: fmt.Sprintf("月光宝盒 · 第%d夜", n), En: fmt.Sprintf("Moon box · night %d", n),
				Pt: fmt.Sprintf("Caixa da lua · noite %d", n)},
			Tagline: store.Text{Zh: "二十八夜，夜夜不同", En: "Twenty-eight nights, none like another",
				Pt: "Vinte e oito noites, nenhuma igual"}}
	}
	return list, nil
}

// moonEntries is one night: every item above the small ones brings as much as any other of them, and the small ones
// take the rest of the weight, so that the sum comes to moonCents.
func moonEntries(items []store.ItemDef, night int) ([]store.BoxEntry, error) {
	near := min(night, season.Nights-night)
	var pool []store.ItemDef // waxing and waning nights take turns with the items
	for i, it := range items {
		if (i+night/(season.Nights/2))%2 == 0 {
			pool = append(pool, it)
		}
	}
	from := func(cents int64) int {
		i, _ := slices.BinarySearchFunc(pool, cents,
			func(it store.ItemDef, c int64) int { return cmp.Compare(it.PriceCents, c) })
		return i
	}
	low := from(int64(90 - 5*near))
	small := pool[low : low+moonSmall]
	bottom, top, count := from(int64(185-6*near)), from(moonTops[near]), 9+near/2
	if top-bottom < count {
		return nil, fmt.Errorf("%d items of %d", top-bottom, count)
	}
	var high []store.ItemDef
	for i := range count {
		high = append(high, pool[bottom+i*(top-1-bottom)/(count-1)])
	}
	const part = int64(1) << 50
	var parts, smallCents int64
	for _, it := range high {
		parts += part / it.PriceCents
	}
	for _, it := range small {
		smallCents += it.PriceCents
	}
	mean := part * int64(count) / parts // of the high ones, in cents: the harmonic mean
	cheap := smallCents / moonSmall
	if cheap >= moonCents || mean <= moonCents {
		return nil, fmt.Errorf("small items at %d cents, high ones at %d", cheap, mean)
	}
	// High ones get share of the weight: share × mean + (1 − share) × cheap = moonCents.
	share := fairness.WeightUnit * (moonCents*moonSmall - smallCents) / (mean*moonSmall - smallCents)
	left := uint32(fairness.WeightUnit)
	var entries []store.BoxEntry
	for _, it := range slices.Backward(high) {
		w := uint32(part / it.PriceCents / (parts / share))
		entries, left = append(entries, store.BoxEntry{Def: it.ID, Weight: w}), left-w
	}
	for i, it := range slices.Backward(small) {
		w := left / uint32(i+1)
		entries, left = append(entries, store.BoxEntry{Def: it.ID, Weight: w}), left-w
	}
	return entries, nil
}
