package password

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"
)

// roomy bounds refuse no caller in these tests.
var roomy = Bounds{Waiting: 1 << 20, Known: 1 << 20, Network: 1 << 20}

// network is the i-th of many.
func network(i int) netip.Prefix {
	return NetworkOf(netip.AddrFrom4([4]byte{byte(1 + i>>16), byte(i >> 8), byte(i), 7}))
}

func stranger(i int) *waiter { return &waiter{Who: Who{Network: network(i)}} }

// known is of an account of its own each time.
func known(i int) *waiter {
	accounts++
	return &waiter{Who: Who{Network: network(i), Account: accounts}}
}

var accounts int64 = 1

// joined puts n of a kind in line, none of which costs another caller a place.
func joined(t *testing.T, l *line, n int, who func(i int) *waiter, i int) (in []*waiter) {
	t.Helper()
	for range n {
		w := who(i)
		if out := l.join(w); out != nil {
			t.Fatalf("%v has to leave for %v", out.Who, w.Who)
		}
		in = append(in, w)
	}
	return in
}

// hashesBefore is how many are served before w.
func hashesBefore(t *testing.T, l *line, w *waiter) (n int) {
	t.Helper()
	for next := l.next(); next != w; next = l.next() {
		if next == nil {
			t.Fatal("nobody waits any more, and it was never served")
		}
		n++
	}
	return n
}

func TestANetworkWithTenThousandWaitingDelaysAnothersFirstByOneHash(t *testing.T) {
	l := newLine(roomy)
	joined(t, &l, 10_000, stranger, 1)
	w := joined(t, &l, 1, stranger, 2)[0]
	if n := hashesBefore(t, &l, w); n > 1 {
		t.Errorf("%d hashes before the other network's first", n)
	}
}

func TestAFirstLoginWaitsOneHashForEachNetworkBeforeIt(t *testing.T) {
	l := newLine(roomy)
	for i := range 150 {
		joined(t, &l, 100, stranger, i)
	}
	w := joined(t, &l, 1, stranger, 200)[0]
	if n := hashesBefore(t, &l, w); n > 150 {
		t.Errorf("%d hashes before the first of the 151st network", n)
	}
}

func TestThoseOfOneNetworkAreServedInTheirOrder(t *testing.T) {
	l := newLine(roomy)
	first := joined(t, &l, 3, stranger, 1)
	joined(t, &l, 3, stranger, 2)
	for _, w := range first {
		if n := hashesBefore(t, &l, w); n > 1 {
			t.Errorf("%d before the next of its network", n)
		}
	}
}

func TestAKnownDeviceWaitsOneHashHoweverManyStrangersWait(t *testing.T) {
	l := newLine(roomy)
	for i := range 150 {
		joined(t, &l, 100, stranger, i)
	}
	for i := range 3 {
		w := joined(t, &l, 1, known, 300+i)[0]
		if n := hashesBefore(t, &l, w); n > 1 {
			t.Errorf("%d hashes before known device %d", n, i)
		}
	}
}

// What is reserved is a share: known devices, however many, leave every second turn to the others.
func TestKnownDevicesLeaveEverySecondTurnToTheOthers(t *testing.T) {
	l := newLine(roomy)
	for i := range 1000 {
		joined(t, &l, 1, known, i)
	}
	joined(t, &l, 100, stranger, 2000)
	for range 100 {
		a, b := l.next(), l.next()
		if a.known() == b.known() {
			t.Fatal("two turns in a row for one kind while the other waits")
		}
	}
	for range 900 {
		if w := l.next(); w == nil || !w.known() {
			t.Fatal("a turn is lost though known devices wait")
		}
	}
	if w := l.next(); w != nil {
		t.Fatalf("served twice: %v", w.Who)
	}
}

func TestKnownDevicesAreFairByNetworkToo(t *testing.T) {
	l := newLine(roomy)
	joined(t, &l, 10_000, known, 1)
	w := joined(t, &l, 1, known, 2)[0]
	if n := hashesBefore(t, &l, w); n > 1 {
		t.Errorf("%d hashes before another network's known device", n)
	}
}

