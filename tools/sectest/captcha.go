package sectest

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// pass solves a captcha as people do: it looks where the piece belongs, and takes its time to move it there.
func (c *check) pass(p *player) (ticket, randStr string) {
	picture := must[struct {
		ID    string `json:"id"`
		Image string `json:"image"`
		Piece string `json:"piece"`
		Y     int    `json:"y"`
		Width int    `json:"width"`
		Side  int    `json:"side"`
	}](c, "a captcha", p.get("/api/captcha"))
	whole, err := jpeg.Decode(embedded(picture.Image))
	if err != nil {
		c.fatalf("captcha: %v", err)
	}
	piece, err := png.Decode(embedded(picture.Piece))
	if err != nil {
		c.fatalf("captcha: %v", err)
	}
	best, least := 0, int64(1)<<62
	for x := range picture.Width - picture.Side {
		if d := darker(whole, piece, x, picture.Y); d < least {
			best, least = x, d
		}
	}
	type point struct {
		X  int   `json:"x"`
		MS int64 `json:"t"`
	}
	var track []point
	for i, part := range []int{0, 3, 12, 35, 62, 84, 95, 99, 100} {
		track = append(track, point{best * part / 100, int64(i*60 + i%3)})
	}
	time.Sleep(600 * time.Millisecond) // a hand that is done before it could be is none
	got := must[struct {
		Ticket  string `json:"ticket"`
		RandStr string `json:"randStr"`
	}](c, "answering a captcha", p.post("/api/captcha/answer", fields{"id": picture.ID, "keys": false, "track": track}))
	return got.Ticket, got.RandStr
}

// embedded is what a data: address holds.
func embedded(address string) *bytes.Reader {
	_, text, _ := strings.Cut(address, "base64,")
	data, _ := base64.StdEncoding.DecodeString(text) // what is cut short is no picture
	return bytes.NewReader(data)
}

// darker is how far a place of the picture is from being the piece, darker.
func darker(whole, piece image.Image, x, y int) (sum int64) {
	for dy := range piece.Bounds().Dy() {
		for dx := range piece.Bounds().Dx() {
			r, g, b, alpha := piece.At(dx, dy).RGBA()
			if alpha != 0xffff {
				continue
			}
			wr, wg, wb, _ := whole.At(x+dx, y+dy).RGBA()
			for _, d := range []int64{int64(wr) - int64(r)/3, int64(wg) - int64(g)/3, int64(wb) - int64(b)/3} {
				sum += max(d, -d) >> 8
			}
		}
	}
	return sum
}

var sixDigits = regexp.MustCompile(`\d{6}`)

// code has a code sent and reads it where the demo shows what a phone would have got.
func (c *check) code(p *player, purpose int, phone string) string {
	ticket, randStr := c.pass(p)
	c.secrets.keep(phone, ticket)
	a := p.send(request{method: http.MethodPost, path: at("/api/personal/center/send/%d/code", purpose),
		body: fields{"phone": phone, "randStr": randStr, "ticket": ticket}})
	c.last = a
	must[any](c, at("a code for purpose %d", purpose), a)
	if set := a.header.Get("Set-Cookie"); set != "" {
		p.cookie, _, _ = strings.Cut(set, ";")
	}
	return c.message(phone)
}

// message is the newest code that a phone got.
func (c *check) message(phone string) string {
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		messages := must[[]struct {
			Text string `json:"text"`
		}](c, "the outbox", c.visitor().get("/api/demo/outbox?phone="+phone))
		if len(messages) > 0 {
			return sixDigits.FindString(messages[0].Text)
		}
	}
	c.fatalf("no message came to %s", phone)
	return ""
}
