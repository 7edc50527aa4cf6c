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

	altcha "github.com/altcha-org/altcha-lib-go"

	"jadebox/protocol"
)

// challenge is what a server asks of people.
type challenge struct {
	ID      string `json:"id"`
	Picture struct {
		Image string `json:"image"`
		Piece string `json:"piece"`
		Y     int    `json:"y"`
		Width int    `json:"width"`
		Side  int    `json:"side"`
	} `json:"picture"`
	Work struct {
		Salt      string `json:"salt"`
		Challenge string `json:"challenge"`
		Most      int64  `json:"most"`
	} `json:"work"`
}

// codePurposes are the names of what codes are for, for captchas.
var codePurposes = []string{"bind", "unbind", "reset", "trade"}

// pass solves a captcha as people do: it looks where the piece belongs, takes its time to move it there, and computes.
func (c *check) pass(p *player, purpose string) (ticket, randStr string) {
	asked := must[challenge](c, "a captcha", p.get("/api/captcha?purpose="+purpose))
	answer := c.solve(asked)
	answer["purpose"] = purpose
	time.Sleep(600 * time.Millisecond) // a hand that is done before it could be is none
	got := must[struct {
		Ticket  string `json:"ticket"`
		RandStr string `json:"randStr"`
	}](c, "answering a captcha", p.post("/api/captcha/answer", answer))
	return got.Ticket, got.RandStr
}

// solve is the answer of a script that sees.
func (c *check) solve(asked challenge) fields {
	picture := asked.Picture
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
	solved, err := altcha.SolveChallenge(asked.Work.Challenge, asked.Work.Salt, altcha.SHA256, int(asked.Work.Most), 0,
		nil)
	if err != nil || solved == nil {
		c.fatalf("captcha: no number up to %d: %v", asked.Work.Most, err)
	}
	return fields{"id": asked.ID, "keys": false, "track": track, "number": solved.Number}
}

// farm is a script that guesses, as one that does not see or does not compute: each answer is refused, and the next
// costs its network more. Mere requests make nothing harder for others.
func farm(c *check) {
	if !c.Proxied {
		c.notef("not tried: the server does not take addresses from here (--proxied)")
		return
	}
	p := c.join("w")
	p.address = at("198.18.77.%d", 1+len(c.tag)%200)
	const tickets, atOnce = 50, 30 // as many as one address may ask for in a minute
	var first, sum, hardest int64
	var perSecond float64 // hashes of this machine's one core
	wrong := func(answer fields) {
		answer["purpose"] = "bind"
		if a := p.post("/api/captcha/answer", answer); a.Code != protocol.CodeCaptcha {
			c.errorf("the picture without the work: %s", a)
		}
	}
	for i := range tickets {
		if i >= atOnce {
			time.Sleep(2100 * time.Millisecond)
		}
		asked := must[challenge](c, "a captcha", p.get("/api/captcha?purpose=bind"))
		sum += asked.Work.Most / 2 // on the average
		hardest = max(hardest, asked.Work.Most)
		if i > 0 {
			wrong(fields{"id": asked.ID, "keys": true, "track": []fields{}, "number": 0})
			continue
		}
		first = asked.Work.Most
		begun := time.Now()
		answer := c.solve(asked)
		number := answer["number"].(int)
		perSecond = float64(number+1) / time.Since(begun).Seconds()
		answer["number"] = number + 1
		wrong(answer)
	}
	if hardest < 100*first || sum < 20*tickets*first/2 {
		c.errorf("%d guesses of one network cost %d hashes, the hardest up to %d: no more than at first (%d)", tickets,
			sum, hardest, first)
	}
	c.notef("%d guesses of one network cost %d million hashes on the average, %.0f s of one core here; "+
		"%d for the first, %d for the last", tickets, sum/1_000_000, float64(sum)/perSecond, first/2, hardest/2)
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
	ticket, randStr := c.pass(p, codePurposes[purpose])
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
