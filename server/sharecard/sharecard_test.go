package sharecard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"jadebox/protocol"
)

// square is a picture of one colour.
func square(c color.Color) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		img.Set(i%8, i/8, c)
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

func none(string) []byte { return nil }

func decoded(t *testing.T, raw []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != Width || b.Dy() != Height {
		t.Fatalf("%v", b)
	}
	return img
}

// seen counts the pixels of a part that have a colour.
func seen(img image.Image, part image.Rectangle, c color.RGBA) (n int) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if color.RGBAModel.Convert(img.At(x, y)) == c {
				n++
			}
		}
	}
	return n
}

var words = image.Rect(margin, 100, margin+leftWidth, Height-60)

func TestCardShowsItsWordsAndPictures(t *testing.T) {
	red := color.RGBA{255, 0, 0, 255}
	art := func(address string) []byte {
		if address == "/art/red.png" {
			return square(red)
		}
		return nil
	}
	raw, err := NewService(art).Picture(context.Background(), Card{Kicker: "CASE BATTLE", Title: "Jade Emperor",
		Figure: "1,234.50 gems",
		Lines:  []Line{{"ana", "10.00", true}, {"李雷", "9.00", false}}, Pictures: []string{"/art/red.png",
			"/art/missing.webp"}})
	if err != nil {
		t.Fatal(err)
	}
	img := decoded(t, raw)
	if n := seen(img, image.Rect(right, 0, Width, Height-6), red); n < 100_000 {
		t.Errorf("%d pixels of the picture", n)
	}
	if seen(img, words, text) == 0 || seen(img, words, jade) == 0 || seen(img, words, panel) == 0 {
		t.Error("words, figure or lines are missing")
	}
	if n := seen(img, image.Rect(margin+leftWidth+1, 0, right, Height-6), text); n != 0 {
		t.Errorf("%d pixels of words outside of their column", n)
	}
}

func TestLongWordsStayInTheirColumn(t *testing.T) {
	long := "The longest name of a box that anybody has ever thought of, and then some more of it"
	raw, err := NewService(none).Picture(context.Background(), Card{Kicker: long, Title: long, Figure: long, Note: long,
		Lines: []Line{{long, long, true}, {long, long, false}, {long, long, false}, {long, long, false},
			{long, long, false}}})
	if err != nil {
		t.Fatal(err)
	}
	img := decoded(t, raw)
	outside := image.Rect(margin+leftWidth+4, 0, Width, Height-6)
	for _, c := range []color.RGBA{text, jade, soft, faint} {
		if n := seen(img, outside, c); n != 0 {
			t.Errorf("%d pixels of %v outside", n, c)
		}
	}
}

func TestSameCardIsDrawnOnce(t *testing.T) {
	var drawings atomic.Int32
	d := NewService(func(address string) []byte {
		if address == logo {
			drawings.Add(1)
		}
		return nil
	})
	c := Card{Title: "one"}
	if d.Has(c) {
		t.Error("there before it was drawn")
	}
	var wait sync.WaitGroup
	for range waitingMax {
		wait.Go(func() {
			if _, err := d.Picture(context.Background(), c); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if !d.Has(c) || drawings.Load() != 1 {
		t.Errorf("drawn %d times", drawings.Load())
	}
	if _, err := d.Picture(context.Background(), Card{Title: "two"}); err != nil || drawings.Load() != 2 {
		t.Errorf("%v after %d drawings", err, drawings.Load())
	}
}

func TestFewMayWait(t *testing.T) {
	drawing, finish := make(chan struct{}), make(chan struct{})
	var first sync.Once
	d := NewService(func(string) []byte {
		first.Do(func() { close(drawing); <-finish })
		return nil
	})
	ctx := context.Background()
	var wait sync.WaitGroup
	wait.Go(func() { _, _ = d.Picture(ctx, Card{Title: "slow"}) })
	<-drawing
	for range waitingMax {
		d.lines <- struct{}{} // as many as may wait
	}
	if _, err := d.Picture(ctx, Card{Title: "late"}); !errors.Is(err, ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	for range waitingMax {
		<-d.lines
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := d.Picture(gone, Card{Title: "left"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want Canceled", err)
	}
	close(finish)
	wait.Wait()
	if _, err := d.Picture(ctx, Card{Title: "late"}); err != nil {
		t.Error(err)
	}
}

func TestKeptPicturesAreBounded(t *testing.T) {
	d := NewService(none)
	half := make([]byte, keptBytes/2)
	for i := range 5 {
		d.keep(Card{Title: fmt.Sprint(i)}.key(), half)
	}
	if d.bytes > keptBytes || len(d.kept) != 2 || d.order.Len() != 2 || d.Has(Card{Title: "0"}) ||
		!d.Has(Card{Title: "4"}) {
		t.Errorf("%d bytes in %d pictures", d.bytes, len(d.kept))
	}
}

func BenchmarkDraw(b *testing.B) {
	art := func(string) []byte { return square(jade) }
	c := Card{Kicker: "CASE BATTLE", Title: "Jade Emperor", Figure: "1,234.50 gems",
		Lines:    []Line{{"ana", "10.00", true}, {"bob", "9.00", false}},
		Pictures: []string{logo, logo, logo, logo}}
	for b.Loop() {
		raw, err := paint(c, art)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(raw)), "bytes")
	}
}

func TestAmountsAreWrittenAsALanguageDoes(t *testing.T) {
	for l, want := range map[protocol.Language]string{protocol.Chinese: "1,234,567.08",
		protocol.English: "1,234,567.08", protocol.Portuguese: "1.234.567,08"} {
		if got := WordsOf(l).Amount(123456708); got != want {
			t.Errorf("%v: %s, want %s", l, got, want)
		}
	}
}

func TestCountsHaveWordsForOne(t *testing.T) {
	for n, want := range map[int]string{0: "0 ROUNDS", 1: "1 ROUND", 2: "2 ROUNDS"} {
		if got := Count(n, "%d ROUND", "%d ROUNDS"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// What is always the same on a card has room on it.
func TestWordsAreNotCut(t *testing.T) {
	for _, s := range spoken {
		for _, kicker := range []string{s.Adults, s.Opened, s.Won, s.Lost} {
			c := Card{Kicker: kicker, Title: s.Motto, Note: s.Games, Foot: s.Foot}
			if cut, err := c.Cut(); err != nil || len(cut) > 0 {
				t.Errorf("%q %v", cut, err)
			}
		}
	}
	if cut, err := (Card{Title: strings.Repeat("Jade ", 50)}).Cut(); err != nil || len(cut) != 1 {
		t.Errorf("what has no room: %q %v", cut, err)
	}
}
