package catalogue

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"jadebox/actors/shop/mall"
	"jadebox/fairness"
	"jadebox/server/picture"
	"jadebox/store"
)

// Bounds are what a box on sale may give back of its price, in parts per million.
type Bounds struct{ LeastPPM, MostPPM int64 }

// Standard are the bounds that hold unless an operator says otherwise.
var Standard = Bounds{500_000, 1_000_000}

// Rules are what a catalogue is held to.
type Rules struct {
	Bounds Bounds
	Hosts  picture.Hosts
	// Nights are boxes whose table is committed elsewhere, each with by what.
	Nights map[store.BoxID]string
}

var (
	slug       = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	accent     = regexp.MustCompile(`^#[0-9a-f]{3}([0-9a-f]{3})?$`)
	categories = []string{"weapon", "character", "hands", "knife", "other"} // product-spec §3
	types      = []string{"csgo", "hash"}
)

// problems are what is wrong with a file, each with its path.
type problems []error

func (p *problems) add(path, format string, a ...any) {
	*p = append(*p, fmt.Errorf("%s: %s", path, fmt.Sprintf(format, a...)))
}

// Check says everything that is wrong with a file beside what is there, each problem with its path in the file.
func (f *File) Check(r store.Rules, rules Rules) error {
	var p problems
	items := map[store.DefID]string{} // by id, the slug
	for _, d := range r.Items {
		items[d.ID] = d.Slug
	}
	boxes := map[store.BoxID]string{}
	for _, b := range r.Boxes {
		boxes[b.ID] = b.Slug
	}
	for _, it := range f.Items {
		items[it.ID] = it.Slug
	}
	for _, b := range f.Boxes {
		boxes[b.ID] = b.Slug
	}
	seenItem, seenBox := map[store.DefID]bool{}, map[store.BoxID]bool{}
	for i, it := range f.Items {
		path := fmt.Sprintf("/items/%d (%d %s)", i, it.ID, it.Slug)
		if seenItem[it.ID] {
			p.add(path, "item %d stands twice in the file", it.ID)
		}
		seenItem[it.ID] = true
		p.item(path, it, rules)
		p.slug(path, it.Slug, count(items, it.Slug))
	}
	for i, b := range f.Boxes {
		path := fmt.Sprintf("/boxes/%d (%d %s)", i, b.ID, b.Slug)
		if seenBox[b.ID] {
			p.add(path, "box %d stands twice in the file", b.ID)
		}
		seenBox[b.ID] = true
		p.box(path, b, rules)
		p.slug(path, b.Slug, count(boxes, b.Slug))
		p.entries(path, b, items)
	}
	return errors.Join(p...)
}

func count[K comparable](slugs map[K]string, slug string) (n int) {
	for _, s := range slugs {
		if s == slug {
			n++
		}
	}
	return n
}

func (p *problems) slug(path, name string, bearers int) {
	switch {
	case !slug.MatchString(name):
		p.add(path+"/slug", "%q is not letters a to z, digits and single hyphens", name)
	case bearers > 1:
		p.add(path+"/slug", "%q is the name of another one, too", name)
	}
}

func (p *problems) item(path string, it Item, rules Rules) {
	if it.ID < 1 || it.ID >= store.VoucherBase {
		p.add(path+"/id", "an item's number is 1 to %d", store.VoucherBase-1)
	}
	if it.PriceCents < 1 || it.PriceCents > fairness.ItemValueMax {
		p.add(path+"/priceCents", "%d is not 1 to %d", it.PriceCents, fairness.ItemValueMax)
	}
	if !slices.Contains(mall.Tiers, it.Rarity) {
		p.add(path+"/rarity", "%q is none of %s", it.Rarity, strings.Join(mall.Tiers, ", "))
	}
	if !slices.Contains(categories, it.Category) {
		p.add(path+"/category", "%q is none of %s", it.Category, strings.Join(categories, ", "))
	}
	p.words(path+"/brand", it.Brand)
	p.words(path+"/name", it.Name)
	p.picture(path+"/image", it.Image, rules)
	p.picture(path+"/thumb", it.Thumb, rules)
}

