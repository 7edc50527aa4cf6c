//go:build linux

package main

import (
	"context"
	"fmt"
	"time"

	"jadebox/server/ws"
	"jadebox/tools/kill/process"
	"jadebox/tools/wsconf/probe"
)

// crowds of the rows that have their own.
var crowds = []int{1000, 2000, 5000}

// warm sockets come before those that are measured: buffers, threads.
const warm = 100

// figure is one line of a part: what it is of an outcome, and what of it is wanted beside the judged peer.
type figure struct {
	name string
	of   func(outcome) float64
	as   func(float64) string
	goal float64 // ours ÷ peer at most, or at least when more is better; 0: none
	more bool
}

func micros(f float64) string { return fmt.Sprintf("%.2f us", f) }
func millis(f float64) string { return fmt.Sprintf("%.1f ms", f) }
func perS(f float64) string   { return fmt.Sprintf("%.2f M/s", f/1e6) }

var (
	cpuEach    = func(o outcome) float64 { return o.us }
	deliveries = func(o outcome) float64 { return o.perS }
	p99        = func(o outcome) float64 { return float64(o.p99.Microseconds()) / 1000 }
)

// compare adds a row for each figure and peer.
func (b *bench) compare(name string, kinds []kind, all []outcome, figures []figure) {
	for _, f := range figures {
		ours := f.of(all[0])
		for i, k := range kinds[1:] {
			r := row{name: name + ": " + f.name, ours: f.as(ours), peer: k.name + " absent"}
			o := all[i+1]
			theirs := f.of(o)
			ratio := ours / theirs
			if !k.absent {
				r.peer, r.figure = k.name+" "+f.as(theirs), fmt.Sprintf("%.2fx", ratio)
				if o.deliveries < o.expected {
					r.figure += fmt.Sprintf(" (%.0f %% of them)", 100*float64(o.deliveries)/float64(o.expected))
				}
			}
			if k.name == judged && f.goal > 0 {
				sign := "<="
				if r.met = ratio <= f.goal; f.more {
					sign, r.met = ">=", ratio >= f.goal
				}
				r.goal = fmt.Sprintf("%s %.2fx", sign, f.goal)
				if why := unlike(k, o, theirs); why != "" {
					r.figure, r.met = why, false
				}
			}
			if i > 0 {
				r.name, r.ours = "", ""
			}
			b.report.add(r)
		}
	}
}

// unlike says why nothing of ours can be held against a peer's outcome, which is no goal met; empty when it can.
func unlike(k kind, o outcome, theirs float64) string {
	switch {
	case k.absent:
		return "not measured"
	case o.ended > 0: // it was told less, as all wait for the clients that have gone
		return fmt.Sprintf("not measured: it closed %d sockets", o.ended)
	case o.deliveries == 0 || theirs <= 0:
		return "not measured: it delivered nothing"
	}
	return ""
}

// conformance is of the code of the server's sockets in a process of its own: the server itself has no echo.
func (b *bench) conformance(context.Context) error {
	c, err := startSelf("echo", raw("/"))
	if err != nil {
		return err
	}
	passed := 0
	for _, test := range probe.Cases() {
		if test.Run(c.addr, "/ws/echo") == nil {
			passed++
		}
	}
	b.report.add(row{name: "conformance", ours: fmt.Sprintf("%d/%d", passed, len(probe.Cases())), goal: "41/41",
		met: passed == 41 && len(probe.Cases()) == 41})
	return c.stop()
}

// fan is the cost of a delivery where nothing is urgent.
func (b *bench) fan(ctx context.Context) error {
	for _, part := range []struct {
		name     string
		load     load
		cpu, p99 float64
	}{
		{"A, 20/s x 2,000", load{sockets: crowds[1], perS: 20, burst: 1, during: b.during}, 0.45, 0.6},
		{"B, bursts of 10, 200/s x 1,000", load{sockets: crowds[0], perS: 20, burst: 10, during: b.during}, 0.32, 0.4},
	} {
		kinds := b.kinds()
		all, err := b.turns(ctx, kinds, part.load)
		if err != nil {
			return err
		}
		b.compare(part.name, kinds, all, []figure{{"CPU a delivery", cpuEach, micros, part.cpu, false},
			{"p99", p99, millis, part.p99, false}})
	}
	return nil
}

// saturation is as many deliveries as server and crowd can make on this machine, of which none is lost.
func (b *bench) saturation(ctx context.Context) error {
	for _, part := range []struct {
		sockets int
		goal    float64
	}{{crowds[0], 2}, {crowds[2], 5}} {
		kinds := b.kinds()
		all, err := b.turns(ctx, kinds, load{sockets: part.sockets, burst: window / 3, during: b.during})
		if err != nil {
			return err
		}
		b.compare(fmt.Sprintf("saturated, %d", part.sockets), kinds, all,
			[]figure{{"deliveries", deliveries, perS, part.goal, true}, {"p99", p99, millis, 0, false}})
	}
	return nil
}

