package sharecard

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// The Chinese characters of the cards' words and of the catalogue, as outlines: a whole font weighs more than all other
// art together. tools/cardfont makes the file out of Noto Sans CJK SC Bold (SIL Open Font License 1.1, OFL.txt).
//
//go:embed han.gz
var hanFile []byte

// HanUnits are what an em of the outlines has.
const HanUnits = 1000

// Stroke is one step of an outline; Y goes down.
type Stroke struct {
	Op   byte // 0 move, 1 line, 2 quadratic, 3 cubic
	Args [3][2]int
}

// Outline is one character.
type Outline struct {
	Rune    rune
	Advance int
	Strokes []Stroke
}

var points = [4]int{1, 1, 2, 3} // of a stroke

// WriteHan packs outlines, ReadHan unpacks them.
func WriteHan(w io.Writer, list []Outline) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	var b []byte
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, o := range list {
		b = binary.AppendUvarint(b, uint64(o.Rune))
		b = binary.AppendUvarint(b, uint64(o.Advance))
		b = binary.AppendUvarint(b, uint64(len(o.Strokes)))
		var at [2]int
		for _, s := range o.Strokes {
			b = append(b, s.Op)
			for _, p := range s.Args[:points[s.Op]] {
				b = binary.AppendVarint(b, int64(p[0]-at[0]))
				b = binary.AppendVarint(b, int64(p[1]-at[1]))
				at = p
			}
		}
	}
	if _, err := z.Write(b); err != nil {
		return err
	}
	return z.Close()
}

var errHan = errors.New("sharecard: outlines are malformed")

// ReadHan unpacks outlines.
func ReadHan(r io.Reader) ([]Outline, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errHan, err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errHan, err)
	}
	b := bytes.NewReader(raw)
	var wrong error
	number := func() int {
		n, err := binary.ReadUvarint(b)
		if err != nil || n > math.MaxInt32 {
			wrong = errHan
			return 0
		}
		return int(n)
	}
	step := func() int {
		n, err := binary.ReadVarint(b)
		if err != nil {
			wrong = errHan
		}
		return int(n)
	}
	var list []Outline
	for n := number(); n > 0 && wrong == nil; n-- {
		o := Outline{Rune: rune(number()), Advance: number()}
		var at [2]int
		for k := number(); k > 0 && wrong == nil; k-- {
			op, err := b.ReadByte()
			if err != nil || int(op) >= len(points) {
				return nil, errHan
			}
			s := Stroke{Op: op}
			for i := range points[op] {
				at = [2]int{at[0] + step(), at[1] + step()}
				s.Args[i] = at
			}
			o.Strokes = append(o.Strokes, s)
		}
		list = append(list, o)
	}
	return list, wrong
}

// han are the outlines by character, read once a process.
var han = sync.OnceValues(func() (map[rune]Outline, error) {
	list, err := ReadHan(bytes.NewReader(hanFile))
	byRune := make(map[rune]Outline, len(list))
	for _, o := range list {
		byRune[o.Rune] = o
	}
	return byRune, err
})

// mixed is a Latin face that takes Chinese characters from the outlines.
type mixed struct {
	font.Face
	han    map[rune]Outline
	points float64
}

func (f mixed) scale(units int) float32 { return float32(float64(units) * f.points / HanUnits) }

func (f mixed) advance(o Outline) fixed.Int26_6 {
	return fixed.Int26_6(math.Round(float64(o.Advance) * f.points / HanUnits * 64))
}

// GlyphAdvance implements font.Face.
func (f mixed) GlyphAdvance(r rune) (fixed.Int26_6, bool) {
	if o, ok := f.han[r]; ok {
		return f.advance(o), true
	}
	return f.Face.GlyphAdvance(r)
}

// Kern implements font.Face.
func (f mixed) Kern(a, b rune) fixed.Int26_6 {
	if _, ok := f.han[a]; ok {
		return 0
	}
	if _, ok := f.han[b]; ok {
		return 0
	}
	return f.Face.Kern(a, b)
}

// Glyph implements font.Face: an outline is drawn over its whole em, with room for what reaches out of it.
func (f mixed) Glyph(dot fixed.Point26_6, r rune) (dr image.Rectangle, mask image.Image, maskp image.Point,
	advance fixed.Int26_6, ok bool) {
	o, found := f.han[r]
	if !found {
		return f.Face.Glyph(dot, r)
	}
	em := int(math.Ceil(f.points))
	left, base := dot.X.Floor(), dot.Y.Floor()
	dr = image.Rect(left-em/4, base-em-em/4, left+em+em/4, base+em/2)
	x0, y0 := float32(dot.X)/64-float32(dr.Min.X), float32(dot.Y)/64-float32(dr.Min.Y)
	pen := vector.NewRasterizer(dr.Dx(), dr.Dy())
	for i, s := range o.Strokes {
		var p [3][2]float32
		for k := range points[s.Op] {
			p[k] = [2]float32{x0 + f.scale(s.Args[k][0]), y0 + f.scale(s.Args[k][1])}
		}
		switch s.Op {
		case 0:
			if i > 0 {
				pen.ClosePath()
			}
			pen.MoveTo(p[0][0], p[0][1])
		case 1:
			pen.LineTo(p[0][0], p[0][1])
		case 2:
			pen.QuadTo(p[0][0], p[0][1], p[1][0], p[1][1])
		case 3:
			pen.CubeTo(p[0][0], p[0][1], p[1][0], p[1][1], p[2][0], p[2][1])
		}
	}
	pen.ClosePath()
	alpha := image.NewAlpha(image.Rect(0, 0, dr.Dx(), dr.Dy()))
	pen.Draw(alpha, alpha.Bounds(), image.Opaque, image.Point{})
	return dr, alpha, image.Point{}, f.advance(o), true
}
