package support_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/player/support"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

func by(at time.Time) settings.Who { return settings.Who{Author: "ana", Note: "why", At: at} }

func opens(r *rig.Rig, d directory.Directory, p store.PlayerID, key string) protocol.Code {
	_, err := directory.Ask[player.Opened](r.Context(), d, player.Kind, player.ID(p), player.Open{Key: key, Box: 1,
		Count: 1, PriceCents: rig.BoxCents})
	return apierr.Code(err)
}

// A process that has the player in memory is refused at once where it knew a lock, and plays again after a lift.
func TestASuspensionByAnotherProcessHoldsUntilItIsLifted(t *testing.T) {
	for name, promised := range map[string]bool{"a lock": true, "no lock": false} {
		t.Run(name, func(t *testing.T) {
			rig.Run(t, func(t *testing.T, r *rig.Rig) {
				p := r.Player(10_000)
				if promised {
					rig.Do[player.LimitsSet](r, player.Kind, player.ID(p), player.SetLimits{Key: "limit",
						Change: limits.Change{Limits: []limits.Set{{Kind: limits.Loss, Span: limits.Day,
							Cents: 1_000_000}}}})
				}
				rig.Do[player.Opened](r, player.Kind, player.ID(p), player.Open{Key: "before", Box: 1, Count: 1,
					PriceCents: rig.BoxCents})
				until := time.Now().Add(72 * time.Hour).Truncate(time.Millisecond)
				a, err := support.Suspend(t.Context(), r.Engine, p, until, "rules", by(time.Now()))
				if err != nil || a.UntilMS != until.UnixMilli() {
					t.Fatalf("%+v, %v", a, err)
				}
				if !promised { // no lock to refuse by: read again within a minute, or at the event
					time.Sleep(time.Minute)
				}
				for _, key := range []string{"during", "once more", "and more"} {
					if code := opens(r, r.Dir, p, key); code != protocol.CodeSuspended &&
						(key != "during" || code != protocol.CodeBusy) {
						t.Errorf("%s: %d", key, code)
					}
				}
				_, err = rig.Ask[player.Granted](r, player.Kind, player.ID(p), player.Grant{Kind: "grant.test",
					Key: "test:1"})
				r.Refused(err, protocol.CodeSuspended)
				if out, err := limits.ShutOut(t.Context(), r.Engine, p, time.Now()); err != nil || !out {
					t.Errorf("the house would give: %v, %v", out, err)
				}
				if n := len(r.Ops(player.KindOpen)); n != 1 {
					t.Errorf("%d openings", n)
				}
				if _, err := support.Lift(t.Context(), r.Engine, p, by(time.Now())); err != nil {
					t.Fatal(err)
				}
				if code := opens(r, r.Dir, p, "lifted"); code != protocol.OK {
					t.Errorf("after the lift: %d", code)
				}
				if _, err := support.Lift(t.Context(), r.Engine, p, by(time.Now())); !errors.Is(err,
					support.ErrNotSuspended) {
					t.Errorf("lifted twice: %v", err)
				}
				if len(r.Ops(limits.KindBegin)) != 1 || len(r.Ops(limits.KindSuspend)) != 1 ||
					len(r.Ops(limits.KindLift)) != 1 {
					t.Error("an act is not one op")
				}
			})
		})
	}
}

func TestASuspensionEndsByItself(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		rig.Do[player.Seeds](r, player.Kind, player.ID(p), player.Seed{})
		time.Sleep(time.Minute)
		if _, err := support.Suspend(t.Context(), r.Engine, p, time.Now().Add(time.Hour), "review",
			by(time.Now())); err != nil {
			t.Fatal(err)
		}
		// A longer one replaces it, made in the same millisecond.
		if _, err := support.Suspend(t.Context(), r.Engine, p, time.Now().Add(2*time.Hour), "review",
			by(time.Now())); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2*time.Hour - time.Millisecond)
		if code := opens(r, r.Dir, p, "before the end"); code != protocol.CodeSuspended {
			t.Errorf("%d", code)
		}
		time.Sleep(time.Millisecond)
		if code := opens(r, r.Dir, p, "at the end"); code != protocol.OK {
			t.Errorf("%d", code)
		}
	})
}

