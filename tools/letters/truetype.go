package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

type point struct{ x, y float64 }

func between(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// place is a point of a contour: on the curve, or what it bends to.
type place struct {
	point
	on bool
}

type contour []place

type glyph struct {
	char     rune
	advance  int
	contours []contour
}

// box stands for what the font has not.
var box = glyph{advance: em / 2, contours: []contour{{{point{50, 0}, true}, {point{50, 700}, true},
	{point{450, 700}, true}, {point{450, 0}, true}}}}

func (g *glyph) add(p ...place) {
	last := len(g.contours) - 1
	g.contours[last] = append(g.contours[last], p...)
}

func (g *glyph) end() point {
	c := g.contours[len(g.contours)-1]
	return c[len(c)-1].point
}

func (g *glyph) line(to point) { g.add(place{to, true}) }

func (g *glyph) quad(by, to point) { g.add(place{by, false}, place{to, true}) }

// cubeParts is by how many quadratic curves a cubic one is drawn: with four, a letter of a thousand units is off by
// less than one.
const cubeParts = 4

func (g *glyph) cube(b, c, d point) {
	a := g.end()
	for n := cubeParts; n > 0; n-- {
		t := 1 / float64(n)
		ab, bc, cd := between(a, b, t), between(b, c, t), between(c, d, t)
		abc, bcd := between(ab, bc, t), between(bc, cd, t)
		end := between(abc, bcd, t)
		by := point{(3*(ab.x+abc.x) - a.x - end.x) / 4, (3*(ab.y+abc.y) - a.y - end.y) / 4}
		g.quad(by, end)
		a, b, c = end, bcd, cd
	}
}

// bounds of a glyph, in whole units.
func (g glyph) bounds() (x0, y0, x1, y1 int) {
	x0, y0, x1, y1 = math.MaxInt16, math.MaxInt16, math.MinInt16, math.MinInt16
	for _, c := range g.contours {
		for _, p := range c {
			x, y := int(math.Round(p.x)), int(math.Round(p.y))
			x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
		}
	}
	if x0 > x1 {
		return 0, 0, 0, 0
	}
	return x0, y0, x1, y1
}

// data is a glyph's entry of the table glyf; nothing for one that shows nothing.
func (g glyph) data() []byte {
	if len(g.contours) == 0 {
		return nil
	}
	var out writer
	x0, y0, x1, y1 := g.bounds()
	out.words(len(g.contours), x0, y0, x1, y1)
	n := -1
	for _, c := range g.contours {
		n += len(c)
		out.words(n)
	}
	out.words(0) // no instructions
	var xs, ys writer
	var x, y int
	for _, c := range g.contours {
		for _, p := range c {
			flag := byte(0)
			if p.on {
				flag = 1
			}
			toX, toY := int(math.Round(p.x)), int(math.Round(p.y))
			flag |= xs.step(toX-x, 0x02, 0x10) | ys.step(toY-y, 0x04, 0x20)
			x, y = toX, toY
			out.WriteByte(flag)
		}
	}
	out.Write(xs.Bytes())
	out.Write(ys.Bytes())
	for out.Len()%4 != 0 {
		out.WriteByte(0)
	}
	return out.Bytes()
}

type writer struct{ bytes.Buffer }

// words writes 16 bits of each number.
func (w *writer) words(list ...int) {
	for _, n := range list {
		w.Write(binary.BigEndian.AppendUint16(nil, uint16(n)))
	}
}

func (w *writer) longs(list ...int) {
	for _, n := range list {
		w.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
}

// step writes the way to the next point along an axis, and gives the flags that say how.
func (w *writer) step(n int, short, same byte) byte {
	switch {
	case n == 0:
		return same
	case n > -256 && n < 256:
		w.WriteByte(byte(max(n, -n)))
		if n > 0 {
			return short | same
		}
		return short
	}
	w.words(n)
	return 0
}

// trueType is a font of glyphs whose first stands for what is missing; the others ascend by character, all of the basic
// plane.
func trueType(glyphs []glyph) []byte {
	var glyf, loca, hmtx writer
	points, contours, widest := 0, 0, 0
	x0, y0, x1, y1 := 0, 0, 0, 0
	for _, g := range glyphs {
		loca.longs(glyf.Len())
		glyf.Write(g.data())
		gx0, gy0, gx1, gy1 := g.bounds()
		hmtx.words(g.advance, gx0)
		x0, y0, x1, y1 = min(x0, gx0), min(y0, gy0), max(x1, gx1), max(y1, gy1)
		n := 0
		for _, c := range g.contours {
			n += len(c)
		}
		points, contours, widest = max(points, n), max(contours, len(g.contours)), max(widest, g.advance)
	}
	loca.longs(glyf.Len())
	const ascent, descent = 1160, -288 // of Noto Sans CJK
	tables := map[string]*writer{"glyf": &glyf, "loca": &loca, "hmtx": &hmtx}
	table := func(name string) *writer {
		tables[name] = &writer{}
		return tables[name]
	}
	head := table("head")
	head.longs(0x10000, 0x10000, 0, 0x5f0f3cf5)
	head.words(3, em)
	head.longs(0, 0, 0, 0) // no dates: the same font is the same file
	head.words(x0, y0, x1, y1, 0, 8, 2, 1, 0)
	hhea := table("hhea")
	hhea.longs(0x10000)
	hhea.words(ascent, descent, 0, widest, x0, 0, x1, 1, 0, 0, 0, 0, 0, 0, 0, len(glyphs))
	maxp := table("maxp")
	maxp.longs(0x10000)
	maxp.words(len(glyphs), points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)
	os2 := table("OS/2")
	os2.words(4, em/2, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0)
	os2.Write(make([]byte, 10+16)) // panose, ranges
	os2.WriteString("NONE")
	os2.words(0x40, int(glyphs[1].char), int(glyphs[len(glyphs)-1].char), 880, -120, 0, ascent, -descent)
	os2.longs(1, 0)
	os2.words(543, 733, 0, ' ', 1)
	post := table("post")
	post.longs(0x30000, 0)
	post.words(-125, 50)
	post.longs(0, 0, 0, 0, 0)
	names(table("name"))
	characterMap(table("cmap"), glyphs)
	return assembled(tables)
}

// names is the table name: what the font is called, and by what leave it is used.
func names(w *writer) {
	list := []struct {
		id   int
		text string
	}{{1, "Jadebox Letters"}, {2, "Regular"}, {4, "Jadebox Letters"}, {6, "JadeboxLetters"},
		{13, "SIL Open Font License 1.1: a part of Noto Sans CJK SC in another format"}}
	var texts writer
	w.words(0, len(list), 6+12*len(list))
	for _, n := range list {
		w.words(3, 1, 0x409, n.id, 2*len(n.text), texts.Len())
		for _, c := range n.text {
			texts.words(int(c))
		}
	}
	w.Write(texts.Bytes())
}

// characterMap is the table cmap, of one part (format 4): runs of characters that follow each other.
func characterMap(w *writer, glyphs []glyph) {
	type run struct{ first, last, at int }
	var runs []run
	for i, g := range glyphs[1:] {
		if last := len(runs) - 1; last >= 0 && runs[last].last+1 == int(g.char) {
			runs[last].last++
			continue
		}
		runs = append(runs, run{int(g.char), int(g.char), i + 1})
	}
	runs = append(runs, run{0xffff, 0xffff, 0xffff + 1})
	n := len(runs)
	search := 1
	for search*2 <= n {
		search *= 2
	}
	w.words(0, 1, 3, 1)
	w.longs(12)
	w.words(4, 16+8*n, 0, 2*n, 2*search, int(math.Log2(float64(search))), 2*(n-search))
	for _, r := range runs {
		w.words(r.last)
	}
	w.words(0)
	for _, r := range runs {
		w.words(r.first)
	}
	for _, r := range runs {
		w.words(r.at - r.first)
	}
	for range runs {
		w.words(0)
	}
}

// assembled is the file: its directory and its tables.
func assembled(tables map[string]*writer) []byte {
	var list []string
	for name := range tables {
		list = append(list, name)
	}
	slices.Sort(list)
	var out, body writer
	n := len(list)
	out.longs(0x10000)
	out.words(n, 128, 3, 16*n-128)
	for _, name := range list {
		data := tables[name].Bytes()
		for len(data)%4 != 0 {
			data = append(data, 0)
		}
		sum := uint32(0)
		for i := 0; i < len(data); i += 4 {
			sum += binary.BigEndian.Uint32(data[i:])
		}
		out.WriteString(name)
		out.longs(int(sum), 12+16*n+body.Len(), tables[name].Len())
		body.Write(data)
	}
	out.Write(body.Bytes())
	return out.Bytes()
}
