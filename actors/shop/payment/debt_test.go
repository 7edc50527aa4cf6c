package payment_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/memory"
)

// shop is a service with its provider.
type shop struct {
	*rig.Rig
	service *payment.Service
}

func inShop(t *testing.T, f func(s *shop)) {
	rig.Run(t, func(t *testing.T, r *rig.Rig) {
		tiers := `{"tiers":[{"keyCents":1000,"share":true,"valuePpm":10000}]}`
		if err := settingstest.Put(r.Context(), r.Engine, payment.Setting, []byte(tiers)); err != nil {
			t.Fatal(err)
		}
		f(&shop{r, &payment.Service{Store: r.Engine, Directory: r.Dir, Now: time.Now}})
	})
}

// poor is a player without gems.
func (s *shop) poor() store.PlayerID {
	p := s.Player(1)
	s.spend(p, 1)
	return p
}

func (s *shop) order(p store.PlayerID, gemsCents int64) payment.Order {
	s.Helper()
	key := fmt.Sprint("order ", time.Now().UnixNano(), len(s.Ops(payment.KindOrder)))
	o, err := s.service.Open(s.Context(), p, key, payment.ChannelDesktop, gemsCents, func(string) bool { return true })
	if err == nil {
		o, err = s.service.Begin(s.Context(), o, payment.Begun{Reference: key})
	}
	if err != nil {
		s.Fatal(err)
	}
	return o
}

// tell is the provider's word, under the id of an event.
func (s *shop) tell(o payment.Order, id string, paid bool) (payment.Order, error) {
	return s.service.Settle(s.Context(), o.Provider, payment.ProviderEvent{ID: id + o.Name(), Order: o.Name(),
		Reference: o.Begun.Reference, AmountCents: o.PriceCents, Currency: o.Currency, Paid: paid})
}

func (s *shop) settle(o payment.Order, id string, paid bool, want payment.State) {
	s.Helper()
	got, err := s.tell(o, id, paid)
	if err != nil || got.State != want {
		s.Errorf("%s: state %d, want %d, %v", id, got.State, want, err)
	}
	time.Sleep(time.Second)
}

func (s *shop) spend(p store.PlayerID, cents int64) {
	s.Helper()
	_, err := s.Engine.Commit(s.Context(), &store.Op{Player: p, Key: fmt.Sprint("spend ", time.Now().UnixNano()),
		Kind: "test.spend", At: time.Now(),
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: cents}}})
	if err != nil {
		s.Fatal(err)
	}
}

// stands checks what a player has and owes, and that what was taken is a chain that adds up to the rest.
func (s *shop) stands(p store.PlayerID, has, owes int64) {
	s.Helper()
	got, err := s.service.Owes(s.Context(), p)
	if err != nil || got != owes || s.Balance(p) != has {
		s.Errorf("has %d and owes %d, want %d and %d: %v", s.Balance(p), got, has, owes, err)
	}
	sum := int64(0)
	for _, op := range s.Ops(store.KindReversed) {
		if r, err := payment.ReadReversal(&op.Op); err != nil {
			s.Error(err)
		} else if r.Player == p {
			sum += r.Cents()
		}
	}
	for _, op := range s.Ops(store.KindRecovered) {
		if r, err := payment.ReadRecovery(&op.Op); err != nil {
			s.Error(err)
		} else if r.Player == p {
			sum -= r.Taken.Cents()
		}
	}
	if sum != owes {
		s.Errorf("ops leave %d owed, want %d", sum, owes)
	}
}

