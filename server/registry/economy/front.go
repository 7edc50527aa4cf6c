package economy

import (
	"cmp"
	"slices"
	"sort"
)

// point is what a day costs, and what it brings beside what the house keeps of it.
type point struct{ spent, brings float64 }

// front holds of any number of days those that are best at some share of what they cost: their upper convex
// hull. The others are forgotten as they come, so that it stays small however many there are.
type front struct {
	hull  []point // by what they cost
	fresh []point
}

// freshMost bounds the days that wait to be taken into the hull.
const freshMost = 256

// turns is above 0 where the way from a by b to c turns left: b lies below the line from a to c.
func turns(a, b, c point) float64 {
	return (b.spent-a.spent)*(c.brings-a.brings) - (b.brings-a.brings)*(c.spent-a.spent)
}

func (f *front) add(p point) {
	if f.over(p) {
		return
	}
	if f.fresh = append(f.fresh, p); len(f.fresh) >= freshMost {
		f.merge()
	}
}

// over reports whether the hull goes over a point, so that others are as good as it at any share.
func (f *front) over(p point) bool {
	i := sort.Search(len(f.hull), func(i int) bool { return f.hull[i].spent >= p.spent })
	switch {
	case i == len(f.hull):
		return false
	case f.hull[i].spent == p.spent:
		return f.hull[i].brings >= p.brings
	case i == 0:
		return false
	}
	return turns(f.hull[i-1], p, f.hull[i]) >= 0
}

// clone is a front of its own.
func (f *front) clone() front { return front{slices.Clone(f.hull), slices.Clone(f.fresh)} }

func (f *front) merge() {
	all := append(f.fresh, f.hull...)
	slices.SortFunc(all, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.spent, b.spent), cmp.Compare(b.brings, a.brings))
	})
	f.hull, f.fresh = nil, nil
	for _, p := range all {
		n := len(f.hull)
		if n > 0 && f.hull[n-1].spent == p.spent {
			continue
		}
		for ; n > 1 && turns(f.hull[n-2], f.hull[n-1], p) >= 0; n-- {
			f.hull = f.hull[:n-1]
		}
		f.hull = append(f.hull, p)
	}
}

// best is the day of which most is left when a share of what it costs is taken off; false where there is none.
func (f *front) best(share float64) (best point, found bool) {
	if len(f.fresh) > 0 {
		f.merge()
	}
	for _, p := range f.hull {
		if !found || p.brings-share*p.spent > best.brings-share*best.spent {
			best, found = p, true
		}
	}
	return best, found
}
