package verify

import (
	"math"
	"slices"

	"jadebox/fairness"
	"jadebox/fairness/box2"
	"jadebox/fairness/slot"
)

// window is one window of a rain. Its claims are its tickets: the last part of them names the round, and its hash is
// what the stream is drawn under. The context is the leaf of the rain, whose own round made the amounts.
type window struct {
	rain    *box2.Rain
	scope   string
	n       int
	amounts *box2.RainAmounts
	value   fairness.Beacon // of the round of the amounts
	own     paidWindow
	before  []paidWindow
}

// paidWindow is a window with its claims and what they came to, part by part.
type paidWindow struct {
	claims []*box2.RainClaims
	paid   []*box2.RainPaid
	ctx    string // hash of the last part of the claims
}

func (k *window) form(v *verification) (err error) {
	b := v.b
	if k.rain, err = parse[box2.Rain](b.Context); err != nil {
		return err
	}
	if k.amounts, err = parse[box2.RainAmounts](b.Rain.Amounts.Leaf); err != nil {
		return err
	}
	if k.value, err = b.Rain.Beacon.read(); err != nil {
		return err
	}
	k.scope = fairness.RainScope(k.rain.Room)
	k.n = len(b.Rain.Windows) + 1
	if len(b.Odds) != 0 || b.ID != fairness.ResultID(k.scope, uint64(k.n)) {
		return malformed("id %q of window %d, or odds", b.ID, k.n)
	}
	for i, w := range b.Rain.Windows {
		var paid []string
		for _, e := range w.Paid {
			paid = append(paid, e.Leaf)
		}
		read, err := readWindow(k.scope, i+1, w.Claims, paid)
		if err != nil {
			return err
		}
		k.before = append(k.before, read)
	}
	if k.own, err = readWindow(k.scope, k.n, b.Tickets, b.Results); err != nil {
		return err
	}
	last := k.own.claims[len(k.own.claims)-1]
	v.locked = b.Tickets[len(b.Tickets)-1]
	v.promise = promise{
		log: k.rain.Log, scope: k.scope, commit: k.rain.Commit, height: slot.HeightRain, beacon: last.Beacon,
		atMS: last.AtMS,
	}
	if _, err = v.open(0, k.amounts.SlotKey); err != nil {
		return err
	}
	_, err = v.open(uint64(k.n), k.own.paid[0].SlotKey)
	return err
}

// readWindow reads window n: each part of its claims names the hash of the one before, and only the last is the last.
func readWindow(scope string, n int, claims, paid []string) (w paidWindow, err error) {
	if len(claims) == 0 || len(claims) != len(paid) || n > box2.WindowsMax {
		return w, malformed("window %d of %d parts, %d paid", n, len(claims), len(paid))
	}
	previous := "-"
	for i := range claims {
		c, err := parse[box2.RainClaims](claims[i])
		if err != nil {
			return w, err
		}
		p, err := parse[box2.RainPaid](paid[i])
		if err != nil {
			return w, err
		}
		last := i == len(claims)-1
		if c.Scope != scope || c.Window != n || c.Part != i || c.Previous != previous || c.Last != last {
			return w, malformed("part %d of window %d does not follow the one before", i, n)
		}
		if p.Scope != scope || p.Window != n || len(p.Claims) != len(c.Claims) {
			return w, malformed("what part %d of window %d came to is of another", i, n)
		}
		previous = box2.Hash([]byte(claims[i]))
		w.claims, w.paid = append(w.claims, c), append(w.paid, p)
	}
	w.ctx = previous
	return w, nil
}

func (k *window) context() error {
	for _, c := range k.own.claims {
		if c.Beacon != k.own.claims[len(k.own.claims)-1].Beacon {
			return mismatch("part %d names another round", c.Part)
		}
	}
	return nil
}

func (k *window) outcome(v *verification) {
	v.add(CheckTicket, "what was paid is of these claims and this beacon", k.checkPaid(v))
	amounts, err := k.checkAmounts(v)
	v.add(CheckAmounts, "the amounts follow from the rain's own round and were public before the claims", err)
	if err != nil {
		v.skip(CheckClaim, "the amounts do not hold")
		return
	}
	v.add(CheckClaim, "the stream draws these amounts of those that were left, up to the cap",
		k.checkClaims(v, amounts))
}

// checkPaid holds what this window came to to its claims.
func (k *window) checkPaid(v *verification) error {
	for i, p := range k.own.paid {
		c := k.own.claims[i]
		switch {
		case p.Ctx != v.ctx || p.Beacon != v.beacon.Value || p.SlotKey != k.own.paid[0].SlotKey:
			return mismatch("part %d names other claims, another beacon or another slot key", i)
		case c.AtMS < k.rain.AtMS || p.AtMS < c.AtMS || c.AtMS > v.promise.atMS:
			return mismatch("part %d: rain of %d ms, claims of %d ms, paid at %d ms", i, k.rain.AtMS, c.AtMS, p.AtMS)
		}
	}
	return nil
}

