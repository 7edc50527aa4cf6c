package sharecard

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/webp"
)

// letters are what can be written: a font that has Latin, Greek and Cyrillic letters, and some Chinese characters.
type letters struct {
	font *opentype.Font
	han  map[rune]Outline
}

// fonts reads the letters, once a process.
var fonts = sync.OnceValues(func() (letters, error) {
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return letters{}, fmt.Errorf("sharecard: %w", err)
	}
	chinese, err := han()
	return letters{f, chinese}, err
})

// Shows reports whether a card can write all of some words. What it cannot is left out; the caller may
// know better.
func Shows(words string) bool {
	f, err := fonts()
	return err == nil && readable(f, words) == strings.TrimSpace(words)
}

// writer puts words on a picture.
type writer struct {
	img  *image.RGBA
	font letters
}

const (
	least    = 24 // points: below it a title is cut, not made smaller
	stepDown = 4
)

// write sets one line with its baseline at y. What is too wide becomes smaller, and at last shorter.
func (w writer) write(words string, x, y, points int, c color.Color, width int) {
	words = readable(w.font, words)
	if words == "" {
		return
	}
	face, wide := w.fit(words, points, width)
	if face == nil {
		return
	}
	for wide > width && utf8.RuneCountInString(words) > 1 {
		cut := []rune(strings.TrimSuffix(words, "…"))
		words = string(cut[:len(cut)-1]) + "…"
		wide = font.MeasureString(face, words).Ceil()
	}
	d := font.Drawer{Dst: w.img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(words)
	_ = face.Close()
}

// fit is the largest face of at most that size in which words have room, or the least one.
func (w writer) fit(words string, points, width int) (font.Face, int) {
	for ; ; points -= stepDown {
		latin, err := opentype.NewFace(w.font.font, &opentype.FaceOptions{Size: float64(points), DPI: 72,
			Hinting: font.HintingNone})
		if err != nil {
			return nil, 0
		}
		face := mixed{latin, w.font.han, float64(points)}
		wide := font.MeasureString(face, words).Ceil()
		if wide <= width || points-stepDown < least {
			return face, wide
		}
		_ = face.Close()
	}
}

// line is one row of a list: a name on the left, an amount on the right, a bar of light before the winner.
func (w writer) line(l Line, top int) {
	row := image.Rect(margin, top, margin+leftWidth, top+rowHeight-10)
	draw.Draw(w.img, row, image.NewUniform(panel), image.Point{}, draw.Src)
	name, amount := color.Color(soft), color.Color(soft)
	if l.Won {
		draw.Draw(w.img, image.Rect(margin, top, margin+5, top+rowHeight-10), image.NewUniform(jade), image.Point{},
			draw.Src)
		name, amount = text, jade
	}
	w.write(l.Name, margin+22, top+36, 28, name, leftWidth-240)
	if l.Amount == "" {
		return
	}
	face, wide := w.fit(l.Amount, 28, 200)
	if face == nil {
		return
	}
	_ = face.Close()
	w.write(l.Amount, margin+leftWidth-20-wide, top+36, 28, amount, 200)
}

// readable leaves out what the font has no picture of: a name may be in any script.
func readable(f letters, words string) string {
	var buffer sfnt.Buffer
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if _, ok := f.han[r]; ok {
			return r
		}
		if i, err := f.font.GlyphIndex(&buffer, r); err != nil || i == 0 {
			return -1
		}
		return r
	}, words))
}

// picture decodes a file of the client; nil when it is missing or no picture.
func picture(art Art, address string) image.Image {
	raw := art(address)
	decode := webp.Decode
	if strings.HasSuffix(address, ".png") {
		decode = png.Decode
	}
	img, err := decode(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	return img
}

// pool keeps the encoder's buffers between two cards.
type pool struct{ sync.Pool }

var buffers pool

// Get implements png.EncoderBufferPool.
func (p *pool) Get() *png.EncoderBuffer {
	b, _ := p.Pool.Get().(*png.EncoderBuffer)
	return b
}

// Put implements png.EncoderBufferPool.
func (p *pool) Put(b *png.EncoderBuffer) { p.Pool.Put(b) }
