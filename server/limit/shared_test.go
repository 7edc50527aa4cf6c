package limit

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// What is allowed, refused and given back does not depend on whether Redis answers.
func TestTheSharedLimiterKeepsTheContractWithAndWithoutRedis(t *testing.T) {
	for name, answers := range map[string]bool{"with": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			now := time.Unix(1000, 0)
			clock := func() time.Time { return now }
			far := NewMemory(clock)
			s := newShared(func() (Limiter, func(), error) {
				if !answers {
					return nil, nil, errors.New("connection refused")
				}
				return far, func() {}, nil
			}, clock, zerolog.Nop(), time.Hour)
			defer s.Close()
			if (s.Degraded() == nil) != answers {
				t.Fatal(s.Degraded())
			}
			suite(t, s, func(d time.Duration) { now = now.Add(d) })
			if (len(far.full) > 0) != answers || (len(s.own.full) == 0) != answers {
				t.Errorf("%d keys are counted far and %d in the process", len(far.full), len(s.own.full))
			}
		})
	}
}

func TestMemoryLetsPaidOffKeysGoOnceAMinute(t *testing.T) {
	now := time.Unix(1000, 0)
	m := NewMemory(func() time.Time { return now })
	take := func(key string, per time.Duration) {
		t.Helper()
		if retry, err := m.Take(t.Context(), key, Rate{Burst: 1, Per: per}); retry != 0 || err != nil {
			t.Fatal(retry, err)
		}
	}
	for i := range 100 {
		take(strconv.Itoa(i), time.Second)
	}
	take("owes", time.Hour)
	now = now.Add(sweepEvery) // all but one have paid, and looking at all of them at each attempt would cost too much
	if take("within", time.Hour); len(m.full) != 102 {
		t.Errorf("%d keys are kept within the minute, want 102", len(m.full))
	}
	now = now.Add(1)
	if take("behind", time.Hour); len(m.full) != 3 {
		t.Errorf("%d keys are kept behind it, want the three that owe", len(m.full))
	}
	take("pays", time.Second)
	now = now.Add(sweepEvery / 2)
	if take("half", time.Hour); len(m.full) != 5 { // a minute from the last look on
		t.Errorf("%d keys are kept within the next minute, want 5", len(m.full))
	}
	now = now.Add(sweepEvery/2 + 1)
	if take("last", time.Hour); len(m.full) != 5 {
		t.Errorf("%d keys are kept behind the next minute, want the five that owe", len(m.full))
	}
}