// checkAmounts derives the amounts, in their order, and holds the leaf that sums them up to them.
func (k *window) checkAmounts(v *verification) ([]int64, error) {
	b, r, a := v.b.Rain, k.rain, k.amounts
	if err := v.checkExact(r.Beacon, r.AtMS); err != nil {
		return nil, err
	}
	opened := readInclusion(b.Opened)
	c, err := v.openCheckpoint(opened)
	if err == nil {
		err = opened.holds(v.b.Context)
	}
	if err == nil {
		err = v.checkBefore(c, r.Beacon, r.AtMS)
	}
	if err == nil {
		err = v.checkBeacon(k.value, r.Beacon)
	}
	if err == nil {
		first := int64(math.MaxInt64) // a place of the claims that does not hold is told by the check opened
		if v.opened.err == nil && v.opened.holds(v.locked) == nil {
			first = v.opened.index
		}
		err = v.endedBefore(b.Amounts, first)
	}
	if err != nil {
		return nil, err
	}
	ctx := box2.Hash([]byte(v.b.Context))
	if a.Scope != k.scope || a.Ctx != ctx || a.Beacon != k.value.Value {
		return nil, mismatch("the amounts name another scope, context or beacon")
	}
	stream, err := slot.Stream(v.opens[0].key, slot.LabelRain, k.scope, k.value.Value, ctx)
	if err != nil {
		return nil, err
	}
	amounts, err := fairness.RedPacket(stream, r.PoolCents, r.Packets, r.LeastCents)
	if err != nil {
		return nil, err
	}
	if largest := slices.Max(amounts); largest != a.LargestCents || r.PoolCents != a.SumCents {
		return nil, mismatch("the largest is %d cents, the sum %d", largest, r.PoolCents)
	}
	return amounts, nil
}

// taken is what players have of a rain.
type taken struct {
	left    []int64 // amounts, in their order
	packets map[int]bool
	claims  map[int64]int
	cents   map[int64]int64
}

// take gives claim to its player the amount at that index: what is paid, in cents.
func (t *taken) take(r *box2.Rain, c box2.Claim, index int) (int64, error) {
	switch {
	case index >= len(t.left):
		return 0, mismatch("amount %d of %d that are left", index, len(t.left))
	case c.Packet >= r.Packets || t.packets[c.Packet]:
		return 0, mismatch("packet %d is caught twice, or there is none", c.Packet)
	case t.claims[c.Player] == r.ClaimsMax:
		return 0, mismatch("player %d has more than %d packets", c.Player, r.ClaimsMax)
	}
	paid := min(t.left[index], r.CapCents-t.cents[c.Player])
	t.left = slices.Delete(t.left, index, index+1)
	t.packets[c.Packet] = true
	t.claims[c.Player]++
	t.cents[c.Player] += paid
	return paid, nil
}

// checkClaims takes what the windows before came to from the log, and draws the claims of this one.
func (k *window) checkClaims(v *verification, amounts []int64) error {
	t := &taken{left: amounts, packets: map[int]bool{}, claims: map[int64]int{}, cents: map[int64]int64{}}
	own := int64(math.MaxInt64) // a place of this window that does not hold is told by the check of the log
	if v.b.Logged != "" && v.ended() == nil {
		own = v.logged.index
	}
	for n, w := range k.before {
		for i, p := range w.paid {
			if err := v.endedBefore(v.b.Rain.Windows[n].Paid[i], own); err != nil {
				return err
			}
			if p.Ctx != w.ctx {
				return mismatch("window %d was paid for other claims", n+1)
			}
		}
		if err := t.window(k.rain, w, func(claim box2.Payment) int { return claim.Index }); err != nil {
			return err
		}
	}
	stream, err := slot.Stream(v.opens[1].key, slot.LabelClaim, k.scope, v.beacon.Value, v.ctx)
	if err != nil {
		return err
	}
	return t.window(k.rain, k.own, func(box2.Payment) int {
		if len(t.left) == 0 {
			return 0 // take refuses it
		}
		return int(stream.Uniform(uint64(len(t.left))))
	})
}

// window takes the claims of a window, in their order, and compares what is paid with its leaves.
func (t *taken) window(r *box2.Rain, w paidWindow, index func(box2.Payment) int) error {
	for part, c := range w.claims {
		for i, claim := range c.Claims {
			paid := w.paid[part].Claims[i]
			at := index(paid)
			cents, err := t.take(r, claim, at)
			if err != nil {
				return err
			}
			if want := (box2.Payment{Player: claim.Player, Index: at, PaidCents: cents}); paid != want {
				return mismatch("claim %d of part %d of window %d takes amount %d, %d cents", i, part, c.Window, at,
					cents)
			}
		}
	}
	return nil
}

func (k *window) logged(v *verification) (string, error) { return v.b.Results[len(v.b.Results)-1], nil }
