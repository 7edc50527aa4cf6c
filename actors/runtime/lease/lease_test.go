package lease

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/store"
	"jadebox/store/memory"
)

// site is a store that several processes share. Its clock can be stepped.
type site struct {
	*memory.Engine
	mu   sync.Mutex
	step time.Duration
}

func newSite() *site {
	s := &site{}
	s.Engine = memory.New(memory.Options{Clock: func() time.Time {
		s.mu.Lock()
		defer s.mu.Unlock()
		return time.Now().Add(s.step)
	}})
	return s
}

func (s *site) jump(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.step += by
}

// process is one node and its way to the store.
type process struct {
	*site
	lease *Lease
	end   context.CancelFunc
	ended chan error

	mu      sync.Mutex
	asleep  time.Duration // of its machine
	answers time.Duration // how long they are on their way
	held    chan struct{} // while it stands still: closed when it goes on
	buried  []store.NodeID
}

func (p *process) still() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held == nil {
		open := make(chan struct{})
		close(open)
		return open
	}
	return p.held
}

// stop is SIGSTOP; the function that it returns SIGCONT.
func (p *process) stop() (goOn func()) {
	held := make(chan struct{})
	p.mu.Lock()
	p.held = held
	p.mu.Unlock()
	return func() {
		p.mu.Lock()
		p.held = nil
		p.mu.Unlock()
		close(held)
	}
}

func (p *process) RenewNode(ctx context.Context, id store.NodeID, l store.NodeLoad, lease time.Duration) (time.Time,
	error) {
	<-p.still()
	now, err := p.Engine.RenewNode(ctx, id, l, lease)
	p.mu.Lock()
	answers := p.answers
	p.mu.Unlock()
	select {
	case <-time.After(answers):
		return now, err
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	}
}

func (p *process) Nodes(ctx context.Context) ([]store.Node, error) {
	<-p.still()
	return p.Engine.Nodes(ctx)
}

func (p *process) BuryNode(ctx context.Context, id store.NodeID) (bool, error) {
	buried, err := p.Engine.BuryNode(ctx, id)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.buried = append(p.buried, id)
	return buried, err
}

// tried are the nodes that the process wanted to bury.
func (p *process) tried() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.buried)
}

func (s *site) enter(t *testing.T) *process {
	t.Helper()
	p := &process{site: s, ended: make(chan error, 1)}
	start := time.Now()
	var err error
	p.lease, err = Enter(t.Context(), Ports{Store: p, Load: func() store.NodeLoad { return store.NodeLoad{Load: 1} },
		Lived: func() time.Duration {
			p.mu.Lock()
			defer p.mu.Unlock()
			return time.Since(start) + p.asleep
		}, Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	p.end = end
	go func() { p.ended <- p.lease.Run(ctx) }()
	return p
}

// leave ends processes.
func leave(t *testing.T, all ...*process) {
	t.Helper()
	for _, p := range all {
		p.end()
		if err := <-p.ended; err != nil {
			t.Error(err)
		}
	}
}

func (s *site) living(t *testing.T) (n int) {
	t.Helper()
	list, err := s.Engine.Nodes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestTwoNodesThatRenewTheirLeasesHoldThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		a, b := s.enter(t), s.enter(t)
		for range 300 {
			time.Sleep(100 * time.Millisecond)
			if !a.lease.Held() || !b.lease.Held() || a.tried()+b.tried() != 0 {
				t.Fatalf("held %v and %v, %d tries to bury", a.lease.Held(), b.lease.Held(), a.tried()+b.tried())
			}
		}
		leave(t, a)
		if a.lease.Held() || !b.lease.Held() || s.living(t) != 1 {
			t.Errorf("after a has left: held %v and %v, %d nodes", a.lease.Held(), b.lease.Held(), s.living(t))
		}
		leave(t, b)
		if n := s.living(t); n != 0 {
			t.Errorf("%d nodes", n)
		}
	})
}

