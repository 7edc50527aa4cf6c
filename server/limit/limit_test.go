package limit

import (
	"context"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/rueidis"
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
	must("a", false) // refusals before did not count, and one interval brings one attempt
	advance(10 * time.Second)
	for range 3 {
		must("a", true)
	}
	must("a", false) // saved-up time is no more than the burst
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
	for range 100 {
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
