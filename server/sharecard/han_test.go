package sharecard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"image"
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"jadebox/protocol"
)

func faceOf(t *testing.T, points float64) (mixed, font.Face) {
	t.Helper()
	f, err := fonts()
	if err != nil {
		t.Fatal(err)
	}
	latin, err := opentype.NewFace(f.font, &opentype.FaceOptions{Size: points, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	return mixed{latin, f.han, points}, latin
}

// drawing of a character alone.
func drawing(f font.Face, r rune) [32]byte {
	img := image.NewAlpha(image.Rect(0, 0, 96, 96))
	d := font.Drawer{Dst: img, Src: image.Opaque, Face: f, Dot: fixed.P(16, 72)}
	d.DrawString(string(r))
	return sha256.Sum256(img.Pix)
}

// No character is the box that stands for a missing one, none is empty, and no two look alike.
func TestEveryCharacterHasAPictureOfItsOwn(t *testing.T) {
	f, latin := faceOf(t, 64)
	if len(f.han) < 250 {
		t.Fatalf("%d characters", len(f.han))
	}
	tofu, empty := drawing(latin, '\U0010fffe'), drawing(f, ' ')
	seen := map[[32]byte]rune{}
	for r := range f.han {
		got := drawing(f, r)
		if other, twice := seen[got]; twice || got == tofu || got == empty {
			t.Errorf("%q looks like %q, a missing one (%t) or nothing (%t)", r, other, got == tofu, got == empty)
		}
		seen[got] = r
		if advance, ok := f.GlyphAdvance(r); !ok || advance < fixed.I(32) || advance > fixed.I(66) {
			t.Errorf("%q is %v wide", r, advance)
		}
	}
	if drawing(f, 'J') != drawing(latin, 'J') {
		t.Error("a Latin letter is another one")
	}
}

// A card in Chinese has the pixels of its own words: another word, and a word that cannot be written, make another
// picture.
func TestACardInChineseHasThePixelsOfItsOwnWords(t *testing.T) {
	pictures := map[string][]byte{}
	for _, title := range []string{"翡翠", "玉刃", "", "龘龘"} {
		raw, err := NewService(none).Picture(context.Background(),
			Card{Title: title, Foot: WordsOf(protocol.Chinese).Foot})
		if err != nil {
			t.Fatal(err)
		}
		if got := seen(decoded(t, raw), words, text); (got > 500) != Shows(title) && title != "" {
			t.Errorf("%q: %d pixels of a title", title, got)
		}
		pictures[title] = raw
	}
	if bytes.Equal(pictures["翡翠"], pictures["玉刃"]) || bytes.Equal(pictures["翡翠"], pictures[""]) ||
		!bytes.Equal(pictures["龘龘"], pictures[""]) {
		t.Error("cards of other words look alike")
	}
}

func TestOutlinesComeBack(t *testing.T) {
	list := []Outline{{Rune: '玉', Advance: 1000, Strokes: []Stroke{{Op: 0, Args: [3][2]int{{10, -20}}},
		{Op: 1, Args: [3][2]int{{-5, 700}}},
		{Op: 2, Args: [3][2]int{{1, 2}, {3, 4}}}, {Op: 3, Args: [3][2]int{{9, 8}, {7, 6}, {5, 4}}}}},
		{Rune: '一', Advance: 900}}
	var b bytes.Buffer
	if err := WriteHan(&b, list); err != nil {
		t.Fatal(err)
	}
	got, err := ReadHan(bytes.NewReader(b.Bytes()))
	if err != nil || len(got) != 2 || got[0].Advance != 1000 || !slices.Equal(got[0].Strokes, list[0].Strokes) ||
		got[1].Rune != '一' {
		t.Errorf("%+v, %v", got, err)
	}
	for n := range b.Len() - 9 { // the last bytes are gzip's own sums
		if list, err := ReadHan(bytes.NewReader(b.Bytes()[:n])); err == nil {
			t.Errorf("%d bytes are taken for %d outlines", n, len(list))
		}
	}
}
