package directory_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
)

// counter is a kind that counts; what it does with a message is up to the message.
type counter struct {
	activation directory.Activation
	n          int
	stops      *atomic.Int64
}

func (c *counter) Receive(r directory.Request) {
	switch m := r.Msg.(type) {
	case string: // count and answer
		c.n++
		r.Reply(c.n, nil)
		r.Reply("twice", nil) // only the first answer counts
	case error:
		r.Reply(nil, m)
	case func(*counter, directory.Request):
		m(c, r)
	}
}

func (c *counter) Stop() { c.stops.Add(1) }

type world struct {
	*directory.Embedded
	stops, starts atomic.Int64
}

func run(t *testing.T, opt directory.Options, f func(t *testing.T, w *world)) {
	synctest.Test(t, func(t *testing.T) {
		opt.Log = zerolog.Nop()
		w := &world{Embedded: directory.NewEmbedded(opt)}
		w.Register(directory.Kind{Name: "counter",
			New: func(_ string, activation directory.Activation) directory.Handler {
				w.starts.Add(1)
				return &counter{activation: activation, stops: &w.stops}
			}})
		t.Cleanup(func() { // also when the test ends fatally
			ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 8*time.Second)
			defer cancel()
			w.Drain(ctx)
			time.Sleep(2 * time.Second)
			synctest.Wait()
		})
		f(t, w)
	})
}

func (w *world) ask(t *testing.T, id string, msg any) (int, error) {
	t.Helper()
	return directory.Ask[int](t.Context(), w, "counter", id, msg)
}

func TestSpawnOnDemandOnce(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		var wg sync.WaitGroup
		var sum atomic.Int64
		for i := range 300 {
			wg.Go(func() {
				n, err := w.ask(t, fmt.Sprint(i%3), "count")
				if err != nil {
					t.Error(err)
				}
				sum.Add(int64(n))
			})
		}
		wg.Wait()
		if w.starts.Load() != 3 || sum.Load() != 3*100*101/2 || w.Active() != 3 {
			t.Errorf("%d actors started, answers sum to %d", w.starts.Load(), sum.Load())
		}
		if _, err := w.ask(t, "1", errors.New("own")); err == nil || err.Error() != "own" {
			t.Errorf("error %v", err)
		}
		if _, err := w.Request(t.Context(), "nothing", "1", "count"); apierr.Code(err) != protocol.CodeNotFound {
			t.Errorf("unknown kind: %v", err)
		}
		if _, err := directory.Ask[string](t.Context(), w, "counter", "1",
			"count"); apierr.Code(err) != protocol.CodeInternal {
			t.Errorf("wrong type of answer: %v", err)
		}
	})
}

func TestPanicAnswersAndStartsAnew(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		w.ask(t, "a", "count")
		var late error
		w.Post("counter", "a", func(c *counter, r directory.Request) {
			c.activation.After(time.Hour,
				func() { r.Reply(1, nil) })
		}, func(_ any, err error) { late = err })
		boom := func(*counter, directory.Request) { panic("planted") }
		_, err := w.ask(t, "a", boom)
		if apierr.Code(err) != protocol.CodeTimeout || apierr.Code(late) != protocol.CodeTimeout {
			t.Errorf("open requests were answered %v and %v", err, late)
		}
		if n, err := w.ask(t, "a", "count"); n != 1 || err != nil || w.Active() != 1 {
			t.Errorf("after the panic: %d %v", n, err)
		}
		for range 20 { // far more than protoactor's own limit of ten
			w.ask(t, "a", boom)
		}
		if n, err := w.ask(t, "a", "count"); n != 1 || err != nil {
			t.Errorf("after twenty panics: %d %v", n, err)
		}
	})
}

// Handlers of one activation have greater and greater epochs, also when they start in one moment or the clock has
// jumped back.
func TestEpochsOfHandlersGrow(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		last := 0
		for i, clock := range []uint32{100, 100, 101, 50, 50, 200} {
			got, err := w.ask(t, "a", func(c *counter, r directory.Request) {
				r.Reply(int(c.activation.Epoch(clock)),
					nil)
			})
			if err != nil || got <= last || got < int(clock) {
				t.Errorf("handler %d at %d: epoch %d after %d (%v)", i, clock, got, last, err)
			}
			last = got
			w.ask(t, "a", func(*counter, directory.Request) { panic("planted") })
		}
	})
}

func TestCallsOfAnEarlierHandlerAreDropped(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		stale := false
		w.ask(t, "a", func(c *counter, r directory.Request) {
			c.activation.After(time.Second, func() { stale = true })
			c.activation.Go(func() func() { time.Sleep(time.Second); return func() { stale = true } })
			c.activation.After(time.Second/2, func() { panic("planted") })
			r.Reply(0, nil)
		})
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if stale || w.starts.Load() != 2 {
			t.Errorf("stale call ran: %t, %d starts", stale, w.starts.Load())
		}
	})
}

func TestPanicOfBackgroundWorkIsTheActors(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		_, err := w.ask(t, "a",
			func(c *counter, _ directory.Request) { c.activation.Go(func() func() { panic("planted") }) })
		if apierr.Code(err) != protocol.CodeTimeout {
			t.Error(err)
		}
	})
}

