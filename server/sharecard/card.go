package sharecard

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"
)

// Size of a card in pixels, the one that every network shows whole.
const (
	Width, Height = 1200, 630

	margin    = 72
	leftWidth = 560 // of the words
	right     = 690 // where the pictures begin
	rowHeight = 62
)

// Limits of a card; what is beyond them is not shown.
const (
	LinesMax    = 4
	PicturesMax = 4
)

// Card is the content of one.
type Card struct {
	Kicker   string // what this is, small
	Title    string // large, made smaller until it fits
	Figure   string // an amount, in the accent colour
	Note     string // small, under the figure
	Lines    []Line
	Foot     string   // at the bottom, small
	Pictures []string // addresses of the client's art
}

// Cut are the texts of a card that its room would cut.
func (c Card) Cut() ([]string, error) {
	f, err := fonts()
	if err != nil {
		return nil, err
	}
	var cut []string
	for _, one := range []struct {
		words  string
		points int
	}{{c.Kicker, kickerPoints}, {c.Title, titlePoints}, {c.Figure, figurePoints}, {c.Note, notePoints},
		{c.Foot, footPoints}} {
		face, wide := writer{nil, f}.fit(one.words, one.points, leftWidth)
		if wide > leftWidth {
			cut = append(cut, one.words)
		}
		if face != nil {
			_ = face.Close()
		}
	}
	return cut, nil
}

// Line is one line of a card: a seat of a battle, a winner of a room.
type Line struct {
	Name, Amount string
	Won          bool
}

// key names the content of a card.
func (c Card) key() [32]byte { return sha256.Sum256(fmt.Appendf(nil, "%#v", c)) }

// The colours of docs/client.md, "Design language".
var (
	ink    = color.RGBA{0x0b, 0x0e, 0x14, 255}
	inkTop = color.RGBA{0x0c, 0x2b, 0x26, 255}
	panel  = color.RGBA{0x16, 0x1b, 0x27, 255}
	text   = color.RGBA{0xf1, 0xf4, 0xfa, 255}
	soft   = color.RGBA{0xae, 0xb8, 0xcb, 255}
	faint  = color.RGBA{0x87, 0x93, 0xaa, 255}
	jade   = color.RGBA{0x35, 0xf2, 0xb8, 255}
)

// Art finds a file of the client by its address; nil when there is none, as in a binary without the client.
type Art func(address string) []byte

// Sizes of type.
const (
	kickerPoints = 26
	titlePoints  = 58
	figurePoints = 44
	notePoints   = 26
	footPoints   = 22
)

const logo = "/art/icon-192.png"

// paint draws a card.
func paint(c Card, art Art) ([]byte, error) {
	f, err := fonts()
	if err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, Width, Height))
	ground(img)
	words := writer{img, f}
	top := margin
	if m := picture(art, logo); m != nil {
		draw.ApproxBiLinear.Scale(img, image.Rect(margin, top-8, margin+56, top+48), m, m.Bounds(), draw.Over, nil)
		words.write("Jadebox", margin+72, top+34, 34, text, leftWidth)
	} else {
		words.write("Jadebox", margin, top+34, 34, text, leftWidth)
	}
	y := 210
	if len(c.Lines) > 0 {
		y = 160 // room for the lines
	}
	words.write(c.Kicker, margin, y, kickerPoints, faint, leftWidth)
	y += 66
	words.write(c.Title, margin, y, titlePoints, text, leftWidth)
	if c.Figure != "" {
		y += 62
		words.write(c.Figure, margin, y, figurePoints, jade, leftWidth)
	}
	if c.Note != "" {
		y += 46
		words.write(c.Note, margin, y, notePoints, soft, leftWidth)
	}
	for i, line := range c.Lines[:min(len(c.Lines), LinesMax)] {
		words.line(line, y+26+i*rowHeight)
	}
	words.write(c.Foot, margin, Height-36, footPoints, faint, leftWidth)
	gallery(img, art, c.Pictures)

	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers}).Encode(&out, img); err != nil {
		return nil, fmt.Errorf("sharecard: %w", err)
	}
	return out.Bytes(), nil
}

// ground is a calm slope of two inks with the seam of light at its foot.
func ground(img *image.RGBA) {
	for y := range Height {
		mix := func(a, b uint8) uint8 { return uint8((int(a)*(Height-y) + int(b)*y) / Height) }
		c := color.RGBA{mix(ink.R, inkTop.R), mix(ink.G, inkTop.G), mix(ink.B, inkTop.B), 255}
		draw.Draw(img, image.Rect(0, y, Width, y+1), image.NewUniform(c), image.Point{}, draw.Src)
	}
	draw.Draw(img, image.Rect(0, Height-6, Width, Height), image.NewUniform(jade), image.Point{}, draw.Src)
}

// gallery shows one picture large, or up to four in two rows.
func gallery(img *image.RGBA, art Art, addresses []string) {
	var found []image.Image
	for _, a := range addresses[:min(len(addresses), PicturesMax)] {
		if p := picture(art, a); p != nil {
			found = append(found, p)
		}
	}
	area := image.Rect(right, 110, Width-margin+20, Height-90)
	columns, rows := 2, (len(found)+1)/2
	if len(found) == 1 {
		columns, rows = 1, 1
	}
	for i, p := range found {
		w, h := area.Dx()/columns, area.Dy()/rows
		cell := image.Rect(0, 0, w, h).Add(area.Min).Add(image.Pt(i%columns*w, i/columns*h))
		draw.ApproxBiLinear.Scale(img, within(cell, p.Bounds()), p, p.Bounds(), draw.Over, nil)
	}
}

// within is the largest place in a cell, in its middle, that keeps the shape of a picture.
func within(cell, shape image.Rectangle) image.Rectangle {
	w, h := cell.Dx(), cell.Dx()*shape.Dy()/max(shape.Dx(), 1)
	if h > cell.Dy() {
		w, h = cell.Dy()*shape.Dx()/max(shape.Dy(), 1), cell.Dy()
	}
	at := cell.Min.Add(image.Pt((cell.Dx()-w)/2, (cell.Dy()-h)/2))
	return image.Rectangle{at, at.Add(image.Pt(w, h))}
}