// hot is one room that all clients watch.
func (b *bench) hot(ctx context.Context) error {
	kinds := b.kinds()
	all, err := b.turns(ctx, kinds, load{sockets: b.Hot, perS: 20, burst: 1, during: b.during})
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%d in one room, 20/s", b.Hot)
	b.compare(name, kinds, all, []figure{{"p99", p99, millis, 0.3, false}, {"CPU a delivery", cpuEach, micros, 0,
		false}})
	uneven := all[0].uneven
	b.report.add(row{name: name + ": slowest / fastest tenth", ours: fmt.Sprintf("%.2f", uneven), goal: "<= 1.20",
		met: uneven <= 1.2})
	return nil
}

// stalled: a fifth of the readers stops reading. Of ours the goals are; what peers make of the same is told beside it.
func (b *bench) stalled(ctx context.Context) error {
	// Long enough to fill the kernel's buffers.
	l := load{sockets: crowds[0], perS: 20, burst: 10, during: max(b.during, 10*time.Second), live: true}
	kinds := b.kinds()
	calm, err := b.turns(ctx, kinds, l)
	if err != nil {
		return err
	}
	l.stalled = l.sockets / 5
	with, err := b.turns(ctx, kinds, l)
	if err != nil {
		return err
	}
	if sent := with[0].expected / b.Rounds / (l.sockets - l.stalled) * textBytes; with[0].held > sent/4 {
		return fmt.Errorf("stalled readers hold %d of %d bytes: they were not stalled", with[0].held, sent)
	}
	b.compareStalled(kinds, calm, with)
	return nil
}

// compareStalled adds what the stalled have cost of memory and of the others' time, ours with its goals.
func (b *bench) compareStalled(kinds []kind, calm, with []outcome) {
	extra := func(i int) float64 { return float64(with[i].rss-calm[i].rss) / mb }
	late := func(i int) float64 { return float64(with[i].p99) / float64(max(1, calm[i].p99)) }
	b.report.add(row{name: "20 % stalled readers: live memory beside none", ours: fmt.Sprintf("%+.1f MB", extra(0)),
		goal: "<= +5 MB", met: extra(0) <= 5})
	for i, k := range kinds[1:] {
		r := row{peer: k.name + " absent"}
		if !k.absent {
			r.peer = fmt.Sprintf("%s %+.1f MB RSS", k.name, extra(i+1))
			if ended := with[i+1].ended; ended > 0 {
				r.peer += fmt.Sprintf(", %d closed", ended)
			}
		}
		b.report.add(r)
	}
	b.report.add(row{name: "   p99 of the healthy beside none", ours: millis(p99(with[0])), peer: "none stalled " +
		millis(p99(calm[0])), figure: fmt.Sprintf("%.2fx", late(0)), goal: "<= 1.20x", met: late(0) <= 1.2})
	for i, k := range kinds[1:] {
		if !k.absent {
			b.report.add(row{peer: k.name + " " + millis(p99(with[i+1])), figure: fmt.Sprintf("%.2fx", late(i+1))})
		}
	}
}

// resting is what sockets cost that receive nothing. They rest for longer than a server remembers whom it has just let
// in, and longer than it must be quiet before it gives memory back by itself (server/app, rester).
type resting struct {
	soon      float64 // resident bytes a socket after soon, before the server gives anything back
	asItComes float64 // resident bytes a socket after the rest, with nothing forced from outside
	collected float64 // after the collector had its way with the server; 0: cannot be told to
	connect   float64 // µs of server CPU
}

// soon is before a server has been quiet for long enough to give memory back.
const soon = 5 * time.Second

// tellWithin is when all clients have been told of the last that joined: a room is told how many watch it a second
// after it was last told for each ws.TellPerS of them, and a second goes by until that is looked at, and one more to
// send it.
func tellWithin(sockets int) time.Duration {
	return time.Duration((sockets+warm)/ws.TellPerS+2) * time.Second
}

// readings are when, after the last had come, memory and CPU are read. From told to quiet the server may give memory
// back of itself (server/app, memory.go: after 15 to 20 s without much to do), which is no connect's; from quiet to the
// end of the rest, as long as until told, it does what it does for those who are there, and by itself.
func readings(rest time.Duration, sockets int) (early, told, quiet time.Duration) {
	told = min(tellWithin(sockets), rest/2)
	return min(soon, told), told, rest - told
}

// connectMicros is the CPU of one connect, from readings before the crowd came, when all were told of the last,
// and at both ends of as much time without a connect: what the server does then is not a connect's.
func connectMicros(before, told, quiet, still time.Duration, sockets int) float64 {
	return float64(((told - before) - (still - quiet)).Microseconds()) / float64(sockets)
}