// What there is goes at once, the rest with what comes in next, and nothing twice.
func TestARechargeThatIsTakenBackIsOwed(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o := s.order(p, 1_000) // and 10 on top
		s.settle(o, "yes", true, payment.Paid)
		s.stands(p, 1_010, 0)
		s.spend(p, 700)
		for _, id := range []string{"back", "back", "back again"} {
			s.settle(o, id, false, payment.TakenBack)
			s.stands(p, 0, 700)
		}
		if err := s.service.Clear(s.Context(), p); apierr.Code(err) != protocol.CodePayDebt {
			t.Errorf("clear with a debt: %v", err)
		}
		s.settle(o, "yes", true, payment.TakenBack) // sent again: it is not credited again
		s.stands(p, 0, 700)
		next := s.order(p, 500)
		s.settle(next, "yes", true, payment.Paid)
		s.stands(p, 0, 200)
		last := s.order(p, 500)
		s.settle(last, "yes", true, payment.Paid)
		s.stands(p, 300, 0)
		if err := s.service.Clear(s.Context(), p); err != nil {
			t.Error(err)
		}
		if was, err := s.service.Recharged(s.Context(), p); err != nil || !was {
			t.Errorf("two of three recharges stand: %v", err)
		}
		if house, err := s.Engine.Balance(s.Context(), store.Account(0, store.ClassProvider)); err != nil ||
			house != -1_000 {
			t.Errorf("providers gave %d for the two that stand, %v", -house, err)
		}
	})
}

// debtor is a player who has nothing and owes 1,010.
func (s *shop) debtor() store.PlayerID {
	s.Helper()
	p := s.poor()
	o := s.order(p, 1_000)
	s.settle(o, "yes", true, payment.Paid)
	s.spend(p, 1_010)
	s.settle(o, "back", false, payment.TakenBack)
	s.stands(p, 0, 1_010)
	return p
}

// gain is an op that is not the player's own, of which the player's actor is told or not.
func (s *shop) gain(p store.PlayerID, op *store.Op, told bool) store.Receipt {
	s.Helper()
	time.Sleep(time.Millisecond) // each has a key of its own
	op.Player, op.Key, op.Kind, op.At = p, fmt.Sprint("gain ", time.Now().UnixNano()), "test.gain", time.Now()
	rec, err := s.Engine.Commit(s.Context(), op)
	if err != nil {
		s.Fatal(err)
	}
	if told {
		s.Dir.Post(player.Kind, player.ID(p), player.Credited{}, nil)
		s.Settle()
	}
	return rec
}

// gems are entries of the house for a player.
func gems(p store.PlayerID, cents int64) *store.Op {
	return &store.Op{Postings: []store.Posting{{Debit: store.House, Credit: store.PlayerGems(p), AmountCents: cents}}}
}

// sold is an item of 50 that its player sells; the answer has what is left of the gems.
func (s *shop) sold(p store.PlayerID, key string) int64 {
	s.Helper()
	item := s.gain(p, &store.Op{NewItems: []store.NewItem{{Owner: p, Def: 4, ValueCents: 50,
		Source: store.FromBox}}}, true).ItemID(0)
	return rig.Do[player.Sold](s.Rig, player.Kind, player.ID(p),
		player.Sell{Key: key, Items: []store.ItemID{item}}).BalanceCents
}

