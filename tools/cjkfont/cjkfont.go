// Package cjkfont reads outlines out of a collection of fonts, for the tools that make small fonts of a large one that
// is not part of this repository.
package cjkfont

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Font is one family of a collection, at one unit of its em for a pixel.
type Font struct {
	font  *sfnt.Font
	units int
}

// Open finds a family in a collection, whose em has so many units.
func Open(file, name string, units int) (Font, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return Font{}, err
	}
	all, err := sfnt.ParseCollection(raw)
	if err != nil {
		return Font{}, err
	}
	var names []string
	for i := range all.NumFonts() {
		font, err := all.Font(i)
		if err != nil {
			return Font{}, err
		}
		family, err := font.Name(nil, sfnt.NameIDFamily)
		if err == nil && strings.HasPrefix(family, name) && font.UnitsPerEm() == sfnt.Units(units) {
			return Font{font, units}, nil
		}
		names = append(names, family)
	}
	return Font{}, fmt.Errorf("no %q of %d units in %v", name, units, names)
}

// Glyph is the outline of a character and how far it moves the pen.
func (f Font) Glyph(r rune) (outline sfnt.Segments, advance int, err error) {
	var b sfnt.Buffer
	at, err := f.font.GlyphIndex(&b, r)
	if err != nil || at == 0 {
		return nil, 0, fmt.Errorf("the font has no glyph: %w", err)
	}
	size := fixed.I(f.units)
	width, err := f.font.GlyphAdvance(&b, at, size, 0)
	if err != nil {
		return nil, 0, err
	}
	outline, err = f.font.LoadGlyph(&b, at, size, nil)
	return outline, width.Round(), err
}
