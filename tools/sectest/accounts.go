package sectest

import (
	"bytes"
	"crypto/sha256"
	"math"
	"slices"
	"strings"
	"time"

	"jadebox/protocol"
)

const timed = 24 // requests of each of two sides whose times are compared

// enumeration: no caller learns from an answer, or from how long it took, which accounts and phones there are.
func enumeration(c *check) {
	p := c.join("e")
	nobody := c.tag + "nobody"
	login := func(name string) answer {
		return c.visitor().post("/api/user/login", fields{"phone": name, "password": "wrong7harbor"})
	}
	known, unknown := login(p.name), login(nobody)
	if known.Code != protocol.CodeCredentials || !bytes.Equal(untimed(known), untimed(unknown)) ||
		headerNames(known) != headerNames(unknown) {
		c.errorf("login of a name that is there and of one that is not: %s and %s", known, unknown)
	}
	// After five failures of a name a captcha is asked for: each has its turn with several.
	var names [2][]string
	c.alike("login", protocol.CodeCredentials, func(i, side int) answer {
		if i%4 == 0 && side == 0 {
			names[0], names[1] = append(names[0], c.join("t").name), append(names[1], c.tag+"no"+c.next())
		}
		return login(names[side][len(names[side])-1])
	})

	if c.Database != nil {
		c.phonesTellNothing()
	}
	free := func(phone string) answer { return c.visitor().get("/api/user/check/phone?phone=" + phone) }
	a, b := free("13000000001"), free("13000000002")
	if a.Code != protocol.OK || !bytes.Equal(untimed(a), untimed(b)) {
		c.errorf("two phones that nobody has: %s and %s", a, b)
	}
	taken := "139" + digitsOf(c.tag, 8)
	if got := c.visitor().post("/api/user/register", fields{"phone": taken, "password": password + c.tag,
		"fingerprinId": "phone " + c.tag}); got.Code == protocol.OK {
		c.alike("check/phone", protocol.OK,
			func(i, side int) answer { return free([2]string{taken, "138" + digitsOf(c.tag+"x", 8)}[side]) })
	} else {
		c.notef("check/phone: no account with a phone as its name: %s", got)
	}
}

// phonesTellNothing: to a visitor a bound phone is like any other, at the login and on each step of a password reset.
func (c *check) phonesTellNothing() {
	_, bound := c.bound("e", "enumeration")
	nobodys := c.phone("enumeration of nobody")
	var phones [2]string
	c.alike("login by phone", protocol.CodeCredentials, func(i, side int) answer {
		if i%4 == 0 && side == 0 {
			_, phones[0] = c.bound("t", "timed"+c.next())
			phones[1] = c.phone("untimed" + c.next())
		}
		return c.visitor().post("/api/user/login", fields{"phone": phones[side], "password": "wrong7harbor"})
	})
	c.alike("check/phone of a bound phone", protocol.OK, func(_, side int) answer {
		return c.visitor().get("/api/user/check/phone?phone=" + [2]string{bound, nobodys}[side])
	})
	steps := map[string][2]answer{}
	for side, phone := range []string{bound, nobodys} {
		v := c.visitor()
		ticket, randStr := c.pass(v, "reset")
		sent := v.post("/api/personal/center/send/2/code", fields{"phone": phone, "randStr": randStr, "ticket": ticket})
		if set := sent.header.Get("Set-Cookie"); set != "" {
			v.cookie, _, _ = strings.Cut(set, ";")
		}
		reset := v.post("/api/personal/center/password", fields{"phone": phone, "password": "lantern8" + c.tag,
			"code": "000000"})
		for name, a := range map[string]answer{"sending a code": sent, "a reset with a wrong code": reset} {
			both := steps[name]
			both[side] = a
			steps[name] = both
		}
	}
	for name, both := range steps {
		if !bytes.Equal(untimed(both[0]), untimed(both[1])) || both[0].status != both[1].status ||
			headerNames(both[0]) != headerNames(both[1]) {
			c.errorf("%s tells a bound phone from nobody's: %s and %s", name, both[0], both[1])
		}
	}
	if a := steps["sending a code"][0]; a.Code != protocol.OK {
		c.errorf("a code for a bound phone: %s", a)
	}
}

// untimed is a body without the server's clock.
func untimed(a answer) []byte {
	i := bytes.Index(a.raw, []byte(`"sysTime"`))
	if i < 0 {
		return a.raw
	}
	return a.raw[:i]
}

func headerNames(a answer) string {
	var names []string
	for name := range a.header {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// alike asks two sides in turns, now one first and now the other, and compares the distributions of their times: the
// largest distance between them (Kolmogorov–Smirnov) at a level that chance passes once in a thousand runs, and medians
// that differ by little.
func (c *check) alike(what string, want protocol.Code, ask func(i, side int) answer) {
	for range 3 { // a busy machine may fail once; a leak fails each time
		var took [2][]float64
		for i := range timed {
			for turn := range 2 {
				side := (i + turn) % 2 // the second request may be served from warmer caches
				a := ask(i, side)
				if a.Code != want {
					c.fatalf("%s: %s, want %d", what, a, want)
				}
				took[side] = append(took[side], float64(a.took.Microseconds()))
			}
		}
		for side := range took {
			slices.Sort(took[side])
		}
		a, b := took[0][timed/2], took[1][timed/2]
		d, critical := distance(took[0], took[1]), 1.95*math.Sqrt(2/float64(timed))
		if d <= critical || math.Abs(a-b) < 0.1*min(a, b) {
			c.notef("%s: medians %.2f and %.2f ms, distance %.2f (critical %.2f)", what, a/1000, b/1000, d, critical)
			return
		}
		c.notef("%s: medians %.2f and %.2f ms, distance %.2f: again", what, a/1000, b/1000, d)
		time.Sleep(200 * time.Millisecond)
	}
	c.errorf("%s: the time of an answer tells whether somebody is there", what)
}

// distance between two sorted samples.
func distance(a, b []float64) (most float64) {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			i, j = i+1, j+1
		}
		most = max(most, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return most
}

// digitsOf makes n digits of a text.
func digitsOf(text string, n int) string {
	sum := sha256.Sum256([]byte(text))
	for i := range sum {
		sum[i] = '0' + sum[i]%10
	}
	return string(sum[:n])
}
