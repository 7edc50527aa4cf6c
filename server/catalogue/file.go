package catalogue

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jadebox/store"
)

// Format is the version of the file's form.
const Format = 1

// File is a catalogue.
type File struct {
	Version int    `json:"version"`
	Items   []Item `json:"items,omitempty"`
	Boxes   []Box  `json:"boxes,omitempty"`
}

// Item is an item definition.
type Item struct {
	ID         store.DefID `json:"id"`
	Slug       string      `json:"slug"`
	Brand      store.Text  `json:"brand"`
	Name       store.Text  `json:"name"`
	Rarity     string      `json:"rarity"`
	Category   string      `json:"category"`
	PriceCents int64       `json:"priceCents"`
	Image      string      `json:"image"`
	Thumb      string      `json:"thumb"`
}

// Box is a box with its odds and its schedule.
type Box struct {
	ID         store.BoxID `json:"id"`
	Slug       string      `json:"slug"`
	Type       string      `json:"type"`
	Accent     string      `json:"accent"`
	Image      string      `json:"image"`
	Name       store.Text  `json:"name"`
	Tagline    store.Text  `json:"tagline"`
	Tags       []string    `json:"tags"`
	Order      int         `json:"order,omitzero"` // on the home page, descending
	PriceCents int64       `json:"priceCents"`
	OffSale    bool        `json:"offSale,omitzero"` // given and drawn by the house, but not to be bought
	From       time.Time   `json:"from,omitzero"`    // on sale from then on
	Until      time.Time   `json:"until,omitzero"`   // and no longer then
	Entries    []Entry     `json:"entries"`
}

// Entry is one item of a box.
type Entry struct {
	Item   store.DefID `json:"item"`
	Weight uint32      `json:"weight"` // 1e-8; the weights of a box come to 100,000,000
}

// Read reads a file. What it does not know, or finds twice, it refuses with its line and path.
func Read(text []byte) (*File, error) {
	var f File
	err := json.Unmarshal(text, &f, json.RejectUnknownMembers(true))
	if err == nil && f.Version != Format {
		err = fmt.Errorf("/version: %d is not a form that this program reads, %d is", f.Version, Format)
	}
	if err == nil {
		for i := range f.Boxes { // what the store keeps of a time
			b := &f.Boxes[i]
			b.From, b.Until = b.From.UTC().Truncate(time.Millisecond), b.Until.UTC().Truncate(time.Millisecond)
		}
		return &f, nil
	}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		return nil, fmt.Errorf("line %d, %s: %w", line(text, semantic.ByteOffset), at(semantic.JSONPointer), err)
	}
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return nil, fmt.Errorf("line %d, %s: %w", line(text, syntactic.ByteOffset), at(syntactic.JSONPointer), err)
	}
	return nil, err
}

func line(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

func at(p jsontext.Pointer) string {
	if p == "" {
		return "at the top"
	}
	return string(p)
}

// Text is the file as Read reads it: one line for each item and each box, so that two files compare line by line.
func (f *File) Text() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"version\": %d,\n  \"items\": [", f.Version)
	for i, it := range f.Items {
		if err := item(&b, i, it); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n  ],\n  \"boxes\": [")
	for i, box := range f.Boxes {
		if err := item(&b, i, box); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n  ]\n}\n")
	return b.Bytes(), nil
}

// item writes one line of a list.
func item(b *bytes.Buffer, place int, v any) error {
	text, err := json.Marshal(v)
	b.WriteString(map[bool]string{true: ","}[place > 0] + "\n    ")
	b.Write(text)
	return err
}

// Def is the definition as the store has it.
func (i Item) Def() store.ItemDef {
	return store.ItemDef{ID: i.ID, Slug: i.Slug, Brand: i.Brand, Name: i.Name, Rarity: i.Rarity,
		Category: i.Category, PriceCents: i.PriceCents, Image: i.Image, Thumb: i.Thumb}
}

func itemOf(d store.ItemDef) Item {
	return Item{d.ID, d.Slug, d.Brand, d.Name, d.Rarity, d.Category, d.PriceCents, d.Image, d.Thumb}
}

// box is what is sold while the box is on sale.
func (b Box) box() store.Box {
	v := store.Box{ID: b.ID, Slug: b.Slug, Name: b.Name, Tagline: b.Tagline, Type: b.Type, Tags: b.Tags,
		Accent: b.Accent, Image: b.Image, PriceCents: b.PriceCents, Enabled: !b.OffSale, Weight: b.Order}
	for _, e := range b.Entries {
		v.Entries = append(v.Entries, store.BoxEntry{Def: e.Item, Weight: e.Weight})
	}
	return v
}

// BoxOf is a version of a box as a file has it.
func BoxOf(b store.Box) Box {
	v := Box{ID: b.ID, Slug: b.Slug, Type: b.Type, Accent: b.Accent, Image: b.Image, Name: b.Name,
		Tagline: b.Tagline, Tags: append([]string{}, b.Tags...), Order: b.Weight, PriceCents: b.PriceCents,
		OffSale: !b.Enabled}
	for _, e := range b.Entries {
		v.Entries = append(v.Entries, Entry{e.Def, e.Weight})
	}
	return v
}
