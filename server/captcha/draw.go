package captcha

import (
	"bytes"
	"crypto/rand"
	"embed"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io/fs"
	"math/big"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

// Sizes of a picture and its piece in pixels.
const (
	Width, Height = 320, 200
	PieceSize     = 56

	body    = 44 // the square of the piece; the knob stands out to its right and top
	knob    = 9
	edge    = 8 // least distance of the gap from the picture's edges
	quality = 78
)

// art are the site's own pictures, banners of the site in their narrow form.
//
//go:embed art/*.webp
var art embed.FS

// load decodes the pictures, once a process.
var load = sync.OnceValues(func() ([]image.Image, error) {
	names, err := fs.Glob(art, "art/*.webp")
	if err != nil {
		return nil, fmt.Errorf("captcha: %w", err)
	}
	var out []image.Image
	for _, name := range names {
		raw, err := art.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("captcha: %w", err)
		}
		img, err := webp.Decode(bytes.NewReader(raw))
		if err != nil {
			return nil, fmt.Errorf("captcha: %s: %w", name, err)
		}
		out = append(out, img)
	}
	return out, nil
})

type drawn struct {
	picture, piece []byte
	x, y           int
}

// draw cuts a piece out of a random part of a random picture.
func (c *Work) draw() (drawn, error) {
	var err error
	below := func(n int) int {
		v, e := rand.Int(c.random, big.NewInt(int64(n)))
		if e != nil {
			err = e
			return 0
		}
		return int(v.Int64())
	}
	src := c.pictures[below(len(c.pictures))]
	b := src.Bounds()
	w := b.Dx()*3/5 + below(b.Dx()*2/5) // of the source that is shown
	h := w * Height / Width
	at := image.Pt(b.Min.X+below(b.Dx()-w+1), b.Min.Y+below(b.Dy()-h+1))
	whole := image.NewRGBA(image.Rect(0, 0, Width, Height)) // the art is opaque
	draw.ApproxBiLinear.Scale(whole, whole.Bounds(), src, image.Rectangle{at, at.Add(image.Pt(w, h))}, draw.Src, nil)

	d := drawn{x: PieceSize + edge + below(Width-2*PieceSize-2*edge), y: edge + below(Height-PieceSize-2*edge)}
	piece := image.NewNRGBA(image.Rect(0, 0, PieceSize, PieceSize))
	for y := range PieceSize {
		for x := range PieceSize {
			if !inside(x, y) {
				continue
			}
			p := whole.RGBAAt(d.x+x, d.y+y)
			if rim(x, y) {
				piece.SetNRGBA(x, y, color.NRGBA{255, 255, 255, 230})
				// seen in the dark, too
				whole.SetRGBA(d.x+x, d.y+y, color.RGBA{128 + p.R/2, 128 + p.G/2, 128 + p.B/2, 255})
				continue
			}
			piece.Set(x, y, p)
			whole.SetRGBA(d.x+x, d.y+y, color.RGBA{p.R / 3, p.G / 3, p.B / 3, 255})
		}
	}
	var picture, part bytes.Buffer
	if err == nil {
		err = jpeg.Encode(&picture, whole, &jpeg.Options{Quality: quality})
	}
	if err == nil {
		err = png.Encode(&part, piece)
	}
	if err != nil {
		return drawn{}, fmt.Errorf("captcha: %w", err)
	}
	d.picture, d.piece = picture.Bytes(), part.Bytes()
	return d, nil
}

// inside is the shape of the piece: a square at the lower left with a knob at its top and one at its right.
func inside(x, y int) bool {
	top := PieceSize - body
	round := func(cx, cy int) bool { return (x-cx)*(x-cx)+(y-cy)*(y-cy) <= knob*knob }
	return x >= 0 && x < body && y >= top && y < PieceSize || round(body/2, top-2) || round(body+2, top+body/2)
}

func rim(x, y int) bool {
	return !inside(x-1, y) || !inside(x+1, y) || !inside(x, y-1) || !inside(x, y+1)
}
