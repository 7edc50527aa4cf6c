package eligibility_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

type world struct {
	*rig.Rig
	ports eligibility.Ports
}

func inWorld(t *testing.T, held eligibility.Settings, f func(w *world)) {
	rig.Run(t, func(_ *testing.T, r *rig.Rig) {
		w := &world{r, eligibility.Ports{Store: r.Engine, Directory: r.Dir, Settings: r.Settings, Now: time.Now}}
		w.set(held)
		f(w)
	})
}

func (w *world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) set(held eligibility.Settings) {
	w.Helper()
	text, err := json.Marshal(held)
	w.ok(err)
	w.ok(settingstest.Put(w.Context(), w.Engine, eligibility.Setting, text))
}

func (w *world) phone(p store.PlayerID) {
	w.Helper()
	number := fmt.Sprintf("+55119%08d", p)
	w.ok(w.Engine.SetContact(w.Context(), p, store.ContactChange{Phone: &number}))
}

// recharge pays an order, and back takes it back.
func (w *world) recharge(p store.PlayerID) (back func()) {
	w.Helper()
	pay := &payment.Service{Store: w.Engine, Directory: w.Dir, Now: time.Now}
	o, err := pay.Open(w.Context(), p, "order", payment.ChannelDesktop, 1_000, func(string) bool { return true })
	w.ok(err)
	o, err = pay.Begin(w.Context(), o, payment.Begun{Reference: "r"})
	w.ok(err)
	tell := func(e payment.ProviderEvent) {
		e.Order, e.Reference, e.AmountCents, e.Currency = o.Name(), "r", o.PriceCents, o.Currency
		_, err := pay.Settle(w.Context(), o.Provider, e)
		w.ok(err)
	}
	tell(payment.ProviderEvent{ID: "paid", Paid: true})
	return func() { tell(payment.ProviderEvent{ID: "back", Back: payment.BackWhole}) }
}

func (w *world) spend(p store.PlayerID, key string, count int) {
	w.Helper()
	rig.Do[player.Opened](w.Rig, player.Kind, player.ID(p), player.Open{Key: key, Box: 1, Count: count,
		PriceCents: rig.BoxCents})
}

// left is what is still to be spent on play before a gift; 0: it is given.
func (w *world) left(p store.PlayerID) int64 {
	w.Helper()
	err := w.ports.Gift(w.Context(), p)
	var refused *apierr.Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused) && refused.Code == protocol.CodeGiftPlay && refused.Now != nil:
		return *refused.Now
	}
	w.Fatal(err)
	return 0
}

func TestAGiftAsksForAPhoneOrARechargeThatStands(t *testing.T) {
	inWorld(t, eligibility.Settings{Identity: true}, func(w *world) {
		stranger, phone, buyer := w.Player(1), w.Player(1), w.Player(1)
		w.phone(phone)
		back := w.recharge(buyer)
		check := func(p store.PlayerID, want bool) {
			t.Helper()
			known, err := eligibility.Identified(w.Context(), w.Engine, p)
			if err != nil || known != want {
				t.Errorf("player %d is known: %v, %v", p, known, err)
			}
			for _, ask := range []func(*world) error{
				func(w *world) error { return w.ports.Identity(w.Context(), p) },
				func(w *world) error { return w.ports.Gift(w.Context(), p) },
			} {
				if err := ask(w); errors.Is(err, eligibility.ErrIdentity) == want || want && err != nil {
					t.Errorf("player %d, who is known %v: %v", p, want, err)
				}
			}
		}
		check(stranger, false)
		check(phone, true)
		check(buyer, true)
		back()
		check(buyer, false)
		w.phone(buyer)
		check(buyer, true)
		w.set(eligibility.Settings{})
		w.ok(w.ports.Identity(w.Context(), stranger))
		w.ok(w.ports.Gift(w.Context(), stranger))
	})
}

func TestAGiftAsksForPlayOfTheDay(t *testing.T) {
	inWorld(t, eligibility.Settings{SpentCents: 300}, func(w *world) {
		w.ok(settingstest.Put(w.Context(), w.Engine, period.Setting, []byte(`"Asia/Shanghai"`)))
		w.ok(w.Settings.Refresh(w.Context()))
		p, other := w.Player(10_000), w.Player(10_000)
		for i, want := range []int64{300, 200, 100, 0} {
			if i > 0 {
				w.spend(p, fmt.Sprint("box ", i), 1)
			}
			if left := w.left(p); left != want {
				t.Errorf("after %d cents %d are left to be spent, want %d", i*rig.BoxCents, left, want)
			}
		}
		w.ok(w.ports.Gift(w.Context(), p)) // exactly as much is enough
		if left := w.left(other); left != 300 {
			t.Errorf("somebody else has %d left", left)
		}
		w.set(eligibility.Settings{SpentCents: 300})
		if left := w.left(p); left != 0 {
			t.Errorf("exactly what is asked leaves %d", left)
		}
		w.set(eligibility.Settings{SpentCents: 301})
		if left := w.left(p); left != 1 {
			t.Errorf("a cent less than what is asked leaves %d", left)
		}
		w.set(eligibility.Settings{SpentCents: 300})
		midnight := period.Day(period.In(w.Settings, time.Now())).End
		for at, want := range map[time.Duration]int64{-time.Millisecond: 0, 0: 300} {
			w.ports.Now = func() time.Time { return midnight.Add(at) }
			if left := w.left(p); left != want {
				t.Errorf("%v from the site's midnight %d are left, want %d", at, left, want)
			}
		}
	})
}

// Without an identity a player is not told what is left to be spent: a phone comes first.
func TestIdentityIsAskedBeforePlay(t *testing.T) {
	inWorld(t, eligibility.Standard(), func(w *world) {
		p := w.Player(1)
		if err := w.ports.Gift(w.Context(), p); !errors.Is(err, eligibility.ErrIdentity) {
			t.Errorf("%v, want ErrIdentity", err)
		}
		w.phone(p)
		if left := w.left(p); left != 20_00 {
			t.Errorf("%d are left to be spent by the standard, want 2000", left)
		}
		if _, err := eligibility.Identified(w.Context(), w.Engine, p+100); err == nil {
			t.Error("nobody is known")
		}
	})
}

func TestWhatIsAskedKeepsToItsBounds(t *testing.T) {
	for text, good := range map[string]bool{`{}`: true, `{"spentCents":0}`: true, `{"spentCents":100000000}`: true,
		`{"spentCents":100000001}`: false, `{"spentCents":-1}`: false, `[]`: false} {
		if _, err := eligibility.Setting.Parse([]byte(text)); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}
