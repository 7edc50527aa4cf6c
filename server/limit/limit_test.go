package limit

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/rueidis"
	"github.com/rs/zerolog"
)

// suite is what every Limiter passes. advance moves the limiter's clock.
func suite(t *testing.T, l Limiter, advance func(time.Duration)) {
	rate := Rate{Burst: 3, Per: 3 * time.Second}
	must := func(key string, allowed bool) time.Duration {
		t.Helper()
		retry, err := l.Take(t.Context(), key, rate)
		if err != nil || (retry == 0) != allowed {
			t.Fatalf("Take(%s) = %v, %v, want allowed %v", key, retry, err, allowed)
		}
		return retry
	}
	for range 3 {
		must("a", true)
	}
	if retry := must("a", false); retry > time.Second {
		t.Errorf("retry after %v, want at most one interval", retry)
	}
	must("b", true) // another key owes nothing
	advance(1100 * time.Millisecond)
	must("a", true)
	must("a", false)                 // refusals before did not count, and one interval brings one attempt
	advance(4500 * time.Millisecond) // the burst, and one interval and a half
	for range 3 {
		must("a", true)
	}
	must("a", false) // saved-up time is no more than the burst
	if err := l.Give(t.Context(), "a", rate); err != nil {
		t.Fatal(err)
	}
	must("a", true)
	must("a", false) // what was given back was one
	if err := l.Give(t.Context(), "never taken", rate); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		must("never taken", true)
	}
	must("never taken", false)

	once := Rate{Burst: 1, Per: time.Second}
	both := []Attempt{{"first", rate}, {"second", once}}
	for i, want := range []int{2, 1, 1, 1, 1, 1} { // the first has room for three
		refused, retry, err := TakeAll(t.Context(), l, both)
		if refused != want || err != nil || (retry > 0) != (want == 1) {
			t.Fatalf("all, time %d: refused by %d, %v, %v", i, refused, retry, err)
		}
	}
	must("first", true)
	must("first", true)
	must("first", false)
}

func TestTheMemoryLimiterKeepsTheContract(t *testing.T) {
	now := time.Unix(1000, 0)
	suite(t, NewMemory(func() time.Time { return now }), func(d time.Duration) { now = now.Add(d) })
}

func TestMemoryForgetsPaidOffKeysAndRefusesWhenFull(t *testing.T) {
	now := time.Unix(1000, 0)
	m := NewMemory(func() time.Time { return now })
	m.keyMax = 100
	rate := Rate{Burst: 1, Per: time.Second}
	for i := range 100 {
		if retry, _ := m.Take(t.Context(), strconv.Itoa(i), rate); retry != 0 {
			t.Fatalf("key %d refused", i)
		}
	}
	if retry, _ := m.Take(t.Context(), "one more", rate); retry == 0 {
		t.Error("memory is not bounded")
	}
	now = now.Add(2 * time.Second)
	if retry, _ := m.Take(t.Context(), "one more", rate); retry != 0 || len(m.full) != 1 {
		t.Errorf("retry %v with %d keys kept, want the paid-off ones gone", retry, len(m.full))
	}
}

func TestTheRedisLimiterKeepsTheContract(t *testing.T) {
	mini := miniredis.RunT(t)
	now := time.Unix(1000, 0)
	mini.SetTime(now)
	client, err := rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{mini.Addr()}, DisableCache: true})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	suite(t, NewRedis(client, "test:"), func(d time.Duration) {
		now = now.Add(d)
		mini.SetTime(now)
		mini.FastForward(d)
	})
}

// A real server, where there is one: time cannot be moved there, so that the suite waits.
func TestARealRedisKeepsTheContract(t *testing.T) {
	program, err := exec.LookPath("redis-server")
	if err != nil || testing.Short() {
		t.Skip("no redis-server here")
	}
	socket := t.TempDir() + "/redis.sock"
	server := exec.CommandContext(t.Context(), program, "--port", "0", "--unixsocket", socket, "--save", "", "--dir",
		t.TempDir())
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	var client rueidis.Client
	for range 1500 { // half a minute
		client, err = rueidis.NewClient(rueidis.MustParseURL("unix://" + socket))
		if err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	suite(t, NewRedis(client, "test:"), func(d time.Duration) { time.Sleep(d) })

	_ = server.Process.Kill()
	_ = server.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if retry, err := NewRedis(client, "test:").Take(ctx, "a", Rate{Burst: 1, Per: time.Second}); err == nil {
		t.Errorf("a limit that cannot be asked allowed the attempt (retry %v)", retry)
	}
}

// far is a Redis that a test lets die and hang.
type far struct {
	mu    sync.Mutex
	state string // "", "dead", "hangs"
	taken int
}

func (f *far) set(state string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state = state
}

func (f *far) Take(ctx context.Context, _ string, _ Rate) (time.Duration, error) {
	f.mu.Lock()
	state := f.state
	f.taken++
	f.mu.Unlock()
	switch state {
	case "dead":
		return 0, errors.New("connection refused")
	case "hangs":
		<-ctx.Done()
		return 0, ctx.Err()
	}
	return 42 * time.Second, nil // what memory never answers
}

func (f *far) Give(context.Context, string, Rate) error { return nil }

func (f *far) calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.taken
}

func TestWithoutRedisAProcessLimitsForItself(t *testing.T) {
	rate := Rate{Burst: 1, Per: time.Hour}
	for _, state := range []string{"dead", "hangs"} {
		for _, from := range []string{"the start", "later"} {
			t.Run(state+" from "+from, func(t *testing.T) {
				f := &far{}
				if from == "the start" {
					f.set(state)
				}
				var said safeBuffer
				s := newShared(func() (Limiter, func(), error) { return f, func() {}, nil },
					func() time.Time { return time.Unix(1000, 0) }, zerolog.New(&said), time.Millisecond)
				defer s.Close()
				if from == "later" {
					if retry, err := s.Take(t.Context(), "k", rate); retry != 42*time.Second || err != nil ||
						s.Degraded() != nil {
						t.Fatalf("with redis: %v, %v, %v", retry, err, s.Degraded())
					}
					f.set(state)
				}
				for i, allowed := range []bool{true, false, false} {
					retry, err := s.Take(t.Context(), "k", rate)
					if err != nil || (retry == 0) != allowed {
						t.Fatalf("attempt %d: %v, %v", i, retry, err)
					}
				}
				if !errors.Is(s.Degraded(), ErrDegraded) {
					t.Error("it does not say so")
				}
				if n := strings.Count(said.String(), "each process limits for itself"); n != 1 {
					t.Errorf("logged %d times: %s", n, said.String())
				}
				f.set("")
				for s.Degraded() != nil {
					time.Sleep(time.Millisecond)
				}
				if retry, err := s.Take(t.Context(), "k", rate); retry != 42*time.Second || err != nil {
					t.Errorf("when redis is back: %v, %v", retry, err)
				}
				if n := strings.Count(said.String(), "limits are shared"); n != 1 {
					t.Errorf("its return is logged %d times: %s", n, said.String())
				}
			})
		}
	}
}

func TestACallerWhoIsGoneDoesNotTakeRedisForDead(t *testing.T) {
	f := &far{}
	s := newShared(func() (Limiter, func(), error) { return f, func() {}, nil }, time.Now, zerolog.Nop(), time.Hour)
	defer s.Close()
	f.set("hangs")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Take(ctx, "k", Rate{Burst: 1, Per: time.Hour}); err == nil {
		t.Error("an answer for nobody")
	}
	if s.Degraded() != nil || f.calls() != 2 {
		t.Errorf("%v after %d calls", s.Degraded(), f.calls())
	}
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
