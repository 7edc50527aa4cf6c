package demo

import (
	"math/rand/v2"
	"time"

	"jadebox/protocol"
	"jadebox/store"
)

// Counters of product-spec §9: online starts at 150–249 and drifts by up to 10 every 10 s, never below 150; the total
// starts at about 10,000 and grows by 1–5 every 30 s. Real numbers are added; the result is labelled as demo
// (docs/rules.md).
func Counters(now store.Clock) func(protocol.Counters) protocol.Counters {
	const (
		onlineStep, totalStep   = 10 * time.Second, 30 * time.Second
		onlineMin, totalAtStart = 150, 10_000
	)
	online, total := onlineMin+rand.Int64N(100), int64(totalAtStart)
	nextOnline, nextTotal := now().Add(onlineStep), now().Add(totalStep)
	return func(c protocol.Counters) protocol.Counters {
		t := now()
		for ; !t.Before(nextOnline); nextOnline = nextOnline.Add(onlineStep) {
			online = max(onlineMin, online+rand.Int64N(21)-10)
		}
		for ; !t.Before(nextTotal); nextTotal = nextTotal.Add(totalStep) {
			total += 1 + rand.Int64N(5)
		}
		return protocol.Counters{Online: c.Online + online, Total: c.Total + total, Demo: true}
	}
}
