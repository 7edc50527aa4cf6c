package fairness_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"jadebox/fairness"
)

func moon() fairness.Cycle {
	c := fairness.Cycle{Season: "moon27", FromMS: 1_800_000_000_000, Tokens: 30}
	for i := range fairness.CycleNights {
		c.Nights = append(c.Nights, fairness.CycleNight{Box: int64(201 + i), Version: 1,
			OddsHash: strings.Repeat(fmt.Sprintf("%02x", i), 32)})
	}
	return c
}

// The text is written out here once more, by hand: it is what README.md promises to auditors.
func TestTheTextOfACycleIsWhatAuditorsAreTold(t *testing.T) {
	c := moon()
	want := "BOX1/cycle\nseason=moon27\nfrom-ms=1800000000000\ntokens=30\nnights=28\n"
	for i, n := range c.Nights {
		want += fmt.Sprintf("night=%d\nbox=%d\nversion=1\nodds=%s\n", i+1, 201+i, n.OddsHash)
	}
	leaf, err := c.Leaf()
	if err != nil || string(leaf) != want {
		t.Fatalf("%v\n%s", err, leaf)
	}
	sum := sha256.Sum256([]byte(want))
	if hash, err := c.Hash(); err != nil || hash != hex.EncodeToString(sum[:]) {
		t.Errorf("%s, %v", hash, err)
	}
}

func TestWrongCyclesAreRefused(t *testing.T) {
	hash, _ := moon().Hash()
	for name, change := range map[string]func(*fairness.Cycle){
		"27 nights": func(c *fairness.Cycle) { c.Nights = c.Nights[1:] },
		"29 nights": func(c *fairness.Cycle) {
			c.Nights = append(c.Nights, fairness.CycleNight{Box: 9, Version: 1, OddsHash: hash})
		},
		"a box twice":       func(c *fairness.Cycle) { c.Nights[5].Box = c.Nights[4].Box },
		"no box":            func(c *fairness.Cycle) { c.Nights[5].Box = 0 },
		"no version":        func(c *fairness.Cycle) { c.Nights[5].Version = 0 },
		"no hash":           func(c *fairness.Cycle) { c.Nights[5].OddsHash = "" },
		"an upper case":     func(c *fairness.Cycle) { c.Nights[5].OddsHash = strings.Repeat("A", 64) },
		"no season":         func(c *fairness.Cycle) { c.Season = "" },
		"a line too many":   func(c *fairness.Cycle) { c.Season = "a\nb" },
		"no time":           func(c *fairness.Cycle) { c.FromMS = 0 },
		"nothing to pay":    func(c *fairness.Cycle) { c.Tokens = 0 },
		"too much for JSON": func(c *fairness.Cycle) { c.Tokens = 1 << 60 },
	} {
		c := moon()
		change(&c)
		if _, err := c.Hash(); !errors.Is(err, fairness.ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*fairness.Cycle){
		"season":  func(c *fairness.Cycle) { c.Season = "moon28" },
		"begin":   func(c *fairness.Cycle) { c.FromMS++ },
		"price":   func(c *fairness.Cycle) { c.Tokens++ },
		"order":   func(c *fairness.Cycle) { c.Nights[3], c.Nights[4] = c.Nights[4], c.Nights[3] },
		"version": func(c *fairness.Cycle) { c.Nights[27].Version = 2 },
	} {
		c := moon()
		change(&c)
		if other, err := c.Hash(); err != nil || other == hash {
			t.Errorf("another %s has the same hash (%v)", name, err)
		}
	}
}