// While the player plays from everywhere, a suspension comes through, and nothing is played after it.
func TestASuspensionComesThroughPlay(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000_000)
		rig.Do[player.LimitsSet](r, player.Kind, player.ID(p), player.SetLimits{Key: "limit",
			Change: limits.Change{Limits: []limits.Set{{Kind: limits.Loss, Span: limits.Day, Cents: 100_000_000}}}})
		opens(r, r.Dir, p, "before")
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() { opens(r, r.Dir, p, string(rune('A'+i))) })
		}
		a, err := support.Suspend(t.Context(), r.Engine, p, time.Now().Add(time.Hour), "payment", by(time.Now()))
		wg.Wait()
		if err != nil {
			t.Fatal(err)
		}
		var suspended store.OpID
		for _, op := range r.Ops(limits.KindSuspend) {
			suspended = op.ID
		}
		for _, op := range r.Ops(player.KindOpen) {
			if op.ID > suspended && op.ID.Writer() == suspended.Writer() {
				t.Errorf("opening %d after the suspension %d (%+v)", op.ID, suspended, a)
			}
		}
	})
}

// What cannot be is refused and leaves no op.
func TestAnActThatCannotBeIsRefused(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p, now := r.Player(1_000), time.Now()
		for name, act := range map[string]func() (limits.Act, error){
			"without a reason": func() (limits.Act, error) {
				return support.Suspend(t.Context(), r.Engine, p, now.Add(time.Hour), "rules",
					settings.Who{Author: "ana", At: now})
			},
			"by nobody": func() (limits.Act, error) {
				return support.EndSessions(t.Context(), r.Engine, p, settings.Who{Note: "why", At: now})
			},
			"of no time": func() (limits.Act, error) {
				return support.Suspend(t.Context(), r.Engine, p, now, "rules", by(now))
			},
			"for ever": func() (limits.Act, error) {
				return support.Suspend(t.Context(), r.Engine, p, now.AddDate(101, 0, 0), "rules", by(now))
			},
			"of no class": func() (limits.Act, error) {
				return support.Suspend(t.Context(), r.Engine, p, now.Add(time.Hour), "whim", by(now))
			},
			"a lift of nothing": func() (limits.Act, error) { return support.Lift(t.Context(), r.Engine, p, by(now)) },
			"a phone that is not": func() (limits.Act, error) {
				return support.ResetPhone(t.Context(), r.Engine, p, by(now))
			},
		} {
			if a, err := act(); err == nil {
				t.Errorf("%s: %+v", name, a)
			}
		}
		if n := len(r.Ops(limits.ActKinds...)); n != 0 {
			t.Errorf("%d acts", n)
		}
	})
}

// A running server ends the sessions of a player another process acts on, tries again where it cannot, and lets the
// actor know; a lift ends no session.
func TestARunningServerCarriesAnActOut(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(10_000)
		phone := "13912345678"
		if err := r.Engine.SetContact(t.Context(), p, store.ContactChange{Phone: &phone}); err != nil {
			t.Fatal(err)
		}
		opens(r, r.Dir, p, "before")
		var mu sync.Mutex
		var out []store.PlayerID
		fails := 2
		r.Dir.Register(support.Register(support.Ports{Store: r.Engine, Directory: r.Dir, Log: zerolog.Nop(),
			Out: func(_ context.Context, who store.PlayerID) error {
				mu.Lock()
				defer mu.Unlock()
				if fails--; fails >= 0 {
					return errors.New("the store is away")
				}
				out = append(out, who)
				return nil
			}})(nil))
		r.Dir.Post(support.Kind, support.ID, directory.Wake{}, nil)
		loggedOut := func(want int) {
			t.Helper()
			time.Sleep(5 * time.Second)
			mu.Lock()
			defer mu.Unlock()
			if len(out) != want || want > 0 && out[want-1] != p {
				t.Errorf("%v were logged out, want %d", out, want)
			}
		}
		loggedOut(0)
		if _, err := support.Suspend(t.Context(), r.Engine, p, time.Now().Add(time.Hour), "security",
			by(time.Now())); err != nil {
			t.Fatal(err)
		}
		loggedOut(1)
		// within seconds, without a lock before
		if code := opens(r, r.Dir, p, "during"); code != protocol.CodeSuspended {
			t.Errorf("%d", code)
		}
		if _, err := support.Lift(t.Context(), r.Engine, p, by(time.Now())); err != nil {
			t.Fatal(err)
		}
		loggedOut(1)
		if _, err := support.EndSessions(t.Context(), r.Engine, p, by(time.Now())); err != nil {
			t.Fatal(err)
		}
		loggedOut(2)
		if _, err := support.ResetPhone(t.Context(), r.Engine, p, by(time.Now())); err != nil {
			t.Fatal(err)
		}
		loggedOut(3)
		if c, err := r.Engine.Contact(t.Context(), p); err != nil || c.Phone != "" {
			t.Errorf("%+v, %v", c, err)
		}
		if code := opens(r, r.Dir, p, "after"); code != protocol.OK {
			t.Errorf("%d", code)
		}
	})
}

