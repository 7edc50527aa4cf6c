// Command cardfont writes the outlines of the Chinese characters that share cards show (server/sharecard, han.gz):
// those of the cards' own words and of the demo's catalogue, out of a font file that is not part of this repository.
//
//	go run ./tools/cardfont --font NotoSansCJK-Bold.ttc --name "Noto Sans CJK SC"
package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"unicode"

	"golang.org/x/image/font/sfnt"

	"jadebox/server/demo"
	"jadebox/server/rooms"
	"jadebox/server/sharecard"
	"jadebox/tools/cjkfont"
	"jadebox/tools/command"
)

type arguments struct {
	Font string `default:"/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc" help:"A font or a collection."`
	Name string `default:"Noto Sans CJK SC" help:"Family in the collection."`
	To   string `default:"server/sharecard/han.gz" help:"File to write."`
}

func main() { command.Main(command.Parser("cardfont", &arguments{})) }

// Run writes the outlines.
func (a arguments) Run() error {
	font, err := cjkfont.Open(a.Font, a.Name, sharecard.HanUnits)
	if err != nil {
		return err
	}
	texts := append(demo.ChineseNames(), sharecard.Texts()...)
	for _, said := range rooms.All.Says() {
		texts = append(texts, said.Zh)
	}
	var list []sharecard.Outline
	for _, r := range characters(texts) {
		o, err := outline(font, r)
		if err != nil {
			return fmt.Errorf("%q: %w", r, err)
		}
		list = append(list, o)
	}
	var out bytes.Buffer
	if err := sharecard.WriteHan(&out, list); err != nil {
		return err
	}
	fmt.Printf("%d characters, %d bytes\n", len(list), out.Len())
	return os.WriteFile(a.To, out.Bytes(), 0o644)
}

// characters are those that the Latin font of the cards has not, once each.
func characters(texts []string) []rune {
	seen := map[rune]bool{}
	for _, text := range texts {
		for _, r := range text {
			if unicode.Is(unicode.Han, r) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xfff0 {
				seen[r] = true
			}
		}
	}
	list := make([]rune, 0, len(seen))
	for r := range seen {
		list = append(list, r)
	}
	slices.Sort(list)
	return list
}

func outline(font cjkfont.Font, r rune) (sharecard.Outline, error) {
	o := sharecard.Outline{Rune: r}
	segments, advance, err := font.Glyph(r)
	if err != nil {
		return o, err
	}
	o.Advance = advance
	ops := map[sfnt.SegmentOp]byte{sfnt.SegmentOpMoveTo: 0, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2,
		sfnt.SegmentOpCubeTo: 3}
	for _, s := range segments {
		stroke := sharecard.Stroke{Op: ops[s.Op]}
		for i, p := range s.Args {
			stroke.Args[i] = [2]int{p.X.Round(), p.Y.Round()}
		}
		o.Strokes = append(o.Strokes, stroke)
	}
	return o, nil
}
