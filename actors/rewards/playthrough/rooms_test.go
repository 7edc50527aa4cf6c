package playthrough_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/settings/settingstest"
	"jadebox/actors/shop/payment"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// A player who joins, retrieves and leaves has played nothing: a stake that a room may give back counts as played when
// the room is over.
func TestAStakeThatMayComeBackLetsNothingLeaveTheHouse(t *testing.T) {
	inWorld(t, func(w world) {
		w.open("first")
		item := w.item()
		w.give("one", 60)
		made, err := battle.Open(w.Context(), w.Engine, w.Dir, battle.Create{Key: "c", Host: w.who,
			Setup:      battle.Setup{Boxes: []store.BoxID{1}, Seats: 2, Mode: protocol.ModeNormal},
			PriceCents: rig.BoxCents})
		if err != nil {
			w.Fatal(err)
		}
		w.left(0)
		err = w.retrieve(w.Dir, "r1", item)
		if e, ok := errors.AsType[*apierr.Error](err); !ok || e.Code != protocol.CodeToPlay || e.Now == nil ||
			*e.Now != 60 {
			w.Errorf("retrieved with 60 in a room that can be left: %v", err)
		}
		rig.Do[protocol.BattleSnapshot](w.Rig, battle.Kind, strconv.FormatInt(int64(made.ID), 10),
			battle.Leave{Key: "l", Player: w.who})
		w.left(60)
		if err := w.retrieve(w.Dir, "r2", item); !errors.Is(err, player.ErrToPlay) {
			w.Errorf("retrieved after leaving: %v", err)
		}
		w.open("played")
		if err := w.retrieve(w.Dir, "r3", item); err != nil {
			w.Errorf("refused with nothing left: %v", err)
		}
	})
}

// slowStore counts how many are read for at a time.
type slowStore struct {
	overStore
	mutex     sync.Mutex
	now, most int
	submitted int
}

func (s *slowStore) Ops(context.Context, store.OpQuery) ([]store.OpRecord, int, error) {
	s.mutex.Lock()
	s.now++
	s.most = max(s.most, s.now)
	s.mutex.Unlock()
	time.Sleep(time.Second)
	s.mutex.Lock()
	s.now--
	s.mutex.Unlock()
	return nil, 0, nil
}

func (s *slowStore) Submit(_ *store.Op, done func(store.Receipt, error)) {
	s.mutex.Lock()
	s.submitted++
	s.mutex.Unlock()
	done(store.Receipt{}, nil)
}

// A beacon that is missed voids every room at once: all give back, a few at a time.
func TestManyRoomsThatGiveBackAreReadForAFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &slowStore{overStore: overStore{store.ErrClosed}}
		d := &playthrough.Ledger{Ledger: s, Journal: s, Kinds: kinds.All}
		const rooms = 500
		var answered sync.WaitGroup
		for i := range store.RoomID(rooms) {
			answered.Add(1)
			d.Submit(&store.Op{Kind: battle.KindLeave, Room: &store.RoomWrite{Room: i + 1, Kind: battle.Kind},
				Postings: []store.Posting{{Debit: store.RoomEscrow(i + 1), Credit: store.PlayerGems(7),
					AmountCents: 1}}}, func(store.Receipt, error) { answered.Done() })
		}
		answered.Wait()
		if s.most > 8 || s.most < 2 || s.submitted != rooms {
			t.Errorf("%d at a time, %d of %d submitted", s.most, s.submitted, rooms)
		}
	})
}

// What a streamer puts up in a roll room goes to others, whose lots carry no play-through: it waits for their own play.
func TestNothingIsPutUpForOthersBeforeGiftsArePlayed(t *testing.T) {
	inWorld(t, func(w world) {
		w.open("first")
		item := w.item()
		w.give("one", 60)
		make := func(key string, setup roll.Setup) error {
			setup.Name, setup.JoinType, setup.OpenAtMS = "Friday", protocol.RollJoinOpen,
				time.Now().Add(time.Hour).UnixMilli()
			_, err := roll.Open(w.Context(), w.Engine, w.Dir, roll.Create{Key: key, Host: w.who, Setup: setup,
				Publish: true})
			return err
		}
		gems, items := roll.Setup{GemsCents: []int64{50}}, roll.Setup{Items: []store.ItemID{item}}
		for key, setup := range map[string]roll.Setup{"gems": gems, "items": items} {
			if err := make(key, setup); !errors.Is(err, player.ErrToPlay) {
				t.Errorf("%s with 60 to be played: %v", key, err)
			}
		}
		w.open("played")
		for key, setup := range map[string]roll.Setup{"gems2": gems, "items2": items} {
			if err := make(key, setup); err != nil {
				t.Errorf("%s with nothing left: %v", key, err)
			}
		}
	})
}

// What is too little to be held back for leaves the house.
func TestTooLittleHoldsNothingBack(t *testing.T) {
	inWorld(t, func(w world) {
		w.open("first")
		item := w.item()
		w.give("one", 5)
		if err := w.retrieve(w.Dir, "r1", item); !errors.Is(err, player.ErrToPlay) {
			t.Errorf("by the standard, with 5 to be played: %v", err)
		}
		for least, refused := range map[string]bool{"5": true, "6": false} {
			if err := settingstest.Put(w.Context(), w.Engine, playthrough.Setting,
				[]byte(`{"multiplePpm":1000000,"leastCents":`+least+`}`)); err != nil {
				t.Fatal(err)
			}
			if err := w.Settings.Refresh(w.Context()); err != nil {
				t.Fatal(err)
			}
			if err := w.retrieve(w.Dir, "r"+least, item); errors.Is(err, player.ErrToPlay) != refused {
				t.Errorf("held back below %s, with 5 to be played: %v", least, err)
			}
		}
	})
}

// What is taken back of a gift need not be played any more, as far as it was not.
func TestAGiftThatIsTakenBackAsksForNothing(t *testing.T) {
	inWorld(t, func(w world) {
		d := &playthrough.Ledger{Ledger: w.Engine, Journal: w.Engine, Kinds: kinds.All}
		gems := store.PlayerGems(w.who)
		do := func(kind, key string, p store.Posting) {
			t.Helper()
			done := make(chan error, 1)
			d.Submit(&store.Op{Player: w.who, Key: key, Kind: kind, At: time.Now(), Postings: []store.Posting{p}},
				func(_ store.Receipt, err error) { done <- err })
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		given := store.Posting{Debit: store.Bonus, Credit: gems, AmountCents: 60}
		back := store.Posting{Debit: gems, Credit: store.Bonus, AmountCents: 60}
		do(promotion.KindPay, "pay:1", given)
		w.give("one", 30)
		w.left(90)
		do(promotion.KindBack, "back:1", back)
		w.left(30)
		do(payment.KindCredit, "pay:2", given)
		w.left(90)
		do(store.KindRecovered, "back:2", back)
		w.left(30)
		do(promotion.KindPay, "pay:3", given)
		do("test.sale", "sale", back) // gems that go another way change nothing
		w.left(90)
		w.open("played")
		do(promotion.KindBack, "back:3", back) // it was played: nothing is left to lower
		w.left(0)
	})
}
