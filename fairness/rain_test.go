package fairness

import (
	"strings"
	"testing"
)

func rainTerms() RainContext { return must(ParseRainContext(rainBundle(-1, true).Context.Leaf)) }

func TestRainAmountsAreThePoolExactly(t *testing.T) {
	c := rainTerms()
	draw := must(DrawRain(testKey(0x44), c, testBeacon(6)))
	var sum int64
	for i, a := range draw.Amounts {
		sum += a
		if a < c.LeastCents {
			t.Errorf("packet %d holds %d", i, a)
		}
		if err := CheckOpening(LabelRain, RainScope(c.Room), draw.Commitment.Root(),
			must(draw.Commitment.Open(i))); err != nil {
			t.Errorf("packet %d: %v", i, err)
		}
	}
	if sum != c.PoolCents || len(draw.Amounts) != c.Packets {
		t.Errorf("%d packets of %d cents", len(draw.Amounts), sum)
	}
}

func TestRainKeyAndBeaconAreThosePromised(t *testing.T) {
	if _, err := DrawRain(testKey(0x45), rainTerms(), testBeacon(6)); err == nil {
		t.Error("another key draws")
	}
	if _, err := DrawRain(testKey(0x44), rainTerms(), testBeacon(7)); err == nil {
		t.Error("another round draws")
	}
}

func TestRainContextRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*RainContext){
		"no room":             func(c *RainContext) { c.Room = 0 },
		"no packets":          func(c *RainContext) { c.Packets = 0 },
		"too many packets":    func(c *RainContext) { c.Packets, c.PoolCents = RainPacketsMax+1, 1_000_000 },
		"empty packets":       func(c *RainContext) { c.LeastCents = 0 },
		"too small a pool":    func(c *RainContext) { c.PoolCents = int64(c.Packets) - 1 },
		"no claims":           func(c *RainContext) { c.ClaimsMax = 0 },
		"too many claims":     func(c *RainContext) { c.ClaimsMax = RainClaimsMax + 1 },
		"a cap above the top": func(c *RainContext) { c.CapCents = c.PoolCents + 1 },
		"no cap":              func(c *RainContext) { c.CapCents = 0 },
		"no commit":           func(c *RainContext) { c.Commit = "" },
		"unknown beacon":      func(c *RainContext) { c.BeaconSource = "dice" },
	} {
		c := rainTerms()
		spoil(&c)
		if leaf, err := c.Leaf(); err == nil {
			t.Errorf("%s: %s", name, leaf)
		}
	}
	leaf := rainBundle(-1, true).Context.Leaf
	for _, bad := range []string{"", leaf + "x=1\n", strings.Replace(leaf, "packets=40", "packets=+40", 1),
		strings.Replace(leaf, "packets=40", "packets=041", 1)} {
		if _, err := ParseRainContext(bad); err == nil {
			t.Errorf("accepted %q", bad)
		}
	}
}

// A claim above the caps is visible to every reader of the round, even when the log agrees.
func TestRainBeyondTheCapsIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*RainContext){
		"packets": func(c *RainContext) { c.ClaimsMax = 2 },
		"gems":    func(c *RainContext) { c.CapCents = 60 },
	} {
		k, b, c := testKey(0x44), testBeacon(6), rainTerms()
		spoil(&c)
		draw := must(DrawRain(k, c, b))
		var claims []RainClaim
		for i := range 6 {
			claims = append(claims, RainClaim{Place: i, Player: int64(1001 + i%2), ValueCents: draw.Amounts[i]})
		}
		r := Verify(must(NewRainBundle(c, k.Reveal(), b, draw.Commitment.Root(), claims)))
		for _, check := range r.Checks {
			if !check.Skipped && check.OK == (check.Name == CheckClaims) {
				t.Errorf("%s: %+v", name, check)
			}
		}
	}
}

func TestRainHiddenKeyProvesTheClaimAlone(t *testing.T) {
	r := Verify(rainBundle(4, false))
	if got := skipped(r); !r.OK || len(got) != 3 || got[2] != CheckAmounts {
		t.Errorf("ok %t, skipped %v", r.OK, got)
	}
	whole := rainBundle(-1, true)
	whole.Key = ""
	if Verify(whole).OK {
		t.Error("a whole rain passes without its key")
	}
}
