package quicknet

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/runtime/beacon"
	"jadebox/fairness"
	"jadebox/server/quicknet/relaytest"
	"jadebox/store"
)

// shelf keeps rounds in memory.
type shelf struct {
	mu   sync.Mutex
	kept map[uint64]string
	gone bool
}

func (s *shelf) BeaconProof(_ context.Context, _ string, round uint64) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if proof, ok := s.kept[round]; ok && !s.gone {
		return proof, nil
	}
	return "", store.ErrNotFound
}

func (s *shelf) KeepBeaconProof(_ context.Context, _ string, round uint64, proof string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone {
		return store.ErrAway
	}
	s.kept[round] = proof
	return nil
}

type world struct {
	*testing.T
	network *relaytest.Network
	relays  []*relaytest.Relay
	shelf   *shelf
}

func newWorld(t *testing.T, relays int) *world {
	w := &world{T: t, network: relaytest.New(t, time.Now), shelf: &shelf{kept: map[uint64]string{}}}
	for range relays {
		w.relays = append(w.relays, w.network.Relay(t))
	}
	return w
}

func (w *world) follower(clock store.Clock) *Follower {
	w.Helper()
	var origins []string
	for _, r := range w.relays {
		origins = append(origins, r.URL)
	}
	f, err := New(Options{Relays: origins, Chain: w.network.Chain, Store: w.shelf, Clock: clock, Log: zerolog.Nop()})
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(f.Close)
	return f
}

// await asks for a round until it is there, or until a time has passed.
func (w *world) await(f *Follower, round uint64, most time.Duration) (b fairness.Beacon, err error) {
	for end := time.Now().Add(most); ; time.Sleep(10 * time.Millisecond) {
		if b, err = f.Beacon(round); err == nil || time.Now().After(end) {
			return b, err
		}
		if !errors.Is(err, beacon.ErrWait) {
			w.Fatalf("round %d: %v", round, err)
		}
	}
}

// past is a round that came a while ago.
func (w *world) past() uint64 { return w.network.Newest() - 100 }

func TestARoundIsTheNetworksWhateverMostRelaysSay(t *testing.T) {
	foreign := relaytest.New(t, time.Now)
	elsewhere := foreign.Relay(t)
	for name, way := range map[string]relaytest.Way{
		"another round":                   {Round: 1},
		"an older round":                  {Round: -5},
		"another network's signature":     {Foreign: foreign},
		"the signature of another round":  {Swapped: true},
		"megabytes":                       {Huge: true},
		"half an answer":                  {Truncated: true},
		"another place":                   {Redirect: elsewhere.URL},
		"an error":                        {Status: http.StatusInternalServerError},
		"nothing":                         {Status: http.StatusNotFound},
		"nothing in time":                 {Slow: time.Minute},
		"an old interface, and honestly":  {Old: true},
		"an old interface, and a lie too": {Old: true, Swapped: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 3)
			w.relays[0].Behave(way)
			w.relays[1].Behave(way)
			f := w.follower(time.Now)
			round := w.past()
			b, err := w.await(f, round, 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.network.Chain.Check(b); err != nil || b.Round != round ||
				b.Proof.Signature != w.network.Signature(round) {
				t.Errorf("%+v: %v", b, err)
			}
			if kept, _ := w.shelf.BeaconProof(t.Context(), f.Source(), round); kept != b.Proof.Signature {
				t.Error("a round that somebody waits for is not kept")
			}
		})
	}
	if elsewhere.Asked.Load() > 0 {
		t.Error("a redirect was followed")
	}
}

func TestNoValueComesFromRelaysThatAllLie(t *testing.T) {
	w := newWorld(t, 3)
	foreign := relaytest.New(t, time.Now)
	w.relays[0].Behave(relaytest.Way{Foreign: foreign})
	w.relays[1].Behave(relaytest.Way{Swapped: true})
	w.relays[2].Behave(relaytest.Way{Round: -1})
	f := w.follower(time.Now)
	round := w.past()
	if b, err := w.await(f, round, 3*time.Second); !errors.Is(err, beacon.ErrWait) {
		t.Fatalf("%+v: %v", b, err)
	}
	if n := w.relays[0].Asked.Load(); n > 4 {
		t.Errorf("a relay that lies was asked %d times in three seconds", n)
	}
	if len(w.shelf.kept) > 0 {
		t.Errorf("kept: %v", w.shelf.kept)
	}
}

