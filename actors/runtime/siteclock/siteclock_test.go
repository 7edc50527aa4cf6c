package siteclock

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/store"
)

// world is a machine and a database whose clocks a test sets.
type world struct {
	awake, asleep time.Duration
	there         time.Time
	took          time.Duration // until the database has answered
	waits         time.Duration // before it is asked, the next time
	log           bytes.Buffer
}

func (w *world) Time(context.Context) (time.Time, error) {
	w.awake += w.took + w.waits
	w.there = w.there.Add(w.waits)
	w.waits = 0
	return w.there.Add(w.took / 2), nil
}

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func begin() (*world, *Clock) {
	w := &world{there: noon}
	return w, Of(noon, func() time.Duration { return w.awake }, func() time.Duration {
		return w.awake +
			w.asleep
	})
}

func (w *world) pass(d time.Duration) { w.awake, w.there = w.awake+d, w.there.Add(d) }

func (w *world) is(t *testing.T, c *Clock, want time.Time) {
	t.Helper()
	if got := c.Now(); !got.Equal(want) {
		t.Errorf("the site has %v, want %v", got, want)
	}
}

func TestASiteStartsWithTheTimeOfItsDatabase(t *testing.T) {
	w, c := begin()
	w.there, w.took = noon.Add(20*time.Minute), 10*time.Millisecond
	if err := c.Start(t.Context(), w, time.Hour); err != nil {
		t.Fatal(err)
	}
	w.is(t, c, noon.Add(80*time.Minute+10*time.Millisecond))
	w.pass(time.Minute)
	w.is(t, c, noon.Add(81*time.Minute+10*time.Millisecond))
}

// A database that is busy when the site starts answers late, and the site would have begun seconds ahead.
func TestALateAnswerIsAskedForAgain(t *testing.T) {
	w, c := begin()
	w.waits = 4 * time.Second
	if err := c.Start(t.Context(), w, 0); err != nil {
		t.Fatal(err)
	}
	w.is(t, c, noon.Add(4*time.Second))
}

// A step of either machine's clock must not void a room whose deadline lies between the old time and the new.
func TestAStepOfTheDatabasesClockIsFollowedSlowlyAndTold(t *testing.T) {
	for _, step := range []time.Duration{time.Minute, -time.Minute, 20 * time.Minute, -20 * time.Minute,
		30 * 24 * time.Hour, -30 * 24 * time.Hour, 600 * 24 * time.Hour, -600 * 24 * time.Hour,
		-1062 * 24 * time.Hour, 100_000 * 24 * time.Hour} {
		w, c := begin()
		w.there = w.there.Add(step)
		log := zerolog.New(&w.log)
		last := c.Now()
		for range 120 { // an hour
			c.follow(w.there, log)
			for range 30 {
				w.pass(time.Second)
				now := c.Now()
				if d := now.Sub(last); d < 995*time.Millisecond || d > 1005*time.Millisecond {
					t.Fatalf("%v: a second took %v", step, d)
				}
				last = now
			}
		}
		if c.Apart().Round(time.Minute) == 0 && step.Abs() > time.Minute ||
			strings.Count(w.log.String(), "differs") != 1 {
			t.Errorf("%v: apart %v, told %s", step, c.Apart(), w.log.String())
		}
		if gained := last.Sub(noon.Add(time.Hour)); gained != step/step.Abs()*18*time.Second {
			t.Errorf("%v: an hour brought %v nearer", step, gained)
		}
	}
}

func TestTheDatabasesTimeIsReachedAndNotPassed(t *testing.T) {
	w, c := begin()
	w.there = w.there.Add(-time.Minute)
	log := zerolog.New(&w.log)
	for range 4 * 120 {
		c.follow(w.there, log)
		w.pass(30 * time.Second)
	}
	w.is(t, c, w.there)
	if got := w.log.String(); strings.Count(got, "differs") != 1 || strings.Count(got, "agrees") != 1 {
		t.Errorf("told %s", got)
	}
	w.pass(24 * time.Hour) // the database is away
	w.is(t, c, w.there)
}

func TestWhatTheMachineSleptHasPassed(t *testing.T) {
	w, c := begin()
	w.asleep = time.Hour
	w.there = w.there.Add(time.Hour)
	if slept := c.wake(); slept != time.Hour {
		t.Errorf("slept %v", slept)
	}
	w.is(t, c, noon.Add(time.Hour))
	if slept := c.wake(); slept != 0 {
		t.Errorf("and again %v", slept)
	}
	c.follow(w.there, zerolog.Nop())
	if c.Apart() != 0 {
		t.Errorf("apart %v", c.Apart())
	}
}

func TestTheMachinesOwnClockIsTheStart(t *testing.T) {
	c := New(time.Hour)
	if d := c.Now().Sub(time.Now().Add(time.Hour)).Abs(); d > time.Second {
		t.Errorf("off by %v", d)
	}
	if slept := c.wake(); slept != 0 {
		t.Errorf("slept %v", slept)
	}
}

// keeper is a database that keeps, too.
type keeper struct {
	*world
	kept []byte
}

func (k *keeper) Kept(context.Context, string) ([]byte, error) {
	if k.kept == nil {
		return nil, store.ErrNotFound
	}
	return k.kept, nil
}

func (k *keeper) PutKept(_ context.Context, _ string, value []byte) error {
	k.kept = value
	return nil
}

// What an operator types beside a running site is of the site's time, whatever that of the database.
func TestACommandTakesTheTimeOfTheSiteThatRuns(t *testing.T) {
	for name, c := range map[string]struct {
		site, later time.Duration // the site's time beside the database's; the command comes so much later
		want        time.Duration // the command's beside the database's
	}{
		"they agree":                        {0, 0, 0},
		"they differ by too little":         {time.Second, time.Minute, 0},
		"the site is behind":                {-20 * time.Minute, 30 * time.Second, -20 * time.Minute},
		"a demo is ahead":                   {24 * time.Hour, time.Minute, 24 * time.Hour},
		"the site is a month ahead":         {30 * 24 * time.Hour, 0, 30 * 24 * time.Hour},
		"it ran until an hour ago":          {-20 * time.Minute, time.Hour, 0},
		"it ran when the clock was ahead":   {-20 * time.Minute, -time.Hour, 0},
		"it told half a minute ago at most": {-time.Minute, 2 * time.Minute, -time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			w, _ := begin()
			k := &keeper{world: w}
			passed := func() time.Duration { return w.awake }
			site := Of(noon.Add(c.site), passed, passed)
			if err := site.Tell(t.Context(), k, w.there); err != nil {
				t.Fatal(err)
			}
			w.pass(c.later)
			command := Of(noon.AddDate(0, 0, -2), passed, passed)
			if err := command.Beside(t.Context(), k); err != nil {
				t.Fatal(err)
			}
			w.is(t, command, w.there.Add(c.want))
		})
	}
}