// worst is of each figure the largest.
func worst(list []resting) resting {
	w := list[0]
	for _, r := range list[1:] {
		w = resting{soon: max(w.soon, r.soon), asItComes: max(w.asItComes, r.asItComes),
			collected: max(w.collected, r.collected), connect: max(w.connect, r.connect)}
	}
	return w
}

// within reports whether a figure is at most so much. One that is nothing or less was not measured: the server did more
// of something else in the other span.
func within(f, most float64) bool { return f > 0 && f <= most }

// idle is the memory and the CPU of sockets that connect, authenticate, enter a room and receive nothing. Of the rounds
// the worst counts; peers, which judge nothing here, are measured once.
func (b *bench) idle(ctx context.Context) error {
	name := fmt.Sprintf("idle, %d with session and room: ", b.Sockets)
	var rounds []resting
	for range b.Rounds {
		r, err := b.rest(ctx, b.kinds()[0], b.site)
		if err != nil {
			return err
		}
		rounds = append(rounds, r)
	}
	ours := worst(rounds)
	bytes := func(f float64) string { return fmt.Sprintf("%.0f B", f) }
	b.report.add(row{name: name + fmt.Sprintf("memory after %v", min(soon, b.Rest/2)), ours: bytes(ours.soon)})
	b.report.add(row{name: name + fmt.Sprintf("memory after %v, after the server's own collection", b.Rest),
		ours: bytes(ours.asItComes), goal: "<= 1600 B", met: within(ours.asItComes, 1600)})
	b.report.add(row{name: name + "memory after a forced collection", ours: bytes(ours.collected), goal: "<= 1100 B",
		met: within(ours.collected, 1100)})
	b.report.add(row{name: name + "CPU a connect", ours: fmt.Sprintf("%.0f us", ours.connect), goal: "<= 60 us",
		met: within(ours.connect, 60)})
	for _, k := range b.kinds()[1:] {
		if k.absent {
			b.report.add(row{peer: k.name + " absent"})
			continue
		}
		if !k.judges() {
			continue
		}
		of := (*site)(nil)
		if k.name == beside {
			of = b.beside
		}
		o, err := b.rest(ctx, k, of)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		b.report.add(row{peer: fmt.Sprintf("%s %.0f B, %.0f B, %.0f B, %.0f us", k.name, o.soon, o.asItComes,
			o.collected, o.connect)})
	}
	return nil
}

// rest lets a crowd come and stay. A collection before the first reading takes away what the start left behind, so that
// nothing of the growth is hidden in it; none is forced between the two readings of what comes.
func (b *bench) rest(ctx context.Context, k kind, of *site) (r resting, err error) {
	s, err := b.start(ctx, k)
	if err != nil {
		return r, err
	}
	defer func() {
		if stopped := s.stop(); err == nil {
			err = stopped
		}
	}()
	c, err := newCrowd(s.speech)
	if err != nil {
		return r, err
	}
	defer c.close()
	came := time.Now() // when the last had
	read := func(after time.Duration) (cpu time.Duration, rss int64, err error) {
		if err = c.idle(time.Until(came.Add(after))); err != nil {
			return
		}
		if cpu, err = process.CPU(s.pid); err != nil {
			return
		}
		rss, err = memory(s.pid)
		return
	}
	if err := c.join(s.addr, warm); err != nil {
		return r, err
	}
	if of != nil { // so that what the server did before the benchmark is not counted
		if err := of.collect(); err != nil {
			return r, err
		}
	}
	came = time.Now()
	cpu0, rss0, err := read(settle)
	if err != nil {
		return r, err
	}
	if err := c.join(s.addr, b.Sockets); err != nil {
		return r, err
	}
	came = time.Now()
	atEarly, atTold, atQuiet := readings(b.Rest, b.Sockets)
	_, early, err := read(atEarly)
	if err != nil {
		return r, err
	}
	told, _, err := read(atTold)
	if err != nil {
		return r, err
	}
	quiet, _, err := read(atQuiet)
	if err != nil {
		return r, err
	}
	still, rss1, err := read(b.Rest)
	if err != nil {
		return r, err
	}
	r.soon = float64(early-rss0) / float64(b.Sockets)
	r.asItComes = float64(rss1-rss0) / float64(b.Sockets)
	r.connect = connectMicros(cpu0, told, quiet, still, b.Sockets)
	if of == nil {
		return r, nil
	}
	if err := of.collect(); err != nil {
		return r, err
	}
	came = time.Now()
	_, rss2, err := read(settle)
	r.collected = float64(rss2-rss0) / float64(b.Sockets)
	return r, err
}