// A debtor pays with whatever comes in, from any player, and keeps what is more.
func TestADebtorPaysWithWhateverComesIn(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.debtor()
		id := player.ID(p)
		if left := s.sold(p, "sale"); left != 0 {
			t.Errorf("a sale answers %d gems", left)
		}
		s.stands(p, 0, 960)

		rig.Do[player.Granted](s.Rig, player.Kind, id, player.Grant{Kind: player.GrantKinds + "test", Key: "sign:1",
			Prizes: []prize.Prize{{Kind: prize.Diamond, Num: 30}}})
		s.stands(p, 0, 930)

		s.gain(p, gems(p, 100), true) // as the prize of a battle, a room that gives back, a ranking
		s.stands(p, 0, 830)

		c, err := rain.Open(s.Context(), s.Engine, s.Dir, rain.Create{Key: "round", PoolCents: 2_000, Packets: 200,
			DurationMS: protocol.RainMS})
		if err != nil {
			t.Fatal(err)
		}
		look := func() rain.Seen {
			return rig.Do[rain.Seen](s.Rig, rain.Kind, room.ID(c.ID), rain.View{Viewer: p})
		}
		time.Sleep(5 * time.Second)
		time.Sleep(time.Until(time.UnixMilli(look().Round.StartsAtMS)))
		packet := look().Packets[0]
		time.Sleep(time.Until(time.UnixMilli(packet.OpensAtMS)))
		got := rig.Do[rain.Claimed](s.Rig, rain.Kind, room.ID(c.ID), rain.Claim{Key: "claim", Player: p,
			Packet: packet.ID}).ValueCents
		time.Sleep(time.Second) // a wallet is told of a packet after its answer
		s.Settle()
		if got == 0 {
			t.Error("an empty packet")
		}
		s.stands(p, 0, 830-got)

		s.gain(p, gems(p, 830), true)
		s.stands(p, got, 0)
		if left := s.sold(p, "free"); left != got+50 { // a player who owes nothing any more keeps it
			t.Errorf("%d gems after a sale, want %d", left, got+50)
		}
		s.stands(p, got+50, 0)
		next := s.order(p, 500)
		s.settle(next, "yes", true, payment.Paid)
		s.spend(p, got+550)
		s.settle(next, "back", false, payment.TakenBack) // and pays again when another one is taken back
		s.stands(p, 0, 500)
		if left := s.sold(p, "again"); left != 0 {
			t.Errorf("a sale answers %d gems", left)
		}
		s.stands(p, 0, 450)
	})
}

// What was bought has counted when it was spent: what the debt takes back is not spent or lost a second time, and
// leaves what a limit of the player's own allows as it was.
func TestWhatADebtTakesIsNoPlay(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.debtor()
		before := rig.Do[player.LimitsReport](s.Rig, player.Kind, player.ID(p), player.Limits{}).Spans[limits.Day]
		s.sold(p, "sale")
		s.stands(p, 0, 960)
		after := rig.Do[player.LimitsReport](s.Rig, player.Kind, player.ID(p), player.Limits{}).Spans[limits.Day]
		if before.SpentCents < 1_010 || after != before {
			t.Errorf("the day was %+v before the debt took 50, and is %+v", before, after)
		}
	})
}

// While the store takes no recovery, what comes in stays with the debtor, who may go on; it is taken as soon as the
// store does, or by the next process.
func TestADebtIsTakenAlsoAfterAKill(t *testing.T) {
	for name, goOn := range map[string]func(s *shop, p store.PlayerID){
		"nobody was killed": func(s *shop, _ store.PlayerID) { time.Sleep(10 * time.Second) },
		"the process was killed": func(s *shop, p store.PlayerID) {
			s.Crash()
			rig.Do[protocol.Wallet](s.Rig, player.Kind, player.ID(p), player.Wallet{})
			s.Settle()
		},
	} {
		for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownNotApplied, memory.UnknownApplied} {
			t.Run(fmt.Sprint(name, f), func(t *testing.T) {
				inShop(t, func(s *shop) {
					p := s.debtor()
					s.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind == store.KindRecovered {
							return f
						}
						return memory.NoFault
					})
					if left := s.sold(p, "sale"); left != 50 && f != memory.UnknownApplied {
						t.Errorf("a sale answers %d gems", left)
					}
					s.SetFault(nil)
					goOn(s, p)
					s.stands(p, 0, 960)
				})
			})
		}
	}
}

// Nothing leaves the house before, also where the player's actor was not notified of what came in.
func TestWhatIsOwedIsTakenBeforeAnythingLeaves(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.debtor()
		if was, err := s.service.Recharged(s.Context(), p); err != nil || was {
			t.Errorf("the only recharge was taken back: %v", err)
		}
		s.gain(p, gems(p, 1_000), false)
		if err := s.service.Clear(s.Context(), p); apierr.Code(err) != protocol.CodePayDebt {
			t.Errorf("%v", err)
		}
		s.stands(p, 0, 10)
		s.gain(p, gems(p, 11), false)
		if err := s.service.Clear(s.Context(), p); err != nil {
			t.Error(err)
		}
		s.stands(p, 1, 0)
	})
}

