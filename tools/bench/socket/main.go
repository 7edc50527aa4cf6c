//go:build linux

// Command socket measures server/ws beside a server with two goroutines a socket, in one run and with one client, and
// prints ratios: figures of a shared machine mean little alone.
//
//	go run ./tools/bench/socket
//	go run ./tools/bench/socket --sockets 2000 --seconds 3
package main

import (
	"fmt"
	"math"
	"time"

	"jadebox/tools/command"
	"jadebox/tools/wsconf/probe"
)

type arguments struct {
	Child   string  `hidden:"" help:"Run as this server (for the benchmark itself)."`
	Sockets int     `default:"10000" help:"Idle sockets."`
	Seconds float64 `default:"6" help:"Length of one measurement."`
	Rounds  int     `default:"2" help:"Paired rounds of the fan-out; the figures are their means."`
}

func main() { command.Main(command.Parser("bench/socket", &arguments{})) }

// Run measures and prints, or serves for one that does.
func (a arguments) Run() error {
	if a.Child != "" {
		return serveChild(a.Child)
	}
	return run(a.Sockets, time.Duration(a.Seconds*float64(time.Second)), a.Rounds)
}

// report prints one row and remembers whether every goal was met.
type report struct{ missed int }

func (r *report) row(name, ours, peer, goal string, met bool) {
	mark := "ok"
	if !met {
		mark = "MISSED"
		r.missed++
	}
	fmt.Printf("%-44s %16s %18s   %-26s %s\n", name, ours, peer, goal, mark)
}

func run(sockets int, during time.Duration, rounds int) error {
	var r report
	fmt.Printf("%-44s %16s %18s   %s\n", "", "server/ws", "2 goroutines each", "goal")
	for _, part := range []func(*report) error{
		conformance,
		func(r *report) error { return idle(r, sockets) },
		func(r *report) error {
			return fanOut(r, "A: 20 msg/s × 2,000", load{sockets: 2000, perS: 20, burst: 1, during: during}, 0.75, rounds)
		},
		func(r *report) error {
			return fanOut(r, "B: bursts of 10, 200/s × 1,000", load{sockets: 1000, perS: 20, burst: 10, during: during}, 0.4, rounds)
		},
		func(r *report) error { return stalled(r, during) },
	} {
		if err := part(&r); err != nil {
			return err
		}
	}
	if r.missed > 0 {
		fmt.Printf("%d goals missed\n", r.missed)
	}
	return nil
}

func conformance(r *report) error {
	c, err := start("ours")
	if err != nil {
		return err
	}
	defer c.stop()
	passed := 0
	for _, test := range probe.Cases() {
		if test.Run(c.addr, "/ws/echo") == nil {
			passed++
		}
	}
	r.row("conformance", fmt.Sprintf("%d/%d", passed, len(probe.Cases())), "", "41/41", passed == 41)
	return nil
}

// idle is the memory and the connect CPU of sockets that have a session and one room.
func idle(r *report, n int) error {
	type figures struct{ heap, rss, connectUS float64 }
	measureIdle := func(kind string, greet bool) (f figures, err error) {
		c, err := start(kind)
		if err != nil {
			return f, err
		}
		defer c.stop()
		crowd, err := newCrowd(greet, topic)
		if err != nil {
			return f, err
		}
		defer crowd.close()
		if err := crowd.join(c.addr, 100, math.MaxInt); err != nil { // warm: buffers, threads
			return f, err
		}
		before, err := c.ask(order{Do: "mem"})
		if err != nil {
			return f, err
		}
		if err := crowd.more(c.addr, n); err != nil {
			return f, err
		}
		connected, err := c.ask(order{Do: "cpu"})
		if err != nil {
			return f, err
		}
		time.Sleep(500 * time.Millisecond)
		after, err := c.ask(order{Do: "mem"})
		if err != nil {
			return f, err
		}
		if after.Sockets != n+100 {
			return f, fmt.Errorf("%s: %d sockets in the room, want %d", kind, after.Sockets, n+100)
		}
		per := func(b int64) float64 { return float64(b) / float64(n) }
		return figures{per(after.Heap - before.Heap), per(after.RSS - before.RSS), float64((connected.CPU - before.CPU).Microseconds()) / float64(n)}, nil
	}
	ours, err := measureIdle("ours", true)
	if err != nil {
		return err
	}
	peer, err := measureIdle("goroutines", false)
	if err != nil {
		return err
	}
	bytes := func(f float64) string { return fmt.Sprintf("%.0f B", f) }
	r.row(fmt.Sprintf("idle socket, session + room, %d: heap+stacks", n), bytes(ours.heap), bytes(peer.heap), "<= 1536 B, aim 1024", ours.heap <= 1536)
	r.row("   resident memory", bytes(ours.rss), bytes(peer.rss), "<= 1536 B, aim 1024", ours.rss <= 1536)
	r.row("   server CPU a connect (peer: no session)", fmt.Sprintf("%.1f us", ours.connectUS), fmt.Sprintf("%.1f us", peer.connectUS), "", true)
	return nil
}

