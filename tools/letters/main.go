// Command letters makes the font of printed statements (server/statementpdf, letters.ttf): the characters of their own
// words and of Latin languages, out of Noto Sans CJK SC, which is not part of this repository and weighs twenty
// megabytes.
//
//	go run ./tools/letters --font NotoSansCJK-Regular.ttc
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/image/font/sfnt"

	"jadebox/server/httpapi"
	"jadebox/server/rooms"
	"jadebox/tools/cjkfont"
	"jadebox/tools/command"
)

type arguments struct {
	Font string `default:"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc" help:"A collection."`
	Name string `default:"Noto Sans CJK SC" help:"Family in the collection."`
	To   string `default:"server/statementpdf/letters.ttf" help:"File to write."`
}

func main() { command.Main(command.Parser("letters", &arguments{})) }

// em is what the outlines of the font are drawn in.
const em = 1000

// Run writes the font.
func (a arguments) Run() error {
	font, err := cjkfont.Open(a.Font, a.Name, em)
	if err != nil {
		return err
	}
	glyphs := []glyph{{}}
	for _, r := range characters(append(httpapi.StatementTexts(rooms.All), latin())) {
		g, err := outline(font, r)
		if err != nil {
			return fmt.Errorf("%q: %w", r, err)
		}
		glyphs = append(glyphs, g)
	}
	glyphs[0] = box
	file := trueType(glyphs)
	fmt.Printf("%d characters, %d bytes\n", len(glyphs)-1, len(file))
	return os.WriteFile(a.To, file, 0o644)
}

// latin are the letters of what players are called and of what numbers are written in.
func latin() string {
	var b strings.Builder
	for r := ' '; r <= '~'; r++ {
		b.WriteRune(r)
	}
	for r := rune(0xc0); r <= 0xff; r++ {
		b.WriteRune(r)
	}
	b.WriteString("…–·")
	return b.String()
}

func characters(texts []string) (list []rune) {
	for _, t := range texts {
		list = append(list, []rune(t)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// outline is a character of the font in the curves that TrueType has.
func outline(font cjkfont.Font, r rune) (glyph, error) {
	g := glyph{char: r}
	segments, advance, err := font.Glyph(r)
	if err != nil {
		return g, err
	}
	g.advance = advance
	for _, s := range segments {
		var p [3]point
		for i, a := range s.Args {
			p[i] = point{float64(a.X) / 64, -float64(a.Y) / 64}
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			g.contours = append(g.contours, contour{{p[0], true}})
		case sfnt.SegmentOpLineTo:
			g.line(p[0])
		case sfnt.SegmentOpQuadTo:
			g.quad(p[0], p[1])
		case sfnt.SegmentOpCubeTo:
			g.cube(p[0], p[1], p[2])
		}
	}
	return g, nil
}
