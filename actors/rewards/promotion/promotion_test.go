package promotion_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/store"
	"jadebox/store/memory"
)

// register pays 3 % unless another share was set.
func register(r *rig.Rig) {
	r.Helper()
	now, err := r.Engine.Settings(r.Context())
	if err != nil {
		r.Fatal(err)
	}
	if now.Values[promotion.Setting.Name].Version == 0 {
		setShare(r, `{"sharePpm":30000,"holdS":0,"known":false}`)
	}
	r.Dir.Register(promotion.Register(promotion.Ports{Store: r.Engine, Directory: r.Dir, Now: time.Now,
		Log: zerolog.Nop()})(nil))
	r.Dir.Post(promotion.Kind, promotion.ID, directory.Wake{}, nil)
	r.Settle()
}

func setShare(r *rig.Rig, text string) {
	r.Helper()
	if err := settingstest.Put(r.Context(), r.Engine, promotion.Setting, []byte(text)); err != nil {
		r.Fatal(err)
	}
}

// account opens one with nothing in it.
func account(r *rig.Rig, name string, by store.PlayerID, device string, bot bool) store.PlayerID {
	r.Helper()
	p, err := r.Engine.Register(r.Context(), store.NewPlayer{Name: name, InvitedBy: by, Fingerprint: device, Bot: bot,
		UserSeed: "s", SpreadCode: name, At: time.Now()}, nil)
	if err != nil {
		r.Fatal(err)
	}
	return p.ID
}

// recharge credits an order as payments do.
func recharge(r *rig.Rig, p store.PlayerID, order, cents int64) {
	r.Helper()
	rechargeAt(r, p, order, cents, time.Now())
}

func rechargeAt(r *rig.Rig, p store.PlayerID, order, cents int64, at time.Time) {
	r.Helper()
	body, err := json.Marshal(payment.Recharge{Player: p, Order: store.OpID(order), PriceCents: cents, GemsCents: cents,
		BonusCents: cents / 10, AtMS: at.UnixMilli()})
	if err != nil {
		r.Fatal(err)
	}
	_, err = r.Engine.Commit(r.Context(), &store.Op{Player: p, Key: fmt.Sprint("pay:", order), Kind: payment.KindCredit,
		At: time.Now(), Result: body,
		Events: []store.NewEvent{{Type: payment.OutboxRecharge, Body: body}},
		Postings: []store.Posting{{Debit: store.Account(0, store.ClassProvider), Credit: store.PlayerGems(p),
			AmountCents: cents}}})
	if err != nil {
		r.Fatal(err)
	}
}

func takeBack(r *rig.Rig, p store.PlayerID, order int64) {
	r.Helper()
	body, err := json.Marshal(payment.Failure{Player: p, Order: store.OpID(order), AtMS: time.Now().UnixMilli()})
	if err != nil {
		r.Fatal(err)
	}
	_, err = r.Engine.Commit(r.Context(), &store.Op{Player: p, Key: payment.ReversedKey(store.OpID(order)),
		Kind: store.KindReversed, At: time.Now(), Result: body,
		Events: []store.NewEvent{{Type: payment.OutboxFailed, Body: body}}})
	if err != nil {
		r.Fatal(err)
	}
}

func TestAShareOfEachRechargeIsPaidOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		alone := account(r, "alone", 0, "c", false)
		second := account(r, "second", guest, "d", false)
		register(r)
		recharge(r, guest, 1, 10_00)
		recharge(r, guest, 2, 99) // 2.97 cents: rounded down
		recharge(r, guest, 3, 33) // less than a cent: nothing
		recharge(r, alone, 4, 100_00)
		time.Sleep(3 * time.Second)
		if got := r.Balance(host); got != 30+2 {
			t.Errorf("%d paid", got)
		}
		recharge(r, second, 5, 100_00) // the host of the host gets nothing of it
		time.Sleep(3 * time.Second)
		if r.Balance(host) != 32 || r.Balance(guest) != 10_00+99+33+3_00 || r.Balance(alone) != 100_00 {
			t.Errorf("%d, %d, %d", r.Balance(host), r.Balance(guest), r.Balance(alone))
		}
		sum, n, err := r.Engine.SumResults(r.Context(), host, promotion.InviteePrefix(promotion.KeyPrefix, guest),
			"cents", 100)
		if sum != 32 || n != 2 || err != nil {
			t.Errorf("%d in %d, %v", sum, n, err)
		}
		for _, op := range r.Ops(promotion.KindPay) {
			if !promotion.Right(&op.Op) {
				t.Errorf("%+v", op.Op)
			}
			wrong := op.Op
			wrong.Player = alone
			if promotion.Right(&wrong) {
				t.Error("an auditor takes a commission of the wrong player")
			}
			wrong = op.Op
			wrong.Postings = []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(op.Player), AmountCents: 31}}
			if promotion.Right(&wrong) {
				t.Error("an auditor takes a commission of another amount")
			}
		}
	})
}

func TestNobodyIsPaidForThemselvesOrABot(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host, bot := account(r, "host", 0, "a", false), account(r, "bot", 0, "", true)
		self := account(r, "self", host, "a", false) // the same device
		steam, open := account(r, "steam", host, "", false), account(r, "open", 0, "", false)
		guest := account(r, "guest", open, "", false) // devices that are not known are not the same
		ofBot := account(r, "ofbot", bot, "z", false)
		register(r)
		recharge(r, self, 1, 100_00)
		recharge(r, ofBot, 2, 100_00)
		time.Sleep(3 * time.Second)
		if r.Balance(host)+r.Balance(bot) != 0 || len(r.Ops(promotion.KindPay)) != 0 {
			t.Errorf("paid %d and %d", r.Balance(host), r.Balance(bot))
		}
		recharge(r, steam, 3, 100_00)
		recharge(r, guest, 4, 100_00)
		time.Sleep(3 * time.Second)
		if r.Balance(host) != 3_00 || r.Balance(open) != 3_00 {
			t.Errorf("paid %d and %d", r.Balance(host), r.Balance(open))
		}
	})
}

// A recharge that is taken back before it has cleared is never paid for; one that failed and was paid after all is.
func TestOnlyWhatHasCleared(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setShare(r, `{"sharePpm":50000,"holdS":3600,"known":false}`)
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		register(r)
		recharge(r, guest, 1, 10_00)
		recharge(r, guest, 2, 20_00)
		if _, err := r.Engine.Commit(r.Context(), &store.Op{Player: guest, Key: "pay:3:failed",
			Kind: payment.KindFailed, At: time.Now()}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		takeBack(r, guest, 2)
		recharge(r, guest, 3, 40_00)
		time.Sleep(59 * time.Minute)
		if r.Balance(host) != 0 {
			t.Fatal("paid before it has cleared")
		}
		r.Crash()
		register(r)
		time.Sleep(2 * time.Minute)
		if got := r.Balance(host); got != 50+2_00 {
			t.Errorf("paid %d", got)
		}
	})
}