// What a debtor puts up in a roll room would leave by an account that owes nothing. No way out of the house is open
// before the debt is paid, whatever asks the player's actor for it, and what comes in meanwhile is taken first.
func TestADebtorPassesNothingToOthers(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.debtor()
		item := s.gain(p, &store.Op{NewItems: []store.NewItem{{Owner: p, Def: 4, ValueCents: 50,
			Source: store.FromBox}}}, true).ItemID(0)
		putUp := func(key string) error {
			_, err := roll.Open(s.Context(), s.Engine, s.Dir, roll.Create{Key: key, Host: p, Setup: roll.Setup{
				Name: "Friday", JoinType: protocol.RollJoinOpen, OpenAtMS: time.Now().Add(time.Hour).UnixMilli(),
				Items: []store.ItemID{item}}})
			return err
		}
		retrieve := func(key string) error {
			_, err := s.Dir.Request(s.Context(), player.Kind, player.ID(p), player.Escrow{Op: &store.Op{Player: p,
				Key: key, Kind: "test.retrieve", At: time.Now(), Moves: []store.ItemMove{{Item: item,
					From: store.ItemPlace{Owner: p}, To: store.ItemPlace{Owner: p,
						Status: store.ItemAwaitingDelivery}}}}})
			return err
		}
		refused := func(owes int64) {
			s.Helper()
			s.Refused(putUp(fmt.Sprint("roll ", owes)), protocol.CodePayDebt)
			s.Refused(retrieve(fmt.Sprint("retrieve ", owes)), protocol.CodePayDebt)
			s.stands(p, 0, owes)
		}
		refused(1_010)
		s.gain(p, gems(p, 1_000), false)
		refused(10)
		s.gain(p, gems(p, 11), false)
		if err := putUp("paid"); err != nil {
			t.Error(err)
		}
		s.stands(p, 1, 0)
		s.Refused(retrieve("put up"), protocol.CodeItemState) // it lies in the room
	})
}

// Only what was paid before the provider first said so is taken back: a failure that comes late, or again, takes
// nothing.
func TestAnOldRefusalTakesNothingBack(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		o := s.order(p, 1_000)
		s.settle(o, "no", false, payment.Failed)
		s.settle(o, "yes", true, payment.Paid)
		s.settle(o, "no", false, payment.Paid) // the same event once more
		s.stands(p, 1_010, 0)
		s.settle(o, "back", false, payment.TakenBack) // a new one
		s.stands(p, 0, 0)
	})
}

// Whatever the store answers, an event that is sent until it is answered takes everything back once.
func TestTakenBackWhateverTheStoreSays(t *testing.T) {
	for _, kind := range []string{store.KindReversed, store.KindRecovered} {
		for _, f := range []memory.Fault{memory.RefuseBefore, memory.UnknownApplied, memory.UnknownNotApplied} {
			t.Run(fmt.Sprint(kind, f), func(t *testing.T) {
				inShop(t, func(s *shop) {
					p := s.poor()
					o, next := s.order(p, 1_000), s.order(p, 1_000)
					s.settle(o, "yes", true, payment.Paid)
					s.spend(p, 10)
					times := 0
					s.SetFault(func(op *store.Op) memory.Fault {
						if op.Kind != kind {
							return memory.NoFault
						}
						if times++; times != 1 && times != 4 {
							return memory.NoFault
						}
						return f
					})
					for _, step := range []struct {
						o    payment.Order
						id   string
						paid bool
					}{{o, "back", false}, {next, "yes", true}} {
						for tries := 0; ; tries++ {
							if _, err := s.tell(step.o, step.id, step.paid); err == nil {
								break
							} else if tries == 5 {
								t.Fatal(err)
							}
							time.Sleep(time.Second)
						}
					}
					s.stands(p, 1_000, 0)
				})
			})
		}
	}
}

