package call

import (
	"errors"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// ErrParameter is a parameter that cannot be read.
var ErrParameter = errors.New("call: parameter is malformed")

// ID is a player, room, op or item on the wire: a decimal string, because JavaScript's numbers end at 2⁵³.
type ID int64

// MarshalText implements encoding.TextMarshaler.
func (id ID) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(id), 10), nil }

// UnmarshalText takes a positive number in its one spelling.
func (id *ID) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != string(text) {
		return ErrParameter
	}
	*id = ID(n)
	return nil
}

// Schema implements huma.SchemaProvider: the document says which parameters are ids, and tools/sectest asks each of
// them as another player.
func (ID) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "id", Pattern: "^[1-9][0-9]{0,18}$"}
}

// ByID names in a path what a call is about: a room, an order.
type ByID struct {
	ID ID `json:"id,omitzero" path:"id"`
}

// Page is the paging of lists: current counts from 1 (product-spec §7, back/pack). since and until leave out what is
// earlier, or as late or later; a list without times, as a roster, does not look at them.
type Page struct {
	Current int   `json:"-" query:"current" minimum:"1" default:"1"`
	Size    int   `json:"-" query:"size" minimum:"1" maximum:"50"`
	SinceMS int64 `json:"-" query:"since" minimum:"0" doc:"ms"`
	UntilMS int64 `json:"-" query:"until" minimum:"0" doc:"ms; 0: no end"`
}

// PageSizeMax is the most that a page holds.
const PageSizeMax = protocol.PageSizeMax

// listMax bounds how far a list can be paged; the store finds any place of it at the same cost.
const listMax = 10_000_000

// timeMaxMS is the end of the year 9999.
const timeMaxMS = 253_402_300_799_999

// Of returns the page of a store's list; size 0 means usual.
func (p Page) Of(usual int) (store.Page, error) {
	current, size := p.Current, p.Size
	if current == 0 {
		current = 1
	}
	if size == 0 {
		size = usual
	}
	if current < 1 || size < 1 || size > PageSizeMax || current > listMax/size {
		return store.Page{}, apierr.Invalid(protocol.CodeBadRequest, "current",
			"no such page, or a size beyond the greatest")
	}
	if p.SinceMS < 0 || p.UntilMS < 0 || p.SinceMS > timeMaxMS || p.UntilMS > timeMaxMS || p.UntilMS != 0 &&
		p.UntilMS < p.SinceMS {
		return store.Page{}, apierr.Invalid(protocol.CodeBadRequest, "since", "no time, or until before since")
	}
	at := store.Page{Offset: (current - 1) * size, Limit: size}
	if p.SinceMS != 0 {
		at.Since = time.UnixMilli(p.SinceMS).UTC()
	}
	if p.UntilMS != 0 {
		at.Until = time.UnixMilli(p.UntilMS).UTC()
	}
	return at, nil
}

// Cut is a page of a list that is in memory.
func Cut[T any](list []T, at store.Page) []T {
	from := min(at.Offset, len(list))
	return list[from:min(from+at.Limit, len(list))]
}

// EndFilter narrows records of what can be won.
type EndFilter struct {
	State string `json:"-" query:"state" enum:"all,won,lost" default:"all"`
}

// List is the name of the list that a filter asks for, "" for all.
func (f EndFilter) List(won, lost string) (string, error) {
	switch f.State {
	case "", "all":
		return "", nil
	case "won":
		return won, nil
	case "lost":
		return lost, nil
	}
	return "", apierr.Invalid(protocol.CodeBadRequest, "state", "all, won or lost")
}