// What was said at the beginning of a long way back holds from the beginning of the way there.
func TestALeaseHoldsFromWhenItsRenewalWasSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		a := s.enter(t)
		a.mu.Lock()
		a.answers = 600 * time.Millisecond
		a.mu.Unlock()
		time.Sleep(1700 * time.Millisecond) // sent after 1 s, answered at 1.6 s
		goOn := a.stop()
		time.Sleep(1500 * time.Millisecond)
		if !a.lease.Held() {
			t.Error("not held 2.2 s after the renewal was sent")
		}
		time.Sleep(100 * time.Millisecond)
		if a.lease.Held() {
			t.Error("held 2.3 s after the last renewal was sent")
		}
		goOn() // before the store's end of the lease: it is the same life
		time.Sleep(750 * time.Millisecond)
		if !a.lease.Held() {
			t.Error("not held after a renewal that the store has taken")
		}
		leave(t, a)
	})
}

func TestANodeThatStandsStillIsBuriedAndKnowsIt(t *testing.T) {
	for i := range 10 { // the node stops anywhere between two renewals
		synctest.Test(t, func(t *testing.T) {
			s := newSite()
			a, b := s.enter(t), s.enter(t)
			time.Sleep(5*time.Second + time.Duration(i)*renewEvery/10)
			goOn := a.stop()
			stopped := time.Now()
			for s.living(t) == 2 && time.Since(stopped) < time.Minute {
				if time.Since(stopped) > heldFor && a.lease.Held() {
					t.Fatal("it holds its lease")
				}
				time.Sleep(10 * time.Millisecond)
			}
			if took := time.Since(stopped); took < heldFor || took > goneAfter+2*lookEvery || a.lease.Held() {
				t.Errorf("buried after %v, held %v", took, a.lease.Held())
			}
			goOn()
			if err := <-a.ended; !errors.Is(err, store.ErrNodeLost) || a.lease.Held() || !b.lease.Held() {
				t.Errorf("awake: %v, held %v and %v", err, a.lease.Held(), b.lease.Held())
			}
			leave(t, b)
		})
	}
}

func TestAMachineThatHasSleptDoesNotHoldItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		a := s.enter(t)
		time.Sleep(5500 * time.Millisecond)
		a.mu.Lock()
		a.asleep = time.Hour
		a.mu.Unlock()
		if a.lease.Held() {
			t.Error("held after an hour's sleep, before anything was asked")
		}
		s.jump(time.Hour) // on the other nodes it has passed
		if err := <-a.ended; !errors.Is(err, store.ErrNodeLost) {
			t.Errorf("ended with %v", err)
		}
	})
}

// The clock of the store goes ten minutes ahead. All leases have run out by it, and no node may end another's before
// that one knows: each renews its own in vain, and knows within its renewal.
func TestAStepOfTheStoresClockBuriesNobodyWhoHoldsALease(t *testing.T) {
	for _, step := range []time.Duration{10 * time.Minute, -10 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			s := newSite()
			a, b := s.enter(t), s.enter(t)
			time.Sleep(5500 * time.Millisecond)
			s.jump(step)
			for range 50 {
				time.Sleep(50 * time.Millisecond)
				if n := s.living(t); n != 2 && (a.lease.Held() || b.lease.Held()) {
					t.Fatalf("%v: %d nodes, held %v and %v", step, n, a.lease.Held(), b.lease.Held())
				}
				if a.tried()+b.tried() != 0 {
					t.Fatalf("%v: somebody was to be buried", step)
				}
			}
			if step < 0 {
				if !a.lease.Held() || !b.lease.Held() {
					t.Errorf("%v: held %v and %v", step, a.lease.Held(), b.lease.Held())
				}
				leave(t, a, b)
				return
			}
			for _, p := range []*process{a, b} {
				if err := <-p.ended; !errors.Is(err, store.ErrNodeLost) {
					t.Errorf("%v: ended with %v", step, err)
				}
			}
		})
	}
}

// A process that enters after such a step has a lease that runs, and sees others that have all run out.
func TestWhoEntersAfterAStepOfTheStoresClockWaitsUntilTheOthersKnow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite()
		a := s.enter(t)
		time.Sleep(5500 * time.Millisecond)
		goOn := a.stop()
		s.jump(10 * time.Minute)
		b := s.enter(t)
		began := time.Now()
		for s.living(t) == 2 && time.Since(began) < time.Minute {
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(began); took < goneAfter || took > goneAfter+2*lookEvery || a.lease.Held() {
			t.Errorf("buried after %v, held %v", took, a.lease.Held())
		}
		goOn()
		if err := <-a.ended; !errors.Is(err, store.ErrNodeLost) {
			t.Errorf("ended with %v", err)
		}
		leave(t, b)
	})
}