// Two orders that are taken back, new ones that are paid, and play, all at once and sent often: no player pays too
// much.
func TestDebtsAtOnceArePaidOnce(t *testing.T) {
	inShop(t, func(s *shop) {
		p := s.poor()
		var back, paid []payment.Order
		for range 2 {
			back = append(back, s.order(p, 1_000))
			paid = append(paid, s.order(p, 500))
		}
		for _, o := range back {
			s.settle(o, "yes", true, payment.Paid)
		}
		s.spend(p, 1_500)
		var all sync.WaitGroup
		again := func(o payment.Order, id string, is bool) {
			for range 20 {
				all.Go(func() {
					for {
						if _, err := s.tell(o, id, is); err == nil {
							return
						}
						time.Sleep(time.Millisecond)
					}
				})
			}
		}
		for i := range back {
			again(back[i], "back", false)
			again(paid[i], "yes", true)
		}
		all.Wait()
		left, err := s.service.Collect(s.Context(), p)
		if err != nil || left != 500 {
			t.Errorf("%d left: 2,020 owed, 520 and 1,000 were there: %v", left, err)
		}
		s.stands(p, 0, 500)
	})
}

// An auditor takes no reversal at its word that stands under another order or with another player.
func TestAReversalIsHeldToItsOwnWords(t *testing.T) {
	good := func() *store.Op {
		return &store.Op{Player: 7, Key: payment.ReversedKey(4), Kind: store.KindReversed,
			Result: []byte(`{"player":7,"order":4,"boughtCents":5,"bonusCents":1}`)}
	}
	if r, err := payment.ReadReversal(good()); err != nil || r.Player != 7 || r.Order != 4 || r.Cents() != 6 {
		t.Fatalf("%+v, %v", r, err)
	}
	for name, spoil := range map[string]func(*store.Op){
		"another player": func(op *store.Op) { op.Player = 8 },
		"another order":  func(op *store.Op) { op.Key = payment.ReversedKey(5) },
		"entries": func(op *store.Op) {
			op.Postings = []store.Posting{{Debit: store.PlayerGems(7), Credit: store.House, AmountCents: 5}}
		},
		"less than nothing": func(op *store.Op) {
			op.Result = []byte(`{"player":7,"order":4,"boughtCents":-5,"bonusCents":1}`)
		},
		"a bonus of less than nothing": func(op *store.Op) {
			op.Result = []byte(`{"player":7,"order":4,"boughtCents":5,"bonusCents":-1}`)
		},
		"no words": func(op *store.Op) { op.Result = nil },
	} {
		op := good()
		spoil(op)
		if r, err := payment.ReadReversal(op); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Each step of a withdrawal is in its player's books, whichever process takes it.
func TestAStepOfAWithdrawalIsItsPlayers(t *testing.T) {
	for _, steps := range [][]string{{payment.Approve, payment.Pay}, {payment.GiveBack}} {
		inShop(t, func(s *shop) {
			p := s.Player(1)
			if _, err := s.Engine.Commit(s.Context(), &store.Op{Player: p, Key: "real", Kind: "test.real",
				At: time.Now(), Postings: []store.Posting{{Debit: store.HouseReal, Credit: store.PlayerReal(p),
					AmountCents: 5_000}}}); err != nil {
				t.Fatal(err)
			}
			id, err := s.Engine.NewRoomID(s.Context())
			if err != nil {
				t.Fatal(err)
			}
			op, err := payment.Request(id, time.Now(), p, "withdraw", 3_000, "a@example.com")
			if err == nil {
				_, err = s.Engine.Commit(s.Context(), op)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range steps {
				if _, err := payment.Decide(s.Context(), s.Engine, time.Now(), id, step, "note"); err != nil {
					t.Fatal(err)
				}
			}
			made := s.Ops(payment.KindApprove, payment.KindPaid, payment.KindRefund)
			if len(made) != len(steps) {
				t.Fatalf("%d ops for %v", len(made), steps)
			}
			for _, op := range made {
				if r, err := payment.ReadPayout(&op.Op); op.Player != p || err != nil || r.ID != id ||
					r.AmountCents != 3_000 {
					t.Errorf("%s of player %d: %+v, %v", op.Kind, op.Player, r, err)
				}
			}
		})
	}
}