type load struct {
	sockets, stalled int
	perS, burst      int
	during           time.Duration
}

type outcome struct {
	us         float64 // server CPU a delivery
	p50, p99   time.Duration
	grown      int64 // bytes of heap
	rss        int64
	deliveries int
	expected   int
	held       int // bytes that a stalled reader has in its receive buffer, mean
}

func drive(kind string, l load) (o outcome, err error) {
	c, err := start(kind)
	if err != nil {
		return o, err
	}
	defer c.stop()
	room := topic
	if kind == "feed" {
		room = feed
	}
	crowd, err := newCrowd(kind != "goroutines", room)
	if err != nil {
		return o, err
	}
	defer crowd.close()
	healthy := l.sockets - l.stalled
	if err := crowd.join(c.addr, l.sockets, healthy); err != nil {
		return o, err
	}
	crowd.sample = 16
	before, err := c.ask(order{Do: "mem"})
	if err != nil {
		return o, err
	}
	if err := c.order(order{Do: "publish", PerS: l.perS, Burst: l.burst, During: l.during}); err != nil {
		return o, err
	}
	type answered struct {
		reading
		error
	}
	done := make(chan answered, 1)
	go func() { r, err := c.answer(); done <- answered{r, err} }()
	for {
		if err := crowd.read(50*time.Millisecond, healthy); err != nil {
			return o, err
		}
		select {
		case a := <-done:
			if a.error != nil {
				return o, a.error
			}
			after, err := c.ask(order{Do: "mem"})
			o.us = float64((a.CPU - before.CPU).Microseconds()) / float64(max(1, crowd.received))
			o.p50, o.p99 = crowd.percentile(0.5), crowd.percentile(0.99)
			o.grown, o.rss = after.Heap-before.Heap, after.RSS-before.RSS
			o.deliveries, o.expected, o.held = crowd.received, a.Events*healthy, crowd.held(healthy)
			return o, err
		default:
		}
	}
}

func fanOut(r *report, name string, l load, goal float64, rounds int) error {
	var ours, peer outcome
	for range rounds {
		for _, side := range []struct {
			kind string
			sum  *outcome
		}{{"ours", &ours}, {"goroutines", &peer}} {
			o, err := drive(side.kind, l)
			if err != nil {
				return fmt.Errorf("%s: %w", side.kind, err)
			}
			if side.kind == "ours" && o.deliveries != o.expected {
				return fmt.Errorf("%s: %d deliveries, want %d", name, o.deliveries, o.expected)
			}
			side.sum.us += o.us / float64(rounds)
			side.sum.p50 += o.p50 / time.Duration(rounds)
			side.sum.p99 += o.p99 / time.Duration(rounds)
		}
	}
	ratio := ours.us / peer.us
	r.row(name+": CPU a delivery", fmt.Sprintf("%.2f us", ours.us), fmt.Sprintf("%.2f us", peer.us), fmt.Sprintf("<= %.2fx: %.2fx", goal, ratio), ratio <= goal)
	delays := func(o outcome) string {
		return fmt.Sprintf("%.1f/%.1f ms", float64(o.p50.Microseconds())/1e3, float64(o.p99.Microseconds())/1e3)
	}
	r.row("   delay p50/p99", delays(ours), delays(peer), "", true)
	return nil
}

// stalled: a fifth of the readers stops reading on a topic that conflates.
func stalled(r *report, during time.Duration) error {
	// Long enough to fill the kernel's buffers, short enough that silence (20 s) closes nobody.
	l := load{sockets: 1000, perS: 20, burst: 10, during: min(max(during, 10*time.Second), 15*time.Second)}
	calm, err := drive("feed", l)
	if err != nil {
		return err
	}
	l.stalled = l.sockets / 5
	with, err := drive("feed", l)
	if err != nil {
		return err
	}
	if with.deliveries != with.expected {
		return fmt.Errorf("healthy readers beside stalled ones got %d events, want %d", with.deliveries, with.expected)
	}
	if sent := with.expected / (l.sockets - l.stalled) * eventBytes; with.held > sent/4 {
		return fmt.Errorf("stalled readers hold %d of %d bytes: they were not stalled", with.held, sent)
	}
	mb := func(b int64) string { return fmt.Sprintf("%+.1f MB", float64(b)/(1<<20)) }
	extra := with.grown - calm.grown
	r.row("20 % stalled readers: heap beside none", mb(extra), "", "<= +5 MB", extra <= 5<<20)
	r.row("   resident memory beside none", mb(with.rss-calm.rss), "", "<= +5 MB", with.rss-calm.rss <= 5<<20)
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1e3) }
	ratio := float64(with.p99) / float64(max(1, calm.p99))
	r.row("   p99 of the healthy (none stalled: right)", ms(with.p99), ms(calm.p99), fmt.Sprintf("<= 1.2x: %.2fx", ratio), ratio <= 1.2)
	return nil
}