func TestARoundThatIsStillToComeIsEarlyAndHasAValueSoonAfterItsTime(t *testing.T) {
	w := newWorld(t, 1)
	f := w.follower(time.Now)
	f.Poll(t.Context())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go f.Run(ctx)
	round := f.RoundAfter(0)
	if ahead := time.Until(time.UnixMilli(f.DueMS(round))); ahead < 2*time.Second || ahead > 6*time.Second {
		t.Errorf("a round is named %v ahead", ahead)
	}
	if _, err := f.Beacon(round); !errors.Is(err, beacon.ErrEarly) {
		t.Errorf("before its time: %v", err)
	}
	if _, err := w.await(f, round, 20*time.Second); err != nil {
		t.Fatal(err)
	}
	if late := time.Since(time.UnixMilli(f.DueMS(round))); late > 5*time.Second {
		t.Errorf("the value came %v after its time", late)
	}
	if f.Degraded() != nil || f.Behind() > 5*time.Second {
		t.Errorf("degraded: %v, behind %v", f.Degraded(), f.Behind())
	}
}

// A commitment to a value that is out would be none.
func TestAClockThatIsBehindNamesNoRoundThatIsOut(t *testing.T) {
	for _, behind := range []time.Duration{4 * time.Second, time.Hour} {
		t.Run(behind.String(), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 2)
			f := w.follower(func() time.Time { return time.Now().Add(-behind) })
			w.relays[1].Behave(relaytest.Way{Stale: 5}) // an old round takes nothing back
			f.Poll(t.Context())
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go f.Run(ctx)
			for range 120 { // four rounds long
				round := f.RoundAfter(0)
				if ahead := time.Until(time.UnixMilli(f.DueMS(round))); ahead < 0 || ahead > 10*time.Second {
					t.Fatalf("a round is named that is %v ahead", ahead)
				}
				time.Sleep(100 * time.Millisecond)
			}
			if _, err := f.Beacon(w.network.Newest() - 1); errors.Is(err, beacon.ErrEarly) {
				t.Error("a round that is out is early")
			}
			if err := f.Degraded(); err == nil || !strings.Contains(err.Error(), "behind the network's") {
				t.Errorf("degraded: %v", err)
			}
		})
	}
}

// What is due by such a clock is not late: no room may give it up.
func TestAClockThatIsAheadTakesNoRoundForLate(t *testing.T) {
	const ahead = 20 * time.Minute
	w := newWorld(t, 2)
	w.relays[1].Behave(relaytest.Way{Stale: 5})
	f := w.follower(func() time.Time { return time.Now().Add(ahead) })
	f.Poll(t.Context())
	newest := w.network.Newest()
	for _, round := range []uint64{newest + 10, newest + 300} { // 30 s and 15 min to come
		if _, err := f.Beacon(round); !errors.Is(err, beacon.ErrEarly) || !beacon.MayCome(err) {
			t.Errorf("%d rounds before it is made: %v", round-newest, err)
		}
	}
	if b, err := w.await(f, newest-1, 5*time.Second); err != nil {
		t.Errorf("a round that is out: %+v, %v", b, err)
	}
	if due := f.DueMS(f.RoundAfter(0)); due < f.Clock().UnixMilli() {
		t.Error("a round is named that is of before the commitment")
	}
	if err := f.Degraded(); err == nil || !strings.Contains(err.Error(), "ahead of the network's") {
		t.Errorf("degraded: %v", err)
	}
	if behind := f.Behind(); behind > 10*time.Second {
		t.Errorf("the network is told to be %v behind", behind)
	}
}

