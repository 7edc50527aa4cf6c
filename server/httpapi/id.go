package httpapi

import (
	"strconv"

	"jadebox/store"
)

// ID is a player, room, op or item on the wire: a decimal string, because JavaScript's numbers end at 2⁵³.
type ID int64

// MarshalText implements encoding.TextMarshaler.
func (id ID) MarshalText() ([]byte, error) { return strconv.AppendInt(nil, int64(id), 10), nil }

// UnmarshalText takes a positive number in its one spelling.
func (id *ID) UnmarshalText(text []byte) error {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || n <= 0 || strconv.FormatInt(n, 10) != string(text) {
		return errParameter
	}
	*id = ID(n)
	return nil
}

// page is the paging of lists: current counts from 1 (product-spec §7, back/pack).
type page struct {
	Current int `json:"-" query:"current" minimum:"1" default:"1"`
	Size    int `json:"-" query:"size" minimum:"1" maximum:"50"`
}

// listMax bounds how far a list can be paged, so that an offset is never a scan of a whole table.
const listMax = 100_000

// of returns the page of a store's list; size 0 means usual.
func (p page) of(usual int) (store.Page, error) {
	current, size := p.Current, p.Size
	if current == 0 {
		current = 1
	}
	if size == 0 {
		size = usual
	}
	if current < 1 || size < 1 || size > pageSizeMax || current > listMax/size {
		return store.Page{}, errPage
	}
	return store.Page{Offset: (current - 1) * size, Limit: size}, nil
}
