package httpapi

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	altcha "github.com/altcha-org/altcha-lib-go"

	"jadebox/protocol"
	"jadebox/server/captcha"
)

// browser is a client that keeps the server's cookies, sees pictures and reads short messages.
type browser struct {
	*client
	cookies map[string]string // by name
	from    string            // its address; "": the loopback's
}

func (w *world) browser() *browser { return (&client{world: w}).browser() }

func (c *client) browser() *browser { return &browser{client: c, cookies: map[string]string{}} }

func (b *browser) call(method, path string, body any) reply {
	b.Helper()
	h := http.Header{"Idempotency-Key": {"browser-" + itoa(b.keys.Add(1))}, "Cookie": {b.cookie()}}
	if b.from != "" {
		h.Set("From-Address", b.from)
	}
	a := b.do(method, path, body, h)
	for _, set := range a.header["Set-Cookie"] {
		cookie, err := http.ParseSetCookie(set)
		if err != nil {
			b.Fatal(err)
		}
		b.cookies[cookie.Name] = cookie.Value
	}
	return a
}

// cookie is the header with everything that this browser keeps.
func (b *browser) cookie() string {
	var all []string
	for name, value := range b.cookies {
		all = append(all, name+"="+value)
	}
	return strings.Join(all, "; ")
}

// ticket solves a captcha as people do: it looks where the piece belongs, takes its time to move it there, and computes
// meanwhile.
func (b *browser) ticket(purpose string) captchaTicket {
	b.Helper()
	a := b.call(http.MethodPost, "/api/captcha/answer", b.answer(purpose))
	a.want(b.world, protocol.OK)
	return into[captchaTicket](b.world, a)
}

// answer is a right one to a new challenge.
func (b *browser) answer(purpose string) captchaAnswer {
	b.Helper()
	p := into[captchaChallenge](b.world, b.call(http.MethodGet, "/api/captcha?purpose="+purpose, nil))
	x := b.gap(*p.Picture)
	time.Sleep(2 * time.Second)
	var track []captcha.Point
	for i, part := range []int{0, 3, 12, 35, 62, 84, 95, 99, 100} {
		track = append(track, captcha.Point{X: x * part / 100, MS: int64(i*60 + i%3)})
	}
	solved, err := altcha.SolveChallenge(p.Work.Challenge, p.Work.Salt, altcha.SHA256, int(p.Work.Most), 0, nil)
	if err != nil || solved == nil {
		b.Fatal(err)
	}
	return captchaAnswer{ID: p.ID, Purpose: purpose, Track: track, Number: int64(solved.Number)}
}

// gap finds the place whose picture is the piece, darker.
func (b *browser) gap(p captchaPicture) int {
	b.Helper()
	raw := func(address string) *bytes.Reader {
		_, text, _ := strings.Cut(address, "base64,")
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			b.Fatal(err)
		}
		return bytes.NewReader(data)
	}
	whole, err := jpeg.Decode(raw(p.Image))
	if err != nil {
		b.Fatal(err)
	}
	piece, err := png.Decode(raw(p.Piece))
	if err != nil {
		b.Fatal(err)
	}
	type dot struct{ at, red, green, blue int }
	ground, shape := pixels(whole), pixels(piece)
	var dots []dot // the opaque ones, and where the ground has theirs when the piece lies at its left edge
	for i := 0; i < len(shape.Pix); i += 4 {
		if c := shape.Pix[i : i+4]; c[3] == 0xff {
			x, y := i%shape.Stride/4, i/shape.Stride
			dots = append(dots, dot{ground.PixOffset(x, p.Y+y), int(c[0]) / 3, int(c[1]) / 3, int(c[2]) / 3})
		}
	}
	best, least := 0, math.MaxInt
	for x := range p.Width - p.Side {
		sum := 0
		for _, d := range dots {
			c := ground.Pix[d.at+4*x : d.at+4*x+3]
			sum += distance(int(c[0]), d.red) + distance(int(c[1]), d.green) + distance(int(c[2]), d.blue)
			if sum >= least { // most places are soon worse than the best
				break
			}
		}
		if sum < least {
			best, least = x, sum
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// pixels lays a picture out in bytes. A call of At for each was a seventh of this package's time under the detector.
func pixels(img image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), img.Bounds().Dy()))
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
	return out
}

const phone, otherPhone = "13800138000", "13900139000"

// send asks for a code and waits until another may be asked for.
func (b *browser) send(to purpose, phone string) reply {
	b.Helper()
	t := b.ticket(captchaCode[to])
	a := b.call(http.MethodPost, "/api/personal/center/send/"+strconv.Itoa(int(to))+"/code",
		map[string]any{"phone": phone, "randStr": t.RandStr, "ticket": t.Ticket})
	time.Sleep(time.Minute)
	return a
}

var digits = regexp.MustCompile(`\d{6}`)

// code asks for one and reads it from the phone.
func (b *browser) code(to purpose, phone string) string {
	b.Helper()
	b.send(to, phone).want(b.world, protocol.OK)
	list := b.outbox.To(phone)
	if len(list) == 0 {
		b.Fatalf("no message for purpose %d", to)
	}
	return digits.FindString(list[0].Text)
}

// bind binds a phone and goes on with the session of the answer.
func (b *browser) bind(phone string) {
	b.Helper()
	a := b.call(http.MethodPut, "/api/personal/center/bundling/phone", map[string]any{"phone": phone,
		"code": b.code(toBind, phone)})
	a.want(b.world, protocol.OK)
	b.token = into[bound](b.world, a).Token
}

// steam goes to the provider, logs in there, and brings back the payload.
func (b *browser) steam(kind int, id string) map[string]any {
	b.Helper()
	a := b.call(http.MethodGet, "/api/user/steam/address?type="+strconv.Itoa(kind), nil)
	a.want(b.world, protocol.OK)
	to, err := url.Parse(into[steamAddress](b.world, a).URL)
	if err != nil {
		b.Fatal(err)
	}
	there := b.do(http.MethodGet, to.RequestURI()+"&as="+id, nil, nil)
	back, err := url.Parse(there.header.Get("Location"))
	if err != nil || there.status != http.StatusFound || back.Path != "/steam/return" {
		b.Fatalf("%d to %q", there.status, there.header.Get("Location"))
	}
	body := map[string]any{"state": back.Query().Get("state")}
	for name, values := range back.Query() {
		if strings.HasPrefix(name, "openid.") {
			body[name] = values[0]
		}
	}
	return body
}