// An act is read only where its op says all of it.
func TestAnActIsReadOnlyWhereItsOpSaysAllOfIt(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		p := r.Player(1_000)
		for _, act := range []func() (limits.Act, error){
			func() (limits.Act, error) {
				return support.Suspend(t.Context(), r.Engine, p, time.Now().Add(time.Hour), "rules", by(time.Now()))
			},
			func() (limits.Act, error) { return support.Lift(t.Context(), r.Engine, p, by(time.Now())) },
			func() (limits.Act, error) { return support.EndSessions(t.Context(), r.Engine, p, by(time.Now())) },
		} {
			time.Sleep(time.Second)
			if _, err := act(); err != nil {
				t.Fatal(err)
			}
		}
		said := func(change func(*limits.Act)) func(*store.Op) {
			return func(op *store.Op) {
				var a limits.Act
				if err := json.Unmarshal(op.Result, &a); err != nil {
					t.Fatal(err)
				}
				change(&a)
				text, err := json.Marshal(a)
				if err != nil {
					t.Fatal(err)
				}
				op.Result = text
			}
		}
		// throughout says so wherever the op does, so that only the words themselves are wrong.
		throughout := func(change func(*limits.Act)) func(*store.Op) {
			return func(op *store.Op) {
				said(change)(op)
				op.Request = sha256.Sum256(op.Result)
				op.Events = []store.NewEvent{{Type: limits.OutboxAct, Body: op.Result}}
			}
		}
		for _, rec := range r.Ops(limits.ActKinds...) {
			if _, err := limits.ReadAct(&rec.Op); err != nil {
				t.Fatalf("%s: %v", rec.Kind, err)
			}
			for name, change := range map[string]func(*store.Op){
				"no result":      func(op *store.Op) { op.Result = nil },
				"another player": func(op *store.Op) { op.Player++ },
				"another key":    func(op *store.Op) { op.Key += "0" },
				"a client's key": func(op *store.Op) { op.Key = "mine" },
				"another time":   func(op *store.Op) { op.At = op.At.Add(time.Second) },
				"another kind":   func(op *store.Op) { op.Kind = limits.KindSet },
				"untold":         func(op *store.Op) { op.Events = nil },
				"a gift": func(op *store.Op) {
					op.Postings = []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p), AmountCents: 1}}
				},
				"less to play": func(op *store.Op) { op.Play = []store.Posting{store.LessToPlay(p, 1)} },
				"an item": func(op *store.Op) {
					op.NewItems = append([]store.NewItem{{Owner: p, Def: 1}}, op.NewItems...)
				},
				"a move": func(op *store.Op) {
					op.Moves = append([]store.ItemMove{{Item: 1, From: store.ItemPlace{Owner: p},
						To: store.ItemPlace{Owner: p + 1}}}, op.Moves...)
				},
				"by nobody":     throughout(func(a *limits.Act) { a.Author = "" }),
				"without a why": throughout(func(a *limits.Act) { a.Reason = "" }),
				"no class":      throughout(func(a *limits.Act) { a.Class = "whim" }),
				"an end before": throughout(func(a *limits.Act) { a.UntilMS = 1 }),
				"of another":    throughout(func(a *limits.Act) { a.Player++ }),
				"another end":   said(func(a *limits.Act) { a.UntilMS++ }),
				"another class": said(func(a *limits.Act) { a.Class = "request" }),
				"another deed":  throughout(func(a *limits.Act) { a.Do = "nothing" }),
			} {
				wrong := rec.Op
				change(&wrong)
				if a, err := limits.ReadAct(&wrong); err == nil {
					t.Errorf("%s, %s: read as %+v", rec.Kind, name, a)
				}
			}
		}
	})
}
