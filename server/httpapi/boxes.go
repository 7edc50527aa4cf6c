package httpapi

import (
	"cmp"
	"context"
	"math/bits"
	"net/http"
	"slices"
	"strings"

	"jadebox/actors/lists/feed"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

func (a *API) boxes() {
	call.Add(a, call.Route{Name: "box.list", Method: http.MethodGet, Path: "/api/box/list", Access: call.Anyone,
		Summary: "Boxes on sale, filtered and sorted."}, a.listBoxes)
	call.Add(a, call.Route{Name: "box.view", Method: http.MethodGet, Path: "/api/box/{id}", Access: call.Anyone,
		Summary: "One box with its committed odds and its true return.",
		Errors:  []protocol.Code{protocol.CodeBoxUnknown}}, a.viewBox)
	call.Add(a, call.Route{Name: "box.price", Method: http.MethodGet, Path: "/api/box/{id}/price", Access: call.Viewer,
		Summary: "What one opening costs whoever asks: the price less a discount that is in force. box.open takes this one.",
		Errors:  []protocol.Code{protocol.CodeBoxUnknown}}, a.boxPrice)
	call.Add(a, call.Route{Name: "box.recent", Method: http.MethodGet, Path: "/api/box/{id}/recent",
		Access:  call.Anyone,
		Summary: "The newest drops of one box.", Errors: []protocol.Code{protocol.CodeBoxUnknown}}, a.recentDrops)
}

// boxSummary is a box in a list.
type boxSummary struct {
	ID         store.BoxID   `json:"id"`
	Slug       string        `json:"slug"`
	Name       words         `json:"name"`
	Tagline    words         `json:"tagline"`
	Type       string        `json:"type" enum:"csgo,hash"`
	Tags       []string      `json:"tags"`
	Accent     string        `json:"accent"`
	Image      string        `json:"image"`
	PriceCents int64         `json:"priceCents"`
	TopDefs    []store.DefID `json:"topDefs" doc:"the most valuable items"`
	Weight     int           `json:"weight"`
}

const topDefs = 3

func (a *API) summary(b *catalog.Box) boxSummary {
	entries := slices.Clone(b.Entries)
	slices.SortStableFunc(entries, func(x, y store.BoxEntry) int {
		return cmp.Compare(a.priceOf(y.Def),
			a.priceOf(x.Def))
	})
	c := boxSummary{ID: b.ID, Slug: b.Slug, Name: wordsOf(b.Name), Tagline: wordsOf(b.Tagline), Type: b.Type,
		Tags: b.Tags, Accent: b.Accent, Image: b.Image, PriceCents: b.PriceCents, Weight: b.Weight}
	for _, e := range entries[:min(topDefs, len(entries))] {
		c.TopDefs = append(c.TopDefs, e.Def)
	}
	return c
}

func (a *API) priceOf(id store.DefID) int64 {
	d, _ := a.Catalog.Item(id)
	return d.PriceCents
}

// boxFilter is the case list's search (spec §2, /case/{type}).
type boxFilter struct {
	Type     string `json:"-" query:"type" enum:"csgo,hash,all"`
	MinCents *int64 `json:"-" query:"minCents" minimum:"0"`
	MaxCents *int64 `json:"-" query:"maxCents" minimum:"0"`
	Sort     string `json:"-" query:"sort" enum:"popular,price_asc,price_desc,new"`
	Q        string `json:"-" query:"q" maxLength:"64"`
}

// boxList is what the filter found.
type boxList struct {
	Boxes []boxSummary `json:"boxes"`
}

var boxOrders = map[string]func(x, y *catalog.Box) int{
	"popular":    func(x, y *catalog.Box) int { return cmp.Compare(y.Weight, x.Weight) },
	"price_asc":  func(x, y *catalog.Box) int { return cmp.Compare(x.PriceCents, y.PriceCents) },
	"price_desc": func(x, y *catalog.Box) int { return cmp.Compare(y.PriceCents, x.PriceCents) },
	"new":        func(x, y *catalog.Box) int { return y.At.Compare(x.At) },
}

func (a *API) listBoxes(_ context.Context, _ *call.Caller, in boxFilter) (boxList, error) {
	order := boxOrders[cmp.Or(in.Sort, "popular")]
	var found []*catalog.Box
	for _, b := range a.Catalog.Enabled() {
		if in.matches(b) {
			found = append(found, b)
		}
	}
	slices.SortStableFunc(found, func(x, y *catalog.Box) int { return cmp.Or(order(x, y), cmp.Compare(x.ID, y.ID)) })
	l := boxList{Boxes: make([]boxSummary, len(found))}
	for i, b := range found {
		l.Boxes[i] = a.summary(b)
	}
	return l, nil
}

func (f boxFilter) matches(b *catalog.Box) bool {
	switch {
	case f.Type != "" && f.Type != "all" && f.Type != b.Type:
		return false
	case f.MinCents != nil && b.PriceCents < *f.MinCents, f.MaxCents != nil && b.PriceCents > *f.MaxCents:
		return false
	case f.Q == "":
		return true
	}
	q := strings.ToLower(f.Q)
	name := b.Name.All()
	for _, text := range append(name[:], b.Slug) {
		if strings.Contains(strings.ToLower(text), q) {
			return true
		}
	}
	return false
}

// boxID names a box in a path.
type boxID struct {
	ID store.BoxID `json:"id,omitzero" path:"id"`
}

// boxView is a box with everything that its price is judged by. Tickets of 2²⁴ are the shown odds.
type boxView struct {
	Box           boxSummary `json:"box"`
	Enabled       bool       `json:"enabled"`
	OddsHash      string     `json:"oddsHash"`
	OddsVersion   uint32     `json:"oddsVersion"`
	ExpectedCents int64      `json:"expectedCents"`
	ReturnPPM     int64      `json:"returnPpm" doc:"expected value per price, parts per million"`
	Entries       []oddsLine `json:"entries"`
}

// oddsLine is one item of a box.
type oddsLine struct {
	Def        store.DefID `json:"def"`
	Weight     uint32      `json:"weight" doc:"1e-8"`
	ValueCents int64       `json:"valueCents"`
	Tickets    uint32      `json:"tickets"`
	Lo         uint32      `json:"lo"`
	Hi         uint32      `json:"hi"`
}

func (a *API) viewBox(_ context.Context, _ *call.Caller, in boxID) (boxView, error) {
	b, ok := a.Catalog.Box(in.ID)
	if !ok {
		return boxView{}, apierr.New(protocol.CodeBoxUnknown)
	}
	return a.oddsView(b), nil
}

// boxPrice is a box's price for one player.
type boxPrice struct {
	PriceCents int64 `json:"priceCents" doc:"of one opening"`
	FullCents  int64 `json:"fullCents" doc:"without the discount"`
	Discount   int64 `json:"discount" doc:"per cent; 0 without one"`
	EndsAtMS   int64 `json:"endsAtMs" doc:"of the discount; 0 without one"`
	SysTime    int64 `json:"sysTime" doc:"ms"`
}

func (a *API) boxPrice(ctx context.Context, c *call.Caller, in boxID) (boxPrice, error) {
	b, ok := a.Catalog.Box(in.ID)
	if !ok {
		return boxPrice{}, apierr.New(protocol.CodeBoxUnknown)
	}
	now := a.Now()
	p := boxPrice{PriceCents: b.PriceCents, FullCents: b.PriceCents, SysTime: now.UnixMilli()}
	if c.Player() == 0 {
		return p, nil
	}
	f, err := a.inForce(ctx, c.Player())
	if err != nil {
		return boxPrice{}, err
	}
	if p.PriceCents, p.Discount = f.Discounted(b.PriceCents, now); p.Discount > 0 {
		p.EndsAtMS = f.DiscountUntil.UnixMilli()
	}
	return p, nil
}

// oddsView is a box with its table and what follows from it.
func (a *API) oddsView(b *catalog.Box) boxView {
	v := boxView{Box: a.summary(b), Enabled: b.Enabled, OddsHash: b.Odds.Hash(), OddsVersion: b.Version}
	var sum int64 // cents × tickets; below 2⁶² (fairness.ItemValueMax)
	for i := range b.Odds.Len() {
		e := b.Odds.Entry(i)
		lo, hi := b.Odds.Bounds(i)
		v.Entries = append(v.Entries, oddsLine{store.DefID(e.Item), e.Weight, e.ValueCents, b.Odds.Tickets(i), lo, hi})
		sum += e.ValueCents * int64(b.Odds.Tickets(i))
	}
	v.ExpectedCents = sum / fairness.TicketUnit
	if b.PriceCents > 0 {
		high, low := bits.Mul64(uint64(sum), 1_000_000)
		ppm, _ := bits.Div64(high, low, uint64(b.PriceCents)*fairness.TicketUnit)
		v.ReturnPPM = int64(ppm)
	}
	return v
}

// dropList is newest first.
type dropList struct {
	Drops []protocol.Drop `json:"drops"`
}

const recentDrops = 20

func (a *API) recentDrops(ctx context.Context, _ *call.Caller, in boxID) (dropList, error) {
	if _, ok := a.Catalog.Box(in.ID); !ok {
		return dropList{}, apierr.New(protocol.CodeBoxUnknown)
	}
	drops, err := directory.Ask[[]protocol.Drop](ctx, a.Directory, feed.Kind, feed.ID,
		feed.Recent{Box: in.ID, Limit: recentDrops})
	return dropList{drops}, err
}