func TestInAFullLineTheLongestQueueGivesAPlaceToAShorterOne(t *testing.T) {
	l := newLine(Bounds{Waiting: 6, Network: 6})
	many := joined(t, &l, 4, stranger, 1)
	joined(t, &l, 2, stranger, 2)
	if w := stranger(1); l.join(w) != w {
		t.Error("the longest queue grew at another's expense")
	}
	w := stranger(3)
	if out := l.join(w); out != many[3] {
		t.Errorf("%v left, want the last of the longest queue", out)
	}
	again := stranger(3)
	if out := l.join(again); out != many[2] { // 2, 2, 2 now
		t.Errorf("%v left, want the last of the longest queue", out)
	}
	for i := 1; i <= 3; i++ {
		if w := stranger(i); l.join(w) != w {
			t.Errorf("network %d took a place from one that is no longer than itself", i)
		}
	}
	if out := l.join(stranger(4)); out == nil || out.Network == network(4) {
		t.Error("a network that nobody waits of found no place among three that two wait of")
	}
}

func TestAFullLineOfSingleNetworksTurnsAway(t *testing.T) {
	l := newLine(Bounds{Waiting: 3, Network: 2})
	for i := range 3 {
		joined(t, &l, 1, stranger, i)
	}
	if w := stranger(4); l.join(w) != w {
		t.Error("somebody who waits alone was sent away for somebody who came later")
	}
}

func TestANetworkHasOnlySoManyPlaces(t *testing.T) {
	l := newLine(Bounds{Waiting: 100, Known: 100, Network: 5})
	for _, kind := range []func(int) *waiter{stranger, known} {
		joined(t, &l, 5, kind, 1)
	}
	for _, w := range []*waiter{stranger(1), known(1)} {
		if l.join(w) != w {
			t.Errorf("a sixth place for %v", w.Who)
		}
	}
	joined(t, &l, 1, stranger, 2)
}

// Strangers cannot take what is reserved, and a known device that finds it taken is no worse off than a stranger.
func TestReservedPlacesAreForKnownDevices(t *testing.T) {
	l := newLine(Bounds{Waiting: 3, Known: 2, Network: 3})
	joined(t, &l, 3, stranger, 1)
	joined(t, &l, 1, known, 2)
	joined(t, &l, 1, known, 3)
	if out := l.join(known(4)); out == nil || out.known() {
		t.Error("a known device that found the reserved places taken has none among the others")
	}
	if l.waiting() != 5 {
		t.Errorf("%d wait, want 5", l.waiting())
	}
}

// The attack: an account with a known device in each of 32 networks, and strangers in 128 others. A login from a
// known device of another network takes a place that a stranger has, and one a network is all that known devices are
// lent, so that strangers keep places whatever known devices do.
func TestAKnownDeviceHasAPlaceThoughThirtyTwoOthersHoldTheReservedOnesAndStrangersTheRest(t *testing.T) {
	l := newLine(Standard)
	for i := range Standard.Known {
		joined(t, &l, 1, known, i)
	}
	for i := range Standard.Waiting {
		joined(t, &l, 1, stranger, 1000+i)
	}
	mine := known(2000)
	if out := l.join(mine); out == nil || out.known() {
		t.Fatalf("%v has to leave for a known device, want a stranger", out)
	}
	for i := range Standard.Lent - 1 {
		if out := l.join(known(3000 + i)); out == nil || out.known() {
			t.Fatalf("%v has to leave for lent place %d, want a stranger", out, i+2)
		}
	}
	if w := known(4000); l.join(w) != w {
		t.Error("known devices were lent more than there is to lend")
	}
	if w := stranger(4001); l.join(w) != w {
		t.Error("a stranger took the place of another who waits alone")
	}
	if n := l.others.waiting; n != Standard.Waiting-Standard.Lent {
		t.Errorf("%d strangers wait, want %d", n, Standard.Waiting-Standard.Lent)
	}
	if n := hashesBefore(t, &l, mine); n > 2*(Standard.Known+1) { // at 35 a second, two seconds
		t.Errorf("%d hashes before the known device", n)
	}
	for l.known.next() != nil {
	}
	for i := range Standard.Lent {
		joined(t, &l, 1, stranger, 5000+i) // what was lent is free again
	}
}

// Many accounts of one network do not borrow what one household of another needs.
func TestANetworkWithKnownDevicesInLineIsLentNoPlace(t *testing.T) {
	l := newLine(Bounds{Waiting: 4, Known: 4, Lent: 4, Network: 4})
	joined(t, &l, 2, known, 1)
	joined(t, &l, 2, known, 2)
	joined(t, &l, 4, stranger, 3)
	if w := known(1); l.join(w) == nil || w.in == &l.known {
		t.Error("a network that has two places of known devices was lent a third")
	}
	if out := l.join(known(4)); out == nil || l.known.waiting != 4 {
		t.Errorf("%v left for a network of which no known device waits, and %d known ones wait", out, l.known.waiting)
	}
}

