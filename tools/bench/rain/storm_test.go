//go:build linux

package main

import (
	"strings"
	"testing"
	"time"
)

// A refusal has no latency, so that a storm in which hardly a claim gets a packet is a quick one.
func TestAStormIsMissedThatRefusesClaims(t *testing.T) {
	took := func(ms ...int) *claimer {
		c := &claimer{}
		for _, n := range ms {
			c.took = append(c.took, time.Duration(n)*time.Millisecond)
			c.sent = append(c.sent, time.Millisecond)
		}
		return c
	}
	var quick, slow, once []*claimer
	for i := range 19 {
		quick, slow = append(quick, took(20, 30)), append(slow, took(20, 200))
		once = append(once, took(20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20+200*(i/17)))
	}
	refused := took(0, 0)
	for name, c := range map[string]struct {
		list   []*claimer
		missed string
	}{
		"one refusal in twenty":   {append(quick[:19:19], refused), ""},
		"one refusal in ten":      {append(quick[:18:18], refused, refused), "36 of 40 packets"},
		"everybody refused":       {[]*claimer{refused, refused}, "0 of 4 packets"},
		"fewer packets for some":  {append(quick[:17:17], took(20), took(20), took(20)), "37 of 40 packets"},
		"none for the first":      {append([]*claimer{took(), took()}, quick[:18]...), "36 of 40 packets"},
		"no packets for anybody":  {[]*claimer{took(), took()}, "0 of 0 packets"},
		"all, but after too long": {slow, "is above the goal"},
		"one slow storm of many":  {once, "worst storm, 220.0 ms"},
	} {
		err := figures{Storm: sum(c.list)}.missed()
		if (err == nil) != (c.missed == "") || err != nil && !strings.Contains(err.Error(), c.missed) {
			t.Errorf("%s: %v, want %q", name, err, c.missed)
		}
	}
}