// A device proves nothing: a player who has no phone and no real name brings nothing until they have one, in time.
func TestOnlyWhoIsKnownBringsACommission(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		setShare(r, `{"sharePpm":50000,"holdS":0}`)
		host := account(r, "host", 0, "a", false)
		phone, name := account(r, "phone", host, "b", false), account(r, "name", host, "c", false)
		late, never := account(r, "late", host, "d", false), account(r, "never", host, "e", false)
		bind := func(who store.PlayerID, number string) {
			if err := r.Engine.SetContact(r.Context(), who, store.ContactChange{Phone: &number}); err != nil {
				t.Fatal(err)
			}
		}
		bind(phone, "13800000001")
		if err := r.Engine.SetRealName(r.Context(), name, store.SealedName{Sealed: []byte("sealed"),
			Index: [32]byte{1}, At: time.Now()}); err != nil {
			t.Fatal(err)
		}
		register(r)
		const day = 24 * time.Hour
		for i, who := range []store.PlayerID{never, late, phone, name} {
			rechargeAt(r, who, int64(i+1), 10_00, time.Now().Add([]time.Duration{-30 * day, -29 * day, 0, 0}[i]))
		}
		time.Sleep(3 * time.Second)
		if got := r.Balance(host); got != 1_00 {
			t.Fatalf("%d for two who are known", got)
		}
		r.Crash()
		register(r)
		time.Sleep(time.Minute)
		bind(late, "13800000002")
		bind(never, "13800000003") // too late
		time.Sleep(15 * time.Minute)
		if got := r.Balance(host); got != 1_50 || len(r.Ops(promotion.KindPay)) != 3 {
			t.Errorf("%d in the end", got)
		}
	})
}

// The standard holds what an inviter gets for three days, and asks who was invited.
func TestTheStandardHoldsCommissions(t *testing.T) {
	held := promotion.Standard()
	if held.HoldS != 3*24*3600 || !held.Known || held.Check() != nil {
		t.Errorf("%+v", held)
	}
}

// Whatever the store answers and whenever the process is killed, a recharge is paid for once.
func TestACommissionIsPaidOnce(t *testing.T) {
	for _, fault := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
		for _, wait := range []time.Duration{10 * time.Millisecond, 2 * time.Second, 6 * time.Second,
			30 * time.Second} {
			t.Run(fmt.Sprint(fault, wait), func(t *testing.T) {
				rig.Run(t, func(t *testing.T, r *rig.Rig) {
					host := account(r, "host", 0, "a", false)
					guest := account(r, "guest", host, "b", false)
					register(r)
					times := 0
					r.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind != promotion.KindPay {
							return memory.NoFault
						}
						if times++; times > 3 {
							return memory.NoFault
						}
						return fault
					})
					for order := range int64(5) {
						recharge(r, guest, order+1, 10_00)
					}
					time.Sleep(wait)
					r.Crash()
					register(r)
					time.Sleep(time.Minute)
					r.Crash()
					register(r)
					time.Sleep(time.Minute)
					if r.Balance(host) != 5*30 || len(r.Ops(promotion.KindPay)) != 5 {
						t.Errorf("%d in %d commissions", r.Balance(host), len(r.Ops(promotion.KindPay)))
					}
				})
			})
		}
	}
}

// Two processes that both follow pay once.
func TestTwoFollowersPayOnce(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		register(r)
		r.Dir.Post(promotion.Kind, "another", directory.Wake{}, nil)
		for order := range int64(50) {
			recharge(r, guest, order+1, 10_00)
		}
		time.Sleep(time.Minute)
		if r.Balance(host) != 50*30 {
			t.Errorf("%d paid", r.Balance(host))
		}
	})
}

func TestSettingsOutsideTheirBoundsPayNothing(t *testing.T) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		for _, text := range []string{`{"sharePpm":-1}`, `{"sharePpm":200001}`, `{"holdS":-1}`, `{"holdS":7776001}`,
			`[]`} {
			setShare(r, text)
			if _, err := promotion.Setting.Read(r.Context(), r.Engine); err == nil {
				t.Errorf("%s is taken", text)
			}
		}
		host := account(r, "host", 0, "a", false)
		guest := account(r, "guest", host, "b", false)
		register(r)
		recharge(r, guest, 1, 10_00)
		time.Sleep(10 * time.Second)
		if r.Balance(host) != 0 {
			t.Error("paid under settings that are none")
		}
		setShare(r, `{"sharePpm":0}`)
		time.Sleep(10 * time.Second)
		if r.Balance(host) != 0 {
			t.Error("paid a share of nothing")
		}
	})
}