func TestAStoppedTimerBringsNothing(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		fired := 0
		w.ask(t, "a", func(c *counter, r directory.Request) {
			first := c.activation.After(time.Second, func() { fired++ })
			c.activation.After(time.Second, func() { fired += 10 })
			first.Stop()
			first.Stop()
			(*directory.Timer)(nil).Stop()
			r.Reply(0, nil)
		})
		time.Sleep(time.Minute)
		synctest.Wait()
		if fired != 10 {
			t.Errorf("fired %d", fired)
		}
	})
}

// Passivation never loses a request: it refuses while one is open, and the next one gets a new actor.
func TestNoMessageIsLostToPassivation(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		var wg sync.WaitGroup
		var left atomic.Int64
		for range 4 {
			wg.Go(func() {
				for range 200 {
					if _, err := w.ask(t, "a", func(c *counter, r directory.Request) {
						r.Reply(1, nil)
						if c.activation.Passivate() {
							left.Add(1)
						}
					}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		synctest.Wait()
		if left.Load() == 0 || w.starts.Load() < left.Load() || w.stops.Load() != left.Load() {
			t.Errorf("%d passivations, %d starts, %d stops", left.Load(), w.starts.Load(), w.stops.Load())
		}
		if _, err := w.ask(t, "b", func(c *counter, r directory.Request) {
			if c.activation.Passivate() {
				t.Error("left with a request open")
			}
			r.Reply(1, nil)
		}); err != nil {
			t.Error(err)
		}
	})
}

// A request that waits behind the end of an actor has not been received: the next actor answers it, in order.
func TestRequestsBehindAnEndAreHandedOn(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		proceed := make(chan struct{})
		w.Post("counter", "a", func(c *counter, _ directory.Request) {
			<-proceed
			c.activation.Fail()
		}, nil)
		synctest.Wait()
		var got []int
		for range 5 {
			w.Post("counter", "a", "count", func(v any, err error) {
				if err != nil {
					t.Error(err)
					return
				}
				got = append(got, v.(int))
			})
		}
		close(proceed)
		synctest.Wait()
		if fmt.Sprint(got) != "[1 2 3 4 5]" || w.starts.Load() != 2 {
			t.Errorf("answers %v of %d actors", got, w.starts.Load())
		}

		// An actor that never stays: no caller waits for ever.
		ends := make(chan error, 1)
		w.Post("counter", "b", func(c *counter, _ directory.Request) { c.activation.Fail() },
			func(_ any, err error) { ends <- err })
		if err := <-ends; apierr.Code(err) != protocol.CodeBusy {
			t.Error(err)
		}
	})
}

func TestFailAnswersBusy(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		_, err := w.ask(t, "a", func(c *counter, _ directory.Request) { c.activation.Fail() })
		if apierr.Code(err) != protocol.CodeBusy {
			t.Error(err)
		}
		if n, err := w.ask(t, "a", "count"); n != 1 || err != nil {
			t.Errorf("%d %v", n, err)
		}
	})
}

func TestOpenRequestsAreBounded(t *testing.T) {
	run(t, directory.Options{OpenMax: 2}, func(t *testing.T, w *world) {
		hold := func(c *counter, r directory.Request) { c.activation.After(time.Second, func() { r.Reply(1, nil) }) }
		codes := map[protocol.Code]int{}
		var mu sync.Mutex
		for range 5 {
			w.Post("counter", "a", hold, func(_ any, err error) {
				mu.Lock()
				defer mu.Unlock()
				codes[apierr.Code(err)]++
			})
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		mu.Lock()
		defer mu.Unlock()
		if codes[protocol.OK] != 2 || codes[protocol.CodeBusy] != 3 {
			t.Errorf("%v", codes)
		}
	})
}

func TestRequestEndsWithItsContext(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := w.Request(ctx, "counter", "a", func(c *counter, r directory.Request) {
			c.activation.After(2*time.Second, func() { r.Reply(1, nil) })
		})
		if apierr.Code(err) != protocol.CodeTimeout || !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

func TestDrainWaitsThenGivesUp(t *testing.T) {
	run(t, directory.Options{}, func(t *testing.T, w *world) {
		var quick, slow error = errors.New("open"), errors.New("open")
		w.Post("counter", "a", func(c *counter, r directory.Request) {
			c.activation.After(2*time.Second,
				func() { r.Reply(1, nil) })
		}, func(_ any, err error) { quick = err })
		w.Post("counter", "b", func(*counter, directory.Request) {}, func(_ any, err error) { slow = err })
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		start := time.Now()
		if given := w.Drain(ctx); given != 1 || time.Since(start) > 6*time.Second {
			t.Errorf("gave %d up after %s", given, time.Since(start))
		}
		synctest.Wait()
		if quick != nil || apierr.Code(slow) != protocol.CodeBusy || w.stops.Load() != 2 || w.Active() != 0 {
			t.Errorf("answers %v and %v, %d stops", quick, slow, w.stops.Load())
		}
		if _, err := w.ask(t, "c", "count"); apierr.Code(err) != protocol.CodeBusy {
			t.Errorf("after the drain: %v", err)
		}
	})
}

func BenchmarkAsk(b *testing.B) {
	d := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
	var stops atomic.Int64
	d.Register(directory.Kind{Name: "counter", New: func(_ string, activation directory.Activation) directory.Handler {
		return &counter{activation: activation, stops: &stops}
	}})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := directory.Ask[int](b.Context(), d, "counter", "a", "count"); err != nil {
			b.Fatal(err)
		}
	}
}