func TestASiteThatHasNotHeardOfTheNetworkNamesALaterRound(t *testing.T) {
	w := newWorld(t, 1)
	f := w.follower(func() time.Time { return time.Now().Add(-20 * time.Second) })
	if round, newest := f.RoundAfter(0), w.network.Newest(); round <= newest {
		t.Errorf("round %d is named while %d is out", round, newest)
	}
}

// What another process has named, or this one before it was started again, is kept with its first use.
func TestAValueThatIsHandedOutIsKeptWhoeverNamedIt(t *testing.T) {
	w := newWorld(t, 1)
	f := w.follower(time.Now)
	f.Poll(t.Context())
	round := f.newest.Load()
	if _, err := f.Beacon(round); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if w.shelf.kept[round] != w.network.Signature(round) {
		t.Errorf("kept: %v", w.shelf.kept)
	}
}

func TestRelaysThatHaveNothingYetAreAskedSeldom(t *testing.T) {
	w := newWorld(t, 1)
	f := w.follower(time.Now)
	f.Poll(t.Context()) // which version it speaks
	w.relays[0].Behave(relaytest.Way{Late: time.Hour})
	asked := w.relays[0].Asked.Load()
	_, _ = w.await(f, w.past(), 8*time.Second)
	if n := w.relays[0].Asked.Load() - asked; n < 4 || n > 9 {
		t.Errorf("asked %d times in eight seconds", n)
	}
}

func TestARoundThatWasKeptNeedsNoRelayAndIsCheckedLikeAnyOther(t *testing.T) {
	w := newWorld(t, 1)
	round := w.past()
	w.shelf.kept[round], w.shelf.kept[round+1] = w.network.Signature(round), w.network.Signature(round)
	w.relays[0].Behave(relaytest.Way{Status: http.StatusBadGateway})
	f := w.follower(time.Now)
	if _, err := f.Beacon(round); !errors.Is(err, beacon.ErrLooking) || !beacon.MayCome(err) {
		t.Errorf("at first: %v", err)
	}
	if _, err := w.await(f, round, 2*time.Second); err != nil {
		t.Error(err)
	}
	if b, err := w.await(f, round+1, time.Second); err == nil {
		t.Errorf("a row that somebody altered is a value: %+v", b)
	}
}

func TestAValueIsThereThoughTheStoreIsAway(t *testing.T) {
	w := newWorld(t, 1)
	w.shelf.gone = true
	f := w.follower(time.Now)
	if _, err := w.await(f, w.past(), 2*time.Second); err != nil {
		t.Error(err)
	}
}

func TestASiteWithoutAnyRelaySaysSoAndRecovers(t *testing.T) {
	w := newWorld(t, 2)
	for _, r := range w.relays {
		r.Behave(relaytest.Way{Status: http.StatusServiceUnavailable})
	}
	f := w.follower(time.Now)
	f.Poll(t.Context())
	if err := f.Degraded(); err == nil || !strings.Contains(err.Error(), "any of 2 relays") {
		t.Errorf("degraded: %v", err)
	}
	for _, r := range w.relays {
		r.Behave(relaytest.Way{})
	}
	f.Poll(t.Context())
	if err := f.Degraded(); err != nil {
		t.Error(err)
	}
}

func TestAFollowerNeedsARelay(t *testing.T) {
	if _, err := New(Options{}); err == nil {
		t.Error("made without any")
	}
}

func TestRelaysThatLieAreLeftOutForLongerThanSilentOnes(t *testing.T) {
	var liar, silent relay
	for range 20 {
		liar.punish(errFalse)
		silent.punish(errors.New("no answer"))
	}
	if till := time.Until(liar.outTill); till < 4*time.Minute || till > falseMax {
		t.Errorf("a liar for %v", till)
	}
	if till := time.Until(silent.outTill); till > silentMax {
		t.Errorf("a silent one for %v", till)
	}
	var late relay
	late.punish(errNotYet)
	if !late.outTill.IsZero() {
		t.Error("a relay is punished for a round that it does not have yet")
	}
}