// One who owns an account and many networks, or has stolen its cookies, takes one reserved place, as its owner does.
func TestAnAccountHasOneReservedPlaceFromHoweverManyNetworks(t *testing.T) {
	l := newLine(Bounds{Waiting: 128, Known: 32, Network: 32})
	mine := func(i int) *waiter { return &waiter{Who: Who{Network: network(i), Account: 1}} }
	for i := range 129 {
		joined(t, &l, 1, mine, i)
	}
	if l.known.waiting != 1 || l.others.waiting != 128 {
		t.Errorf("%d reserved places and %d others, want 1 and 128", l.known.waiting, l.others.waiting)
	}
	if w := mine(900); l.join(w) != w {
		t.Error("a second reserved place for one account")
	}
	for i := range 31 {
		joined(t, &l, 1, known, 901+i)
	}
	for l.next() != nil {
	}
	if joined(t, &l, 1, mine, 1); l.known.waiting != 1 {
		t.Error("an account whose turn has come has no reserved place any more")
	}
}

func TestWhoeverLeavesIsNotServed(t *testing.T) {
	l := newLine(roomy)
	in := slices.Concat(joined(t, &l, 3, stranger, 1), joined(t, &l, 1, stranger, 2), joined(t, &l, 2, known, 3))
	for _, i := range []int{1, 3, 4} {
		if !l.leave(in[i]) || l.leave(in[i]) {
			t.Errorf("%d left not once", i)
		}
	}
	var served []*waiter
	for w := l.next(); w != nil; w = l.next() {
		served = append(served, w)
		if l.leave(w) {
			t.Error("it left after its turn")
		}
	}
	if want := []*waiter{in[5], in[0], in[2]}; !slices.Equal(served, want) {
		t.Errorf("served %v, want %v", served, want)
	}
}

// Whatever happens, no caller is served that left, none is lost, and bounds hold.
func TestALineLosesNobody(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := Bounds{Waiting: 1 + r.IntN(20), Known: r.IntN(10), Network: 1 + r.IntN(8)}
		b.Lent = r.IntN(b.Waiting + 1)
		l, in := newLine(b), map[*waiter]bool{}
		take := func(w *waiter, what string) {
			if !in[w] {
				t.Fatalf("seed %d: %s: %v was not in line", seed, what, w.Who)
			}
			delete(in, w)
		}
		for range 500 {
			switch r.IntN(5) {
			case 0, 1, 2:
				w := &waiter{Who: Who{Network: network(r.IntN(6)), Account: max(0, r.Int64N(12)-7)}}
				in[w] = true
				if out := l.join(w); out != nil {
					take(out, "sent away")
				}
			case 3:
				if w := l.next(); w != nil {
					take(w, "served")
				} else if len(in) > 0 {
					t.Fatalf("seed %d: nobody is served and %d wait", seed, len(in))
				}
			case 4:
				for w := range in {
					if !l.leave(w) {
						t.Fatalf("seed %d: %v is lost", seed, w.Who)
					}
					delete(in, w)
					break
				}
			}
			if l.waiting() != len(in) || l.others.waiting > b.Waiting || l.known.waiting > b.Known+b.Lent ||
				l.waiting() > b.Waiting+b.Known {
				t.Fatalf("seed %d: %d and %d wait, %d are there, bounds %+v", seed, l.known.waiting, l.others.waiting,
					len(in), b)
			}
			for _, q := range []*fairQueue{&l.known, &l.others} {
				if len(q.queues) != len(q.turns) {
					t.Fatalf("seed %d: %d networks wait and %d have a turn", seed, len(q.queues), len(q.turns))
				}
			}
		}
	}
}

func TestANetworkIsA24OrA48(t *testing.T) {
	for addr, want := range map[string]string{
		"203.0.113.9": "203.0.113.0/24", "203.0.113.255": "203.0.113.0/24", "203.0.114.9": "203.0.114.0/24",
		"::ffff:203.0.113.9": "203.0.113.0/24", "2001:db8:1:2::3": "2001:db8:1::/48",
		"2001:db8:1:ffff::": "2001:db8:1::/48",
		"2001:db8:2::3":     "2001:db8:2::/48", "fe80::1%eth0": "fe80::/48",
	} {
		if got := NetworkOf(netip.MustParseAddr(addr)); got.String() != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
	if got := NetworkOf(netip.Addr{}); got != (netip.Prefix{}) {
		t.Errorf("no address: %s", fmt.Sprint(got))
	}
}