func (p *problems) box(path string, b Box, rules Rules) {
	switch {
	case b.ID < 1:
		p.add(path+"/id", "a box's number is 1 or more")
	case b.PriceCents < 0 || b.PriceCents > fairness.ItemValueMax || b.PriceCents == 0 && !b.OffSale:
		p.add(path+"/priceCents", "a box on sale cannot cost %d", b.PriceCents)
	}
	if !slices.Contains(types, b.Type) {
		p.add(path+"/type", "%q is none of %s", b.Type, strings.Join(types, ", "))
	}
	if !accent.MatchString(b.Accent) {
		p.add(path+"/accent", "%q is not a colour such as #9fd4ff", b.Accent)
	}
	if !b.From.IsZero() && !b.Until.IsZero() && !b.Until.After(b.From) {
		p.add(path+"/until", "the sale ends before it begins")
	}
	if b.OffSale && !(b.From.IsZero() && b.Until.IsZero()) {
		p.add(path+"/offSale", "a box off sale has no from and no until")
	}
	for i, tag := range b.Tags {
		if !slug.MatchString(tag) || slices.Contains(b.Tags[:i], tag) {
			p.add(fmt.Sprintf("%s/tags/%d", path, i), "%q stands twice, or is no lower-case word", tag)
		}
	}
	p.words(path+"/name", b.Name)
	p.words(path+"/tagline", b.Tagline)
	p.picture(path+"/image", b.Image, rules)
}

func (p *problems) entries(path string, b Box, items map[store.DefID]string) {
	var sum uint64
	seen := map[store.DefID]bool{}
	for i, e := range b.Entries {
		here := fmt.Sprintf("%s/entries/%d", path, i)
		if _, known := items[e.Item]; !known {
			p.add(here, "there is no item %d", e.Item)
		}
		if seen[e.Item] {
			p.add(here, "item %d stands twice in the box", e.Item)
		}
		seen[e.Item] = true
		if e.Weight < fairness.WeightMin {
			p.add(here, "a weight of %d is below %d", e.Weight, fairness.WeightMin)
		}
		sum += uint64(e.Weight)
	}
	if sum != fairness.WeightUnit {
		p.add(path+"/entries", "the weights come to %d, not to %d", sum, uint64(fairness.WeightUnit))
	}
}

const wordsMost = 200 // bytes of a name

func (p *problems) words(path string, w store.Text) {
	for i, text := range w.All() {
		if strings.TrimSpace(text) == "" || len(text) > wordsMost || strings.ContainsFunc(text, control) {
			p.add(path+"/"+store.TextLanguages[i], "%q is empty, too long or has control characters", text)
		}
	}
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

func (p *problems) picture(path, address string, rules Rules) {
	switch {
	case strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//"):
	case !strings.HasPrefix(address, "https://"):
		p.add(path, "%q is neither a path of the site nor an https address", address)
	case rules.Hosts.Refuses(address):
		p.add(path, "no page may load a picture from %q: see --picture-allow", address)
	}
}

// Allows says what a difference would do that the house does not allow: a box on sale whose return is out of bounds, a
// table changed that is committed elsewhere. What is on sale outside the file changes with the price of its items, too.
func (p *Difference) Allows(rules Rules) error {
	var wrong []error
	for _, m := range p.Moves {
		for _, t := range m.After {
			what := fmt.Sprintf("box %d (%s) from %s", t.ID, t.Slug, t.At.Format(timeForm))
			by, held := rules.Nights[t.ID]
			if held { // its version is committed: whatever moves, it is another table
				wrong = append(wrong, fmt.Errorf("%s: %s has committed its table", what, by))
			}
			if back := t.ReturnPPM(); t.Enabled && (back < rules.Bounds.LeastPPM || back > rules.Bounds.MostPPM) {
				wrong = append(wrong, fmt.Errorf(
					"%s gives back %.2f %% of its price of %.2f: %.2f to %.2f %% are allowed",
					what, float64(back)/1e4, float64(t.PriceCents)/100, float64(rules.Bounds.LeastPPM)/1e4,
					float64(rules.Bounds.MostPPM)/1e4))
			}
		}
	}
	return errors.Join(wrong...)
}

const timeForm = "2006-01-02T15:04:05.999Z07:00"
